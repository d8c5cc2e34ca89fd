"""Pure standings: sums, ties, each tie-break by a hand-made case, and why one is above another."""

from __future__ import annotations

from collections.abc import Hashable
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import (
    TIE_BREAKS,
    Advancement,
    Meetings,
    PendingPoints,
    RandomDraw,
    Ranking,
    RankRange,
    Score,
    add_attendance_bonus,
    apply_cutoff,
    explain_order,
    is_perfect_score,
    possible_ranks,
    rank_changes,
    rank_scores,
    scale_short_team,
    school_average,
    school_best_five,
    sweepstakes_total,
)
from tests.helpers import require
from tournament.game_settings import TIE_BREAKS as CHOICES

NAMES: dict[Hashable, str] = {"a": "Ada", "b": "Bo", "c": "Cleo", "d": "Dee"}


def score(key: str, points: float | str, **more: Any) -> Score:
    return Score(key, Decimal(str(points)))._replace(**more)


def explain(ranking: Ranking, above: str, below: str) -> str:
    return explain_order(ranking.get(above), ranking.get(below), NAMES)


def ranks(scores: list[Score], *tie_breaks: str, **more: Any) -> list[tuple[Hashable, int]]:
    return [(row.score.key, row.rank) for row in rank_scores(scores, tie_breaks, **more).rows]


def test_every_tie_break_setting_has_a_tie_break() -> None:
    assert list(TIE_BREAKS) == list(CHOICES)


def test_ties_share_a_rank_and_the_next_is_skipped() -> None:
    scores = [score("a", 20), score("b", 22), score("c", 20), score("d", 18)]
    assert ranks(scores) == [("b", 1), ("a", 2), ("c", 2), ("d", 4)]


@pytest.mark.parametrize(
    ("tie_break", "a", "b", "sentence"),
    [
        ("first_places", {"first_places": 3}, {"first_places": 2}, "Ada has more first places, 3 to 2."),
        ("raw_points", {"raw_points": 80}, {"raw_points": 78}, "Ada scored more points in shakes, 80 to 78."),
        ("fewest_penalties", {"penalties": 1}, {"penalties": 4}, "Ada lost fewer points to penalties, 1 to 4."),
    ],
)
def test_tie_break_decides_and_says_so(tie_break: str, a: dict, b: dict, sentence: str) -> None:
    ranking = rank_scores([score("b", 20, **b), score("a", 20, **a)], [tie_break])
    assert [(row.score.key, row.rank) for row in ranking.rows] == [("a", 1), ("b", 2)]
    assert explain(ranking, "a", "b") == f"Both have 20 points. {sentence}"


def test_tie_breaks_apply_in_order() -> None:
    scores = [score("a", 20, first_places=2, raw_points=70), score("b", 20, first_places=2, raw_points=75)]
    assert ranks(scores, "first_places", "raw_points") == [("b", 1), ("a", 2)]
    sentence = explain(rank_scores(scores, ["first_places", "raw_points"]), "b", "a")
    assert sentence == "Both have 20 points. Bo scored more points in shakes, 75 to 70."


def meetings(*tables: dict[str, list[float]]) -> Meetings:
    return Meetings(
        (number, key, points)
        for number, table in enumerate(tables)
        for key, several in table.items()
        for points in several
    )


def test_head_to_head_counts_only_tied_players() -> None:
    """Ada beat Bo at a table that Dee won. Dee isn't tied, so she doesn't count."""
    tables = meetings({"a": [4], "b": [2], "d": [6]}, {"c": [6], "d": [2]})
    scores = [score("b", 20), score("a", 20), score("c", 20), score("d", 18)]
    assert ranks(scores, "head_to_head", load_meetings=lambda: tables) == [("a", 1), ("c", 2), ("b", 3), ("d", 4)]


def test_head_to_head_says_wins_minus_losses() -> None:
    tables = meetings({"a": [4], "b": [2]})
    ranking = rank_scores([score("a", 20), score("b", 20)], ["head_to_head"], lambda: tables)
    assert (
        explain(ranking, "a", "b") == "Both have 20 points. Head to head (wins minus losses), Ada has 1 and Bo has −1."
    )


def test_head_to_head_of_teams_counts_every_pair_of_members() -> None:
    tables = meetings({"a": [6, 2], "b": [4]}, {"a": [2], "b": [6]})
    assert ranks([score("a", 50), score("b", 50)], "head_to_head", load_meetings=lambda: tables) == [("b", 1), ("a", 2)]


