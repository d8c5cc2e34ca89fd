"""Whether the Goal that a player wrote is made of the cubes on the mat, in their order (EQ VII-B-2, VII-C-5-b).

A written Goal must match the mat by structure, not by value.
"""

from __future__ import annotations

from dataclasses import replace

from rulebooks.equations.codes import Illegal
from rulebooks.equations.elements import sign_name, ways_to_lie
from rulebooks.equations.gaps import gaps_of, parts_of
from rulebooks.equations.goals import is_wild_cube, meanings_of
from rulebooks.equations.laws import Laws
from rulebooks.equations.marks import Mark, Marks, wild_symbol


def match(mat: Marks, written: Marks, laws: Laws) -> list[Mark]:
    """Compares cube by cube; gives back what the wild cubes of the mat are written as. Raises `Illegal`."""
    cubes = cubes_written(written, laws)
    if len(cubes) != len(mat):
        more = "more" if len(cubes) > len(mat) else "fewer"
        raise Illegal("goal_interpretation_illegal", f"The Goal is written with {more} cubes than lie on the mat.")
    wild: list[Mark] = []
    for lying, (mark, is_exponent) in zip(mat, cubes, strict=True):
        if not _same(lying, mark, laws) or (is_exponent and lying.color != laws.exponent):
            raise Illegal(
                "goal_interpretation_illegal", "The Goal is not written as it lies on the mat.", mark.start, mark.end
            )
        if is_wild_cube(lying, laws) and not is_wild_cube(mark, laws):
            wild.append(replace(mark, wild=laws.wild))
    for part in parts_of(written):
        if any(part.first < gap <= part.last for gap in gaps_of(mat)):
            raise Illegal("goal_interpretation_illegal", "A numeral is written across a gap on the mat.")
    return wild


def cubes_written(marks: Marks, laws: Laws) -> list[tuple[Mark, bool]]:
    """Each cube of what is written, and whether it is an exponent by its colour."""
    found: list[tuple[Mark, bool]] = []
    for mark in marks:
        if mark.kind == "sup":
            found.extend((inside, True) for inside, _ in cubes_written(mark.inside[0], laws))
        elif mark.inside:
            for part in mark.inside:
                found.extend(cubes_written(part, laws))
        elif mark.cube and not _is_free_point(mark, laws):
            found.append((mark, False))
    return found


def laid_out(mat: Marks, written: Marks, laws: Laws) -> Marks:
    """What is written, each cube with the place and the color that it has on the mat."""
    return _laid_out(written, list(mat), laws)


def _laid_out(written: Marks, left: list[Mark], laws: Laws) -> Marks:
    """`left`: the cubes on the mat that come next. A point without a cube has the place of the digit beside it."""
    found: list[Mark] = []
    for mark in written:
        if mark.inside:
            mark = replace(mark, inside=tuple(_laid_out(part, left, laws) for part in mark.inside))
        elif mark.cube and not _is_free_point(mark, laws):
            lying = left.pop(0)
            mark = replace(mark, place=lying.place, color=lying.color)
        elif mark.kind == "point":
            before = found[-1] if found and found[-1].kind == "digit" else None
            mark = replace(mark, place=before.place if before else left[0].place if left else mark.place)
        found.append(mark)
    return tuple(found)


def _is_free_point(mark: Mark, laws: Laws) -> bool:
    return mark.kind == "point" and not laws.decimal_point


def as_on_mat(mat: Marks, written: Marks) -> Marks:
    """The cubes that are written, without brackets, with the gaps that they have on the mat."""
    found: list[Mark] = []
    for mark in written:
        if mark.kind == "group":
            found.extend(as_on_mat(mat, mark.inside[0]))
        elif mark.kind not in ("open", "close"):
            found.append(replace(mark, gap=mat[mark.place].gap))
    return tuple(found)


def _same(lying: Mark, mark: Mark, laws: Laws) -> bool:
    if is_wild_cube(lying, laws) and is_wild_cube(mark, laws):
        return lying.turn == mark.turn or mark.turn in [way.turn for way in _ways(lying, laws.wild, laws)]
    if mark.wild and not is_wild_cube(lying, laws):
        return False
    symbol = wild_symbol(mark) if is_wild_cube(lying, laws) else ""
    return any(_looks(way, laws) == _looks(mark, laws) for way in _ways(lying, symbol, laws))


def _ways(lying: Mark, symbol: str, laws: Laws) -> list[Mark]:
    return [way for meaning in meanings_of(lying, symbol, laws) for way in ways_to_lie(meaning, laws)]


def _looks(mark: Mark, laws: Laws) -> tuple[str, str, str]:
    if mark.kind == "sign":
        return "sign", sign_name(mark, laws), ""
    return mark.kind, mark.symbol if mark.kind == "digit" else "", mark.turn
