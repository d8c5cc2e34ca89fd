"""Columns of sheets and results in downloaded files."""

from __future__ import annotations

from foundation.file_exports import Column
from scoring.entry.access import SheetViewer
from scoring.models import Result, Sheet

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


def sheet_columns(viewer: SheetViewer) -> tuple[Column[Sheet], ...]:
    """Return the columns as this person may see them: a blind reader isn't told that someone refused to initial."""
    return (
        Column("Division", lambda sheet: sheet.round.division.name),
        Column("Round", lambda sheet: sheet.round.number),
        Column("Table", lambda sheet: sheet.table.number),
        Column("Room", lambda sheet: sheet.table.room),
        Column("State", lambda sheet: sheet.state.label),
        Column("In since", lambda sheet: sheet.received_at),
        Column("Received by", lambda sheet: sheet.received_by.name if sheet.received_by else ""),
        Column("Entered by", _entered_by),
        Column("Refused to initial", viewer.sees_dispute),
        Column("Problem", lambda sheet: sheet.problem),
        Column("Excused", lambda sheet: sheet.excused),
    )


def _entered_by(sheet: Sheet) -> str:
    return sheet.current.entered_by.name if sheet.current and sheet.current.entered_by else ""
