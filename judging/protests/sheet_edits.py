"""The scoresheet as an appeals panel edits it: the grid on the page, and the new paper that its edits make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from django.http import QueryDict

from foundation.errors import Refused
from foundation.forms import number_in
from judging.protests.models import Protest
from scoring.entry.queries import SeatedPlayer, compute_entry
from scoring.paper import ComputedSheet, Mark, Paper, ShakeColumn, parse_mark, rescore_shake, void_shake
from scoring.paper.paper import COLUMNS

REPLAYED = "replayed"


# -- the grid ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PanelGridCell:
    name: str
    value: str
    label: str


@dataclass(frozen=True)
class PanelGridRow:
    """The cells of one player."""

    name: str
    team: str
    cells: tuple[PanelGridCell, ...]
    total: PanelGridCell
    points: PanelGridCell


@dataclass(frozen=True)
class PanelGrid:
    """`base`: the number of the entry that it shows. `shakes`: each with its status; none on a sheet with totals only.

    `replayed_shakes`: the shakes that the panel marked to be replayed.
    """

    base: int
    shakes: tuple[tuple[int, str], ...]
    rows: tuple[PanelGridRow, ...]
    replayed_shakes: frozenset[int]


def edit_grid(protest: Protest, seated: list[SeatedPlayer], data: QueryDict | None = None) -> PanelGrid | None:
    """Return the scoresheet as a grid, with posted data over it, or None if the sheet isn't entered yet."""
    entry = protest.sheet.current
    if entry is None:
        return None
    computed_sheet: ComputedSheet = compute_entry(protest.sheet, seated, entry)
    marks = marks_of(computed_sheet)
    shake = computed_sheet.context.edition.names.shake

    def cell(name: str, value: Any, label: str) -> PanelGridCell:
        return PanelGridCell(name, str(data.get(name, "")) if data and name in data else value, label)

    rows = [
        PanelGridRow(
            seated_player.name,
            seated_player.team,
            tuple(
                cell(f"cell-{number}-{seat}", str(column[seat - 1]), f"{seated_player.name}, {shake} {number}")
                for number, column in enumerate(marks, 1)
            ),
            cell(f"total-{seat}", _text(row.total), f"Total for {seated_player.name}"),
            cell(f"points-{seat}", _text(row.points), f"Points for {seated_player.name}"),
        )
        for seat, (seated_player, row) in enumerate(zip(seated, computed_sheet.paper.rows, strict=True), 1)
    ]
    shakes = tuple((number, COLUMNS[each.status]) for number, each in enumerate(computed_sheet.paper.columns, 1))
    return PanelGrid(entry.number, shakes, tuple(rows), frozenset(_replayed_shakes(data) if data else ()))


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def marks_of(computed_sheet: ComputedSheet) -> list[tuple[Mark, ...]]:
    """Return the cells of each shake as they count: computed from what happened in it, where that was entered."""
    marks = []
    for number, column in enumerate(computed_sheet.paper.columns):
        computed = [Mark(cell.points, tuple(cell.penalties)) for cell in computed_sheet.cells[number]]
        marks.append(tuple(computed) if column.story else column.marks)
    return marks


# -- what the panel typed ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PanelEdits:
    """`cells`: each player's cell, by shake, in the scorekeepers' notation. `base`: the entry that the panel saw.

    `totals`, `points`: for a sheet without shakes.
    """

    base: int = 0
    cells: Mapping[int, Sequence[str]] = field(default_factory=dict)
    replayed_shakes: Sequence[int] = ()
    totals: Sequence[str] = ()
    points: Sequence[str] = ()


def parse_edits(data: QueryDict) -> PanelEdits:
    """Return the edits in the posted grid."""
    cells: dict[int, dict[int, str]] = {}
    for name, value in data.items():
        kind, _, rest = name.partition("-")
        shake, _, seat = rest.partition("-")
        if kind == "cell" and number_in(shake) and number_in(seat):
            cells.setdefault(int(shake), {})[int(seat)] = str(value)
    return PanelEdits(
        base=number_in(data.get("base", "")),
        cells={shake: [by_seat[seat] for seat in sorted(by_seat)] for shake, by_seat in cells.items()},
        replayed_shakes=_replayed_shakes(data),
        totals=_numbered_values(data, "total"),
        points=_numbered_values(data, "points"),
    )


