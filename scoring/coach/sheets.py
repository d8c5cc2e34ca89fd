"""A verified scoresheet as a coach sees it, for tables where the team sat.

Other teams' students have their public names, and only points are shown, not what happened in a shake.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from foundation.languages import is_english
from rulebooks import ShakeCell
from scoring.models import Result, Sheet
from scoring.paper import ComputedSheet, SeatResult, SheetContext, read_paper
from scoring.standings import format_points
from tournament.books import edition_of
from tournament.models import Team
from tournament.rosters.models import Place


@dataclass(frozen=True)
class CoachSheetSeat:
    """One player at the table. `cells`: the points of each shake. `sentence`: why the points are what they are."""

    seat: int
    name: str
    team: str
    is_ours: bool
    cells: tuple[str, ...]
    result: Result
    sentence: str

    @property
    def rule(self) -> str:
        """The place in the rule book. Headtable's own notes aren't shown."""
        return "" if self.result.rule.startswith("HT ") else self.result.rule

    @property
    def points(self) -> str:
        return "–" if self.result.points is None else format_points(self.result.points)


@dataclass(frozen=True)
class CoachSheet:
    """`columns`: the status of each shake, such as `void`."""

    sheet: Sheet
    columns: tuple[str, ...]
    seats: tuple[CoachSheetSeat, ...]
    is_initialed: bool

    @property
    def our_team(self) -> Team:
        """The first of our teams at the table."""
        entry = next(seat.result.place.entry for seat in self.seats if seat.is_ours)
        assert entry is not None
        return entry.team


def coach_sheet(teams: Collection[int], policy: str, sheet_id: int) -> CoachSheet | None:
    """Return the scoresheet; None if it has no results yet, or none of these teams sat there."""
    results = list(
        Result.objects.filter(sheet=sheet_id)
        .select_related(
            "sheet__table",
            "sheet__round__division__event__book",
            "entry",
            "player",
            "place__player",
            "place__entry__team",
        )
        .defer("entry__doubts", "sheet__round__division__event__tie_breaks")
        .order_by("seat")
    )
    if not any(_is_ours(each, teams) for each in results):
        return None
    sheet = results[0].sheet
    our_players = set(
        Place.objects.filter(entry__team__in=teams, player__isnull=False).values_list("player", flat=True)
    )
    paper = read_paper(results[0].entry.paper, len(results))
    division = sheet.round.division
    table = SheetContext(edition_of(division.event), division.letter, ("",) * len(paper.rows))
    computed = ComputedSheet(table, paper)
    cells = _cells_by_seat(computed)
    seats = []
    for result in results:
        is_ours = _is_ours(result, teams)
        # Someone who sat in for one of our players can be another team's student.
        has_full_name = is_ours and (result.player_id is None or result.player_id in our_players)
        person = result.player or result.place
        name = person.name if has_full_name else person.public_name(policy)
        team = result.place.entry.team.name if result.place.entry else ""
        sentence = _sentence(result, computed.results[result.seat - 1])
        seats.append(CoachSheetSeat(result.seat, name, team, is_ours, cells[result.seat - 1], result, sentence))
    return CoachSheet(sheet, tuple(column.status for column in paper.columns), tuple(seats), paper.is_initialed)


def _is_ours(result: Result, teams: Collection[int]) -> bool:
    return result.place.entry is not None and result.place.entry.team_id in teams


def _sentence(result: Result, computed: SeatResult) -> str:
    """Return why the points are what they are, in the reader's language. The stored sentence is in English."""
    is_same = (computed.total, computed.points) == (result.total, result.points)
    if result.sentence and computed.because and is_same:
        return computed.because.sentence
    return result.sentence if is_english() else ""


def _cells_by_seat(sheet: ComputedSheet) -> list[tuple[str, ...]]:
    """Return the points of each shake, for each seat."""
    return [tuple(_format_cell(column[seat]) for column in sheet.cells) for seat in range(len(sheet.paper.rows))]


def _format_cell(cell: ShakeCell) -> str:
    points = "" if cell.points is None else str(cell.points)
    return points + "".join(f"−{abs(each)}" for each in cell.penalties)
