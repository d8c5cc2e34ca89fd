"""Reads what a player wrote under the rules: every legal reading, or why there is none."""

from __future__ import annotations

import itertools
from dataclasses import replace

from rulebooks.equations.brackets import bar_code, find_bar, pair_brackets
from rulebooks.equations.elements import Element, parse_line
from rulebooks.equations.grouping import group_in_order, group_with_defaults
from rulebooks.equations.legality import check_tokens
from rulebooks.equations.numbers.comparison import equal
from rulebooks.equations.numbers.limits import Undecided
from rulebooks.equations.readings import ReadingContext, Readings
from rulebooks.equations.root_notes import parse_root_note
from rulebooks.equations.tokens import Token, Tokens
from rulebooks.equations.trees import Node
from rulebooks.equations.violations import Illegal

MAX_UNCLEAR = 6
"""How many signs of one line are tried with each meaning."""


def read_expression(tokens: Tokens, context: ReadingContext) -> Readings:
    """Return every reading of a written side. Raises `Illegal` if it is not an expression at all."""
    problems = check_tokens(tokens, context.rules, context.side)
    if problems:
        raise problems[0]
    bar = find_bar(tokens)
    if bar:
        reason = "A drawn bar isn’t a cube, so it doesn’t group or divide."
        raise Illegal(bar_code(bar), reason, bar.start, bar.end)
    return read_tokens(tokens, context)


def read_tokens(tokens: Tokens, context: ReadingContext) -> Readings:
    """Return every reading of tokens that were already checked one by one."""
    readings = Readings()
    problem: Illegal | None = None
    for paired in pair_brackets(tokens):
        try:
            readings.merge(_read_line(paired, context))
        except Illegal as refused:
            problem = problem or refused
    if not readings.values and not readings.failures:
        raise problem or Illegal("implicit_multiplication", "Only i can be next to a number without an x.")
    return readings


def _read_line(tokens: Tokens, context: ReadingContext) -> Readings:
    """Read one line, including its groups."""
    tokens = _attach_notes(tokens)
    readings = Readings()
    lines = _parse_variants(tokens, context)
    for line in lines:
        readings.merge(
            group_in_order(line, context) if context.rules.ordinary_order else group_with_defaults(line, context)
        )
    if len(lines) > 1 and len(readings.values) > 1:
        readings.causes.add("ambiguous_symbol")
    return readings


def _attach_notes(tokens: Tokens) -> Tokens:
    """Attach each named root to the group before it."""
    attached: list[Token] = []
    for token in tokens:
        if token.kind != "note":
            attached.append(token)
        elif attached and attached[-1].kind == "group" and not attached[-1].text:
            attached[-1] = replace(attached[-1], text=token.text or " ", end=token.end)
        else:
            raise Illegal(
                "operator_misuse", "A named value must come right after a group in parentheses.", token.start, token.end
            )
    return tuple(attached)


def _parse_variants(tokens: Tokens, context: ReadingContext) -> list[list[Element]]:
    """Return the elements of the line, for each meaning of its unclear signs."""
    cache: dict[int, Readings] = {}

    inner = replace(context, targets=())

    def read_group(token: Token) -> Readings:
        if token.start not in cache:
            cache[token.start] = _read_named_root(token, inner) if token.text else _read_line(token.inside[0], inner)
        return cache[token.start]

    problem: Illegal | None = None
    parsed = []
    for variant in _symbol_variants(tokens, context):
        try:
            parsed.append((_count_points(variant), parse_line(variant, context, read_group)))
        except Illegal as refused:
            problem = problem or refused
    if not parsed:
        assert problem is not None
        raise problem
    if context.rules.ten:
        return [line for _, line in parsed]
    fewest = min(points for points, _ in parsed)
    return [line for points, line in parsed if points == fewest]


def _count_points(tokens: Tokens) -> int:
    return sum(token.kind == "point" for token in tokens)


def _symbol_variants(tokens: Tokens, context: ReadingContext) -> list[Tokens]:
    """^ may be a decimal point or the digit ten, √ the digit eleven, unless the writer says which."""
    rules = context.rules
    options: list[list[Token]] = []
    unclear = 0
    for token in tokens:
        choices = [token]
        if token.kind == "sign" and not token.wild and not token.repeated and unclear < MAX_UNCLEAR:
            if token.symbol == "^" and rules.decimal_point and not token.turn:
                choices.append(replace(token, kind="point", symbol=""))
            if token.symbol == "^" and rules.ten:
                choices.append(replace(token, kind="digit", symbol="T"))
            if token.symbol == "r" and rules.eleven:
                choices.append(replace(token, kind="digit", symbol="E"))
            if token.turn:
                choices = choices[1:] or choices
        unclear += len(choices) > 1
        options.append(choices)
    return [tuple(choice) for choice in itertools.product(*options)]


def _read_named_root(group: Token, context: ReadingContext) -> Readings:
    """Read a group whose value the writer names. It must be one of its roots (EQ XIII-D-11)."""
    every = _read_line(group.inside[0], replace(context, all_roots=True))
    name = group.text.strip()
    named = parse_root_note(name)
    readings = Readings(failures=every.failures)
    for value, tree in every.pairs():
        try:
            if equal(value, named):
                readings.add(value, replace(tree, chosen=name) if isinstance(tree, Node) else tree)
        except Undecided as unknown:
            readings.add_failure(tree, Illegal("undecided", str(unknown)))
    if not readings.values and every.values:
        raise Illegal("root_not_a_value", f"{name} isn’t a value of this expression.", group.start, group.end)
    return readings
