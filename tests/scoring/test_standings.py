"""Standings without a database: sums, ties, every tie-break by hand-made cases, and why one is above another."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import (
    TIE_BREAKS,
    Fate,
    Lot,
    Meetings,
    Ranking,
    Reach,
    Score,
    Swing,
    average_of,
    best_of,
    cut,
    is_perfect,
    moves,
    of_full_size,
    rank,
    reach,
    top_of,
    why,
    with_bonus,
)
from tournament.game_settings import TIE_BREAKS as CHOICES

NAMES = {"a": "Ada", "b": "Bo", "c": "Cleo", "d": "Dee"}


def score(key: str, points: float, **more: int) -> Score:
    return Score(key, Decimal(str(points)), **more)


def why_of(ranking: Ranking, above: str, below: str) -> str:
    return why(ranking.of(above), ranking.of(below), NAMES)


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
    assert why_of(ranking, "a", "b") == f"Both have 20 points. {sentence}"


def test_tie_breaks_are_asked_in_order() -> None:
    scores = [score("a", 20, first_places=2, raw_points=70), score("b", 20, first_places=2, raw_points=75)]
    assert places(scores, "first_places", "raw_points") == [("b", 1), ("a", 2)]
    why = why_of(rank(scores, ["first_places", "raw_points"]), "b", "a")
    assert why == "Both have 20 points. Bo: more points in the shakes, 75 to 70."


def met(*tables: dict[str, list[float]]) -> Meetings:
    return Meetings(
        (number, key, points)
        for number, table in enumerate(tables)
        for key, several in table.items()
        for points in several
    )


def test_head_to_head_counts_only_those_who_are_tied() -> None:
    """Ada beat Bo at a table that Dee won; Dee is not tied and does not count."""
    tables = met({"a": [4], "b": [2], "d": [6]}, {"c": [6], "d": [2]})
    scores = [score("b", 20), score("a", 20), score("c", 20), score("d", 18)]
    assert places(scores, "head_to_head", meetings=lambda: tables) == [("a", 1), ("c", 2), ("b", 3), ("d", 4)]


def test_head_to_head_of_teams_counts_every_pair_of_members() -> None:
    tables = met({"a": [6, 2], "b": [4]}, {"a": [2], "b": [6]})
    assert places([score("a", 50), score("b", 50)], "head_to_head", meetings=lambda: tables) == [("b", 1), ("a", 2)]


def test_meetings_are_asked_for_only_when_a_tie_gets_that_far() -> None:
    asked = []

    def meetings() -> Meetings:
        asked.append(1)
        return met({"a": [6], "b": [4]})

    places([score("a", 20), score("b", 18)], "head_to_head", meetings=meetings)
    places([score("a", 20, first_places=1), score("b", 20)], "first_places", "head_to_head", meetings=meetings)
    assert asked == []
    four = [score("a", 20), score("b", 20), score("c", 18), score("d", 18)]
    assert places(four, "head_to_head", meetings=meetings) == [("a", 1), ("b", 2), ("c", 3), ("d", 3)]
    assert asked == [1]


def test_lot_is_the_same_for_the_same_seed() -> None:
    scores = [score(key, 20) for key in "abcd"]
    drawn = places(scores, "lot", lot=Lot(7))
    assert drawn == places(list(reversed(scores)), "lot", lot=Lot(7))
    assert [rank for _, rank in drawn] == [1, 2, 3, 4]
    assert {tuple(places(scores, "lot", lot=Lot(seed))) for seed in range(20)} != {tuple(drawn)}


def test_lot_is_drawn_by_what_stands_on_the_tickets() -> None:
    """The keys of a database are others where the tournament is read in again; the tickets are the same."""
    drawn = {lot: [] for lot in range(5)}
    for keys in ("abcd", "wxyz"):
        tickets = {key: f"player {number}" for number, key in enumerate(keys)}
        scores = [score(key, 20) for key in keys]
        for seed, found in drawn.items():
            ranked = places(scores, "lot", lot=Lot(seed, lambda tickets=tickets: tickets))
            found.append([tickets[key] for key, _ in ranked])
    assert all(here == there for here, there in drawn.values())
    assert len({tuple(here) for here, _ in drawn.values()}) > 1


def test_without_a_reason_they_are_tied() -> None:
    ranking = rank([score("a", 20), score("b", 20)], ["first_places"])
    assert [row.tied for row in ranking.rows] == [True, True]
    assert why_of(ranking, "a", "b") == "Ada and Bo are tied with 20 points."


def test_why_by_points() -> None:
    assert why_of(rank([score("a", "5.25"), score("b", 4)]), "a", "b") == "Ada has 5.25 points, Bo 4."


def test_bonus_goes_to_who_came() -> None:
    """A Saturday's lowest is 8 and its highest 20 (F25)."""
    low, high, absent = score("a", 6), score("b", 18), score("c", 0, played=0)
    assert [with_bonus(each, 2).points for each in (low, high, absent)] == [8, 20, 0]


