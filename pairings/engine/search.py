"""Finds a draw: by a known design where there is one, otherwise round by round; all rounds together if it is tight."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from pairings.engine import kernel
from pairings.engine.bounds import bound_of, sizes_of_bands
from pairings.engine.designs import Schedule, schedule_for, without_last
from pairings.engine.kernel import Ints
from pairings.engine.odds import cooling
from pairings.engine.problem import Draw, Figures, Problem, Round, figures_of
from pairings.engine.seating import Seating, best_of_all, seat, weights

EXACT_UP_TO = 15


def solve(problem: Problem) -> Draw:
    """The best draw that is found, with its figures, and what no draw can go below."""
    bound = _proven(problem, bound_of(problem))
    known = _by_design(problem)
    if known is not None:
        return Draw(known, figures_of(problem, known), bound, "a known design")
    rounds = _round_by_round(problem)
    figures = figures_of(problem, rounds)
    is_free = not (problem.scores or problem.bands or problem.locked)
    if problem.rounds > 1 and is_free and figures.key > bound.key:
        rounds = min(rounds, _all_together(problem, rounds, bound), key=lambda each: figures_of(problem, each).key)
    return Draw(rounds, figures_of(problem, rounds), bound, "search")


# -- known designs ----------------------------------------------------------------------------------------------------


def _by_design(problem: Problem) -> Schedule | None:
    """Teams of equal size at tables of three, without a past; or one player fewer, at one table of two."""
    if problem.history or problem.scores or problem.bands or problem.locked or problem.schools:
        return None
    sizes = Counter(problem.sizes)
    if set(sizes) - {2, 3} or sizes[2] > 1:
        return None
    lot = Random(problem.seed)  # noqa: S311 -- a draw must be repeatable
    teams = _team_by_team(problem.team)
    lot.shuffle(teams)
    teams.sort(key=len, reverse=True)
    counts = [len(members) for members in teams]
    if sizes[2]:
        complete = [1] * (len(counts) + 1) if counts[0] == 1 else [counts[0]] * len(counts)
        found = schedule_for(complete, problem.rounds) if sum(complete) == problem.n + 1 else None
        found = without_last(found) if found else None
    else:
        found = schedule_for(counts, problem.rounds)
    if found is None:
        return None
    number = [player for members in teams for player in lot.sample(members, len(members))]
    rounds = [[tuple(number[seat] for seat in table) for table in tables] for tables in found]
    for tables in rounds:
        lot.shuffle(tables)
    return tuple(map(tuple, rounds))


def _team_by_team(team: Sequence[Hashable]) -> list[list[int]]:
    members: dict[Hashable, list[int]] = defaultdict(list)
    for player, name in enumerate(team):
        members[name].append(player)
    return list(members.values())


# -- one round after the other ----------------------------------------------------------------------------------------


def _round_by_round(problem: Problem) -> tuple[Round, ...]:
    rounds: list[Round] = []
    met = _met(problem.n, problem.history)
    weight = weights(problem.n, scored=bool(problem.scores))
    wishes = weight.clash * _same(problem.team)
    if problem.schools:
        wishes += weight.school * _same(problem.schools)
    twos = np.array(problem.twos or [0] * problem.n, np.int64)
    for number in range(problem.rounds):
        tables = seat(_seating(problem, wishes + weight.repeat * (met > 0), twos, problem.seed * 1_000 + number))
        rounds.append(tables)
        met += _met(problem.n, [tables])
        twos[[player for table in tables if len(table) < max(problem.sizes) for player in table]] += 1
    return tuple(rounds)


def _seating(problem: Problem, company: Ints, twos: Ints, seed: int) -> Seating:
    order = problem.order()
    rank = np.empty(problem.n, np.int64)
    rank[order] = np.arange(problem.n)
    if not problem.scores:
        Random(seed).shuffle(order)  # noqa: S311 -- a draw must be repeatable
    band = np.zeros(problem.n, np.int64)
    for number, members in enumerate(problem.bands):
        band[list(members)] = number
    seating = Seating(
        company=company,
        rank=rank,
        line=tuple(sorted(order, key=lambda player: band[player])),
        band=band,
        sizes=tuple(size for of_band in sizes_of_bands(problem) for size in of_band),
        twos=twos.copy(),
        spread=weights(problem.n, scored=bool(problem.scores)).spread,
        locked=problem.locked,
        seed=seed,
    )
    tries = problem.attempts(seating.steps * problem.rounds, most=max(1, min(6, 600 // problem.n)))
    return replace(seating, attempts=tries if problem.scores else 1)


def _met(n: int, rounds: Sequence[Round]) -> Ints:
    met = np.zeros((n, n), np.int64)
    for table in (table for tables in rounds for table in tables):
        for one in table:
            for other in table:
                met[one, other] += one != other
    return met


def _same(labels: Sequence[Hashable]) -> Ints:
    """1 for each two with the same label."""
    number = {label: at for at, label in enumerate(dict.fromkeys(labels))}
    column = np.array([number[label] for label in labels], np.int64)
    same: Ints = (column[:, None] == column[None, :]).astype(np.int64)
    np.fill_diagonal(same, 0)
    return same


# -- all rounds together ----------------------------------------------------------------------------------------------


def _all_together(problem: Problem, rounds: Sequence[Round], bound: Figures) -> tuple[Round, ...]:
    """Tight schedules: every round may still change while the others do."""
    start = np.concatenate([[0], np.cumsum([len(table) for table in rounds[0]])]).astype(np.int64)
    clash, steps = 4, 20_000 * problem.n * problem.rounds
    found = tuple(rounds)
    for attempt in range(problem.attempts(steps, most=40)):
        _, seats = kernel.anneal_schedule(
            np.array([[player for table in tables for player in table] for tables in rounds], np.int64),
            start,
            _met(problem.n, problem.history),
            _same(problem.team),
            clash,
            cooling("1.1", "0.16", 100, 40),
            steps,
            problem.seed * 100 + attempt,
            clash * bound.clashes + bound.repeats,
        )
        drawn = tuple(
            tuple(tuple(int(p) for p in row[start[t] : start[t + 1]]) for t in range(len(start) - 1)) for row in seats
        )
        found = min(found, drawn, key=lambda each: figures_of(problem, each).key)
        if figures_of(problem, found).key[:2] == bound.key[:2]:
            break
    return found


# -- what trying everything proves ------------------------------------------------------------------------------------


def _proven(problem: Problem, bound: Figures) -> Figures:
    """Small bands of threes can be tried out whole: what they need at least is certain."""
    if not problem.bands or problem.rounds != 1 or len(set(problem.sizes)) > 1:
        return bound
    met = _met(problem.n, problem.history) > 0
    nobody = np.zeros(problem.n, np.int64)
    weight = weights(problem.n, scored=True)
    seating = _seating(problem, weight.clash * _same(problem.team) + weight.repeat * met, nobody, 0)
    clashes = repeats = 0
    for members, sizes in zip(problem.bands, sizes_of_bands(problem), strict=True):
        if len(members) > EXACT_UP_TO or set(sizes) - {2, 3}:
            continue
        ends = np.cumsum((0, *sizes))
        tables = [tuple(members[ends[t] : ends[t + 1]]) for t in range(len(sizes))]
        _, seated = best_of_all(seating, tables)
        figures = figures_of(problem, [tuple(seated)])
        clashes, repeats = clashes + figures.clashes, repeats + figures.repeats
    return Figures(max(clashes, bound.clashes), max(repeats, bound.repeats), bound.spread)
