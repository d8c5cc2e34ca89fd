"""Playoffs of teams: who meets whom, and the tables of a match, level against level (F9, N12, N13)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import cycle, zip_longest
from typing import TypeVar

from pairings.engine.sizes import table_sizes

Player = TypeVar("Player", bound=Hashable)
Team = TypeVar("Team")


def matches(ranked: Sequence[Team], *, minimum: int, preferred: int, maximum: int) -> list[list[Team]]:
    """From the best team to the last: the first meets the last, the second the one before the last, and so on."""
    count = len(table_sizes(len(ranked), minimum=minimum, preferred=preferred, maximum=maximum))
    found: list[list[Team]] = [[] for _ in range(count)]
    there_and_back = cycle([*range(count), *reversed(range(count))])
    for team, match in zip(ranked, there_and_back, strict=False):
        found[match].append(team)
    return found


def tables_of(teams: Sequence[Sequence[Player]], minimum: int) -> list[tuple[Player, ...]]:
    """The strongest of each team at the first table, the next at the second. Where too few would sit, they sit out."""
    levels = (tuple(each for each in level if each is not None) for level in zip_longest(*teams))
    return [level for level in levels if len(level) >= minimum]
