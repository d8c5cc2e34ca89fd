"""Computes totals, places, and points of a paper, while someone types and when it counts.

Each level is recomputed from the one below: the story of a shake gives its points, these give the total, and totals
give places and match points (EQ XII-A), or the average of the Cup's games (ACC). What the players wrote is compared,
not trusted, except where the book says that an initialed total counts (EQ XII-B, ACC Additional Rules).
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
    award_places,
    correct_total,
    leaders,
    player_score,
    running_totals,
    score_match,
    score_shake,
)
from rulebooks.wording import gettext
from scoring.paper.decisions import JudgeDecision
from scoring.paper.paper import Mark, Paper, ShakeColumn
from scoring.paper.warnings import SheetWarning, find_warnings


@dataclass(frozen=True)
class SheetContext:
    """What a paper is read by: the rule book, the division's letter, and the printed names in seat order.

    `elsewhere`: players who sit at another table of this round, with a sentence that says where. `wrong_sheet`: why the
    paper may belong to another table, if it may. `decisions`: judges' decisions at this table.
    """

    edition: Edition
    division: str
    names: tuple[str, ...]
    elsewhere: Mapping[int, str] = field(default_factory=dict)
    wrong_sheet: str = ""
    decisions: tuple[JudgeDecision, ...] = ()


@dataclass(frozen=True)
class SeatResult:
    """The result of one seat. `added_up`: the sum of the shakes. `total`: what counts by the book."""

    added_up: int | None
    total: int | None
    place: int | None
    points: Decimal | None
    because: Because | None


@dataclass(frozen=True)
class ComputedSheet:
    """A paper with everything that the rule book computes from it."""

    context: SheetContext
    paper: Paper

    # -- shakes -------------------------------------------------------------------------------------------------------

    @cached_property
    def story_scores(self) -> tuple[ShakeScore | ShakeError | None, ...]:
        """Return for each shake what its story scores, or why it makes no sense."""
        return tuple(self._story_score(column) for column in self.paper.columns)

    def _story_score(self, column: ShakeColumn) -> ShakeScore | ShakeError | None:
        if column.story is None:
            return None
        try:
            return score_shake(self.context.edition.shakes, column.story)
        except ShakeError as problem:
            return problem

    @cached_property
    def cells(self) -> tuple[tuple[ShakeCell, ...], ...]:
        """Return what each cell is worth: by the story if there is one, else as written."""
        return tuple(
            tuple(self._cell(number, seat, each) for seat, each in enumerate(column.marks))
            for number, column in enumerate(self.paper.columns)
        )

    def _cell(self, number: int, seat: int, written: Mark) -> ShakeCell:
        counts = not self.paper.columns[number].status
        story = self.story_scores[number]
        absent = self.context.edition.play.absent_shake
        points = written.points
        penalties = written.penalties
        if isinstance(story, ShakeScore):
            name = str(seat + 1)
            points = story.points[name]
            in_story, by_judge = story.penalties.get(name, 0), self.judge_penalty(number, seat)
            if (
                in_story and by_judge and sum(penalties) > in_story + by_judge
            ):  # a judge's penalty is on top of the story
                penalties = in_story, by_judge
            penalties = penalties or ((in_story,) if in_story else ())
        elif written.absent:
            points = absent.value if absent else None
        return ShakeCell(points if counts else None, penalties)

    def judge_penalty(self, number: int, seat: int) -> int:
        """Return the penalties that judges gave a player in one shake, as a negative number. Both count from 0."""
        here = seat + 1, number + 1
        return sum(each.points for each in self.context.decisions if (each.seat, each.shake) == here)

    @cached_property
    def running(self) -> list[dict[str, int]]:
        """Return everyone's total after each shake, by seat."""
        return running_totals([{str(seat): cell for seat, cell in enumerate(row, 1)} for row in self.cells])

    @cached_property
    def leaders(self) -> frozenset[str]:
        """Return the seats in the lead."""
        totals = {
            str(seat): result.total
            for seat, result in enumerate(self.results, 1)
            if result.total is not None and self.paper.rows[seat - 1].status != "absent"
        }
        return leaders(totals)

    @cached_property
    def games(self) -> int | None:
        """Return how many games count: the box, which the scorekeeper initials, or if empty the counting columns."""
        return self.paper.games if self.paper.games is not None else self.written_games or None

    @cached_property
    def written_games(self) -> int:
        return sum(not column.status and not column.is_empty for column in self.paper.columns)

    # -- players ------------------------------------------------------------------------------------------------------

    @cached_property
    def present(self) -> tuple[int, ...]:
        """Return the seats of the players who came, from 0."""
        return tuple(seat for seat, row in enumerate(self.paper.rows) if row.status != "absent")

    @cached_property
    def added_up(self) -> tuple[int | None, ...]:
        """Return the sum of each player's shakes. None if no shakes are written down, or for a no-show."""
        return tuple(
            sum(row[seat].value for row in self.cells) if self.paper.columns and seat in self.present else None
            for seat in range(len(self.paper.rows))
        )

    @cached_property
    def errors(self) -> tuple[WrongTotal, ...]:
        """Return the written totals that aren't the sum of their shakes."""
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
    def results(self) -> tuple[SeatResult, ...]:
        """Return each player's result, in seat order."""
        if self.context.edition.player_score is not None:
            return self._averages()
        return self._placed()

    def _totals(self) -> dict[str, int] | None:
        """Return everyone's true total, by seat. None while one is missing."""
        totals = {}
        for seat in self.present:
            total = self.added_up[seat] if self.added_up[seat] is not None else self.paper.rows[seat].total
            if total is None:
                return None
            totals[str(seat + 1)] = total
        return totals

    def _placed(self) -> tuple[SeatResult, ...]:
        totals = self._totals()
        if totals is None or len(totals) < 2:
            return self._as_written()
        disqualified = [str(seat + 1) for seat in self.present if self.paper.rows[seat].status == "disqualified"]
        result = score_match(self.context.edition, totals, errors=self.errors, disqualified=disqualified)
        places = award_places(self.context.edition, result.totals).places
        return tuple(
            self._seat_result(seat, result.totals.get(name), places.get(name), result.points.get(name), result.because)
            if (name := str(seat + 1)) in result.totals
            else self._no_show(seat)
            for seat in range(len(self.paper.rows))
        )

    def _seat_result(
        self, seat: int, total: int | None, place: int | None, points: int | None, because: Mapping[str, Because]
    ) -> SeatResult:
        value = None if points is None else Decimal(points)
        return SeatResult(self.added_up[seat], total, place, value, because.get(str(seat + 1)))

    def _no_show(self, seat: int) -> SeatResult:
        rule = self.context.edition.play.never_seated.rule
        return SeatResult(
            None,
            None,
            None,
            None,
            Because(rule, gettext("Didn’t play, so the others were scored without this player.")),
        )

    def _as_written(self) -> tuple[SeatResult, ...]:
        """Return results without totals: only the written match points count, if there are any."""
        written = [row.points for row in self.paper.rows if row.points is not None]
        results = []
        for seat, row in enumerate(self.paper.rows):
            if seat not in self.present:
                results.append(self._no_show(seat))
                continue
            total = self.added_up[seat] if self.added_up[seat] is not None else row.total
            ahead = None if row.points is None else 1 + sum(other > row.points for other in written)
            because = None if row.points is None else Because("HT as written", gettext("As written on the scoresheet."))
            points = row.points
            if row.status == "disqualified":
                points, because = self._disqualified()
            results.append(SeatResult(self.added_up[seat], total, ahead, points, because))
        return tuple(results)

    def _averages(self) -> tuple[SeatResult, ...]:
        """Return results of the Cup: points divided by the games of the table. An initialed total counts as written."""
        results = []
        wrong = {error.player: error for error in self.errors}
        for seat, row in enumerate(self.paper.rows):
            name, true = str(seat + 1), self.added_up[seat] if self.added_up[seat] is not None else row.total
            if seat not in self.present:
                results.append(self._no_show(seat))
                continue
            if row.status == "disqualified":
                results.append(SeatResult(self.added_up[seat], true, None, *self._disqualified()))
                continue
            if true is None or self.games is None:
                results.append(SeatResult(self.added_up[seat], true, None, row.points, None))
                continue
            total, note, _ = (
                correct_total(self.context.edition, true, wrong[name]) if name in wrong else (true, None, False)
            )
            points, because = self._average(total)
            results.append(SeatResult(self.added_up[seat], total, None, points, note or because))
        return tuple(results)

    def _disqualified(self) -> tuple[Decimal, Because]:
        ruled = self.context.edition.play.disqualified
        return Decimal(ruled.value), Because(
            ruled.rule, gettext("Disqualified: no points. The others keep their places.")
        )

    def _average(self, total: int) -> tuple[Decimal, Because]:
        if not self.games:
            return Decimal("0.00"), Because("HT games played", gettext("No game was finished."))
        return player_score(self.context.edition, total, self.games)

    # -- warnings -----------------------------------------------------------------------------------------------------

    @cached_property
    def warnings(self) -> tuple[SheetWarning, ...]:
        return tuple(find_warnings(self))
