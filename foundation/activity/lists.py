"""The log as a file: every line that the filters leave, not only those of one page."""

from __future__ import annotations

from django.utils import timezone

from foundation.activity.models import LogLine
from foundation.file_exports import Column

LOG: tuple[Column[LogLine], ...] = (
    Column("When", lambda line: _moment(line)),
    Column("Who", lambda line: line.who),
    Column("What", lambda line: line.text),
    Column("Tournament", lambda line: line.tournament.name if line.tournament else ""),
    Column("From", lambda line: line.get_origin_display()),
    Column("Device", lambda line: line.device),
    Column("Address", lambda line: line.address or ""),
)


def _moment(line: LogLine) -> str:
    """By the clock where it happened, with how far that clock is from Greenwich: lines may be of several places."""
    there = timezone.localtime(line.at, line.tournament.zone if line.tournament else None)
    return there.isoformat(" ", "seconds")
