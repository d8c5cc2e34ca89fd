"""How gaps between cubes on the mat group them (EQ IV-B-2, XIII-C-9).

A segment without gaps that is a complete expression is one group. A numeral with a gap on one side and a sign touching
it on the other joins that sign first. A √ or x at the start of a segment may also apply to more than the segment: a
Goal-setter can't rule that out.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import Token, Tokens
from rulebooks.equations.trees import Span

Fits = Callable[[Span], bool]


@dataclass(frozen=True)
class MatPart:
    """A numeral or a sign with the cubes it covers. role: operand, binary, prefix or postfix."""

    role: str
    first: int
    last: int
    token: Token


def find_gaps(tokens: Tokens) -> frozenset[int]:
    """Return the indexes of the cubes that have a gap before them."""
    return frozenset(token.cube_index for token in tokens if token.gap)


def split_parts(tokens: Tokens, gaps: frozenset[int] = frozenset()) -> list[MatPart]:
    """Return numerals and signs in the order of the cubes, ignoring brackets."""
    parts: list[MatPart] = []
    for token in _flat_cubes(tokens):
        before = parts[-1] if parts else None
        complete = before is not None and before.role in ("operand", "postfix")
        if token.kind == "sup":
            first = token.inside[0][0].cube_index
            parts.append(MatPart("postfix", first, first, token))
        elif token.kind == "sign":
            parts.append(MatPart("binary" if complete else "prefix", token.cube_index, token.cube_index, token))
        elif (
            before and before.role == "operand" and _same_numeral(before.token, token) and token.cube_index not in gaps
        ):
            parts[-1] = MatPart("operand", before.first, token.cube_index, token)
        else:
            parts.append(MatPart("operand", token.cube_index, token.cube_index, token))
    return parts


def _flat_cubes(tokens: Tokens) -> list[Token]:
    cubes: list[Token] = []
    for token in tokens:
        if token.kind in ("group", "frac", "vinc"):
            for inside in token.inside:
                cubes.extend(_flat_cubes(inside))
        elif token.kind == "sup" or (token.cube and token.kind != "point"):
            cubes.append(token)
    return cubes


def _same_numeral(left: Token, right: Token) -> bool:
    return left.kind == right.kind == "digit" and not left.turn and not right.turn


def grouping_constraints(tokens: Tokens, gaps: frozenset[int]) -> list[Fits | None]:
    """Return alternative conditions on a grouping; it must meet one of them. None means no condition."""
    if not gaps:
        return [None]
    parts = split_parts(tokens, gaps)
    choices = [_forced_groups(segment) for segment in _segments(parts, gaps)]
    joins = _forced_joins(parts, gaps)
    return [_make_constraint([span for span in choice if span], joins) for choice in itertools.product(*choices)]


def _segments(parts: list[MatPart], gaps: frozenset[int]) -> list[list[MatPart]]:
    segments: list[list[MatPart]] = [[]]
    for part in parts:
        if part.first in gaps and segments[-1]:
            segments.append([])
        segments[-1].append(part)
    return segments


def _is_complete(segment: list[MatPart]) -> bool:
    return segment[0].role in ("operand", "prefix") and segment[-1].role in ("operand", "postfix")


def _forced_groups(segment: list[MatPart]) -> list[Span | None]:
    """Return the span that must be a group; two alternatives if √ or x comes first."""
    if not _is_complete(segment):
        return [None]
    whole = (segment[0].first, segment[-1].last)
    if segment[0].role == "prefix" and len(segment) > 2:
        return [whole, (segment[1].first, segment[-1].last)]
    return [whole]


def _forced_joins(parts: list[MatPart], gaps: frozenset[int]) -> list[tuple[str, int]]:
    """Return numerals that must join the sign after or before them: no group may end, or start, with them."""
    joins = []
    for index, part in enumerate(parts):
        if part.role != "operand":
            continue
        gap_before = part.first in gaps
        after = parts[index + 1] if index + 1 < len(parts) else None
        gap_after = after is not None and after.first in gaps
        if gap_before and after and not gap_after and after.role == "binary":
            joins.append(("after", part.last))
        elif gap_after and index and not gap_before and parts[index - 1].role != "operand":
            joins.append(("before", part.first))
    return joins


def _make_constraint(groups: list[Span], joins: list[tuple[str, int]]) -> Fits:
    def fits(span: Span) -> bool:
        first, last = span
        for low, high in groups:
            if first < low <= last < high or low < first <= high < last:
                return False
        for side, cube in joins:
            if side == "after" and last == cube and first < cube:
                return False
            if side == "before" and first == cube and last > cube:
                return False
        return True

    return fits


def group_by_gaps(tokens: Tokens, gaps: frozenset[int], rules: EquationRules) -> Tokens:
    """Treat gaps as parentheses, where the ordinary order of operations applies (MLAG IV-B-2; ACC Goal)."""
    grouped: list[Token] = []
    for segment in _segments(split_parts(tokens, gaps), gaps):
        cubes = tuple(token for token in tokens if segment[0].first <= token.cube_index <= segment[-1].last)
        if not gaps or len(segment) == 1 or not _is_complete(segment):
            grouped.extend(cubes)
        elif (
            rules.root_of_group and segment[0].token.symbol == "r" and segment[0].role == "prefix" and len(segment) > 2
        ):
            grouped.extend((cubes[0], _group(cubes[1:])))
        else:
            grouped.append(_group(cubes))
    return tuple(grouped)


def _group(tokens: Tokens) -> Token:
    return Token("group", inside=(tokens,), start=tokens[0].start, end=tokens[-1].end, cube_index=tokens[0].cube_index)
