"""What the checker puts into an archive: what it was asked, and what it answered."""

from __future__ import annotations

from judging.checker.asking import Answer
from judging.checker.models import Check, Practice
from tournament.archives.kinds import keeps, leaves_out


def _check(row: Check) -> None:
    """As this program writes them, so that every page can show them."""
    try:
        Answer.of_data(row.answer)
        picked = [(str(slug), value) for slug, value in row.asked["variations"]]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ValueError("answer") from None
    if len(picked) != len(dict(picked)):
        raise ValueError("asked")


keeps(
    Check,
    "checks",
    of="tournament",
    fields="call protest division asked verdict answer asked_by asked_at",
    settle=_check,
)
leaves_out(Practice, "whether coaches may practice is decided where they would")
