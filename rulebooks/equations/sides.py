"""The two sides of an Equation: the Solution, and the Goal as the writer interprets it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rulebooks.equations.bars import as_meant, bar_in, code_of, ignored
from rulebooks.equations.codes import Illegal
from rulebooks.equations.expressions import read_marks
from rulebooks.equations.gaps import gaps_of, ways_to_fit
from rulebooks.equations.goals import goal_problem, read_as_it_lies, read_goal
from rulebooks.equations.laws import Laws
from rulebooks.equations.legality import check_marks
from rulebooks.equations.marks import Mark, Marks, flat
from rulebooks.equations.matching import as_on_mat, laid_out, match
from rulebooks.equations.numbers.bounds import Budget, Undecided
from rulebooks.equations.numbers.comparing import equal
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.readings import Context, Readings
from rulebooks.equations.trees import Leaf, Node, walk
from rulebooks.equations.wilds import marked, one_meaning, with_meaning

_INTEGER = re.compile(r"\s*[-−–]?\s*\d{1,400}\s*")


@dataclass
class Side:
    """A side's readings. `fitting`: those that respect the gaps on the mat. `bar`: the code of a drawn bar.

    `wild`: what the wild cubes are written as. `problems`: the rules that this side breaks. `too_long`: a numeral is
    written that has too many digits, so that its last cubes are exponents by their color.
    """

    all: Readings = field(default_factory=Readings)
    fitting: Readings = field(default_factory=Readings)
    wild: list[Mark] = field(default_factory=list)
    problems: list[Illegal] = field(default_factory=list)
    bar: str = ""
    too_long: bool = False


def read_solution_side(marks: Marks, meant: Marks, laws: Laws, budget: Budget, targets: tuple[Number, ...]) -> Side:
    """`meant`: the marks with every wild cube given its meaning. `targets`: the Goal's values, if it must equal one."""
    side = Side()
    context = Context(laws, "solution", budget, targets=targets)
    try:
        side.all, side.bar = _read(meant, context)
    except Illegal as problem:
        side.problems.append(_without_wild(marks, meant, context, problem))
    side.fitting = side.all
    return side


def _without_wild(marks: Marks, meant: Marks, context: Context, problem: Illegal) -> Illegal:
    """A wild cube that is an expression only with another meaning than the one written is used in two ways."""
    if meant == marks:
        return problem
    try:
        _read(marks, context)
    except Illegal:
        return problem
    return Illegal("wild_inconsistent", "A wild cube is used for another symbol than the one written.")


def _read(marks: Marks, context: Context) -> tuple[Readings, str]:
    """Readings with a drawn bar as it was meant and as if it were not there."""
    bar = bar_in(marks)
    if bar is None:
        return read_marks(marks, context), ""
    found = Readings()
    problems = []
    for way in (as_meant(marks), ignored(marks)):
        try:
            readings = read_marks(way, context)
        except Illegal as problem:
            problems.append(problem)
            continue
        found.take(readings)
        if not readings.values and not any(failure.is_unknown for failure in readings.failures):
            found.causes.add("undefined_reading")
    if len(problems) == 2:
        raise problems[0]
    return found, code_of(bar)


def read_goal_side(mat: Marks, goal: Marks, text: str, laws: Laws, budget: Budget, wild: Iterable[Mark] = ()) -> Side:
    """The Goal as written, which must be a legal interpretation of the cubes on the mat."""
    side = Side()
    try:
        _fill_goal(side, mat, _with_minus_i(goal, laws), text, laws, budget, list(wild))
    except Illegal as problem:
        side.problems.append(problem)
    return side


