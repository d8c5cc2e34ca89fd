"""The sheet behind a number, for a coach: the verified figures of a table where the team sat.

Other teams' children are named as in public. What happened in a shake is not told: points alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rulebooks import Cell
from scoring.models import Result, Sheet
from scoring.paper import ComputedSheet, Paper, SheetContext, read_paper
from scoring.standings import plain
from tournament.books import edition_of
from tournament.models import Team
from tournament.rosters.models import Place


@dataclass(frozen=True)
class Line:
    """One player at the table. `cells`: the points of each shake."""

    seat: int
    name: str
    team: str
    is_ours: bool
    cells: tuple[str, ...]
    result: Result

    @property
    def points(self) -> str:
        return "–" if self.result.points is None else plain(self.result.points)


@dataclass(frozen=True)
class CoachSheet:
    sheet: Sheet
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    is_initialed: bool

    @property
    def our_team(self) -> Team:
        """The first of ours at the table."""
        entry = next(line.result.place.entry for line in self.lines if line.is_ours)
        assert entry is not None
        return entry.team


def coach_sheet(teams: Collection[int], policy: str, sheet_id: int) -> CoachSheet | None:
    """None if nothing of it counts yet, or nobody of these teams sat there."""
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
    own = set(Place.objects.filter(entry__team__in=teams, player__isnull=False).values_list("player", flat=True))
    paper = read_paper(results[0].entry.paper, len(results))
    cells = _cells(sheet, paper)
    return CoachSheet(
        sheet,
        tuple(column.status for column in paper.columns),
        tuple(_line(each, cells[each.seat - 1], teams, own, policy) for each in results),
        paper.is_initialed,
    )


def _is_ours(result: Result, teams: Collection[int]) -> bool:
    return result.place.entry is not None and result.place.entry.team_id in teams


def _line(result: Result, cells: tuple[str, ...], teams: Collection[int], own: set[int], policy: str) -> Line:
    """Who played for one of our places may be another team's child."""
    is_ours = _is_ours(result, teams)
    who = result.player or result.place
    full = is_ours and (result.player_id is None or result.player_id in own)
    team = result.place.entry.team.name if result.place.entry else ""
    return Line(result.seat, who.name if full else who.public_name(policy), team, is_ours, cells, result)


def _cells(sheet: Sheet, paper: Paper) -> list[tuple[str, ...]]:
    """By seat, shake by shake."""
    division = sheet.round.division
    table = SheetContext(edition_of(division.event), division.letter, ("",) * len(paper.rows))
    columns = ComputedSheet(table, paper).cells
    return [tuple(_in_figures(column[seat]) for column in columns) for seat in range(len(paper.rows))]


def _in_figures(cell: Cell) -> str:
    points = "" if cell.points is None else str(cell.points)
    return points + "".join(f"−{abs(each)}" for each in cell.penalties)
