"""The verdict on an Equation: whether a legal reading is correct, a grouping that breaks it, and every broken rule.

Ambiguous means correct in one legal reading and wrong in another. That is incorrect once a checker shows the breaking
grouping, but "yes, it equals the Goal" if a judge is asked without that (EQ VII-C-5-c, VII-C-5-d-iii; JM E19, E20).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulebooks.equations.cube_meanings import apply_meaning, labeled_wilds, shared_meaning
from rulebooks.equations.cubes import CubesOnMat, check_against_mat, check_count
from rulebooks.equations.legality import check_tokens
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.readings import FailedReading, Readings
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.side_comparison import SideComparison, compare_sides
from rulebooks.equations.sides import Side, WrittenGoal, read_goal_side, read_solution_side
from rulebooks.equations.tokenizer import tokenize_mat, tokenize_written
from rulebooks.equations.tokens import Tokens, flatten
from rulebooks.equations.trees import Tree, as_written, format_value
from rulebooks.equations.violations import EquationViolation, Illegal, cite_rule, to_violation

MAX_BREAKING = 12
MAX_READINGS = 40
MAX_FACTORIALS = 2
UNDEFINED = "undefined"
AMBIGUITIES = {
    "default_conflict": "Two signs apply to the same number by default.",
    "ambiguous_symbol": "A symbol can be read in two ways.",
    "root_not_indicated": "The writer doesn’t say which root is meant.",
    "fraction_bar": "A fraction bar doesn’t group.",
    "vinculum": "A radical bar doesn’t group.",
}
LONG_NUMERAL = "A numeral in the Goal has too many digits, so the last cubes can only be exponents."


@dataclass(frozen=True)
class EquationQuestion:
    """What a judge wants to know about one Equation.

    `variations`: slug and blank of each. `goal_mat`: the Goal as it lies on the mat; `goal_written`: as the player
    wrote it, or None. `cubes`: None if the cubes aren't to be checked.
    """

    division: str
    variations: tuple[tuple[str, Any], ...]
    goal_mat: str
    solution: str
    goal_written: str | None
    cubes: CubesOnMat | None = None
    challenge: str = ""


@dataclass(frozen=True)
class SideReading:
    """One reading of a side: its tree, how it is written with every grouping shown, and its value."""

    side: str
    tree: Tree
    written: str
    value: str


@dataclass(frozen=True)
class EquationVerdict:
    """`verdict`: correct, incorrect, ambiguous or undecided. Code, reason and rule are those of the first problem.

    `if_ambiguity_not_raised`: equal or not equal, which is the answer if no one claims ambiguity; empty if unknown.
    `breaking`: readings that make the Equation wrong. `violations`: every broken rule, whatever the values are.
    """

    verdict: str
    code: str
    reason: str
    rule: str
    if_ambiguity_not_raised: str = ""
    breaking: tuple[SideReading, ...] = ()
    violations: tuple[EquationViolation, ...] = ()
    readings: tuple[SideReading, ...] = field(default=())


def judge_equation(rules: EquationRules, question: EquationQuestion) -> EquationVerdict:
    """Return the verdict on what a player wrote. Raises `NotationError` for a text that is not in the notation."""
    return _Judgment(rules, question).verdict()


class _Judgment:
    """One question while it is being judged. `problems` collects every rule that the Equation breaks."""

    def __init__(self, rules: EquationRules, question: EquationQuestion) -> None:
        self.rules, self.question = rules, question
        self.budget = Budget()
        self.problems: list[Illegal] = []

    def verdict(self) -> EquationVerdict:
        goal_written = self.question.goal_written
        mat = self._tokenize(tokenize_mat, self.question.goal_mat, "goal_illegal")
        tokens = self._tokenize(tokenize_written, self.question.solution)
        goal = None
        if goal_written is None or not goal_written.strip():
            self.problems.append(Illegal("goal_not_written", "The Goal isn’t written next to the Solution."))
        else:
            goal = self._tokenize(tokenize_written, goal_written)
        try:
            return self._judge_tokens(mat, tokens, goal)
        except Undecided as unknown:
            return self._undecided(str(unknown))

    def _tokenize(self, tokenize: Callable[[str], Tokens], text: str, code: str = "") -> Tokens | None:
        try:
            return tokenize(text)
        except Illegal as problem:
            self.problems.append(Illegal(code or problem.code, problem.reason, problem.start, problem.end))
            return None

    def _judge_tokens(self, mat: Tokens | None, tokens: Tokens | None, goal: Tokens | None) -> EquationVerdict:
        if tokens is not None:
            self.problems += check_tokens(tokens, self.rules, "solution") + check_count(tokens, self.rules)
            if self.question.cubes is not None:
                self.problems += check_against_mat(tokens, self.question.cubes, self.question.challenge, self.rules)
        right: Side | None = None
        if mat is not None and goal is not None:
            right = read_goal_side(
                WrittenGoal(mat, goal, self.question.goal_written or "", tuple(labeled_wilds(tokens or ()))),
                self.rules,
                self.budget,
            )
            self.problems += right.problems
        self._check_factorials(tokens, goal)
        left = self._solution_side(tokens, right)
        if left is None or right is None or not left.all.values or not right.all.values:
            return self._without_comparison(left, right)
        return self._compare(left, right)

    def _solution_side(self, tokens: Tokens | None, goal: Side | None) -> Side | None:
        """Read the Solution, using what the Goal says about the wild cubes."""
        if tokens is None or check_tokens(tokens, self.rules, "solution"):
            return None
        try:
            meaning = shared_meaning([*(goal.wild if goal else ()), *labeled_wilds(tokens)])
        except Illegal as problem:
            self._add_problem(problem)
            return None
        resolved = apply_meaning(tokens, meaning, self.rules)
        side = read_solution_side(tokens, resolved, self.rules, self.budget, self._goal_values(goal))
        self.problems += side.problems
        return side if side.all.values or side.all.failures else None

    def _goal_values(self, goal: Side | None) -> tuple[Number, ...]:
        if goal is None or self.rules.multiple_of is not None:
            return ()
        return tuple(value for value, _ in goal.all.pairs())

    def _add_problem(self, problem: Illegal) -> None:
        if problem.code not in [each.code for each in self.problems]:
            self.problems.append(problem)

    def _check_factorials(self, tokens: Tokens | None, goal: Tokens | None) -> None:
        """Check the number of factorials.

        Two per Equation; with Multiple Operations, two in the Goal (EQ XIII-A-4, A-5). None in the Goal with Multiple
        of k (EQ XIII-C-8).
        """
        if not self.rules.factorial:
            return
        ours = sum(token.kind == "!" for token in flatten(tokens or ()))
        theirs = sum(token.kind == "!" for token in flatten(goal or ()))
        if theirs and not self.rules.factorial_in_goal:
            reason = "With Multiple of k, the Goal can’t have a factorial."
            self.problems.append(Illegal("factorial_in_goal_with_multiple_of_k", reason))
        if theirs > MAX_FACTORIALS or (not self.rules.multiple_operations and ours + theirs > MAX_FACTORIALS):
            where = "Goal" if theirs > MAX_FACTORIALS else "Equation"
            self.problems.append(Illegal("factorial_count_exceeded", f"The {where} can have at most 2 factorials."))

    # -- the verdict --------------------------------------------------------------------------------------------------

    def _compare(self, left: Side, right: Side) -> EquationVerdict:
        try:
            comparison = compare_sides(left, right, self.rules)
        except Undecided as unknown:
            return self._undecided(str(unknown), left, right)
        equal = "equal" if comparison.some_correct_on_paper else "not equal"
        breaking = self._breaking(comparison, left, right) if comparison.some_correct_on_paper else ()
        common = {
            "if_ambiguity_not_raised": equal,
            "breaking": breaking,
            "readings": self._readings(left, right),
            "violations": self._violations(),
        }
        if self.problems:
            return self._verdict("incorrect", self.problems[0].code, self.problems[0].reason, **common)
        if not comparison.some_correct:
            if open_question := _first_unknown(left, right):
                return self._unknown_verdict(open_question, **(common | {"if_ambiguity_not_raised": ""}))
            if right.has_long_numeral:
                return self._verdict("incorrect", "goal_interpretation_illegal", LONG_NUMERAL, **common)
            return self._verdict("incorrect", comparison.code, comparison.reason, **common)
        if comparison.some_wrong or any("undefined_reading" in side.all.causes for side in (left, right)):
            code = _ambiguity_code(left, right)
            return self._verdict("ambiguous", code, _ambiguity_reason(code, breaking), **common)
        if "fraction_bar" in (left.bar, right.bar):
            code = "fraction_bar"
            reason = "A fraction bar isn’t a division sign."
            return self._verdict("incorrect", code, reason, **common)
        if open_question := _first_unknown(left, right):
            return self._unknown_verdict(open_question, **common)
        return self._verdict("correct", "", self._correct_reason(), **common)

    def _correct_reason(self) -> str:
        k = self.rules.multiple_of
        if k is None:
            return "In every legal interpretation, the Solution equals the Goal."
        return f"In every legal interpretation, the Solution differs from the Goal by a multiple of {k}."

    def _without_comparison(self, left: Side | None, right: Side | None) -> EquationVerdict:
        for side in (right, left):
            if side is not None and not side.problems and not side.all.values and side.all.failures:
                self._add_problem(_first_failure(side.all).problem)
        unknown = [problem for problem in self.problems if problem.code == "undecided"]
        self.problems = [problem for problem in self.problems if problem.code != "undecided"]
        if not self.problems:
            return self._undecided(unknown[0].reason, left, right)
        problem = self.problems[0]
        return self._verdict(
            "incorrect", problem.code, problem.reason,
            readings=self._readings(left, right), violations=self._violations(),
        )  # fmt: skip

    def _unknown_verdict(self, failure: FailedReading, **common: object) -> EquationVerdict:
        if failure.problem.code == "unverifiable":
            return self._verdict("incorrect", "unverifiable", failure.problem.reason, **common)
        return self._verdict("undecided", "undecided", failure.problem.reason, **common)

    def _undecided(self, reason: str, left: Side | None = None, right: Side | None = None) -> EquationVerdict:
        shown = self._readings(left, right)
        if self.problems:
            problem = self.problems[0]
            violations = self._violations()
            return self._verdict("incorrect", problem.code, problem.reason, readings=shown, violations=violations)
        return self._verdict("undecided", "undecided", reason, readings=shown)

    def _verdict(self, verdict: str, code: str, reason: str, **parts: object) -> EquationVerdict:
        rule = cite_rule(code or "correct", self.rules.book)
        return EquationVerdict(verdict, code, reason, rule, **parts)  # type: ignore[arg-type]

    def _violations(self) -> tuple[EquationViolation, ...]:
        return tuple(to_violation(problem, self.rules.book) for problem in self.problems)

    def _readings(self, left: Side | None, right: Side | None) -> tuple[SideReading, ...]:
        shown: list[SideReading] = []
        for name, side in (("solution", left), ("goal", right)):
            if side is not None:
                shown += [_reading(name, value, tree, self.rules) for value, tree in side.all.pairs()[:MAX_READINGS]]
        return tuple(shown)

    def _breaking(self, comparison: SideComparison, left: Side, right: Side) -> tuple[SideReading, ...]:
        shown = [
            _reading("solution", value, tree, self.rules) for value, tree in comparison.wrong_solutions[:MAX_BREAKING]
        ]
        shown += [_reading("goal", value, tree, self.rules) for value, tree in comparison.wrong_goals[:MAX_BREAKING]]
        for name, side in (("solution", left), ("goal", right)):
            if "undefined_reading" in side.all.causes or ("default_conflict" in side.all.causes and shown):
                failed = [each for each in side.all.failures if each.tree is not None and not each.is_unknown]
                shown += [
                    SideReading(name, each.tree, as_written(each.tree), UNDEFINED) for each in failed if each.tree
                ]
        return tuple({(each.side, each.written): each for each in shown}.values())


def _reading(side: str, value: Number, tree: Tree, rules: EquationRules) -> SideReading:
    return SideReading(side, tree, as_written(tree), format_value(value, tree, average=rules.average))


def _first_unknown(left: Side, right: Side) -> FailedReading | None:
    return next((each for side in (left, right) for each in side.all.failures if each.is_unknown), None)


def _first_failure(readings: Readings) -> FailedReading:
    known = [each for each in readings.failures if each.problem.code != "undecided"]
    return (known or readings.failures)[0]


def _ambiguity_code(left: Side, right: Side) -> str:
    if left.bar or right.bar:
        return left.bar or right.bar
    causes = left.all.causes | right.all.causes
    order = ("default_conflict", "ambiguous_symbol", "root_not_indicated", "ambiguous_grouping")
    return next((cause for cause in order if cause in causes), "ambiguous_grouping")


def _ambiguity_reason(code: str, breaking: tuple[SideReading, ...]) -> str:
    reason = AMBIGUITIES.get(code, "It can be grouped in more than one way.")
    if not breaking:
        return reason
    first = breaking[0]
    if first.value == UNDEFINED:
        return f"{reason} For example, {first.written} is undefined."
    return f"{reason} For example, {first.written} is {first.value}."