def test_meetings_load_only_when_a_tie_gets_that_far() -> None:
    calls = []

    def load_meetings() -> Meetings:
        calls.append(1)
        return meetings({"a": [6], "b": [4]})

    ranks([score("a", 20), score("b", 18)], "head_to_head", load_meetings=load_meetings)
    ranks([score("a", 20, first_places=1), score("b", 20)], "first_places", "head_to_head", load_meetings=load_meetings)
    assert calls == []
    four = [score("a", 20), score("b", 20), score("c", 18), score("d", 18)]
    assert ranks(four, "head_to_head", load_meetings=load_meetings) == [("a", 1), ("b", 2), ("c", 3), ("d", 3)]
    assert calls == [1]


def test_random_draw_repeats_with_its_seed() -> None:
    scores = [score(key, 20) for key in "abcd"]
    drawn = ranks(scores, "lot", random_draw=RandomDraw(7))
    assert drawn == ranks(list(reversed(scores)), "lot", random_draw=RandomDraw(7))
    assert [rank for _, rank in drawn] == [1, 2, 3, 4]
    assert {tuple(ranks(scores, "lot", random_draw=RandomDraw(seed))) for seed in range(20)} != {tuple(drawn)}


def test_random_draw_depends_on_tickets_not_on_keys() -> None:
    """Primary keys change when a tournament is restored from an archive; tickets don't."""
    drawn: dict[int, list[list[str]]] = {seed: [] for seed in range(5)}
    for keys in ("abcd", "wxyz"):
        tickets: dict[Hashable, str] = {key: f"player {number}" for number, key in enumerate(keys)}
        scores = [score(key, 20) for key in keys]
        for seed, found in drawn.items():
            ranked = ranks(scores, "lot", random_draw=RandomDraw(seed, tickets.copy))
            found.append([tickets[key] for key, _ in ranked])
    assert all(here == there for here, there in drawn.values())
    assert len({tuple(here) for here, _ in drawn.values()}) > 1


def test_scores_that_no_tie_break_separates_stay_tied() -> None:
    ranking = rank_scores([score("a", 20), score("b", 20)], ["first_places"])
    assert [row.tied for row in ranking.rows] == [True, True]
    assert explain(ranking, "a", "b") == "Ada and Bo are tied with 20 points."


def test_points_explain_the_order() -> None:
    assert explain(rank_scores([score("a", "5.25"), score("b", 4)]), "a", "b") == "Ada has 5.25 points, and Bo has 4."


def test_attendance_bonus_goes_to_players_who_attended() -> None:
    """On a league Saturday, the lowest score is 8 and the highest 20 (F25)."""
    low, high, absent = score("a", 6), score("b", 18), score("c", 0, played=0)
    assert [add_attendance_bonus(each, 2).points for each in (low, high, absent)] == [8, 20, 0]


@pytest.mark.parametrize(("short", "points"), [("zero", Decimal(64)), ("scale", Decimal("80.00"))])
def test_short_team_counts_as_the_setting_says(short: str, points: Decimal) -> None:
    team = scale_short_team(score("team", 64, played=4), 5, short)
    assert (team.points, team.played) == (points, 4)


def test_sweepstakes_count_the_best_events_of_those_who_played_enough() -> None:
    events = [score("e", 18), score("o", 22), score("w", 20), score("never", 0, played=0)]
    assert [require(sweepstakes_total("a", events, best=best, least=3)).points for best in (None, 2, 1)] == [60, 42, 22]
    assert sweepstakes_total("a", events, best=None, least=4) is None


@pytest.mark.parametrize(
    ("points", "rounds", "bonus", "perfect"),
    [(24, 4, 0, True), (23, 4, 0, False), (18, 3, 0, False), (26, 4, 2, True), (24, 4, 2, False)],
)
def test_perfect_is_six_in_every_round(points: int, rounds: int, bonus: int, perfect: bool) -> None:
    assert is_perfect_score(score("a", points, rounds=rounds), rounds=4, best=6, bonus=bonus) is perfect


