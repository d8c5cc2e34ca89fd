"""Wild cubes: all of one Equation stand for the same symbol; marking one marks them all (EQ XIII-A-3, Appendix A)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebooks.equations.codes import Illegal
from rulebooks.equations.goals import is_wild_cube
from rulebooks.equations.laws import Laws
from rulebooks.equations.marks import Mark, Marks, flat, wild_symbol


def marked(marks: Marks) -> list[Mark]:
    """The wild cubes whose meaning is written."""
    return [mark for mark in flat(marks) if mark.wild]


def one_meaning(found: Iterable[Mark]) -> Mark | None:
    """What the wild cubes stand for, if it is written anywhere."""
    found = list(found)
    for other in found[1:]:
        if wild_symbol(other) != wild_symbol(found[0]):
            raise Illegal(
                "wild_inconsistent",
                f"One wild cube stands for {wild_symbol(found[0])}, another for {wild_symbol(other)}.",
                other.start, other.end,
            )  # fmt: skip
    return found[0] if found else None


def with_meaning(marks: Marks, meaning: Mark | None, laws: Laws) -> Marks:
    """Wild cubes that are not marked stand for what is marked elsewhere."""
    if meaning is None or wild_symbol(meaning) == laws.wild:
        return marks
    return tuple(_meant(mark, meaning, laws) for mark in marks)


def _meant(mark: Mark, meaning: Mark, laws: Laws) -> Mark:
    if mark.inside:
        return replace(mark, inside=tuple(with_meaning(inside, meaning, laws) for inside in mark.inside))
    if not is_wild_cube(mark, laws):
        return mark
    return replace(mark, kind=meaning.kind, symbol=meaning.symbol, number=meaning.number, wild=laws.wild)
