"""Season totals as a file, with a column for each tournament."""

from __future__ import annotations

from collections.abc import Callable

from foundation.file_exports import Cell, Column
from scoring.seasons.queries import SeasonRow, SeasonTotals

NAME_COLUMN = {"players": "Player", "teams": "Team", "schools": "School"}


def columns_of(totals: SeasonTotals, kind: str) -> list[Column[SeasonRow]]:
    return [
        Column("Rank", lambda row: row.total.rank),
        Column("Tied", lambda row: row.total.tied),
        Column(NAME_COLUMN[kind], lambda row: row.name),
        *([] if kind == "schools" else [Column[SeasonRow]("School", lambda row: row.school)]),
        Column("Points", lambda row: row.total.points),
        Column("Attended", lambda row: row.total.attended),
        Column("Days", lambda row: row.total.days),
        Column("Qualified", lambda row: row.total.qualified),
        *(Column(f"{each.name} {each.day}", _points_in_column(index)) for index, each in enumerate(totals.columns)),
        Column("Note", lambda row: row.note),
    ]


def _points_in_column(index: int) -> Callable[[SeasonRow], Cell]:
    return lambda row: row.cells[index].points
