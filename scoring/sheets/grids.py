"""A sheet as the page shows it: the same rows, columns and order as the paper, with what follows beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rulebooks import Edition, ShakeScore
from scoring.models import Sheet
from scoring.paper import Doubt, PaperError, Problem, Reading, read_paper
from scoring.people import Meant, nobody_is_called, several_are_called
from scoring.tables import Sitter, reading_of
from tournament.books import edition_of


@dataclass(frozen=True)
class Field:
    """An input of the sheet: its name, what stands in it, and what is to be said about it."""

    name: str
    value: str
    told: str = ""
    is_wrong: bool = False
    running: int | str = ""


@dataclass(frozen=True)
class Line:
    """A player's row of the grid."""

    number: int
    sitter: Sitter
    cells: list[Field]
    fields: Mapping[str, Field]
    sum: int | None = None
    place: int | None = None
    points: str = ""
    why: str = ""
    rule: str = ""
    leads: bool = False


@dataclass(frozen=True)
class Head:
    """A shake's head: its number, whether it counts, its story, and what is to be said about the row of points."""

    number: int
    status: Field
    story: Field
    told: str


class Grid:
    """`data`: the paper as JSON or as it was typed, right or wrong. `names`: who sat there instead, as typed; `meant`:
    whom the roster knows by that."""

    def __init__(
        self,
        sheet: Sheet,
        sitters: list[Sitter],
        data: Mapping[str, Any],
        names: Mapping[int, str] | None = None,
        printed: str = "",
        meant: Meant | None = None,
    ) -> None:
        self.meant = meant
        self.sheet, self.sitters, self.data, self.names = sheet, sitters, data, names or {}
        self.problems: Sequence[Problem] = ()
        self.reading: Reading | None = None
        try:
            self.reading = reading_of(sheet, sitters, read_paper(data, len(sitters)), printed)
        except PaperError as problem:
            self.problems = problem.problems

    @property
    def edition(self) -> Edition:
        return edition_of(self.sheet.round.division.event)

    @property
    def is_cup(self) -> bool:
        return self.edition.player_score is not None

    @property
    def seats(self) -> int:
        return len(self.sitters)

    @property
    def scale(self) -> str:
        """Which figures are a score: when one of them is typed, the next cell is due."""
        return " ".join(str(value) for value in sorted(self.edition.shakes.scale.value.values()))

    @property
    def doubts(self) -> Sequence[Doubt]:
        return self.reading.doubts if self.reading else ()

    @cached_property
    def told(self) -> dict[str, str]:
        """By input: what cannot be read, else what is doubtful."""
        found: dict[str, str] = {}
        said = [(each.field, each.sentence) for each in self.doubts]
        said += [(each.field, each.sentence) for each in self.problems]
        said += [(f"row-{seat}-who", self._who(seat, name)) for seat, name in self.names.items()]
        for field, sentence in said:
            if sentence:
                found[field] = f"{found[field]} {sentence}" if field in found else sentence
        return found

    def _who(self, seat: int, name: str) -> str:
        """What is to be said about a name that was typed."""
        if self.meant is None or seat in self.meant.players:
            return ""
        if seat in self.meant.unclear:
            return several_are_called(name, self.meant.unclear[seat])
        return nobody_is_called(name)

    def _field(self, name: str, value: Any) -> Field:
        text = "" if value is None else str(value)
        wrong = any(problem.field == name for problem in self.problems)
        return Field(name, text, self.told.get(name, ""), wrong)

    @property
    def columns(self) -> list[Mapping[str, Any]]:
        """As many as are printed, and one more than are filled."""
        filled = list(self.data.get("columns") or [])
        count = max(self.edition.sheet.columns.value, len(filled) + 1)
        return [*filled, *({} for _ in range(count - len(filled)))]

    @property
    def has_remarks(self) -> bool:
        """Whether something stands in the fold under the grid that whoever verifies must see."""
        rows = self.data.get("rows") or []
        return bool(self.names) or any(row.get(name) for row in rows for name in ("status", "refusal", "error"))

    @property
    def heads(self) -> list[Head]:
        found = []
        for number, column in enumerate(self.columns, 1):
            story = column.get("story")
            found.append(
                Head(
                    number,
                    self._field(f"status-{number}", column.get("status")),
                    self._field(f"story-{number}", json.dumps(story) if story else ""),
                    self.told.get(f"shake-{number}", "") or self.told.get(f"story-{number}", ""),
                )
            )
        return found

    @property
    def lines(self) -> list[Line]:
        return [self._line(seat, sitter) for seat, sitter in enumerate(self.sitters, 1)]

    def _line(self, seat: int, sitter: Sitter) -> Line:
        rows = self.data.get("rows") or []
        row = rows[seat - 1] if seat <= len(rows) else {}
        fields = {
            name: self._field(f"row-{seat}-{name}", row.get(name))
            for name in ("status", "total", "points", "initials", "refusal", "error")
        }
        told = self.told.get(f"row-{seat}-player", "") or self.told.get(f"row-{seat}-who", "")
        fields["who"] = Field(f"row-{seat}-who", self.names.get(seat, ""), told)
        cells = [
            replace(self._field(f"shake-{number}-{seat}", _cell(column, seat)), running=self._running(number, seat))
            for number, column in enumerate(self.columns, 1)
        ]
        if self.reading is None:
            return Line(seat, sitter, cells, fields)
        line = self.reading.lines[seat - 1]
        return Line(
            seat,
            sitter,
            cells,
            fields,
            sum=line.added_up if line.added_up is not None else line.total,
            place=line.place,
            points="" if line.points is None else f"{line.points}",
            why=line.because.sentence if line.because else "",
            rule=line.because.rule if line.because else "",
            leads=str(seat) in self.reading.leaders,
        )

    def _running(self, number: int, seat: int) -> int | str:
        """The total after this shake (R-37)."""
        reading = self.reading
        if reading is None or number > len(reading.running) or seat - 1 not in reading.present:
            return ""
        return reading.running[number - 1][str(seat)]

    @property
    def games(self) -> Field:
        return self._field("games", self.data.get("games"))

    @property
    def turned_in_by(self) -> Field:
        return self._field("turned_in_by", self.data.get("turned_in_by"))

    def as_json(self) -> dict[str, Any]:
        """For the page while somebody types: figures and doubts, by input."""
        reading = self.reading
        return {
            "told": self.told,
            "wrong": [problem.field for problem in self.problems],
            "doubts": len(self.doubts),
            "lines": [
                {
                    "sum": line.sum,
                    "place": line.place,
                    "points": line.points,
                    "why": line.why,
                    "rule": line.rule,
                    "leads": line.leads,
                }
                for line in self.lines
            ],
            "running": [[cell.running for cell in line.cells] for line in self.lines],
            "stories": [_story_points(each) for each in reading.told] if reading else [],
        }


def _cell(column: Mapping[str, Any], seat: int) -> str:
    cells = column.get("cells") or []
    return "" if seat > len(cells) or cells[seat - 1] is None else str(cells[seat - 1])


def _story_points(told: object) -> list[int | None] | None:
    return list(told.points.values()) if isinstance(told, ShakeScore) else None


def situations(edition: Edition, no_goal: str) -> list[dict[str, Any]]:
    """What can happen in a shake, for the dialog that asks: who takes part, and who may present something."""
    found, names = [], edition.names
    for name, situation in edition.shakes.situations.items():
        together = name.endswith(" together")
        plain, _, procedure = name.removesuffix(" together").partition(" ")
        if procedure and procedure != (no_goal or edition.shakes.default_procedure(plain)):
            continue
        found.append(
            {
                "situation": plain,
                "together": together,
                "procedure": procedure,
                "title": situation.title.format(now=names.now, impossible=names.impossible),
                "roles": {role: list(limits) for role, limits in situation.roles.items()},
                "sides": "with_mover" in situation.cases,
                "void": situation.void,
            }
        )
    return found
