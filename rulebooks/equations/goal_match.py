"""Whether the Goal that a player wrote consists of the cubes on the mat, in order (EQ VII-B-2, VII-C-5-b).

A written Goal must match the mat by structure, not by value.
"""

from __future__ import annotations

from dataclasses import replace

from rulebooks.equations.cube_meanings import is_wild_cube, meanings_of
from rulebooks.equations.elements import orientations, sign_meaning
from rulebooks.equations.gaps import find_gaps, split_parts
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import Token, Tokens, wild_symbol
from rulebooks.equations.violations import Illegal


def match_goal(mat: Tokens, written: Tokens, rules: EquationRules) -> list[Token]:
    """Compare cube by cube; return what the wild cubes on the mat are written as. Raises `Illegal` if they differ."""
    cubes = written_cubes(written, rules)
    if len(cubes) != len(mat):
        reason = "The written Goal has fewer cubes than the Goal on the mat."
        if len(cubes) > len(mat):
            reason = "The written Goal has more cubes than the Goal on the mat."
        raise Illegal("goal_interpretation_illegal", reason)
    wild: list[Token] = []
    for cube, (token, is_exponent) in zip(mat, cubes, strict=True):
        if not _matches(cube, token, rules) or (is_exponent and cube.color != rules.exponent):
            reason = "The written Goal doesn’t match the Goal on the mat."
            raise Illegal("goal_interpretation_illegal", reason, token.start, token.end)
        if is_wild_cube(cube, rules) and not is_wild_cube(token, rules):
            wild.append(replace(token, wild=rules.wild))
    for part in split_parts(written):
        if any(part.first < gap <= part.last for gap in find_gaps(mat)):
            reason = "The written Goal joins digits that have a gap between them on the mat."
            raise Illegal("goal_interpretation_illegal", reason)
    return wild


def written_cubes(tokens: Tokens, rules: EquationRules) -> list[tuple[Token, bool]]:
    """Return each cube of what is written, and whether its color makes it an exponent."""
    cubes: list[tuple[Token, bool]] = []
    for token in tokens:
        if token.kind == "sup":
            cubes.extend((inside, True) for inside, _ in written_cubes(token.inside[0], rules))
        elif token.inside:
            for part in token.inside:
                cubes.extend(written_cubes(part, rules))
        elif token.cube and not _is_free_point(token, rules):
            cubes.append((token, False))
    return cubes


def place_on_mat(mat: Tokens, written: Tokens, rules: EquationRules) -> Tokens:
    """Return what is written, each cube with its index and color on the mat."""
    return _place_on_mat(written, list(mat), rules)


def _place_on_mat(written: Tokens, remaining: list[Token], rules: EquationRules) -> Tokens:
    """`remaining`: the next cubes on the mat. A point without a cube gets the index of the digit next to it."""
    placed: list[Token] = []
    for token in written:
        if token.inside:
            token = replace(token, inside=tuple(_place_on_mat(part, remaining, rules) for part in token.inside))
        elif token.cube and not _is_free_point(token, rules):
            cube = remaining.pop(0)
            token = replace(token, cube_index=cube.cube_index, color=cube.color)
        elif token.kind == "point":
            before = placed[-1] if placed and placed[-1].kind == "digit" else None
            token = replace(
                token,
                cube_index=before.cube_index if before else remaining[0].cube_index if remaining else token.cube_index,
            )
        placed.append(token)
    return tuple(placed)


def _is_free_point(token: Token, rules: EquationRules) -> bool:
    return token.kind == "point" and not rules.decimal_point


def with_mat_gaps(mat: Tokens, written: Tokens) -> Tokens:
    """Return the written cubes without brackets, with the gaps they have on the mat."""
    cubes: list[Token] = []
    for token in written:
        if token.kind == "group":
            cubes.extend(with_mat_gaps(mat, token.inside[0]))
        elif token.kind not in ("open", "close"):
            cubes.append(replace(token, gap=mat[token.cube_index].gap))
    return tuple(cubes)


def _matches(cube: Token, token: Token, rules: EquationRules) -> bool:
    if is_wild_cube(cube, rules) and is_wild_cube(token, rules):
        return cube.turn == token.turn or token.turn in [
            each.turn for each in _possible_tokens(cube, rules.wild, rules)
        ]
    if token.wild and not is_wild_cube(cube, rules):
        return False
    symbol = wild_symbol(token) if is_wild_cube(cube, rules) else ""
    return any(_appearance(each, rules) == _appearance(token, rules) for each in _possible_tokens(cube, symbol, rules))


def _possible_tokens(cube: Token, symbol: str, rules: EquationRules) -> list[Token]:
    return [each for meaning in meanings_of(cube, symbol, rules) for each in orientations(meaning, rules)]


def _appearance(token: Token, rules: EquationRules) -> tuple[str, str, str]:
    if token.kind == "sign":
        return "sign", sign_meaning(token, rules), ""
    return token.kind, token.symbol if token.kind == "digit" else "", token.turn