def _fill_goal(side: Side, mat: Marks, goal: Marks, text: str, laws: Laws, budget: Budget, wild: list[Mark]) -> None:
    if laws.value_may_be_written and _INTEGER.fullmatch(text) and _is_value(mat, text, laws, budget):
        value = Fraction(int(re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")))
        side.all = side.fitting = Readings.of([(value, Leaf(text.strip(), value))])
        return None
    if len(mat) > laws.goal_cubes:
        raise Illegal("goal_illegal", f"The Goal has more than {laws.goal_cubes} cubes.")
    _check_mat(mat, laws)
    meant_goal = as_meant(goal)
    try:
        side.wild = match(mat, meant_goal, laws)
    except Illegal as problem:
        raise _value_written(mat, goal, laws, budget, problem) from None
    problems = check_marks(goal, laws, "goal")
    if problems:
        raise _as_interpretation(mat, laws, budget, problems[0])
    goal = laid_out(mat, goal, laws)
    meaning = one_meaning([*side.wild, *marked(goal), *wild])
    meant = with_meaning(goal, meaning, laws)
    context = Context(laws, "goal", budget)
    try:
        side.all, side.bar = _read(meant, context)
    except Illegal as problem:
        found = _without_wild(goal, meant, context, problem)
        raise found if found is not problem else _as_interpretation(mat, laws, budget, problem) from None
    if not side.all.values:
        return _explain_no_value(side, mat, laws, budget)
    side.too_long = _has_exponent(side.all) and not any(mark.kind == "sup" for mark in flat(goal))
    _fit(side, mat, meant, context)
    _limit(side, laws)
    return None


def _has_exponent(found: Readings) -> bool:
    return any(isinstance(part, Node) and part.sign == "sup" for _, tree in found.pairs() for part in walk(tree))


def _check_mat(mat: Marks, laws: Laws) -> None:
    problems = check_marks(mat, laws, "goal", on_mat=True)
    if problems:
        raise Illegal("goal_illegal", f"The Goal on the mat is not legal: {problems[0].reason}")


def _fit(side: Side, mat: Marks, meant: Marks, context: Context) -> None:
    """EQ VII-C-5-b: the grouping may not go against the gaps on the mat, nor (MLAG IV-B-2) against the order."""
    gaps = gaps_of(mat)
    if context.laws.ordinary_order:
        _fit_order(side, mat, meant, context)
        return
    if not gaps:
        side.fitting = side.all
        return
    for fits in ways_to_fit(as_meant(meant), gaps):
        side.fitting.take(_read(meant, replace(context, fits=fits))[0])
    if not side.fitting.values:
        raise Illegal("goal_interpretation_illegal", "The Goal is grouped against the gaps on the mat.")


def _fit_order(side: Side, mat: Marks, meant: Marks, context: Context) -> None:
    """MLAG IV-B-2, ACC Goal: the Goal has one reading, and what is written must come to the same."""
    lying = read_as_it_lies(as_on_mat(mat, as_meant(meant)), context).pairs()
    for value, tree in side.all.pairs():
        if any(equal(value, other) for other, _ in lying):
            side.fitting.put(value, tree)
    if not side.fitting.values:
        raise Illegal("goal_interpretation_illegal", "The Goal is grouped in another way than it lies on the mat.")


def _limit(side: Side, laws: Laws) -> None:
    problems = [goal_problem(value, laws) for value, _ in side.fitting.pairs()]
    if problems and all(problems):
        assert problems[0] is not None
        raise problems[0]


def _explain_no_value(side: Side, mat: Marks, laws: Laws, budget: Budget) -> None:
    failure = side.all.failures[0] if side.all.failures else None
    if failure and not failure.is_unknown:
        raise _as_interpretation(mat, laws, budget, failure.problem)


def _as_interpretation(mat: Marks, laws: Laws, budget: Budget, problem: Illegal) -> Illegal:
    """Whether the Goal itself has no legal interpretation, or only this one is not legal."""
    try:
        read_goal(mat, laws, budget)
    except Illegal as refused:
        return Illegal("goal_illegal", f"The Goal has no legal interpretation: {refused.reason}")
    except Undecided:
        pass
    reason = f"The Goal is not interpreted legally: {problem.reason}"
    return Illegal("goal_interpretation_illegal", reason, problem.start, problem.end)


def _value_written(mat: Marks, goal: Marks, laws: Laws, budget: Budget, problem: Illegal) -> Illegal:
    """EQ VII-B-2 comment (b): the value of the Goal is not an interpretation of it."""
    try:
        written = read_marks(goal, Context(replace(laws, goal_digits=9), "goal", budget))
        values = read_goal(mat, laws, budget).readings
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


def _is_value(mat: Marks, text: str, laws: Laws, budget: Budget) -> bool:
    value = Fraction(int(re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")))
    return any(equal(value, other) for other, _ in read_goal(mat, laws, budget).readings.pairs())


def _with_minus_i(marks: Marks, laws: Laws) -> Marks:
    """EQ Appendix A: for the Goal (-i) is an accepted way to write i upside-down."""
    if not laws.imaginary:
        return marks
    found: list[Mark] = []
    for mark in marks:
        found.append(mark)
        last = found[-4:]
        shape = [each.kind for each in last]
        if shape == ["open", "sign", "i", "close"] and last[1].symbol == "-" and not last[2].turn:
            found[-4:] = [replace(last[2], turn="ud", place=last[1].place)]
    return tuple(found)
