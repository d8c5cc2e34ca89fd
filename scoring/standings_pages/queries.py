"""One list of standings as a page shows it: ranked rows, points by round, and why each row is where it is.

The database sums up, `scoring.standings` ranks, and details are queried only for the rows of the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property, partial
from math import ceil
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation.file_exports import Cell, Column
from scoring.hooks import PendingSheet
from scoring.models import Cut
from scoring.standings import (
    Advancement,
    Key,
    RandomDraw,
    RankedScore,
    Ranking,
    RankRange,
    apply_cutoff,
    explain_order,
    format_points,
    is_perfect_score,
    possible_ranks,
    rank_scores,
)
from scoring.standings_pages.pending_results import pending_points, pending_sheets_in, points_range
from scoring.standings_pages.row_details import (
    NameFormat,
    RoundPoints,
    RowLabel,
    describe_players,
    describe_schools,
    describe_teams,
    draw_tickets,
    full_name,
)
from scoring.standings_pages.scope import Scope
from scoring.standings_pages.score_totals import (
    SCHOOL_MEASURES,
    ScoresByEvent,
    meetings_in,
    overall_scores,
    player_scores,
    school_scores,
    team_scores,
)
from tournament.books import edition_of
from tournament.rosters.models import TeamEntry

KINDS: dict[str, Any] = {  # texts, worded when they are shown
    "players": _("Players"),
    "teams": _("Teams"),
    "average": _("Schools by average"),
    "top": _("Schools by Top Five"),
}
STATES = {"under protest": _("under protest"), "provisional": _("provisional"), "final": _("final")}
ROWS_PER_PAGE = 100

DESCRIBE = {"players": describe_players, "teams": describe_teams, "average": describe_schools, "top": describe_schools}


@dataclass(frozen=True)
class StandingsColumn:
    """A round, or one event of the sweepstakes. `rounds`: keys of the round, one for each division."""

    title: str
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True)
class StandingsRow:
    """`possible_ranks`: set if a pending result could still change the rank."""

    ranked: RankedScore
    label: RowLabel
    cells: tuple[RoundPoints, ...]
    why: str
    advancement: Advancement = Advancement.OUT
    possible_ranks: RankRange | None = None
    is_perfect: bool = False

    @property
    def points(self) -> str:
        return format_points(self.ranked.score.points)

    @property
    def under(self) -> str:
        """What a narrow page shows under the name: team or school, then the points by round."""
        return " · ".join([self.label.beside, *(cell.points for cell in self.cells if cell.points)])

    @property
    def adjusted(self) -> str:
        """What judges added or took away; empty for nothing."""
        points = self.ranked.score.adjustment
        if not points:
            return ""
        signed = f"{'−' if points < 0 else '+'}{format_points(abs(points))}"
        return gettext("judges: {points}").format(points=signed)

    @property
    def advances(self) -> bool:
        return self.advancement == Advancement.ADVANCES


class Standings:
    """Players, teams, or schools of a scope. The number of queries doesn't depend on how many there are."""

    def __init__(self, scope: Scope, kind: str = "players", *, name_format: NameFormat = full_name) -> None:
        self.scope, self.kind, self.name_format = scope, kind, name_format

    @cached_property
    def ranking(self) -> Ranking:
        if self.kind in SCHOOL_MEASURES:
            return rank_scores(school_scores(self.scope, self.kind))
        random_draw = RandomDraw(self.scope.divisions[0].lot, cache(partial(draw_tickets, self.scope)))
        load_meetings = partial(meetings_in, self.scope, self.kind)
        return rank_scores(
            overall_scores(self.scope, self._by_event), self.scope.tie_breaks, load_meetings, random_draw
        )

    @cached_property
    def _by_event(self) -> ScoresByEvent:
        return team_scores(self.scope) if self.kind == "teams" else player_scores(self.scope)

    @cached_property
    def _event_points(self) -> dict[int, dict[Key, str]]:
        """The formatted points of each event of the sweepstakes."""
        return {
            event: {score.key: format_points(score.points) for score in scores if score.played}
            for event, scores in self._by_event.items()
        }

    @cached_property
    def pending(self) -> dict[int, PendingSheet]:
        return pending_sheets_in([each.pk for each in self.scope.rounds])

    @property
    def state(self) -> str:
        """`under protest`, `provisional`, or `final`: every round is closed and nothing is pending."""
        if any(sheet.is_protest for sheet in self.pending.values()):
            return "under protest"
        return "final" if self.scope.is_over and not self.pending else "provisional"

    @cached_property
    def possible_ranks(self) -> dict[Key, RankRange]:
        """The ranks that pending results could still change."""
        if self.kind in SCHOOL_MEASURES or not self.pending:
            return {}
        return possible_ranks(self.ranking, pending_points(self.scope, self.pending, self.kind))

    @cached_property
    def cut(self) -> Cut | None:
        """The cutoff that the director set for the division, if any."""
        return Cut.objects.filter(division=self.scope.division).first() if self.scope.division else None

    @cached_property
    def advancement(self) -> dict[Key, Advancement]:
        """What the cutoff says about each player or team; empty without a cutoff."""
        division = self.scope.division
        if division is None or self.scope.section or self.scope.playoff or self.kind in SCHOOL_MEASURES:
            return {}
        places = getattr(self.cut, self.kind) if self.cut else 0
        if not places:
            return {}
        return apply_cutoff(self.ranking, places, self._sections if self.kind == "teams" else None)

    @cached_property
    def _sections(self) -> dict[Key, str]:
        entries = TeamEntry.objects.filter(division__in=self.scope.divisions).exclude(section="")
        return {("team", team): section for team, section in entries.values_list("team", "section")}

    @property
    def pages(self) -> int:
        return max(1, ceil(len(self.ranking.rows) / ROWS_PER_PAGE))

    @cached_property
    def columns(self) -> list[StandingsColumn]:
        if self.kind in SCHOOL_MEASURES:
            return []
        if self.scope.is_sweepstakes:
            return [StandingsColumn(event.game) for event in self.scope.events]
        rounds: dict[int, list[int]] = defaultdict(list)
        for each in self.scope.rounds:
            rounds[each.number].append(each.pk)
        return [
            StandingsColumn(gettext("R{number}").format(number=number), tuple(keys)) for number, keys in rounds.items()
        ]

    def page(self, number: int = 1) -> list[StandingsRow]:
        first = (min(max(number, 1), self.pages) - 1) * ROWS_PER_PAGE
        return self.rows(range(first, min(first + ROWS_PER_PAGE, len(self.ranking.rows))))

    def rows(self, wanted: Sequence[int] | None = None) -> list[StandingsRow]:
        """Return the rows at these indexes of the ranking, or all of them."""
        indexes = list(range(len(self.ranking.rows)) if wanted is None else wanted)
        details = DESCRIBE[self.kind](self.scope, self._keys_to_name(indexes), self.name_format)
        names = {key: label.name for key, label in details.labels.items()}
        rows = []
        for index in indexes:
            ranked = self.ranking.rows[index]
            key = ranked.score.key
            label = details.labels[key]
            rows.append(
                StandingsRow(
                    ranked,
                    label,
                    self._cells(details.rounds.get(key, {}), key),
                    self._why(index, names),
                    self.advancement.get(key, Advancement.OUT),
                    self.possible_ranks.get(key),
                    self._is_perfect(ranked, label),
                )
            )
        return rows

    def _keys_to_name(self, indexes: Sequence[int]) -> list[Key]:
        """Return the keys of these rows and of the row after each: it is named in the reason of the one above it."""
        rows = self.ranking.rows
        following = sorted({index + 1 for index in indexes if index + 1 < len(rows)})
        return list(dict.fromkeys(rows[index].score.key for index in (*indexes, *following)))

    def _why(self, index: int, names: Mapping[Key, str]) -> str:
        rows = self.ranking.rows
        if index + 1 == len(rows):
            return "This is the last rank on the list."
        return explain_order(rows[index], rows[index + 1], names)

    def _is_perfect(self, ranked: RankedScore, label: RowLabel) -> bool:
        if self.kind != "players" or self.scope.is_sweepstakes or self.scope.playoff or label.division is None:
            return False
        edition = edition_of(label.division.event)
        rounds = self._rounds_begun.get(label.division.pk, 0)
        bonus = self.scope.event.attendance_bonus
        best = int(points_range(edition)[1])
        return bool(edition.match_points) and is_perfect_score(ranked.score, rounds=rounds, best=best, bonus=bonus)

    @cached_property
    def _rounds_begun(self) -> dict[int, int]:
        """How many rounds of each division had begun at the moment of the scope."""
        begun: dict[int, int] = defaultdict(int)
        for each in self.scope.rounds:
            begun[each.division_id] += each.has_begun(self.scope.limit_of(each.division_id).at)
        return begun

    def _cells(self, rounds: Mapping[int, RoundPoints], key: Key) -> tuple[RoundPoints, ...]:
        if self.scope.is_sweepstakes:
            return tuple(RoundPoints(self._event_points[event.pk].get(key, "")) for event in self.scope.events)
        return tuple(
            next((rounds[pk] for pk in column.rounds if pk in rounds), RoundPoints()) for column in self.columns
        )


