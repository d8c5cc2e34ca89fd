"""Reads and writes the check-in status of roster spots. Every change gets the event's next serial number."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F

from foundation.errors import Refused
from foundation.people.actor import Actor
from tournament.models import Event
from tournament.rosters.checkin.models import Attendance, Counter, Status
from tournament.rosters.models import Place


def status_of(place: Place) -> str:
    """Return the check-in status of a spot. No row means "expected"."""
    try:
        return place.attendance.status
    except Attendance.DoesNotExist:
        return Status.EXPECTED


def set_status(actor: Actor, event: Event, places: Sequence[Place], status: str) -> None:
    if status not in Status.values:
        raise Refused("Choose here, late, absent, or withdrawn.")
    serial = next_serial(event)
    Attendance.objects.bulk_create(
        [Attendance(place=place, status=status, serial=serial, changed_by=actor.user) for place in places],
        update_conflicts=True,
        unique_fields=["place"],
        update_fields=["status", "serial", "changed_by", "changed_at"],
    )


def next_serial(event: Event) -> int:
    """Increment the event's change counter. The update locks its row, so two helpers at once take turns."""
    Counter.objects.get_or_create(event=event)
    Counter.objects.filter(event=event).update(serial=F("serial") + 1)
    return Counter.objects.get(event=event).serial
