"""Awards: the announcing order, from last place to first, and how many certificates are needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.standings.ranking import Ranking


@dataclass(frozen=True)
class AnnouncedPlace:
    """One place called at the awards. `indexes`: where its winners are in the ranking, in ranking order."""

    rank: int
    indexes: tuple[int, ...]

    @property
    def is_shared(self) -> bool:
        return len(self.indexes) > 1

    @property
    def is_first(self) -> bool:
        return self.rank == 1


def announcing_order(ranking: Ranking, top: int | None = None) -> list[AnnouncedPlace]:
    """Return the places to call, last to first. A tie for the last one is called in full, even beyond `top`."""
    called = [(row.rank, index) for index, row in enumerate(ranking.rows) if top is None or row.rank <= top]
    places = groupby(called, key=lambda each: each[0])
    return [AnnouncedPlace(rank, tuple(index for _, index in group)) for rank, group in places][::-1]


@dataclass(frozen=True)
class AwardWinner:
    """A player or team that gets a certificate.

    `members`: how many played for the team, 0 for a player. `is_perfect`: a perfect score (R-77).
    """

    rank: int
    members: int = 0
    is_perfect: bool = False


@dataclass(frozen=True)
class CertificateCounts:
    """How many certificates are needed. `places`: pairs of rank and count. `members`: for members of called teams."""

    places: tuple[tuple[int, int], ...]
    perfect: int
    members: int

    @property
    def for_places(self) -> int:
        return sum(count for _, count in self.places)


def count_certificates(called: Sequence[AwardWinner], others: Iterable[AwardWinner] = ()) -> CertificateCounts:
    """Count certificates in the order they are handed out. A perfect score gets one even if its place isn't called."""
    counts: dict[int, int] = {}
    for winner in sorted(called, key=lambda winner: -winner.rank):
        counts[winner.rank] = counts.get(winner.rank, 0) + 1
    perfect = sum(winner.is_perfect for winner in (*called, *others))
    return CertificateCounts(tuple(counts.items()), perfect, sum(winner.members for winner in called))
