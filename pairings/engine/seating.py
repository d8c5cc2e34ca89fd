"""One round: seats players at tables so that what each wish weighs, added up, is as little as can be found.

Annealing first, with swaps between neighbors in the ranking; then neighboring tables are seated anew by trying
everything, until nothing gets better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pairings.engine import kernel
from pairings.engine.kernel import Ints
from pairings.engine.odds import cooling
from pairings.engine.problem import ProblemError, Round, Table, pairs

SMALL = 1

NEIGHBORS = 5
TWO_EMPTY_CHAIRS = 1 << 50  # at one table: never
POLISHED_UP_TO = 1_000


@dataclass(frozen=True)
class Weights:
    """What each wish weighs: a wish that comes first outweighs all of those after it together, within reason."""

    clash: int
    repeat: int
    school: int
    spread: int


def weights(players: int, *, scored: bool) -> Weights:
    """With scores a repeat outweighs any distance in rank that a table can have."""
    if not scored:
        return Weights(clash=16_000_000, repeat=1_600, school=16, spread=0)
    school = 8 * 4 * players
    return Weights(clash=school * 50_000, repeat=school * 50, school=school, spread=8)


@dataclass(frozen=True)
class Seating:
    """A round to be seated. `company[p, q]`: what it costs to have these two at a table. `line`: players by band and
    rank; `band`: nobody leaves it. `sizes`: of the tables, in the order of the bands. `twos`: how often each player has
    sat at a small table. `spread`: what one rank of distance costs; nothing in a round without scores."""

    company: Ints
    rank: Ints
    line: tuple[int, ...]
    band: Ints
    sizes: tuple[int, ...]
    twos: Ints
    spread: int
    locked: tuple[Table, ...] = ()
    seed: int = 0
    attempts: int = 1

    @property
    def steps(self) -> int:
        """Of one attempt."""
        n = len(self.line)
        return 14_000 * min(n, 300) + 8_000 * max(0, n - 300) if self.spread else 3_000 * n

    def price(self, table: Table) -> int:
        together = sum(int(self.company[pair]) for pair in pairs(table))
        ranks = [int(self.rank[player]) for player in table]
        small = sum(int(self.twos[player]) for player in table) * SMALL if len(table) < max(self.sizes) else 0
        return together + self.spread * (max(ranks) - min(ranks)) + small


def seat(seating: Seating) -> Round:
    """The best of a few attempts. A round without scores needs one: it stops when nothing is wrong any more."""
    found = [_attempt(seating, attempt) for attempt in range(seating.attempts)]
    return min(found, key=lambda tables: sum(map(seating.price, tables)))


def _attempt(seating: Seating, attempt: int) -> Round:
    tables = _annealed(seating, seating.seed * 10 + attempt)
    may_be_polished = set(seating.sizes) <= {2, 3} and not seating.locked and len(seating.line) <= POLISHED_UP_TO
    return _polished(seating, tables) if seating.spread and may_be_polished else tables


def _annealed(seating: Seating, seed: int) -> Round:
    n = len(seating.line)
    start = np.concatenate([[0], np.cumsum(seating.sizes)]).astype(np.int64)
    sizes = np.diff(start)
    locked = np.zeros(n, np.bool_)
    locked[[player for table in seating.locked for player in table]] = True
    if seating.spread:
        odds, window = cooling("40", "3", 60, 800), min(n, 12)
    else:
        odds, window = cooling("800", "4", 60, 8_000), n
    _, best = kernel.anneal_round(
        np.array(_first_guess(seating), np.int64),
        start,
        seating.company,
        seating.rank,
        np.array(seating.line, np.int64),
        seating.band,
        locked,
        seating.spread,
        seating.twos * SMALL,
        sizes < sizes.max(),
        window,
        odds,
        seating.steps,
        seed,
    )
    return tuple(tuple(int(player) for player in best[start[t] : start[t + 1]]) for t in range(len(sizes)))


def _first_guess(seating: Seating) -> list[int]:
    """Along the line; who is locked together takes the smallest tables that have room."""
    if not seating.locked:
        return list(seating.line)
    tables: list[list[int]] = [[] for _ in seating.sizes]
    for group in sorted(seating.locked, key=len, reverse=True):
        free = [at for at, size in enumerate(seating.sizes) if not tables[at] and size >= len(group)]
        if not free:
            raise ProblemError("What is locked does not fit at the tables that are left. Free some of it.")
        tables[min(free, key=lambda at: seating.sizes[at])].extend(group)
    taken = {player for table in tables for player in table}
    rest = iter([player for player in seating.line if player not in taken])
    for table, size in zip(tables, seating.sizes, strict=True):
        table.extend(next(rest) for _ in range(size - len(table)))
    return [player for table in tables for player in table]


# -- small groups, exactly --------------------------------------------------------------------------------------------


def _polished(seating: Seating, tables: Round) -> Round:
    """Neighbors along the ranks are seated anew by trying everything, as long as that makes something better."""
    now, better = list(tables), True
    settled: set[tuple[Table, ...]] = set()
    while better:
        better = False
        now.sort(key=lambda table: (seating.band[table[0]], sum(seating.rank[p] for p in table) / len(table)))
        for at in range(max(1, len(now) - NEIGHBORS + 1)):
            window = [table for table in now[at : at + NEIGHBORS] if seating.band[table[0]] == seating.band[now[at][0]]]
            if tuple(window) in settled:
                continue
            settled.add(tuple(window))
            price, seated = best_of_all(seating, window)
            if price < sum(map(seating.price, window)):
                now[at : at + len(window)] = seated
                better = True
    return tuple(now)


def best_of_all(seating: Seating, tables: Sequence[Table]) -> tuple[int, list[Table]]:
    """The cheapest seating of these players at tables of the same sizes. An empty chair makes a three a two."""
    players = np.array(sorted(player for table in tables for player in table), np.int64)
    n, chairs = len(players), sum(len(table) == 2 for table in tables)
    company = np.zeros((n + chairs, n + chairs), np.int64)
    company[:n, :n] = seating.company[np.ix_(players, players)]
    company[n:, n:] = TWO_EMPTY_CHAIRS
    company[:n, n:] = seating.twos[players][:, None] * SMALL
    company[n:, :n] = company[:n, n:].T
    ranks = np.concatenate([seating.rank[players], np.full(chairs, -1, np.int64)])
    price, number = kernel.best_threes(company, ranks, seating.spread)
    return int(price), [tuple(int(p) for p in players[number[:n] == at]) for at in range(len(tables))]
