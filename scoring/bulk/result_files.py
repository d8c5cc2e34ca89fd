"""Files with results: which column is what, and how a scoresheet is written into cells and read back.

Columns are found by their headings, in any order. A column headed by a number, `Shake 3`, or `Game 3` has the cells of
that shake. An exported file imports as the same sheet, except that stories of shakes become their points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from foundation.file_exports import without_apostrophe
from rulebooks import ShakeScore
from rulebooks.wording import join_words
from scoring.paper import ComputedSheet, FieldProblem, Mark, PaperRow
from scoring.paper.paper import MOST_SHAKES
from tournament.spreadsheets import Worksheet

# -- lines ------------------------------------------------------------------------------------------------------------

FIELDS = {
    "division": "Division",
    "round": "Round",
    "table": "Table",
    "player": "Player",
    "total": "Total",
    "points": "Points",
    "games": "Games",
    "initials": "Initials",
    "status": "Status",
    "error": "Wrong total",
    "turned_in": "Turned in",
}
HEADINGS = {
    "division": "division div level",
    "round": "round rd roundnumber",
    "table": "table tbl tablenumber tableno",
    "player": "player name playername student studentname number playernumber playerno",
    "total": "total sum totalscore writtentotal",
    "points": "points matchpoints pts",
    "games": "games gamesplayed",
    "initials": "initials initialed",
    "status": "status",
    "error": "wrongtotal",
    "turned_in": "turnedin turnedinby",
}
KNOWN = {word: name for name, words in HEADINGS.items() for word in words.split()}
SHAKE = re.compile(r"(?:shake|game)?\s*#?(\d{1,2})", re.IGNORECASE | re.ASCII)
ABOUT = ("division", "round", "table", "player")
HEADER_WITHIN = 15


@dataclass(frozen=True)
class FileLine:
    """One player's line in a file. `where`: its position in words. `cells`: by field. `shakes`: by shake number."""

    where: str
    cells: Mapping[str, str]
    shakes: Mapping[int, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")

    @property
    def is_empty(self) -> bool:
        """Return whether the line has only table and player, as in a list that is still to be filled in."""
        return not any(self.shakes.values()) and not any(
            value for name, value in self.cells.items() if name not in ABOUT
        )


@dataclass(frozen=True)
class FileHeadings:
    """The heading line of a file: its number, and which column has which field or shake."""

    line: int
    fields: Mapping[int, str]
    shakes: Mapping[int, int]


def find_headings(sheet: Worksheet) -> FileHeadings | None:
    """Return the first line near the top that names a table and a player column."""
    for number, row in enumerate(sheet.rows[:HEADER_WITHIN], 1):
        fields: dict[int, str] = {}
        shakes: dict[int, int] = {}
        for column, cell in enumerate(row):
            shake = SHAKE.fullmatch(cell.strip())
            name = KNOWN.get(re.sub(r"[^a-z]", "", cell.casefold()))
            if shake and 1 <= int(shake[1]) <= MOST_SHAKES and int(shake[1]) not in shakes.values():
                shakes[column] = int(shake[1])
            elif name and not shake and name not in fields.values():
                fields[column] = name
        if {"table", "player"} <= set(fields.values()):
            return FileHeadings(number, fields, shakes)
    return None


def sheets_without_headings(sheets: Sequence[Worksheet]) -> list[str]:
    """Return the names of workbook sheets that aren't read, because they have no such headings."""
    return [sheet.name for sheet in sheets if find_headings(sheet) is None]


def read_lines(sheets: Sequence[Worksheet]) -> list[FileLine]:
    """Return every line about a player at a table. Titles and notes in between are skipped."""
    return [line for sheet in sheets for line in _lines(sheet, several=len(sheets) > 1)]


def _lines(sheet: Worksheet, *, several: bool) -> Iterator[FileLine]:
    headings = find_headings(sheet)
    if headings is None:
        return
    for number, row in enumerate(sheet.rows[headings.line :], headings.line + 1):
        cells = {name: _plain(row, column) for column, name in headings.fields.items()}
        shakes = {shake: _plain(row, column) for column, shake in headings.shakes.items()}
        if cells["table"] or cells["player"]:
            yield FileLine(f"{sheet.name}, line {number}" if several else f"Line {number}", cells, shakes)


def _plain(row: Sequence[str], column: int) -> str:
    return without_apostrophe(row[column].strip()) if column < len(row) else ""


# -- cells ------------------------------------------------------------------------------------------------------------

YES = {"yes", "y", "x", "true", "1", "initialed"}
NO = {"", "no", "n", "false", "0", "not initialed", "-", "–"}
STATUSES = {
    "": "",
    "played": "",
    "a": "absent",
    "absent": "absent",
    "never came": "absent",
    "no-show": "absent",
    "no show": "absent",
    "dq": "disqualified",
    "disqualified": "disqualified",
}
ERRORS = {"": "", "agree": "agree", "deceit": "deceit"}
MARKS = {"v": "void", "r": "replayed"}
LETTERS = {status: letter for letter, status in MARKS.items()}
LONGEST_REFUSAL = 150  # a cell of a file holds 200 characters
COMPARED = ("total", "points", "games", "initials", "status", "error", "turned_in")
DATE = re.compile(r"\d{4}-\d\d-\d\d.*")


@dataclass(frozen=True)
class PlayerCells:
    """One player's cells as written into a file. `player`: the key of the substitute, if any."""

    total: str
    points: str
    games: str
    initials: str
    status: str
    error: str
    turned_in: str
    shakes: tuple[str, ...]
    player: int | None = None


def cells_of(computed: ComputedSheet) -> list[PlayerCells]:
    """Return the cells of a sheet, in seat order."""
    paper = computed.paper
    return [
        PlayerCells(
            total="" if row.total is None else str(row.total),
            points="" if row.points is None else f"{row.points.normalize():f}",
            games="" if paper.games is None else str(paper.games),
            initials=_initials(row),
            status=row.status,
            error=row.error,
            turned_in="yes" if paper.turned_in_by == seat else "",
            shakes=tuple(_cell(computed, number, seat) for number in range(len(paper.columns))),
            player=row.player,
        )
        for seat, row in enumerate(paper.rows, 1)
    ]


def _cell(computed: ComputedSheet, number: int, seat: int) -> str:
    """Return a cell as typed, or as its story scores it."""
    column = computed.paper.columns[number]
    mark = column.marks[seat - 1]
    if isinstance(computed.story_scores[number], ShakeScore):
        counts = computed.cells[number][seat - 1]
        mark = Mark(counts.points, tuple(counts.penalties), mark.approved and bool(counts.penalties))
    return LETTERS.get(column.status, "") + str(mark)


def _initials(row: PaperRow) -> str:
    why = " ".join(row.refusal.split())[:LONGEST_REFUSAL]
    return f"refused: {why}" if row.initials == "refused" and why else row.initials


def describe_differences(
    entered: Sequence[PlayerCells], sent: Sequence[PlayerCells], names: Sequence[str]
) -> list[str]:
    """Return sentences about where the file differs from what is entered."""
    sentences = []
    for name, one, other in zip(names, entered, sent, strict=True):
        pairs = [(word, getattr(one, word), getattr(other, word)) for word in COMPARED]
        wide = max(len(one.shakes), len(other.shakes))
        pairs += [(f"column {n + 1}", _at(one.shakes, n), _at(other.shakes, n)) for n in range(wide)]
        sentences += [
            _describe_difference(f"{name}, {word.replace('_', ' ')}", was, now)
            for word, was, now in pairs
            if was != now
        ]
        if one.player != other.player:
            sentences.append(f"A different player is entered for {name}.")
    return sentences


def _describe_difference(where: str, entered: str, sent: str) -> str:
    if not entered:
        return f"{where}: the file says “{sent}”, but the entry is blank."
    if not sent:
        return f"{where}: the entry says “{entered}”, but the file is blank."
    return f"{where}: the entry says “{entered}”, but the file says “{sent}”."


def _at(cells: Sequence[str], number: int) -> str:
    return cells[number] if number < len(cells) else ""


def paper_from_lines(
    lines: Sequence[FileLine], players: Mapping[int, int]
) -> tuple[dict[str, Any], list[FieldProblem]]:
    """Return the JSON of a paper from a table's lines in seat order, and what can't be read.

    `players`: substitutes by seat. Fields are named as on the sheet: `row-2-total`, `shake-3-1`.
    """
    problems: list[FieldProblem] = []
    rows = []
    for seat, line in enumerate(lines, 1):
        row, row_problems = _row(line, seat)
        rows.append(row | {"player": players.get(seat)})
        problems += row_problems
    wide = max((number for line in lines for number, cell in line.shakes.items() if cell), default=0)
    columns = []
    for number in range(1, wide + 1):
        column, column_problems = _column([line.shakes.get(number, "") for line in lines], number)
        columns.append(column)
        problems += column_problems
    games = {line["games"]: seat for seat, line in enumerate(lines, 1) if line["games"]}
    if len(games) > 1:
        seat = max(games.values())
        problems.append(FieldProblem(f"row-{seat}-games", "All players at a table must have the same number of games."))
    turned_in = [seat for seat, line in enumerate(lines, 1) if line["turned_in"].casefold() not in NO]
    if len(turned_in) > 1:
        problems.append(FieldProblem(f"row-{turned_in[-1]}-turned_in", "Only one player can turn in the scoresheet."))
    data = {
        "rows": rows,
        "columns": columns,
        "games": next(iter(games), ""),
        "turned_in_by": turned_in[0] if turned_in else "",
    }
    return data, problems


def _row(line: FileLine, seat: int) -> tuple[dict[str, Any], list[FieldProblem]]:
    problems = []
    total, status, initials = line["total"], line["status"].casefold(), line["initials"]
    if total.casefold() == "a":
        total, status = "", "absent"
    refused, _, refusal = (part.strip() for part in initials.partition(":"))
    if status not in STATUSES:
        problems.append(
            FieldProblem(f"row-{seat}-status", "Enter absent or disqualified as the status, or leave it blank.")
        )
    if line["error"].casefold() not in ERRORS:
        problems.append(
            FieldProblem(f"row-{seat}-error", "Enter agree or deceit for a wrong total, or leave it blank.")
        )
    if refused.casefold() != "refused" and initials.casefold() not in YES | NO:
        problems.append(FieldProblem(f"row-{seat}-initials", "Enter yes or refused for initials, or leave them blank."))
    row = {
        "total": total,
        "points": line["points"],
        "status": STATUSES.get(status, ""),
        "error": ERRORS.get(line["error"].casefold(), ""),
        "initials": "yes" if initials.casefold() in YES else "",
    }
    if refused.casefold() == "refused":
        row |= {"initials": "refused", "refusal": refusal}
    return row, problems


def _column(cells: Sequence[str], number: int) -> tuple[dict[str, Any], list[FieldProblem]]:
    """Read a shake. `v` before every cell marks it as void, `r` as replayed."""
    letters = {cell[:1].casefold() for cell in cells} & set(MARKS)
    unmarked = [seat for seat, cell in enumerate(cells, 1) if cell[:1].casefold() not in letters]
    problems = [
        FieldProblem(
            f"shake-{number}-{seat}", "Your spreadsheet turned a penalty into a date. Format the column as text."
        )
        for seat, cell in enumerate(cells, 1)
        if DATE.fullmatch(cell)
    ]
    if letters and (unmarked or len(letters) > 1):
        seat = unmarked[0] if unmarked else 1
        sentence = f"Enter {join_words(sorted(letters), 'or')} for every player at the table, or for no one."
        problems.append(FieldProblem(f"shake-{number}-{seat}", sentence))
    plain = [cell[1:] if letters and cell[:1].casefold() in letters else cell for cell in cells]
    return {"cells": plain, "status": MARKS[min(letters)] if letters else ""}, problems
