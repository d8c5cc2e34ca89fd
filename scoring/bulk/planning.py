"""What importing a file with results would do, table by table, with every problem at its line. Nothing is changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from foundation.errors import NotAllowed, Refused
from pairings.models import Draw
from scoring.bulk.columns import Line, not_read, read_lines
from scoring.bulk.figures import differences_of, figures_of, paper_of
from scoring.bulk.seats import Seated, call, seat_lines
from scoring.entries import must_be_open
from scoring.models import Sheet
from scoring.paper import Paper, PaperError, Problem, read, read_paper
from scoring.queries import OPEN
from scoring.sheets.hiding import OWN_OPINION
from scoring.tables import Sitter, names_of, reading_of, sheets, sitters_by_table, table_of
from tournament.models import Division, Event
from tournament.rosters.models import Player
from tournament.rounds.models import Round
from tournament.spreadsheets import Worksheet


@dataclass(frozen=True)
class Said:
    """A sentence about a line of the file."""

    where: str
    sentence: str


@dataclass
class PlannedTable:
    """`state`: new, same (as entered), differs (from what is entered), empty (nothing to enter), or problem."""

    sheet: Sheet
    lines: list[Line]
    state: str = "new"
    paper: dict[str, Any] = field(default_factory=dict)
    problems: list[Said] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    figures: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass
class Plan:
    """`problems`: of lines that are about no table. `not_read`: sheets of the workbook without the headings."""

    tables: list[PlannedTable]
    problems: list[Said]
    not_read: list[str]

    def of(self, state: str) -> list[PlannedTable]:
        return [table for table in self.tables if table.state == state]

    @property
    def new(self) -> list[PlannedTable]:
        return self.of("new")

    @property
    def differing(self) -> list[PlannedTable]:
        return self.of("differs")

    @property
    def counts(self) -> Counter[str]:
        return Counter(table.state for table in self.tables)

    @property
    def errors(self) -> int:
        return len(self.problems) + sum(len(table.problems) for table in self.tables)

    @property
    def doubts(self) -> int:
        return sum(len(table.doubts) for table in self.new)

    @property
    def is_about_nothing(self) -> bool:
        return not self.tables and not self.problems


def plan_of(event: Event, cells: Sequence[Worksheet], is_hidden: Callable[[Sheet], bool] = lambda sheet: False) -> Plan:
    """`is_hidden`: sheets of which this person may not know what is entered; only that the file differs is told."""
    lines = read_lines(cells)
    plan = Plan([], [], not_read(cells))
    by_sheet = _tables(event, lines, plan.problems)
    sitters = sitters_by_table(by_sheet)
    entered = {
        sheet.pk: read_paper(sheet.current.paper, len(sitters[sheet.table_id])) for sheet in by_sheet if sheet.current
    }
    names = names_of({row.player for paper in entered.values() for row in paper.rows if row.player})
    known = _players_by_name(event)
    for sheet, of_table in by_sheet.items():
        table = PlannedTable(sheet, of_table)
        plan.tables.append(table)
        if all(line.is_empty for line in of_table):
            table.state = "empty"
            continue
        paper = entered.get(sheet.pk)
        seated = seat_lines(of_table, sitters[sheet.table_id], paper, names, known)
        _plan(table, sitters[sheet.table_id], seated, paper, is_hidden=is_hidden(sheet))
    return plan


def _plan(
    table: PlannedTable, sitters: list[Sitter], seated: Seated, entered: Paper | None, *, is_hidden: bool
) -> None:
    table.problems = [Said(line.where, sentence) for line, sentence in seated.problems]
    if table.problems:
        table.state = "problem"
        return
    table.paper, problems = paper_of(seated.lines, seated.players)
    paper = None
    try:
        paper = read_paper(table.paper, len(sitters))
    except PaperError as problem:
        fields = {each.field for each in problems}
        problems += [each for each in problem.problems if each.field not in fields]
    if problems or paper is None:
        table.problems = [Said(_line_of(seated.lines, each).where, each.sentence) for each in problems]
        table.state = "problem"
        return
    if entered is not None:
        _compare(table, sitters, paper, entered, is_hidden=is_hidden)
        return
    try:
        must_be_open(table.sheet)
        if is_hidden:
            raise NotAllowed(OWN_OPINION.format(table=table.sheet.table.number))
    except Refused as refusal:
        table.problems, table.state = [Said(table.lines[0].where, refusal.sentence)], "problem"
        return
    reading = reading_of(table.sheet, sitters, paper)
    table.doubts = [doubt.sentence for doubt in reading.doubts]
    table.figures = [
        (
            sitter.name,
            "" if line.total is None else str(line.total),
            "" if line.points is None else f"{line.points.normalize():f}",
        )
        for sitter, line in zip(sitters, reading.lines, strict=True)
    ]


def _compare(table: PlannedTable, sitters: list[Sitter], paper: Paper, entered: Paper, *, is_hidden: bool) -> None:
    at = table_of(table.sheet, sitters)
    one, other = figures_of(read(at, entered)), figures_of(read(at, paper))
    table.state = "same" if one == other else "differs"
    if not is_hidden:
        table.differences = differences_of(one, other, [sitter.name for sitter in sitters])


def _line_of(lines: Sequence[Line], problem: Problem) -> Line:
    """`row-2-total` and `shake-3-2` stand on the second player's line."""
    kind, *numbers = problem.field.split("-")
    at = numbers[0] if kind == "row" else numbers[-1] if kind == "shake" else "1"
    return lines[int(at) - 1] if at.isdecimal() and 1 <= int(at) <= len(lines) else lines[0]


