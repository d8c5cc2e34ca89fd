"""The expected kind of error: a sentence for the person, which says how to go on. Everything else is a bug."""


class Refused(Exception):
    """A verb declines. Pages show the sentence beside what was typed; the API answers with the same sentence."""

    status = 422

    def __init__(self, sentence: str, *, field: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


class NotAllowed(Refused):
    """This person may not do this, or not in this state."""

    status = 403


class Conflict(Refused):
    """Somebody else was faster: the edit was made from a version that is no longer current."""

    status = 409
