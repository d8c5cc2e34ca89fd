"""Two readings of one sheet: where they differ, cell by cell, and in what follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.paper.paper import COLUMNS, INITIALS, STATUSES, WRONG_TOTALS, Column, Mark, Paper, Row
from scoring.paper.reading import Reading


@dataclass(frozen=True)
class Difference:
    """`field`: the place on the sheet, by the name of its input; empty for what follows from others. Both values in
    words, empty for nothing; `values`: as the input has them."""

    field: str
    what: str
    one: str
    other: str
    values: tuple[str, str] = ("", "")


def differences(one: Reading, other: Reading) -> list[Difference]:
    """What the two papers say differently, and the points that follow; not what is written in free words."""
    return [each for each in _everything(one, other) if each.one != each.other]


def differences_of_totals(one: Reading, other: Reading) -> list[Difference]:
    """Only what counts at the end: who came, each player's total and points, and the games."""
    found = []
    for seat, (name, mine, yours) in enumerate(zip(_names(one), one.paper.rows, other.paper.rows, strict=True), 1):
        found.append(_choice(f"row-{seat}-status", name, STATUSES, mine.status, yours.status))
        values = _text(one.lines[seat - 1].total), _text(other.lines[seat - 1].total)
        found.append(Difference(f"row-{seat}-total", f"Total of {name}", *values, values))
    if one.table.edition.player_score is not None:
        found.append(_plain("games", "Games played", one.games, other.games))
    return [each for each in [*found, *_points(one, other)] if each.one != each.other]


def differences_in_words(one: Reading, other: Reading) -> list[Difference]:
    """The rest, for the history of a sheet: what was told of a shake, who turned it in, why initials were refused."""
    found = []
    for number in range(1, 1 + max(len(one.paper.columns), len(other.paper.columns))):
        stories = [_column(paper, number).story for paper in (one.paper, other.paper)]
        if stories[0] != stories[1]:
            words = ("told one way" if stories[0] else "", "told another way" if stories[1] else "")
            found.append(Difference("", f"What happened in {_word(one)} {number}", *words))
    found.append(_plain("", "Turned in by seat", one.paper.turned_in_by, other.paper.turned_in_by))
    for name, mine, yours in zip(_names(one), one.paper.rows, other.paper.rows, strict=True):
        found.append(Difference("", f"Why {name} refused to initial", mine.refusal, yours.refusal))
    return [each for each in found if each.one != each.other]


def _everything(one: Reading, other: Reading) -> Iterator[Difference]:
    word = _word(one).capitalize()
    for number in range(1, 1 + max(len(one.paper.columns), len(other.paper.columns))):
        mine, yours = _column(one.paper, number), _column(other.paper, number)
        yield _choice(f"status-{number}", f"{word} {number}", COLUMNS, mine.status, yours.status)
        for seat, name in enumerate(_names(one), 1):
            marks = _mark(mine, seat), _mark(yours, seat)
            yield _plain(f"shake-{number}-{seat}", f"{word} {number} of {name}", *marks)
    for seat, (name, row, theirs) in enumerate(zip(_names(one), one.paper.rows, other.paper.rows, strict=True), 1):
        yield from _rows(seat, name, row, theirs)
    yield _plain("games", "Games played", one.paper.games, other.paper.games)
    yield from _points(one, other)


def _rows(seat: int, name: str, mine: Row, yours: Row) -> Iterator[Difference]:
    yield _choice(f"row-{seat}-status", name, STATUSES, mine.status, yours.status)
    yield _plain(f"row-{seat}-player", f"Who played for {name}", mine.player, yours.player)
    yield _plain(f"row-{seat}-total", f"Written total of {name}", mine.total, yours.total)
    yield _plain(f"row-{seat}-points", f"Written points of {name}", mine.points, yours.points)
    yield _choice(f"row-{seat}-initials", f"Initials of {name}", INITIALS, mine.initials, yours.initials)
    yield _choice(f"row-{seat}-error", f"Wrong total of {name}", WRONG_TOTALS, mine.error, yours.error)


def _points(one: Reading, other: Reading) -> Iterator[Difference]:
    for name, mine, yours in zip(_names(one), one.lines, other.lines, strict=True):
        yield Difference("", f"Points of {name}", _text(mine.points), _text(yours.points))


def _choice(field: str, what: str, words: dict[str, str], mine: str, yours: str) -> Difference:
    return Difference(field, what, words[mine], words[yours], (mine, yours))


def _plain(field: str, what: str, mine: object, yours: object) -> Difference:
    values = _text(mine), _text(yours)
    return Difference(field, what, *values, values)


def _names(reading: Reading) -> list[str]:
    return [chair.name for chair in reading.table.chairs]


def _word(reading: Reading) -> str:
    return reading.table.edition.names.shake


def _column(paper: Paper, number: int) -> Column:
    return paper.columns[number - 1] if number <= len(paper.columns) else Column(())


def _mark(column: Column, seat: int) -> Mark:
    return column.marks[seat - 1] if seat <= len(column.marks) else Mark()


def _text(value: object) -> str:
    return "" if value is None else str(value)
