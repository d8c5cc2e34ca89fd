"""Whether the Goal that a player wrote is made of the cubes on the mat, in their order (EQ VII-B-2, VII-C-5-b).

A written Goal must match the mat by structure, not by value.
"""

from __future__ import annotations

from dataclasses import replace

from rulebooks.equations.elements import orientations, sign_meaning
from rulebooks.equations.gaps import find_gaps, split_parts
from rulebooks.equations.goals import is_wild_cube, meanings_of
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import Token, Tokens, wild_symbol
from rulebooks.equations.violations import Illegal


def match_goal(mat: Tokens, written: Tokens, rules: EquationRules) -> list[Token]:
    """Compares cube by cube; gives back what the wild cubes of the mat are written as. Raises `Illegal`."""
    cubes = written_cubes(written, rules)
    if len(cubes) != len(mat):
        more = "more" if len(cubes) > len(mat) else "fewer"
        raise Illegal("goal_interpretation_illegal", f"The Goal is written with {more} cubes than lie on the mat.")
    wild: list[Token] = []
    for lying, (token, is_exponent) in zip(mat, cubes, strict=True):
        if not _same(lying, token, rules) or (is_exponent and lying.color != rules.exponent):
            raise Illegal(
                "goal_interpretation_illegal", "The Goal is not written as it lies on the mat.", token.start, token.end
            )
        if is_wild_cube(lying, rules) and not is_wild_cube(token, rules):
            wild.append(replace(token, wild=rules.wild))
    for part in split_parts(written):
        if any(part.first < gap <= part.last for gap in find_gaps(mat)):
            raise Illegal("goal_interpretation_illegal", "A numeral is written across a gap on the mat.")
    return wild


def written_cubes(tokens: Tokens, rules: EquationRules) -> list[tuple[Token, bool]]:
    """Each cube of what is written, and whether it is an exponent by its colour."""
    found: list[tuple[Token, bool]] = []
    for token in tokens:
        if token.kind == "sup":
            found.extend((inside, True) for inside, _ in written_cubes(token.inside[0], rules))
        elif token.inside:
            for part in token.inside:
                found.extend(written_cubes(part, rules))
        elif token.cube and not _is_free_point(token, rules):
            found.append((token, False))
    return found


def place_on_mat(mat: Tokens, written: Tokens, rules: EquationRules) -> Tokens:
    """What is written, each cube with the place and the color that it has on the mat."""
    return _place_on_mat(written, list(mat), rules)


def _place_on_mat(written: Tokens, left: list[Token], rules: EquationRules) -> Tokens:
    """`left`: the cubes on the mat that come next. A point without a cube has the place of the digit beside it."""
    found: list[Token] = []
    for token in written:
        if token.inside:
            token = replace(token, inside=tuple(_place_on_mat(part, left, rules) for part in token.inside))
        elif token.cube and not _is_free_point(token, rules):
            lying = left.pop(0)
            token = replace(token, place=lying.place, color=lying.color)
        elif token.kind == "point":
            before = found[-1] if found and found[-1].kind == "digit" else None
            token = replace(token, place=before.place if before else left[0].place if left else token.place)
        found.append(token)
    return tuple(found)


def _is_free_point(token: Token, rules: EquationRules) -> bool:
    return token.kind == "point" and not rules.decimal_point


def with_mat_gaps(mat: Tokens, written: Tokens) -> Tokens:
    """The cubes that are written, without brackets, with the gaps that they have on the mat."""
    found: list[Token] = []
    for token in written:
        if token.kind == "group":
            found.extend(with_mat_gaps(mat, token.inside[0]))
        elif token.kind not in ("open", "close"):
            found.append(replace(token, gap=mat[token.place].gap))
    return tuple(found)


def _same(lying: Token, token: Token, rules: EquationRules) -> bool:
    if is_wild_cube(lying, rules) and is_wild_cube(token, rules):
        return lying.turn == token.turn or token.turn in [way.turn for way in _ways(lying, rules.wild, rules)]
    if token.wild and not is_wild_cube(lying, rules):
        return False
    symbol = wild_symbol(token) if is_wild_cube(lying, rules) else ""
    return any(_looks(way, rules) == _looks(token, rules) for way in _ways(lying, symbol, rules))


def _ways(lying: Token, symbol: str, rules: EquationRules) -> list[Token]:
    return [way for meaning in meanings_of(lying, symbol, rules) for way in orientations(meaning, rules)]


def _looks(token: Token, rules: EquationRules) -> tuple[str, str, str]:
    if token.kind == "sign":
        return "sign", sign_meaning(token, rules), ""
    return token.kind, token.symbol if token.kind == "digit" else "", token.turn
