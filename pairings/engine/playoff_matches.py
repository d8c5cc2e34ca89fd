"""Team playoffs: which teams meet, and the tables of a match, level against level (F9, N12, N13)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import cycle, zip_longest
from typing import TypeVar

from pairings.engine.sizes import table_sizes

Player = TypeVar("Player", bound=Hashable)
Team = TypeVar("Team")


def match_teams(ranked: Sequence[Team], *, minimum: int, preferred: int, maximum: int) -> list[list[Team]]:
    """The teams of each match, given teams from best to last: first meets last, second meets second to last, etc."""
    count = len(table_sizes(len(ranked), minimum=minimum, preferred=preferred, maximum=maximum))
    matches: list[list[Team]] = [[] for _ in range(count)]
    there_and_back = cycle([*range(count), *reversed(range(count))])
    for team, match in zip(ranked, there_and_back, strict=False):
        matches[match].append(team)
    return matches


def tables_of_match(teams: Sequence[Sequence[Player]], minimum: int) -> list[tuple[Player, ...]]:
    """The tables of a match: the strongest player of each team at the first, the next at the second, and so on.

    Players sit out if their table would have fewer than `minimum` players.
    """
    levels = (tuple(each for each in level if each is not None) for level in zip_longest(*teams))
    return [level for level in levels if len(level) >= minimum]
