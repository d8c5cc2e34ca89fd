"""The inner loops, compiled with numba: anneal one round, anneal all rounds together, solve small groups exactly.

Decisions use only integers, and random numbers come from a seed, so every machine makes the same tables. Compiling
takes a few seconds once per installation. Only the search imports this module, so nothing else pays for it.
"""

from __future__ import annotations

import os
import tempfile
from decimal import Decimal, localcontext
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

if not os.access(Path(__file__).parent, os.W_OK):  # numba needs a writable folder for its cache
    os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(tempfile.gettempdir()) / f"headtable-draws-{os.getuid()}"))

from numba import njit

compiled = njit(cache=True, nogil=True)  # releases the GIL, so other requests are answered during a search
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
ODDS_BITS = 30


class RoundCosts(NamedTuple):
    """What the tables of a round cost. Table `t` has the seats from `start[t]` up to `start[t + 1]`.

    `pair[p, q]`: the cost of having these two at one table. `spread`: the cost of one rank of difference at a table.
    `small[p]`: the cost of having this player at a table where `is_small`.
    """

    start: Ints
    pair: Ints
    rank: Ints
    spread: int
    small: Ints
    is_small: Flags


class AllowedSwaps(NamedTuple):
    """The swaps that are allowed: between players of one band, and never with players who are fixed.

    `ranking`: players by band and rank. A swap reaches up to `window` positions along it; one in eight goes anywhere.
    """

    ranking: Ints
    band: Ints
    is_fixed: Flags
    window: int


class MeetingCosts(NamedTuple):
    """What a meeting of two players costs: whether they have met, and whether they are teammates.

    A clash costs `clash` times as much as a repeat.
    """

    met: Ints
    is_mate: Ints
    clash: int


class Annealing(NamedTuple):
    """How long to anneal. `odds[level, loss]`: the chance to accept a loss (`acceptance_odds`)."""

    odds: Ints
    steps: int
    seed: int


@cache
def acceptance_odds(warm: str, cold: str, levels: int, losses: int) -> NDArray[np.int64]:
    """The chance to accept a loss at each temperature: `odds[level, loss]` is exp(-loss / temperature), times 2**30.

    The temperature falls from `warm` to `cold` in even logarithmic steps. Computed with `Decimal`, whose exponential is
    the same on every machine.
    """
    with localcontext() as context:
        context.prec = 30
        first, last = Decimal(warm), Decimal(cold)
        step = ((last / first).ln() / max(levels - 1, 1)).exp()
        rows, temperature = [], first
        for _ in range(levels):
            factor = int((-1 / temperature).exp() * (1 << 60))
            row, chance = [], 1 << 60
            for _ in range(losses):
                row.append(chance >> (60 - ODDS_BITS))
                chance = chance * factor >> 60
            rows.append(row)
            temperature *= step
    return np.array(rows, dtype=np.int64)


