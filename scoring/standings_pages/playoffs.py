"""Playoff rounds: the candidates that can be called, and the roster spots that play.

First, everyone who advances by the cutoff or is tied at it: the director decides. After a playoff round, everyone who
played it, so semifinals lead to a final (F9, N12).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from django.db.models import Max

from pairings.engine.methods import match_teams
from scoring.standings import Advancement
from scoring.standings_pages.queries import Standings, StandingsRow
from scoring.standings_pages.scope import Scope
from tournament.books import edition_of
from tournament.models import Division
from tournament.rosters.models import Place
from tournament.rounds.models import Playoff, Round


@dataclass(frozen=True)
class PlayoffCandidate:
    """`key`: like `team-17`. `advances`: by the cutoff alone, without the director deciding a tie."""

    key: str
    name: str
    beside: str
    points: str
    advances: bool


@dataclass(frozen=True)
class PlayoffCandidates:
    division: Division
    playoff: Playoff

    @cached_property
    def standings(self) -> Standings:
        """The standings of the playoffs so far, or of the regular rounds before the first playoff round."""
        has_playoff = Round.objects.filter(division=self.division, playoff=self.playoff).exists()
        return Standings(Scope((self.division,), playoff=self.playoff if has_playoff else ""), self.playoff.value)

    @property
    def problem(self) -> str:
        """Why no one can be called yet; empty if nothing is in the way."""
        if not self.standings.scope.is_over:
            return f"Some {self.division} rounds aren’t closed yet. Close them first."
        if self.standings.pending:
            return f"Some {self.division} results are pending. Resolve protests and missing initials first."
        if self.candidates:
            return ""
        if self.playoff == Playoff.TEAMS:
            return f"First set how many {self.division} teams advance."
        return f"First set how many {self.division} players advance."

    @cached_property
    def candidates(self) -> list[PlayoffCandidate]:
        """Everyone who can be called, by rank. After a playoff round, only those who played the latest one."""
        if self.standings.scope.playoff:
            return [_candidate(row, advances=False) for row in self.standings.rows() if row.cells[-1].points]
        advancement = self.standings.advancement
        keys = [row.score.key for row in self.standings.ranking.rows]
        rows = self.standings.rows([index for index, key in enumerate(keys) if advancement.get(key)])
        return [_candidate(row, advances=row.advancement == Advancement.ADVANCES) for row in rows]


def _candidate(row: StandingsRow, *, advances: bool) -> PlayoffCandidate:
    kind, number = cast("tuple[str, int]", row.ranked.score.key)
    return PlayoffCandidate(f"{kind}-{number}", row.label.name, row.label.beside, row.points, advances)


def finalists_of(
    division: Division, playoff: Playoff, called: Sequence[PlayoffCandidate], size: int
) -> Iterable[tuple[int, int | None]]:
    """Return the roster spots of everyone called, each with the number of its match where teams meet teams."""
    places = Place.objects.filter(division=division, is_alternate=False)
    if playoff == Playoff.PLAYERS:
        keys = {each.key for each in called}
        rows = places.values_list("pk", "player")
        return [(pk, None) for pk, player in rows if {f"player-{player}", f"place-{pk}"} & keys]
    sizes = edition_of(division.event).tables
    drawn = match_teams(called, minimum=sizes.minimum, preferred=size, maximum=sizes.maximum)
    match_of = {team.key: number for number, match in enumerate(drawn, 1) for team in match}
    rows = places.filter(entry__isnull=False).values_list("pk", "entry__team")
    return [(pk, match_of[f"team-{team}"]) for pk, team in rows if f"team-{team}" in match_of]


def next_round_number(division: Division) -> int:
    last = Round.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0
    return max(last, division.event.rounds) + 1
