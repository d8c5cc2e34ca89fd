"""Columns of the check-in lists for download: every roster spot with its status, and who is missing."""

from __future__ import annotations

from collections.abc import Iterable

from foundation.file_exports import Column
from tournament.rosters.checkin.models import Status
from tournament.rosters.checkin.queries import CheckinCard, CheckinSpot
from tournament.rosters.models import Place

GAME_SETS = {None: "", True: "here", False: "missing"}
CheckinRow = tuple[CheckinCard, CheckinSpot]

CHECKIN: tuple[Column[CheckinRow], ...] = (
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
    Column("School", lambda place: _school_name(place)),
    Column("Team", lambda place: place.entry.team.name if place.entry else ""),
    Column("Position", lambda place: place.number),
    Column("Player", lambda place: place.name),
)


def checkin_rows(cards: Iterable[CheckinCard]) -> list[CheckinRow]:
    return [(card, spot) for card in cards for spot in card.spots]


def _school_name(place: Place) -> str:
    if place.entry:
        return place.entry.team.school.name
    return place.player.school.name if place.player and place.player.school else ""
