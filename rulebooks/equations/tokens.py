"""A mark: one cube, or one thing that a player writes, and the cube that it needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

DIGITS = "0123456789"
HIGH_DIGITS = {"T": 10, "E": 11}
SIGNS = ("+", "-", "x", "/", "^", "r")
WORD_SIGNS = ("%", "rem", "log", "lcm", "gcf")
CUBE_OF = {"T": "^", "E": "r", "i": "-", "log": "/", "rem": "/", "%": "r", "lcm": "r", "gcf": "^", ".": "^", "pob": "1"}
"""The symbol on the cube that has this meaning."""
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Token:
    """One thing read from the text.

    kind: digit, sign, i, point, !, pob, group, sup, frac, vinc, note, open or close.
    symbol: the digit, sign or bracket. turn: "", sw, ud or swud. wild: the wild cube that shows it.
    inside: what a group, exponent or bar holds. number: of pob. place: its cube, counted from 0.
    repeated: a sign that is written once more for the same cube. gap: a space before it on the mat.
    """

    kind: str
    symbol: str = ""
    turn: str = ""
    color: str = ""
    wild: str = ""
    inside: tuple[tuple[Token, ...], ...] = ()
    number: int = 0
    text: str = ""
    repeated: bool = False
    gap: bool = False
    start: int = field(default=-1, compare=False)
    end: int = field(default=-1, compare=False)
    place: int = field(default=-1, compare=False)

    @property
    def cube(self) -> str:
        """The symbol on the cube that is needed, or nothing."""
        if self.wild:
            return self.wild
        if self.kind in ("digit", "sign", "i", "point", "pob"):
            name = {"i": "i", "point": ".", "pob": "pob"}.get(self.kind, self.symbol)
            return CUBE_OF.get(name, name)
        return ""

    @property
    def is_numeral(self) -> bool:
        return self.kind in ("digit", "i", "pob")

    @property
    def is_operation(self) -> bool:
        """Whether it counts as an operation sign (EQ XIII-A-5, XIII-A-6)."""
        return self.kind == "sign"


Tokens: TypeAlias = tuple[Token, ...]


def flatten(tokens: Tokens) -> list[Token]:
    """Every mark with the groups, exponents and bars opened."""
    found: list[Token] = []
    for token in tokens:
        found.append(token)
        for inside in token.inside:
            found.extend(flatten(inside))
    return found


def wild_symbol(token: Token) -> str:
    """The symbol on the cubes for which a wild cube stands here."""
    name = {"i": "i", "point": ".", "pob": "pob"}.get(token.kind, token.symbol)
    return CUBE_OF.get(name, name)
