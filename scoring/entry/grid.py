"""The grid of the scoresheet page: rows and columns as on the paper, with computed results and warnings beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rulebooks import Edition, ShakeScore
from scoring.entry.players import NameMatches, ambiguous_name, unknown_name
from scoring.entry.queries import SeatedPlayer, compute_sheet
from scoring.models import Sheet
from scoring.paper import ComputedSheet, FieldProblem, PaperError, SheetWarning, read_paper
from tournament.books import edition_of


@dataclass(frozen=True)
class GridField:
    """An input of the grid. `message`: what is shown at it. `running`: the player's total after this shake."""

    name: str
    value: str
    message: str = ""
    is_unreadable: bool = False
    running: int | str = ""


@dataclass(frozen=True)
class GridRow:
    """A player's row of the grid."""

    number: int
    player: SeatedPlayer
    cells: list[GridField]
    fields: Mapping[str, GridField]
    sum: int | None = None
    place: int | None = None
    points: str = ""
    why: str = ""
    is_leader: bool = False


@dataclass(frozen=True)
class GridColumn:
    """The head of a shake: its number, whether it counts, its story, and the message about its points."""

    number: int
    status: GridField
    story: GridField
    message: str


class Grid:
    """A scoresheet as entered or as typed so far.

    `data`: the paper as JSON or as typed, not validated. `names`: who sat there instead of the printed players, as
    typed; `matches`: the players found for those names. `wrong_sheet`: why the paper may belong to another table, if
    it may.
    """

    def __init__(
        self,
        sheet: Sheet,
        seated: list[SeatedPlayer],
        data: Mapping[str, Any],
        names: Mapping[int, str] | None = None,
        wrong_sheet: str = "",
        matches: NameMatches | None = None,
    ) -> None:
        self.sheet, self.seated, self.data, self.names = sheet, seated, data, names or {}
        self.matches = matches
        self.problems: Sequence[FieldProblem] = ()
        self.computed: ComputedSheet | None = None
        try:
            self.computed = compute_sheet(sheet, seated, read_paper(data, len(seated)), wrong_sheet)
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
        return len(self.seated)

    @property
    def scale(self) -> str:
        """Return the possible scores of a shake. The page moves to the next cell when one of them is typed."""
        return " ".join(str(value) for value in sorted(self.edition.shakes.scale.value.values()))

    @property
    def warnings(self) -> Sequence[SheetWarning]:
        return self.computed.warnings if self.computed else ()

    @cached_property
    def messages(self) -> dict[str, str]:
        """Return the message at each input: warnings, what can't be read, and unknown names."""
        messages: dict[str, str] = {}
        sentences = [(each.field, each.sentence) for each in self.warnings]
        sentences += [(each.field, each.sentence) for each in self.problems]
        sentences += [(f"row-{seat}-who", self._name_message(seat, name)) for seat, name in self.names.items()]
        for field, sentence in sentences:
            if sentence:
                messages[field] = f"{messages[field]} {sentence}" if field in messages else sentence
        return messages

    def _name_message(self, seat: int, name: str) -> str:
        if self.matches is None or seat in self.matches.players:
            return ""
        if seat in self.matches.ambiguous:
            return ambiguous_name(name, self.matches.ambiguous[seat])
        return unknown_name(name)

    def _field(self, name: str, value: Any) -> GridField:
        text = "" if value is None else str(value)
        is_unreadable = any(problem.field == name for problem in self.problems)
        return GridField(name, text, self.messages.get(name, ""), is_unreadable)

    @property
    def columns(self) -> list[Mapping[str, Any]]:
        """Return as many columns as are printed, and one more than are filled."""
        filled = list(self.data.get("columns") or [])
        count = max(self.edition.sheet.columns.value, len(filled) + 1)
        return [*filled, *({} for _ in range(count - len(filled)))]

    @property
    def has_remarks(self) -> bool:
        """Return whether the section below the grid has something that must be seen to verify the sheet."""
        rows = self.data.get("rows") or []
        return bool(self.names) or any(row.get(name) for row in rows for name in ("status", "refusal", "error"))

    @property
    def heads(self) -> list[GridColumn]:
        heads = []
        for number, column in enumerate(self.columns, 1):
            story = column.get("story")
            heads.append(
                GridColumn(
                    number,
                    self._field(f"status-{number}", column.get("status")),
                    self._field(f"story-{number}", json.dumps(story) if story else ""),
                    self.messages.get(f"shake-{number}", "") or self.messages.get(f"story-{number}", ""),
                )
            )
        return heads

    @property
    def rows(self) -> list[GridRow]:
        return [self._row(seat, player) for seat, player in enumerate(self.seated, 1)]

    def _row(self, seat: int, player: SeatedPlayer) -> GridRow:
        rows = self.data.get("rows") or []
        row = rows[seat - 1] if seat <= len(rows) else {}
        fields = {
            name: self._field(f"row-{seat}-{name}", row.get(name))
            for name in ("status", "total", "points", "initials", "refusal", "error")
        }
        message = self.messages.get(f"row-{seat}-player", "") or self.messages.get(f"row-{seat}-who", "")
        fields["who"] = GridField(f"row-{seat}-who", self.names.get(seat, ""), message)
        cells = [
            replace(self._field(f"shake-{number}-{seat}", _cell(column, seat)), running=self._running(number, seat))
            for number, column in enumerate(self.columns, 1)
        ]
        if self.computed is None:
            return GridRow(seat, player, cells, fields)
        result = self.computed.results[seat - 1]
        return GridRow(
            seat,
            player,
            cells,
            fields,
            sum=result.added_up if result.added_up is not None else result.total,
            place=result.place,
            points="" if result.points is None else f"{result.points}",
            why=result.because.sentence if result.because else "",
            is_leader=str(seat) in self.computed.leaders,
        )

    def _running(self, number: int, seat: int) -> int | str:
        """Return the total after this shake (R-37)."""
        computed = self.computed
        if computed is None or number > len(computed.running) or seat - 1 not in computed.present:
            return ""
        return computed.running[number - 1][str(seat)]

    @property
    def games(self) -> GridField:
        return self._field("games", self.data.get("games"))

    @property
    def turned_in_by(self) -> GridField:
        return self._field("turned_in_by", self.data.get("turned_in_by"))

    def as_json(self) -> dict[str, Any]:
        """Return results and warnings by input, for the page while someone types."""
        computed = self.computed
        return {
            "messages": self.messages,
            "unreadable": [problem.field for problem in self.problems],
            "warning_count": len(self.warnings),
            "results": [
                {
                    "sum": row.sum,
                    "place": row.place,
                    "points": row.points,
                    "why": row.why,
                    "leads": row.is_leader,
                }
                for row in self.rows
            ],
            "running": [[cell.running for cell in row.cells] for row in self.rows],
            "stories": [_story_points(each) for each in computed.story_scores] if computed else [],
        }


def _cell(column: Mapping[str, Any], seat: int) -> str:
    cells = column.get("cells") or []
    return "" if seat > len(cells) or cells[seat - 1] is None else str(cells[seat - 1])


def _story_points(score: object) -> list[int | None] | None:
    return list(score.points.values()) if isinstance(score, ShakeScore) else None


def situations(edition: Edition, no_goal: str) -> list[dict[str, Any]]:
    """Return what can happen in a shake, for the dialog that asks: who takes part, and who may present something."""
    shown, names = [], edition.names
    for name, situation in edition.shakes.situations.items():
        together = name.endswith(" together")
        plain, _, procedure = name.removesuffix(" together").partition(" ")
        if procedure and procedure != (no_goal or edition.shakes.default_procedure(plain)):
            continue
        shown.append(
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
    return shown
