"""What the checker puts into an archive: what it was asked, and what it answered."""

from __future__ import annotations

from foundation.archives.tables import keep
from foundation.hooks import ArchiveTables
from judging.checker.asking import Answer
from judging.checker.models import Check, Practice


def _check(row: Check) -> None:
    """As this program writes them, so that every page can show them."""
    try:
        Answer.of_data(row.answer)
        picked = [(str(slug), value) for slug, value in row.asked["variations"]]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ValueError("answer") from None
    if len(picked) != len(dict(picked)):
        raise ValueError("asked")


ARCHIVE_TABLES = ArchiveTables(
    kept=(
        keep(
            Check,
            "checks",
            of="tournament",
            fields="call protest division asked verdict answer asked_by asked_at",
            settle=_check,
        ),
    ),
    left_out={
        Practice: "whether coaches may practice is decided where they would",
    },
)
