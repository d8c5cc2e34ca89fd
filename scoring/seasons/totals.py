"""Pure season totals: points over several tournaments, attendance, and who qualifies.

*Appearance*: that someone attended a tournament, with their points there, or None if they attended without playing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

Key = Hashable


@dataclass(frozen=True)
class SeasonTournament:
    """`day`: its first day. `days`: how many it lasts."""

    key: Key
    name: str
    day: date
    days: int = 1


@dataclass(frozen=True)
class Appearance:
    """`who`: key of the player, team, or school. `tournament`: key of the tournament."""

    who: Key
    tournament: Key
    points: Decimal | None = None


@dataclass(frozen=True)
class SeasonTotal:
    """`by_tournament`: points of each tournament they played in. `counted`: the tournaments that count."""

    who: Key
    rank: int
    tied: bool
    points: Decimal
    by_tournament: Mapping[Key, Decimal]
    counted: frozenset[Key]
    attended: int
    days: int
    qualified: bool


def season_totals(
    tournaments: Iterable[SeasonTournament],
    appearances: Iterable[Appearance],
    *,
    best: int | None = None,
    needed: int = 1,
) -> list[SeasonTotal]:
    """Return totals, highest first. Equal totals share a rank, and the next is skipped.

    Among equals, those who attended more often come first, with the same rank.
    """
    days = {each.key: each.days for each in tournaments}
    points: dict[Key, dict[Key, Decimal]] = {}
    attended: dict[Key, set[Key]] = {}
    for each in appearances:
        attended.setdefault(each.who, set()).add(each.tournament)
        own_points = points.setdefault(each.who, {})
        if each.points is not None:
            own_points[each.tournament] = own_points.get(each.tournament, Decimal(0)) + each.points
    counted = {who: _best_tournaments(own_points, list(days), best) for who, own_points in points.items()}
    sums = {who: sum((points[who][each] for each in counted[who]), Decimal(0)) for who in points}
    ordered = sorted(points, key=lambda who: (-sums[who], -len(attended[who])))
    values = sorted(sums.values(), reverse=True)
    return [
        SeasonTotal(
            who=who,
            rank=values.index(sums[who]) + 1,
            tied=values.count(sums[who]) > 1,
            points=sums[who],
            by_tournament=points[who],
            counted=counted[who],
            attended=len(attended[who]),
            days=sum(days[each] for each in attended[who]),
            qualified=len(attended[who]) >= needed,
        )
        for who in ordered
    ]


def _best_tournaments(points: Mapping[Key, Decimal], order: list[Key], count: int | None) -> frozenset[Key]:
    """Return the tournaments with the most points; of equal ones, the earlier."""
    ranked = sorted(points, key=lambda tournament: (-points[tournament], order.index(tournament)))
    return frozenset(ranked if count is None else ranked[:count])
