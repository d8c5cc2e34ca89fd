"""The two sides of an Equation: the Solution, and the Goal as the writer interprets it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rulebooks.equations.brackets import bar_code, bars_as_groups, find_bar, without_bars
from rulebooks.equations.expressions import read_tokens
from rulebooks.equations.gaps import find_gaps, grouping_constraints
from rulebooks.equations.goal_match import match_goal, place_on_mat, with_mat_gaps
from rulebooks.equations.goals import check_goal_value, read_by_gaps, read_goal
from rulebooks.equations.legality import check_tokens
from rulebooks.equations.numbers.comparison import equal
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.readings import ReadingContext, Readings
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import Token, Tokens, flatten
from rulebooks.equations.trees import Leaf, Node, walk
from rulebooks.equations.violations import Illegal
from rulebooks.equations.wild_cubes import apply_meaning, labeled_wilds, shared_meaning

_INTEGER = re.compile(r"\s*[-−–]?\s*\d{1,400}\s*")


@dataclass
class Side:
    """A side's readings. `fitting`: those that respect the gaps on the mat. `bar`: the code of a drawn bar.

    `wild`: what the wild cubes are written as. `problems`: the rules that this side breaks. `too_long`: a numeral is
    written that has too many digits, so that its last cubes are exponents by their color.
    """

    all: Readings = field(default_factory=Readings)
    fitting: Readings = field(default_factory=Readings)
    wild: list[Token] = field(default_factory=list)
    problems: list[Illegal] = field(default_factory=list)
    bar: str = ""
    too_long: bool = False


def read_solution_side(
    tokens: Tokens, meant: Tokens, rules: EquationRules, budget: Budget, targets: tuple[Number, ...]
) -> Side:
    """`meant`: the marks with every wild cube given its meaning. `targets`: the Goal's values, if it must equal one."""
    side = Side()
    context = ReadingContext(rules, "solution", budget, targets=targets)
    try:
        side.all, side.bar = _read(meant, context)
    except Illegal as problem:
        side.problems.append(_without_wild(tokens, meant, context, problem))
    side.fitting = side.all
    return side


def _without_wild(tokens: Tokens, meant: Tokens, context: ReadingContext, problem: Illegal) -> Illegal:
    """A wild cube that is an expression only with another meaning than the one written is used in two ways."""
    if meant == tokens:
        return problem
    try:
        _read(tokens, context)
    except Illegal:
        return problem
    return Illegal("wild_inconsistent", "A wild cube is used for another symbol than the one written.")


def _read(tokens: Tokens, context: ReadingContext) -> tuple[Readings, str]:
    """Readings with a drawn bar as it was meant and as if it were not there."""
    bar = find_bar(tokens)
    if bar is None:
        return read_tokens(tokens, context), ""
    found = Readings()
    problems = []
    for way in (bars_as_groups(tokens), without_bars(tokens)):
        try:
            readings = read_tokens(way, context)
        except Illegal as problem:
            problems.append(problem)
            continue
        found.merge(readings)
        if not readings.values and not any(failure.is_unknown for failure in readings.failures):
            found.causes.add("undefined_reading")
    if len(problems) == 2:
        raise problems[0]
    return found, bar_code(bar)


def read_goal_side(
    mat: Tokens, goal: Tokens, text: str, rules: EquationRules, budget: Budget, wild: Iterable[Token] = ()
) -> Side:
    """The Goal as written, which must be a legal interpretation of the cubes on the mat."""
    side = Side()
    try:
        _fill_goal(side, mat, _with_minus_i(goal, rules), text, rules, budget, list(wild))
    except Illegal as problem:
        side.problems.append(problem)
    return side


