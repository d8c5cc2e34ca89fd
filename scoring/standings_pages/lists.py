"""Standings as a file: every row of the list, with a column for each round or event."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from foundation.file_exports import Cell, Column
from scoring.standings_pages.queries import Standings, StandingsRow
from scoring.standings_pages.score_totals import SCHOOL_MEASURES

NAME_COLUMN = {"players": "Player", "teams": "Team", "average": "School", "top": "School"}
BESIDE_COLUMN = {"players": "Team", "teams": "School"}


def columns_of(standings: Standings) -> list[Column[StandingsRow]]:
    kind = standings.kind
    columns: list[Column[StandingsRow]] = [
        Column("Rank", lambda row: row.ranked.rank),
        Column("Tied", lambda row: row.ranked.tied),
        Column(NAME_COLUMN[kind], lambda row: row.label.name),
    ]
    if kind in BESIDE_COLUMN:
        columns.append(Column(BESIDE_COLUMN[kind], lambda row: row.label.beside))
    if kind not in SCHOOL_MEASURES and standings.scope.division is None:
        columns.append(Column("Division", lambda row: row.label.division.name if row.label.division else ""))
    columns += [Column(each.title, _points_in_column(index)) for index, each in enumerate(standings.columns)]
    columns.append(Column("Average" if kind == "average" else "Points", lambda row: row.ranked.score.points))
    return [*columns, Column("Playoffs", lambda row: str(row.advancement)), Column("Why", lambda row: row.why)]


def _points_in_column(index: int) -> Callable[[StandingsRow], Cell]:
    """Return a reader of one column. Rounds have a number; events of the sweepstakes have only formatted points."""

    def value(row: StandingsRow) -> Cell:
        cell = row.cells[index]
        return Decimal(cell.points) if cell.value is None and cell.points not in ("", "–") else cell.value

    return value
