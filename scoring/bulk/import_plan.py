"""Plans the import of a file with results: what it would do, table by table, with every problem at its line."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from foundation.errors import NotAllowed, Refused
from pairings.models import Draw
from rulebooks.wording import join_words
from scoring.bulk.result_files import (
    FileLine,
    cells_of,
    describe_differences,
    paper_from_lines,
    read_lines,
    sheets_without_headings,
)
from scoring.entry.access import OPEN_ROUND_STATES, OWN_OPINION, SheetViewer
from scoring.entry.entries import must_be_open
from scoring.entry.players import player_names
from scoring.entry.queries import (
    SeatedPlayer,
    compute_sheet,
    detailed_sheets,
    seated_players_by_table,
    sheet_context,
)
from scoring.models import Sheet
from scoring.paper import ComputedSheet, FieldProblem, Paper, PaperError, read_paper
from tournament.models import Division, Event
from tournament.rosters.models import Player
from tournament.rosters.names import name_key, read_name
from tournament.rounds.models import Round
from tournament.spreadsheets import Worksheet


@dataclass(frozen=True)
class LineProblem:
    """A problem in a line of the file."""

    where: str
    sentence: str


@dataclass
class PlannedTable:
    """What happens to one table. `state`: new, same (as entered), differs (from what is entered), empty, or problem.

    `figures`: name, total, and points of each player.
    """

    sheet: Sheet
    lines: list[FileLine]
    state: str = "new"
    paper: dict[str, Any] = field(default_factory=dict)
    problems: list[LineProblem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    figures: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass
class ResultsImportPlan:
    """What an import would do. `problems`: of lines about no table. `not_read`: workbook sheets without headings."""

    tables: list[PlannedTable]
    problems: list[LineProblem]
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
    def warnings(self) -> int:
        return sum(len(table.warnings) for table in self.new)

    @property
    def is_about_nothing(self) -> bool:
        return not self.tables and not self.problems


def plan_import(event: Event, files: Sequence[Worksheet], viewer: SheetViewer | None = None) -> ResultsImportPlan:
    """Plan an import without changing anything.

    `viewer`: for sheets that this person reads blind, the plan says that the file differs but not where.
    """
    lines = read_lines(files)
    plan = ResultsImportPlan([], [], sheets_without_headings(files))
    by_sheet = _lines_by_sheet(event, lines, plan.problems)
    seated = seated_players_by_table(by_sheet)
    entered = {
        sheet.pk: read_paper(sheet.current.paper, len(seated[sheet.table_id])) for sheet in by_sheet if sheet.current
    }
    names = player_names({row.player for paper in entered.values() for row in paper.rows if row.player})
    known = _players_by_name(event)
    for sheet, of_table in by_sheet.items():
        table = PlannedTable(sheet, of_table)
        plan.tables.append(table)
        if all(line.is_empty for line in of_table):
            table.state = "empty"
            continue
        paper = entered.get(sheet.pk)
        in_seats = seat_lines(of_table, seated[sheet.table_id], paper, names, known)
        is_hidden = viewer is not None and viewer.reads_blind(sheet)
        _plan_table(table, seated[sheet.table_id], in_seats, paper, is_hidden=is_hidden)
    return plan


def _plan_table(
    table: PlannedTable, seated: list[SeatedPlayer], in_seats: SeatedLines, entered: Paper | None, *, is_hidden: bool
) -> None:
    table.problems = [LineProblem(line.where, sentence) for line, sentence in in_seats.problems]
    if table.problems:
        table.state = "problem"
        return
    table.paper, problems = paper_from_lines(in_seats.lines, in_seats.players)
    paper = None
    try:
        paper = read_paper(table.paper, len(seated))
    except PaperError as problem:
        fields = {each.field for each in problems}
        problems += [each for each in problem.problems if each.field not in fields]
    if problems or paper is None:
        table.problems = [LineProblem(_line_of(in_seats.lines, each).where, each.sentence) for each in problems]
        table.state = "problem"
        return
    if entered is not None:
        _compare(table, seated, paper, entered, is_hidden=is_hidden)
        return
    try:
        must_be_open(table.sheet)
        if is_hidden:
            raise NotAllowed(OWN_OPINION.format(table=table.sheet.table.number))
    except Refused as refusal:
        table.problems, table.state = [LineProblem(table.lines[0].where, refusal.sentence)], "problem"
        return
    computed = compute_sheet(table.sheet, seated, paper)
    table.warnings = [warning.sentence for warning in computed.warnings]
    table.figures = [
        (
            player.name,
            "" if result.total is None else str(result.total),
            "" if result.points is None else f"{result.points.normalize():f}",
        )
        for player, result in zip(seated, computed.results, strict=True)
    ]


def _compare(table: PlannedTable, seated: list[SeatedPlayer], paper: Paper, entered: Paper, *, is_hidden: bool) -> None:
    context = sheet_context(table.sheet, seated)
    one, other = cells_of(ComputedSheet(context, entered)), cells_of(ComputedSheet(context, paper))
    table.state = "same" if one == other else "differs"
    if not is_hidden:
        table.differences = describe_differences(one, other, [each.name for each in seated])


def _line_of(lines: Sequence[FileLine], problem: FieldProblem) -> FileLine:
    """Return the line of a problem: `row-2-total` and `shake-3-2` are on the second player's line."""
    kind, *numbers = problem.field.split("-")
    at = numbers[0] if kind == "row" else numbers[-1] if kind == "shake" else "1"
    return lines[int(at) - 1] if at.isdecimal() and 1 <= int(at) <= len(lines) else lines[0]


