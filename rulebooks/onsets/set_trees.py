"""Set-Names as structure: sets and the signs between them, with the parentheses that the writer put (OS VI-A).

A `Chain` is what stands in one pair of parentheses and is not grouped any further: several readings. A `Joined` is one
reading of it. Parentheses around a single set say nothing and are dropped; so trees are no deeper than they have sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import DIGITS, JOINS, PRIME, RELATIONS, SETS
from rulebooks.onsets.tokens import SetSyntaxError, SetToken

# Fifteen cubes are not digits, and one of them must be the sign between sets (OS I-B-2).
MOST_SETS = 14


@dataclass(frozen=True, slots=True)
class SetSymbol:
    """B, V, Λ … with the complements behind it."""

    token: SetToken
    primes: tuple[SetToken, ...] = ()


@dataclass(frozen=True, slots=True)
class UngroupedSet:
    """Two or more sets with signs between them, not grouped."""

    operands: tuple[SetSymbol | UngroupedSet, ...]
    signs: tuple[SetToken, ...]
    primes: tuple[SetToken, ...] = ()


@dataclass(frozen=True, slots=True)
class SetOperation:
    """Two sets and the sign between them."""

    left: SetSymbol | SetOperation
    sign: SetToken
    right: SetSymbol | SetOperation
    primes: tuple[SetToken, ...] = ()


WrittenSet = SetSymbol | UngroupedSet
GroupedSet = SetSymbol | SetOperation


class _ParenthesisLevel:
    """What was read so far between two parentheses. The last set is open: complements may still follow it."""

    def __init__(self, opened: SetToken | None) -> None:
        self.opened = opened
        self.operands: list[WrittenSet] = []
        self.signs: list[SetToken] = []
        self.last: WrittenSet | None = None
        self.primes: list[SetToken] = []

    def take(self, found: WrittenSet, primes: list[SetToken]) -> None:
        self.last, self.primes = found, primes

    def join(self, sign: SetToken) -> None:
        self.operands.append(self._settled())
        self.signs.append(sign)
        self.last = None

    def close(self) -> tuple[WrittenSet, list[SetToken]]:
        """The group as one set; a single set keeps its complements open for those behind the parenthesis."""
        assert self.last is not None
        if not self.operands:
            return self.last, self.primes
        return UngroupedSet((*self.operands, self._settled()), tuple(self.signs)), []

    def _settled(self) -> WrittenSet:
        assert self.last is not None
        if isinstance(self.last, SetSymbol):
            return SetSymbol(self.last.token, tuple(self.primes))
        return UngroupedSet(self.last.operands, self.last.signs, tuple(self.primes))


def parse_set(tokens: Sequence[SetToken], end: int) -> WrittenSet:
    """The structure of a Set-Name with balanced parentheses, or the first place without a meaning. `end`: behind it."""
    check_set_count(tokens)
    level = _ParenthesisLevel(None)
    outer: list[_ParenthesisLevel] = []
    for token in tokens:
        if token.means == "(":
            if level.last is not None:
                raise SetSyntaxError(token.position, "Two sets need a sign between them.")
            outer.append(level)
            level = _ParenthesisLevel(token)
        elif token.means == ")":
            _check_finished(level, token.position)
            found, primes = level.close()
            level = outer.pop()
            level.take(found, primes)
        else:
            _take(level, token)
    _check_finished(level, end, unfinished=True)
    found, primes = level.close()
    return SetSymbol(found.token, tuple(primes)) if isinstance(found, SetSymbol) else _with_primes(found, primes)


def check_set_count(tokens: Sequence[SetToken]) -> None:
    sets = [token for token in tokens if token.means in SETS]
    if len(sets) > MOST_SETS:
        position = sets[MOST_SETS].position
        raise SetSyntaxError(position, "There are not so many cubes in the game.", code="more_cubes_than_there_are")


def _take(level: _ParenthesisLevel, token: SetToken) -> None:
    if token.means in SETS:
        if level.last is not None:
            raise SetSyntaxError(token.position, "Two sets need a sign between them.")
        level.take(SetSymbol(token), [])
    elif token.means == PRIME:
        if level.last is None:
            raise SetSyntaxError(token.position, "A complement stands behind its set.")
        level.primes.append(token)
    elif token.means in JOINS:
        if level.last is None:
            raise SetSyntaxError(token.position, f"{token.means} joins two sets, and none stands before it.")
        level.join(token)
    elif token.means in DIGITS:
        raise SetSyntaxError(token.position, "Digits are used in the Goal only.")
    else:
        assert token.means in RELATIONS
        raise SetSyntaxError(token.position, f"{token.means} is used between the sets of a Restriction only.")


def _check_finished(level: _ParenthesisLevel, position: int, *, unfinished: bool = False) -> None:
    if level.last is not None:
        return
    if level.signs:
        sentence = f"{level.signs[-1].means} joins two sets, and none stands behind it."
    elif level.opened:
        sentence = "There is no set in these parentheses."
    else:
        sentence = "There is no set here."
    raise SetSyntaxError(position, sentence, unfinished=unfinished)


def _with_primes(chain: UngroupedSet, primes: list[SetToken]) -> UngroupedSet:
    return UngroupedSet(chain.operands, chain.signs, tuple(primes)) if primes else chain
