"""Expected errors: each has a sentence that tells the person what to do. Any other exception is a bug."""

import secrets
from collections.abc import Iterator
from typing import Any

from django.db import IntegrityError


class Refused(Exception):
    """A verb refuses. Pages show the sentence next to the field; the API returns the same sentence."""

    status = 422

    def __init__(self, sentence: str, *, field: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field

    @property
    def more(self) -> dict[str, Any]:
        """More data for the API's answer."""
        return {}


class NotAllowed(Refused):
    """This person may not do this, or not in the tournament's present state."""

    status = 403


class SignedOut(Refused):
    """A form was sent after the session had ended."""

    status = 401


class EditConflict(Refused):
    """Someone else was faster: the edit was based on an old version."""

    status = 409


class KeyReused(EditConflict):
    """The idempotency key was used for another request: someone went back, changed the form, and sent it again."""


class Collision(IntegrityError):
    """A constraint refused what a verb wrote. Subclasses say why."""

    def __init__(self) -> None:
        super().__init__("a constraint refused it")

    def explain(self) -> None:
        """Raise the sentence for the person. Called after the rollback, so it may query the database."""


def error_chain(error: BaseException | None, *, follow_context: bool) -> Iterator[BaseException]:
    """Yield the error, its cause, the cause of that, and so on.

    `follow_context`: also the error that was being handled when one without a cause was raised.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        context = None if error.__suppress_context__ or not follow_context else error.__context__
        error = error.__cause__ or context


def new_reference() -> str:
    """Return an error reference for the page and the log, easy to read over the phone: no 0, O, 1, or I."""
    parts = ["".join(secrets.choice("23456789ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(4)) for _ in range(2)]
    return "-".join(parts)
