"""Reads what a player wrote, mark by mark: symbols of cubes, parentheses, and what a wild cube stands for.

`wY(-)` is a Y cube that stands for −. Spaces mean nothing; parentheses, brackets and braces are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import DIGITS, PRIME, SAME, SETS, SYMBOLS

MOST_CHARACTERS = 10_000


class SetSyntaxError(ValueError):
    """A place where what was written means nothing. `unfinished`: it could still become something when typed on."""

    def __init__(self, position: int, sentence: str, *, code: str = "undefined_symbol_group", unfinished: bool = False):
        super().__init__(sentence)
        self.position = position
        self.sentence = sentence
        self.code = code
        self.unfinished = unfinished


@dataclass(frozen=True, slots=True)
class SetToken:
    """One written sign: the symbol on the cube (nothing for a parenthesis), what it stands for, and where it is."""

    cube: str
    means: str
    position: int
    is_labeled: bool = False

    @property
    def written(self) -> str:
        return f"w{self.cube}({self.means})" if self.cube and self.cube != self.means else self.means


def tokenize(text: str) -> tuple[SetToken, ...]:
    """The marks of a Set-Name or Restriction, or the first place that no symbol of On-Sets fits (OS VII-C-5-d)."""
    if len(text) > MOST_CHARACTERS:
        raise SetSyntaxError(MOST_CHARACTERS, f"This is longer than {MOST_CHARACTERS} characters.", code="too_long")
    tokens: list[SetToken] = []
    position = 0
    while position < len(text):
        sign = text[position]
        if sign in "wW":
            token, position = _wild(text, position)
            tokens.append(token)
            continue
        if not sign.isspace():
            symbol = SAME.get(sign)
            if symbol is None:
                raise SetSyntaxError(position, f"{sign!r} is not a symbol of On-Sets.", code="undefined_symbol")
            tokens.append(SetToken("" if symbol in "()" else symbol, symbol, position))
        position += 1
    return tuple(tokens)


def _wild(text: str, start: int) -> tuple[SetToken, int]:
    """`wY(-)` from its w on, and the place behind it."""
    found: list[str] = []
    position = start + 1
    while position < len(text) and len(found) < 4:
        if not text[position].isspace():
            found.append(SAME.get(text[position], "?"))
        position += 1
    if len(found) < 4:
        sentence = "A wild cube is typed with what it stands for, such as wY(-)."
        raise SetSyntaxError(start, sentence, code="undefined_symbol", unfinished=True)
    cube, opened, means, closed = found
    if cube not in SYMBOLS or (opened, closed) != ("(", ")") or means not in SYMBOLS + DIGITS:
        raise SetSyntaxError(
            start, "A wild cube is typed with what it stands for, such as wY(-).", code="undefined_symbol"
        )
    if means in DIGITS:
        raise SetSyntaxError(start, "A wild cube may stand for any symbol but a digit.", code="wild_stands_for_digit")
    return SetToken(cube, means, start, is_labeled=True), position


MOST_MISSING = 2
MOST_TOKENS = 80
MOST_WAYS = 300


def with_missing_parentheses(tokens: Sequence[SetToken]) -> Iterator[tuple[SetToken, ...]]:
    """Every way to put in the missing parentheses; what is balanced comes back as it is."""
    missing = _unmatched(tokens)
    if not missing:
        yield tuple(tokens)
        return
    if len(missing) > MOST_MISSING or len(tokens) > MOST_TOKENS:
        position = tokens[missing[0]].position
        raise SetSyntaxError(
            position, "Several parentheses have no partner.", code="parentheses_missing", unfinished=True
        )
    seen: set[tuple[str, ...]] = set()
    for found in _insert_partner(tuple(tokens), missing[-1]):
        for whole in with_missing_parentheses(found):
            shape = tuple(token.means for token in whole)
            if shape not in seen and len(seen) < MOST_WAYS:
                seen.add(shape)
                yield whole


def _unmatched(tokens: Sequence[SetToken]) -> list[int]:
    opened: list[int] = []
    closed: list[int] = []
    for number, token in enumerate(tokens):
        if token.means == "(":
            opened.append(number)
        elif token.means == ")":
            if opened:
                opened.pop()
            else:
                closed.append(number)
    return sorted(closed + opened)


def _insert_partner(tokens: tuple[SetToken, ...], lone: int) -> Iterator[tuple[SetToken, ...]]:
    """The partner of a lone parenthesis, in every place on its own level."""
    step = 1 if tokens[lone].means == "(" else -1
    into, out_of, partner = ("(", ")", ")") if step == 1 else (")", "(", "(")
    depth = 0
    number = lone + step
    while 0 <= number < len(tokens):
        if tokens[number].means == into:
            depth += 1
        elif tokens[number].means == out_of:
            depth -= 1
            if depth < 0:
                return
        if depth == 0 and _ends_a_set(tokens[number], step):
            cut = number + 1 if step == 1 else number
            yield (*tokens[:cut], SetToken("", partner, tokens[number].position), *tokens[cut:])
        number += step


def _ends_a_set(token: SetToken, step: int) -> bool:
    """Whether a parenthesis can stand behind this mark (step 1), or before it."""
    return token.means in (SETS + PRIME + ")" if step == 1 else SETS + "(")