@njit(cache=True, inline="always")
def _next_random(state: np.uint64) -> np.uint64:
    """One step of a xorshift random number generator."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@compiled
def _table_cost(seat: Ints, table: int, costs: RoundCosts) -> int:
    start, pair, rank, spread, small, is_small = costs
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
            total += pair[player, seat[j]]
        if is_small[table]:
            total += small[player]
    return total + spread * (high - low)


@compiled
def _gather(seat: Ints, start: Ints, a: int, b: int, is_fixed: Flags, union: Ints) -> int:
    """Copy the players of two tables into `union` and return how many there are; 0 if one of them is fixed."""
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
        state = _next_random(state)
        to = np.int64(state >> np.uint64(2)) % (at + 1)
        union[at], union[to] = union[to], union[at]
    return state


@compiled
def _exchange(seat: Ints, start: Ints, a: int, b: int, union: Ints) -> None:
    """Swap the players in `union` with those at the two tables. Calling it twice changes nothing."""
    size = 0
    for table in (a, b):
        for at in range(start[table], start[table + 1]):
            seat[at], union[size] = union[size], seat[at]
            size += 1


@compiled
def _accepts(loss: int, odds_now: Ints, state: np.uint64) -> bool:
    """Whether to accept a change: always if nothing is lost, otherwise with the odds of this temperature."""
    return loss <= 0 or (loss < odds_now.size and np.int64(state >> np.uint64(34)) < odds_now[loss])


@compiled
def anneal_round(seat: Ints, costs: RoundCosts, swaps: AllowedSwaps, annealing: Annealing) -> tuple[int, Ints]:
    """The cost of the best seating of one round that was found, and that seating."""
    start, odds = costs.start, annealing.odds
    ranking, band, is_fixed = swaps.ranking, swaps.band, swaps.is_fixed
    n = seat.size
    tables = start.size - 1
    where = np.empty(n, np.int64)
    table_of = np.empty(n, np.int64)
    rank_of = np.empty(n, np.int64)
    for i in range(n):
        where[seat[i]] = i
        rank_of[ranking[i]] = i
    cost_now = np.empty(tables, np.int64)
    total = 0
    for table in range(tables):
        for i in range(start[table], start[table + 1]):
            table_of[i] = table
        cost_now[table] = _table_cost(seat, table, costs)
        total += cost_now[table]
    best, best_seat = total, seat.copy()
    state = np.uint64(annealing.seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x2545F4914F6CDD1D)
    levels, losses = odds.shape
    union = np.empty(2 * n, np.int64)
    for level in range(levels):
        for _ in range(annealing.steps // levels):
            state = _next_random(state)
            draw = np.int64(state >> np.uint64(2))
            one = ranking[draw % n]
            draw //= n
            other_at = draw // 8 % n if draw % 8 == 1 else rank_of[one] + 1 + draw // 8 % swaps.window
            draw //= 8 * n
            if other_at >= n:
                continue
            other = ranking[other_at]
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
            cost_a = _table_cost(seat, a, costs)
            cost_b = _table_cost(seat, b, costs)
            loss = cost_a + cost_b - cost_now[a] - cost_now[b]
            if 0 < loss < losses:
                state = _next_random(state)
            if _accepts(loss, odds[level], state):
                for table in (a, b):
                    for at in range(start[table], start[table + 1]):
                        where[seat[at]] = at
                cost_now[a], cost_now[b] = cost_a, cost_b
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
def _schedule_cost(seats: Ints, start: Ints, meetings: MeetingCosts) -> int:
    """The cost of the whole schedule. Adds its meetings to `met`."""
    met = meetings.met
    total = 0
    for r in range(seats.shape[0]):
        for table in range(start.size - 1):
            for i in range(start[table], start[table + 1]):
                for j in range(i + 1, start[table + 1]):
                    p, q = seats[r, i], seats[r, j]
                    total += (met[p, q] > 0) + meetings.clash * meetings.is_mate[p, q]
                    met[p, q] += 1
                    met[q, p] += 1
    return total


@compiled
def _replacement_loss(table: Ints, leaving: int, arriving: int, meetings: MeetingCosts) -> int:
    """How much worse a table gets if one player replaces another."""
    met, is_mate = meetings.met, meetings.is_mate
    loss = 0
    for x in table:
        if x != leaving:
            loss += (met[arriving, x] > 0) - (met[leaving, x] > 1)
            loss += meetings.clash * (is_mate[arriving, x] - is_mate[leaving, x])
    return loss


@compiled
def _update_meetings(table: Ints, leaving: int, arriving: int, met: Ints) -> None:
    """Record in `met` that one player replaced another at a table."""
    for x in table:
        if x != leaving:
            met[leaving, x] -= 1
            met[x, leaving] -= 1
            met[arriving, x] += 1
            met[x, arriving] += 1


@compiled
def anneal_schedule(
    seats: Ints, start: Ints, meetings: MeetingCosts, annealing: Annealing, target: int
) -> tuple[int, Ints]:
    """Swap pairs of players within a round until all rounds together have few clashes and repeats.

    Returns the lowest cost that was found and its seating. Stops early at `target`.
    """
    met, odds = meetings.met, annealing.odds
    rounds, n = seats.shape
    table_of = np.empty(n, np.int64)
    for table in range(start.size - 1):
        for i in range(start[table], start[table + 1]):
            table_of[i] = table
    total = _schedule_cost(seats, start, meetings)
    best, best_seats = total, seats.copy()
    state = np.uint64(annealing.seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x2545F4914F6CDD1D)
    levels, losses = odds.shape
    for level in range(levels):
        for _ in range(annealing.steps // levels):
            state = _next_random(state)
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
            loss = _replacement_loss(mine, p, q, meetings)
            loss += _replacement_loss(theirs, q, p, meetings)
            if 0 < loss < losses:
                state = _next_random(state)
            if not _accepts(loss, odds[level], state):
                continue
            _update_meetings(mine, p, q, met)
            _update_meetings(theirs, q, p, met)
            seats[r, i], seats[r, j] = q, p
            total += loss
            if total < best:
                best = total
                best_seats[:] = seats
                if best <= target:
                    return best, best_seats
    return best, best_seats


@compiled
def seat_threes_exactly(cost: Ints, rank: Ints, spread_weight: int) -> tuple[int, Ints]:
    """The exact cheapest way to seat a small group in threes: its cost, and the table number of each player.

    A rank below zero is an empty chair; the two players beside it have a table of two. Dynamic programming over the set
    of players who are seated already.
    """
    n = cost.shape[0]
    full = (1 << n) - 1
    unreachable = np.int64(1) << 60
    least = np.full(1 << n, unreachable, np.int64)
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
                if least[after] == unreachable:
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
