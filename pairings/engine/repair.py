"""A late change with the fewest moves: who left gives up a chair, who came gets one, the others stay if they can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pairings.engine.company import Company, Cost, Player
from pairings.engine.sizes import SizesError

Table = tuple[Player, ...]


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
    """`here`: everybody who plays. One step after the other, each the cheapest: fewest moves, then best company."""
    present = list(here)
    before = {player: at for at, table in enumerate(tables) for player in table}
    now: list[Table] = [tuple(player for player in table if player in present) for table in tables]
    waiting = [player for player in present if player not in before]
    while waiting or any(0 < len(table) < minimum for table in now):
        options = list(_options(now, waiting, minimum, maximum))
        if not options:
            raise SizesError(f"{len(present)} players do not fit at tables of {minimum} to {maximum}.")
        best = min(options, key=lambda option: _price(option, company, before))
        now, waiting = list(best.tables), list(best.waiting)
    moved = tuple(
        player for at, table in enumerate(now) for player in table if player in before and before[player] != at
    )
    return Repaired(tuple(now), moved)


@dataclass(frozen=True)
class _Option:
    tables: tuple[Table, ...]
    waiting: tuple[Player, ...]


def _price(option: _Option, company: Company, before: dict[Player, int]) -> tuple[object, ...]:
    moves = sum(before.get(player, at) != at for at, table in enumerate(option.tables) for player in table)
    lonely = sum(len(table) == 1 for table in option.tables)
    cost: Cost = company.of(option.tables)
    small = sum(len(table) == 2 for table in option.tables)
    return moves + lonely, len(option.waiting), cost.key, small, len(option.tables)


def _options(now: Sequence[Table], waiting: Sequence[Player], minimum: int, maximum: int) -> Iterator[_Option]:
    """Seat one who waits, or all who wait at a table of their own; let somebody who sits alone go; fetch somebody."""
    for player in waiting[:1]:
        rest = tuple(other for other in waiting if other != player)
        for at, table in enumerate(now):
            if table and len(table) < maximum:
                yield _Option(_with(now, at, (*table, player)), rest)
        yield from _fetched(now, (player,), rest, minimum)
    if len(waiting) >= minimum:
        group = tuple(waiting[:maximum])
        yield _Option((*now, group), tuple(waiting[len(group) :]))
    for at, table in enumerate(now):
        if not 0 < len(table) < minimum:
            continue
        for other, host in enumerate(now):
            if other != at and host and len(host) + len(table) <= maximum:
                yield _Option(_with(_with(now, at, ()), other, (*host, *table)), tuple(waiting))
            for guest in host if len(host) > minimum else ():
                left = tuple(player for player in host if player != guest)
                yield _Option(_with(_with(now, other, left), at, (*table, guest)), tuple(waiting))


def _fetched(now: Sequence[Table], alone: Table, rest: tuple[Player, ...], minimum: int) -> Iterator[_Option]:
    """Somebody from a table that can spare one sits down with the newcomer at a new table."""
    for at, table in enumerate(now):
        for guest in table if len(table) > minimum else ():
            left = tuple(player for player in table if player != guest)
            yield _Option((*_with(now, at, left), (guest, *alone)), rest)


def _with(tables: Sequence[Table], at: int, table: Table) -> tuple[Table, ...]:
    return (*tables[:at], table, *tables[at + 1 :])
