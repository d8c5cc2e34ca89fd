"""Solves a problem: with a known design if there is one, else round by round, then all rounds together if needed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from pairings.engine import kernel
from pairings.engine.bounds import band_table_sizes, lower_bound
from pairings.engine.designs import Schedule, drop_last_player, schedule_for
from pairings.engine.kernel import Ints
from pairings.engine.problem import Problem, Quality, RoundSeating, Solution, measure_quality
from pairings.engine.round_search import RoundProblem, seat_exactly, seat_round, weights

MOST_PLAYERS_TO_SOLVE_EXACTLY = 15


def solve(problem: Problem) -> Solution:
    """The best solution that the search finds, with its quality and the lower bound."""
    bound = _sharpen_bound(problem, lower_bound(problem))
    design = _design_schedule(problem)
    if design is not None:
        return Solution(design, measure_quality(problem, design), bound, "a known design")
    rounds = _round_by_round(problem)
    quality = measure_quality(problem, rounds)
    is_free = not (problem.scores or problem.bands or problem.locked)
    if problem.rounds > 1 and is_free and quality.key > bound.key:
        rounds = min(rounds, _all_together(problem, rounds, bound), key=lambda each: measure_quality(problem, each).key)
    return Solution(rounds, measure_quality(problem, rounds), bound, "search")


# -- known designs ----------------------------------------------------------------------------------------------------


def _design_schedule(problem: Problem) -> Schedule | None:
    """A known design with its players shuffled, or None.

    Designs fit teams of equal size at tables of three in a first round, or one player fewer with one table of two.
    """
    if problem.history or problem.scores or problem.bands or problem.locked or problem.schools:
        return None
    sizes = Counter(problem.sizes)
    if set(sizes) - {2, 3} or sizes[2] > 1:
        return None
    random = Random(problem.seed)  # noqa: S311 -- a draw must be repeatable
    teams = _players_by_team(problem.team)
    random.shuffle(teams)
    teams.sort(key=len, reverse=True)
    counts = [len(members) for members in teams]
    if sizes[2]:
        complete = [1] * (len(counts) + 1) if counts[0] == 1 else [counts[0]] * len(counts)
        schedule = schedule_for(complete, problem.rounds) if sum(complete) == problem.n + 1 else None
        schedule = drop_last_player(schedule) if schedule else None
    else:
        schedule = schedule_for(counts, problem.rounds)
    if schedule is None:
        return None
    number = [player for members in teams for player in random.sample(members, len(members))]
    rounds = [[tuple(number[seat] for seat in table) for table in tables] for tables in schedule]
    for tables in rounds:
        random.shuffle(tables)
    return tuple(map(tuple, rounds))


def _players_by_team(team: Sequence[Hashable]) -> list[list[int]]:
    members: dict[Hashable, list[int]] = defaultdict(list)
    for player, name in enumerate(team):
        members[name].append(player)
    return list(members.values())


# -- one round after the other ----------------------------------------------------------------------------------------


def _round_by_round(problem: Problem) -> tuple[RoundSeating, ...]:
    rounds: list[RoundSeating] = []
    met = _meeting_counts(problem.n, problem.history)
    weight = weights(problem.n, scored=bool(problem.scores))
    fixed_costs = weight.clash * _share_label(problem.team)
    if problem.schools:
        fixed_costs += weight.school * _share_label(problem.schools)
    small_table_counts = np.array(problem.small_table_counts or [0] * problem.n, np.int64)
    for number in range(problem.rounds):
        pair_costs = fixed_costs + weight.repeat * (met > 0)
        tables = seat_round(_round_problem(problem, pair_costs, small_table_counts, problem.seed * 1_000 + number))
        rounds.append(tables)
        met += _meeting_counts(problem.n, [tables])
        small_table_counts[[player for table in tables if len(table) < max(problem.sizes) for player in table]] += 1
    return tuple(rounds)


def _round_problem(problem: Problem, pair_costs: Ints, small_table_counts: Ints, seed: int) -> RoundProblem:
    order = problem.order()
    rank = np.empty(problem.n, np.int64)
    rank[order] = np.arange(problem.n)
    if not problem.scores:
        Random(seed).shuffle(order)  # noqa: S311 -- a draw must be repeatable
    band = np.zeros(problem.n, np.int64)
    for number, members in enumerate(problem.bands):
        band[list(members)] = number
    round_problem = RoundProblem(
        pair_costs=pair_costs,
        rank=rank,
        ranking=tuple(sorted(order, key=lambda player: band[player])),
        band=band,
        sizes=tuple(size for of_band in band_table_sizes(problem) for size in of_band),
        small_table_counts=small_table_counts.copy(),
        spread=weights(problem.n, scored=bool(problem.scores)).spread,
        locked=problem.locked,
        seed=seed,
    )
    tries = problem.attempts(round_problem.steps * problem.rounds, most=max(1, min(6, 600 // problem.n)))
    return replace(round_problem, attempts=tries if problem.scores else 1)


def _meeting_counts(n: int, rounds: Sequence[RoundSeating]) -> Ints:
    met = np.zeros((n, n), np.int64)
    for table in (table for tables in rounds for table in tables):
        for one in table:
            for other in table:
                met[one, other] += one != other
    return met


def _share_label(labels: Sequence[Hashable]) -> Ints:
    """A matrix with 1 for each pair of players with the same label, such as a team."""
    number = {label: index for index, label in enumerate(dict.fromkeys(labels))}
    column = np.array([number[label] for label in labels], np.int64)
    same: Ints = (column[:, None] == column[None, :]).astype(np.int64)
    np.fill_diagonal(same, 0)
    return same


# -- all rounds together ----------------------------------------------------------------------------------------------


def _all_together(problem: Problem, rounds: Sequence[RoundSeating], bound: Quality) -> tuple[RoundSeating, ...]:
    """A better schedule for tight problems: every round can still change while the others do."""
    start = np.concatenate([[0], np.cumsum([len(table) for table in rounds[0]])]).astype(np.int64)
    clash, steps = 4, 20_000 * problem.n * problem.rounds
    odds = kernel.acceptance_odds("1.1", "0.16", 100, 40)
    best = tuple(rounds)
    for attempt in range(problem.attempts(steps, most=40)):
        _, seats = kernel.anneal_schedule(
            np.array([[player for table in tables for player in table] for tables in rounds], np.int64),
            start,
            kernel.MeetingCosts(_meeting_counts(problem.n, problem.history), _share_label(problem.team), clash),
            kernel.Annealing(odds, steps, problem.seed * 100 + attempt),
            target=clash * bound.clashes + bound.repeats,
        )
        candidate = tuple(
            tuple(tuple(int(p) for p in row[start[t] : start[t + 1]]) for t in range(len(start) - 1)) for row in seats
        )
        best = min(best, candidate, key=lambda each: measure_quality(problem, each).key)
        if measure_quality(problem, best).key[:2] == bound.key[:2]:
            break
    return best


# -- bounds by exact search -------------------------------------------------------------------------------------------


def _sharpen_bound(problem: Problem, bound: Quality) -> Quality:
    """A better lower bound from small bands, which can be solved exactly."""
    if not problem.bands or problem.rounds != 1 or len(set(problem.sizes)) > 1:
        return bound
    met = _meeting_counts(problem.n, problem.history) > 0
    no_twos = np.zeros(problem.n, np.int64)
    weight = weights(problem.n, scored=True)
    pair_costs = weight.clash * _share_label(problem.team) + weight.repeat * met
    round_problem = _round_problem(problem, pair_costs, no_twos, 0)
    clashes = repeats = 0
    for members, sizes in zip(problem.bands, band_table_sizes(problem), strict=True):
        if len(members) > MOST_PLAYERS_TO_SOLVE_EXACTLY or set(sizes) - {2, 3}:
            continue
        ends = np.cumsum((0, *sizes))
        tables = [tuple(members[ends[t] : ends[t + 1]]) for t in range(len(sizes))]
        _, seated = seat_exactly(round_problem, tables)
        quality = measure_quality(problem, [tuple(seated)])
        clashes, repeats = clashes + quality.clashes, repeats + quality.repeats
    return Quality(max(clashes, bound.clashes), max(repeats, bound.repeats), bound.spread)
