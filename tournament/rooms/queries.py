"""Reads of rooms: the tables of an event's divisions."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.models import Event
from tournament.rooms.models import Tables


def tables_of(event: Event) -> QuerySet[Tables]:
    return (
        Tables.objects.filter(division__event=event)
        .select_related("room", "division")
        .order_by("division__max_grade", "division_id", "first")
    )


def suggest_tables(event: Event, events: list[Event]) -> list[Tables]:
    """Return unsaved tables for an event that has none, taken from another game, since the rooms are the same."""
    letters = {division.letter: division for division in event.divisions.all()}
    for other in events:
        tables = [each for each in tables_of(other) if each.division.letter in letters] if other != event else []
        if tables:
            return [
                Tables(division=letters[each.division.letter], room=each.room, first=each.first, last=each.last)
                for each in tables
            ]
    return []
