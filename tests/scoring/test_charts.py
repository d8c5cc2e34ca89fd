"""Charts: geometry by hand-made cases, the table of numbers, and the page."""

from __future__ import annotations

from itertools import pairwise

from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from foundation.people.models import User
from scoring.charts.drawing import (
    BOTTOM,
    HEIGHT,
    LABEL_HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    BarChart,
    LineChart,
    Series,
    Sparkline,
    histogram,
    spread_labels,
)
from scoring.charts.queries import points_by_round, points_distribution, ranks_by_round
from scoring.standings_pages.queries import Standings
from tests.helpers import SignIn
from tests.scoring.test_standings_pages import scope_of
from tournament.models import Event


def test_sparkline_labels_each_dot_and_reads_all_values_aloud() -> None:
    line = Sparkline("Points by round", ("R1", "R2", "R3"), (20, 24.5, 16))
    assert line.about == "Points by round: R1 20, R2 24.5, R3 16."
    assert (line.points, line.view_box) == ("24,40.8 80,26.0 136,54.0", "0 0 160 78")
    assert [(label.x, label.y, label.words) for label in line.value_labels] == [
        (24, 31.8, "20"),
        (80, 17, "24.5"),
        (136, 45, "16"),
    ]
    assert [(label.x, label.y, label.words) for label in line.x_labels] == [
        (24, 74, "R1"),
        (80, 74, "R2"),
        (136, 74, "R3"),
    ]
    flat = Sparkline("Points by round", ("R1", "R2"), (20, 20))
    assert flat.points == "24,54.0 80,54.0"


def test_first_place_is_at_the_top_and_points_grow_upwards() -> None:
    series = (Series("Ada", (1, 3)),)
    ranks = LineChart("Places", "", ("R1", "R2"), series, is_rank=True)
    assert ranks.lines[0].points == f"{LEFT}.0,{TOP}.0 {WIDTH - RIGHT}.0,{HEIGHT - BOTTOM}.0"
    points = LineChart("Points", "", ("R1", "R2"), series)
    assert points.lines[0].dots[1].y == TOP < points.lines[0].dots[0].y


def test_missing_round_leaves_a_gap_in_the_table_and_no_dot() -> None:
    chart = LineChart("Points", "", ("R1", "R2"), (Series("Ada", (6, None)), Series("Bo", (None, None))))
    assert [len(line.dots) for line in chart.lines] == [1]
    assert list(chart.body) == [("Ada", "6", "–"), ("Bo", "–", "–")]
    assert chart.head == ("", "R1", "R2")


def test_every_dot_says_its_number() -> None:
    chart = LineChart("Points", "", ("R1",), (Series("Ada", (4.5,)),))
    assert chart.lines[0].dots[0].words == "Ada, R1: 4.5"


@given(st.dictionaries(st.integers(0, 30), st.floats(TOP, HEIGHT - BOTTOM), max_size=12))
def test_labels_never_overlap(wanted: dict[int, float]) -> None:
    found = sorted(spread_labels(wanted).values())
    assert all(below - above >= LABEL_HEIGHT - 0.2 for above, below in pairwise(found))
    assert set(spread_labels(wanted)) == set(wanted)
    assert not found or found[-1] <= HEIGHT - BOTTOM


@given(st.lists(st.integers(0, 200), max_size=60))
def test_everyone_is_in_one_bar(values: list[int]) -> None:
    counts = histogram(values)
    assert sum(counts.values()) == len(values)
    assert len(counts) <= 16


def test_bars_are_as_high_as_their_counts() -> None:
    low, high = BarChart("Spread", "", ("Points", "Players"), {"4": 1, "5": 2}).bars
    assert high.height == 2 * low.height
    assert (low.label.words, low.count.words) == ("4", "1")


def test_charts_show_the_numbers_of_the_standings(two_rounds: Event) -> None:
    standings = Standings(scope_of(two_rounds), "teams")
    rows = standings.rows()
    points = points_by_round(standings, rows)
    for row, (name, *values) in zip(rows, points.body, strict=True):
        assert (name, values) == (row.label.name, [cell.points for cell in row.cells[:2]])
    places = ranks_by_round(standings, rows)
    assert [values[-1] for values in places.body] == [str(row.ranked.rank) for row in rows]
    assert sum(points_distribution(standings).counts.values()) == len(rows)


def test_page_draws_the_leaders_or_the_selected_player(
    client_of: SignIn,
    director: User,
    two_rounds: Event,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    address = reverse("charts", args=[two_rounds.tournament.slug])
    client = client_of(director)
    with django_assert_num_queries(17):
        page = client.get(address)
    assert [len(chart.series) for chart in page.context["lines"]] == [6, 6]
    first = page.context["rows"][0]
    kind, pk = first.ranked.score.key
    alone = client.get(f"{address}?who={kind}-{pk}")
    assert [chart.series[0].name for chart in alone.context["lines"]] == [first.label.name] * 2
    assert client.get(f"{address}?who=player-0").status_code == 404
