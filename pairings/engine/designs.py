"""Perfect schedules from combinatorial design theory: no pair meets twice, for as many rounds as possible.

*Kirkman* triple systems (n = 9, 15, 21, …): tables of three in which each pair meets exactly once. *Nearly Kirkman*
(18, 24, 30, …): each pair except one per player. *Group-divisible*: the same for teams, whose members never meet.
A design is built from a few base tables by rotating them around a circle of `q` points. Where the literature has a
formula, the code uses it; the other base tables are in `starters.py`. Nothing is searched for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from pairings.engine.problem import RoundSeating, TableSeating
from pairings.engine.starters import STARTERS, Starter

Schedule = tuple[RoundSeating, ...]


def schedule_for(team_sizes: Sequence[int], rounds: int) -> Schedule | None:
    """Rounds of threes without a clash or repeat for teams of equal size, or None if no design is known.

    Players are numbered team by team, starting at 0.
    """
    size, teams = team_sizes[0], len(team_sizes)
    if any(each != size for each in team_sizes):
        return None
    schedule = individual_schedule(teams) if size == 1 else _team_schedule(teams, size)
    return schedule[:rounds] if schedule and len(schedule) >= rounds else None


def drop_last_player(schedule: Schedule) -> Schedule:
    """The schedule without its last player, so that each round has one table of two."""
    last = max(player for table in schedule[0] for player in table)
    return tuple(tuple(tuple(p for p in table if p != last) for table in tables) for tables in schedule)


@cache
def individual_schedule(n: int) -> Schedule | None:
    """A Kirkman or nearly Kirkman system for `n` players without teams, or None if none is known."""
    if n == 3:
        return (((0, 1, 2),),)
    if n in STARTERS:
        return rotate(STARTERS[n])
    if n % 3 == 0 and _is_prime(n // 3) and (n // 3) % 6 == 1:
        return _three_circles(n // 3)
    if n % 2 and _is_prime(n // 2) and (n // 2) % 6 == 1:
        return _two_circles(n // 2)
    if n % 3 == 0 and (n // 3) % 2 and (third := individual_schedule(n // 3)):
        return _triple(third, n // 3)
    return None


def _team_schedule(teams: int, size: int) -> Schedule | None:
    """A schedule from a design whose points are whole teams: each three teams play all against all in `size` rounds.

    This works for odd team sizes; otherwise only the starters are known.
    """
    if (teams, size) in STARTERS:
        return rotate(STARTERS[teams, size])
    whole = individual_schedule(teams) if size % 2 else None
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


def rotate(starter: Starter) -> Schedule:
    """The schedule of a starter: rotating a round by one point gives the next.

    A fixed round consists of all rotations of its base tables.
    """
    q = starter.q

    def turn(table: TableSeating, by: int) -> TableSeating:
        return tuple(p if p >= q * starter.circles else p // q * q + (p % q + by) % q for p in table)

    rounds = [tuple(turn(table, by) for table in base) for base in starter.turning for by in range(q)]
    rounds += [tuple(turn(table, by) for table in base for by in range(q)) for base in starter.fixed]
    return tuple(rounds)


def _triple(third: Schedule, v: int) -> Schedule:
    """Three copies of a system of `v` points, plus all against all between the copies (v odd)."""
    between = tuple(tuple((x, v + (x + k) % v, 2 * v + (x + 2 * k) % v) for x in range(v)) for k in range(v))
    within = tuple(
        tuple(tuple(copy * v + p for p in table) for copy in range(3) for table in tables) for tables in third
    )
    return between + within


def _three_circles(q: int) -> Schedule:
    """The construction of Ray-Chaudhuri and Wilson for n = 3q, with a prime q = 6t + 1."""
    t, power = q // 6, _primitive_root_powers(q)
    point = _point_numbering(q)
    mixed = [tuple(point(power(i + 2 * t * c), c) for c in range(3)) for i in range(6 * t)]
    base: list[TableSeating] = [(point(0, 0), point(0, 1), point(0, 2))]
    base += [tuple(point(power(i + 2 * t * k), c) for k in range(3)) for i in range(t) for c in range(3)]
    base += [mixed[i + t * k] for i in range(t) for k in (1, 3, 5)]
    alone = [[mixed[i + t * k]] for i in range(t) for k in (0, 2, 4)]
    return rotate(Starter(q, 3, (tuple(base),), tuple(map(tuple, alone))))


def _two_circles(q: int) -> Schedule:
    """The construction of Ray-Chaudhuri and Wilson for n = 2q + 1, with a prime q = 6t + 1."""
    t, power = q // 6, _primitive_root_powers(q)
    point = _point_numbering(q)
    m = next(m for m in range(q - 1) if 2 * power(m) % q == (power(t) + 1) % q)
    base: list[TableSeating] = [(point(0, 0), point(0, 1), 2 * q)]
    for k in (0, 2, 4):
        base += [
            (point(power(i + k * t), 0), point(power(i + k * t + t), 0), point(power(i + k * t + m), 1))
            for i in range(t)
        ]
    base += [tuple(point(power(i + m + k * t), 1) for k in (1, 3, 5)) for i in range(t)]
    return rotate(Starter(q, 2, (tuple(base),)))


def _point_numbering(q: int) -> Callable[[int, int], int]:
    """A function that numbers a position on a circle, one circle of `q` points after the other."""
    return lambda position, circle: circle * q + position % q


def _primitive_root_powers(q: int) -> Callable[[int], int]:
    """A function that returns powers of the smallest primitive root of `q`."""
    root = next(g for g in range(2, q) if len({pow(g, k, q) for k in range(q - 1)}) == q - 1)
    return lambda exponent: pow(root, exponent % (q - 1), q)


def _is_prime(q: int) -> bool:
    return q > 1 and all(q % divisor for divisor in range(2, int(q**0.5) + 1))
