"""The ceremony of a list: the places that are called, from last to first, and what is handed out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from scoring.ranks.lists import Row, Standings
from scoring.standings import Certificates, Honored, Key, announcing, certificates
from tournament.rosters.models import Player
from tournament.rosters.names import name_key


@dataclass(frozen=True)
class Call:
    """One place, and everybody who shares it."""

    rank: int
    rows: tuple[Row, ...]

    @property
    def ordinal(self) -> str:
        return ordinal(self.rank)

    @property
    def is_shared(self) -> bool:
        return len(self.rows) > 1

    @property
    def is_first(self) -> bool:
        return self.rank == 1


class Ceremony:
    """Of the results that count now, whatever the public sees."""

    def __init__(self, standings: Standings, top: int) -> None:
        self.standings, self.top = standings, top

    @cached_property
    def _rows(self) -> list[Row]:
        """Those who are called, and who has as many points as the best: a perfect score is honored in any case."""
        ranked = self.standings.ranking.rows
        best = ranked[0].score.points if ranked else None
        return self.standings.rows(
            [at for at, row in enumerate(ranked) if row.rank <= self.top or row.score.points == best]
        )

    @cached_property
    def calls(self) -> list[Call]:
        called = announcing(self.standings.ranking, self.top)
        return [Call(each.rank, tuple(self._rows[at] for at in each.at)) for each in called]

    @cached_property
    def perfect(self) -> list[Row]:
        return [row for row in self._rows if row.is_perfect]

    @cached_property
    def members(self) -> dict[Key, list[str]]:
        """Of each team that is called: who played for it."""
        if self.standings.kind != "teams":
            return {}
        keys = [row.ranked.score.key for row in self._rows if row.ranked.rank <= self.top]
        return members_of(self.standings, keys)

    @cached_property
    def certificates(self) -> Certificates:
        called = [row for row in self._rows if row.ranked.rank <= self.top]
        others = [row for row in self._rows if row.ranked.rank > self.top]
        return certificates([self._honored(row) for row in called], [self._honored(row) for row in others])

    @property
    def needed(self) -> str:
        """`Certificates: 6 for places, 30 for members of teams, 1 for a perfect score.`"""
        counted = self.certificates
        more = [(counted.members, "members of teams"), (counted.perfect, "a perfect score")]
        parts = [f"{counted.for_places} for places", *(f"{count} for {words}" for count, words in more if count)]
        return f"Certificates: {', '.join(parts)}."

    def _honored(self, row: Row) -> Honored:
        members = row.ranked.score.played if self.standings.kind == "teams" else 0
        return Honored(row.ranked.rank, members, row.is_perfect)


def members_of(standings: Standings, keys: Sequence[Key]) -> dict[Key, list[str]]:
    """Who played for each team, by name; a place for which nobody is named is counted and not listed."""
    teams = {pk: ("team", pk) for _, pk in cast("Sequence[tuple[str, int]]", keys)}
    played = standings.scope.results.filter(
        place__entry__team__in=teams, player__isnull=False, points__isnull=False
    ).order_by()
    pairs = set(played.values_list("place__entry__team", "player"))
    players = Player.objects.in_bulk({player for _, player in pairs})
    found: dict[Key, list[str]] = {team: [] for team in keys}
    for team, player in pairs:
        found[teams[team]].append(standings.naming(players[player]))
    return {team: sorted(names, key=name_key) for team, names in found.items()}


def ordinal(number: int) -> str:
    """`1st`, `12th`, `23rd`."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"
