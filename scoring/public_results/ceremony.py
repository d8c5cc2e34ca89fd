"""The awards ceremony of one list: the places that are called, last to first, and the certificates handed out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from rulebooks.wording import ordinal
from scoring.standings import AnnouncedPlace, AwardWinner, CertificateCounts, Key, announcing_order, count_certificates
from scoring.standings_pages.queries import Standings, StandingsRow
from tournament.rosters.models import Player
from tournament.rosters.names import name_key


@dataclass(frozen=True)
class CalledPlace(AnnouncedPlace):
    """One place that is called, with everyone who shares it."""

    rows: tuple[StandingsRow, ...]

    @property
    def ordinal(self) -> str:
        return ordinal(self.rank)


class Ceremony:
    """Calls the first `top` places of the results that count now, whatever is released to the public."""

    def __init__(self, standings: Standings, top: int) -> None:
        self.standings, self.top = standings, top

    @cached_property
    def _rows(self) -> list[StandingsRow]:
        """Everyone who is called, and everyone with the most points: a perfect score is honored in any case."""
        ranked = self.standings.ranking.rows
        best = ranked[0].score.points if ranked else None
        return self.standings.rows(
            [index for index, row in enumerate(ranked) if row.rank <= self.top or row.score.points == best]
        )

    @cached_property
    def called_places(self) -> list[CalledPlace]:
        order = announcing_order(self.standings.ranking, self.top)
        return [
            CalledPlace(place.rank, place.indexes, tuple(self._rows[index] for index in place.indexes))
            for place in order
        ]

    @cached_property
    def perfect_scores(self) -> list[StandingsRow]:
        return [row for row in self._rows if row.is_perfect]

    @cached_property
    def members(self) -> dict[Key, list[str]]:
        """Names of the players of each team that is called."""
        if self.standings.kind != "teams":
            return {}
        keys = [row.ranked.score.key for row in self._rows if row.ranked.rank <= self.top]
        return members_of(self.standings, keys)

    @cached_property
    def certificates(self) -> CertificateCounts:
        called = [row for row in self._rows if row.ranked.rank <= self.top]
        others = [row for row in self._rows if row.ranked.rank > self.top]
        return count_certificates([self._winner(row) for row in called], [self._winner(row) for row in others])

    @property
    def certificates_needed(self) -> str:
        """`Certificates needed: 6 for places, 30 for team members.`"""
        counts = self.certificates
        places, members, perfect = counts.for_places, counts.members, counts.perfect
        if members and perfect:
            return (
                f"Certificates needed: {places} for places, {members} for team members, {perfect} for perfect scores."
            )
        if members:
            return f"Certificates needed: {places} for places, {members} for team members."
        if perfect:
            return f"Certificates needed: {places} for places, {perfect} for perfect scores."
        return f"Certificates needed: {places} for places."

    def _winner(self, row: StandingsRow) -> AwardWinner:
        members = row.ranked.score.played if self.standings.kind == "teams" else 0
        return AwardWinner(row.ranked.rank, members, row.is_perfect)


def members_of(standings: Standings, keys: Sequence[Key]) -> dict[Key, list[str]]:
    """Return the names of everyone who played for each team, sorted. Unnamed roster spots aren't listed."""
    teams = {pk: ("team", pk) for _, pk in cast("Sequence[tuple[str, int]]", keys)}
    results = standings.scope.results.filter(
        place__entry__team__in=teams, player__isnull=False, points__isnull=False
    ).order_by()
    pairs = set(results.values_list("place__entry__team", "player"))
    players = Player.objects.in_bulk({player for _, player in pairs})
    members: dict[Key, list[str]] = {team: [] for team in keys}
    for team, player in pairs:
        members[teams[team]].append(standings.name_format(players[player]))
    return {team: sorted(names, key=name_key) for team, names in members.items()}
