"""What a seat costs: teammates and old acquaintances at a table, and what a change of two players would cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

Player = Hashable
Tables = Sequence[Sequence[Player]]


@dataclass(frozen=True)
class Cost:
    """Fewer is better, in this order; as a difference it may be negative."""

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
    def words(self) -> str:
        """`1 more teammate pair, 2 fewer repeats`; `no difference`."""
        parts = [
            _more(self.clashes, "teammate pair"),
            _more(self.repeats, "repeat"),
            _more(self.schools, "school pair"),
            _more(self.spread, "point of spread", "points of spread"),
        ]
        return ", ".join(filter(None, parts)) or "no difference"


def _more(count: float, one: str, many: str = "") -> str:
    if not count:
        return ""
    amount = int(abs(count)) if abs(count) == int(abs(count)) else abs(count)
    return f"{amount} {'more' if count > 0 else 'fewer'} {one if amount == 1 else many or one + 's'}"


@dataclass(frozen=True)
class Company:
    """Who belongs to whom and who has met whom. `points` only where near equals should meet."""

    team: Mapping[Player, Hashable]
    school: Mapping[Player, Hashable] = field(default_factory=dict)
    met: Counter[frozenset[Player]] = field(default_factory=Counter)
    points: Mapping[Player, float] | None = None

    def at(self, table: Iterable[Player]) -> Cost:
        """What this table costs."""
        players = list(table)
        pairs = list(combinations(players, 2))
        worth = [self.points.get(player, 0) for player in players] if self.points is not None else [0.0]
        return Cost(
            sum(self.are_mates(*pair) for pair in pairs),
            sum(self.met[frozenset(pair)] > 0 for pair in pairs),
            sum(self._same_school(*pair) for pair in pairs) if self.school else 0,
            max(worth, default=0) - min(worth, default=0),
        )

    def of(self, tables: Tables) -> Cost:
        return sum((self.at(table) for table in tables), Cost())

    def are_mates(self, one: Player, other: Player) -> bool:
        return self.team.get(one) is not None and self.team.get(one) == self.team.get(other)

    def _same_school(self, one: Player, other: Player) -> bool:
        known = self.school.get(one) is not None and not self.are_mates(one, other)
        return known and self.school[one] == self.school.get(other)

    def swaps(self, tables: Tables, picked: Player) -> dict[Player, Cost]:
        """For everybody at another table: what would change if they and the picked one changed places."""
        mine = next(list(table) for table in tables if picked in table)
        rest = [player for player in mine if player != picked]
        before = self.at(mine)
        found = {}
        for table in tables:
            if picked in table:
                continue
            there = self.at(table)
            for other in table:
                swapped = [picked if player == other else player for player in table]
                found[other] = self.at([*rest, other]) + self.at(swapped) - before - there
        return found


def meetings(rounds: Iterable[Tables]) -> Counter[frozenset[Player]]:
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
