"""Standings as a file: every row of the list that the page shows, with a column for each round or event."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from foundation.file_exports import Cell, Column
from scoring.ranks.lists import Row, Standings
from scoring.ranks.sums import SCHOOLS

ONE = {"players": "Player", "teams": "Team", "average": "School", "top": "School"}
BESIDE = {"players": "Team", "teams": "School"}


def columns_of(standings: Standings) -> list[Column[Row]]:
    kind = standings.kind
    columns: list[Column[Row]] = [
        Column("Rank", lambda row: row.ranked.rank),
        Column("Tied", lambda row: row.ranked.tied),
        Column(ONE[kind], lambda row: row.label.name),
    ]
    if kind in BESIDE:
        columns.append(Column(BESIDE[kind], lambda row: row.label.beside))
    if kind not in SCHOOLS and standings.scope.division is None:
        columns.append(Column("Division", lambda row: row.label.division.name if row.label.division else ""))
    columns += [Column(each.title, _points_of(at)) for at, each in enumerate(standings.columns)]
    columns.append(Column("Average" if kind == "average" else "Points", lambda row: row.ranked.score.points))
    return [*columns, Column("Playoffs", lambda row: str(row.fate)), Column("Why", lambda row: row.why)]


def _points_of(at: int) -> Callable[[Row], Cell]:
    """A round has a value; an event of the sweepstakes its sum, in words."""

    def value(row: Row) -> Cell:
        cell = row.cells[at]
        return Decimal(cell.points) if cell.value is None and cell.points not in ("", "–") else cell.value

    return value
