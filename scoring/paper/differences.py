"""Two readings of one sheet: where they differ, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.paper.paper import COLUMNS, INITIALS, STATUSES, WRONG_TOTALS, Mark, Paper, Row
from scoring.paper.reading import Reading


@dataclass(frozen=True)
class Difference:
    """`field`: the place on the sheet, by the name of its input. Both values in words; empty for nothing."""

    field: str
    what: str
    one: str
    other: str


def differences(one: Reading, other: Reading) -> list[Difference]:
    """Everything that the two papers say differently."""
    return [each for each in _everything(one, other) if each.one != each.other]


def differences_of_totals(one: Reading, other: Reading) -> list[Difference]:
    """Only what counts at the end: each player's total, or points where no totals are written, and the games."""
    found = []
    for seat, (mine, yours) in enumerate(zip(one.lines, other.lines, strict=True), 1):
        name = one.table.chairs[seat - 1].name
        if mine.total is None and yours.total is None:
            values = (_text(mine.points), _text(yours.points))
        else:
            values = (_text(mine.total), _text(yours.total))
        found.append(Difference(f"row-{seat}-total", f"Total of {name}", *values))
    if one.table.edition.player_score is not None:
        found.append(Difference("games", "Games played", _text(one.games), _text(other.games)))
    return [each for each in found if each.one != each.other]


def _everything(one: Reading, other: Reading) -> Iterator[Difference]:
    word = one.table.edition.names.shake.capitalize()
    names = [chair.name for chair in one.table.chairs]
    for number in range(1, 1 + max(len(one.paper.columns), len(other.paper.columns))):
        yield Difference(
            f"status-{number}",
            f"{word} {number}",
            COLUMNS[_status(one.paper, number)],
            COLUMNS[_status(other.paper, number)],
        )
        for seat, name in enumerate(names, 1):
            values = (str(_mark(one.paper, number, seat)), str(_mark(other.paper, number, seat)))
            yield Difference(f"shake-{number}-{seat}", f"{word} {number} of {name}", *values)
    for seat, (name, mine, yours) in enumerate(zip(names, one.paper.rows, other.paper.rows, strict=True), 1):
        yield from _rows(seat, name, mine, yours)
    yield Difference("games", "Games played", _text(one.paper.games), _text(other.paper.games))


def _rows(seat: int, name: str, mine: Row, yours: Row) -> Iterator[Difference]:
    yield Difference(f"row-{seat}-status", name, STATUSES[mine.status], STATUSES[yours.status])
    yield Difference(f"row-{seat}-player", f"Who played for {name}", _text(mine.player), _text(yours.player))
    yield Difference(f"row-{seat}-total", f"Written total of {name}", _text(mine.total), _text(yours.total))
    yield Difference(f"row-{seat}-points", f"Written points of {name}", _text(mine.points), _text(yours.points))
    yield Difference(f"row-{seat}-initials", f"Initials of {name}", INITIALS[mine.initials], INITIALS[yours.initials])
    yield Difference(f"row-{seat}-error", f"Wrong total of {name}", WRONG_TOTALS[mine.error], WRONG_TOTALS[yours.error])


def _status(paper: Paper, number: int) -> str:
    return paper.columns[number - 1].status if number <= len(paper.columns) else ""


def _mark(paper: Paper, number: int, seat: int) -> Mark:
    return paper.columns[number - 1].marks[seat - 1] if number <= len(paper.columns) else Mark()


def _text(value: object) -> str:
    return "" if value is None else str(value)
