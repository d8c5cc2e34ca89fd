"""One list of standings as a page shows it: ranked rows with their points by round, and in words why they stand so.

The database adds up, the pure ranking orders; names and rounds are asked only for the rows of the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import ceil

from scoring.models import Cut
from scoring.ranks.describing import (
    Cell,
    Label,
    Naming,
    Person,
    describe_players,
    describe_schools,
    describe_teams,
    tickets_of,
)
from scoring.ranks.pending import pending_in, range_of, swings_of
from scoring.ranks.scope import Scope
from scoring.ranks.sums import SCHOOLS, ByEvent, in_all, meetings_of, of_players, of_schools, of_teams
from scoring.standings import Fate, Key, Lot, Ranked, Ranking, Reach, cut, is_perfect, plain, rank, reach, why
from tournament.books import edition_of
from tournament.rosters.models import TeamEntry

KINDS = {
    "players": "Players",
    "teams": "Teams",
    "average": "Schools by average",
    "top": "Schools by their best five",
}
PAGE = 100

DESCRIBE = {"players": describe_players, "teams": describe_teams, "average": describe_schools, "top": describe_schools}


def full_name(person: Person) -> str:
    return person.name


@dataclass(frozen=True)
class Column:
    """A round, or an event of the sweepstakes. `rounds`: its keys, one for each division."""

    title: str
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True)
class Row:
    ranked: Ranked
    label: Label
    cells: tuple[Cell, ...]
    why: str
    fate: Fate = Fate.OUT
    reach: Reach | None = None
    is_perfect: bool = False

    @property
    def points(self) -> str:
        return plain(self.ranked.score.points)

    @property
    def under(self) -> str:
        """What a narrow page puts under the name: whose it is, and the points of the rounds."""
        return " · ".join([self.label.beside, *(cell.points for cell in self.cells if cell.points)])

    @property
    def adjusted(self) -> str:
        """What judges took off the score, in words; empty for nothing."""
        points = self.ranked.score.adjusted
        return f"{'−' if points < 0 else '+'}{plain(abs(points))} by judges" if points else ""


class Standings:
    """Players, teams or schools of a scope, in a constant number of questions to the database."""

    def __init__(self, scope: Scope, kind: str = "players", *, naming: Naming = full_name) -> None:
        self.scope, self.kind, self.naming = scope, kind, naming

    @cached_property
    def ranking(self) -> Ranking:
        if self.kind in SCHOOLS:
            return rank(of_schools(self.scope, self.kind))
        lot = Lot(self.scope.divisions[0].lot, cache(partial(tickets_of, self.scope)))
        meetings = partial(meetings_of, self.scope, self.kind)
        return rank(in_all(self.scope, self._by_event), self.scope.tie_breaks, meetings, lot)

    @cached_property
    def _by_event(self) -> ByEvent:
        return of_teams(self.scope) if self.kind == "teams" else of_players(self.scope)

    @cached_property
    def _points_in(self) -> dict[int, dict[Key, str]]:
        """Of each event of the sweepstakes."""
        return {
            event: {score.key: plain(score.points) for score in scores if score.played}
            for event, scores in self._by_event.items()
        }

    @cached_property
    def pending(self) -> dict[int, str]:
        return pending_in([each.pk for each in self.scope.rounds])

    @property
    def state(self) -> str:
        """`final` when every round is closed and nothing is pending."""
        if self.pending:
            return "under protest"
        return "final" if self.scope.is_over else "provisional"

    @cached_property
    def reachable(self) -> dict[Key, Reach]:
        """Which places what is pending could still change."""
        if self.kind in SCHOOLS or not self.pending:
            return {}
        return reach(self.ranking, swings_of(self.scope, self.pending, self.kind))

    @cached_property
    def cut(self) -> Cut | None:
        """How many of the division go on to the playoffs, if the director has said it."""
        return Cut.objects.filter(division=self.scope.division).first() if self.scope.division else None

    @cached_property
    def fates(self) -> dict[Key, Fate]:
        """Who goes on to the playoffs."""
        division = self.scope.division
        if division is None or self.scope.section or self.scope.playoff or self.kind in SCHOOLS:
            return {}
        places = getattr(self.cut, self.kind) if self.cut else 0
        if not places:
            return {}
        return cut(self.ranking, places, self._sections if self.kind == "teams" else None)

    @cached_property
    def _sections(self) -> dict[Key, str]:
        entries = TeamEntry.objects.filter(division__in=self.scope.divisions).exclude(section="")
        return {("team", team): section for team, section in entries.values_list("team", "section")}

    @property
    def pages(self) -> int:
        return max(1, ceil(len(self.ranking.rows) / PAGE))

    @cached_property
    def columns(self) -> list[Column]:
        if self.kind in SCHOOLS:
            return []
        if self.scope.is_sweepstakes:
            return [Column(event.game) for event in self.scope.events]
        rounds: dict[int, list[int]] = defaultdict(list)
        for each in self.scope.rounds:
            rounds[each.number].append(each.pk)
        return [Column(f"R{number}", tuple(keys)) for number, keys in rounds.items()]

    def page(self, number: int = 1) -> list[Row]:
        first = (min(max(number, 1), self.pages) - 1) * PAGE
        return self.rows(range(first, min(first + PAGE, len(self.ranking.rows))))

    def rows(self, wanted: Sequence[int] | None = None) -> list[Row]:
        """Those at these places of the list, or all. One more is named: why the last is above it."""
        at = list(range(len(self.ranking.rows)) if wanted is None else wanted)
        shown = [self.ranking.rows[each] for each in at]
        after = {each + 1 for each in at if each + 1 < len(self.ranking.rows)}
        keys = [row.score.key for row in shown]
        asked = list(dict.fromkeys([*keys, *(self.ranking.rows[each].score.key for each in sorted(after))]))
        described = DESCRIBE[self.kind](self.scope, asked, self.naming)
        labels = described.labels
        names = {key: label.name for key, label in labels.items()}
        return [
            Row(
                row,
                labels[row.score.key],
                self._cells(row.score.key, described.rounds),
                self._why(each, names),
                self.fates.get(row.score.key, Fate.OUT),
                self.reachable.get(row.score.key),
                self._is_perfect(row, labels[row.score.key]),
            )
            for each, row in zip(at, shown, strict=True)
        ]

    def _why(self, at: int, names: Mapping[Key, str]) -> str:
        rows = self.ranking.rows
        if at + 1 == len(rows):
            return "The last of this list."
        return why(rows[at], rows[at + 1], names)

    def _is_perfect(self, row: Ranked, label: Label) -> bool:
        if self.kind != "players" or self.scope.is_sweepstakes or self.scope.playoff or label.division is None:
            return False
        edition = edition_of(label.division.event)
        rounds = self._rounds_with_results.get(label.division.pk, 0)
        bonus = self.scope.event.attendance_bonus
        best = int(range_of(edition)[1])
        return bool(edition.match_points) and is_perfect(row.score, rounds=rounds, best=best, bonus=bonus)

    @cached_property
    def _rounds_with_results(self) -> dict[int, int]:
        """How many rounds of each division had begun at the moment of the scope."""
        begun: dict[int, int] = defaultdict(int)
        for each in self.scope.rounds:
            begun[each.division_id] += each.has_begun(self.scope.extent_of(each.division_id).at)
        return begun

    def _cells(self, key: Key, rounds: Mapping[Key, Mapping[int, Cell]]) -> tuple[Cell, ...]:
        if self.scope.is_sweepstakes:
            return tuple(Cell(self._points_in[event.pk].get(key, "")) for event in self.scope.events)
        mine = rounds.get(key, {})
        return tuple(next((mine[pk] for pk in column.rounds if pk in mine), Cell()) for column in self.columns)
