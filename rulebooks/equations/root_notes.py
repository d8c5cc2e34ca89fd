"""Parses the value that a writer names for a root: ordinary mathematics, such as `-2`, `(2i)^3` or `-1+sqrt(3)i`."""

from __future__ import annotations

import re
from fractions import Fraction

from rulebooks.equations.numbers.algebraic import IMAGINARY_UNIT
from rulebooks.equations.numbers.arithmetic import add, divide, multiply, negative, positive_power, subtract
from rulebooks.equations.numbers.comparison import is_real, is_zero, sign
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.limits import Undecided
from rulebooks.equations.powers import MAX_ROOTS, power_values
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.violations import Illegal
from rulebooks.wording import in_quotes

MAX_CHARACTERS = 200
_PIECE = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|(sqrt|root|[iI])|(\*\*|[-+*/^(),x×·÷√r]))")


def parse_root_note(text: str) -> Number:
    """Return the number that the note names."""
    try:
        return _NoteParser(text).read()
    except (Undecided, ZeroDivisionError, RecursionError):
        raise Illegal("root_not_a_value", f"{in_quotes(text[:40])} isn’t a number.") from None


class _NoteParser:
    def __init__(self, text: str) -> None:
        self.pieces: list[str] = []
        position = 0
        text = text.replace("−", "-").replace("–", "-").rstrip()
        while position < len(text) and len(text) <= MAX_CHARACTERS:
            piece = _PIECE.match(text, position)
            if not piece:
                break
            self.pieces.append(piece.group().strip())
            position = piece.end()
        self.text = text
        if not self.pieces or position < len(text):
            self._refuse()
        self.position = 0

    def read(self) -> Number:
        value = self._sum()
        if self.position < len(self.pieces):
            self._refuse()
        return value

    def _refuse(self) -> None:
        raise Illegal("root_not_a_value", f"{in_quotes(self.text[:40])} isn’t a number.")

    def _peek(self) -> str:
        return self.pieces[self.position] if self.position < len(self.pieces) else ""

    def _take(self) -> str:
        piece = self._peek()
        self.position += 1
        return piece

    def _sum(self) -> Number:
        value = negative(self._product()) if self._peek() == "-" and self._take() else self._product()
        while self._peek() in ("+", "-"):
            join = add if self._take() == "+" else subtract
            value = join(value, self._product())
        return value

    def _product(self) -> Number:
        value = self._power()
        while True:
            piece = self._peek()
            if piece in ("*", "x", "×", "·"):
                self._take()
                value = multiply(value, self._power())
            elif piece in ("/", "÷"):
                self._take()
                below = self._power()
                if is_zero(below):
                    raise ZeroDivisionError
                value = divide(value, below)
            elif piece and piece not in ("+", "-", ")", ",", "^", "**"):
                value = multiply(value, self._power())
            else:
                return value

    def _power(self) -> Number:
        value = self._atom()
        if self._peek() in ("^", "**"):
            self._take()
            exponent = negative(self._atom()) if self._peek() == "-" and self._take() else self._atom()
            return power_values(value, exponent, EquationRules())[0]
        return value

    def _atom(self) -> Number:
        piece = self._take()
        if re.fullmatch(r"\d+(\.\d+)?", piece):
            return Fraction(piece)
        if piece in ("i", "I"):
            return IMAGINARY_UNIT
        if piece in ("sqrt", "√", "r"):
            return self._root(self._atom(), 2)
        if piece == "root":
            return self._named_root()
        if piece == "(":
            value = self._sum()
            if self._take() != ")":
                self._refuse()
            return value
        if piece == "-":
            return negative(self._atom())
        self._refuse()
        raise AssertionError

    def _named_root(self) -> Number:
        if self._take() != "(":
            self._refuse()
        inside = self._sum()
        if self._take() != ",":
            self._refuse()
        index = self._sum()
        if self._take() != ")" or not isinstance(index, Fraction) or not 1 <= index <= MAX_ROOTS:
            self._refuse()
        assert isinstance(index, Fraction)
        return self._root(inside, int(index))

    def _root(self, inside: Number, index: int) -> Number:
        if is_real(inside) and sign(inside) < 0 and index == 2:
            return multiply(IMAGINARY_UNIT, positive_power(negative(inside), Fraction(1, 2)))
        return power_values(inside, Fraction(1, index), EquationRules())[0]
