"""Who may be called to the playoffs, and which places of the roster that are.

First those whom the cut lets go on, or who are tied at it: the director decides. After a round of the playoffs, those
who played it: so semifinals lead to a final (F9, N12).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from django.db.models import Max

from pairings.engine.playoff_matches import match_teams
from scoring.ranks.lists import Row, Standings
from scoring.ranks.scope import Scope
from scoring.standings import Fate
from tournament.books import edition_of
from tournament.models import Division
from tournament.rosters.models import Place
from tournament.rounds.models import Playoff, Round


@dataclass(frozen=True)
class Candidate:
    """`key`: `team-17`. `goes_on`: by the cut alone, without anybody deciding."""

    key: str
    name: str
    beside: str
    points: str
    goes_on: bool


@dataclass(frozen=True)
class Candidates:
    division: Division
    playoff: Playoff

    @cached_property
    def standings(self) -> Standings:
        """Of the playoffs so far, else of the rounds that everybody played."""
        called = Round.objects.filter(division=self.division, playoff=self.playoff).exists()
        return Standings(Scope((self.division,), playoff=self.playoff if called else ""), self.playoff.value)

    @property
    def problem(self) -> str:
        """Why nobody can be called yet; empty if nothing is in the way."""
        if not self.standings.scope.is_over:
            return f"The rounds of {self.division} are not all closed yet."
        if self.standings.pending:
            return f"A protest in {self.division} is not decided yet."
        return "" if self.found else f"Say first how many {self.playoff} of {self.division} go on."

    @cached_property
    def found(self) -> list[Candidate]:
        """From the first to the last. Who played the round before is not asked for again where they went out."""
        if self.standings.scope.playoff:
            return [_candidate(row, goes_on=False) for row in self.standings.rows() if row.cells[-1].points]
        fates = [self.standings.fates.get(row.score.key, Fate.OUT) for row in self.standings.ranking.rows]
        rows = self.standings.rows([at for at, fate in enumerate(fates) if fate])
        return [_candidate(row, goes_on=row.fate == Fate.ON) for row in rows]


def _candidate(row: Row, *, goes_on: bool) -> Candidate:
    kind, number = cast("tuple[str, int]", row.ranked.score.key)
    return Candidate(f"{kind}-{number}", row.label.name, row.label.beside, row.points, goes_on)


def finalists_of(
    division: Division, playoff: Playoff, called: Sequence[Candidate], size: int
) -> Iterable[tuple[int, int | None]]:
    """The places of those who are called, and of each which match it is in, where teams meet teams."""
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


def next_number(division: Division) -> int:
    last = Round.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0
    return max(last, division.event.rounds) + 1
