"""From the paper to totals, places and points: the same call while somebody types and when it counts.

Deeper always recomputes shallower: what happened gives the points of a shake, these give the total, totals give places
and match points (EQ XII-A), or the average of the Cup's games (ACC). What the children wrote is compared, not believed,
except where the book says that an initialed figure stands (EQ XII-B, ACC Additional Rules).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from rulebooks import (
    Because,
    Edition,
    ShakeCell,
    ShakeError,
    ShakeScore,
    WrongTotal,
    correct_total,
    leaders,
    place,
    player_score,
    running_totals,
    score_match,
    score_shake,
)
from scoring.paper.decisions import Given
from scoring.paper.doubts import Doubt, doubts_of
from scoring.paper.paper import Column, Mark, Paper


@dataclass(frozen=True)
class Chair:
    """Who is printed on the sheet in this seat."""

    name: str


@dataclass(frozen=True)
class Table:
    """Where the sheet was played: by which book, in which division, by whom. `elsewhere`: players who have a seat at
    another table of this round, and in words where. `wrong_sheet`: why the paper may not belong here, if it may not.
    `given`: penalties and disqualifications that judges noted at this table."""

    edition: Edition
    division: str
    chairs: tuple[Chair, ...]
    elsewhere: Mapping[int, str] = field(default_factory=dict)
    wrong_sheet: str = ""
    given: tuple[Given, ...] = ()


@dataclass(frozen=True)
class Line:
    """What follows for one player. `added_up`: the sum of the shakes; `total`: what counts, by the book."""

    added_up: int | None
    total: int | None
    place: int | None
    points: Decimal | None
    because: Because | None


@dataclass(frozen=True)
class Reading:
    table: Table
    paper: Paper

    # -- shakes -------------------------------------------------------------------------------------------------------

    @cached_property
    def told(self) -> tuple[ShakeScore | ShakeError | None, ...]:
        """For each shake, what its story gives, or why it makes no sense."""
        return tuple(self._told(column) for column in self.paper.columns)

    def _told(self, column: Column) -> ShakeScore | ShakeError | None:
        if column.story is None:
            return None
        try:
            return score_shake(self.table.edition.shakes, column.story)
        except ShakeError as problem:
            return problem

    @cached_property
    def cells(self) -> tuple[tuple[ShakeCell, ...], ...]:
        """What each cell is worth: by its story if there is one, else as written."""
        return tuple(
            tuple(self._cell(number, seat, each) for seat, each in enumerate(column.marks))
            for number, column in enumerate(self.paper.columns)
        )

    def _cell(self, number: int, seat: int, written: Mark) -> ShakeCell:
        counts = not self.paper.columns[number].status
        told = self.told[number]
        absent = self.table.edition.play.absent_shake
        points = written.points
        penalties = written.penalties
        if isinstance(told, ShakeScore):
            name = str(seat + 1)
            points = told.points[name]
            fine, taken = told.penalties.get(name, 0), self.taken(number, seat)
            if fine and taken and sum(penalties) > fine + taken:  # a judge's penalty comes on top of what happened
                penalties = fine, taken
            penalties = penalties or ((fine,) if fine else ())
        elif written.absent:
            points = absent.value if absent else None
        return ShakeCell(points if counts else None, penalties)

    def taken(self, number: int, seat: int) -> int:
        """What judges took from a player in one shake, as a number below zero; both counted from 0."""
        here = seat + 1, number + 1
        return sum(each.points for each in self.table.given if (each.seat, each.shake) == here)

    @cached_property
    def running(self) -> list[dict[str, int]]:
        """Everybody's total after each shake, by seat."""
        return running_totals([{str(seat): cell for seat, cell in enumerate(row, 1)} for row in self.cells])

    @cached_property
    def leaders(self) -> frozenset[str]:
        """Who is in front now, by seat."""
        totals = {
            str(seat): line.total
            for seat, line in enumerate(self.lines, 1)
            if line.total is not None and self.paper.rows[seat - 1].status != "absent"
        }
        return leaders(totals)

    @cached_property
    def games(self) -> int | None:
        """How many games count: the box, which the scorekeeper initials; where it is empty, the columns that do."""
        return self.paper.games if self.paper.games is not None else self.written_games or None

    @cached_property
    def written_games(self) -> int:
        return sum(not column.status and not column.is_empty for column in self.paper.columns)

    # -- players ------------------------------------------------------------------------------------------------------

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The seats of those who came."""
        return tuple(seat for seat, row in enumerate(self.paper.rows) if row.status != "absent")

    @cached_property
    def added_up(self) -> tuple[int | None, ...]:
        """The sum of each player's shakes; None where none are written down, or the player never came."""
        return tuple(
            sum(row[seat].value for row in self.cells) if self.paper.columns and seat in self.present else None
            for seat in range(len(self.paper.rows))
        )

    @cached_property
    def errors(self) -> tuple[WrongTotal, ...]:
        """Totals on the sheet that are not the sum of their shakes."""
        return tuple(
            WrongTotal(
                str(seat + 1),
                listed=row.total,
                initialed=row.initials == "yes",
                deceit=row.error == "deceit",
                all_agree=row.error == "agree",
            )
            for seat, row in enumerate(self.paper.rows)
            if row.total is not None and self.added_up[seat] not in (None, row.total)
        )

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        if self.table.edition.player_score is not None:
            return self._averages()
        return self._placed()

    def _totals(self) -> dict[str, int] | None:
        """Everybody's true total, by seat; None while one is missing."""
        totals = {}
        for seat in self.present:
            total = self.added_up[seat] if self.added_up[seat] is not None else self.paper.rows[seat].total
            if total is None:
                return None
            totals[str(seat + 1)] = total
        return totals

    def _placed(self) -> tuple[Line, ...]:
        totals = self._totals()
        if totals is None or len(totals) < 2:
            return self._as_written()
        disqualified = [str(seat + 1) for seat in self.present if self.paper.rows[seat].status == "disqualified"]
        result = score_match(self.table.edition, totals, errors=self.errors, disqualified=disqualified)
        places = place(self.table.edition, result.totals).places
        return tuple(
            self._line(seat, result.totals.get(name), places.get(name), result.points.get(name), result.because)
            if (name := str(seat + 1)) in result.totals
            else self._never_came(seat)
            for seat in range(len(self.paper.rows))
        )

    def _line(
        self, seat: int, total: int | None, place_: int | None, points: int | None, because: Mapping[str, Because]
    ) -> Line:
        value = None if points is None else Decimal(points)
        return Line(self.added_up[seat], total, place_, value, because.get(str(seat + 1)))

    def _never_came(self, seat: int) -> Line:
        rule = self.table.edition.play.never_seated.rule
        return Line(None, None, None, None, Because(rule, "Never sat down: the others play without this player."))

    def _as_written(self) -> tuple[Line, ...]:
        """Without totals only the match points on the sheet count, if they are there."""
        written = [row.points for row in self.paper.rows if row.points is not None]
        lines = []
        for seat, row in enumerate(self.paper.rows):
            if seat not in self.present:
                lines.append(self._never_came(seat))
                continue
            total = self.added_up[seat] if self.added_up[seat] is not None else row.total
            ahead = None if row.points is None else 1 + sum(other > row.points for other in written)
            because = None if row.points is None else Because("HT as written", "As it stands on the sheet.")
            points = row.points
            if row.status == "disqualified":
                points, because = self._disqualified()
            lines.append(Line(self.added_up[seat], total, ahead, points, because))
        return tuple(lines)

    def _averages(self) -> tuple[Line, ...]:
        """The Cup: points divided by the games of the table. An initialed total stands, whatever it should be."""
        lines = []
        wrong = {error.player: error for error in self.errors}
        for seat, row in enumerate(self.paper.rows):
            name, true = str(seat + 1), self.added_up[seat] if self.added_up[seat] is not None else row.total
            if seat not in self.present:
                lines.append(self._never_came(seat))
                continue
            if row.status == "disqualified":
                lines.append(Line(self.added_up[seat], true, None, *self._disqualified()))
                continue
            if true is None or self.games is None:
                lines.append(Line(self.added_up[seat], true, None, row.points, None))
                continue
            total, note, _ = (
                correct_total(self.table.edition, true, wrong[name]) if name in wrong else (true, None, False)
            )
            points, because = self._average(total)
            lines.append(Line(self.added_up[seat], total, None, points, note or because))
        return tuple(lines)

    def _disqualified(self) -> tuple[Decimal, Because]:
        ruled = self.table.edition.play.disqualified
        return Decimal(ruled.value), Because(ruled.rule, "Disqualified: no points; the others stay as placed.")

    def _average(self, total: int) -> tuple[Decimal, Because]:
        if not self.games:
            return Decimal("0.00"), Because("HT games played", "No game was finished.")
        return player_score(self.table.edition, total, self.games)

    # -- doubts -------------------------------------------------------------------------------------------------------

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        return tuple(doubts_of(self))


def read(table: Table, paper: Paper) -> Reading:
    return Reading(table, paper)
