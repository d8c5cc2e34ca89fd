"""The figures of a sheet in the cells of a file, both ways: what goes out comes in again as the same sheet. Pure.

What happened in a shake (its story) has no cell of its own: its points have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulebooks import ShakeScore
from scoring.bulk.columns import Line
from scoring.paper import Mark, Problem, Reading, Row

YES = {"yes", "y", "x", "true", "1", "initialed"}
NO = {"", "no", "n", "false", "0", "not initialed", "-", "–"}
STATUSES = {
    "": "",
    "played": "",
    "a": "absent",
    "absent": "absent",
    "never came": "absent",
    "dq": "disqualified",
    "disqualified": "disqualified",
}
ERRORS = {"": "", "agree": "agree", "deceit": "deceit"}
MARKS = {"v": "void", "r": "replayed"}
LETTERS = {status: letter for letter, status in MARKS.items()}
LONGEST_REFUSAL = 150  # a cell of a file holds 200 signs
DATE = re.compile(r"\d{4}-\d\d-\d\d.*")


@dataclass(frozen=True)
class Figures:
    """One player's cells, as they are written into a file. `player`: the key of who sat there instead."""

    total: str
    points: str
    games: str
    initials: str
    status: str
    error: str
    turned_in: str
    shakes: tuple[str, ...]
    player: int | None = None


def figures_of(reading: Reading) -> list[Figures]:
    """In the order of the seats."""
    paper = reading.paper
    return [
        Figures(
            total="" if row.total is None else str(row.total),
            points="" if row.points is None else f"{row.points.normalize():f}",
            games="" if paper.games is None else str(paper.games),
            initials=_initials(row),
            status=row.status,
            error=row.error,
            turned_in="yes" if paper.turned_in_by == seat else "",
            shakes=tuple(_cell(reading, number, seat) for number in range(len(paper.columns))),
            player=row.player,
        )
        for seat, row in enumerate(paper.rows, 1)
    ]


def _cell(reading: Reading, number: int, seat: int) -> str:
    """As it was typed; where it was told what happened, what follows from that."""
    column = reading.paper.columns[number]
    mark = column.marks[seat - 1]
    if isinstance(reading.told[number], ShakeScore):
        counts = reading.cells[number][seat - 1]
        mark = Mark(counts.points, tuple(counts.penalties), mark.approved and bool(counts.penalties))
    return LETTERS.get(column.status, "") + str(mark)


def _initials(row: Row) -> str:
    why = " ".join(row.refusal.split())[:LONGEST_REFUSAL]
    return f"refused: {why}" if row.initials == "refused" and why else row.initials


def differences_of(entered: Sequence[Figures], sent: Sequence[Figures], names: Sequence[str]) -> list[str]:
    """Where the file says something else than what is entered, in words."""
    found = []
    for name, one, other in zip(names, entered, sent, strict=True):
        pairs = [(word, getattr(one, word), getattr(other, word)) for word in ("total", "points", "games", "initials")]
        pairs += [(word, getattr(one, word), getattr(other, word)) for word in ("status", "error", "turned_in")]
        wide = max(len(one.shakes), len(other.shakes))
        pairs += [(str(n + 1), _at(one.shakes, n), _at(other.shakes, n)) for n in range(wide)]
        found += [
            f"{name}, {word.replace('_', ' ')}: {_quoted(was)} is entered, the file says {_quoted(now)}."
            for word, was, now in pairs
            if was != now
        ]
        if one.player != other.player:
            found.append(f"Somebody else is entered for {name}.")
    return found


def _quoted(value: str) -> str:
    return f"“{value}”" if value else "nothing"


def _at(cells: Sequence[str], number: int) -> str:
    return cells[number] if number < len(cells) else ""


def paper_of(lines: Sequence[Line], players: Mapping[int, int]) -> tuple[dict[str, Any], list[Problem]]:
    """A table's lines in the order of the seats → the paper as JSON, and what cannot be understood.

    `players`: by seat, who sat there instead. Fields are named as on the sheet: `row-2-total`, `shake-3-1`.
    """
    problems: list[Problem] = []
    rows = []
    for seat, line in enumerate(lines, 1):
        row, said = _row(line, seat)
        rows.append(row | {"player": players.get(seat)})
        problems += said
    wide = max((number for line in lines for number, cell in line.shakes.items() if cell), default=0)
    columns = []
    for number in range(1, wide + 1):
        column, said = _column([line.shakes.get(number, "") for line in lines], number)
        columns.append(column)
        problems += said
    games = {line["games"]: seat for seat, line in enumerate(lines, 1) if line["games"]}
    if len(games) > 1:
        seat = max(games.values())
        problems.append(Problem(f"row-{seat}-games", "The games of one table are the same for all its players."))
    turned_in = [seat for seat, line in enumerate(lines, 1) if line["turned_in"].casefold() not in NO]
    if len(turned_in) > 1:
        problems.append(Problem(f"row-{turned_in[-1]}-turned_in", "One player turned the sheet in, not two."))
    data = {
        "rows": rows,
        "columns": columns,
        "games": next(iter(games), ""),
        "turned_in_by": turned_in[0] if turned_in else "",
    }
    return data, problems


def _row(line: Line, seat: int) -> tuple[dict[str, Any], list[Problem]]:
    problems = []
    total, status, initials = line["total"], line["status"].casefold(), line["initials"]
    if total.casefold() == "a":
        total, status = "", "absent"
    refused, _, refusal = (part.strip() for part in initials.partition(":"))
    if status not in STATUSES:
        problems.append(Problem(f"row-{seat}-status", "A status is absent or disqualified, or nothing."))
    if line["error"].casefold() not in ERRORS:
        problems.append(Problem(f"row-{seat}-error", "A wrong total is agree or deceit, or nothing."))
    if refused.casefold() != "refused" and initials.casefold() not in YES | NO:
        problems.append(Problem(f"row-{seat}-initials", f"“{initials[:20]}”: initials are yes, refused, or nothing."))
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


def _column(cells: Sequence[str], number: int) -> tuple[dict[str, Any], list[Problem]]:
    """`v` before every cell: a void shake; `r`: one that was played again."""
    letters = {cell[:1].casefold() for cell in cells} & set(MARKS)
    everywhere = [seat for seat, cell in enumerate(cells, 1) if cell[:1].casefold() not in letters]
    problems = [
        Problem(f"shake-{number}-{seat}", "A spreadsheet has made a date of a penalty. Format the column as text.")
        for seat, cell in enumerate(cells, 1)
        if DATE.fullmatch(cell)
    ]
    if letters and (everywhere or len(letters) > 1):
        seat = everywhere[0] if everywhere else 1
        sentence = f"Write {' or '.join(sorted(letters))} for every player of the table, or for none."
        problems.append(Problem(f"shake-{number}-{seat}", sentence))
    plain = [cell[1:] if letters and cell[:1].casefold() in letters else cell for cell in cells]
    return {"cells": plain, "status": MARKS[min(letters)] if letters else ""}, problems
