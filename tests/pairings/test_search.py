"""The engine on instances with known best results, and properties of every draw."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba.core.dispatcher import Dispatcher

from pairings.engine import kernel
from pairings.engine.bounds import least_spread, lower_bound
from pairings.engine.json_format import format_solution, parse_problem
from pairings.engine.problem import Problem, ProblemError, Quality, measure_quality
from pairings.engine.search import solve
from pairings.engine.sizes import table_sizes
from tests.pairings.instances import BEST, NAMES, count_costs, load_instance

BETTER_THAN_LISTED = {"k24x11": 0, "t30x12": 0, "t45x20": 0}  # repeats


def solve_instance(name: str, seconds: float = 2.0) -> tuple[dict[str, Any], dict[str, Any]]:
    written = load_instance(name)
    return written, json.loads(format_solution(solve(parse_problem(json.dumps(written | {"seconds": seconds})))))


@pytest.mark.parametrize("name", NAMES)
def test_draw_is_as_good_as_the_best_known(name: str) -> None:
    written, answer = solve_instance(name, seconds=6.0)
    clashes, repeats, spread = count_costs(written, answer["rounds"])
    best, report = BEST[name], answer["report"]
    assert (report["clashes"], report["repeats"], report["spread"] or 0) == (clashes, repeats, spread)
    assert (clashes, repeats) <= (best["clashes"], best["repeats"])
    assert report["bound_clashes"] <= clashes
    assert report["bound_repeats"] <= repeats or clashes > report["bound_clashes"]
    if "spread" in best:
        assert spread <= best["spread"] * 1.01
    if name in BETTER_THAN_LISTED:
        assert repeats == BETTER_THAN_LISTED[name]


@pytest.mark.parametrize("name", [name for name in NAMES if BEST[name]["bound_clashes"]])
def test_unavoidable_clashes_are_proven(name: str) -> None:
    report = solve_instance(name)[1]["report"]
    proven = (BEST[name]["bound_clashes"], BEST[name]["bound_repeats"])
    assert (report["bound_clashes"], report["bound_repeats"]) == proven


@pytest.mark.parametrize("name", ["s60h4", "b60h4_12", "n31x05", "k12x05", "u30over"])
def test_same_instance_and_seed_give_the_same_draw(name: str) -> None:
    assert solve_instance(name) == solve_instance(name)


def test_another_seed_gives_another_draw() -> None:
    problem = parse_problem(json.dumps(load_instance("n31x05")))
    assert solve(replace(problem, seed=1)).rounds != solve(replace(problem, seed=2)).rounds


# -- bounds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("team", "rounds", "sizes", "bound"),
    [
        ([1] * 12 + [2] * 9 + [3] * 9, 5, [3] * 10, (10, 0)),
        ([0] * 5 + [1] * 5 + [2] * 5, 6, [3] * 5, (0, 15)),
        (list(range(12)), 5, [3] * 4, (0, 1)),
        (list(range(12)), 4, [3] * 4, (0, 0)),
        (list(range(6)), 2, [3, 3], (0, 2)),
        ([1, 1, 1, 2], 1, [2, 2], (1, 0)),
    ],
)
def test_bound_by_counting(team: list[int], rounds: int, sizes: list[int], bound: tuple[int, int]) -> None:
    found = lower_bound(Problem(team=tuple(team), rounds=rounds, sizes=tuple(sizes)))
    assert (found.clashes, found.repeats) == bound


# -- properties of every draw -----------------------------------------------------------------------------------------


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    n = draw(st.integers(4, 40))
    teams = draw(st.integers(1, 12))
    order = draw(st.permutations(range(n)))
    with_past = draw(st.booleans())
    sizes = table_sizes(n, minimum=2, preferred=3, maximum=3)
    ends = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    past = tuple(tuple(order[ends[at] : ends[at + 1]]) for at in range(len(sizes)))
    return Problem(
        team=tuple(draw(st.integers(0, teams - 1)) for _ in range(n)),
        rounds=draw(st.integers(1, 3)),
        sizes=sizes,
        history=(past,) if with_past else (),
        scores=tuple(draw(st.integers(0, 24)) for _ in range(n)) if draw(st.booleans()) else None,
        locked=(tuple(order[:2]),) if draw(st.booleans()) else (),
        seed=draw(st.integers(0, 1000)),
        seconds=0.01,
    )


@settings(max_examples=60, deadline=None)
@given(problem=problems())
def test_every_draw_seats_everyone_once_at_tables_of_the_right_size(problem: Problem) -> None:
    answer = solve(problem)
    for tables in answer.rounds:
        assert sorted(player for table in tables for player in table) == list(range(problem.n))
        assert sorted(map(len, tables), reverse=True) == sorted(problem.sizes, reverse=True)
        for group in problem.locked:
            assert any(set(group) <= set(table) for table in tables)
    assert len(answer.rounds) == problem.rounds
    assert answer.quality == measure_quality(problem, answer.rounds)
    assert answer.bound.clashes <= answer.quality.clashes
    assert solve(problem) == answer


@settings(max_examples=30, deadline=None)
@given(problem=problems(), names=st.permutations(range(12)))
def test_names_of_teams_do_not_matter(problem: Problem, names: list[int]) -> None:
    renamed = replace(problem, team=tuple(f"team {names[int(str(team))]}" for team in problem.team))
    assert solve(renamed).rounds == solve(problem).rounds


def test_schools_are_apart_where_that_costs_nothing_else() -> None:
    schools = tuple(player % 4 for player in range(12))
    problem = Problem(team=tuple(range(12)), rounds=1, sizes=(3,) * 4, schools=schools)
    tables = solve(problem).rounds[0]
    assert [len({schools[player] for player in table}) for table in tables] == [3, 3, 3, 3]


def test_small_tables_go_to_players_without_an_earlier_one() -> None:
    problem = Problem(team=tuple(range(11)), rounds=1, sizes=(3, 3, 3, 2), small_table_counts=(1,) * 9 + (0, 0))
    small = next(table for table in solve(problem).rounds[0] if len(table) == 2)
    assert sorted(small) == [9, 10]


# -- impossible instances --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"table_sizes": [3, 3]}, "The tables have 6 seats, but there are 9 players."),
        ({"team": [1]}, "The team list has 1 entries for 9 players. Each player needs one."),
        ({"team": [None] * 9}, "Each team must be a number or a name."),
        ({"history": [[[0, 1, 9]]]}, "Player 9 doesn’t exist (history, round 1)."),
        ({"history": [[[0, 1], [1, 2]]]}, "Player 1 is listed twice (history, round 1)."),
        ({"history": [3]}, "Each round of history must be a list of tables."),
        ({"scores": [1]}, "scores has 1 values, but there are 9 players."),
        ({"scores": ["x"] * 9}, "Each score must be a number."),
        ({"bands": [{"players": [0, 1, 2]}]}, "Each player must be in a band."),
        ({"bands": [[0, 1, 2, 3], [4, 5, 6, 7, 8]]}, "The bands don’t fit these tables."),
        ({"rounds": 0}, "Assign at least 1 round."),
        ({"rounds": "4"}, "rounds must be a whole number, 0 or more."),
        ({"seconds": -1}, "seconds must be a number from 0 to 3600."),
        ({"n": 0, "team": [], "table_sizes": []}, "There are no players to seat."),
    ],
)
def test_impossible_instance_says_why(change: dict[str, Any], sentence: str) -> None:
    good = {"n": 9, "team": list(range(9)), "rounds": 4, "table_sizes": [3, 3, 3]}
    with pytest.raises(ProblemError) as refusal:
        solve(parse_problem(json.dumps(good | change)))
    assert str(refusal.value) == sentence


def test_quality_is_compared_field_by_field() -> None:
    assert Quality(0, 5, 900).key < Quality(1, 0, 0).key
    assert Quality(0, 0, 77).key < Quality(0, 1, 0).key


@settings(max_examples=150, deadline=None)
@given(
    points=st.lists(st.integers(0, 6), min_size=4, max_size=7),
    sizes=st.sampled_from([(2, 2), (3, 2), (2, 3), (3, 3), (2, 2, 2), (3, 4), (3, 2, 2)]),
)
def test_least_spread_equals_brute_force(points: list[int], sizes: tuple[int, ...]) -> None:
    points = (points * 2)[: sum(sizes)]
    ends = [sum(sizes[:at]) for at in range(len(sizes) + 1)]

    def spread(order: tuple[int, ...]) -> int:
        tables = [order[begin:end] for begin, end in pairwise(ends)]
        return sum(max(table) - min(table) for table in tables)

    assert least_spread(points, sizes) == min(spread(order) for order in set(permutations(points)))


def test_kernels_release_the_gil() -> None:
    """Compiled code releases the GIL; otherwise one large draw would block a web process for seconds."""
    inner_loops = [each for each in vars(kernel).values() if isinstance(each, Dispatcher)]
    called = [each for each in inner_loops if each.targetoptions.get("inline") != "always"]
    assert len(called) > 5
    assert [each.py_func.__name__ for each in called if not each.targetoptions.get("nogil")] == []
