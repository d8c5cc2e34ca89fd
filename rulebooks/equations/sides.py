"""The two sides of an Equation: the Solution, and the Goal as the writer interprets it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rulebooks.equations.brackets import bar_code, bars_as_groups, find_bar, without_bars
from rulebooks.equations.cube_meanings import apply_meaning, labeled_wilds, shared_meaning
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

_INTEGER = re.compile(r"\s*[-−–]?\s*\d{1,400}\s*")


@dataclass
class Side:
    """A side's readings. `fitting`: those that respect the gaps on the mat. `bar`: the code of a drawn bar.

    `wild`: what the wild cubes are written as. `problems`: the rules that this side breaks. `has_long_numeral`: a
    numeral has too many digits, so its last cubes are exponents by their color.
    """

    all: Readings = field(default_factory=Readings)
    fitting: Readings = field(default_factory=Readings)
    wild: list[Token] = field(default_factory=list)
    problems: list[Illegal] = field(default_factory=list)
    bar: str = ""
    has_long_numeral: bool = False


def read_solution_side(
    tokens: Tokens, resolved: Tokens, rules: EquationRules, budget: Budget, targets: tuple[Number, ...]
) -> Side:
    """Read the Solution.

    `resolved`: the tokens with every wild cube given its meaning. `targets`: the Goal's values, if the Solution must
    equal one.
    """
    side = Side()
    context = ReadingContext(rules, "solution", budget, targets=targets)
    try:
        side.all, side.bar = _read_with_bars(resolved, context)
    except Illegal as problem:
        side.problems.append(_explain_wild(tokens, resolved, context, problem))
    side.fitting = side.all
    return side


def _explain_wild(tokens: Tokens, resolved: Tokens, context: ReadingContext, problem: Illegal) -> Illegal:
    """Return the problem as inconsistent wild cubes, if the text makes sense only with another meaning for them."""
    if resolved == tokens:
        return problem
    try:
        _read_with_bars(tokens, context)
    except Illegal:
        return problem
    return Illegal("wild_inconsistent", "A wild cube is used for a different symbol than the one written.")


def _read_with_bars(tokens: Tokens, context: ReadingContext) -> tuple[Readings, str]:
    """Read the tokens with a drawn bar as it was meant, and as if it were not there. Return the code of the bar."""
    bar = find_bar(tokens)
    if bar is None:
        return read_tokens(tokens, context), ""
    merged = Readings()
    problems = []
    for variant in (bars_as_groups(tokens), without_bars(tokens)):
        try:
            readings = read_tokens(variant, context)
        except Illegal as problem:
            problems.append(problem)
            continue
        merged.merge(readings)
        if not readings.values and not any(failure.is_unknown for failure in readings.failures):
            merged.causes.add("undefined_reading")
    if len(problems) == 2:
        raise problems[0]
    return merged, bar_code(bar)


@dataclass(frozen=True)
class WrittenGoal:
    """The Goal as it lies on the mat and as a player wrote it. `wild`: labeled wild cubes of the Solution."""

    mat: Tokens
    tokens: Tokens
    text: str
    wild: tuple[Token, ...] = ()


def read_goal_side(goal: WrittenGoal, rules: EquationRules, budget: Budget) -> Side:
    """Read the Goal as written, which must be a legal interpretation of the cubes on the mat."""
    side = Side()
    try:
        _fill_goal(side, goal, rules, budget)
    except Illegal as problem:
        side.problems.append(problem)
    return side


def _fill_goal(side: Side, goal: WrittenGoal, rules: EquationRules, budget: Budget) -> None:
    mat, text, tokens = goal.mat, goal.text, _with_minus_i(goal.tokens, rules)
    if rules.value_may_be_written and _INTEGER.fullmatch(text) and _is_goal_value(mat, text, rules, budget):
        value = _parse_integer(text)
        side.all = side.fitting = Readings.from_pairs([(value, Leaf(text.strip(), value))])
        return None
    if len(mat) > rules.goal_cubes:
        raise Illegal("goal_illegal", f"A Goal can have at most {rules.goal_cubes} cubes.")
    _check_mat(mat, rules)
    try:
        side.wild = match_goal(mat, bars_as_groups(tokens), rules)
    except Illegal as problem:
        raise _explain_mismatch(mat, tokens, rules, budget, problem) from None
    problems = check_tokens(tokens, rules, "goal")
    if problems:
        raise _as_interpretation(mat, rules, budget, problems[0])
    tokens = place_on_mat(mat, tokens, rules)
    meaning = shared_meaning([*side.wild, *labeled_wilds(tokens), *goal.wild])
    resolved = apply_meaning(tokens, meaning, rules)
    context = ReadingContext(rules, "goal", budget)
    try:
        side.all, side.bar = _read_with_bars(resolved, context)
    except Illegal as problem:
        explained = _explain_wild(tokens, resolved, context, problem)
        raise explained if explained is not problem else _as_interpretation(mat, rules, budget, problem) from None
    if not side.all.values:
        return _explain_no_value(side, mat, rules, budget)
    side.has_long_numeral = _has_exponent(side.all) and not any(token.kind == "sup" for token in flatten(tokens))
    _keep_fitting(side, mat, resolved, context)
    _check_limits(side, rules)
    return None


def _has_exponent(readings: Readings) -> bool:
    return any(isinstance(part, Node) and part.sign == "sup" for _, tree in readings.pairs() for part in walk(tree))


def _check_mat(mat: Tokens, rules: EquationRules) -> None:
    problems = check_tokens(mat, rules, "goal", on_mat=True)
    if problems:
        raise Illegal("goal_illegal", f"The Goal on the mat isn’t legal. {problems[0].reason}")


def _keep_fitting(side: Side, mat: Tokens, resolved: Tokens, context: ReadingContext) -> None:
    """Keep readings that respect the gaps on the mat (EQ VII-C-5-b) and, where it applies, the order (MLAG IV-B-2)."""
    gaps = find_gaps(mat)
    if context.rules.ordinary_order:
        _keep_in_order(side, mat, resolved, context)
        return
    if not gaps:
        side.fitting = side.all
        return
    for fits in grouping_constraints(bars_as_groups(resolved), gaps):
        side.fitting.merge(_read_with_bars(resolved, replace(context, fits=fits))[0])
    if not side.fitting.values:
        raise Illegal("goal_interpretation_illegal", "The written Goal doesn’t follow the gaps on the mat.")


def _keep_in_order(side: Side, mat: Tokens, resolved: Tokens, context: ReadingContext) -> None:
    """Keep readings with the one value that the Goal has on the mat (MLAG IV-B-2, ACC Goal)."""
    on_mat = read_by_gaps(with_mat_gaps(mat, bars_as_groups(resolved)), context).pairs()
    for value, tree in side.all.pairs():
        if any(equal(value, other) for other, _ in on_mat):
            side.fitting.add(value, tree)
    if not side.fitting.values:
        raise Illegal(
            "goal_interpretation_illegal", "The written Goal is grouped differently than the Goal on the mat."
        )


def _check_limits(side: Side, rules: EquationRules) -> None:
    problems = [check_goal_value(value, rules) for value, _ in side.fitting.pairs()]
    if problems and all(problems):
        assert problems[0] is not None
        raise problems[0]


def _explain_no_value(side: Side, mat: Tokens, rules: EquationRules, budget: Budget) -> None:
    failure = side.all.failures[0] if side.all.failures else None
    if failure and not failure.is_unknown:
        raise _as_interpretation(mat, rules, budget, failure.problem)


def _as_interpretation(mat: Tokens, rules: EquationRules, budget: Budget, problem: Illegal) -> Illegal:
    """Return the problem as an illegal Goal, or as an illegal interpretation if the Goal has a legal one."""
    try:
        read_goal(mat, rules, budget)
    except Illegal as refused:
        return Illegal("goal_illegal", f"The Goal has no legal interpretation. {refused.reason}")
    except Undecided:
        pass
    reason = f"The written Goal isn’t a legal interpretation. {problem.reason}"
    return Illegal("goal_interpretation_illegal", reason, problem.start, problem.end)


def _explain_mismatch(mat: Tokens, goal: Tokens, rules: EquationRules, budget: Budget, problem: Illegal) -> Illegal:
    """Return why the written Goal does not match: perhaps only its value was written (EQ VII-B-2 comment (b))."""
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
                    return Illegal("goal_value_written", "The Goal’s value is written instead of the Goal itself.")
            except Undecided:
                continue
    return problem


def _is_goal_value(mat: Tokens, text: str, rules: EquationRules, budget: Budget) -> bool:
    value = _parse_integer(text)
    return any(equal(value, other) for other, _ in read_goal(mat, rules, budget).readings.pairs())


def _parse_integer(text: str) -> Fraction:
    return Fraction(int(re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")))


def _with_minus_i(tokens: Tokens, rules: EquationRules) -> Tokens:
    """Replace (-i), an accepted way to write i upside-down in the Goal (EQ Appendix A)."""
    if not rules.imaginary:
        return tokens
    replaced: list[Token] = []
    for token in tokens:
        replaced.append(token)
        last = replaced[-4:]
        shape = [each.kind for each in last]
        if shape == ["open", "sign", "i", "close"] and last[1].symbol == "-" and not last[2].turn:
            replaced[-4:] = [replace(last[2], turn="ud", cube_index=last[1].cube_index)]
    return tuple(replaced)
