"""Lines of the server's log without what people typed: the message of an error may quote a child's name.

PostgreSQL tells which values a constraint refused, and a failed conversion the text that it could not convert. What
went wrong and where is told by the error's kind and the lines of code; its words are kept only where they speak of the
machine.
"""

from __future__ import annotations

import logging
import logging.handlers
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any

SPEAK_OF_THE_MACHINE = (OSError, ImportError, AttributeError, NameError, MemoryError, RecursionError)
NAMED_SO = ("OperationalError", "InterfaceError", "ImproperlyConfigured", "TemplateDoesNotExist")


class FileIfPossible(logging.handlers.WatchedFileHandler):
    """A folder that cannot be written to does not keep a page from being shown; the console has the line as well."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            super().emit(record)
        except OSError:
            return


class Wordless(logging.Formatter):
    """As usual, but for the messages of errors."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 -- the name is logging's
        error: BaseException = ei[1]
        return "\n".join(_told(each, each.__traceback__) for each in reversed(list(_chain(error))))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error, what it came from, and so on."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _told(error: BaseException, lines: TracebackType | None) -> str:
    kind = type(error)
    is_plain = isinstance(error, SPEAK_OF_THE_MACHINE) or kind.__name__ in NAMED_SO
    words = f": {error}" if is_plain else ""
    return f"Traceback:\n{''.join(traceback.format_tb(lines))}{kind.__module__}.{kind.__qualname__}{words}"
