"""A late change with the fewest moves: who left gives up a chair, who came gets one, the others stay if they can.

How many must move depends on the sizes of the tables alone, so that is worked out first and exactly. Who moves, and
where to, is then improved step by step for the best company, without moving anybody more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pairings.engine.company import Company, Player
from pairings.engine.sizes import SizesError

Table = tuple[Player, ...]
Price = tuple[int, int, int]
MOST_STEPS = 200


@dataclass(frozen=True)
class Repaired:
    """Tables in the same order as before, also those that are empty now; new ones at the end.

    `moved`: who was seated and sits elsewhere now.
    """

    tables: tuple[Table, ...]
    moved: tuple[Player, ...]


def repair(
    tables: Sequence[Sequence[Player]],
    here: Iterable[Player],
    company: Company,
    *,
    minimum: int,
    maximum: int,
) -> Repaired:
    """`here`: everybody who plays. No repair moves fewer; of those that move as few, this one has good company."""
    present = list(here)
    among = set(present)
    before = {player: at for at, table in enumerate(tables) for player in table}
    stay: list[Table] = [tuple(player for player in table if player in among) for table in tables]
    come = [player for player in present if player not in before]
    stay += [()] * (len(come) // minimum + 1)
    sizes = fewest_moves([len(table) for table in stay], len(present), minimum, maximum)
    chairs = _Chairs(_seated(stay, come, sizes), before, company, minimum, maximum)
    chairs.improve()
    now = chairs.tables
    while len(now) > len(tables) and not now[-1]:
        now.pop()
    moved = tuple(player for at, table in enumerate(now) for player in table if before.get(player, at) != at)
    return Repaired(tuple(now), moved)


def fewest_moves(seated: Sequence[int], players: int, minimum: int, maximum: int) -> list[int]:
    """How many sit at each table afterwards: empty or between the limits, with the fewest who have to get up.

    So many more or fewer sit down at the first tables than sat there as come and move at most: looking a little way
    around is enough, once it is as far as the answer that was found.
    """
    come = players - sum(seated)
    reach = abs(come) + 2 * maximum
    while reach < 2 * max(players, sum(seated)) + maximum:
        found = _sizes_within(reach, seated, players, minimum, maximum)
        if found and sum(max(0, count - size) for count, size in zip(seated, found, strict=True)) + abs(come) <= reach:
            return found
        reach *= 2
    found = _sizes_within(reach, seated, players, minimum, maximum)
    if found is None:
        raise SizesError(f"{players} players do not fit at tables of {minimum} to {maximum}.")
    return found


def _sizes_within(reach: int, seated: Sequence[int], players: int, minimum: int, maximum: int) -> list[int] | None:
    """Table after table, for every number of players who sit down so far, the cheapest way to get there.

    Cheapest: moves first, then tables that change, then empty chairs.
    """
    prices: dict[int, Price] = {0: (0, 0, 0)}
    choices: list[dict[int, int]] = []
    so_far = 0
    for count in seated:
        so_far += count
        following: dict[int, Price] = {}
        chosen: dict[int, int] = {}
        for down, price in prices.items():
            for size in (0, *range(minimum, maximum + 1)):
                total = down + size
                if total > players or abs(total - so_far) > reach:
                    continue
                cost = (
                    price[0] + max(0, count - size),
                    price[1] + (size != count),
                    price[2] + (maximum - size if size else 0),
                )
                if total not in following or cost < following[total]:
                    following[total], chosen[total] = cost, size
        prices = following
        choices.append(chosen)
    if players not in prices:
        return None
    sizes, left = [], players
    for chosen in reversed(choices):
        sizes.append(chosen[left])
        left -= chosen[left]
    return sizes[::-1]


def _seated(stay: Sequence[Table], come: Sequence[Player], sizes: Sequence[int]) -> list[Table]:
    """The last of a table that is too large get up; they and the newcomers take the free chairs, first come first."""
    up = [player for table, size in zip(stay, sizes, strict=True) for player in table[size:]]
    waiting = iter([*up, *come])
    kept = [table[:size] for table, size in zip(stay, sizes, strict=True)]
    return [
        (*table, *(next(waiting) for _ in range(size - len(table)))) for table, size in zip(kept, sizes, strict=True)
    ]


class _Chairs:
    """Tables on which some sit who are on the move. A step never makes anybody move who did not have to."""

    def __init__(
        self, tables: list[Table], before: dict[Player, int], company: Company, minimum: int, maximum: int
    ) -> None:
        self.tables, self.company = tables, company
        self._before, self._minimum, self._maximum = before, minimum, maximum

    def improve(self) -> None:
        """Take the step that helps most until none does."""
        for _ in range(MOST_STEPS):
            steps = [(self._gain(change), number, change) for number, change in enumerate(self._steps())]
            gain, _, change = min(steps, default=((0, 0, 0, 0.0), 0, {}))
            if gain >= (0, 0, 0, 0.0):
                return
            for at, table in change.items():
                self.tables[at] = table

    def _gain(self, change: dict[int, Table]) -> tuple[int, int, int, float]:
        before = self.company.of([self.tables[at] for at in change])
        return (self.company.of(list(change.values())) - before).key

    def _movers(self) -> Iterator[tuple[Player, int]]:
        for at, table in enumerate(self.tables):
            yield from ((player, at) for player in table if self._before.get(player) != at)

    def _steps(self) -> Iterator[dict[int, Table]]:
        """A mover sits down elsewhere; two movers change chairs; a mover goes back and another gets up instead."""
        movers = list(self._movers())
        for player, at in movers:
            left = _without(self.tables[at], player)
            for other, table in enumerate(self.tables):
                can_leave = len(left) >= self._minimum or not left
                if other != at and can_leave and table and len(table) < self._maximum:
                    yield {at: left, other: (*table, player)}
            for rival, there in movers:
                if there > at:
                    yield {
                        at: (*left, rival),
                        there: (*_without(self.tables[there], rival), player),
                    }
            home = self._before.get(player)
            for mate in self.tables[home] if home is not None else ():
                if self._before.get(mate) == home and home is not None:
                    yield {at: (*left, mate), home: (*_without(self.tables[home], mate), player)}


def _without(table: Table, player: Player) -> Table:
    return tuple(each for each in table if each != player)
