"""Answers a judge's questions: the verdict on an Equation, the values of an expression, the interpretations of a Goal.

`preview` reads a text that is still being typed, for the formula next to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulebooks.edition import Edition
from rulebooks.equations.cube_meanings import apply_meaning, labeled_wilds, shared_meaning
from rulebooks.equations.expressions import read_expression, read_tokens
from rulebooks.equations.goals import read_goal
from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.comparison import is_whole
from rulebooks.equations.numbers.formatting import format_number
from rulebooks.equations.numbers.kinds import Number, Product, TermQuotient
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.readings import ReadingContext, Readings
from rulebooks.equations.rules import EquationRules, equations_rules
from rulebooks.equations.tokenizer import tokenize_mat, tokenize_written
from rulebooks.equations.tokens import Tokens
from rulebooks.equations.trees import as_written, format_value
from rulebooks.equations.verdicts import EquationQuestion, EquationVerdict, SideReading, judge_equation
from rulebooks.equations.violations import EquationViolation, Illegal, NotationError, to_violation

Variations = Iterable[tuple[str, Any]]
SIDES = ("goal", "solution")
FORMS = ("mat", "written")
MAX_CUT = 6
"""How many characters to cut off an unfinished text to find a part that can be read."""


@dataclass(frozen=True)
class Evaluation:
    """Every value over all legal readings, or the rule that makes the expression illegal.

    `default`: the value if the writer labels nothing; empty if something must be labeled. `more`: there are other
    values. `undecided`: why a value could not be computed.
    """

    readings: tuple[SideReading, ...] = ()
    default: str = ""
    more: bool = False
    undecided: str = ""
    problem: EquationViolation | None = None


@dataclass(frozen=True)
class EquationPreview:
    """A text that is being typed: its readings so far, and a sentence and position where it stops making sense.

    `read_to`: how many characters the readings cover: all of them unless there is a sentence.
    """

    readings: tuple[SideReading, ...] = ()
    sentence: str = ""
    position: int | None = None
    read_to: int = 0


def judge(edition: Edition, question: EquationQuestion) -> EquationVerdict:
    """Return the verdict on an Equation.

    Raises `NotationError` for a text that is not in the notation, and `EquationsError` for an unknown division or
    variation.
    """
    return judge_equation(equations_rules(edition, question.division, question.variations), question)


def evaluate(
    edition: Edition, division: str, variations: Variations, side: str, form: str, expression: str
) -> Evaluation:
    """Return the values of one side alone, or why it is not legal."""
    rules = equations_rules(edition, division, variations)
    try:
        if form == "mat":
            return _evaluate_goal(rules, expression)
        return _evaluate_written(rules, side, expression)
    except Illegal as problem:
        return Evaluation(problem=to_violation(problem, rules.book))
    except Undecided as unknown:
        return Evaluation(undecided=str(unknown))


def interpret_goal(edition: Edition, division: str, variations: Variations, goal: str) -> Evaluation:
    """Return every legal interpretation of a Goal on the mat, or why it has none (EQ VII-C-5-a)."""
    return evaluate(edition, division, variations, "goal", "mat", goal)


def preview(
    edition: Edition, division: str, variations: Variations, side: str, form: str, text: str
) -> EquationPreview:
    """Return how a text is read so far. Never raises because of the text."""
    variations = list(variations)

    def preview_of(part: str) -> EquationPreview:
        try:
            evaluation = evaluate(edition, division, variations, side, form, part)
        except NotationError as problem:
            return EquationPreview(sentence=str(problem), position=problem.position)
        if evaluation.problem:
            position = evaluation.problem.start if evaluation.problem.start >= 0 else None
            return EquationPreview(sentence=evaluation.problem.reason, position=position)
        return EquationPreview(evaluation.readings, evaluation.undecided, read_to=len(part))

    whole = preview_of(text)
    if whole.readings or whole.position is None:
        return whole
    for end in range(min(whole.position, len(text)), max(whole.position - MAX_CUT, 0), -1):
        shorter = preview_of(text[:end])
        if shorter.readings:
            return replace(whole, readings=shorter.readings, read_to=end)
    return whole


def _evaluate_written(rules: EquationRules, side: str, expression: str) -> Evaluation:
    tokens = tokenize_written(expression)
    labeled = apply_meaning(tokens, shared_meaning(labeled_wilds(tokens)), rules)
    readings = read_expression(labeled, ReadingContext(rules, side, Budget()))
    values = _rational_only(readings) if rules.rational_result else readings
    if not values.values:
        return _explain_no_value(values, rules)
    results = _side_readings(values, side, rules)
    unknown = any(failure.is_unknown for failure in values.failures)
    return Evaluation(results, results[0].value if len(results) == 1 else "", unknown)


def _rational_only(readings: Readings) -> Readings:
    """Drop irrational values: they may only occur on the way to a rational one (ACC Math Clarifications)."""
    kept = Readings(failures=readings.failures)
    for name, (value, tree) in readings.values.items():
        if _is_irrational(value):
            kept.add_failure(tree, Illegal("irrational_not_allowed", "The value is an irrational number."))
        else:
            kept.values[name] = (value, tree)
    return kept


def _is_irrational(value: Number) -> bool:
    if isinstance(value, Product):
        return not all(is_whole(exponent) for _, exponent in value.powers)
    if isinstance(value, TermQuotient):
        return not is_whole(value)
    return isinstance(value, Algebraic)


def _explain_no_value(readings: Readings, rules: EquationRules) -> Evaluation:
    known = [failure for failure in readings.failures if failure.problem.code != "undecided"]
    if not known:
        return Evaluation(undecided=readings.failures[0].problem.reason)
    return Evaluation(problem=to_violation(known[0].problem, rules.book))


def _evaluate_goal(rules: EquationRules, goal: str) -> Evaluation:
    tokens = tokenize_mat(goal)
    goal_readings = read_goal(tokens, rules, Budget())
    results = _side_readings(goal_readings.readings, "goal", rules)
    return Evaluation(results, _default_value(tokens, rules, results), goal_readings.more)


def _default_value(tokens: Tokens, rules: EquationRules, results: tuple[SideReading, ...]) -> str:
    """Return the value of the Goal when its cubes are copied without any label."""
    if len(results) == 1:
        return results[0].value
    copied = tuple(replace(token, symbol="" if token.kind == "i" else token.symbol, gap=False) for token in tokens)
    try:
        values = read_tokens(copied, ReadingContext(rules, "goal", Budget())).pairs()
    except (Illegal, Undecided):
        return ""
    return format_number(values[0][0]) if len(values) == 1 else ""


def _side_readings(readings: Readings, side: str, rules: EquationRules) -> tuple[SideReading, ...]:
    return tuple(
        SideReading(side, tree, as_written(tree), format_value(value, tree, average=rules.average))
        for value, tree in readings.pairs()
    )
