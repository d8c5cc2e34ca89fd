"""What a player wrote, read under the laws: every legal reading, or why there is none."""

from __future__ import annotations

import itertools
from dataclasses import replace

from rulebooks.equations.bars import bar_in, code_of
from rulebooks.equations.brackets import groupings
from rulebooks.equations.codes import Illegal
from rulebooks.equations.elements import Element, elements
from rulebooks.equations.grouping import in_order, with_defaults
from rulebooks.equations.legality import check_marks
from rulebooks.equations.marks import Mark, Marks
from rulebooks.equations.notes import noted_value
from rulebooks.equations.numbers.bounds import Undecided
from rulebooks.equations.numbers.comparing import equal
from rulebooks.equations.readings import Context, Readings
from rulebooks.equations.trees import Node

MOST_UNCLEAR = 6
"""Signs in one line whose meaning is tried both ways."""


def read_expression(marks: Marks, context: Context) -> Readings:
    """Every reading of a written side. Raises `Illegal` when it is no expression at all."""
    problems = check_marks(marks, context.laws, context.side)
    if problems:
        raise problems[0]
    bar = bar_in(marks)
    if bar:
        reason = "A drawn bar is not on the cubes: it neither groups nor divides."
        raise Illegal(code_of(bar), reason, bar.start, bar.end)
    return read_marks(marks, context)


def read_marks(marks: Marks, context: Context) -> Readings:
    """Every reading of marks that have been checked one by one."""
    found = Readings()
    problem: Illegal | None = None
    for way in groupings(marks):
        try:
            found.take(_read(way, context))
        except Illegal as refused:
            problem = problem or refused
    if not found.values and not found.failures:
        raise problem or Illegal("implicit_multiplication", "Without x a number stands only beside i itself.")
    return found


def _read(marks: Marks, context: Context) -> Readings:
    """One line and what its groups hold."""
    marks = _notes_held(marks)
    found = Readings()
    lines = _lines(marks, context)
    for line in lines:
        found.take(in_order(line, context) if context.laws.ordinary_order else with_defaults(line, context))
    if len(lines) > 1 and len(found.values) > 1:
        found.causes.add("ambiguous_symbol")
    return found


def _notes_held(marks: Marks) -> Marks:
    """A named value goes with the group before it."""
    held: list[Mark] = []
    for mark in marks:
        if mark.kind != "note":
            held.append(mark)
        elif held and held[-1].kind == "group" and not held[-1].text:
            held[-1] = replace(held[-1], text=mark.text or " ", end=mark.end)
        else:
            raise Illegal("operator_misuse", "A named value stands behind a group.", mark.start, mark.end)
    return tuple(held)


def _lines(marks: Marks, context: Context) -> list[list[Element]]:
    """The elements of the line, for each meaning of signs whose meaning is not clear."""
    known: dict[int, Readings] = {}

    inner = replace(context, targets=())

    def read(mark: Mark) -> Readings:
        if mark.start not in known:
            known[mark.start] = _chosen(mark, inner) if mark.text else _read(mark.inside[0], inner)
        return known[mark.start]

    problem: Illegal | None = None
    found = []
    for trial in _meanings(marks, context):
        try:
            found.append((_points(trial), elements(trial, context, read)))
        except Illegal as refused:
            problem = problem or refused
    if not found:
        assert problem is not None
        raise problem
    if context.laws.ten:
        return [line for _, line in found]
    fewest = min(points for points, _ in found)
    return [line for points, line in found if points == fewest]


def _points(marks: Marks) -> int:
    return sum(mark.kind == "point" for mark in marks)


def _meanings(marks: Marks, context: Context) -> list[Marks]:
    """^ may be a decimal point or the digit ten, √ the digit eleven, where the writer does not say which."""
    laws = context.laws
    options: list[list[Mark]] = []
    unclear = 0
    for mark in marks:
        choices = [mark]
        if mark.kind == "sign" and not mark.wild and not mark.repeated and unclear < MOST_UNCLEAR:
            if mark.symbol == "^" and laws.decimal_point and not mark.turn:
                choices.append(replace(mark, kind="point", symbol=""))
            if mark.symbol == "^" and laws.ten:
                choices.append(replace(mark, kind="digit", symbol="T"))
            if mark.symbol == "r" and laws.eleven:
                choices.append(replace(mark, kind="digit", symbol="E"))
            if mark.turn:
                choices = choices[1:] or choices
        unclear += len(choices) > 1
        options.append(choices)
    return [tuple(choice) for choice in itertools.product(*options)]


def _chosen(group: Mark, context: Context) -> Readings:
    """A group whose value the writer names, which must be one of its roots (EQ XIII-D-11)."""
    every = _read(group.inside[0], replace(context, all_roots=True))
    name = group.text.strip()
    wanted = noted_value(name)
    found = Readings(failures=every.failures)
    for value, tree in every.pairs():
        try:
            if equal(value, wanted):
                found.put(value, replace(tree, chosen=name) if isinstance(tree, Node) else tree)
        except Undecided as unknown:
            found.fail(tree, Illegal("undecided", str(unknown)))
    if not found.values and every.values:
        raise Illegal("root_not_a_value", f"{name} is not a value of this expression.", group.start, group.end)
    return found
