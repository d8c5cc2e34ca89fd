"""Wild cubes: all of one Equation stand for the same symbol; marking one marks them all (EQ XIII-A-3, Appendix A)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulebooks.equations.goals import is_wild_cube
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import Token, Tokens, flatten, wild_symbol
from rulebooks.equations.violations import Illegal


def labeled_wilds(tokens: Tokens) -> list[Token]:
    """The wild cubes whose meaning is written."""
    return [token for token in flatten(tokens) if token.wild]


def shared_meaning(found: Iterable[Token]) -> Token | None:
    """What the wild cubes stand for, if it is written anywhere."""
    found = list(found)
    for other in found[1:]:
        if wild_symbol(other) != wild_symbol(found[0]):
            raise Illegal(
                "wild_inconsistent",
                f"One wild cube stands for {wild_symbol(found[0])}, another for {wild_symbol(other)}.",
                other.start, other.end,
            )  # fmt: skip
    return found[0] if found else None


def apply_meaning(tokens: Tokens, meaning: Token | None, rules: EquationRules) -> Tokens:
    """Wild cubes that are not marked stand for what is marked elsewhere."""
    if meaning is None or wild_symbol(meaning) == rules.wild:
        return tokens
    return tuple(_meant(token, meaning, rules) for token in tokens)


def _meant(token: Token, meaning: Token, rules: EquationRules) -> Token:
    if token.inside:
        return replace(token, inside=tuple(apply_meaning(inside, meaning, rules) for inside in token.inside))
    if not is_wild_cube(token, rules):
        return token
    return replace(token, kind=meaning.kind, symbol=meaning.symbol, number=meaning.number, wild=rules.wild)
