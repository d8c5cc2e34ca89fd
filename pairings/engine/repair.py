"""Repairs published tables after late changes with the fewest moves: newcomers get a chair, others stay if possible.

The number of moves depends only on the table sizes, so that is computed first, exactly. Local search then chooses who
moves, and where to, so that the seating costs little without moving anyone else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pairings.engine.problem import PlayerKey
from pairings.engine.seating_costs import SeatingCosts
from pairings.engine.sizes import players_do_not_fit

TableSeating = tuple[PlayerKey, ...]
Price = tuple[int, int, int]
MOST_STEPS = 200


@dataclass(frozen=True)
class RepairedTables:
    """Tables in the same order as before, including those that are empty now; new ones at the end.

    `moved`: players who had a seat and now sit at another table.
    """

    tables: tuple[TableSeating, ...]
    moved: tuple[PlayerKey, ...]


def repair_tables(
    tables: Sequence[Sequence[PlayerKey]],
    here: Iterable[PlayerKey],
    costs: SeatingCosts,
    *,
    minimum: int,
    maximum: int,
) -> RepairedTables:
    """Seat everyone in `here` with as few moves as possible, and among those seatings at a low cost."""
    players = list(here)
    present = set(players)
    before = {player: number for number, table in enumerate(tables) for player in table}
    stay: list[TableSeating] = [tuple(player for player in table if player in present) for table in tables]
    come = [player for player in players if player not in before]
    stay += [()] * (len(come) // minimum + 1)
    sizes = _sizes_with_fewest_moves([len(table) for table in stay], len(players), minimum, maximum)
    search = _LocalSearch(_first_seating(stay, come, sizes), before, costs, minimum, maximum)
    search.improve()
    after = search.tables
    while len(after) > len(tables) and not after[-1]:
        after.pop()
    moved = tuple(
        player for number, table in enumerate(after) for player in table if before.get(player, number) != number
    )
    return RepairedTables(tuple(after), moved)


def _sizes_with_fewest_moves(seated: Sequence[int], players: int, minimum: int, maximum: int) -> list[int]:
    """The new size of each table, empty or within the limits, so that the fewest players have to get up.

    The number of players seated at the first k tables changes by at most the number of newcomers plus moves. So the
    search keeps within a small distance of the old totals, and widens it until the distance covers the answer.
    """
    come = players - sum(seated)
    reach = abs(come) + 2 * maximum
    while reach < 2 * max(players, sum(seated)) + maximum:
        sizes = _sizes_within(reach, seated, players, minimum, maximum)
        if sizes and sum(max(0, count - size) for count, size in zip(seated, sizes, strict=True)) + abs(come) <= reach:
            return sizes
        reach *= 2
    sizes = _sizes_within(reach, seated, players, minimum, maximum)
    if sizes is None:
        raise players_do_not_fit(players, minimum, maximum)
    return sizes


def _sizes_within(reach: int, seated: Sequence[int], players: int, minimum: int, maximum: int) -> list[int] | None:
    """The cheapest table sizes, by dynamic programming over the tables and the number of players seated so far.

    The price counts moves first, then tables that change, then empty chairs. Totals further than `reach` from the old
    ones are skipped.
    """
    prices: dict[int, Price] = {0: (0, 0, 0)}
    choices: list[dict[int, int]] = []
    so_far = 0
    for count in seated:
        so_far += count
        following: dict[int, Price] = {}
        chosen: dict[int, int] = {}
        for seated_before, price in prices.items():
            for size in (0, *range(minimum, maximum + 1)):
                total = seated_before + size
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


def _first_seating(stay: Sequence[TableSeating], come: Sequence[PlayerKey], sizes: Sequence[int]) -> list[TableSeating]:
    """A seating of these sizes: the last players of a large table get up; they and the newcomers fill free chairs."""
    movers = [player for table, size in zip(stay, sizes, strict=True) for player in table[size:]]
    waiting = iter([*movers, *come])
    kept = [table[:size] for table, size in zip(stay, sizes, strict=True)]
    return [
        (*table, *(next(waiting) for _ in range(size - len(table)))) for table, size in zip(kept, sizes, strict=True)
    ]


class _LocalSearch:
    """Improves a repaired seating. No change makes the number of players who move any larger."""

    def __init__(
        self, tables: list[TableSeating], before: dict[PlayerKey, int], costs: SeatingCosts, minimum: int, maximum: int
    ) -> None:
        self.tables, self.costs = tables, costs
        self._before, self._minimum, self._maximum = before, minimum, maximum

    def improve(self) -> None:
        """Make the change that helps most until none does."""
        for _ in range(MOST_STEPS):
            candidates = [(self._loss(change), number, change) for number, change in enumerate(self._changes())]
            loss, _, change = min(candidates, default=((0, 0, 0, 0.0), 0, {}))
            if loss >= (0, 0, 0, 0.0):
                return
            for number, table in change.items():
                self.tables[number] = table

    def _loss(self, change: dict[int, TableSeating]) -> tuple[int, int, int, float]:
        before = self.costs.cost_of_tables([self.tables[number] for number in change])
        return (self.costs.cost_of_tables(list(change.values())) - before).key

    def _movers(self) -> Iterator[tuple[PlayerKey, int]]:
        """Players who don't sit at their old table, with the table where they sit now."""
        for number, table in enumerate(self.tables):
            yield from ((player, number) for player in table if self._before.get(player) != number)

    def _changes(self) -> Iterator[dict[int, TableSeating]]:
        """Every change to try, as new tables by number.

        A mover sits down elsewhere, two movers swap, or a mover goes back and another player gets up instead.
        """
        movers = list(self._movers())
        for player, here in movers:
            left = _without(self.tables[here], player)
            for other, table in enumerate(self.tables):
                can_leave = len(left) >= self._minimum or not left
                if other != here and can_leave and table and len(table) < self._maximum:
                    yield {here: left, other: (*table, player)}
            for rival, there in movers:
                if there > here:
                    yield {
                        here: (*left, rival),
                        there: (*_without(self.tables[there], rival), player),
                    }
            home = self._before.get(player)
            for tablemate in self.tables[home] if home is not None else ():
                if self._before.get(tablemate) == home and home is not None:
                    yield {here: (*left, tablemate), home: (*_without(self.tables[home], tablemate), player)}


def _without(table: TableSeating, player: PlayerKey) -> TableSeating:
    return tuple(each for each in table if each != player)
