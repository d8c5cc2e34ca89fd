"""Applies decisions of judges and the appeals panel to a paper. Each function returns a new paper.

If a decision changes a shake, the totals that players wrote for it are dropped, and the sum of the shakes counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.paper.paper import COLUMNS, Mark, Paper, ShakeColumn


@dataclass(frozen=True)
class JudgeDecision:
    """A judge's decision at the table. The database stores it as JSON, so field names stay.

    `seat`: the player, 0 for everyone. `shake`: 0 if it is about no shake. `points`: a penalty, as a negative number.
    `disqualified`: from the match. `status`: the shake is `void` or `replayed`.
    """

    seat: int
    shake: int = 0
    points: int = 0
    disqualified: bool = False
    status: str = ""


def rescore_shake(paper: Paper, number: int, marks: Sequence[Mark]) -> Paper:
    """Give shake `number` these points and drop its story."""
    changed = [old != new for old, new in zip(paper.columns[number - 1].marks, marks, strict=True)]
    return _with_column(paper, number, ShakeColumn(tuple(marks), paper.columns[number - 1].status), changed)


def void_shake(paper: Paper, number: int, status: str) -> Paper:
    """Mark shake `number` as `void` or `replayed`, so that it doesn't count. An empty status lets it count again."""
    everyone = [True] * len(paper.rows)
    return _with_column(paper, number, replace(paper.columns[number - 1], status=status), everyone)


def add_penalty(paper: Paper, decision: JudgeDecision) -> Paper:
    """Write the penalty into the cell of its shake, or of the last one, with the judge's initials.

    Penalties stay apart from points: a paper with totals only has no cell for them and stays as it is.
    """
    if not paper.columns:
        return paper
    seat = decision.seat - 1
    number = decision.shake if 0 < decision.shake <= len(paper.columns) else len(paper.columns)
    column = paper.columns[number - 1]
    mark = column.marks[seat]
    marks = list(column.marks)
    marks[seat] = replace(mark, penalties=(*mark.penalties, decision.points), approved=True)
    return _with_column(paper, number, replace(column, marks=tuple(marks)), [at == seat for at in range(len(marks))])


def disqualify(paper: Paper, seat: int) -> Paper:
    """Disqualify a player from the match. Written points are dropped: the others' may be different now."""
    rows = [replace(row, points=None) for row in paper.rows]
    rows[seat - 1] = replace(rows[seat - 1], status="disqualified")
    return replace(paper, rows=tuple(rows))


def apply_decisions(paper: Paper, decisions: Sequence[JudgeDecision]) -> Paper:
    """Apply every decision that the paper doesn't show yet. Idempotent."""
    for each in decisions:
        if each.disqualified and paper.rows[each.seat - 1].status != "disqualified":
            paper = disqualify(paper, each.seat)
        if each.status and each.shake <= len(paper.columns) and not paper.columns[each.shake - 1].status:
            paper = void_shake(paper, each.shake, each.status)
    for seat in range(1, len(paper.rows) + 1):
        penalties = [each for each in decisions if each.seat == seat and each.points]
        missing = -sum(each.points for each in penalties) - _penalties_shown(paper, seat)
        for each in reversed(penalties):
            if missing > 0:
                taken = min(missing, -each.points)
                paper, missing = add_penalty(paper, replace(each, points=-taken)), missing - taken
    return paper


def withdraw_decision(paper: Paper, decision: JudgeDecision) -> Paper:
    """Remove a decision that judges withdrew, if the paper shows it."""
    if decision.status:
        return _withdraw_void(paper, decision)
    row = paper.rows[decision.seat - 1]
    if decision.disqualified and row.status == "disqualified":
        rows = [replace(each, points=None) for each in paper.rows]
        rows[decision.seat - 1] = replace(row, status="", points=None)
        return replace(paper, rows=tuple(rows))
    order = sorted(range(1, len(paper.columns) + 1), key=lambda number: (number != decision.shake, -number))
    for number in order if decision.points else ():
        marks = list(paper.columns[number - 1].marks)
        mark = marks[decision.seat - 1]
        if decision.points in mark.penalties:
            left = list(mark.penalties)
            left.remove(decision.points)
            marks[decision.seat - 1] = replace(mark, penalties=tuple(left), approved=mark.approved and bool(left))
            changed = [at == decision.seat - 1 for at in range(len(marks))]
            return _with_column(paper, number, replace(paper.columns[number - 1], marks=tuple(marks)), changed)
    return paper


def _withdraw_void(paper: Paper, decision: JudgeDecision) -> Paper:
    if decision.shake > len(paper.columns) or paper.columns[decision.shake - 1].status != decision.status:
        return paper
    return void_shake(paper, decision.shake, "")


def _penalties_shown(paper: Paper, seat: int) -> int:
    """Return the penalty points in this player's cells, as a positive number."""
    return -sum(sum(column.marks[seat - 1].penalties) for column in paper.columns)


def describe_decision(decision: JudgeDecision, names: Sequence[str], shake: str) -> str:
    """Return `Bo: −1 in shake 2`, `Cleo: disqualified`, or `shake 3: voided`."""
    if decision.status:
        return f"{shake} {decision.shake}: {COLUMNS[decision.status]}"
    what = "disqualified" if decision.disqualified else f"−{-decision.points}"
    return f"{names[decision.seat - 1]}: {what}" + (f" in {shake} {decision.shake}" if decision.shake else "")


def _with_column(paper: Paper, number: int, column: ShakeColumn, changed: Sequence[bool]) -> Paper:
    columns = list(paper.columns)
    columns[number - 1] = column
    rows = tuple(
        replace(row, total=None, points=None) if new else replace(row, points=None)
        for row, new in zip(paper.rows, changed, strict=True)
    )
    return replace(paper, columns=tuple(columns), rows=rows)