def _replayed_shakes(data: QueryDict) -> list[int]:
    return [number for each in data.getlist("replayed_shakes") if (number := number_in(each))]


def _numbered_values(data: Mapping[str, Any], name: str) -> list[str]:
    """Return `name-1`, `name-2` and so on, as far as they go."""
    values: list[str] = []
    while (value := data.get(f"{name}-{len(values) + 1}")) is not None:
        values.append(str(value))
    return values


# -- the new paper ----------------------------------------------------------------------------------------------------


def with_points(computed_sheet: ComputedSheet, edits: PanelEdits) -> tuple[Paper, list[int]]:
    """Return the paper with other points, and the shakes whose points changed."""
    paper, changed = computed_sheet.paper, []
    if not paper.columns:
        return with_totals(paper, edits), []
    for number, before in enumerate(marks_of(computed_sheet), 1):
        if number not in edits.cells:
            continue
        marks = [_parse_mark(number, seat, text) for seat, text in enumerate(edits.cells[number], 1)]
        if len(marks) != len(before):
            raise Refused("The table changed. Reload the page.")
        if tuple(marks) != before:
            paper = rescore_shake(paper, number, marks)
            changed.append(number)
    if not changed:
        raise Refused("No points have changed. Enter the correct points.")
    return paper, changed


def without_shakes(paper: Paper, edits: PanelEdits) -> tuple[Paper, list[int]]:
    """Return the paper without the shakes that are replayed, and those shakes."""
    if not paper.columns:
        return with_totals(paper, edits), []
    shakes = sorted(set(edits.replayed_shakes))
    if not shakes or shakes[0] < 1 or shakes[-1] > len(paper.columns):
        raise Refused("Choose the shake to replay.", field="replayed_shakes")
    for number in shakes:
        paper = void_shake(paper, number, REPLAYED)
    return paper, shakes


def with_replayed_shake(paper: Paper, cells: Sequence[str]) -> Paper:
    """Return the paper with one more column, for the shake that was replayed."""
    number = len(paper.columns) + 1
    marks = tuple(_parse_mark(number, seat, text) for seat, text in enumerate(cells, 1))
    if len(marks) != len(paper.rows) or all(each.is_empty for each in marks):
        raise Refused("Enter the points of the replayed shake.")
    rows = tuple(replace(row, total=None, points=None) for row in paper.rows)
    return replace(paper, columns=(*paper.columns, ShakeColumn(marks)), rows=rows)


def with_totals(paper: Paper, edits: PanelEdits) -> Paper:
    """Return the paper with other totals or points, for a sheet that has no shakes."""
    rows = list(paper.rows)
    for seat, row in enumerate(paper.rows):
        total = _parse_total(_value_at(edits.totals, seat), f"total-{seat + 1}")
        points = _parse_points(_value_at(edits.points, seat), f"points-{seat + 1}")
        rows[seat] = replace(row, total=total, points=points if total is None else None)
    if tuple(rows) == paper.rows:
        raise Refused("No totals have changed. Enter the correct totals.")
    return replace(paper, rows=tuple(rows))


def _value_at(values: Sequence[str], index: int) -> str:
    return values[index].strip() if index < len(values) else ""


def _parse_mark(number: int, seat: int, text: str) -> Mark:
    try:
        return parse_mark(text)
    except ValueError as problem:
        raise Refused(str(problem), field=f"cell-{number}-{seat}") from None


def _parse_total(text: str, field_name: str) -> int | None:
    if not text:
        return None
    plain = text.replace("−", "-")
    if not plain.removeprefix("-").isdecimal() or not -200 <= int(plain) <= 999:
        raise Refused("Enter the total as a whole number.", field=field_name)
    return int(plain)


def _parse_points(text: str, field_name: str) -> Decimal | None:
    if not text:
        return None
    try:
        points = Decimal(text)
    except InvalidOperation:
        points = Decimal(-1)
    if not (points.is_finite() and 0 <= points <= 99 and points == points.quantize(Decimal("0.01"))):
        raise Refused("Enter the points as a number, such as 6 or 1.25.", field=field_name)
    return points
