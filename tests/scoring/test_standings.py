"""Standings without a database: sums, ties, every tie-break by hand-made cases, and why one is above another."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import (
    TIE_BREAKS,
    Meeting,
    PlayerRecord,
    Score,
    average_of,
    rank,
    score_of_player,
    score_of_team,
    top_of,
)
from tournament.setup.choices import TIE_BREAKS as CHOICES

NAMES = {"a": "Ada", "b": "Bo", "c": "Cleo", "d": "Dee"}


def score(key: str, points: float, **more: int) -> Score:
    return Score(key, Decimal(str(points)), **more)


def places(scores: list[Score], *tie_breaks: str, **more: object) -> list[tuple[str, int]]:
    return [(row.score.key, row.rank) for row in rank(scores, tie_breaks, **more).rows]


def test_every_choice_of_the_set_up_is_a_tie_break() -> None:
    assert list(TIE_BREAKS) == list(CHOICES)


def test_ties_share_a_rank_and_the_next_is_skipped() -> None:
    scores = [score("a", 20), score("b", 22), score("c", 20), score("d", 18)]
    assert places(scores) == [("b", 1), ("a", 2), ("c", 2), ("d", 4)]


@pytest.mark.parametrize(
    ("tie_break", "a", "b", "sentence"),
    [
        ("first_places", {"first_places": 3}, {"first_places": 2}, "Ada: more first places, 3 to 2."),
        ("raw_points", {"raw_points": 80}, {"raw_points": 78}, "Ada: more points in the shakes, 80 to 78."),
        ("fewest_penalties", {"penalties": 1}, {"penalties": 4}, "Ada: fewer penalties, 1 to 4."),
    ],
)
def test_tie_break_decides_and_says_so(tie_break: str, a: dict, b: dict, sentence: str) -> None:
    ranking = rank([score("b", 20, **b), score("a", 20, **a)], [tie_break])
    assert [(row.score.key, row.rank) for row in ranking.rows] == [("a", 1), ("b", 2)]
    assert ranking.why("a", "b", NAMES) == f"Both have 20 points. {sentence}"


def test_tie_breaks_are_asked_in_order() -> None:
    scores = [score("a", 20, first_places=2, raw_points=70), score("b", 20, first_places=2, raw_points=75)]
    assert places(scores, "first_places", "raw_points") == [("b", 1), ("a", 2)]
    why = rank(scores, ["first_places", "raw_points"]).why("b", "a", NAMES)
    assert why == "Both have 20 points. Bo: more points in the shakes, 75 to 70."


def test_head_to_head_counts_only_those_who_are_tied() -> None:
    """Ada beat Bo at a table that Dee won; Dee is not tied and does not count."""
    meetings = [Meeting({"a": [4], "b": [2], "d": [6]}), Meeting({"c": [6], "d": [2]})]
    scores = [score("b", 20), score("a", 20), score("c", 20), score("d", 18)]
    assert places(scores, "head_to_head", meetings=meetings) == [("a", 1), ("c", 2), ("b", 3), ("d", 4)]


def test_head_to_head_of_teams_counts_every_pair_of_members() -> None:
    meetings = [Meeting({"a": [6, 2], "b": [4]}), Meeting({"a": [2], "b": [6]})]
    assert places([score("a", 50), score("b", 50)], "head_to_head", meetings=meetings) == [("b", 1), ("a", 2)]


def test_lot_is_the_same_for_the_same_seed() -> None:
    scores = [score(key, 20) for key in "abcd"]
    drawn = places(scores, "lot", seed=7)
    assert drawn == places(list(reversed(scores)), "lot", seed=7)
    assert [rank for _, rank in drawn] == [1, 2, 3, 4]
    assert {tuple(places(scores, "lot", seed=seed)) for seed in range(20)} != {tuple(drawn)}


def test_without_a_reason_they_are_tied() -> None:
    ranking = rank([score("a", 20), score("b", 20)], ["first_places"])
    assert [row.tied for row in ranking.rows] == [True, True]
    assert ranking.why("a", "b", NAMES) == "Ada and Bo are tied with 20 points."


def test_why_by_points() -> None:
    assert rank([score("a", "5.25"), score("b", 4)]).why("a", "b", NAMES) == "Ada has 5.25 points, Bo 4."


def test_bonus_goes_to_who_came() -> None:
    """A Saturday's lowest is 8 and its highest 20 (F25)."""
    low, high = PlayerRecord("a", Decimal(6), 3), PlayerRecord("b", Decimal(18), 3)
    absent = PlayerRecord("c", Decimal(0), 0)
    assert [score_of_player(each, bonus=2).points for each in (low, high, absent)] == [8, 20, 0]


@pytest.mark.parametrize(("short", "points"), [("zero", Decimal(64)), ("scale", Decimal("80.00"))])
def test_short_team_counts_as_chosen(short: str, points: Decimal) -> None:
    members = [score(key, 16) for key in "abcd"]
    team = score_of_team("team", members, size=5, short=short)
    assert (team.points, team.played) == (points, 4)


def test_school_by_average_and_by_its_best_five() -> None:
    members = [score(str(number), points) for number, points in enumerate((20, 18, 17, 15, 14, 11))]
    members.append(score("absent", 0, played=0))
    assert average_of("school", members) == Score("school", Decimal("15.83"), 6)
    assert top_of("school", members) == Score("school", Decimal(84), 5)


scores = st.lists(
    st.builds(
        Score,
        key=st.integers(0, 10**6),
        points=st.integers(0, 12).map(Decimal),
        first_places=st.integers(0, 2),
        raw_points=st.integers(0, 3),
        penalties=st.integers(0, 2),
    ),
    unique_by=lambda each: each.key,
    max_size=30,
)
orders = st.permutations(list(TIE_BREAKS)).flatmap(
    lambda order: st.integers(0, len(order)).map(lambda count: order[:count])
)


@given(scores, orders, st.randoms())
def test_ranks_do_not_depend_on_the_order_in_which_scores_come(found: list[Score], order: list[str], lot) -> None:
    shuffled = list(found)
    lot.shuffle(shuffled)
    one, other = (dict(places(each, *order)) for each in (found, shuffled))
    assert one == other
    for row in rank(found, order).rows:
        assert row.rank == 1 + sum(one[each.key] < one[row.score.key] for each in found)
