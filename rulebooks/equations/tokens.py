"""A token: one cube, or one thing that a player writes, and the cube it takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

DIGITS = "0123456789"
HIGH_DIGITS = {"T": 10, "E": 11}
SIGNS = ("+", "-", "x", "/", "^", "r")
WORD_SIGNS = ("%", "rem", "log", "lcm", "gcf")
CUBE_OF = {"T": "^", "E": "r", "i": "-", "log": "/", "rem": "/", "%": "r", "lcm": "r", "gcf": "^", ".": "^", "pob": "1"}
"""The symbol on the cube that can have this meaning."""
CLOSING = {"(": ")", "[": "]", "{": "}"}
ON_CUBES = {"-": "−", "/": "÷", "r": "√"}
"""The typed symbols that look different on the cubes."""


@dataclass(frozen=True)
class Token:
    """One token of a text.

    kind: digit, sign, i, point, !, pob, group, sup, frac, vinc, note, open or close.
    symbol: the digit, sign or bracket. turn: "", sw, ud or swud. wild: the wild cube that stands for it.
    inside: what a group, exponent or bar holds. number: the exponent of pob. cube_index: which cube, from 0.
    repeated: a sign written again for the same cube. gap: there is a space before it on the mat.
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
    cube_index: int = field(default=-1, compare=False)

    @property
    def cube(self) -> str:
        """The symbol on the cube it takes; empty if it takes none."""
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
    """Return every token, including those inside groups, exponents and bars."""
    flattened: list[Token] = []
    for token in tokens:
        flattened.append(token)
        for inside in token.inside:
            flattened.extend(flatten(inside))
    return flattened


def printed_symbol(symbol: str) -> str:
    """Return a typed symbol as it is printed on the cubes: `÷` for `/`."""
    return ON_CUBES.get(symbol, symbol)


def wild_symbol(token: Token) -> str:
    """Return the symbol that a wild cube stands for here."""
    name = {"i": "i", "point": ".", "pob": "pob"}.get(token.kind, token.symbol)
    return CUBE_OF.get(name, name)
