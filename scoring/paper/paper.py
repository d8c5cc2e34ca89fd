"""What is written on a scoresheet, and its form in JSON.

A cell is written as clerks type it: `6`, `2-1` (two points and a penalty of one), `2-1j` (a judge initialed that
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
STATUSES = {"": "played", "absent": "never came", "disqualified": "disqualified"}
COLUMNS = {"": "counts", "void": "void", "replayed": "played again"}
INITIALS = {"": "not initialed", "yes": "initialed", "refused": "refused"}
WRONG_TOTALS = {
    "": "as the book says",
    "agree": "an oversight: all players agree to correct it",
    "deceit": "meant to deceive",
}
MOST_SHAKES = 40
MOST_POINTS = 999


@dataclass(frozen=True)
class Problem:
    """What cannot be understood, and in which field it stands."""

    field: str
    sentence: str


class PaperError(ValueError):
    """Something typed cannot stand on a sheet at all."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(" ".join(problem.sentence for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Mark:
    """One cell: base points and penalties apart; `approved`: a judge initialed the penalties."""

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
class Column:
    """A shake, or a game of the Cup. `story`: what happened in it, its seats named `1`, `2`, …"""

    marks: tuple[Mark, ...]
    status: str = ""
    story: Shake | None = None

    @property
    def is_empty(self) -> bool:
        return not self.status and self.story is None and all(mark.is_empty for mark in self.marks)


@dataclass(frozen=True)
class Row:
    """What the sheet says of one player. `total` and `points` as the children wrote them; `player`: who sat there
    instead of who is printed; `error`: what is to be done about a total that does not add up."""

    status: str = ""
    total: int | None = None
    points: Decimal | None = None
    initials: str = ""
    refusal: str = ""
    player: int | None = None
    error: str = ""


@dataclass(frozen=True)
class Paper:
    """`games`: the Cup's box for games played. `turned_in_by`: a seat; None where nobody noted it."""

    rows: tuple[Row, ...]
    columns: tuple[Column, ...] = ()
    games: int | None = None
    turned_in_by: int | None = None

    @property
    def depth(self) -> str:
        """How much was written down: the story of a shake, the points of shakes, or totals only."""
        if any(column.story for column in self.columns):
            return "story"
        return "shakes" if self.columns else "totals"

    @property
    def is_initialed(self) -> bool:
        """Everybody who was there has initialed."""
        return all(row.initials == "yes" for row in self.rows if row.status != "absent")


@lru_cache(maxsize=1000)
def mark(text: str) -> Mark:
    """A cell as it was typed; ValueError for what is none."""
    plain = text.strip().lower().replace("−", "-").replace(" ", "")
    if plain == "a":
        return Mark(absent=True)
    found = CELL.fullmatch(plain)
    if not found or (found["judge"] and not found["penalties"]):
        raise ValueError(f"“{text[:8]}” is no score. Type points such as 6, a penalty as 2-1, or a for absent.")
    points, penalties = found["points"], found["penalties"]
    fines = tuple(-int(digit) for digit in penalties.split("-")[1:])
    return Mark(int(points) if points else None, fines, bool(found["judge"]))


# -- JSON -------------------------------------------------------------------------------------------------------------


def write_paper(paper: Paper) -> dict[str, Any]:
    """Only what is there, so that the JSON of a plain sheet is as short as the sheet."""
    return _without_nothing(
        {
            "rows": [_without_nothing(_row_out(row)) for row in paper.rows],
            "columns": [_without_nothing(_column_out(column)) for column in paper.columns],
            "games": paper.games,
            "turned_in_by": paper.turned_in_by,
        }
    )


def _row_out(row: Row) -> dict[str, Any]:
    return vars(row) | {"points": None if row.points is None else str(row.points)}


def _column_out(column: Column) -> dict[str, Any]:
    return {
        "cells": [str(each) for each in column.marks],
        "status": column.status,
        "story": write_shake(column.story) if column.story else None,
    }


