"""What a judge asks: the verdict on an Equation, the values of an expression, the interpretations of a Goal.

`preview` reads a text that is still being typed, for the formula that is drawn beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulebooks.edition import Edition
from rulebooks.equations.expressions import read_expression, read_tokens
from rulebooks.equations.goals import read_goal
from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.comparison import is_whole
from rulebooks.equations.numbers.formatting import format_number
from rulebooks.equations.numbers.kinds import Number, Product, TermQuotient
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.readings import ReadingContext, Readings
from rulebooks.equations.rules import EquationRules, rules_for_shake
from rulebooks.equations.tokenizer import tokenize_mat, tokenize_written
from rulebooks.equations.tokens import Tokens
from rulebooks.equations.trees import as_written, format_value
from rulebooks.equations.verdicts import EquationQuestion, EquationVerdict, SideReading, judge_equation
from rulebooks.equations.violations import EquationViolation, Illegal, NotationError, to_violation
from rulebooks.equations.wild_cubes import apply_meaning, labeled_wilds, shared_meaning

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

    readings: tuple[SideReading, ...] = ()
    default: str = ""
    more: bool = False
    undecided: str = ""
    problem: EquationViolation | None = None


@dataclass(frozen=True)
class EquationPreview:
    """A text that is being typed: its readings so far, a sentence and the place where it stops being an expression.

    read_to: how many characters the readings cover, which is all of them unless there is a sentence.
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
    return judge_equation(rules_for_shake(edition, question.division, question.variations), question)


def evaluate(
    edition: Edition, division: str, variations: Variations, side: str, form: str, expression: str
) -> Evaluation:
    """The values of one side by itself, or why it is not legal."""
    rules = rules_for_shake(edition, division, variations)
    try:
        if form == "mat":
            return _goal(rules, expression)
        return _written(rules, side, expression)
    except Illegal as problem:
        return Evaluation(problem=to_violation(problem, rules.book))
    except Undecided as unknown:
        return Evaluation(undecided=str(unknown))


def interpret_goal(edition: Edition, division: str, variations: Variations, goal: str) -> Evaluation:
    """Every legal interpretation of a Goal on the mat, or why it has none (EQ VII-C-5-a)."""
    return evaluate(edition, division, variations, "goal", "mat", goal)


def preview(
    edition: Edition, division: str, variations: Variations, side: str, form: str, text: str
) -> EquationPreview:
    """What a text stands for so far. Never raises for the text itself."""
    picked = list(variations)

    def seen(part: str) -> EquationPreview:
        try:
            found = evaluate(edition, division, picked, side, form, part)
        except NotationError as problem:
            return EquationPreview(sentence=str(problem), position=problem.position)
        if found.problem:
            place = found.problem.start if found.problem.start >= 0 else None
            return EquationPreview(sentence=found.problem.reason, position=place)
        return EquationPreview(found.readings, found.undecided, read_to=len(part))

    whole = seen(text)
    if whole.readings or whole.position is None:
        return whole
    for end in range(min(whole.position, len(text)), max(whole.position - MOST_STEPS_BACK, 0), -1):
        before = seen(text[:end])
        if before.readings:
            return replace(whole, readings=before.readings, read_to=end)
    return whole


def _written(rules: EquationRules, side: str, expression: str) -> Evaluation:
    tokens = tokenize_written(expression)
    meant = apply_meaning(tokens, shared_meaning(labeled_wilds(tokens)), rules)
    found = read_expression(meant, ReadingContext(rules, side, Budget()))
    values = _rational(found) if rules.rational_result else found
    if not values.values:
        return _no_value(values, rules)
    shown = _shown(values, side, rules)
    unknown = any(failure.is_unknown for failure in values.failures)
    return Evaluation(shown, shown[0].value if len(shown) == 1 else "", unknown)


def _rational(found: Readings) -> Readings:
    """ACC Math Clarifications: an irrational number may only be on the way to a rational one."""
    kept = Readings(failures=found.failures)
    for name, (value, tree) in found.values.items():
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


def _no_value(found: Readings, rules: EquationRules) -> Evaluation:
    known = [failure for failure in found.failures if failure.problem.code != "undecided"]
    if not known:
        return Evaluation(undecided=found.failures[0].problem.reason)
    return Evaluation(problem=to_violation(known[0].problem, rules.book))


def _goal(rules: EquationRules, goal: str) -> Evaluation:
    tokens = tokenize_mat(goal)
    found = read_goal(tokens, rules, Budget())
    shown = _shown(found.readings, "goal", rules)
    return Evaluation(shown, _default(tokens, rules, shown), found.more)


def _default(tokens: Tokens, rules: EquationRules, shown: tuple[SideReading, ...]) -> str:
    """The value of the Goal when its cubes are copied without any mark."""
    if len(shown) == 1:
        return shown[0].value
    copied = tuple(replace(token, symbol="" if token.kind == "i" else token.symbol, gap=False) for token in tokens)
    try:
        values = read_tokens(copied, ReadingContext(rules, "goal", Budget())).pairs()
    except (Illegal, Undecided):
        return ""
    return format_number(values[0][0]) if len(values) == 1 else ""


def _shown(found: Readings, side: str, rules: EquationRules) -> tuple[SideReading, ...]:
    return tuple(
        SideReading(side, tree, as_written(tree), format_value(value, tree, average=rules.average))
        for value, tree in found.pairs()
    )
