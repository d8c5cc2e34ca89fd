"""What a judge asks: the verdict on an Equation, the values of an expression, the interpretations of a Goal.

`preview` reads a text that is still being typed, for the formula that is drawn beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulebooks.edition import Edition
from rulebooks.equations.codes import Illegal, NotationError, Violation, violation
from rulebooks.equations.cubes import CubesOnMat
from rulebooks.equations.expressions import read_expression, read_marks
from rulebooks.equations.goals import read_goal
from rulebooks.equations.laws import Laws, laws_of
from rulebooks.equations.marks import Marks
from rulebooks.equations.notation import read_mat, read_written
from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.bounds import Budget, Undecided
from rulebooks.equations.numbers.comparing import is_whole
from rulebooks.equations.numbers.kinds import Form, Number, Product
from rulebooks.equations.numbers.writing import written
from rulebooks.equations.readings import Context, Readings
from rulebooks.equations.trees import as_written
from rulebooks.equations.values import value_text
from rulebooks.equations.verdicts import Reading, Verdict, judge_equation
from rulebooks.equations.wilds import marked, one_meaning, with_meaning

Variations = Iterable[tuple[str, Any]]
SIDES = ("goal", "solution")
FORMS = ("mat", "written")
MOST_STEPS_BACK = 6
"""Characters by which an unfinished text is shortened to draw what can be read of it."""


@dataclass(frozen=True)
class Evaluation:
    """Every value over all legal readings, or the rule that makes the expression illegal.

    default: the value when the writer marks nothing, empty if something must be marked. more: there are other values.
    undecided: why a value could not be worked out.
    """

    readings: tuple[Reading, ...] = ()
    default: str = ""
    more: bool = False
    undecided: str = ""
    problem: Violation | None = None


@dataclass(frozen=True)
class Preview:
    """A text that is being typed: its readings so far, a sentence and the place where it stops being an expression.

    read_to: how many characters the readings cover, which is all of them unless there is a sentence.
    """

    readings: tuple[Reading, ...] = ()
    sentence: str = ""
    position: int | None = None
    read_to: int = 0


def judge(
    edition: Edition,
    division: str,
    variations: Variations,
    goal_mat: str,
    solution: str,
    goal_written: str | None,
    cubes: CubesOnMat | None = None,
    challenge: str = "",
) -> Verdict:
    """The verdict on an Equation. Raises `NotationError` and `LawError` for what makes no sense."""
    laws = laws_of(edition, division, variations)
    return judge_equation(laws, goal_mat, solution, goal_written, cubes, challenge)


def evaluate(
    edition: Edition, division: str, variations: Variations, side: str, form: str, expression: str
) -> Evaluation:
    """The values of one side by itself, or why it is not legal."""
    laws = laws_of(edition, division, variations)
    try:
        if form == "mat":
            return _goal(laws, expression)
        return _written(laws, side, expression)
    except Illegal as problem:
        return Evaluation(problem=violation(problem, laws.book))
    except Undecided as unknown:
        return Evaluation(undecided=str(unknown))


def interpret_goal(edition: Edition, division: str, variations: Variations, goal: str) -> Evaluation:
    """Every legal interpretation of a Goal on the mat, or why it has none (EQ VII-C-5-a)."""
    return evaluate(edition, division, variations, "goal", "mat", goal)


def preview(edition: Edition, division: str, variations: Variations, side: str, form: str, text: str) -> Preview:
    """What a text stands for so far. Never raises for the text itself."""
    picked = list(variations)

    def seen(part: str) -> Preview:
        try:
            found = evaluate(edition, division, picked, side, form, part)
        except NotationError as problem:
            return Preview(sentence=str(problem), position=problem.position)
        if found.problem:
            place = found.problem.start if found.problem.start >= 0 else None
            return Preview(sentence=found.problem.reason, position=place)
        return Preview(found.readings, found.undecided, read_to=len(part))

    whole = seen(text)
    if whole.readings or whole.position is None:
        return whole
    for end in range(min(whole.position, len(text)), max(whole.position - MOST_STEPS_BACK, 0), -1):
        before = seen(text[:end])
        if before.readings:
            return replace(whole, readings=before.readings, read_to=end)
    return whole


def _written(laws: Laws, side: str, expression: str) -> Evaluation:
    marks = read_written(expression)
    meant = with_meaning(marks, one_meaning(marked(marks)), laws)
    found = read_expression(meant, Context(laws, side, Budget()))
    values = _rational(found) if laws.rational_result else found
    if not values.values:
        return _no_value(values, laws)
    shown = _shown(values, side, laws)
    unknown = any(failure.is_unknown for failure in values.failures)
    return Evaluation(shown, shown[0].value if len(shown) == 1 else "", unknown)


def _rational(found: Readings) -> Readings:
    """ACC Math Clarifications: an irrational number may only be on the way to a rational one."""
    kept = Readings(failures=found.failures)
    for name, (value, tree) in found.values.items():
        if _is_irrational(value):
            kept.fail(tree, Illegal("irrational_not_allowed", "The value is an irrational number."))
        else:
            kept.values[name] = (value, tree)
    return kept


def _is_irrational(value: Number) -> bool:
    if isinstance(value, Product):
        return not all(is_whole(exponent) for _, exponent in value.powers)
    if isinstance(value, Form):
        return not is_whole(value)
    return isinstance(value, Algebraic)


def _no_value(found: Readings, laws: Laws) -> Evaluation:
    known = [failure for failure in found.failures if failure.problem.code != "undecided"]
    if not known:
        return Evaluation(undecided=found.failures[0].problem.reason)
    return Evaluation(problem=violation(known[0].problem, laws.book))


def _goal(laws: Laws, goal: str) -> Evaluation:
    marks = read_mat(goal)
    found = read_goal(marks, laws, Budget())
    shown = _shown(found.readings, "goal", laws)
    return Evaluation(shown, _default(marks, laws, shown), found.more)


def _default(marks: Marks, laws: Laws, shown: tuple[Reading, ...]) -> str:
    """The value of the Goal when its cubes are copied without any mark."""
    if len(shown) == 1:
        return shown[0].value
    copied = tuple(replace(mark, symbol="" if mark.kind == "i" else mark.symbol, gap=False) for mark in marks)
    try:
        values = read_marks(copied, Context(laws, "goal", Budget())).pairs()
    except (Illegal, Undecided):
        return ""
    return written(values[0][0]) if len(values) == 1 else ""


def _shown(found: Readings, side: str, laws: Laws) -> tuple[Reading, ...]:
    return tuple(
        Reading(side, tree, as_written(tree), value_text(value, tree, average=laws.average))
        for value, tree in found.pairs()
    )
