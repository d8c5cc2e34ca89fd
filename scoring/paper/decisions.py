"""What judges and the appeals panel decide about a sheet that was entered: each a new paper made from the old one.

A total that the children wrote is forgotten where a decision changes what it was the sum of: the sum counts then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.paper.paper import COLUMNS, Column, Mark, Paper


@dataclass(frozen=True)
class Given:
    """What judges decided at the table, so that whoever keys the sheet knows of it.

    `seat`: whom it is about, 0 for everybody. `shake`: 0 where it is about none. `points`: taken off, as a number below
    zero; `disqualified`: out of the match; `status`: the shake is void, or played again.
    """

    seat: int
    shake: int = 0
    points: int = 0
    disqualified: bool = False
    status: str = ""


def rescored(paper: Paper, number: int, marks: Sequence[Mark]) -> Paper:
    """Shake `number` gives these points; what was told of it does not hold any more."""
    changed = [old != new for old, new in zip(paper.columns[number - 1].marks, marks, strict=True)]
    return _with_column(paper, number, Column(tuple(marks), paper.columns[number - 1].status), changed)


def set_aside(paper: Paper, number: int, status: str) -> Paper:
    """Shake `number` does not count: it is void, or played again in a column of its own. Without a status it counts."""
    everybody = [True] * len(paper.rows)
    return _with_column(paper, number, replace(paper.columns[number - 1], status=status), everybody)


def fined(paper: Paper, given: Given) -> Paper:
    """The penalty stands in the cell of its shake, else of the last one, with the judge's initials.

    Apart from the points: a sheet of totals alone has no cell for it, and stays as it is.
    """
    if not paper.columns:
        return paper
    seat = given.seat - 1
    number = given.shake if 0 < given.shake <= len(paper.columns) else len(paper.columns)
    column = paper.columns[number - 1]
    mark = column.marks[seat]
    marks = list(column.marks)
    marks[seat] = replace(mark, penalties=(*mark.penalties, given.points), approved=True)
    return _with_column(paper, number, replace(column, marks=tuple(marks)), [at == seat for at in range(len(marks))])


def disqualified(paper: Paper, seat: int) -> Paper:
    """Out of the match. What the others wrote as their points may not hold any more."""
    rows = [replace(row, points=None) for row in paper.rows]
    rows[seat - 1] = replace(rows[seat - 1], status="disqualified")
    return replace(paper, rows=tuple(rows))


def with_given(paper: Paper, given: Sequence[Given]) -> Paper:
    """The paper with everything that judges gave and that it does not show yet; never the same thing twice."""
    for each in given:
        if each.disqualified and paper.rows[each.seat - 1].status != "disqualified":
            paper = disqualified(paper, each.seat)
        if each.status and each.shake <= len(paper.columns) and not paper.columns[each.shake - 1].status:
            paper = set_aside(paper, each.shake, each.status)
    for seat in range(1, len(paper.rows) + 1):
        mine = [each for each in given if each.seat == seat and each.points]
        missing = -sum(each.points for each in mine) - shown_penalties(paper, seat)
        for each in reversed(mine):
            if missing > 0:
                taken = min(missing, -each.points)
                paper, missing = fined(paper, replace(each, points=-taken)), missing - taken
    return paper


def without_given(paper: Paper, given: Given) -> Paper:
    """The paper as it is when judges take something back that it shows."""
    if given.status:
        return _counting_again(paper, given)
    row = paper.rows[given.seat - 1]
    if given.disqualified and row.status == "disqualified":
        rows = [replace(each, points=None) for each in paper.rows]
        rows[given.seat - 1] = replace(row, status="", points=None)
        return replace(paper, rows=tuple(rows))
    order = sorted(range(1, len(paper.columns) + 1), key=lambda number: (number != given.shake, -number))
    for number in order if given.points else ():
        marks = list(paper.columns[number - 1].marks)
        mark = marks[given.seat - 1]
        if given.points in mark.penalties:
            left = list(mark.penalties)
            left.remove(given.points)
            marks[given.seat - 1] = replace(mark, penalties=tuple(left), approved=mark.approved and bool(left))
            changed = [at == given.seat - 1 for at in range(len(marks))]
            return _with_column(paper, number, replace(paper.columns[number - 1], marks=tuple(marks)), changed)
    return paper


def _counting_again(paper: Paper, given: Given) -> Paper:
    if given.shake > len(paper.columns) or paper.columns[given.shake - 1].status != given.status:
        return paper
    return set_aside(paper, given.shake, "")


def shown_penalties(paper: Paper, seat: int) -> int:
    """Points lost that stand in this player's cells, as a number above zero."""
    return -sum(sum(column.marks[seat - 1].penalties) for column in paper.columns)


def given_in_words(given: Given, names: Sequence[str], shake: str) -> str:
    """`Bo: −1 in shake 2`, `Cleo: disqualified`, `shake 3 is void`."""
    if given.status:
        return f"{shake} {given.shake} is {COLUMNS[given.status]}"
    what = "disqualified" if given.disqualified else f"−{-given.points}"
    return f"{names[given.seat - 1]}: {what}" + (f" in {shake} {given.shake}" if given.shake else "")


def _with_column(paper: Paper, number: int, column: Column, changed: Sequence[bool]) -> Paper:
    columns = list(paper.columns)
    columns[number - 1] = column
    rows = tuple(
        replace(row, total=None, points=None) if new else replace(row, points=None)
        for row, new in zip(paper.rows, changed, strict=True)
    )
    return replace(paper, columns=tuple(columns), rows=rows)
