"""Names of sets of cards as players write them in the blank of Double Set: `B`, `R'`, `(B-R)'`, `V-B'` (OS XIII-C-10).

A card is the text of its colors in the order B R G Y, or `blank`. With at most four symbols there is never more than
one operation between two sets, so the order of operations cannot matter; a longer name is refused before it is read.
"""

from __future__ import annotations

from collections.abc import Collection

COLORS = "BRGY"
BLANK_CARD = "blank"
SAME = str.maketrans({"∪": "u", "U": "u", "∩": "n", "−": "-", "–": "-", "′": "'", "’": "'", "Λ": "L", "∅": "L"})
GROUPING = str.maketrans({"[": "(", "]": ")", "{": "(", "}": ")"})

MOST_CHARACTERS = 60  # four symbols in any sensible number of parentheses

Cards = frozenset[str]


class NotASet(ValueError):
    """What was written names no set, or is too long."""


def cards_named_by(written: str, universe: Collection[str], *, most: int, symmetric: bool = False) -> Cards:
    """The cards of the Universe that the name stands for. `symmetric`: − means symmetric difference (OS XIII-D-13)."""
    if len(written) > MOST_CHARACTERS:
        raise NotASet("far too long")
    symbols = [symbol for symbol in written.translate(SAME).translate(GROUPING) if not symbol.isspace()]
    if sum(symbol not in "()" for symbol in symbols) > most:
        raise NotASet(f"more than {most} symbols")
    return _SetName(symbols, frozenset(universe), symmetric).value()


def is_set_name(written: str, *, most: int) -> bool:
    try:
        cards_named_by(written, (), most=most)
    except NotASet:
        return False
    return True


def parse_card(written: str) -> str:
    """A card by its colors in any order, or `blank`; nothing if there is no such card."""
    letters = written.strip().upper()
    if letters.casefold() == BLANK_CARD:
        return BLANK_CARD
    if not letters or set(letters) - set(COLORS) or len(set(letters)) != len(letters):
        return ""
    return "".join(color for color in COLORS if color in letters)


class _SetName:
    def __init__(self, symbols: list[str], universe: Cards, symmetric: bool) -> None:
        self._left = symbols
        self._universe = universe
        self._symmetric = symmetric

    def value(self) -> Cards:
        found = self._operation()
        if self._left:
            raise NotASet(f"{self._left[0]} has no meaning there")
        return found

    def _operation(self) -> Cards:
        found = self._primed()
        while self._left and self._left[0] in "un-":
            sign, other = self._left.pop(0), self._primed()
            found = {
                "u": found | other,
                "n": found & other,
                "-": found ^ other if self._symmetric else found - other,
            }[sign]
        return found

    def _primed(self) -> Cards:
        found = self._plain()
        while self._left and self._left[0] == "'":
            self._left.pop(0)
            found = self._universe - found
        return found

    def _plain(self) -> Cards:
        symbol = self._left.pop(0) if self._left else ""
        if symbol == "(":
            found = self._operation()
            if not self._left or self._left.pop(0) != ")":
                raise NotASet("a parenthesis is not closed")
            return found
        if symbol == "V":
            return self._universe
        if symbol == "L":
            return frozenset()
        if symbol and symbol in COLORS:
            return frozenset(each for each in self._universe if each != BLANK_CARD and symbol in each)
        raise NotASet(f"{symbol} has no meaning there" if symbol else "it ends too early")
