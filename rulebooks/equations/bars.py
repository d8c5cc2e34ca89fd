"""A drawn fraction bar or radical bar: it neither groups nor counts as a cube (JM E16, E17)."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.equations.marks import Mark, Marks, flat


def bar_in(marks: Marks) -> Mark | None:
    return next((mark for mark in flat(marks) if mark.kind in ("frac", "vinc")), None)


def code_of(bar: Mark) -> str:
    return "fraction_bar" if bar.kind == "frac" else "vinculum"


def as_meant(marks: Marks) -> Marks:
    """The bar as the writer means it: a group, or a quotient of two groups."""
    return tuple(_meant(mark) for mark in marks)


def _meant(mark: Mark) -> Mark:
    inside = tuple(as_meant(part) for part in mark.inside)
    if mark.kind == "vinc":
        return replace(mark, kind="group", inside=inside)
    if mark.kind == "frac":
        parts = [replace(mark, kind="group", inside=(part,), start=part[0].start, end=part[-1].end) for part in inside]
        return replace(mark, kind="group", inside=((parts[0], _divided(mark), parts[1]),))
    return replace(mark, inside=inside)


def ignored(marks: Marks) -> Marks:
    """The same cubes without the bar."""
    found: list[Mark] = []
    for mark in marks:
        inside = tuple(ignored(part) for part in mark.inside)
        if mark.kind == "vinc":
            found.extend(inside[0])
        elif mark.kind == "frac":
            found.extend((*inside[0], _divided(mark), *inside[1]))
        else:
            found.append(replace(mark, inside=inside))
    return tuple(found)


def _divided(mark: Mark) -> Mark:
    """A ÷ that is on no cube."""
    return Mark("sign", "/", repeated=True, start=mark.start, end=mark.end)
