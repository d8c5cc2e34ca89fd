"""The inner loops, compiled: annealing one round, annealing all rounds together, and small groups exactly.

Only whole numbers decide, and chance comes from a seed, so that every machine makes the same tables. Compiling takes a
few seconds once per installation; who does not draw does not pay for it: only a search imports this.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

if not os.access(Path(__file__).parent, os.W_OK):  # what is compiled must be kept somewhere
    os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(tempfile.gettempdir()) / f"headtable-draws-{os.getuid()}"))

from numba import njit

compiled = njit(cache=True, nogil=True)  # without Python's lock: while tables are drawn, the process answers others
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@njit(cache=True, inline="always")
def _next(state: np.uint64) -> np.uint64:
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@compiled
def _table_cost(
    seat: Ints, start: Ints, table: int, cost: Ints, rank: Ints, spread_weight: int, small_cost: Ints, is_small: Flags
) -> int:
    total = 0
    low = 1 << 40
    high = -1
    for i in range(start[table], start[table + 1]):
        player = seat[i]
        if rank[player] < low:
            low = rank[player]
        if rank[player] > high:
            high = rank[player]
        for j in range(i + 1, start[table + 1]):
            total += cost[player, seat[j]]
        if is_small[table]:
            total += small_cost[player]
    return total + spread_weight * (high - low)


@compiled
def _gather(seat: Ints, start: Ints, a: int, b: int, is_fixed: Flags, union: Ints) -> int:
    """Everybody of two tables into `union`, and how many; nobody if somebody among them is fixed."""
    size = 0
    for table in (a, b):
        for at in range(start[table], start[table + 1]):
            if is_fixed[seat[at]]:
                return 0
            union[size] = seat[at]
            size += 1
    return size


@compiled
def _shuffle(union: Ints, size: int, state: np.uint64) -> np.uint64:
    for at in range(size - 1, 0, -1):
        state = _next(state)
        to = np.int64(state >> np.uint64(2)) % (at + 1)
        union[at], union[to] = union[to], union[at]
    return state


@compiled
def _exchange(seat: Ints, start: Ints, a: int, b: int, union: Ints) -> None:
    """Who is in `union` sits down at the two tables, and who sat there goes into it; twice is as before."""
    size = 0
    for table in (a, b):
        for at in range(start[table], start[table + 1]):
            seat[at], union[size] = union[size], seat[at]
            size += 1


@compiled
def _accepts(loss: int, odds_now: Ints, state: np.uint64) -> bool:
    """What gains is accepted, what loses by the odds of this level."""
    return loss <= 0 or (loss < odds_now.size and np.int64(state >> np.uint64(34)) < odds_now[loss])


@compiled
def anneal_round(
    seat: Ints,
    start: Ints,
    cost: Ints,
    rank: Ints,
    line: Ints,
    band: Ints,
    is_fixed: Flags,
    spread_weight: int,
    small_cost: Ints,
    is_small: Flags,
    window: int,
    odds: Ints,
    steps: int,
    seed: int,
) -> tuple[int, Ints]:
    """The best seating of one round that was met, and its cost. `line`: players by band and rank; swaps reach `window`
    places along it, one in eight anywhere. `odds[level, loss]`: the chance to accept a loss."""
    n = seat.size
    tables = start.size - 1
    where = np.empty(n, np.int64)
    table_of = np.empty(n, np.int64)
    on_line = np.empty(n, np.int64)
    for i in range(n):
        where[seat[i]] = i
        on_line[line[i]] = i
    costs = np.empty(tables, np.int64)
    total = 0
    for table in range(tables):
        for i in range(start[table], start[table + 1]):
            table_of[i] = table
        costs[table] = _table_cost(seat, start, table, cost, rank, spread_weight, small_cost, is_small)
        total += costs[table]
    best, best_seat = total, seat.copy()
    state = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x2545F4914F6CDD1D)
    levels, losses = odds.shape
    union = np.empty(2 * n, np.int64)
    for level in range(levels):
        for _ in range(steps // levels):
            state = _next(state)
            draw = np.int64(state >> np.uint64(2))
            one = line[draw % n]
            draw //= n
            other_at = draw // 8 % n if draw % 8 == 1 else on_line[one] + 1 + draw // 8 % window
            draw //= 8 * n
            if other_at >= n:
                continue
            other = line[other_at]
            if band[one] != band[other]:
                continue
            i, j = where[one], where[other]
            a, b = table_of[i], table_of[j]
            if a == b:
                continue
            redeal = draw % 8 == 0
            if redeal:
                size = _gather(seat, start, a, b, is_fixed, union)
                if size == 0:
                    continue
                state = _shuffle(union, size, state)
                _exchange(seat, start, a, b, union)
            else:
                if is_fixed[one] or is_fixed[other]:
                    continue
                seat[i], seat[j] = other, one
            cost_a = _table_cost(seat, start, a, cost, rank, spread_weight, small_cost, is_small)
            cost_b = _table_cost(seat, start, b, cost, rank, spread_weight, small_cost, is_small)
            loss = cost_a + cost_b - costs[a] - costs[b]
            if 0 < loss < losses:
                state = _next(state)
            if _accepts(loss, odds[level], state):
                for table in (a, b):
                    for at in range(start[table], start[table + 1]):
                        where[seat[at]] = at
                costs[a], costs[b] = cost_a, cost_b
                total += loss
                if total < best:
                    best = total
                    best_seat[:] = seat
                    if best == 0:
                        return best, best_seat
            elif redeal:
                _exchange(seat, start, a, b, union)
            else:
                seat[i], seat[j] = one, other
    return best, best_seat


@compiled
def _count(seats: Ints, start: Ints, met: Ints, is_mate: Ints, clash_weight: int) -> int:
    """What the whole schedule costs; everybody's meetings are added to `met`."""
    total = 0
    for r in range(seats.shape[0]):
        for table in range(start.size - 1):
            for i in range(start[table], start[table + 1]):
                for j in range(i + 1, start[table + 1]):
                    p, q = seats[r, i], seats[r, j]
                    total += (met[p, q] > 0) + clash_weight * is_mate[p, q]
                    met[p, q] += 1
                    met[q, p] += 1
    return total


