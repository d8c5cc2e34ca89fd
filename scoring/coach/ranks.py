"""Where everybody of a division stands, as far as it is released: worked out once for all coaches, not for each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.core.cache import caches
from django.utils import timezone
from django.utils.formats import date_format

from scoring.models import Release
from scoring.ranks.lists import Standings
from scoring.ranks.released import released_scope
from scoring.ranks.scope import Scope
from scoring.standings import Key, Ranked, plain
from tournament.models import Division

KEEP = 10 * 60
BESIDE = 2


@dataclass(frozen=True)
class Rank:
    rank: int
    tied: bool
    points: str


@dataclass(frozen=True)
class Ranks:
    """Teams in their order by key. Names are not kept: they are asked for those that a page shows."""

    teams: Mapping[int, Rank]
    players: Mapping[Key, Rank]

    def around(self, team: int) -> list[int]:
        """The leader, and who is just above and below."""
        order = list(self.teams)
        at = order.index(team)
        return [order[each] for each in sorted({0, *range(max(0, at - BESIDE), min(len(order), at + BESIDE + 1))})]


def ranks_of(division: Division, release: Release, news: str) -> Ranks | None:
    """None as long as nothing is released. `news`: the stamp that all coaches share, for which this is kept."""
    scope = released_scope(division, release)
    if scope is None:
        return None
    parts = [division.pk, release.rounds, release.is_final, release.frozen_at, news]
    return _kept(_Wanted("ranks-" + hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest(), scope))


@dataclass(frozen=True)
class _Wanted:
    """`name`: says what it is of, and as of which news."""

    name: str
    scope: Scope = field(compare=False)


@lru_cache(maxsize=16)
def _kept(wanted: _Wanted) -> Ranks:
    """In the cache that all processes share, and as objects in each: the same are asked for by hundreds at once."""
    found: Ranks | None = caches["notes"].get(wanted.name)
    if found is None:
        teams, players = (Standings(wanted.scope, kind).ranking.rows for kind in ("teams", "players"))
        found = Ranks(
            {row.score.key[1]: _rank(row) for row in teams},  # type: ignore[index]
            {row.score.key: _rank(row) for row in players},
        )
        caches["notes"].set(wanted.name, found, KEEP)
    return found


forget = _kept.cache_clear


def _rank(row: Ranked) -> Rank:
    return Rank(row.rank, row.tied, plain(row.score.points))


def as_of(release: Release) -> str:
    """Up to when the ranks count, in words."""
    words = "final" if release.is_final else f"after round {release.rounds}"
    if release.frozen_at is None:
        return words
    return f"{words}, as of {date_format(timezone.localtime(release.frozen_at), 'TIME_FORMAT')}"