@pytest.mark.parametrize(("short", "points"), [("zero", Decimal(64)), ("scale", Decimal("80.00"))])
def test_short_team_counts_as_chosen(short: str, points: Decimal) -> None:
    team = of_full_size(score("team", 64, played=4), 5, short)
    assert (team.points, team.played) == (points, 4)


def test_sweepstakes_count_the_best_events_of_who_played_enough() -> None:
    events = [score("e", 18), score("o", 22), score("w", 20), score("never", 0, played=0)]
    assert [best_of("a", events, best=best, least=3).points for best in (None, 2, 1)] == [60, 42, 22]
    assert best_of("a", events, best=None, least=4) is None


@pytest.mark.parametrize(
    ("points", "rounds", "bonus", "perfect"),
    [(24, 4, 0, True), (23, 4, 0, False), (18, 3, 0, False), (26, 4, 2, True), (24, 4, 2, False)],
)
def test_perfect_is_six_in_every_round(points: int, rounds: int, bonus: int, perfect: bool) -> None:
    assert is_perfect(score("a", points, rounds=rounds), rounds=4, best=6, bonus=bonus) is perfect


def test_pending_protest_reaches_as_far_as_its_table_could_change() -> None:
    """Bo has 16 and could get four more or two less; Cleo cannot be moved by Dee, only by Bo."""
    ranking = rank([score("a", 19), score("b", 16), score("c", 15), score("d", 10)])
    assert reach(ranking, {"b": Swing(Decimal(2), Decimal(4))}) == {
        "a": Reach(1, 2),
        "b": Reach(1, 3),
        "c": Reach(2, 3),
    }
    assert reach(ranking, {}) == {}
    assert reach(ranking, {"d": Swing(Decimal(2), Decimal(4))}) == {}


def test_protest_between_tied_players_could_break_the_tie() -> None:
    ranking = rank([score("a", 16), score("b", 16), score("c", 10)])
    assert reach(ranking, {"a": Swing(Decimal(2), Decimal(0))}) == {"a": Reach(1, 2), "b": Reach(1, 2)}


def fates(ranking: Ranking, places: int, sections: dict[str, str] | None = None) -> str:
    short = {Fate.ON: "+", Fate.TIED: "?", Fate.OUT: "-"}
    found = cut(ranking, places, sections)
    return " ".join(f"{row.score.key}{short[found[row.score.key]]}" for row in ranking.rows)


@pytest.mark.parametrize(
    ("places", "expected"),
    [(0, "a- b- c- d- e-"), (1, "a+ b- c- d- e-"), (2, "a+ b? c? d- e-"), (3, "a+ b+ c+ d- e-"), (9, "a+ b+ c+ d+ e+")],
)
def test_cut_lets_nobody_through_by_chance(places: int, expected: str) -> None:
    ranking = rank([score("a", 20), score("b", 18), score("c", 18), score("d", 15), score("e", 14)])
    assert fates(ranking, places) == expected


def test_winners_of_sections_go_on_first() -> None:
    ranking = rank([score("a", 20), score("b", 18), score("c", 17), score("d", 15)])
    sections = {"a": "A", "b": "A", "c": "A", "d": "B"}
    assert fates(ranking, 3, sections) == "a+ b+ c- d+"
    assert fates(ranking, 1, sections) == "a? b- c- d?"


def test_moves_name_who_rose_fell_and_came() -> None:
    before = rank([score("a", 10), score("b", 8), score("c", 6)])
    after = rank([score("a", 10), score("b", 8), score("c", 12), score("d", 1)])
    assert [(move.row.score.key, move.was, move.row.rank, move.gained) for move in moves(before, after)] == [
        ("c", 3, 1, 6),
        ("a", 1, 2, 0),
        ("b", 2, 3, 0),
        ("d", None, 4, 1),
    ]


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


swings = st.dictionaries(st.integers(0, 10**6), st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=4)


@given(scores, swings, st.randoms())
def test_no_decision_moves_anybody_out_of_reach(found: list[Score], bounds: dict[int, tuple[int, int]], lot) -> None:
    """Whatever the panel decides within the bounds, everybody's rank is where it was said it could be."""
    wanted = dict(zip([each.key for each in found], bounds.values(), strict=False))
    before = rank(found, ["first_places"])
    reachable = reach(before, {key: Swing(Decimal(down), Decimal(up)) for key, (down, up) in wanted.items()})
    decided = [
        each._replace(points=each.points + lot.randint(-wanted[each.key][0], wanted[each.key][1]))
        if each.key in wanted
        else each
        for each in found
    ]
    for row in rank(decided, ["first_places"]).rows:
        said = reachable.get(row.score.key) or Reach(*[before.of(row.score.key).rank] * 2)
        assert said.best <= row.rank <= said.worst
