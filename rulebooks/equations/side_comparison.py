"""Every reading of the Solution against every reading of the Goal, also with Multiple of k (EQ VII-B-2, XIII-B-7)."""

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

MOST_PAIRS = 60_000
OTHER_COST = 8
"""A comparison of a number that is not a fraction takes so much longer."""
MOST_DIGITS = 40


@dataclass
class SideComparison:
    """What the pairs of readings came to. `wrong_…`: readings that are wrong against some reading of the other side."""

    some_right: bool = False
    some_right_on_paper: bool = False
    some_wrong: bool = False
    wrong_solutions: list[tuple[Number, Tree]] = field(default_factory=list)
    wrong_goals: list[tuple[Number, Tree]] = field(default_factory=list)
    code: str = ""
    reason: str = ""


def compare_sides(solution: Side, goal: Side, rules: EquationRules) -> SideComparison:
    """The Goal may be right only as it lies on the mat; it may be wrong as anyone can read what is on the paper."""
    ours, theirs = solution.all.pairs(), goal.all.pairs()
    if _cost(ours) * _cost(theirs) > MOST_PAIRS:
        raise Undecided("There are too many readings to compare them all.")
    fitting = set(goal.fitting.values)
    found = SideComparison()
    wrong_goals: dict[int, tuple[Number, Tree]] = {}
    for value, tree in ours:
        is_wrong = False
        for at, (name, (other, other_tree)) in enumerate(goal.all.values.items()):
            if is_correct(value, other, rules):
                found.some_right_on_paper = True
                found.some_right = found.some_right or name in fitting
            else:
                is_wrong = True
                wrong_goals[at] = (other, other_tree)
        if is_wrong and (len(ours) > 1 or len(theirs) == 1):
            found.wrong_solutions.append((value, tree))
        found.some_wrong = found.some_wrong or is_wrong
    found.wrong_goals = [wrong_goals[at] for at in sorted(wrong_goals)] if len(theirs) > 1 else []
    if not found.some_right:
        found.code, found.reason = _why_wrong(ours[0], theirs[0], rules)
    return found


def _cost(pairs: list[tuple[Number, Tree]]) -> int:
    return sum(1 if isinstance(value, Fraction) else OTHER_COST for value, _ in pairs)


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


def _why_wrong(solution: tuple[Number, Tree], goal: tuple[Number, Tree], rules: EquationRules) -> tuple[str, str]:
    ours, theirs = (_short(format_value(*pair, average=rules.average)) for pair in (solution, goal))
    if rules.multiple_of is None:
        return "not_equal", f"The Solution is {ours}, the Goal {theirs}."
    if equal(solution[0], goal[0]):
        reason = f"The Solution equals the Goal, {theirs}: it must differ by a multiple of {rules.multiple_of}."
        return "multiple_of_k_equal", reason
    reason = f"The Solution is {ours}, the Goal {theirs}: they do not differ by a multiple of {rules.multiple_of}."
    return "multiple_of_k_not_multiple", reason


def _short(text: str) -> str:
    return text if len(text) <= MOST_DIGITS else f"{text[: MOST_DIGITS - 1]}…"
