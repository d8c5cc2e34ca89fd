"""The columns of the activity log as a file."""

from __future__ import annotations

from django.utils import timezone

from foundation.activity.models import LogLine
from foundation.file_exports import Column

LOG: tuple[Column[LogLine], ...] = (
    Column("When", lambda line: _local_time(line)),
    Column("Who", lambda line: line.who),
    Column("What", lambda line: line.text),
    Column("Tournament", lambda line: line.tournament.name if line.tournament else ""),
    Column("From", lambda line: line.get_origin_display()),
    Column("Device", lambda line: line.device),
    Column("Address", lambda line: line.address or ""),
)


def _local_time(line: LogLine) -> str:
    """Return the time in the tournament's time zone, with the UTC offset, since lines may be of several zones."""
    local = timezone.localtime(line.at, line.tournament.zone if line.tournament else None)
    return local.isoformat(" ", "seconds")
