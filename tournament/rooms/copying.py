"""The rooms of one tournament, in another: the same names, the same tables for the same divisions."""

from __future__ import annotations

from foundation.tournaments import Tournament
from tournament.models import Division
from tournament.rooms.models import Room, Tables


def copy_rooms(source: Tournament, target: Tournament) -> None:
    """Divisions are recognized by their rule book and letter."""
    rooms = {room.name: Room.objects.create(tournament=target, name=room.name) for room in source.rooms.all()}
    divisions = {
        (each.event.edition, each.letter): each
        for each in Division.objects.filter(event__tournament=target).select_related("event")
    }
    for each in Tables.objects.filter(room__tournament=source).select_related("room", "division__event"):
        division = divisions[each.division.event.edition, each.division.letter]
        Tables.objects.create(division=division, room=rooms[each.room.name], first=each.first, last=each.last)
