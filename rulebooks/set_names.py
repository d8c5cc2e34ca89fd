"""Parses names of sets of cards as players write them for Double Set: `B`, `R'`, `(B-R)'`, `V-B'` (OS XIII-C-10).

A card is the letters of its colors in the order B R G Y, or `blank`. With at most four symbols there is never more than
one operation between two sets, so the order of operations can't matter; longer names are refused first.
"""

from __future__ import annotations

from collections.abc import Collection

COLORS = "BRGY"
BLANK_CARD = "blank"
SAME = str.maketrans({"∪": "u", "U": "u", "∩": "n", "−": "-", "–": "-", "′": "'", "’": "'", "Λ": "L", "∅": "L"})
PARENTHESES = str.maketrans({"[": "(", "]": ")", "{": "(", "}": ")"})

MAX_CHARACTERS = 60  # four symbols in any sensible number of parentheses

Cards = frozenset[str]


class SetNameError(ValueError):
    """A text that names no set, or is too long."""


def cards_named_by(written: str, universe: Collection[str], *, most: int, symmetric: bool = False) -> Cards:
    """Return the cards of the Universe that a name stands for.

    `symmetric`: − means symmetric difference (OS XIII-D-13).
    """
    if len(written) > MAX_CHARACTERS:
        raise SetNameError("The set name is too long.")
    symbols = [symbol for symbol in written.translate(SAME).translate(PARENTHESES) if not symbol.isspace()]
    if sum(symbol not in "()" for symbol in symbols) > most:
        raise SetNameError(f"The set name has more than {most} symbols.")
    return _SetNameParser(symbols, frozenset(universe), symmetric).value()


def is_set_name(written: str, *, most: int) -> bool:
    try:
        cards_named_by(written, (), most=most)
    except SetNameError:
        return False
    return True


def parse_card(written: str) -> str:
    """Return a card from its colors in any order, or `blank`; an empty text if there is no such card."""
    letters = written.strip().upper()
    if letters.casefold() == BLANK_CARD:
        return BLANK_CARD
    if not letters or set(letters) - set(COLORS) or len(set(letters)) != len(letters):
        return ""
    return "".join(color for color in COLORS if color in letters)


class _SetNameParser:
    def __init__(self, symbols: list[str], universe: Cards, symmetric: bool) -> None:
        self._remaining = symbols
        self._universe = universe
        self._symmetric = symmetric

    def value(self) -> Cards:
        cards = self._operation()
        if self._remaining:
            raise SetNameError(f"{self._remaining[0]} doesn’t belong there.")
        return cards

    def _operation(self) -> Cards:
        cards = self._with_complements()
        while self._remaining and self._remaining[0] in "un-":
            sign, other = self._remaining.pop(0), self._with_complements()
            cards = {
                "u": cards | other,
                "n": cards & other,
                "-": cards ^ other if self._symmetric else cards - other,
            }[sign]
        return cards

    def _with_complements(self) -> Cards:
        cards = self._single_set()
        while self._remaining and self._remaining[0] == "'":
            self._remaining.pop(0)
            cards = self._universe - cards
        return cards

    def _single_set(self) -> Cards:
        symbol = self._remaining.pop(0) if self._remaining else ""
        if symbol == "(":
            cards = self._operation()
            if not self._remaining or self._remaining.pop(0) != ")":
                raise SetNameError("A parenthesis isn’t closed.")
            return cards
        if symbol == "V":
            return self._universe
        if symbol == "L":
            return frozenset()
        if symbol and symbol in COLORS:
            return frozenset(each for each in self._universe if each != BLANK_CARD and symbol in each)
        raise SetNameError(f"{symbol} doesn’t belong there." if symbol else "The set name isn’t finished.")
