"""Which numbers the tables of a division have, and in which rooms they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from django.db.models import Max

from tournament.models import Division
from tournament.rooms.models import Tables


def table_numbers(division: Division) -> Iterator[tuple[int, str]]:
    """The division's numbers with their rooms; when they run out, the ones after the last of the event."""
    laid_out = list(Tables.objects.filter(division=division).select_related("room").order_by("first"))
    for each in laid_out:
        yield from ((number, each.room.name) for number in range(each.first, each.last + 1))
    of_event = Tables.objects.filter(division__event_id=division.event_id).aggregate(last=Max("last"))["last"]
    yield from ((number, "") for number in count((of_event or 0) + 1 if laid_out else 1))
