"""What a judge types, read while it is typed: its readings drawn, or the place where it stops making sense."""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.onsets.drawing import drawn, typed
from rulebooks.onsets.groupings import Groupings, TooManyReadings
from rulebooks.onsets.parentheses import completed
from rulebooks.onsets.reader import Mark, Unreadable, read_marks
from rulebooks.onsets.restrictions import Stated, kept_by, state
from rulebooks.onsets.symbols import RELATIONS
from rulebooks.onsets.trees import Read, grow
from rulebooks.onsets.universe import DECK, Cards, Universe

MOST_SHOWN = 12


@dataclass(frozen=True)
class TypedReading:
    """One way to group what was typed, in the signs of the cubes and in plain letters."""

    drawn: str
    typed: str


@dataclass(frozen=True)
class Typed:
    """`readings` that differ, at most so many. Else `problem` at `place`; `unfinished` if typing on may mend it."""

    readings: tuple[TypedReading, ...] = ()
    problem: str = ""
    place: int | None = None
    unfinished: bool = False


def read_typed(
    text: str, *, is_restriction: bool = False, universe: tuple[str, ...] = DECK, symmetric: bool = False
) -> Typed:
    """A Set-Name or Restriction, whole or half typed. Groupings that never differ on these cards are shown once."""
    try:
        marks = read_marks(text)
        found = _readings(marks, len(text), is_restriction, Groupings(Universe(universe), symmetric))
    except Unreadable as problem:
        is_at_end = problem.unfinished or problem.place >= len(text.rstrip())
        return Typed(problem=problem.sentence, place=problem.place, unfinished=is_at_end)
    except TooManyReadings as problem:
        return Typed(problem=str(problem), place=0)
    return Typed(tuple(TypedReading(drawn(read), typed(read)) for read in list(found.values())[:MOST_SHOWN]))


def _readings(
    marks: tuple[Mark, ...], end: int, is_restriction: bool, groupings: Groupings
) -> dict[Cards, Read] | dict[Cards, Stated]:
    if not is_restriction:
        wrong = next((mark for mark in marks if mark.means in RELATIONS), None)
        if wrong:
            raise Unreadable(wrong.place, f"{wrong.means} has no place in a Set-Name.")
    first: Unreadable | None = None
    names: dict[Cards, Read] = {}
    statements: dict[Cards, Stated] = {}
    for whole in completed(marks):
        try:
            if is_restriction:
                statements = kept_by(state(whole, end), groupings) | statements
            else:
                names = groupings.of(grow(whole, end)) | names
        except Unreadable as problem:
            first = first or problem
    found = statements or names
    if not found:
        raise first or Unreadable(end, "A parenthesis has no partner.", unfinished=True)
    return found
