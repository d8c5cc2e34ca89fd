"""Reads what a player wrote, mark by mark: symbols of cubes, parentheses, and what a wild cube stands for.

`wY(-)` is a Y cube that stands for −. Spaces mean nothing; parentheses, brackets and braces are the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.onsets.symbols import DIGITS, SAME, SYMBOLS

MOST_CHARACTERS = 10_000


class Unreadable(ValueError):
    """A place where what was written means nothing. `unfinished`: it could still become something when typed on."""

    def __init__(self, place: int, sentence: str, *, code: str = "undefined_symbol_group", unfinished: bool = False):
        super().__init__(sentence)
        self.place = place
        self.sentence = sentence
        self.code = code
        self.unfinished = unfinished


@dataclass(frozen=True, slots=True)
class Mark:
    """One written sign: the symbol on the cube (nothing for a parenthesis), what it stands for, and where it is."""

    cube: str
    means: str
    place: int
    is_marked: bool = False

    @property
    def written(self) -> str:
        return f"w{self.cube}({self.means})" if self.cube and self.cube != self.means else self.means


def read_marks(text: str) -> tuple[Mark, ...]:
    """The marks of a Set-Name or Restriction, or the first place that no symbol of On-Sets fits (OS VII-C-5-d)."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(MOST_CHARACTERS, f"This is longer than {MOST_CHARACTERS} characters.", code="too_long")
    marks: list[Mark] = []
    place = 0
    while place < len(text):
        sign = text[place]
        if sign in "wW":
            mark, place = _wild(text, place)
            marks.append(mark)
            continue
        if not sign.isspace():
            symbol = SAME.get(sign)
            if symbol is None:
                raise Unreadable(place, f"{sign!r} is not a symbol of On-Sets.", code="undefined_symbol")
            marks.append(Mark("" if symbol in "()" else symbol, symbol, place))
        place += 1
    return tuple(marks)


def _wild(text: str, start: int) -> tuple[Mark, int]:
    """`wY(-)` from its w on, and the place behind it."""
    found: list[str] = []
    place = start + 1
    while place < len(text) and len(found) < 4:
        if not text[place].isspace():
            found.append(SAME.get(text[place], "?"))
        place += 1
    if len(found) < 4:
        sentence = "A wild cube is typed with what it stands for, such as wY(-)."
        raise Unreadable(start, sentence, code="undefined_symbol", unfinished=True)
    cube, opened, means, closed = found
    if cube not in SYMBOLS or (opened, closed) != ("(", ")") or means not in SYMBOLS + DIGITS:
        raise Unreadable(start, "A wild cube is typed with what it stands for, such as wY(-).", code="undefined_symbol")
    if means in DIGITS:
        raise Unreadable(start, "A wild cube may stand for any symbol but a digit.", code="wild_stands_for_digit")
    return Mark(cube, means, start, is_marked=True), place
