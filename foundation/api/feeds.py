"""Feeds that are polled: what came after the number that the client has.

Numbers are given when a row is written, rows are seen when their transaction is over: on PostgreSQL a lower number may
appear after a higher one. So `next` stays behind whatever is younger than a few seconds, and those rows come again:
clients leave out numbers that they know, and miss nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

SETTLED = timedelta(seconds=10)


def after(rows: QuerySet[Any], since: int, limit: int, moment: str) -> tuple[list[Any], int]:
    """The rows after this number, oldest first, and the number to ask with next. `moment`: when a row was written."""
    found = list(rows.filter(pk__gt=since).order_by("pk")[:limit])
    return found, _next(found, since, moment, timezone.now())


def _next(found: list[Any], since: int, moment: str, now: datetime) -> int:
    """A row of the future is an old one: the clock was set back since."""
    for row in found:
        if abs(now - getattr(row, moment)) <= SETTLED:
            break
        since = row.pk
    return since
