"""Parses worksheets into roster rows, each with the problems of its cells. Pure.

A line without a name is an unnamed roster spot if it has a team and a position. Other lines without a name (titles,
totals, footnotes) are left out, and the preview lists them so that no one misses a player.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulebooks.wording import join_words
from tournament.rosters.file_import.columns import ColumnLayout
from tournament.rosters.names import (
    fold_text,
    has_markup,
    home_school,
    is_yes,
    looks_like_a_formula,
    name_key,
    read_grade,
    read_name,
    read_number,
    school_key,
    split_schools,
    unnamed_spot_number,
)
from tournament.spreadsheets import Worksheet

NO_DIVISION = "Enter a division."

LONGEST = {"school": 240, "own": 240}  # room for several schools; any other cell is one name


@dataclass(frozen=True)
class DivisionInfo:
    """A division of the event, without the database."""

    letter: str
    name: str
    max_grade: int


@dataclass(frozen=True)
class FileAnswers:
    """The director's answers about a file: what its words mean, and the division of lines that name none."""

    divisions: Mapping[str, str] = field(default_factory=dict)
    schools: Mapping[str, str] = field(default_factory=dict)
    default_division: str = ""

    def school(self, text: str) -> str:
        """Replace each school in the text by the one that the director said it is."""
        schools = split_schools(text)
        if not any(fold_text(each) in self.schools for each in schools):
            return text
        return " / ".join(self.schools.get(fold_text(each), each) for each in schools)


@dataclass(frozen=True)
class CellProblem:
    """What is wrong with one cell. An error stops the import, a warning is only shown."""

    field: str
    sentence: str
    is_error: bool = True


@dataclass(frozen=True)
class RosterRow:
    """One player or one unnamed roster spot, as the file has it. `home_school`: see `names.home_school`."""

    sheet: str
    line: int
    cells: Mapping[str, str]
    school: str = ""
    team: str = ""
    division: str = ""
    first: str = ""
    last: str = ""
    grade: int | None = None
    number: int | None = None
    seed: int | None = None
    is_alternate: bool = False
    home_school: str = ""
    problems: tuple[CellProblem, ...] = ()

    @property
    def is_unnamed(self) -> bool:
        return not (self.first or self.last)

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()

    def with_problem(self, field: str, sentence: str, *, is_error: bool = True) -> RosterRow:
        return replace(self, problems=(*self.problems, CellProblem(field, sentence, is_error)))


@dataclass(frozen=True)
class ParsedRoster:
    """The rows of a file, and the lines that were left out because they are not about a player."""

    rows: tuple[RosterRow, ...]
    left_out: tuple[str, ...] = field(default=())


def parse_rows(
    sheets: Sequence[tuple[Worksheet, ColumnLayout]],
    divisions: Sequence[DivisionInfo],
    answers: FileAnswers | None = None,
) -> ParsedRoster:
    answers = answers or FileAnswers()
    rows: list[RosterRow] = []
    left_out: list[str] = []
    for sheet, layout in sheets:
        for line, cells in _lines_by_field(sheet, layout):
            if cells is None:
                left_out.append(f"{sheet.name}, line {line}: {' · '.join(filter(None, sheet.rows[line - 1]))[:80]}")
            else:
                rows.append(_parse_row(RosterRow(sheet.name, line, cells), divisions, answers))
    return ParsedRoster(tuple(rows), tuple(left_out))


def _lines_by_field(sheet: Worksheet, layout: ColumnLayout) -> Iterator[tuple[int, dict[str, str] | None]]:
    """Yield the cells of each line below the headings by field, or None for a line that is not about a player.

    Coaches often write school, team, and division on a team's first line only. The lines below take them over.
    """
    above: dict[str, str] = {}
    for line, row in enumerate(sheet.rows, 1):
        if line <= layout.header:
            continue
        cells = {name: row[column] if column < len(row) else "" for column, name in layout.fields.items()}
        if not any(row):
            above = {}
            continue
        if not _is_about_a_player(cells):
            yield line, None
            continue
        if not cells.get("school") and not cells.get("team"):
            cells |= {name: above.get(name, "") for name in ("school", "team") if name in cells}
            cells |= {"division": cells.get("division") or above.get("division", "")}
        above = {name: cells.get(name, "") for name in ("school", "team", "division")}
        yield line, cells


def _is_about_a_player(cells: Mapping[str, str]) -> bool:
    if any(cells.get(name) for name in ("name", "first", "last")):
        return True
    return bool(cells.get("team") and cells.get("position") and read_number(cells["position"]) is not None)


