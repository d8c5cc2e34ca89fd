"""The expected kind of error: a sentence for the person, which says how to go on. Everything else is a bug."""

import secrets
from typing import Any

from django.db import IntegrityError


class Refused(Exception):
    """A verb declines. Pages show the sentence beside what was typed; the API answers with the same sentence."""

    status = 422

    def __init__(self, sentence: str, *, field: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field

    @property
    def more(self) -> dict[str, Any]:
        """What a program is told besides the sentence."""
        return {}


class NotAllowed(Refused):
    """This person may not do this, or not in this state."""

    status = 403


class SignedOut(Refused):
    """A form came from somebody whose session is over."""

    status = 401


class Conflict(Refused):
    """Somebody else was faster: the edit was made from a version that is no longer current."""

    status = 409


class SentBefore(Conflict):
    """The key of this form was used for another request, as when somebody goes back, changes a word and sends again."""


class Collision(IntegrityError):
    """A constraint refused what a verb wrote. Subclasses say why."""

    def __init__(self) -> None:
        super().__init__("a constraint refused it")

    def explain(self) -> None:
        """Raise the sentence for the person. Called after the rollback, so it may query the database."""


def new_reference() -> str:
    """A number that is shown to a person and written to the log, easy to read out over a phone: no 0, O, 1 or I."""
    parts = ["".join(secrets.choice("23456789ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(4)) for _ in range(2)]
    return "-".join(parts)
