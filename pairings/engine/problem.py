"""What is to be drawn: players with their teams, rounds and table sizes, what was played before, scores and bands.

Players are numbers from 0. A *clash* is two teammates at a table, a *repeat* a pair that sits together again, the
*spread* of a table the distance in rank between its best and its worst player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

STEPS_PER_SECOND = 4_000_000
DEFAULT_SECONDS = 10.0
MOST_PLAYERS, MOST_ROUNDS = 10_000, 500

Table = tuple[int, ...]
Round = tuple[Table, ...]


class ProblemError(ValueError):
    """These players cannot be drawn like this; one sentence says why."""


@dataclass(frozen=True)
class Problem:
    """`sizes`: of every round. `bands`: score groups that no table crosses. `locked`: players who sit together.

    `schools`: kept apart where possible, after teams and repeats. `twos`: how often each player has sat at a table
    smaller than the others. `seconds`: how long a search may take on an ordinary machine; it is turned into a number of
    steps, so that a slow machine finds the same tables.
    """

    team: tuple[Hashable, ...]
    rounds: int
    sizes: tuple[int, ...]
    history: tuple[Round, ...] = ()
    scores: tuple[float, ...] | None = None
    bands: tuple[tuple[int, ...], ...] = ()
    schools: tuple[Hashable, ...] | None = None
    twos: tuple[int, ...] = ()
    locked: tuple[Table, ...] = ()
    seed: int = 0
    seconds: float = DEFAULT_SECONDS

    def __post_init__(self) -> None:
        _check(self)

    @property
    def n(self) -> int:
        return len(self.team)

    def attempts(self, steps: int, most: int) -> int:
        """How often a search of so many steps may be tried."""
        return max(1, min(most, int(self.seconds * STEPS_PER_SECOND / steps)))

    def order(self) -> list[int]:
        """Players from the best score to the worst; equal scores by their number."""
        scores = self.scores or (0,) * self.n
        return sorted(range(self.n), key=lambda player: (-scores[player], player))


def _check(problem: Problem) -> None:
    n = problem.n
    if n == 0:
        raise ProblemError("There is nobody to seat.")
    if problem.rounds < 1:
        raise ProblemError("At least one round must be drawn.")
    if n > MOST_PLAYERS or problem.rounds > MOST_ROUNDS:
        raise ProblemError(f"At most {MOST_PLAYERS} players and {MOST_ROUNDS} rounds are drawn at once.")
    if any(size < 1 for size in problem.sizes):
        raise ProblemError("A table has at least one seat.")
    if sum(problem.sizes) != n:
        raise ProblemError(f"The tables have {sum(problem.sizes)} seats for {n} players.")
    for name, column in (("scores", problem.scores), ("schools", problem.schools), ("twos", problem.twos)):
        if column and len(column) != n:
            raise ProblemError(f"There are {len(column)} {name} for {n} players.")
    for number, past in enumerate(problem.history, 1):
        _each_at_most_once(past, n, f"Round {number} of the history")
    if problem.bands:
        _each_exactly_once(problem.bands, n)
    _each_at_most_once(problem.locked, n, "What is locked")


def _each_at_most_once(groups: Sequence[Sequence[int]], n: int, where: str) -> None:
    seen: set[int] = set()
    for player in (player for group in groups for player in group):
        if not 0 <= player < n:
            raise ProblemError(f"{where} names player {player}, but there are {n}.")
        if player in seen:
            raise ProblemError(f"{where} seats player {player} twice.")
        seen.add(player)


def _each_exactly_once(bands: Sequence[Sequence[int]], n: int) -> None:
    _each_at_most_once(bands, n, "The bands")
    if sum(map(len, bands)) != n:
        raise ProblemError("Not every player is in a band.")


@dataclass(frozen=True)
class Figures:
    """What a draw costs: the fewer the better, in this order."""

    clashes: int
    repeats: int
    spread: int | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        return self.clashes, self.repeats, self.spread or 0


@dataclass(frozen=True)
class Draw:
    """Tables of every round, what they cost, what no draw can go below, and how they were found."""

    rounds: tuple[Round, ...]
    figures: Figures
    bound: Figures
    found_by: str = field(compare=False, default="")

    @property
    def is_optimal(self) -> bool:
        return self.figures.key == self.bound.key


def pairs(table: Sequence[int]) -> list[tuple[int, int]]:
    """Each two of a table, the lower number first."""
    ordered = sorted(table)
    return [(one, other) for at, one in enumerate(ordered) for other in ordered[at + 1 :]]


def meetings(rounds: Sequence[Round]) -> Counter[tuple[int, int]]:
    return Counter(pair for tables in rounds for table in tables for pair in pairs(table))


def figures_of(problem: Problem, rounds: Sequence[Round]) -> Figures:
    """Counted from the tables alone, whoever made them."""
    met = meetings(problem.history)
    rank = {player: at for at, player in enumerate(problem.order())}
    clashes = repeats = spread = 0
    for table in (table for tables in rounds for table in tables):
        for pair in pairs(table):
            clashes += problem.team[pair[0]] == problem.team[pair[1]]
            repeats += met[pair] > 0
            met[pair] += 1
        ranks = [rank[player] for player in table]
        spread += max(ranks) - min(ranks)
    return Figures(clashes, repeats, spread if problem.scores else None)
