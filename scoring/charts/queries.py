"""The numbers behind the charts: points and places after each round, and how a division is spread."""

from __future__ import annotations

from dataclasses import replace

from scoring.charts.drawing import BarChart, LineChart, Series, binned
from scoring.ranks.describing import Cell
from scoring.ranks.lists import Row, Standings
from scoring.standings import Key

BEST = 6


def numbers_of_rounds(standings: Standings) -> list[int]:
    """The rounds that have begun."""
    return sorted({each.number for each in standings.scope.rounds if each.started_at is not None})


def places_over_rounds(standings: Standings, rows: list[Row]) -> LineChart:
    """Where each of them stood after each round."""
    numbers = numbers_of_rounds(standings)
    after = [Standings(replace(standings.scope, through=number), standings.kind).ranking for number in numbers]
    return LineChart(
        "Places after each round",
        f"The place of {_listing(rows)} after each of {len(numbers)} rounds; first place is at the top.",
        tuple(f"R{number}" for number in numbers),
        tuple(Series(row.label.name, tuple(each.rank_of(_key(row)) for each in after)) for row in rows),
        is_rank=True,
    )


def points_by_round(standings: Standings, rows: list[Row]) -> LineChart:
    numbers = numbers_of_rounds(standings)
    return LineChart(
        "Points by round",
        f"The points of {_listing(rows)} in each of {len(numbers)} rounds.",
        tuple(f"R{number}" for number in numbers),
        tuple(Series(row.label.name, tuple(_value(cell) for cell in row.cells[: len(numbers)])) for row in rows),
    )


def distribution(standings: Standings) -> BarChart:
    """How many have how many points."""
    points = [float(row.score.points) for row in standings.ranking.rows if row.score.played]
    counts = binned(points)
    return BarChart(
        "How the points are spread",
        f"How many of {len(points)} {standings.kind} have each number of points.",
        ("Points", standings.kind.capitalize()),
        counts,
    )


def _key(row: Row) -> Key:
    return row.ranked.score.key


def _value(cell: Cell) -> float | None:
    return None if cell.value is None else float(cell.value)


def _listing(rows: list[Row]) -> str:
    return ", ".join(row.label.name for row in rows)