def _parse_row(row: RosterRow, divisions: Sequence[DivisionInfo], answers: FileAnswers) -> RosterRow:
    cells = row.cells
    row = replace(row, school=answers.school(cells.get("school", "")), team=cells.get("team", ""))
    for name, text in cells.items():
        if looks_like_a_formula(text):
            row = row.with_problem(name, "This is a formula. Replace it with its value.")
        elif has_markup(text):
            row = row.with_problem(name, "Names can’t contain < or >. Remove those characters.")
        elif len(text) > (longest := LONGEST.get(name, 100)):
            row = row.with_problem(name, f"Too long: {len(text)} characters. The limit is {longest}.")
    row = _with_name(row)
    row = _with_numbers(row)
    row = _with_division(row, divisions, answers)
    if row.team and not row.school:
        row = row.with_problem("school", "Enter the school for this team.")
    if not row.team and not row.school:
        row = row.with_problem("school", "Enter the school.")
    row = _with_home_school(row, answers)
    return replace(row, is_alternate=is_yes(cells.get("alternate", "")))


def _with_name(row: RosterRow) -> RosterRow:
    cells = row.cells
    if "name" in cells:
        if unnamed_spot_number(cells["name"]):
            return replace(row, number=unnamed_spot_number(cells["name"]))
        name = read_name(cells["name"])
        return replace(row, first=name.first, last=name.last)
    first, last = cells.get("first", ""), cells.get("last", "")
    number = unnamed_spot_number(f"{first} {last}".strip())
    if number:
        return replace(row, number=number)
    row = replace(row, first=first, last=last)
    if bool(first) != bool(last) and {"first", "last"} <= set(cells):
        return (
            row.with_problem("last", "Enter the last name.")
            if first
            else row.with_problem("first", "Enter the first name.")
        )
    return row


def _with_numbers(row: RosterRow) -> RosterRow:
    """Read grade, position, and seed."""
    for name, read, wrong in (
        ("grade", read_grade, "“{text}” isn’t a grade. Enter a number, or K for kindergarten."),
        ("position", read_number, "“{text}” isn’t a position. Enter a number."),
    ):
        text = row.cells.get(name, "")
        value = read(text) if text else None
        if text and value is None:
            row = row.with_problem(name, wrong.replace("{text}", text))
        elif value is not None:
            row = replace(row, **{"grade" if name == "grade" else "number": value})  # type: ignore[arg-type]
    text = row.cells.get("seed", "")
    if text and read_number(text) is None:
        return row.with_problem("seed", f"“{text}” isn’t a seed. Enter a number.")
    return replace(row, seed=read_number(text)) if text else row


def _with_division(row: RosterRow, divisions: Sequence[DivisionInfo], answers: FileAnswers) -> RosterRow:
    text = row.cells.get("division") or answers.default_division
    if not text:
        return row.with_problem("division", NO_DIVISION)
    division = find_division(answers.divisions.get(fold_text(text), text), divisions)
    if division is None:
        close = difflib.get_close_matches(text.casefold(), [each.name.casefold() for each in divisions], 1, 0.75)
        names = join_words((each.name for each in divisions), "or")
        choice = close[0].title() if close else names
        return row.with_problem("division", f"There’s no division “{text}”. Try {choice}.")
    row = replace(row, division=division.letter)
    if row.grade is not None and row.grade > division.max_grade:
        sentence = f"{division.name} goes up to grade {division.max_grade}. Correct the grade or the division."
        return row.with_problem("grade", sentence)
    return row


def _with_home_school(row: RosterRow, answers: FileAnswers) -> RosterRow:
    """Read the home school, one of those that send the team together. A player without a team plays for it alone."""
    text = answers.school(row.cells.get("own", ""))
    if not text or not row.school or school_key(text) == school_key(row.school):
        return row
    together = split_schools(row.school)
    if home_school(row.school, text):
        if row.is_unnamed:
            return row
        return replace(row, home_school=text) if row.team else replace(row, school=text)
    if len(together) > 1:
        return row.with_problem(
            "own", f"“{text}” isn’t one of this team’s schools. Enter {join_words(together, 'or')}."
        )
    who, both = row.name or row.team, f"{row.school} / {text}"
    return row.with_problem(
        "own", f"{who} plays for {row.school}. If both schools send the team, enter “{both}” as its school."
    )


def find_division(text: str, divisions: Sequence[DivisionInfo]) -> DivisionInfo | None:
    """Find a division by letter, name, or the beginning of its name: `E`, `Elem.`, `JR`, `Senior`."""
    plain = name_key(text)
    for each in divisions:
        if plain in (name_key(each.letter), name_key(each.name)):
            return each
    short = {"jr": "junior", "sr": "senior", "el": "elementary", "mid": "middle", "ms": "middle"}.get(plain, plain)
    matches = [each for each in divisions if len(short) >= 3 and name_key(each.name).startswith(short)]
    return matches[0] if len(matches) == 1 else None
