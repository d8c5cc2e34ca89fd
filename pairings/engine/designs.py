"""Perfect schedules that mathematics has: nobody meets anybody twice, for as many rounds as can be.

*Kirkman* (n = 9, 15, 21, …): threes in which each pair meets exactly once. *Nearly Kirkman* (18, 24, 30, …): each pair
but one per player. *Group-divisible*: the same for teams, whose members never meet. They are made from a few base
tables by turning them around a circle of `q` places; what literature builds by formula is built by formula, the others
are kept as base tables in `starters.py`. Everything is looked up or computed at once, nothing is searched for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from pairings.engine.problem import Round, Table
from pairings.engine.starters import STARTERS, Starter

Schedule = tuple[Round, ...]


def schedule_for(team_sizes: Sequence[int], rounds: int) -> Schedule | None:
    """So many rounds of threes without a clash or a repeat, for teams of equal size; None if none is known.

    Players are numbered team by team: the first team has the numbers from 0 on.
    """
    size, teams = team_sizes[0], len(team_sizes)
    if any(each != size for each in team_sizes):
        return None
    found = singles(teams) if size == 1 else _teams(teams, size)
    return found[:rounds] if found and len(found) >= rounds else None


def without_last(schedule: Schedule) -> Schedule:
    """The last player stays away: each round has one table of two."""
    last = max(player for table in schedule[0] for player in table)
    return tuple(tuple(tuple(p for p in table if p != last) for table in tables) for tables in schedule)


@cache
def singles(n: int) -> Schedule | None:
    """Everybody alone: Kirkman's and nearly Kirkman's systems."""
    if n == 3:
        return (((0, 1, 2),),)
    if n in STARTERS:
        return turned(STARTERS[n])
    if n % 3 == 0 and _is_prime(n // 3) and (n // 3) % 6 == 1:
        return _three_circles(n // 3)
    if n % 2 and _is_prime(n // 2) and (n // 2) % 6 == 1:
        return _two_circles(n // 2)
    if n % 3 == 0 and (n // 3) % 2 and (third := singles(n // 3)):
        return _tripled(third, n // 3)
    return None


def _teams(teams: int, size: int) -> Schedule | None:
    """From a design of whole teams: each three of them play all against all in `size` rounds (for odd sizes)."""
    if (teams, size) in STARTERS:
        return turned(STARTERS[teams, size])
    whole = singles(teams) if size % 2 else None
    if whole is None:
        return None
    return tuple(
        tuple(
            (a * size + seat, b * size + (seat + step) % size, c * size + (seat + 2 * step) % size)
            for a, b, c in tables
            for seat in range(size)
        )
        for tables in whole
        for step in range(size)
    )


def turned(starter: Starter) -> Schedule:
    """Each round of the starter turned by one place gives the next; a fixed one is all turns of its base tables."""
    q = starter.q

    def turn(table: Table, by: int) -> Table:
        return tuple(p if p >= q * starter.circles else p // q * q + (p % q + by) % q for p in table)

    rounds = [tuple(turn(table, by) for table in base) for base in starter.turning for by in range(q)]
    rounds += [tuple(turn(table, by) for table in base for by in range(q)) for base in starter.fixed]
    return tuple(rounds)


def _tripled(third: Schedule, v: int) -> Schedule:
    """Three copies of a system, and all against all between the copies (v odd)."""
    between = tuple(tuple((x, v + (x + k) % v, 2 * v + (x + 2 * k) % v) for x in range(v)) for k in range(v))
    within = tuple(
        tuple(tuple(copy * v + p for p in table) for copy in range(3) for table in tables) for tables in third
    )
    return between + within


def _three_circles(q: int) -> Schedule:
    """Ray-Chaudhuri and Wilson: n = 3q for a prime q = 6t + 1."""
    t, power = q // 6, _powers(q)
    point = _point(q)
    mixed = [tuple(point(power(i + 2 * t * c), c) for c in range(3)) for i in range(6 * t)]
    base: list[Table] = [(point(0, 0), point(0, 1), point(0, 2))]
    base += [tuple(point(power(i + 2 * t * k), c) for k in range(3)) for i in range(t) for c in range(3)]
    base += [mixed[i + t * k] for i in range(t) for k in (1, 3, 5)]
    alone = [[mixed[i + t * k]] for i in range(t) for k in (0, 2, 4)]
    return turned(Starter(q, 3, (tuple(base),), tuple(map(tuple, alone))))


def _two_circles(q: int) -> Schedule:
    """Ray-Chaudhuri and Wilson: n = 2q + 1 for a prime q = 6t + 1."""
    t, power = q // 6, _powers(q)
    point = _point(q)
    m = next(m for m in range(q - 1) if 2 * power(m) % q == (power(t) + 1) % q)
    base: list[Table] = [(point(0, 0), point(0, 1), 2 * q)]
    for k in (0, 2, 4):
        base += [
            (point(power(i + k * t), 0), point(power(i + k * t + t), 0), point(power(i + k * t + m), 1))
            for i in range(t)
        ]
    base += [tuple(point(power(i + m + k * t), 1) for k in (1, 3, 5)) for i in range(t)]
    return turned(Starter(q, 2, (tuple(base),)))


def _point(q: int) -> Callable[[int, int], int]:
    return lambda place, circle: circle * q + place % q


def _powers(q: int) -> Callable[[int], int]:
    """Powers of the smallest primitive root of q."""
    root = next(g for g in range(2, q) if len({pow(g, k, q) for k in range(q - 1)}) == q - 1)
    return lambda exponent: pow(root, exponent % (q - 1), q)


def _is_prime(q: int) -> bool:
    return q > 1 and all(q % divisor for divisor in range(2, int(q**0.5) + 1))