# -- which table a line is about --------------------------------------------------------------------------------------


def _lines_by_sheet(
    event: Event, lines: Sequence[FileLine], problems: list[LineProblem]
) -> dict[Sheet, list[FileLine]]:
    """Return the lines of each sheet, in the order of the file."""
    divisions = list(event.divisions.all())
    rounds = list(Round.objects.filter(division__event=event).select_related("division"))
    wanted: list[tuple[FileLine, Round]] = []
    for line in lines:
        round_or_problem = _round(line, divisions, rounds)
        if isinstance(round_or_problem, str):
            problems.append(LineProblem(line.where, round_or_problem))
        else:
            wanted.append((line, round_or_problem))
    rounds_wanted = {round_.pk for _, round_ in wanted}
    sheets = detailed_sheets().filter(round__in=rounds_wanted, table__draw__state=Draw.State.PUBLISHED)
    known = {(sheet.round_id, sheet.table.number): sheet for sheet in sheets}
    by_sheet: dict[Sheet, list[FileLine]] = defaultdict(list)
    for line, round_ in wanted:
        number = _number(line["table"])
        if number is None or (round_.pk, number) not in known:
            known_table = f"{round_} has no table “{line['table']}”. Check the number."
            problems.append(LineProblem(line.where, known_table if line["table"] else "Enter the table number."))
        else:
            by_sheet[known[round_.pk, number]].append(line)
    return dict(by_sheet)


def _round(line: FileLine, divisions: Sequence[Division], rounds: Sequence[Round]) -> Round | str:
    """Return the round of a line, or a sentence why there is none. A blank means the only one there is."""
    written = line["division"].casefold()
    matching = [each for each in divisions if written in (each.letter.casefold(), each.name.casefold())]
    if not written and len(divisions) == 1:
        matching = list(divisions)
    if len(matching) != 1:
        return f"This game has no division “{line['division']}”." if written else "Enter the division."
    of_division = [each for each in rounds if each.division_id == matching[0].pk]
    number = _number(line["round"])
    matching_rounds = [each for each in of_division if each.number == number]
    if not line["round"]:
        matching_rounds = [each for each in of_division if each.state in OPEN_ROUND_STATES]
    if len(matching_rounds) != 1:
        return f"{matching[0].name} has no round “{line['round']}”." if line["round"] else "Enter the round number."
    return matching_rounds[0]