def _fill_goal(
    side: Side, mat: Tokens, goal: Tokens, text: str, rules: EquationRules, budget: Budget, wild: list[Token]
) -> None:
    if rules.value_may_be_written and _INTEGER.fullmatch(text) and _is_value(mat, text, rules, budget):
        value = Fraction(int(re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")))
        side.all = side.fitting = Readings.from_pairs([(value, Leaf(text.strip(), value))])
        return None
    if len(mat) > rules.goal_cubes:
        raise Illegal("goal_illegal", f"The Goal has more than {rules.goal_cubes} cubes.")
    _check_mat(mat, rules)
    meant_goal = bars_as_groups(goal)
    try:
        side.wild = match_goal(mat, meant_goal, rules)
    except Illegal as problem:
        raise _value_written(mat, goal, rules, budget, problem) from None
    problems = check_tokens(goal, rules, "goal")
    if problems:
        raise _as_interpretation(mat, rules, budget, problems[0])
    goal = place_on_mat(mat, goal, rules)
    meaning = shared_meaning([*side.wild, *labeled_wilds(goal), *wild])
    meant = apply_meaning(goal, meaning, rules)
    context = ReadingContext(rules, "goal", budget)
    try:
        side.all, side.bar = _read(meant, context)
    except Illegal as problem:
        found = _without_wild(goal, meant, context, problem)
        raise found if found is not problem else _as_interpretation(mat, rules, budget, problem) from None
    if not side.all.values:
        return _explain_no_value(side, mat, rules, budget)
    side.too_long = _has_exponent(side.all) and not any(token.kind == "sup" for token in flatten(goal))
    _fit(side, mat, meant, context)
    _limit(side, rules)
    return None


def _has_exponent(found: Readings) -> bool:
    return any(isinstance(part, Node) and part.sign == "sup" for _, tree in found.pairs() for part in walk(tree))


def _check_mat(mat: Tokens, rules: EquationRules) -> None:
    problems = check_tokens(mat, rules, "goal", on_mat=True)
    if problems:
        raise Illegal("goal_illegal", f"The Goal on the mat is not legal: {problems[0].reason}")


def _fit(side: Side, mat: Tokens, meant: Tokens, context: ReadingContext) -> None:
    """EQ VII-C-5-b: the grouping may not go against the gaps on the mat, nor (MLAG IV-B-2) against the order."""
    gaps = find_gaps(mat)
    if context.rules.ordinary_order:
        _fit_order(side, mat, meant, context)
        return
    if not gaps:
        side.fitting = side.all
        return
    for fits in grouping_constraints(bars_as_groups(meant), gaps):
        side.fitting.merge(_read(meant, replace(context, fits=fits))[0])
    if not side.fitting.values:
        raise Illegal("goal_interpretation_illegal", "The Goal is grouped against the gaps on the mat.")


def _fit_order(side: Side, mat: Tokens, meant: Tokens, context: ReadingContext) -> None:
    """MLAG IV-B-2, ACC Goal: the Goal has one reading, and what is written must come to the same."""
    lying = read_by_gaps(with_mat_gaps(mat, bars_as_groups(meant)), context).pairs()
    for value, tree in side.all.pairs():
        if any(equal(value, other) for other, _ in lying):
            side.fitting.add(value, tree)
    if not side.fitting.values:
        raise Illegal("goal_interpretation_illegal", "The Goal is grouped in another way than it lies on the mat.")


def _limit(side: Side, rules: EquationRules) -> None:
    problems = [check_goal_value(value, rules) for value, _ in side.fitting.pairs()]
    if problems and all(problems):
        assert problems[0] is not None
        raise problems[0]


def _explain_no_value(side: Side, mat: Tokens, rules: EquationRules, budget: Budget) -> None:
    failure = side.all.failures[0] if side.all.failures else None
    if failure and not failure.is_unknown:
        raise _as_interpretation(mat, rules, budget, failure.problem)


def _as_interpretation(mat: Tokens, rules: EquationRules, budget: Budget, problem: Illegal) -> Illegal:
    """Whether the Goal itself has no legal interpretation, or only this one is not legal."""
    try:
        read_goal(mat, rules, budget)
    except Illegal as refused:
        return Illegal("goal_illegal", f"The Goal has no legal interpretation: {refused.reason}")
    except Undecided:
        pass
    reason = f"The Goal is not interpreted legally: {problem.reason}"
    return Illegal("goal_interpretation_illegal", reason, problem.start, problem.end)


def _value_written(mat: Tokens, goal: Tokens, rules: EquationRules, budget: Budget, problem: Illegal) -> Illegal:
    """EQ VII-B-2 comment (b): the value of the Goal is not an interpretation of it."""
    try:
        written = read_tokens(goal, ReadingContext(replace(rules, goal_digits=9), "goal", budget))
        values = read_goal(mat, rules, budget).readings
    except (Illegal, Undecided):
        return problem
    plain = [value for value, tree in written.pairs() if isinstance(tree, Leaf) or tree.sign == "times"]
    for value in plain[:4]:
        for other, _ in values.pairs()[:200]:
            try:
                if equal(value, other):
                    return Illegal("goal_value_written", "The value is written instead of the Goal itself.")
            except Undecided:
                continue
    return problem


def _is_value(mat: Tokens, text: str, rules: EquationRules, budget: Budget) -> bool:
    value = Fraction(int(re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")))
    return any(equal(value, other) for other, _ in read_goal(mat, rules, budget).readings.pairs())


def _with_minus_i(tokens: Tokens, rules: EquationRules) -> Tokens:
    """EQ Appendix A: for the Goal (-i) is an accepted way to write i upside-down."""
    if not rules.imaginary:
        return tokens
    found: list[Token] = []
    for token in tokens:
        found.append(token)
        last = found[-4:]
        shape = [each.kind for each in last]
        if shape == ["open", "sign", "i", "close"] and last[1].symbol == "-" and not last[2].turn:
            found[-4:] = [replace(last[2], turn="ud", place=last[1].place)]
    return tuple(found)
