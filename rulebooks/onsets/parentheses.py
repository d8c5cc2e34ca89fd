"""A parenthesis that is missing does not make a Solution wrong: it may be put in any place that fits (JM E4).

JM E4 is for Equations and holds for On-Sets as well (note at the head of JM section E). What the writer did group
stays together: the missing one never goes between two parentheses that belong to each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebooks.onsets.reader import Mark, Unreadable
from rulebooks.onsets.symbols import PRIME, SETS

MOST_MISSING = 2
MOST_MARKS = 80
MOST_WAYS = 300


def completed(marks: Sequence[Mark]) -> Iterator[tuple[Mark, ...]]:
    """Every way to put in the missing parentheses; what is balanced comes back as it is."""
    missing = _unmatched(marks)
    if not missing:
        yield tuple(marks)
        return
    if len(missing) > MOST_MISSING or len(marks) > MOST_MARKS:
        place = marks[missing[0]].place
        raise Unreadable(place, "Several parentheses have no partner.", code="parentheses_missing", unfinished=True)
    seen: set[tuple[str, ...]] = set()
    for found in _put_in(tuple(marks), missing[-1]):
        for whole in completed(found):
            shape = tuple(mark.means for mark in whole)
            if shape not in seen and len(seen) < MOST_WAYS:
                seen.add(shape)
                yield whole


def _unmatched(marks: Sequence[Mark]) -> list[int]:
    opened: list[int] = []
    closed: list[int] = []
    for number, mark in enumerate(marks):
        if mark.means == "(":
            opened.append(number)
        elif mark.means == ")":
            if opened:
                opened.pop()
            else:
                closed.append(number)
    return sorted(closed + opened)


def _put_in(marks: tuple[Mark, ...], lone: int) -> Iterator[tuple[Mark, ...]]:
    """The partner of a lone parenthesis, in every place on its own level."""
    step = 1 if marks[lone].means == "(" else -1
    into, out_of, partner = ("(", ")", ")") if step == 1 else (")", "(", "(")
    depth = 0
    number = lone + step
    while 0 <= number < len(marks):
        if marks[number].means == into:
            depth += 1
        elif marks[number].means == out_of:
            depth -= 1
            if depth < 0:
                return
        if depth == 0 and _ends_a_set(marks[number], step):
            cut = number + 1 if step == 1 else number
            yield (*marks[:cut], Mark("", partner, marks[number].place), *marks[cut:])
        number += step


def _ends_a_set(mark: Mark, step: int) -> bool:
    """Whether a parenthesis can stand behind this mark (step 1), or before it."""
    return mark.means in (SETS + PRIME + ")" if step == 1 else SETS + "(")