def _number(text: str) -> int | None:
    """Return the number in `19`, `Table 19`, or `E19`."""
    digits = text.strip().lstrip("".join(sorted({sign for sign in text if not sign.isdecimal()})))
    return int(digits) if digits.isdecimal() and len(digits) < 6 else None


def _players_by_name(event: Event) -> Mapping[str, list[int]]:
    """Return all players of the tournament, by name and by number."""
    players: dict[str, list[int]] = defaultdict(list)
    for pk, first, last, number in Player.objects.filter(tournament=event.tournament_id).values_list(
        "pk", "first_name", "last_name", "number"
    ):
        players[player_key(f"{first} {last}")].append(pk)
        players[player_key(str(number))].append(pk)
    return players


# -- which seat a line is about ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatedLines:
    """A table's lines in seat order, substitutes by seat, and problems of lines."""

    lines: list[FileLine]
    players: dict[int, int]
    problems: list[tuple[FileLine, str]]


def seat_lines(
    lines: Sequence[FileLine],
    seated: Sequence[SeatedPlayer],
    entered: Paper | None,
    names: Mapping[int, str],
    known: Mapping[str, list[int]],
) -> SeatedLines:
    """Find the seat of each line, by name or number; one line may be a substitute.

    `entered`: the current paper, with `names` of its substitutes. `known`: all players by name and by number.
    """
    taken: dict[int, FileLine] = {}
    players: dict[int, int] = {}
    problems: list[tuple[FileLine, str]] = []
    strangers: list[FileLine] = []
    substitutes = {
        seat: row.player for seat, row in enumerate(entered.rows if entered else (), 1) if row.player is not None
    }
    for line in lines:
        written = player_key(line["player"])
        seats = [seat for seat, player in substitutes.items() if player_key(names.get(player, "")) == written]
        is_substitute = bool(seats)
        seats = seats or [seat for seat, each in enumerate(seated, 1) if written in _keys(each)]
        if len(seats) > 1:
            problems.append((line, f"Two players here are named {line['player']}. Enter the player number instead."))
        elif not seats:
            strangers.append(line)
        elif seats[0] in taken:
            problems.append((line, f"{seated[seats[0] - 1].name} has 2 lines. Keep one."))
        else:
            taken[seats[0]] = line
            if is_substitute:
                players[seats[0]] = substitutes[seats[0]]
    free = [seat for seat in range(1, len(seated) + 1) if seat not in taken]
    for line in strangers:
        matching = known.get(player_key(line["player"]), [])
        if len(strangers) == 1 and len(free) == 1 and len(matching) == 1:
            taken[free[0]], players[free[0]] = line, matching[0]
        else:
            problems.append((line, _unknown_player(line, seated)))
    problems += [
        (lines[0], f"{each.name} has no line. Add one, with the status absent for a no-show.")
        for seat, each in enumerate(seated, 1)
        if seat not in taken and not problems
    ]
    return SeatedLines([taken[seat] for seat in sorted(taken)], players, problems)


def _unknown_player(line: FileLine, seated: Sequence[SeatedPlayer]) -> str:
    here = join_words(each.name for each in seated)
    if not line["player"]:
        return f"Enter a player. This table has {here}."
    return f"“{line['player']}” isn’t at this table ({here}). Enter new players on the scoresheet’s page."


def _keys(seated: SeatedPlayer) -> set[str]:
    return {player_key(seated.name)} | ({player_key(str(seated.player.number))} if seated.player else set())


def player_key(text: str) -> str:
    """Return a key that is equal for the same player, from a name as written or a number."""
    if text.strip().isdecimal():
        return f"number {int(text)}"
    name = read_name(text)
    return name_key(name.first, name.last) if "," in text else name_key(text)
