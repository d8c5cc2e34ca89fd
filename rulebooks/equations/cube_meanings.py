"""What a cube may stand for, wild ones included.

All wild cubes of one Equation stand for the same symbol; labeling one labels them all (EQ XIII-A-3, Appendix A).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import DIGITS, SIGNS, Token, Tokens, flatten, printed_symbol, wild_symbol
from rulebooks.equations.violations import Illegal


def is_wild_cube(token: Token, rules: EquationRules) -> bool:
    if token.wild or not rules.wild:
        return False
    return token.symbol == rules.wild and token.kind == ("digit" if rules.wild == "0" else "sign")


def wild_symbols(rules: EquationRules) -> list[str]:
    """Return what a wild cube may stand for: a digit of the base, or any sign (in Elementary digits only)."""
    return [*DIGITS[: min(rules.base, 10)], *(SIGNS if rules.wild_for_signs else ())]


def meanings_of(token: Token, symbol: str, rules: EquationRules) -> list[Token]:
    """Return what one cube on the mat may mean; a wild one as `symbol`, the symbol that the wild cubes stand for."""
    return _wild_meanings(token, symbol, rules) if is_wild_cube(token, rules) else _plain_meanings(token, rules)


def _plain_meanings(token: Token, rules: EquationRules) -> list[Token]:
    if token.kind != "sign":
        return [token]
    meanings = [] if token.turn and token.symbol == "r" and not rules.percent else [token]
    if token.symbol == "^":
        meanings += [replace(token, kind="digit", symbol="T")] if rules.ten else []
        meanings += [replace(token, kind="point", symbol="")] if rules.decimal_point else []
        meanings += [replace(token, symbol="gcf")] if rules.gcf else []
    if token.symbol == "r":
        meanings += [replace(token, kind="digit", symbol="E")] if rules.eleven else []
        meanings += [replace(token, symbol="lcm")] if rules.lcm and not token.turn else []
    return meanings


def _wild_meanings(token: Token, symbol: str, rules: EquationRules) -> list[Token]:
    """Return a wild cube as this symbol. 0 must lie on its side for log; x may lie either way (JM B86)."""
    cube = rules.wild
    if (cube == "0" and token.turn == "ud") or cube == "x":
        token = replace(token, turn="")
    if symbol in DIGITS:
        if symbol == "0" and token.turn == "sw":
            return []
        if token.turn == "swud":
            return []
        return [replace(token, kind="digit", symbol=symbol, wild=cube)]
    plain = replace(token, kind="sign", symbol=symbol, wild=cube, turn="")
    on_side = token.turn == "sw" or cube == "x"
    meanings = [] if token.turn else _plain_meanings(plain, rules)
    if symbol == "^" and token.turn and rules.ten:
        meanings.append(replace(plain, kind="digit", symbol="T", turn=token.turn))
    if symbol == "-" and rules.imaginary:
        meanings.append(replace(plain, kind="i", symbol=""))
    if symbol == "/" and on_side and (rules.log or rules.remainder):
        meanings.append(replace(plain, symbol="rem" if rules.remainder else "log"))
    if symbol == "r" and rules.percent and not token.turn and (cube == "x" or rules.upside_down):
        meanings.append(replace(plain, symbol="%"))
    return meanings


def labeled_wilds(tokens: Tokens) -> list[Token]:
    """Return the wild cubes whose meaning is written."""
    return [token for token in flatten(tokens) if token.wild]


def shared_meaning(labeled: Iterable[Token]) -> Token | None:
    """Return what the wild cubes stand for, if it is written anywhere. Raises `Illegal` if two differ."""
    labeled = list(labeled)
    for other in labeled[1:]:
        if wild_symbol(other) != wild_symbol(labeled[0]):
            first, second = printed_symbol(wild_symbol(labeled[0])), printed_symbol(wild_symbol(other))
            raise Illegal(
                "wild_inconsistent",
                f"All wild cubes must stand for the same symbol, not {first} and {second}.",
                other.start,
                other.end,
            )
    return labeled[0] if labeled else None


def apply_meaning(tokens: Tokens, meaning: Token | None, rules: EquationRules) -> Tokens:
    """Give unlabeled wild cubes the meaning that is written elsewhere."""
    if meaning is None or wild_symbol(meaning) == rules.wild:
        return tokens
    return tuple(_with_meaning(token, meaning, rules) for token in tokens)


def _with_meaning(token: Token, meaning: Token, rules: EquationRules) -> Token:
    if token.inside:
        return replace(token, inside=tuple(apply_meaning(inside, meaning, rules) for inside in token.inside))
    if not is_wild_cube(token, rules):
        return token
    return replace(token, kind=meaning.kind, symbol=meaning.symbol, number=meaning.number, wild=rules.wild)
