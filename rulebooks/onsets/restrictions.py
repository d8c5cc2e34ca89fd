"""Restrictions: statements on sets that every card of the Universe must satisfy, or it is turned over (OS VI-B).

A Restriction looks at single cards. So the order of Restrictions never matters, and a chain A ⊂ B = C is A ⊂ B and
B = C on each card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebooks.onsets.groupings import Groupings
from rulebooks.onsets.reader import Mark, Unreadable
from rulebooks.onsets.symbols import RELATIONS
from rulebooks.onsets.trees import Read, Written, check_size, grow
from rulebooks.onsets.universe import Cards


@dataclass(frozen=True, slots=True)
class Statement:
    """A Restriction as written: sets, and = or ⊂ between them."""

    sets: tuple[Written, ...]
    relations: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Stated:
    """One reading of it."""

    sets: tuple[Read, ...]
    relations: tuple[Mark, ...]


Kept = dict[Cards, Stated]


def state(marks: Sequence[Mark], end: int) -> Statement:
    """The statement in balanced parentheses, or the first place without a meaning."""
    check_size(marks)
    marks, end = _without_outer(list(marks), end)
    relations = _relations(marks)
    sets: list[Written] = []
    start = 0
    for number in (*relations, len(marks)):
        behind = marks[number].place if number < len(marks) else end
        sets.append(grow(marks[start:number], behind))
        start = number + 1
    return Statement(tuple(sets), tuple(marks[number] for number in relations))


def _without_outer(marks: list[Mark], end: int) -> tuple[list[Mark], int]:
    """Parentheses around the whole Restriction are useless and do no harm (OS VI-B-3)."""
    first, last = 0, len(marks) - 1
    partners = _partners(marks)
    while first < last and partners.get(first) == last:
        end = marks[last].place
        first, last = first + 1, last - 1
    return marks[first : last + 1], end


def _partners(marks: Sequence[Mark]) -> dict[int, int]:
    opened: list[int] = []
    found: dict[int, int] = {}
    for number, mark in enumerate(marks):
        if mark.means == "(":
            opened.append(number)
        elif mark.means == ")" and opened:
            found[opened.pop()] = number
    return found


def _relations(marks: Sequence[Mark]) -> list[int]:
    """Where = and ⊂ are; no parentheses may enclose one of them (OS VI-B-3)."""
    depth = 0
    found: list[int] = []
    for number, mark in enumerate(marks):
        depth += (mark.means == "(") - (mark.means == ")")
        if mark.means in RELATIONS:
            if depth:
                sentence = f"No parentheses may enclose {mark.means}, except around the whole Restriction."
                raise Unreadable(mark.place, sentence, code="parentheses_around_restriction_symbol")
            found.append(number)
    if not found:
        place = marks[-1].place + 1 if marks else 0
        raise Unreadable(place, "A Restriction has = or ⊂ in it.", code="restriction_without_symbol", unfinished=True)
    return found


def kept_by(statement: Statement, groupings: Groupings) -> Kept:
    """Which cards stay, for every reading of the Restriction."""
    everything = groupings.universe.all
    states: dict[tuple[Cards, Cards], tuple[Read, ...]] = {
        (everything, cards): (read,) for cards, read in groupings.of(statement.sets[0]).items()
    }
    for relation, written in zip(statement.relations, statement.sets[1:], strict=True):
        rights = groupings.of(written)
        groupings.spend(len(states) * len(rights))
        after: dict[tuple[Cards, Cards], tuple[Read, ...]] = {}
        for (kept, left), reads in states.items():
            for right, read in rights.items():
                removed = left & ~right if relation.means == "c" else left ^ right
                after.setdefault((kept & ~removed, right), (*reads, read))
        states = after
    found: Kept = {}
    for (kept, _), reads in states.items():
        found.setdefault(kept, Stated(reads, statement.relations))
    return found
