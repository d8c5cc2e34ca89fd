"""Which column of a file with results is what, by its heading, in any order. Pure.

A column headed by a bare number, `Shake 3` or `Game 3` has the cells of that shake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from foundation.file_exports import without_apostrophe
from scoring.paper.paper import MOST_SHAKES
from tournament.spreadsheets import Worksheet

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
class Line:
    """One player's line. `where`: so that it can be found in the file. Cells by field, and by the number of a shake."""

    where: str
    cells: Mapping[str, str]
    shakes: Mapping[int, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")

    @property
    def is_empty(self) -> bool:
        """Nothing but who sits where, as in a list that is still to be filled in."""
        return not any(self.shakes.values()) and not any(
            value for name, value in self.cells.items() if name not in ABOUT
        )


@dataclass(frozen=True)
class Headings:
    line: int
    fields: Mapping[int, str]
    shakes: Mapping[int, int]


def headings_of(sheet: Worksheet) -> Headings | None:
    """The first line near the top that has a table and a player."""
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
            return Headings(number, fields, shakes)
    return None


def not_read(sheets: Sequence[Worksheet]) -> list[str]:
    """The sheets of a workbook that have no such headings: notes, or results under other names."""
    return [sheet.name for sheet in sheets if headings_of(sheet) is None]


def read_lines(sheets: Sequence[Worksheet]) -> list[Line]:
    """Every line about a player at a table; what stands between them, such as titles and notes, is about nobody."""
    return [line for sheet in sheets for line in _lines(sheet, several=len(sheets) > 1)]


def _lines(sheet: Worksheet, *, several: bool) -> Iterator[Line]:
    headings = headings_of(sheet)
    if headings is None:
        return
    for number, row in enumerate(sheet.rows[headings.line :], headings.line + 1):
        cells = {name: _plain(row, column) for column, name in headings.fields.items()}
        shakes = {shake: _plain(row, column) for column, shake in headings.shakes.items()}
        if cells["table"] or cells["player"]:
            yield Line(f"{sheet.name}, line {number}" if several else f"Line {number}", cells, shakes)


def _plain(row: Sequence[str], column: int) -> str:
    return without_apostrophe(row[column].strip()) if column < len(row) else ""
