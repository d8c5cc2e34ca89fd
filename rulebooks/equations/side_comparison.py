"""Compares each reading of the Solution with each reading of the Goal, also by Multiple of k (EQ VII-B-2, XIII-B-7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.arithmetic import subtract
from rulebooks.equations.numbers.comparison import equal, is_real, is_whole, residue
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.limits import Undecided
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.sides import Side
from rulebooks.equations.trees import Tree, format_value

MAX_PAIRS = 60_000
NON_FRACTION_COST = 8
"""How much longer it takes to compare a number that isn't a fraction."""
MAX_VALUE_LENGTH = 40


@dataclass
class SideComparison:
    """The result over all pairs of readings. `wrong_…`: readings that are wrong against one of the other side."""

    some_correct: bool = False
    some_correct_on_paper: bool = False
    some_wrong: bool = False
    wrong_solutions: list[tuple[Number, Tree]] = field(default_factory=list)
    wrong_goals: list[tuple[Number, Tree]] = field(default_factory=list)
    code: str = ""
    reason: str = ""


def compare_sides(solution: Side, goal: Side, rules: EquationRules) -> SideComparison:
    """Compare the sides. The Goal may be correct only as it lies on the mat, but wrong as anyone can read the paper."""
    solutions, goals = solution.all.pairs(), goal.all.pairs()
    if _count_cost(solutions) * _count_cost(goals) > MAX_PAIRS:
        raise Undecided("There are too many interpretations to compare.")
    fitting = set(goal.fitting.values)
    comparison = SideComparison()
    wrong_goals: dict[int, tuple[Number, Tree]] = {}
    for value, tree in solutions:
        is_wrong = False
        for index, (name, (other, other_tree)) in enumerate(goal.all.values.items()):
            if is_correct(value, other, rules):
                comparison.some_correct_on_paper = True
                comparison.some_correct = comparison.some_correct or name in fitting
            else:
                is_wrong = True
                wrong_goals[index] = (other, other_tree)
        if is_wrong and (len(solutions) > 1 or len(goals) == 1):
            comparison.wrong_solutions.append((value, tree))
        comparison.some_wrong = comparison.some_wrong or is_wrong
    comparison.wrong_goals = [wrong_goals[index] for index in sorted(wrong_goals)] if len(goals) > 1 else []
    if not comparison.some_correct:
        comparison.code, comparison.reason = _explain_wrong(solutions[0], goals[0], rules)
    return comparison


def _count_cost(pairs: list[tuple[Number, Tree]]) -> int:
    return sum(1 if isinstance(value, Fraction) else NON_FRACTION_COST for value, _ in pairs)


def is_correct(value: Number, goal: Number, rules: EquationRules) -> bool:
    same = equal(value, goal)
    if rules.multiple_of is None:
        return same
    return not same and _differs_by_multiple(value, goal, rules.multiple_of)


def _differs_by_multiple(value: Number, goal: Number, k: int) -> bool:
    difference = subtract(value, goal)
    if isinstance(difference, Fraction):
        return difference.denominator == 1 and difference.numerator % k == 0
    if isinstance(difference, Algebraic) or not is_real(difference) or not is_whole(difference):
        return False
    return residue(difference, k) == 0


def _explain_wrong(solution: tuple[Number, Tree], goal: tuple[Number, Tree], rules: EquationRules) -> tuple[str, str]:
    solutions, goals = (_shorten(format_value(*pair, average=rules.average)) for pair in (solution, goal))
    if rules.multiple_of is None:
        return "not_equal", f"The Solution is {solutions}, but the Goal is {goals}."
    if equal(solution[0], goal[0]):
        reason = f"The Solution and the Goal are both {goals}. They must differ by a multiple of {rules.multiple_of}."
        return "multiple_of_k_equal", reason
    reason = (
        f"The Solution is {solutions}, and the Goal is {goals}. They must differ by a multiple of {rules.multiple_of}."
    )
    return "multiple_of_k_not_multiple", reason


def _shorten(text: str) -> str:
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"