def test_pending_protest_changes_ranks_only_as_far_as_its_points_could() -> None:
    """Bo has 16 and could gain 4 or lose 2. That could change Cleo's rank; Dee's pending points couldn't."""
    ranking = rank_scores([score("a", 19), score("b", 16), score("c", 15), score("d", 10)])
    assert possible_ranks(ranking, {"b": PendingPoints(Decimal(2), Decimal(4))}) == {
        "a": RankRange(1, 2),
        "b": RankRange(1, 3),
        "c": RankRange(2, 3),
    }
    assert possible_ranks(ranking, {}) == {}
    assert possible_ranks(ranking, {"d": PendingPoints(Decimal(2), Decimal(4))}) == {}


def test_protest_between_tied_players_could_break_the_tie() -> None:
    ranking = rank_scores([score("a", 16), score("b", 16), score("c", 10)])
    assert possible_ranks(ranking, {"a": PendingPoints(Decimal(2), Decimal(0))}) == {
        "a": RankRange(1, 2),
        "b": RankRange(1, 2),
    }


def advancing(ranking: Ranking, places: int, sections: dict[Hashable, str] | None = None) -> str:
    short = {Advancement.ADVANCES: "+", Advancement.TIED: "?", Advancement.OUT: "-"}
    advancement = apply_cutoff(ranking, places, sections)
    return " ".join(f"{row.score.key}{short[advancement[row.score.key]]}" for row in ranking.rows)


@pytest.mark.parametrize(
    ("places", "expected"),
    [(0, "a- b- c- d- e-"), (1, "a+ b- c- d- e-"), (2, "a+ b? c? d- e-"), (3, "a+ b+ c+ d- e-"), (9, "a+ b+ c+ d+ e+")],
)
def test_cutoff_never_decides_by_chance(places: int, expected: str) -> None:
    ranking = rank_scores([score("a", 20), score("b", 18), score("c", 18), score("d", 15), score("e", 14)])
    assert advancing(ranking, places) == expected


def test_section_winners_advance_first() -> None:
    ranking = rank_scores([score("a", 20), score("b", 18), score("c", 17), score("d", 15)])
    sections: dict[Hashable, str] = {"a": "A", "b": "A", "c": "A", "d": "B"}
    assert advancing(ranking, 3, sections) == "a+ b+ c- d+"
    assert advancing(ranking, 1, sections) == "a? b- c- d?"


def test_rank_changes_list_everyone_who_rose_fell_or_is_new() -> None:
    before = rank_scores([score("a", 10), score("b", 8), score("c", 6)])
    after = rank_scores([score("a", 10), score("b", 8), score("c", 12), score("d", 1)])
    assert [
        (each.row.score.key, each.old_rank, each.row.rank, each.gained) for each in rank_changes(before, after)
    ] == [
        ("c", 3, 1, 6),
        ("a", 1, 2, 0),
        ("b", 2, 3, 0),
        ("d", None, 4, 1),
    ]


def test_school_average_and_best_five() -> None:
    members = [score(str(number), points) for number, points in enumerate((20, 18, 17, 15, 14, 11))]
    members.append(score("absent", 0, played=0))
    assert school_average("school", members) == Score("school", Decimal("15.83"), 6)
    assert school_best_five("school", members) == Score("school", Decimal(84), 5)


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
def test_ranks_do_not_depend_on_the_order_of_scores(found: list[Score], order: list[str], random: Random) -> None:
    shuffled = list(found)
    random.shuffle(shuffled)
    one, other = (dict(ranks(each, *order)) for each in (found, shuffled))
    assert one == other
    for row in rank_scores(found, order).rows:
        assert row.rank == 1 + sum(one[each.key] < one[row.score.key] for each in found)


bounds = st.dictionaries(st.integers(0, 10**6), st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=4)


@given(scores, bounds, st.randoms())
def test_every_decision_stays_within_the_possible_ranks(
    found: list[Score], bounds: dict[int, tuple[int, int]], random: Random
) -> None:
    """Whatever the panel decides within the bounds, everyone's rank stays within its range."""
    wanted = dict(zip([each.key for each in found], bounds.values(), strict=False))
    before = rank_scores(found, ["first_places"])
    possible = possible_ranks(
        before, {key: PendingPoints(Decimal(down), Decimal(up)) for key, (down, up) in wanted.items()}
    )
    decided = [
        each._replace(points=each.points + random.randint(-wanted[each.key][0], wanted[each.key][1]))
        if each.key in wanted
        else each
        for each in found
    ]
    for row in rank_scores(decided, ["first_places"]).rows:
        said = possible.get(row.score.key) or RankRange(*[before.get(row.score.key).rank] * 2)
        assert said.best <= row.rank <= said.worst
