"""Lines of a sheet → rows about players, each with what is wrong at which cell. Nothing here knows the database.

A line without a name is a place whose player is not known yet if it has a team and a position; other lines without a
name (titles, totals, footnotes) are left out, and named so that nobody misses them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournament.rosters.columns import Layout
from tournament.rosters.files import Sheet
from tournament.rosters.people import (
    fold,
    has_markup,
    is_yes,
    key,
    looks_like_a_formula,
    own_school,
    read_grade,
    read_name,
    read_number,
    school_key,
    schools_in,
    unnamed_place,
)

WHICH_DIVISION = "Which division?"

LONGEST = {"school": 240, "own": 240}  # several schools may stand there; everything else is one name


@dataclass(frozen=True)
class Grades:
    """A division as rosters name it."""

    letter: str
    name: str
    max_grade: int


@dataclass(frozen=True)
class Said:
    """What the director said about the file: what its words mean, and where lines without a division play."""

    divisions: Mapping[str, str] = field(default_factory=dict)
    schools: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = ""

    def school(self, text: str) -> str:
        """Each of several schools that send a team together by itself."""
        meant = [self.schools.get(fold(each), each) for each in schools_in(text)]
        return " / ".join(meant) if any(fold(each) in self.schools for each in schools_in(text)) else text


@dataclass(frozen=True)
class Problem:
    """What is wrong at one cell. An error stops the import; a warning only wants to be seen."""

    field: str
    sentence: str
    is_error: bool = True


@dataclass(frozen=True)
class Row:
    """One player, or one place without a player, as the file has it. `own`: see `people.own_school`."""

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
    own: str = ""
    problems: tuple[Problem, ...] = ()

    @property
    def is_unnamed(self) -> bool:
        return not (self.first or self.last)

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()

    def found(self, field: str, sentence: str, *, is_error: bool = True) -> Row:
        return replace(self, problems=(*self.problems, Problem(field, sentence, is_error)))


@dataclass(frozen=True)
class Reading:
    """The rows of a file, and the lines that are about nobody."""

    rows: tuple[Row, ...]
    left_out: tuple[str, ...] = field(default=())


def read_rows(sheets: Sequence[tuple[Sheet, Layout]], divisions: Sequence[Grades], said: Said | None = None) -> Reading:
    said = said or Said()
    rows: list[Row] = []
    left_out: list[str] = []
    for sheet, layout in sheets:
        for line, cells in _lines(sheet, layout):
            if cells is None:
                left_out.append(f"{sheet.name}, line {line}: {' · '.join(filter(None, sheet.rows[line - 1]))[:80]}")
            else:
                rows.append(_row(sheet.name, line, cells, divisions, said))
    return Reading(tuple(rows), tuple(left_out))


def _lines(sheet: Sheet, layout: Layout) -> Iterator[tuple[int, dict[str, str] | None]]:
    """Each line below the headings by field. School, team and division may stand only on a team's first line."""
    above: dict[str, str] = {}
    for line, row in enumerate(sheet.rows, 1):
        if line <= layout.header:
            continue
        cells = {name: row[column] if column < len(row) else "" for column, name in layout.fields.items()}
        if not any(row):
            above = {}
            continue
        if not _is_about_somebody(cells):
            yield line, None
            continue
        if not cells.get("school") and not cells.get("team"):
            cells |= {name: above.get(name, "") for name in ("school", "team") if name in cells}
            cells |= {"division": cells.get("division") or above.get("division", "")}
        above = {name: cells.get(name, "") for name in ("school", "team", "division")}
        yield line, cells


def _is_about_somebody(cells: Mapping[str, str]) -> bool:
    if any(cells.get(name) for name in ("name", "first", "last")):
        return True
    return bool(cells.get("team") and cells.get("position") and read_number(cells["position"]) is not None)


