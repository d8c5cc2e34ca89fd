"""A season's totals as a file: a column for each tournament."""

from __future__ import annotations

from collections.abc import Callable

from foundation.file_exports import Cell, Column
from scoring.seasons.queries import Row, SeasonTotals

ONE = {"players": "Player", "teams": "Team", "schools": "School"}


def columns_of(season: SeasonTotals, what: str) -> list[Column[Row]]:
    return [
        Column("Rank", lambda row: row.total.rank),
        Column("Tied", lambda row: row.total.tied),
        Column(ONE[what], lambda row: row.name),
        *([] if what == "schools" else [Column[Row]("School", lambda row: row.beside)]),
        Column("Points", lambda row: row.total.points),
        Column("Attended", lambda row: row.total.attended),
        Column("Days", lambda row: row.total.days),
        Column("Qualified", lambda row: row.total.qualified),
        *(Column(f"{meet.name} {meet.day}", _points_of(at)) for at, meet in enumerate(season.meets)),
        Column("Note", lambda row: row.note),
    ]


def _points_of(at: int) -> Callable[[Row], Cell]:
    return lambda row: row.cells[at].points
