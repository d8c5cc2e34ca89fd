"""The numbers behind the charts: points and ranks after each round, and how points are distributed."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.wording import join_words, plural
from scoring.charts.drawing import BarChart, LineChart, Series, histogram
from scoring.standings import Key
from scoring.standings_pages.queries import KINDS, Standings, StandingsRow
from scoring.standings_pages.row_details import RoundPoints

LINES_PER_CHART = 6
SPREAD_SENTENCES = {
    "players": ("The points of 1 player.", "How many of the {count} players have each number of points."),
    "teams": ("The points of 1 team.", "How many of the {count} teams have each number of points."),
}


def begun_rounds(standings: Standings) -> list[int]:
    """Return the numbers of the rounds that have begun."""
    return sorted({each.number for each in standings.scope.rounds if each.started_at is not None})


def ranks_by_round(standings: Standings, rows: list[StandingsRow]) -> LineChart:
    """Return a chart of each row's rank after each round."""
    numbers = begun_rounds(standings)
    after = [Standings(replace(standings.scope, through=number), standings.kind).ranking for number in numbers]
    return LineChart(
        "Ranks after each round",
        plural(
            len(numbers),
            "Ranks after 1 round for {names}. Rank 1 is at the top.",
            "Ranks after each of {count} rounds for {names}. Rank 1 is at the top.",
        ).format(names=_names(rows)),
        tuple(f"R{number}" for number in numbers),
        tuple(Series(row.label.name, tuple(each.rank_of(_key(row)) for each in after)) for row in rows),
        is_rank=True,
    )


def points_by_round(standings: Standings, rows: list[StandingsRow]) -> LineChart:
    """Return a chart of each row's points in each round."""
    numbers = begun_rounds(standings)
    return LineChart(
        "Points by round",
        plural(len(numbers), "Points in 1 round for {names}.", "Points in each of {count} rounds for {names}.").format(
            names=_names(rows)
        ),
        tuple(f"R{number}" for number in numbers),
        tuple(Series(row.label.name, tuple(_value(cell) for cell in row.cells[: len(numbers)])) for row in rows),
    )


def points_distribution(standings: Standings) -> BarChart:
    """Return a histogram of points."""
    points = [float(row.score.points) for row in standings.ranking.rows if row.score.played]
    return BarChart(
        "How points are spread",
        plural(len(points), *SPREAD_SENTENCES[standings.kind]),
        ("Points", KINDS[standings.kind]),
        histogram(points),
    )


def _key(row: StandingsRow) -> Key:
    return row.ranked.score.key


def _value(cell: RoundPoints) -> float | None:
    return None if cell.value is None else float(cell.value)


def _names(rows: list[StandingsRow]) -> str:
    return join_words(row.label.name for row in rows)
