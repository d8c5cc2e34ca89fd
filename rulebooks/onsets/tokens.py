"""Splits what a player wrote into tokens: symbols of cubes, parentheses, and what a wild cube stands for.

`wY(-)` is a Y cube that stands for −. Spaces mean nothing; parentheses, brackets and braces are the same.

A missing parenthesis doesn't make a Solution wrong: it may be inserted anywhere it fits (JM E4, which also applies to
On-Sets by the note at the start of JM section E). What the writer did group stays together: the missing one never goes
between two parentheses that belong together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import ALIASES, DIGITS, PRIME, SETS, SYMBOLS
from rulebooks.wording import in_quotes

MAX_CHARACTERS = 10_000


class SetSyntaxError(ValueError):
    """A position where the text makes no sense. `unfinished`: more typing could still fix it."""

    def __init__(self, position: int, sentence: str, *, code: str = "undefined_symbol_group", unfinished: bool = False):
        super().__init__(sentence)
        self.position = position
        self.sentence = sentence
        self.code = code
        self.unfinished = unfinished


@dataclass(frozen=True, slots=True)
class SetToken:
    """One symbol: on the cube (empty for a parenthesis), what it stands for, and its position in the text."""

    cube: str
    means: str
    position: int
    is_labeled: bool = False

    @property
    def written(self) -> str:
        return f"w{self.cube}({self.means})" if self.cube and self.cube != self.means else self.means


def tokenize(text: str) -> tuple[SetToken, ...]:
    """Return the tokens of a Set-Name or Restriction.

    Raises `SetSyntaxError` at the first character that isn't an On-Sets symbol (OS VII-C-5-d).
    """
    if len(text) > MAX_CHARACTERS:
        raise SetSyntaxError(MAX_CHARACTERS, f"Only {MAX_CHARACTERS:,} characters are allowed.", code="too_long")
    tokens: list[SetToken] = []
    position = 0
    while position < len(text):
        sign = text[position]
        if sign in "wW":
            token, position = _read_wild(text, position)
            tokens.append(token)
            continue
        if not sign.isspace():
            symbol = ALIASES.get(sign)
            if symbol is None:
                raise SetSyntaxError(position, f"{in_quotes(sign)} isn’t an On-Sets symbol.", code="undefined_symbol")
            tokens.append(SetToken("" if symbol in "()" else symbol, symbol, position))
        position += 1
    return tuple(tokens)


def _read_wild(text: str, start: int) -> tuple[SetToken, int]:
    """Read `wY(-)` from its w on, and return the position after it."""
    symbols: list[str] = []
    position = start + 1
    while position < len(text) and len(symbols) < 4:
        if not text[position].isspace():
            symbols.append(ALIASES.get(text[position], "?"))
        position += 1
    if len(symbols) < 4:
        sentence = "Enter a wild cube with what it stands for, such as wY(-)."
        raise SetSyntaxError(start, sentence, code="undefined_symbol", unfinished=True)
    cube, opened, means, closed = symbols
    if cube not in SYMBOLS or (opened, closed) != ("(", ")") or means not in SYMBOLS + DIGITS:
        raise SetSyntaxError(
            start, "Enter a wild cube with what it stands for, such as wY(-).", code="undefined_symbol"
        )
    if means in DIGITS:
        raise SetSyntaxError(start, "A wild cube can’t stand for a digit.", code="wild_stands_for_digit")
    return SetToken(cube, means, start, is_labeled=True), position


MAX_MISSING = 2
MAX_TOKENS = 80
MAX_COMPLETIONS = 300


def with_missing_parentheses(tokens: Sequence[SetToken]) -> Iterator[tuple[SetToken, ...]]:
    """Yield every way to insert the missing parentheses; a balanced text comes back unchanged."""
    missing = _unmatched(tokens)
    if not missing:
        yield tuple(tokens)
        return
    if len(missing) > MAX_MISSING or len(tokens) > MAX_TOKENS:
        position = tokens[missing[0]].position
        raise SetSyntaxError(
            position, "Several parentheses have no match.", code="parentheses_missing", unfinished=True
        )
    seen: set[tuple[str, ...]] = set()
    for inserted in _insert_partner(tuple(tokens), missing[-1]):
        for balanced in with_missing_parentheses(inserted):
            shape = tuple(token.means for token in balanced)
            if shape not in seen and len(seen) < MAX_COMPLETIONS:
                seen.add(shape)
                yield balanced


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
    """Yield the tokens with the partner of a lone parenthesis in every position on its own level."""
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
        if depth == 0 and _can_be_next_to_parenthesis(tokens[number], step):
            cut = number + 1 if step == 1 else number
            yield (*tokens[:cut], SetToken("", partner, tokens[number].position), *tokens[cut:])
        number += step


def _can_be_next_to_parenthesis(token: SetToken, step: int) -> bool:
    """Whether a parenthesis can come after this token (step 1), or before it."""
    return token.means in (SETS + PRIME + ")" if step == 1 else SETS + "(")
