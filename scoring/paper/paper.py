"""What is written on a scoresheet, and its JSON.

A cell is written as scorekeepers type it: `6`, `2-1` (two points and a penalty of one), `2-1j` (a judge initialed the
penalty), `a` (absent for this shake), or nothing. Seats are numbered from one, as they are listed on the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

from rulebooks import Shake
from rulebooks.json_fields import RequestError
from rulebooks.shake_json import read_shake, write_shake

CELL = re.compile(r"(?P<points>\d{1,2})?(?P<penalties>(-[1-9])*)(?P<judge>j?)", re.ASCII)
STATUSES = {"": "played", "absent": "no-show", "disqualified": "disqualified"}
COLUMNS = {"": "counts", "void": "voided", "replayed": "replayed"}
INITIALS = {"": "not initialed", "yes": "initialed", "refused": "refused"}
WRONG_TOTALS = {
    "": "follow the rule book",
    "agree": "all players agree to correct it",
    "deceit": "intentional deception",
}
MOST_SHAKES = 40
MOST_POINTS = 999


@dataclass(frozen=True)
class FieldProblem:
    """What can't be read in a field."""

    field: str
    sentence: str


class PaperError(ValueError):
    """Something typed can't be on a scoresheet."""

    def __init__(self, problems: Sequence[FieldProblem]) -> None:
        super().__init__(" ".join(problem.sentence for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Mark:
    """One cell: points and penalties apart. `approved`: a judge initialed the penalties."""

    points: int | None = None
    penalties: tuple[int, ...] = ()
    approved: bool = False
    absent: bool = False

    @property
    def is_empty(self) -> bool:
        return self == Mark()

    def __str__(self) -> str:
        if self.absent:
            return "a"
        points = "" if self.points is None else str(self.points)
        return points + "".join(map(str, self.penalties)) + "j" * self.approved


@dataclass(frozen=True)
class ShakeColumn:
    """A shake, or a game of the Cup. `story`: what happened in it, with its seats named `1`, `2`, …"""

    marks: tuple[Mark, ...]
    status: str = ""
    story: Shake | None = None

    @property
    def is_empty(self) -> bool:
        return not self.status and self.story is None and all(mark.is_empty for mark in self.marks)


@dataclass(frozen=True)
class PaperRow:
    """What the sheet says about one player. `total` and `points` as the players wrote them.

    `player`: who sat there instead of the printed player. `error`: what to do about a total that doesn't add up.
    """

    status: str = ""
    total: int | None = None
    points: Decimal | None = None
    initials: str = ""
    refusal: str = ""
    player: int | None = None
    error: str = ""


@dataclass(frozen=True)
class Paper:
    """A scoresheet as written. `games`: the Cup's box for games played. `turned_in_by`: a seat, None if not noted."""

    rows: tuple[PaperRow, ...]
    columns: tuple[ShakeColumn, ...] = ()
    games: int | None = None
    turned_in_by: int | None = None

    @property
    def depth(self) -> str:
        """Return how much was written down: stories of shakes, points of shakes, or totals only."""
        if any(column.story for column in self.columns):
            return "story"
        return "shakes" if self.columns else "totals"

    @property
    def is_initialed(self) -> bool:
        """Return whether everyone who played has initialed."""
        return all(row.initials == "yes" for row in self.rows if row.status != "absent")


@lru_cache(maxsize=1000)
def parse_mark(text: str) -> Mark:
    """Parse a cell as typed. Raises ValueError if it is no score."""
    plain = text.strip().lower().replace("−", "-").replace(" ", "")
    if plain == "a":
        return Mark(absent=True)
    cell = CELL.fullmatch(plain)
    if not cell or (cell["judge"] and not cell["penalties"]):
        raise ValueError(f"“{text[:8]}” isn’t a score. Enter points like 6, a penalty like 2-1, or a for absent.")
    points = int(cell["points"]) if cell["points"] else None
    penalties = tuple(-int(digit) for digit in cell["penalties"].split("-")[1:])
    return Mark(points, penalties, bool(cell["judge"]))


# -- JSON -------------------------------------------------------------------------------------------------------------


def write_paper(paper: Paper) -> dict[str, Any]:
    """Return the JSON of a paper, without empty values."""
    return _without_empty(
        {
            "rows": [_without_empty(_row_json(row)) for row in paper.rows],
            "columns": [_without_empty(_column_json(column)) for column in paper.columns],
            "games": paper.games,
            "turned_in_by": paper.turned_in_by,
        }
    )


def _row_json(row: PaperRow) -> dict[str, Any]:
    return vars(row) | {"points": None if row.points is None else str(row.points)}


def _column_json(column: ShakeColumn) -> dict[str, Any]:
    return {
        "cells": [str(each) for each in column.marks],
        "status": column.status,
        "story": write_shake(column.story) if column.story else None,
    }


def _without_empty(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None and value != "" and value is not False}


def read_paper(data: Any, seats: int) -> Paper:
    """Read a paper from JSON or a form. Raises PaperError with all problems at once, each at its field."""
    reader = _Reader(data if isinstance(data, Mapping) else {})
    rows = reader.dicts("rows")
    read = tuple(reader.row(number, rows[number - 1] if number <= len(rows) else {}) for number in range(1, seats + 1))
    columns = [reader.column(number, each, seats) for number, each in enumerate(reader.dicts("columns"), 1)]
    while columns and columns[-1].is_empty:
        columns.pop()
    if len(columns) > MOST_SHAKES:
        reader.report("columns", f"A round can’t have more than {MOST_SHAKES} shakes.")
    games = reader.number(
        "games", reader.data.get("games"), "Enter the number of games as a whole number.", 0, MOST_SHAKES
    )
    turned_in = reader.number(
        "turned_in_by", reader.data.get("turned_in_by"), "Choose who turned in the scoresheet.", 1, seats
    )
    if len(rows) > seats:
        reader.report("rows", f"This table has {seats} players, not {len(rows)}.")
    if reader.problems:
        raise PaperError(reader.problems)
    return Paper(read, tuple(columns), games, turned_in)


class _Reader:
    """Collects problems while it reads, so that all are reported together."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.problems: list[FieldProblem] = []

    def report(self, field: str, sentence: str) -> None:
        self.problems.append(FieldProblem(field, sentence))

    def dicts(self, name: str) -> list[Mapping[str, Any]]:
        values = self.data.get(name) or []
        if not isinstance(values, list) or not all(isinstance(each, Mapping) for each in values):
            self.report(name, f"{name} must be a list.")
            return []
        return values

    def number(self, field: str, value: Any, sentence: str, least: int, most: int) -> int | None:
        if value in (None, ""):
            return None
        text = str(value).strip().replace("−", "-")
        if not re.fullmatch(r"-?\d{1,12}", text, re.ASCII) or not least <= int(text) <= most:
            self.report(field, sentence)
            return None
        return int(text)

    def choice(self, field: str, value: Any, known: Mapping[str, str]) -> str:
        text = str(value or "")
        if text not in known:
            self.report(field, f"Choose one of these: {', '.join(known.values())}.")
            return ""
        return text

    def row(self, number: int, row: Mapping[str, Any]) -> PaperRow:
        at = f"row-{number}"
        return PaperRow(
            status=self.choice(f"{at}-status", row.get("status"), STATUSES),
            total=self.number(f"{at}-total", row.get("total"), "Enter the total as a whole number.", -200, MOST_POINTS),
            points=self._points(f"{at}-points", row.get("points")),
            initials=self.choice(f"{at}-initials", row.get("initials"), INITIALS),
            refusal=str(row.get("refusal") or "").strip()[:300],
            player=self.number(f"{at}-player", row.get("player"), "Choose a player.", 1, 10**12),
            error=self.choice(f"{at}-error", row.get("error"), WRONG_TOTALS),
        )

    def _points(self, field: str, value: Any) -> Decimal | None:
        if value in (None, ""):
            return None
        try:
            points = Decimal(str(value).strip().replace(",", "."))
        except InvalidOperation:
            points = Decimal(-1)
        if not (points.is_finite() and 0 <= points <= 99 and points == points.quantize(Decimal("0.01"))):
            self.report(field, "Enter points as a number, like 6 or 1.25.")
            return None
        return points

    def column(self, number: int, column: Mapping[str, Any], seats: int) -> ShakeColumn:
        cells = column.get("cells") or []
        marks = [self._mark(f"shake-{number}-{seat}", cells, seat) for seat in range(1, seats + 1)]
        status = self.choice(f"status-{number}", column.get("status"), COLUMNS)
        return ShakeColumn(tuple(marks), status, self._story(number, column.get("story"), seats))

    def _mark(self, field: str, cells: Sequence[Any], seat: int) -> Mark:
        text = "" if seat > len(cells) or cells[seat - 1] is None else str(cells[seat - 1])
        try:
            return parse_mark(text)
        except ValueError as problem:
            self.report(field, str(problem))
            return Mark()

    def _story(self, number: int, story: Any, seats: int) -> Shake | None:
        if not story:
            return None
        try:
            shake = read_shake(story if isinstance(story, Mapping) else {})
        except RequestError as problem:
            self.report(f"story-{number}", f"The details of this shake can’t be read. {problem}")
            return None
        if [seat.name for seat in shake.seats] != [str(seat) for seat in range(1, seats + 1)]:
            self.report(f"story-{number}", "Say what every player at the table did.")
            return None
        return shake
