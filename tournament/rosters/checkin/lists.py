"""The check-in as a file: a line for each place, with who is there."""

from __future__ import annotations

from collections.abc import Iterable

from foundation.file_exports import Column
from tournament.rosters.checkin.models import Status
from tournament.rosters.checkin.queries import Card, Line
from tournament.rosters.models import Place

GAME_SETS = {None: "", True: "here", False: "missing"}
Checked = tuple[Card, Line]

CHECKIN: tuple[Column[Checked], ...] = (
    Column("Division", lambda row: row[0].division.name),
    Column("School", lambda row: row[0].school),
    Column("Team", lambda row: row[0].entry.team.name if row[0].entry else ""),
    Column("Position", lambda row: row[1].place.number),
    Column("Player", lambda row: row[1].place.name),
    Column("Alternate", lambda row: row[1].place.is_alternate),
    Column("Status", lambda row: Status(row[1].status).label),
    Column("Game set", lambda row: GAME_SETS[row[0].has_game_set]),
)
MISSING: tuple[Column[Place], ...] = (
    Column("Division", lambda place: place.division.name),
    Column("School", lambda place: _school(place)),
    Column("Team", lambda place: place.entry.team.name if place.entry else ""),
    Column("Position", lambda place: place.number),
    Column("Player", lambda place: place.name),
)


def lines_of(cards: Iterable[Card]) -> list[Checked]:
    return [(card, line) for card in cards for line in card.lines]


def _school(place: Place) -> str:
    if place.entry:
        return place.entry.team.school.name
    return place.player.school.name if place.player and place.player.school else ""
