"""What a panel types in the table of a sheet, as a new paper made from the old one. Pure but for its refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation

from foundation.errors import Refused
from scoring.paper import ComputedSheet, Mark, Paper, ShakeColumn, parse_mark, rescore_shake, void_shake

AGAIN = "replayed"


@dataclass(frozen=True)
class Typed:
    """`cells`: by shake, each player's as clerks type them. `aside`: shakes that are played again.

    `totals`, `points`: on a sheet that has no shakes. `base`: the entry that the panel saw.
    """

    base: int = 0
    cells: Mapping[int, Sequence[str]] = field(default_factory=dict)
    aside: Sequence[int] = ()
    totals: Sequence[str] = ()
    points: Sequence[str] = ()


def marks_of(reading: ComputedSheet) -> list[tuple[Mark, ...]]:
    """The cells of each shake as they count: from what happened in it, where that was told."""
    found = []
    for number, column in enumerate(reading.paper.columns):
        told = [Mark(cell.points, tuple(cell.penalties)) for cell in reading.cells[number]]
        found.append(tuple(told) if column.story else column.marks)
    return found


def with_points(reading: ComputedSheet, typed: Typed) -> tuple[Paper, list[int]]:
    """The shakes whose points are others now, and the paper with them."""
    paper, changed = reading.paper, []
    if not paper.columns:
        return with_totals(paper, typed), []
    for number, before in enumerate(marks_of(reading), 1):
        if number not in typed.cells:
            continue
        marks = [_mark(number, seat, text) for seat, text in enumerate(typed.cells[number], 1)]
        if len(marks) != len(before):
            raise Refused("The table was changed. Load the page again.")
        if tuple(marks) != before:
            paper = rescore_shake(paper, number, marks)
            changed.append(number)
    if not changed:
        raise Refused("Type the points as they should be: nothing in the table is changed yet.")
    return paper, changed


def without_shakes(paper: Paper, typed: Typed) -> tuple[Paper, list[int]]:
    """The shakes that are played again do not count any more."""
    if not paper.columns:
        return with_totals(paper, typed), []
    shakes = sorted(set(typed.aside))
    if not shakes or shakes[0] < 1 or shakes[-1] > len(paper.columns):
        raise Refused("Choose which shake is played again.", field="aside")
    for number in shakes:
        paper = void_shake(paper, number, AGAIN)
    return paper, shakes


def with_shake(paper: Paper, cells: Sequence[str]) -> Paper:
    """The shake that was played again, in a column of its own."""
    number = len(paper.columns) + 1
    marks = tuple(_mark(number, seat, text) for seat, text in enumerate(cells, 1))
    if len(marks) != len(paper.rows) or all(each.is_empty for each in marks):
        raise Refused("Type the points of the shake that was played again.")
    rows = tuple(replace(row, total=None, points=None) for row in paper.rows)
    return replace(paper, columns=(*paper.columns, ShakeColumn(marks)), rows=rows)


def with_totals(paper: Paper, typed: Typed) -> Paper:
    """On a sheet of totals, or of points alone, these are what is decided about."""
    rows = list(paper.rows)
    for seat, row in enumerate(paper.rows):
        total = _whole(_at(typed.totals, seat), f"total-{seat + 1}")
        points = _points(_at(typed.points, seat), f"points-{seat + 1}")
        rows[seat] = replace(row, total=total, points=points if total is None else None)
    if tuple(rows) == paper.rows:
        raise Refused("Type the totals as they should be: nothing is changed yet.")
    return replace(paper, rows=tuple(rows))


def _mark(number: int, seat: int, text: str) -> Mark:
    try:
        return parse_mark(text)
    except ValueError as problem:
        raise Refused(str(problem), field=f"cell-{number}-{seat}") from None


def _at(values: Sequence[str], at: int) -> str:
    return values[at].strip() if at < len(values) else ""


def _whole(text: str, where: str) -> int | None:
    if not text:
        return None
    plain = text.replace("−", "-")
    if not plain.removeprefix("-").isdecimal() or not -200 <= int(plain) <= 999:
        raise Refused("A total is a whole number.", field=where)
    return int(plain)


def _points(text: str, where: str) -> Decimal | None:
    if not text:
        return None
    try:
        points = Decimal(text)
    except InvalidOperation:
        points = Decimal(-1)
    if not (points.is_finite() and 0 <= points <= 99 and points == points.quantize(Decimal("0.01"))):
        raise Refused("Points are a number such as 6 or 1.25.", field=where)
    return points
