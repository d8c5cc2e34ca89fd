"""Writes who is there. Every change has the event's next number, so that open pages learn of it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F

from foundation.errors import Refused
from foundation.people.actor import Actor
from tournament.models import Event
from tournament.rosters.checkin.models import Attendance, Counter, Status
from tournament.rosters.models import Place


def write_marks(actor: Actor, event: Event, places: Sequence[Place], status: str) -> None:
    if status not in Status.values:
        raise Refused("Choose here, late, absent or withdrawn.")
    serial = next_serial(event)
    Attendance.objects.bulk_create(
        [Attendance(place=place, status=status, serial=serial, changed_by=actor.user) for place in places],
        update_conflicts=True,
        unique_fields=["place"],
        update_fields=["status", "serial", "changed_by", "changed_at"],
    )


def next_serial(event: Event) -> int:
    """The next number of this event's changes. Two helpers at once wait for each other here, for a moment."""
    Counter.objects.get_or_create(event=event)
    Counter.objects.filter(event=event).update(serial=F("serial") + 1)
    return Counter.objects.get(event=event).serial


def mark_of(place: Place) -> str:
    """What was said about this place; expected as long as nothing was."""
    try:
        return place.attendance.status
    except Attendance.DoesNotExist:
        return Status.EXPECTED