# -- columns of downloaded files --------------------------------------------------------------------------------------

NAME_COLUMN = {"players": _("Player"), "teams": _("Team"), "average": _("School"), "top": _("School")}
BESIDE_COLUMN = {"players": "Team", "teams": "School"}


def standings_columns(standings: Standings) -> list[Column[StandingsRow]]:
    """Return the columns of a downloaded file, one for each round or event among them."""
    kind = standings.kind
    columns: list[Column[StandingsRow]] = [
        Column("Rank", lambda row: row.ranked.rank),
        Column("Tied", lambda row: row.ranked.tied),
        Column(str(NAME_COLUMN[kind]), lambda row: row.label.name),
    ]
    if kind in BESIDE_COLUMN:
        columns.append(Column(BESIDE_COLUMN[kind], lambda row: row.label.beside))
    if kind not in SCHOOL_MEASURES and standings.scope.division is None:
        columns.append(Column("Division", lambda row: row.label.division.name if row.label.division else ""))
    columns += [Column(each.title, _points_in_column(index)) for index, each in enumerate(standings.columns)]
    columns.append(Column("Average" if kind == "average" else "Points", lambda row: row.ranked.score.points))
    return [*columns, Column("Playoffs", lambda row: str(row.advancement)), Column("Why", lambda row: row.why)]


def _points_in_column(index: int) -> Callable[[StandingsRow], Cell]:
    """Return a reader of one column. Rounds have a number; events of the sweepstakes have only formatted points."""

    def value(row: StandingsRow) -> Cell:
        cell = row.cells[index]
        return Decimal(cell.points) if cell.value is None and cell.points not in ("", "–") else cell.value

    return value
