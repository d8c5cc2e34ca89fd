"""Log handlers that keep user input out of the log, because the message of an error may contain a student's name.

PostgreSQL reports the values that violate a constraint, and a failed conversion quotes its input. So the log has the
type of the error and the traceback; the message is included only for errors that are about the machine.
"""

from __future__ import annotations

import logging
import logging.handlers
import traceback
from types import TracebackType
from typing import Any

from foundation.errors import error_chain

SAFE_ERRORS = (OSError, ImportError, AttributeError, NameError, MemoryError, RecursionError)
SAFE_ERROR_NAMES = ("OperationalError", "InterfaceError", "ImproperlyConfigured", "TemplateDoesNotExist")


class ForgivingFileHandler(logging.handlers.WatchedFileHandler):
    """A log file handler that ignores write errors, so that pages still work. The console has the line too."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            super().emit(record)
        except OSError:
            return


class RedactingFormatter(logging.Formatter):
    """A formatter that leaves out the messages of exceptions unless they are safe."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 -- the name is logging's
        errors = list(error_chain(ei[1], follow_context=True))
        return "\n".join(_format_error(each, each.__traceback__) for each in reversed(errors))


def _format_error(error: BaseException, lines: TracebackType | None) -> str:
    kind = type(error)
    is_safe = isinstance(error, SAFE_ERRORS) or kind.__name__ in SAFE_ERROR_NAMES
    message = f": {error}" if is_safe else ""
    return f"Traceback:\n{''.join(traceback.format_tb(lines))}{kind.__module__}.{kind.__qualname__}{message}"
