"""Sheets and results as files."""

from __future__ import annotations

from scoring.models import Result, Sheet
from tournament.listing import Column

SHEETS: tuple[Column[Sheet], ...] = (
    Column("Division", lambda sheet: sheet.round.division.name),
    Column("Round", lambda sheet: sheet.round.number),
    Column("Table", lambda sheet: sheet.table.number),
    Column("Room", lambda sheet: sheet.table.room),
    Column("State", lambda sheet: sheet.state.label),
    Column("In since", lambda sheet: sheet.received_at),
    Column("Received by", lambda sheet: sheet.received_by.name if sheet.received_by else ""),
    Column("Entered by", lambda sheet: _clerk(sheet)),
    Column("Refused to initial", lambda sheet: sheet.is_disputed),
    Column("Problem", lambda sheet: sheet.problem),
    Column("Excused", lambda sheet: sheet.excused),
)
RESULTS: tuple[Column[Result], ...] = (
    Column("Table", lambda result: result.sheet.table.number),
    Column("Player", lambda result: result.player.name if result.player else result.place.name),
    Column("Team", lambda result: result.place.entry.team.name if result.place.entry else ""),
    Column("Status", lambda result: result.get_status_display()),
    Column("Total", lambda result: result.total),
    Column("Penalties", lambda result: result.penalties),
    Column("Place", lambda result: result.rank),
    Column("Points", lambda result: result.points),
    Column("Why", lambda result: result.sentence),
    Column("Rule", lambda result: result.rule),
)


def _clerk(sheet: Sheet) -> str:
    return sheet.current.entered_by.name if sheet.current and sheet.current.entered_by else ""