def _without_nothing(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None and value != "" and value is not False}


def read_paper(data: Any, seats: int) -> Paper:
    """From JSON or from a form: everything that cannot be is named at once, each at its field."""
    reader = _Reader(data if isinstance(data, Mapping) else {})
    rows = reader.dicts("rows")
    read = tuple(reader.row(number, rows[number - 1] if number <= len(rows) else {}) for number in range(1, seats + 1))
    columns = [reader.column(number, each, seats) for number, each in enumerate(reader.dicts("columns"), 1)]
    while columns and columns[-1].is_empty:
        columns.pop()
    if len(columns) > MOST_SHAKES:
        reader.say("columns", f"More than {MOST_SHAKES} shakes in a round?")
    games = reader.number("games", reader.data.get("games"), "How many games: a whole number.", 0, MOST_SHAKES)
    turned_in = reader.number("turned_in_by", reader.data.get("turned_in_by"), "Who turned it in?", 1, seats)
    if len(rows) > seats:
        reader.say("rows", f"{seats} players sit at this table, not {len(rows)}.")
    if reader.problems:
        raise PaperError(reader.problems)
    return Paper(read, tuple(columns), games, turned_in)


class _Reader:
    """Gathers problems while it reads, so that all are said together."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.problems: list[Problem] = []

    def say(self, field: str, sentence: str) -> None:
        self.problems.append(Problem(field, sentence))

    def dicts(self, name: str) -> list[Mapping[str, Any]]:
        found = self.data.get(name) or []
        if not isinstance(found, list) or not all(isinstance(each, Mapping) for each in found):
            self.say(name, f"{name} must be a list.")
            return []
        return found

    def number(self, field: str, value: Any, sentence: str, least: int, most: int) -> int | None:
        if value in (None, ""):
            return None
        text = str(value).strip().replace("−", "-")
        if not re.fullmatch(r"-?\d{1,12}", text, re.ASCII) or not least <= int(text) <= most:
            self.say(field, sentence)
            return None
        return int(text)

    def choice(self, field: str, value: Any, known: Mapping[str, str]) -> str:
        text = str(value or "")
        if text not in known:
            self.say(field, f"Choose one of: {', '.join(known.values())}.")
            return ""
        return text

    def row(self, number: int, row: Mapping[str, Any]) -> Row:
        at = f"row-{number}"
        return Row(
            status=self.choice(f"{at}-status", row.get("status"), STATUSES),
            total=self.number(f"{at}-total", row.get("total"), "A total is a whole number.", -200, MOST_POINTS),
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
            self.say(field, "Points are a number such as 6 or 1.25.")
            return None
        return points

    def column(self, number: int, column: Mapping[str, Any], seats: int) -> Column:
        cells = column.get("cells") or []
        marks = [self._mark(f"shake-{number}-{seat}", cells, seat) for seat in range(1, seats + 1)]
        status = self.choice(f"status-{number}", column.get("status"), COLUMNS)
        return Column(tuple(marks), status, self._story(number, column.get("story"), seats))

    def _mark(self, field: str, cells: Sequence[Any], seat: int) -> Mark:
        text = "" if seat > len(cells) or cells[seat - 1] is None else str(cells[seat - 1])
        try:
            return mark(text)
        except ValueError as problem:
            self.say(field, str(problem))
            return Mark()

    def _story(self, number: int, story: Any, seats: int) -> Shake | None:
        if not story:
            return None
        try:
            told = read_shake(story if isinstance(story, Mapping) else {})
        except RequestError as problem:
            self.say(f"story-{number}", f"What happened cannot be read: {problem}")
            return None
        if [seat.name for seat in told.seats] != [str(seat) for seat in range(1, seats + 1)]:
            self.say(f"story-{number}", "What happened must tell of every player at the table.")
            return None
        return told