def _row(sheet: str, line: int, cells: Mapping[str, str], divisions: Sequence[Grades], said: Said) -> Row:
    row = Row(sheet, line, cells, school=said.school(cells.get("school", "")), team=cells.get("team", ""))
    for name, text in cells.items():
        if looks_like_a_formula(text):
            row = row.found(name, "This is a formula. Put in what it shows.")
        elif has_markup(text):
            row = row.found(name, "Names are plain text, without < and >.")
        elif len(text) > (longest := LONGEST.get(name, 100)):
            row = row.found(name, f"This has {len(text)} letters. At most {longest} fit.")
    row = _with_name(row)
    row = _with_numbers(row)
    row = _with_division(row, divisions, said)
    if row.team and not row.school:
        row = row.found("school", "Which school sends this team?")
    if not row.team and not row.school:
        row = row.found("school", "Which school?")
    row = _with_own_school(row, said)
    return replace(row, is_alternate=is_yes(cells.get("alternate", "")))


def _with_name(row: Row) -> Row:
    cells = row.cells
    if "name" in cells:
        if unnamed_place(cells["name"]):
            return replace(row, number=unnamed_place(cells["name"]))
        name = read_name(cells["name"])
        return replace(row, first=name.first, last=name.last)
    first, last = cells.get("first", ""), cells.get("last", "")
    place = unnamed_place(f"{first} {last}".strip())
    if place:
        return replace(row, number=place)
    row = replace(row, first=first, last=last)
    if bool(first) != bool(last) and {"first", "last"} <= set(cells):
        missing = "last" if first else "first"
        return row.found(missing, f"The {missing} name is missing.")
    return row


def _with_numbers(row: Row) -> Row:
    for name, read, noun in (("grade", read_grade, "a grade"), ("position", read_number, "a position")):
        text = row.cells.get(name, "")
        value = read(text) if text else None
        if text and value is None:
            row = row.found(name, f"“{text}” is not {noun}.")
        elif value is not None:
            row = replace(row, **{"grade" if name == "grade" else "number": value})  # type: ignore[arg-type]
    text = row.cells.get("seed", "")
    if text and read_number(text) is None:
        return row.found("seed", f"“{text}” is not a seed.")
    return replace(row, seed=read_number(text)) if text else row


def _with_division(row: Row, divisions: Sequence[Grades], said: Said) -> Row:
    text = row.cells.get("division") or said.otherwise
    if not text:
        return row.found("division", WHICH_DIVISION)
    found = find_division(said.divisions.get(fold(text), text), divisions)
    if found is None:
        close = difflib.get_close_matches(text.casefold(), [each.name.casefold() for each in divisions], 1, 0.75)
        names = ", ".join(each.name for each in divisions)
        hint = f"Is it {close[0].title()}?" if close else f"There are {names}."
        return row.found("division", f"There is no division “{text}”. {hint}")
    row = replace(row, division=found.letter)
    if row.grade is not None and row.grade > found.max_grade:
        sentence = f"Grade {row.grade} is above {found.name}, which ends with grade {found.max_grade}."
        return row.found("grade", sentence)
    return row


def _with_own_school(row: Row, said: Said) -> Row:
    """One of the schools that send the team together. Who plays without a team plays for that one alone."""
    text = said.school(row.cells.get("own", ""))
    if not text or not row.school or school_key(text) == school_key(row.school):
        return row
    together = schools_in(row.school)
    if own_school(row.school, text):
        own = replace(row, own=text) if row.team else replace(row, school=text)
        return row if row.is_unnamed else own
    if len(together) > 1:
        return row.found("own", f"“{text}” does not send this team. Is it {' or '.join(together)}?")
    who, both = row.name or row.team, f"{row.school} / {text}"
    return row.found("own", f"{who} plays for {row.school}. If both send the team, its school is “{both}”.")


def find_division(text: str, divisions: Sequence[Grades]) -> Grades | None:
    """By letter, by name, or by the beginning of the name: `E`, `Elem.`, `JR`, `Senior`."""
    plain = key(text)
    for each in divisions:
        if plain in (key(each.letter), key(each.name)):
            return each
    short = {"jr": "junior", "sr": "senior", "el": "elementary", "mid": "middle", "ms": "middle"}.get(plain, plain)
    fitting = [each for each in divisions if len(short) >= 3 and key(each.name).startswith(short)]
    return fitting[0] if len(fitting) == 1 else None
