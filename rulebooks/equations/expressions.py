"""What a player wrote, read under the laws: every legal reading, or why there is none."""

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

MOST_UNCLEAR = 6
"""Signs in one line whose meaning is tried both ways."""


def read_expression(tokens: Tokens, context: ReadingContext) -> Readings:
    """Every reading of a written side. Raises `Illegal` when it is no expression at all."""
    problems = check_tokens(tokens, context.rules, context.side)
    if problems:
        raise problems[0]
    bar = find_bar(tokens)
    if bar:
        reason = "A drawn bar is not on the cubes: it neither groups nor divides."
        raise Illegal(bar_code(bar), reason, bar.start, bar.end)
    return read_tokens(tokens, context)


def read_tokens(tokens: Tokens, context: ReadingContext) -> Readings:
    """Every reading of marks that have been checked one by one."""
    found = Readings()
    problem: Illegal | None = None
    for way in pair_brackets(tokens):
        try:
            found.merge(_read(way, context))
        except Illegal as refused:
            problem = problem or refused
    if not found.values and not found.failures:
        raise problem or Illegal("implicit_multiplication", "Without x a number stands only beside i itself.")
    return found


def _read(tokens: Tokens, context: ReadingContext) -> Readings:
    """One line and what its groups hold."""
    tokens = _notes_held(tokens)
    found = Readings()
    lines = _lines(tokens, context)
    for line in lines:
        found.merge(
            group_in_order(line, context) if context.rules.ordinary_order else group_with_defaults(line, context)
        )
    if len(lines) > 1 and len(found.values) > 1:
        found.causes.add("ambiguous_symbol")
    return found


def _notes_held(tokens: Tokens) -> Tokens:
    """A named value goes with the group before it."""
    held: list[Token] = []
    for token in tokens:
        if token.kind != "note":
            held.append(token)
        elif held and held[-1].kind == "group" and not held[-1].text:
            held[-1] = replace(held[-1], text=token.text or " ", end=token.end)
        else:
            raise Illegal("operator_misuse", "A named value stands behind a group.", token.start, token.end)
    return tuple(held)


def _lines(tokens: Tokens, context: ReadingContext) -> list[list[Element]]:
    """The elements of the line, for each meaning of signs whose meaning is not clear."""
    known: dict[int, Readings] = {}

    inner = replace(context, targets=())

    def read(token: Token) -> Readings:
        if token.start not in known:
            known[token.start] = _chosen(token, inner) if token.text else _read(token.inside[0], inner)
        return known[token.start]

    problem: Illegal | None = None
    found = []
    for trial in _meanings(tokens, context):
        try:
            found.append((_points(trial), parse_line(trial, context, read)))
        except Illegal as refused:
            problem = problem or refused
    if not found:
        assert problem is not None
        raise problem
    if context.rules.ten:
        return [line for _, line in found]
    fewest = min(points for points, _ in found)
    return [line for points, line in found if points == fewest]


def _points(tokens: Tokens) -> int:
    return sum(token.kind == "point" for token in tokens)


def _meanings(tokens: Tokens, context: ReadingContext) -> list[Tokens]:
    """^ may be a decimal point or the digit ten, √ the digit eleven, where the writer does not say which."""
    rules = context.rules
    options: list[list[Token]] = []
    unclear = 0
    for token in tokens:
        choices = [token]
        if token.kind == "sign" and not token.wild and not token.repeated and unclear < MOST_UNCLEAR:
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


def _chosen(group: Token, context: ReadingContext) -> Readings:
    """A group whose value the writer names, which must be one of its roots (EQ XIII-D-11)."""
    every = _read(group.inside[0], replace(context, all_roots=True))
    name = group.text.strip()
    wanted = parse_root_note(name)
    found = Readings(failures=every.failures)
    for value, tree in every.pairs():
        try:
            if equal(value, wanted):
                found.add(value, replace(tree, chosen=name) if isinstance(tree, Node) else tree)
        except Undecided as unknown:
            found.add_failure(tree, Illegal("undecided", str(unknown)))
    if not found.values and every.values:
        raise Illegal("root_not_a_value", f"{name} is not a value of this expression.", group.start, group.end)
    return found
