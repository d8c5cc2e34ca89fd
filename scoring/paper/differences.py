"""Compares two entries of one sheet, cell by cell and in their results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.paper.computed import ComputedSheet
from scoring.paper.paper import COLUMNS, INITIALS, STATUSES, WRONG_TOTALS, Mark, Paper, PaperRow, ShakeColumn


@dataclass(frozen=True)
class Difference:
    """One difference. `field`: the name of the input, empty for computed values. `one`, `other`: both values in words.

    `values`: both as the input has them.
    """

    field: str
    what: str
    one: str
    other: str
    values: tuple[str, str] = ("", "")


def differences(one: ComputedSheet, other: ComputedSheet) -> list[Difference]:
    """Return where the two papers and their points differ, except for free text."""
    return [each for each in _everything(one, other) if each.one != each.other]


def differences_in_totals(one: ComputedSheet, other: ComputedSheet) -> list[Difference]:
    """Return differences in what counts in the end: who came, totals, points, and games."""
    differing = []
    for seat, (name, mine, yours) in enumerate(zip(_names(one), one.paper.rows, other.paper.rows, strict=True), 1):
        differing.append(_choice(f"row-{seat}-status", name, STATUSES, mine.status, yours.status))
        values = _text(one.results[seat - 1].total), _text(other.results[seat - 1].total)
        differing.append(Difference(f"row-{seat}-total", f"Total for {name}", *values, values))
    if one.context.edition.player_score is not None:
        differing.append(_plain("games", "Games played", one.games, other.games))
    return [each for each in [*differing, *_points(one, other)] if each.one != each.other]


def differences_in_remarks(one: ComputedSheet, other: ComputedSheet) -> list[Difference]:
    """Return the other differences, for the history: stories of shakes, who turned it in, why initials were refused."""
    differing = []
    for number in range(1, 1 + max(len(one.paper.columns), len(other.paper.columns))):
        stories = [_column(paper, number).story for paper in (one.paper, other.paper)]
        if stories[0] != stories[1]:
            words = ("first version" if stories[0] else "", "second version" if stories[1] else "")
            differing.append(Difference("", f"What happened in {_word(one)} {number}", *words))
    differing.append(_plain("", "Turned in by (seat)", one.paper.turned_in_by, other.paper.turned_in_by))
    for name, mine, yours in zip(_names(one), one.paper.rows, other.paper.rows, strict=True):
        differing.append(Difference("", f"Why {name} refused to initial", mine.refusal, yours.refusal))
    return [each for each in differing if each.one != each.other]


def _everything(one: ComputedSheet, other: ComputedSheet) -> Iterator[Difference]:
    word = _word(one).capitalize()
    for number in range(1, 1 + max(len(one.paper.columns), len(other.paper.columns))):
        mine, yours = _column(one.paper, number), _column(other.paper, number)
        yield _choice(f"status-{number}", f"{word} {number}", COLUMNS, mine.status, yours.status)
        for seat, name in enumerate(_names(one), 1):
            marks = _mark(mine, seat), _mark(yours, seat)
            yield _plain(f"shake-{number}-{seat}", f"{word} {number} for {name}", *marks)
    for seat, (name, row, theirs) in enumerate(zip(_names(one), one.paper.rows, other.paper.rows, strict=True), 1):
        yield from _rows(seat, name, row, theirs)
    yield _plain("games", "Games played", one.paper.games, other.paper.games)
    yield from _points(one, other)


def _rows(seat: int, name: str, mine: PaperRow, yours: PaperRow) -> Iterator[Difference]:
    yield _choice(f"row-{seat}-status", name, STATUSES, mine.status, yours.status)
    yield _plain(f"row-{seat}-player", f"Substitute for {name}", mine.player, yours.player)
    yield _plain(f"row-{seat}-total", f"Written total for {name}", mine.total, yours.total)
    yield _plain(f"row-{seat}-points", f"Written points for {name}", mine.points, yours.points)
    yield _choice(f"row-{seat}-initials", f"Initials for {name}", INITIALS, mine.initials, yours.initials)
    yield _choice(f"row-{seat}-error", f"Wrong total for {name}", WRONG_TOTALS, mine.error, yours.error)


def _points(one: ComputedSheet, other: ComputedSheet) -> Iterator[Difference]:
    for name, mine, yours in zip(_names(one), one.results, other.results, strict=True):
        yield Difference("", f"Points for {name}", _text(mine.points), _text(yours.points))


def _choice(field: str, what: str, words: dict[str, str], mine: str, yours: str) -> Difference:
    return Difference(field, what, words[mine], words[yours], (mine, yours))


def _plain(field: str, what: str, mine: object, yours: object) -> Difference:
    values = _text(mine), _text(yours)
    return Difference(field, what, *values, values)


def _names(computed: ComputedSheet) -> tuple[str, ...]:
    return computed.context.names


def _word(computed: ComputedSheet) -> str:
    return computed.context.edition.names.shake


def _column(paper: Paper, number: int) -> ShakeColumn:
    return paper.columns[number - 1] if number <= len(paper.columns) else ShakeColumn(())


def _mark(column: ShakeColumn, seat: int) -> Mark:
    return column.marks[seat - 1] if seat <= len(column.marks) else Mark()


def _text(value: object) -> str:
    return "" if value is None else str(value)
