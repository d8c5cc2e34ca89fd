"""Set-Names as trees: sets and the signs between them, with the writer's parentheses (OS VI-A).

An `UngroupedSet` is the content of one pair of parentheses, not grouped any further, so it has several readings. A
`SetOperation` is one reading of it. Parentheses around a single set mean nothing and are dropped, so a tree is no
deeper than its number of sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import BINARY_OPERATIONS, DIGITS, PRIME, RELATIONS, SETS, printed_symbol
from rulebooks.onsets.tokens import SetSyntaxError, SetToken

# Fifteen cubes have no digit, and one of them must be the sign between sets (OS I-B-2).
MAX_SETS = 14


@dataclass(frozen=True, slots=True)
class SetSymbol:
    """B, V, Λ … with the complements after it."""

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
    """What was read so far between two parentheses. Complements may still follow the last set."""

    def __init__(self, opening: SetToken | None) -> None:
        self.opening = opening
        self.operands: list[WrittenSet] = []
        self.signs: list[SetToken] = []
        self.last: WrittenSet | None = None
        self.primes: list[SetToken] = []

    def set_last(self, operand: WrittenSet, primes: list[SetToken]) -> None:
        self.last, self.primes = operand, primes

    def add_sign(self, sign: SetToken) -> None:
        self.operands.append(self._finish_last())
        self.signs.append(sign)
        self.last = None

    def close(self) -> tuple[WrittenSet, list[SetToken]]:
        """Return the group as one set. A single set keeps its complements open for those after the parenthesis."""
        assert self.last is not None
        if not self.operands:
            return self.last, self.primes
        return UngroupedSet((*self.operands, self._finish_last()), tuple(self.signs)), []

    def _finish_last(self) -> WrittenSet:
        assert self.last is not None
        if isinstance(self.last, SetSymbol):
            return SetSymbol(self.last.token, tuple(self.primes))
        return UngroupedSet(self.last.operands, self.last.signs, tuple(self.primes))


def parse_set(tokens: Sequence[SetToken], end: int) -> WrittenSet:
    """Return the tree of a Set-Name with balanced parentheses. `end`: the position after it.

    Raises `SetSyntaxError` at the first position that makes no sense.
    """
    check_set_count(tokens)
    level = _ParenthesisLevel(None)
    outer: list[_ParenthesisLevel] = []
    for token in tokens:
        if token.means == "(":
            if level.last is not None:
                raise SetSyntaxError(token.position, "There’s no sign between these sets.")
            outer.append(level)
            level = _ParenthesisLevel(token)
        elif token.means == ")":
            _check_finished(level, token.position)
            parsed, primes = level.close()
            level = outer.pop()
            level.set_last(parsed, primes)
        else:
            _add_token(level, token)
    _check_finished(level, end, unfinished=True)
    parsed, primes = level.close()
    return SetSymbol(parsed.token, tuple(primes)) if isinstance(parsed, SetSymbol) else _with_primes(parsed, primes)


def check_set_count(tokens: Sequence[SetToken]) -> None:
    sets = [token for token in tokens if token.means in SETS]
    if len(sets) > MAX_SETS:
        position = sets[MAX_SETS].position
        raise SetSyntaxError(position, "There aren’t that many cubes in the game.", code="more_cubes_than_there_are")


def _add_token(level: _ParenthesisLevel, token: SetToken) -> None:
    if token.means in SETS:
        if level.last is not None:
            raise SetSyntaxError(token.position, "There’s no sign between these sets.")
        level.set_last(SetSymbol(token), [])
    elif token.means == PRIME:
        if level.last is None:
            raise SetSyntaxError(token.position, "There’s no set before this ′.")
        level.primes.append(token)
    elif token.means in BINARY_OPERATIONS:
        if level.last is None:
            raise SetSyntaxError(token.position, f"There’s no set before this {printed_symbol(token.means)}.")
        level.add_sign(token)
    elif token.means in DIGITS:
        raise SetSyntaxError(token.position, "Digits can be used only in the Goal.")
    else:
        assert token.means in RELATIONS
        raise SetSyntaxError(
            token.position, f"{printed_symbol(token.means)} can be used only between the sets of a Restriction."
        )


def _check_finished(level: _ParenthesisLevel, position: int, *, unfinished: bool = False) -> None:
    if level.last is not None:
        return
    if level.signs:
        sentence = f"There’s no set after this {printed_symbol(level.signs[-1].means)}."
    elif level.opening:
        sentence = "There’s no set inside these parentheses."
    else:
        sentence = "There’s no set here."
    raise SetSyntaxError(position, sentence, unfinished=unfinished)


def _with_primes(chain: UngroupedSet, primes: list[SetToken]) -> UngroupedSet:
    return UngroupedSet(chain.operands, chain.signs, tuple(primes)) if primes else chain
