"""Columns of the files that list who sits where."""

from __future__ import annotations

from foundation.file_exports import Column
from pairings.models import Seat
from pairings.published_tables import PlayerSeat, RoundTables

SEATING: tuple[Column[tuple[RoundTables, PlayerSeat]], ...] = (
    Column("Division", lambda row: row[0].round.division.name),
    Column("Round", lambda row: row[0].round.number),
    Column("Table", lambda row: row[1].table),
    Column("Room", lambda row: row[1].room),
    Column("Seat", lambda row: row[1].seat),
    Column("Number", lambda row: row[1].number),
    Column("Player", lambda row: row[1].name),
    Column("Team", lambda row: row[1].team),
    Column("School", lambda row: row[1].school),
)
DRAW: tuple[Column[Seat], ...] = (
    Column("Table", lambda seat: seat.table.number),
    Column("Room", lambda seat: seat.table.room),
    Column("Seat", lambda seat: seat.number),
    Column("Player", lambda seat: seat.place.name),
    Column("Team", lambda seat: seat.place.entry.team.name if seat.place.entry else ""),
    Column("School", lambda seat: _school(seat)),
    Column("Locked", lambda seat: seat.is_locked),
)


def _school(seat: Seat) -> str:
    if seat.place.entry:
        return seat.place.entry.team.school.name
    return seat.place.player.school.name if seat.place.player and seat.place.player.school else ""