@compiled
def _loss(table: Ints, leaves: int, comes: int, met: Ints, is_mate: Ints, clash_weight: int) -> int:
    """What a table loses if one comes in the place of another."""
    loss = 0
    for x in table:
        if x != leaves:
            loss += (met[comes, x] > 0) - (met[leaves, x] > 1)
            loss += clash_weight * (is_mate[comes, x] - is_mate[leaves, x])
    return loss


@compiled
def _meet(table: Ints, leaves: int, comes: int, met: Ints) -> None:
    for x in table:
        if x != leaves:
            met[leaves, x] -= 1
            met[x, leaves] -= 1
            met[comes, x] += 1
            met[x, comes] += 1


@compiled
def anneal_schedule(
    seats: Ints,
    start: Ints,
    met: Ints,
    is_mate: Ints,
    clash_weight: int,
    odds: Ints,
    steps: int,
    seed: int,
    target: int,
) -> tuple[int, Ints]:
    """All rounds together: swap two players of one round, so that clashes and repeats over all rounds become few."""
    rounds, n = seats.shape
    table_of = np.empty(n, np.int64)
    for table in range(start.size - 1):
        for i in range(start[table], start[table + 1]):
            table_of[i] = table
    total = _count(seats, start, met, is_mate, clash_weight)
    best, best_seats = total, seats.copy()
    state = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x2545F4914F6CDD1D)
    levels, losses = odds.shape
    for level in range(levels):
        for _ in range(steps // levels):
            state = _next(state)
            draw = np.int64(state >> np.uint64(2))
            r = draw % rounds
            draw //= rounds
            i = draw % n
            j = (draw // n) % n
            a, b = table_of[i], table_of[j]
            if a == b:
                continue
            p, q = seats[r, i], seats[r, j]
            mine, theirs = seats[r, start[a] : start[a + 1]], seats[r, start[b] : start[b + 1]]
            loss = _loss(mine, p, q, met, is_mate, clash_weight) + _loss(theirs, q, p, met, is_mate, clash_weight)
            if 0 < loss < losses:
                state = _next(state)
            if not _accepts(loss, odds[level], state):
                continue
            _meet(mine, p, q, met)
            _meet(theirs, q, p, met)
            seats[r, i], seats[r, j] = q, p
            total += loss
            if total < best:
                best = total
                best_seats[:] = seats
                if best <= target:
                    return best, best_seats
    return best, best_seats


@compiled
def best_threes(cost: Ints, rank: Ints, spread_weight: int) -> tuple[int, Ints]:
    """Exactly: the cheapest way to seat a small group in threes, as the table number of each.

    A rank below zero is an empty chair: whoever sits beside it is at a table of two.
    """
    n = cost.shape[0]
    full = (1 << n) - 1
    dearest = np.int64(1) << 60
    least = np.full(1 << n, dearest, np.int64)
    choice = np.zeros(1 << n, np.int64)
    least[full] = 0
    seated = np.zeros(1 << n, np.int8)
    for mask in range(1, 1 << n):
        seated[mask] = seated[mask >> 1] + (mask & 1)
    for mask in range(full - 1, -1, -1):
        if seated[mask] % 3:
            continue
        first = 0
        while mask >> first & 1:
            first += 1
        for second in range(first + 1, n):
            if mask >> second & 1:
                continue
            for third in range(second + 1, n):
                if mask >> third & 1:
                    continue
                after = mask | 1 << first | 1 << second | 1 << third
                if least[after] == dearest:
                    continue
                price = cost[first, second] + cost[first, third] + cost[second, third]
                high = max(rank[first], rank[second], rank[third])
                low = high
                for player in (first, second, third):
                    if 0 <= rank[player] < low:
                        low = rank[player]
                price += spread_weight * (high - low)
                if least[after] + price < least[mask]:
                    least[mask] = least[after] + price
                    choice[mask] = after
    table = np.zeros(n, np.int64)
    mask, number = 0, 0
    while mask != full:
        after = choice[mask]
        for player in range(n):
            if (after ^ mask) >> player & 1:
                table[player] = number
        mask, number = after, number + 1
    return least[0], table
