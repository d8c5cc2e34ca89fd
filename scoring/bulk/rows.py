"""The grid of a round: one row per table in the order of their numbers, as it was entered or as it is being typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from foundation.errors import Conflict, Refused
from pairings.models import Draw
from scoring.bulk.forms import TypedRow
from scoring.errors import Doubtful
from scoring.models import Sheet
from scoring.paper import PaperError, Problem, Reading, read, read_paper
from scoring.queries import OPEN
from scoring.tables import Sitter, names_of, sheets, sitters_by_table, table_of
from tournament.books import edition_of
from tournament.rounds.models import Round

PLACES = ("", "1st", "2nd", "3rd", "4th", "5th")


@dataclass(frozen=True)
class Cell:
    """One seat of a table: who, what is written, and what follows."""

    number: int
    name: str
    team: str
    total: str
    place: int | None = None
    points: str = ""
    told: str = ""
    is_wrong: bool = False

    @property
    def follows(self) -> str:
        return " · ".join(filter(None, (PLACES[self.place or 0], f"{self.points} p" if self.points else "")))


class Row:
    """One table. `typed`: what is in its inputs, None where the sheet was entered. `refused`: why it was not saved."""

    def __init__(
        self, sheet: Sheet, sitters: Sequence[Sitter], typed: TypedRow | None, refused: Refused | None
    ) -> None:
        self.sheet, self.sitters, self.typed, self.refused = sheet, sitters, typed, refused
        self.names: Mapping[int, str] = {}
        self.is_hidden = False
        self.problems: Sequence[Problem] = ()
        self.reading: Reading | None = None
        entered = sheet.current.paper if sheet.current else None
        data = typed.paper() if typed else entered
        try:
            self.reading = read(table_of(sheet, sitters), read_paper(data, len(sitters))) if data else None
        except PaperError as problem:
            self.problems = problem.problems

    @property
    def is_tried(self) -> bool:
        """Whether it was sent: until then an unfinished row is not wrong."""
        return self.refused is not None

    @property
    def is_doubtful(self) -> bool:
        return isinstance(self.refused, Doubtful) or bool(self.typed and self.typed.reason)

    @property
    def is_stale(self) -> bool:
        return isinstance(self.refused, Conflict)

    @cached_property
    def told(self) -> dict[str, str]:
        """By place on the sheet: what cannot be read, or is doubtful."""
        if not self.is_tried:
            return {}
        doubts = {doubt.field: doubt.sentence for doubt in self.reading.doubts} if self.reading else {}
        return doubts | {problem.field: problem.sentence for problem in self.problems}

    @property
    def doubts(self) -> list[str]:
        """All that is doubtful, beside the one that the refusal names."""
        found = list(self.told.values())
        return found if self.is_doubtful and len(found) > 1 else []

    @property
    def cells(self) -> list[Cell]:
        return [self._cell(seat, sitter) for seat, sitter in enumerate(self.sitters, 1)]

    def _cell(self, seat: int, sitter: Sitter) -> Cell:
        reading = None if self.is_hidden else self.reading
        row = reading.paper.rows[seat - 1] if reading else None
        line = reading.lines[seat - 1] if reading else None
        total = self.typed.totals[seat - 1] if self.typed else ""
        if not self.typed and row and line:
            total = "a" if row.status == "absent" else "" if line.total is None else str(line.total)
        return Cell(
            seat,
            self.names.get(row.player, sitter.name) if row and row.player else sitter.name,
            sitter.team,
            total,
            line.place if line else None,
            "" if line is None or line.points is None else f"{line.points}",
            self.told.get(f"row-{seat}-total", ""),
            any(problem.field == f"row-{seat}-total" for problem in self.problems),
        )

    @property
    def games(self) -> str:
        if self.typed:
            return self.typed.games
        return "" if self.reading is None or self.is_hidden or self.reading.games is None else str(self.reading.games)


@dataclass(frozen=True)
class Grid:
    round: Round
    rows: Sequence[Row]

    @property
    def is_cup(self) -> bool:
        return edition_of(self.round.division.event).player_score is not None

    @property
    def seats(self) -> range:
        """The columns: as many as the largest table has seats."""
        return range(1, 1 + max((len(row.sitters) for row in self.rows), default=0))

    @property
    def is_open(self) -> bool:
        return any(row.typed for row in self.rows)


def sheets_of_round(round_: Round) -> list[Sheet]:
    """The tables that stand, in the order of their numbers."""
    found = sheets().filter(round=round_, table__draw__state=Draw.State.PUBLISHED)
    return list(found.order_by("table__number"))


def grid_of(
    round_: Round,
    *,
    may_type: bool,
    is_hidden: Callable[[Sheet], bool],
    typed: Mapping[int, TypedRow] | None = None,
    refused: Mapping[int, Refused] | None = None,
) -> Grid:
    """`typed` and `refused`: by sheet, what was sent and came back. `is_hidden`: from who is to read a sheet blind."""
    typed, refused = typed or {}, refused or {}
    found = sheets_of_round(round_)
    sitters = sitters_by_table(found)
    may_type = may_type and round_.state in OPEN
    rows = []
    for sheet in found:
        at_table = sitters.get(sheet.table_id, [])
        inputs = typed.get(sheet.pk)
        if inputs is None and may_type and sheet.current is None and not is_hidden(sheet):
            inputs = TypedRow.empty(len(at_table))
        rows.append(Row(sheet, at_table, inputs, refused.get(sheet.pk)))
    players = {row.player for each in rows if each.reading for row in each.reading.paper.rows if row.player}
    names = names_of(players) if players else {}
    for row in rows:
        row.names = names
        row.is_hidden = row.typed is None and is_hidden(row.sheet)
    return Grid(round_, rows)
