"""Released ranks of a division, computed once for all coaches and cached."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import caches
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from foundation.local_cache import LocalCache
from scoring.models import Release
from scoring.public_results.queries import released_scope
from scoring.standings import Key, RankedScore, format_points, points_in_words
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope
from tournament.models import Division

CACHE_SECONDS = 10 * 60
NEIGHBORS = 2  # on each side


@dataclass(frozen=True)
class ReleasedRank:
    rank: int
    tied: bool
    points: str

    @property
    def points_in_words(self) -> str:
        return points_in_words(self.points)


@dataclass(frozen=True)
class DivisionRanks:
    """Teams by key in rank order, and players by key. Without names: a page loads only those it shows."""

    teams: Mapping[int, ReleasedRank]
    players: Mapping[Key, ReleasedRank]

    def neighbors_of(self, team: int) -> list[int]:
        """Return the leader, the team itself, and the teams just above and below it."""
        order = list(self.teams)
        index = order.index(team)
        nearby = range(max(0, index - NEIGHBORS), min(len(order), index + NEIGHBORS + 1))
        return [order[each] for each in sorted({0, *nearby})]


# In front of the shared cache: it saves unpickling when hundreds of coaches poll at once.
_ranks: LocalCache[str, DivisionRanks] = LocalCache(16)


def released_ranks(division: Division, release: Release, news: str) -> DivisionRanks | None:
    """Return the released ranks, or None if nothing is released. `news`: the shared stamp, part of the cache key."""
    scope = released_scope(division, release)
    if scope is None:
        return None
    parts = [division.pk, release.rounds, release.is_final, release.frozen_at, news]
    key = f"released-ranks-{hashlib.sha256('|'.join(map(str, parts)).encode()).hexdigest()}"
    return _ranks.get(key, lambda: _load(key, scope))


def _load(key: str, scope: Scope) -> DivisionRanks:
    """Return ranks from the cache that all processes share, or compute them."""
    ranks: DivisionRanks | None = caches["notes"].get(key)
    if ranks is None:
        teams, players = (Standings(scope, kind).ranking.rows for kind in ("teams", "players"))
        ranks = DivisionRanks(
            {row.score.key[1]: _released_rank(row) for row in teams},  # type: ignore[index]
            {row.score.key: _released_rank(row) for row in players},
        )
        caches["notes"].set(key, ranks, CACHE_SECONDS)
    return ranks


def _released_rank(row: RankedScore) -> ReleasedRank:
    return ReleasedRank(row.rank, row.tied, format_points(row.score.points))


def as_of(release: Release) -> str:
    """Return which rounds the ranks include, in words."""
    if release.frozen_at is None:
        return gettext("final") if release.is_final else gettext("after Round {number}").format(number=release.rounds)
    clock = date_format(timezone.localtime(release.frozen_at), "TIME_FORMAT")
    if release.is_final:
        return gettext("final, as of {time}").format(time=clock)
    return gettext("after Round {number}, as of {time}").format(number=release.rounds, time=clock)
