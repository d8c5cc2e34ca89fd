"""What a seating costs: teammates and repeat opponents at a table, and what swapping two players would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from pairings.engine.problem import PlayerKey


@dataclass(frozen=True)
class Cost:
    """Lower is better, compared field by field. The difference of two costs can be negative."""

    clashes: int = 0
    repeats: int = 0
    schools: int = 0
    spread: float = 0

    @property
    def key(self) -> tuple[int, int, int, float]:
        return self.clashes, self.repeats, self.schools, self.spread

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.clashes + other.clashes,
            self.repeats + other.repeats,
            self.schools + other.schools,
            self.spread + other.spread,
        )

    def __neg__(self) -> Cost:
        return Cost(-self.clashes, -self.repeats, -self.schools, -self.spread)

    def __sub__(self, other: Cost) -> Cost:
        return self + -other

    @property
    def description(self) -> str:
        """A cost difference in words: `1 more teammate pair, 2 fewer repeats`, or `no difference`."""
        parts = [
            _describe(self.clashes, "teammate pair", "teammate pairs"),
            _describe(self.repeats, "repeat", "repeats"),
            _describe(self.schools, "school pair", "school pairs"),
            _describe(self.spread, "point of spread", "points of spread"),
        ]
        return ", ".join(filter(None, parts)) or "no difference"


def _describe(count: float, one: str, many: str) -> str:
    """Return `2 fewer repeats`; nothing for no difference."""
    if not count:
        return ""
    amount = int(abs(count)) if abs(count) == int(abs(count)) else abs(count)
    words = one if amount == 1 else many
    return f"{amount} more {words}" if count > 0 else f"{amount} fewer {words}"


@dataclass(frozen=True)
class SeatingCosts:
    """What decides the cost of a table: teams, schools, and earlier meetings.

    `points` is set only if players with similar results should meet.
    """

    team: Mapping[PlayerKey, Hashable]
    school: Mapping[PlayerKey, Hashable] = field(default_factory=dict)
    met: Counter[frozenset[PlayerKey]] = field(default_factory=Counter)
    points: Mapping[PlayerKey, float] | None = None

    def cost_of_table(self, table: Iterable[PlayerKey]) -> Cost:
        players = list(table)
        pairs = list(combinations(players, 2))
        points = [self.points.get(player, 0) for player in players] if self.points is not None else [0.0]
        return Cost(
            sum(self.are_teammates(*pair) for pair in pairs),
            sum(self.met[frozenset(pair)] > 0 for pair in pairs),
            sum(self._are_schoolmates(*pair) for pair in pairs) if self.school else 0,
            max(points, default=0) - min(points, default=0),
        )

    def cost_of_tables(self, tables: Sequence[Sequence[PlayerKey]]) -> Cost:
        return sum((self.cost_of_table(table) for table in tables), Cost())

    def are_teammates(self, one: PlayerKey, other: PlayerKey) -> bool:
        return self.team.get(one) is not None and self.team.get(one) == self.team.get(other)

    def _are_schoolmates(self, one: PlayerKey, other: PlayerKey) -> bool:
        """Whether two players of different teams come from the same school."""
        is_candidate = self.school.get(one) is not None and not self.are_teammates(one, other)
        return is_candidate and self.school[one] == self.school.get(other)

    def swap_costs(self, tables: Sequence[Sequence[PlayerKey]], picked: PlayerKey) -> dict[PlayerKey, Cost]:
        """The cost difference of swapping the picked player with each player at another table."""
        mine = next(list(table) for table in tables if picked in table)
        rest = [player for player in mine if player != picked]
        before = self.cost_of_table(mine)
        differences = {}
        for table in tables:
            if picked in table:
                continue
            there = self.cost_of_table(table)
            for other in table:
                swapped = [picked if player == other else player for player in table]
                after = self.cost_of_table([*rest, other]) + self.cost_of_table(swapped)
                differences[other] = after - before - there
        return differences


def count_meetings(rounds: Iterable[Sequence[Sequence[PlayerKey]]]) -> Counter[frozenset[PlayerKey]]:
    """How often each pair of players has sat at the same table."""
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
