"""The grid of a round: one row per table, by number, as entered or as typed so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from foundation.errors import EditConflict, Refused
from pairings.models import Draw
from scoring.bulk.forms import TypedRow
from scoring.entry.access import SheetViewer
from scoring.entry.errors import UnexplainedWarnings
from scoring.entry.players import player_names
from scoring.entry.queries import SeatedPlayer, detailed_sheets, seated_players_by_table, sheet_context
from scoring.models import Sheet
from scoring.paper import ComputedSheet, FieldProblem, PaperError, read_paper
from tournament.books import edition_of
from tournament.rounds.models import Round

PLACES = ("", "1st", "2nd", "3rd", "4th", "5th")


@dataclass(frozen=True)
class BulkCell:
    """One seat of a table: the player, the total as typed or entered, and the result."""

    number: int
    name: str
    team: str
    total: str
    place: int | None = None
    points: str = ""
    message: str = ""
    is_unreadable: bool = False

    @property
    def result_text(self) -> str:
        points = "1 pt" if self.points == "1" else f"{self.points} pts" if self.points else ""
        return " · ".join(filter(None, (PLACES[self.place or 0], points)))


class BulkRow:
    """One table. `typed`: what is in its inputs, None if the sheet was entered. `refused`: why it wasn't saved."""

    def __init__(
        self, sheet: Sheet, seated: Sequence[SeatedPlayer], typed: TypedRow | None, refused: Refused | None
    ) -> None:
        self.sheet, self.seated, self.typed, self.refused = sheet, seated, typed, refused
        self.names: Mapping[int, str] = {}
        self.is_hidden = False
        self.problems: Sequence[FieldProblem] = ()
        self.computed: ComputedSheet | None = None
        entered = sheet.current.paper if sheet.current else None
        data = typed.paper() if typed else entered
        try:
            if data:
                self.computed = ComputedSheet(sheet_context(sheet, seated), read_paper(data, len(seated)))
        except PaperError as problem:
            self.problems = problem.problems

    @property
    def was_sent(self) -> bool:
        """Return whether it was sent: until then an unfinished row isn't wrong."""
        return self.refused is not None

    @property
    def has_warnings(self) -> bool:
        return isinstance(self.refused, UnexplainedWarnings) or bool(self.typed and self.typed.reason)

    @property
    def is_stale(self) -> bool:
        return isinstance(self.refused, EditConflict)

    @cached_property
    def messages(self) -> dict[str, str]:
        """Return the message at each input: warnings, and what can't be read."""
        if not self.was_sent:
            return {}
        warnings = {each.field: each.sentence for each in self.computed.warnings} if self.computed else {}
        return warnings | {problem.field: problem.sentence for problem in self.problems}

    @property
    def warnings(self) -> list[str]:
        """Return all warnings, unless there is only one: the refusal names it already."""
        sentences = list(self.messages.values())
        return sentences if self.has_warnings and len(sentences) > 1 else []

    @property
    def cells(self) -> list[BulkCell]:
        return [self._cell(seat, player) for seat, player in enumerate(self.seated, 1)]

    def _cell(self, seat: int, player: SeatedPlayer) -> BulkCell:
        computed = None if self.is_hidden else self.computed
        row = computed.paper.rows[seat - 1] if computed else None
        result = computed.results[seat - 1] if computed else None
        total = self.typed.totals[seat - 1] if self.typed else ""
        if not self.typed and row and result:
            total = "a" if row.status == "absent" else "" if result.total is None else str(result.total)
        return BulkCell(
            seat,
            self.names.get(row.player, player.name) if row and row.player else player.name,
            player.team,
            total,
            result.place if result else None,
            "" if result is None or result.points is None else f"{result.points}",
            self.messages.get(f"row-{seat}-total", ""),
            any(problem.field == f"row-{seat}-total" for problem in self.problems),
        )

    @property
    def games(self) -> str:
        if self.typed:
            return self.typed.games
        if self.computed is None or self.is_hidden or self.computed.games is None:
            return ""
        return str(self.computed.games)


@dataclass(frozen=True)
class BulkGrid:
    """All tables of a round."""

    round: Round
    rows: Sequence[BulkRow]

    @property
    def is_cup(self) -> bool:
        return edition_of(self.round.division.event).player_score is not None

    @property
    def seats(self) -> range:
        """Return the columns: as many as the largest table has seats."""
        return range(1, 1 + max((len(row.seated) for row in self.rows), default=0))

    @property
    def is_open(self) -> bool:
        return any(row.typed for row in self.rows)


def sheets_of_round(round_: Round) -> list[Sheet]:
    """Return the sheets of the published tables, by number."""
    sheets = detailed_sheets().filter(round=round_, table__draw__state=Draw.State.PUBLISHED)
    return list(sheets.order_by("table__number"))


def build_grid(
    round_: Round,
    viewer: SheetViewer,
    typed: Mapping[int, TypedRow] | None = None,
    refused: Mapping[int, Refused] | None = None,
) -> BulkGrid:
    """Return the grid as this person may see it. `typed` and `refused`: by sheet, what was sent and not saved."""
    typed, refused = typed or {}, refused or {}
    sheets = sheets_of_round(round_)
    seated = seated_players_by_table(sheets)
    rows = []
    for sheet in sheets:
        at_table = seated.get(sheet.table_id, [])
        inputs = typed.get(sheet.pk)
        if inputs is None and sheet.current is None and viewer.can_change(sheet) and not viewer.reads_blind(sheet):
            inputs = TypedRow.empty(len(at_table))
        rows.append(BulkRow(sheet, at_table, inputs, refused.get(sheet.pk)))
    players = {row.player for each in rows if each.computed for row in each.computed.paper.rows if row.player}
    names = player_names(players) if players else {}
    for row in rows:
        row.names = names
        row.is_hidden = row.typed is None and viewer.reads_blind(row.sheet)
    return BulkGrid(round_, rows)
