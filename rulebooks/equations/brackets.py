"""Pairs brackets into groups. A bracket that is missing may be put in at any fitting place (JM E4)."""

from __future__ import annotations

from dataclasses import replace

from rulebooks.equations.codes import Illegal
from rulebooks.equations.marks import CLOSING, Mark, Marks

MOST_MISSING = 2
MOST_WAYS = 60
MOST_DEPTH = 24
ENDS = ("digit", "i", "pob", "!", "sup", "close", "note", "point", "frac", "vinc")
"""What a closing bracket may stand behind."""


def groupings(marks: Marks) -> list[Marks]:
    """Every way to read the brackets: one, unless a bracket is missing."""
    missing = _unpaired(marks)
    if not missing:
        return [_nested(marks)]
    if len(missing) > MOST_MISSING:
        place = marks[missing[0]]
        raise Illegal("brackets", "More than two brackets are missing.", place.start, place.end)
    ways = _completed(marks, len(missing))
    if not ways:
        place = marks[missing[0]]
        raise Illegal("brackets", "This bracket has no other half.", place.start, place.end)
    return list(dict.fromkeys(_nested(way) for way in ways))


def _unpaired(marks: Marks) -> list[int]:
    """The places of brackets without their other half."""
    waiting: list[int] = []
    alone: list[int] = []
    for at, mark in enumerate(marks):
        if mark.kind == "open":
            waiting.append(at)
        elif mark.kind == "close":
            fitting = [place for place in waiting if CLOSING[marks[place].symbol] == mark.symbol]
            if not fitting:
                alone.append(at)
                continue
            while waiting[-1] != fitting[-1]:
                alone.append(waiting.pop())
            waiting.pop()
    return sorted(alone + waiting)


def _completed(marks: Marks, times: int) -> list[Marks]:
    """The marks with the missing halves put in wherever they fit."""
    if times == 0:
        return [] if _unpaired(marks) else [marks]
    place = _unpaired(marks)[0]
    lone = marks[place]
    found: list[Marks] = []
    if lone.kind == "open":
        half = Mark("close", CLOSING[lone.symbol], start=lone.start, end=lone.end)
        spots = [at for at in range(place + 2, len(marks) + 1) if marks[at - 1].kind in ENDS]
    else:
        opening = next(left for left, right in CLOSING.items() if right == lone.symbol)
        half = Mark("open", opening, start=lone.start, end=lone.end)
        spots = [at for at in range(place) if marks[at].kind not in ("close", "!", "sup", "note")]
        spots = [at for at in spots if at == 0 or marks[at - 1].kind in ("sign", "open")]
    for at in spots:
        trial = (*marks[:at], half, *marks[at:])
        if len(_unpaired(trial)) < len(_unpaired(marks)) and not _splits_numeral(trial, at):
            found.extend(_completed(trial, times - 1))
        if len(found) > MOST_WAYS:
            break
    return found[:MOST_WAYS]


def _splits_numeral(marks: Marks, at: int) -> bool:
    return 0 < at < len(marks) - 1 and marks[at - 1].kind == marks[at + 1].kind == "digit"


def _nested(marks: Marks) -> Marks:
    """Groups instead of pairs of brackets, in exponents and bars too."""
    stack: list[list[Mark]] = [[]]
    opened: list[Mark] = []
    for mark in marks:
        if mark.kind == "open":
            if len(stack) > MOST_DEPTH:
                raise Illegal("brackets", "It is nested too deeply.", mark.start, mark.end)
            opened.append(mark)
            stack.append([])
        elif mark.kind == "close":
            inside = tuple(stack.pop())
            start = opened.pop().start
            if not inside:
                raise Illegal("empty", "There is nothing between these brackets.", start, mark.end)
            stack[-1].append(Mark("group", inside=(inside,), start=start, end=mark.end))
        elif mark.inside:
            stack[-1].append(replace(mark, inside=tuple(_whole(part) for part in mark.inside)))
        else:
            stack[-1].append(mark)
    return tuple(stack[0])


def _whole(marks: Marks) -> Marks:
    missing = _unpaired(marks)
    if missing:
        place = marks[missing[0]]
        raise Illegal("brackets", "This bracket has no other half.", place.start, place.end)
    return _nested(marks)
