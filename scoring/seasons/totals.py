"""Totals of a season, pure: who has how much from how many tournaments, and who came often enough.

*Appearance*: that somebody was at a tournament, with the points from there; without any if they came and did not play.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

Key = Hashable


@dataclass(frozen=True)
class Meet:
    """A tournament of the season, with its first day. `days`: how many it lasts."""

    key: Key
    name: str
    day: date
    days: int = 1


@dataclass(frozen=True)
class Appearance:
    who: Key
    meet: Key
    points: Decimal | None = None


@dataclass(frozen=True)
class Total:
    """`by_meet`: points of each tournament that they played in. `counted`: which of them count."""

    who: Key
    rank: int
    tied: bool
    points: Decimal
    by_meet: Mapping[Key, Decimal]
    counted: frozenset[Key]
    attended: int
    days: int
    qualified: bool


def totals(
    meets: Iterable[Meet], appearances: Iterable[Appearance], *, best: int | None = None, needed: int = 1
) -> list[Total]:
    """Highest sum first; who has the same shares a rank, and as many are skipped. Of equals, who came more often stands
    first, without another rank."""
    lasts = {meet.key: meet.days for meet in meets}
    points: dict[Key, dict[Key, Decimal]] = {}
    came: dict[Key, set[Key]] = {}
    for each in appearances:
        came.setdefault(each.who, set()).add(each.meet)
        of_player = points.setdefault(each.who, {})
        if each.points is not None:
            of_player[each.meet] = of_player.get(each.meet, Decimal(0)) + each.points
    chosen = {who: _best(of_player, list(lasts), best) for who, of_player in points.items()}
    sums = {who: sum((points[who][meet] for meet in chosen[who]), Decimal(0)) for who in points}
    ordered = sorted(points, key=lambda who: (-sums[who], -len(came[who])))
    values = sorted(sums.values(), reverse=True)
    return [
        Total(
            who=who,
            rank=values.index(sums[who]) + 1,
            tied=values.count(sums[who]) > 1,
            points=sums[who],
            by_meet=points[who],
            counted=chosen[who],
            attended=len(came[who]),
            days=sum(lasts[meet] for meet in came[who]),
            qualified=len(came[who]) >= needed,
        )
        for who in ordered
    ]


def _best(points: Mapping[Key, Decimal], order: list[Key], count: int | None) -> frozenset[Key]:
    """The highest; of equal ones the earlier tournament."""
    ranked = sorted(points, key=lambda meet: (-points[meet], order.index(meet)))
    return frozenset(ranked if count is None else ranked[:count])
