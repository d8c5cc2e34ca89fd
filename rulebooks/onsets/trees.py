"""Set-Names as structure: sets and the signs between them, with the parentheses that the writer put (OS VI-A).

A `Chain` is what stands in one pair of parentheses and is not grouped any further: several readings. A `Joined` is one
reading of it. Parentheses around a single set say nothing and are dropped; so trees are no deeper than they have sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebooks.onsets.reader import Mark, Unreadable
from rulebooks.onsets.symbols import DIGITS, JOINS, PRIME, RELATIONS, SETS

# Fifteen cubes are not digits, and one of them must be the sign between sets (OS I-B-2).
MOST_SETS = 14


@dataclass(frozen=True, slots=True)
class Plain:
    """B, V, Λ … with the complements behind it."""

    mark: Mark
    primes: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """Two or more sets with signs between them, not grouped."""

    operands: tuple[Plain | Chain, ...]
    signs: tuple[Mark, ...]
    primes: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """Two sets and the sign between them."""

    left: Plain | Joined
    sign: Mark
    right: Plain | Joined
    primes: tuple[Mark, ...] = ()


Written = Plain | Chain
Read = Plain | Joined


class _Level:
    """What was read so far between two parentheses. The last set is open: complements may still follow it."""

    def __init__(self, opened: Mark | None) -> None:
        self.opened = opened
        self.operands: list[Written] = []
        self.signs: list[Mark] = []
        self.last: Written | None = None
        self.primes: list[Mark] = []

    def take(self, found: Written, primes: list[Mark]) -> None:
        self.last, self.primes = found, primes

    def join(self, sign: Mark) -> None:
        self.operands.append(self._settled())
        self.signs.append(sign)
        self.last = None

    def close(self) -> tuple[Written, list[Mark]]:
        """The group as one set; a single set keeps its complements open for those behind the parenthesis."""
        assert self.last is not None
        if not self.operands:
            return self.last, self.primes
        return Chain((*self.operands, self._settled()), tuple(self.signs)), []

    def _settled(self) -> Written:
        assert self.last is not None
        if isinstance(self.last, Plain):
            return Plain(self.last.mark, tuple(self.primes))
        return Chain(self.last.operands, self.last.signs, tuple(self.primes))


def grow(marks: Sequence[Mark], end: int) -> Written:
    """The structure of a Set-Name with balanced parentheses, or the first place without a meaning. `end`: behind it."""
    check_size(marks)
    level = _Level(None)
    outer: list[_Level] = []
    for mark in marks:
        if mark.means == "(":
            if level.last is not None:
                raise Unreadable(mark.place, "Two sets need a sign between them.")
            outer.append(level)
            level = _Level(mark)
        elif mark.means == ")":
            _check_finished(level, mark.place)
            found, primes = level.close()
            level = outer.pop()
            level.take(found, primes)
        else:
            _take(level, mark)
    _check_finished(level, end, unfinished=True)
    found, primes = level.close()
    return Plain(found.mark, tuple(primes)) if isinstance(found, Plain) else _with_primes(found, primes)


def check_size(marks: Sequence[Mark]) -> None:
    sets = [mark for mark in marks if mark.means in SETS]
    if len(sets) > MOST_SETS:
        place = sets[MOST_SETS].place
        raise Unreadable(place, "There are not so many cubes in the game.", code="more_cubes_than_there_are")


def _take(level: _Level, mark: Mark) -> None:
    if mark.means in SETS:
        if level.last is not None:
            raise Unreadable(mark.place, "Two sets need a sign between them.")
        level.take(Plain(mark), [])
    elif mark.means == PRIME:
        if level.last is None:
            raise Unreadable(mark.place, "A complement stands behind its set.")
        level.primes.append(mark)
    elif mark.means in JOINS:
        if level.last is None:
            raise Unreadable(mark.place, f"{mark.means} joins two sets, and none stands before it.")
        level.join(mark)
    elif mark.means in DIGITS:
        raise Unreadable(mark.place, "Digits are used in the Goal only.")
    else:
        assert mark.means in RELATIONS
        raise Unreadable(mark.place, f"{mark.means} is used between the sets of a Restriction only.")


def _check_finished(level: _Level, place: int, *, unfinished: bool = False) -> None:
    if level.last is not None:
        return
    if level.signs:
        sentence = f"{level.signs[-1].means} joins two sets, and none stands behind it."
    elif level.opened:
        sentence = "There is no set in these parentheses."
    else:
        sentence = "There is no set here."
    raise Unreadable(place, sentence, unfinished=unfinished)


def _with_primes(chain: Chain, primes: list[Mark]) -> Chain:
    return Chain(chain.operands, chain.signs, tuple(primes)) if primes else chain
