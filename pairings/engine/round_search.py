"""Seats one round at the lowest weighted cost that it can find.

Simulated annealing first, with swaps between neighbors in the ranking. Then every few neighboring tables are solved
exactly, until nothing improves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pairings.engine import kernel
from pairings.engine.kernel import Ints
from pairings.engine.problem import ProblemError, RoundSeating, TableSeating, pairs

SMALL_TABLE_WEIGHT = 1
NEIGHBORS = 5
FORBIDDEN_COST = 1 << 50  # the cost of two empty chairs at one table
MOST_PLAYERS_TO_POLISH = 1_000


@dataclass(frozen=True)
class Weights:
    """The weight of each kind of cost. Each one outweighs everything after it, within reason."""

    clash: int
    repeat: int
    school: int
    spread: int


def weights(players: int, *, scored: bool) -> Weights:
    """The weights for this many players. With scores, a repeat outweighs any spread that a table can have."""
    if not scored:
        return Weights(clash=16_000_000, repeat=1_600, school=16, spread=0)
    school = 8 * 4 * players
    return Weights(clash=school * 50_000, repeat=school * 50, school=school, spread=8)


@dataclass(frozen=True)
class RoundProblem:
    """One round to seat.

    `pair_costs[p, q]`: the cost of having these two at one table. `ranking`: players by band and rank. `band`: the band
    of each player, which they can't leave. `sizes`: table sizes in the order of the bands. `small_table_counts`: how
    often each player has sat at a small table. `spread`: the cost of one rank of difference; 0 without scores.
    """

    pair_costs: Ints
    rank: Ints
    ranking: tuple[int, ...]
    band: Ints
    sizes: tuple[int, ...]
    small_table_counts: Ints
    spread: int
    locked: tuple[TableSeating, ...] = ()
    seed: int = 0
    attempts: int = 1

    @property
    def steps(self) -> int:
        """The number of annealing steps in one attempt."""
        n = len(self.ranking)
        return 14_000 * min(n, 300) + 8_000 * max(0, n - 300) if self.spread else 3_000 * n

    def cost_of(self, table: TableSeating) -> int:
        together = sum(int(self.pair_costs[pair]) for pair in pairs(table))
        ranks = [int(self.rank[player]) for player in table]
        is_small = len(table) < max(self.sizes)
        small = sum(int(self.small_table_counts[player]) for player in table) * SMALL_TABLE_WEIGHT if is_small else 0
        return together + self.spread * (max(ranks) - min(ranks)) + small


def seat_round(problem: RoundProblem) -> RoundSeating:
    """The best of a few attempts. A round without scores needs only one, which stops as soon as the cost is 0."""
    seatings = [_attempt(problem, attempt) for attempt in range(problem.attempts)]
    return min(seatings, key=lambda tables: sum(map(problem.cost_of, tables)))


def _attempt(problem: RoundProblem, attempt: int) -> RoundSeating:
    tables = _anneal(problem, problem.seed * 10 + attempt)
    is_small = len(problem.ranking) <= MOST_PLAYERS_TO_POLISH
    can_polish = set(problem.sizes) <= {2, 3} and not problem.locked and is_small
    return _polish(problem, tables) if problem.spread and can_polish else tables


def _anneal(problem: RoundProblem, seed: int) -> RoundSeating:
    n = len(problem.ranking)
    start = np.concatenate([[0], np.cumsum(problem.sizes)]).astype(np.int64)
    sizes = np.diff(start)
    locked = np.zeros(n, np.bool_)
    locked[[player for table in problem.locked for player in table]] = True
    if problem.spread:
        odds, window = kernel.acceptance_odds("40", "3", 60, 800), min(n, 12)
    else:
        odds, window = kernel.acceptance_odds("800", "4", 60, 8_000), n
    costs = kernel.RoundCosts(
        start=start,
        pair=problem.pair_costs,
        rank=problem.rank,
        spread=problem.spread,
        small=problem.small_table_counts * SMALL_TABLE_WEIGHT,
        is_small=sizes < sizes.max(),
    )
    swaps = kernel.AllowedSwaps(np.array(problem.ranking, np.int64), problem.band, is_fixed=locked, window=window)
    first_guess = np.array(_first_guess(problem), np.int64)
    _, best = kernel.anneal_round(first_guess, costs, swaps, kernel.Annealing(odds, problem.steps, seed))
    return tuple(tuple(int(player) for player in best[start[t] : start[t + 1]]) for t in range(len(sizes)))


def _first_guess(problem: RoundProblem) -> list[int]:
    """Players along the ranking. Locked groups take the smallest tables that have room for them."""
    if not problem.locked:
        return list(problem.ranking)
    tables: list[list[int]] = [[] for _ in problem.sizes]
    for group in sorted(problem.locked, key=len, reverse=True):
        free = [table for table, size in enumerate(problem.sizes) if not tables[table] and size >= len(group)]
        if not free:
            raise ProblemError("The locked players don’t fit at the remaining tables. Unlock some seats.")
        tables[min(free, key=lambda table: problem.sizes[table])].extend(group)
    taken = {player for table in tables for player in table}
    rest = iter([player for player in problem.ranking if player not in taken])
    for table, size in zip(tables, problem.sizes, strict=True):
        table.extend(next(rest) for _ in range(size - len(table)))
    return [player for table in tables for player in table]


# -- exact solutions of small groups ----------------------------------------------------------------------------------


def _polish(problem: RoundProblem, tables: RoundSeating) -> RoundSeating:
    """Solve each few tables that are neighbors in the ranking exactly, as long as that improves something."""
    current, has_improved = list(tables), True
    done: set[tuple[TableSeating, ...]] = set()
    while has_improved:
        has_improved = False
        current.sort(key=lambda table: (problem.band[table[0]], sum(problem.rank[p] for p in table) / len(table)))
        for first in range(max(1, len(current) - NEIGHBORS + 1)):
            band = problem.band[current[first][0]]
            window = [table for table in current[first : first + NEIGHBORS] if problem.band[table[0]] == band]
            if tuple(window) in done:
                continue
            done.add(tuple(window))
            cost, seated = seat_exactly(problem, window)
            if cost < sum(map(problem.cost_of, window)):
                current[first : first + len(window)] = seated
                has_improved = True
    return tuple(current)


def seat_exactly(problem: RoundProblem, tables: Sequence[TableSeating]) -> tuple[int, list[TableSeating]]:
    """The cheapest seating of these players at tables of the same sizes, with its cost.

    An empty chair turns a table of three into a table of two.
    """
    players = np.array(sorted(player for table in tables for player in table), np.int64)
    n, chairs = len(players), sum(len(table) == 2 for table in tables)
    pair_costs = np.zeros((n + chairs, n + chairs), np.int64)
    pair_costs[:n, :n] = problem.pair_costs[np.ix_(players, players)]
    pair_costs[n:, n:] = FORBIDDEN_COST
    pair_costs[:n, n:] = problem.small_table_counts[players][:, None] * SMALL_TABLE_WEIGHT
    pair_costs[n:, :n] = pair_costs[:n, n:].T
    ranks = np.concatenate([problem.rank[players], np.full(chairs, -1, np.int64)])
    cost, number = kernel.seat_threes_exactly(pair_costs, ranks, problem.spread)
    return int(cost), [tuple(int(p) for p in players[number[:n] == table]) for table in range(len(tables))]
