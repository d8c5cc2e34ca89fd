"""The verb of rooms: say which tables are where, for all divisions of an event at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from tournament.models import Division, Event
from tournament.rooms.models import HIGHEST, Room, Tables


@dataclass(frozen=True)
class Line:
    """Tables `first` to `last` of a room are for a division."""

    division: Division
    room: str
    first: int
    last: int


@verb("rooms.lay_out", says="laid out the rooms of {game}: {lines}")
def lay_out(actor: Actor, tournament: Tournament, *, event: Event, lines: Sequence[Line]) -> Event:
    """These lines instead of those before. Within an event a number stands for one table."""
    Event.objects.select_for_update().get(pk=event.pk)
    taken: dict[int, Line] = {}
    for line in lines:
        if not line.room.strip():
            raise Refused("Which room?")
        if not 1 <= line.first <= line.last <= HIGHEST:
            raise Refused(f"{line.room}: from the lower number to the higher one, between 1 and {HIGHEST}.")
        for number in range(line.first, line.last + 1):
            other = taken.setdefault(number, line)
            if other is not line:
                raise Refused(
                    f"Table {number} is in {other.room} for {other.division} and in {line.room} for {line.division}. "
                    "A number can be at one table only: give each division numbers of its own."
                )
    Tables.objects.filter(division__event=event).delete()
    rooms = {room.name.casefold(): room for room in Room.objects.filter(tournament=tournament)}
    for line in lines:
        name = " ".join(line.room.split())
        room = rooms.get(name.casefold()) or Room.objects.create(tournament=tournament, name=name)
        rooms[name.casefold()] = room
        Tables.objects.create(division=line.division, room=room, first=line.first, last=line.last)
    Room.objects.filter(tournament=tournament, tables__isnull=True).delete()
    words = [f"{line.division} {line.first}–{line.last} in {line.room}" for line in lines]
    log(actor, event, game=event.game, lines=", ".join(words)[:380] or "none")
    return event
