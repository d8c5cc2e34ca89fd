"""The problem that the search solves: players with teams, rounds, table sizes, earlier rounds, scores, and bands.

Players are numbered from 0. A *clash* is two teammates at one table. A *repeat* is a pair that sits together again.
The *spread* of a table is the difference in rank between its best and its worst player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

STEPS_PER_SECOND = 4_000_000
DEFAULT_SECONDS = 10.0
MOST_PLAYERS, MOST_ROUNDS = 10_000, 500

PlayerKey = Hashable
TableSeating = tuple[int, ...]
RoundSeating = tuple[TableSeating, ...]


class ProblemError(ValueError):
    """The problem can't be solved as stated; the message says why in one sentence."""


@dataclass(frozen=True)
class Problem:
    """One draw to make.

    `sizes`: table sizes of every round. `bands`: score groups; no table has players from two of them. `locked`:
    groups of players who stay together. `schools`: kept apart where possible, after teams and repeats.
    `small_table_counts`: how often each player has sat at a smaller table than the others. `seconds`: how long a search
    may take on an ordinary machine. The search converts it to a number of steps, so that a slow machine finds the same
    tables.
    """

    team: tuple[Hashable, ...]
    rounds: int
    sizes: tuple[int, ...]
    history: tuple[RoundSeating, ...] = ()
    scores: tuple[float, ...] | None = None
    bands: tuple[tuple[int, ...], ...] = ()
    schools: tuple[Hashable, ...] | None = None
    small_table_counts: tuple[int, ...] = ()
    locked: tuple[TableSeating, ...] = ()
    seed: int = 0
    seconds: float = DEFAULT_SECONDS

    def __post_init__(self) -> None:
        _check(self)

    @property
    def n(self) -> int:
        return len(self.team)

    def attempts(self, steps: int, most: int) -> int:
        """How many searches of this many steps fit into the time budget."""
        return max(1, min(most, int(self.seconds * STEPS_PER_SECOND / steps)))

    def order(self) -> list[int]:
        """Players from best to worst score; ties in order of their numbers."""
        scores = self.scores or (0,) * self.n
        return sorted(range(self.n), key=lambda player: (-scores[player], player))


def _check(problem: Problem) -> None:
    n = problem.n
    if n == 0:
        raise ProblemError("There are no players to seat.")
    if problem.rounds < 1:
        raise ProblemError("Assign at least 1 round.")
    if n > MOST_PLAYERS or problem.rounds > MOST_ROUNDS:
        raise ProblemError(f"The limit is {MOST_PLAYERS:,} players and {MOST_ROUNDS} rounds.")
    if any(size < 1 for size in problem.sizes):
        raise ProblemError("Each table needs at least 1 seat.")
    if sum(problem.sizes) != n:
        raise ProblemError(f"The tables have {sum(problem.sizes)} seats, but there are {n} players.")
    for name, column in (
        ("scores", problem.scores),
        ("schools", problem.schools),
        ("small_table_counts", problem.small_table_counts),
    ):
        if column and len(column) != n:
            raise ProblemError(f"{name} has {len(column)} values, but there are {n} players.")
    for number, past in enumerate(problem.history, 1):
        _each_at_most_once(past, n, f"history, round {number}")
    if problem.bands:
        _each_exactly_once(problem.bands, n)
    _each_at_most_once(problem.locked, n, "locked seats")


def _each_at_most_once(groups: Sequence[Sequence[int]], n: int, where: str) -> None:
    seen: set[int] = set()
    for player in (player for group in groups for player in group):
        if not 0 <= player < n:
            raise ProblemError(f"Player {player} doesn’t exist ({where}).")
        if player in seen:
            raise ProblemError(f"Player {player} is listed twice ({where}).")
        seen.add(player)


def _each_exactly_once(bands: Sequence[Sequence[int]], n: int) -> None:
    _each_at_most_once(bands, n, "bands")
    if sum(map(len, bands)) != n:
        raise ProblemError("Each player must be in a band.")


@dataclass(frozen=True)
class Quality:
    """How good a draw is. Lower is better, compared field by field."""

    clashes: int
    repeats: int
    spread: int | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        return self.clashes, self.repeats, self.spread or 0


@dataclass(frozen=True)
class Solution:
    """The tables of every round, their quality, the lower bound on it, and the method that found them."""

    rounds: tuple[RoundSeating, ...]
    quality: Quality
    bound: Quality
    found_by: str = field(compare=False, default="")

    @property
    def is_optimal(self) -> bool:
        return self.quality.key == self.bound.key


def pairs(table: Sequence[int]) -> list[tuple[int, int]]:
    """Every pair of players at a table, lower number first."""
    ordered = sorted(table)
    return [(one, other) for index, one in enumerate(ordered) for other in ordered[index + 1 :]]


def count_meetings(rounds: Sequence[RoundSeating]) -> Counter[tuple[int, int]]:
    """How often each pair of players has sat at the same table."""
    return Counter(pair for tables in rounds for table in tables for pair in pairs(table))


def measure_quality(problem: Problem, rounds: Sequence[RoundSeating]) -> Quality:
    """Count clashes, repeats, and spread from the tables alone."""
    met = count_meetings(problem.history)
    rank = {player: position for position, player in enumerate(problem.order())}
    clashes = repeats = spread = 0
    for table in (table for tables in rounds for table in tables):
        for pair in pairs(table):
            clashes += problem.team[pair[0]] == problem.team[pair[1]]
            repeats += met[pair] > 0
            met[pair] += 1
        ranks = [rank[player] for player in table]
        spread += max(ranks) - min(ranks)
    return Quality(clashes, repeats, spread if problem.scores else None)
