"""The verb of rooms: set which tables are where, for all divisions of an event at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foundation.activity.sentences import SentenceByCase, SentenceWithParts
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from tournament.models import Division, Event
from tournament.rooms.models import HIGHEST, Room, Tables


@dataclass(frozen=True)
class TableRange:
    """Tables `first` to `last` in a room are for a division."""

    division: Division
    room: str
    first: int
    last: int


def _ranges_in_words(ranges: Sequence[tuple[str, int, int, str]]) -> str:
    return ", ".join(f"{division} {first}–{last} in {room}" for division, first, last, room in ranges)


@verb(
    "rooms.lay_out",
    says=SentenceWithParts(
        SentenceByCase("kind", {"set": "set the rooms for {game}: {ranges}", "none": "removed all rooms for {game}"}),
        {"ranges": _ranges_in_words},
    ),
)
def set_table_ranges(actor: Actor, tournament: Tournament, *, event: Event, ranges: Sequence[TableRange]) -> Event:
    """Replace the tables of an event. A table number can be used once per event."""
    Event.objects.select_for_update().get(pk=event.pk)
    taken: dict[int, TableRange] = {}
    for each in ranges:
        if not each.room.strip():
            raise Refused("Enter the room.")
        if not 1 <= each.first <= each.last <= HIGHEST:
            raise Refused(f"For {each.room}, enter table numbers from low to high, between 1 and {HIGHEST}.")
        for number in range(each.first, each.last + 1):
            other = taken.setdefault(number, each)
            if other is not each:
                raise Refused(
                    f"Table {number} is in {other.room} for {other.division} and in {each.room} for {each.division}. "
                    "Use each table number only once."
                )
    Tables.objects.filter(division__event=event).delete()
    rooms = {room.name.casefold(): room for room in Room.objects.filter(tournament=tournament)}
    for each in ranges:
        name = " ".join(each.room.split())
        room = rooms.get(name.casefold()) or Room.objects.create(tournament=tournament, name=name)
        rooms[name.casefold()] = room
        Tables.objects.create(division=each.division, room=room, first=each.first, last=each.last)
    Room.objects.filter(tournament=tournament, tables__isnull=True).delete()
    rows = [(str(each.division), each.first, each.last, each.room) for each in ranges]
    log(actor, event, kind="set" if rows else "none", game=event.game, ranges=rows)
    return event