# -- which table a line is about --------------------------------------------------------------------------------------


def _tables(event: Event, lines: Sequence[Line], problems: list[Said]) -> dict[Sheet, list[Line]]:
    """The lines of each sheet, in the order of the file."""
    divisions = list(event.divisions.all())
    rounds = list(Round.objects.filter(division__event=event).select_related("division"))
    wanted: list[tuple[Line, Round]] = []
    for line in lines:
        found = _round(line, divisions, rounds)
        if isinstance(found, str):
            problems.append(Said(line.where, found))
        else:
            wanted.append((line, found))
    tables = sheets().filter(round__in={round_.pk for _, round_ in wanted}, table__draw__state=Draw.State.PUBLISHED)
    known = {(sheet.round_id, sheet.table.number): sheet for sheet in tables}
    by_sheet: dict[Sheet, list[Line]] = defaultdict(list)
    for line, round_ in wanted:
        number = _number(line["table"])
        if number is None or (round_.pk, number) not in known:
            problems.append(Said(line.where, f"There is no table {line['table'] or 'without a number'} in {round_}."))
        else:
            by_sheet[known[round_.pk, number]].append(line)
    return dict(by_sheet)


def _round(line: Line, divisions: Sequence[Division], rounds: Sequence[Round]) -> Round | str:
    """The round that a line is about, or why there is none. What is not written is taken if it can be one alone."""
    written = line["division"].casefold()
    mine = [each for each in divisions if written in (each.letter.casefold(), each.name.casefold())]
    if not written and len(divisions) == 1:
        mine = list(divisions)
    if len(mine) != 1:
        return f"There is no division {line['division']} here." if written else "Which division is this?"
    of_division = [each for each in rounds if each.division_id == mine[0].pk]
    number = _number(line["round"])
    found = [each for each in of_division if each.number == number]
    if not line["round"]:
        found = [each for each in of_division if each.state in OPEN]
    if len(found) != 1:
        return f"There is no round {line['round']} of {mine[0].name}." if line["round"] else "Which round is this?"
    return found[0]


def _number(text: str) -> int | None:
    """`19`, `Table 19`, `E19`."""
    digits = text.strip().lstrip("".join(sorted({sign for sign in text if not sign.isdecimal()})))
    return int(digits) if digits.isdecimal() and len(digits) < 6 else None


def _players_by_name(event: Event) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for pk, first, last, number in Player.objects.filter(tournament=event.tournament_id).values_list(
        "pk", "first_name", "last_name", "number"
    ):
        found[call(f"{first} {last}")].append(pk)
        found[call(str(number))].append(pk)
    return found
