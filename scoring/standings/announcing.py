"""The order in which results are announced: from the last place to the first, those who share a place together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.standings.ranking import Ranking


@dataclass(frozen=True)
class Announced:
    """One place that is called. `at`: where in the list those stand who share it, in the order of the list."""

    rank: int
    at: tuple[int, ...]

    @property
    def is_shared(self) -> bool:
        return len(self.at) > 1

    @property
    def is_first(self) -> bool:
        return self.rank == 1


def announcing(ranking: Ranking, top: int | None = None) -> list[Announced]:
    """From last to first. Who shares a place that is called is called, also if they are more than `top`."""
    called = [(row.rank, at) for at, row in enumerate(ranking.rows) if top is None or row.rank <= top]
    shared = groupby(called, key=lambda each: each[0])
    return [Announced(rank, tuple(at for _, at in group)) for rank, group in shared][::-1]


@dataclass(frozen=True)
class Honored:
    """Who gets something. `members`: of a team, how many played; nought for a player. `is_perfect`: R-77."""

    rank: int
    members: int = 0
    is_perfect: bool = False


@dataclass(frozen=True)
class Certificates:
    """How many are needed. `places`: one for each who is called, by place; `perfect`; `members`: of teams."""

    places: tuple[tuple[int, int], ...]
    perfect: int
    members: int

    @property
    def for_places(self) -> int:
        return sum(count for _, count in self.places)


def certificates(called: Sequence[Honored], others: Iterable[Honored] = ()) -> Certificates:
    """In the order in which they are handed out. A perfect score is honored also of one who is not called."""
    counts: dict[int, int] = {}
    for each in sorted(called, key=lambda each: -each.rank):
        counts[each.rank] = counts.get(each.rank, 0) + 1
    perfect = sum(each.is_perfect for each in (*called, *others))
    return Certificates(tuple(counts.items()), perfect, sum(each.members for each in called))
