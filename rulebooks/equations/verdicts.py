"""The verdict on an Equation: whether some legal reading is right, a grouping that breaks it, and every rule it breaks.

Ambiguous means right in one legal reading and wrong in another: incorrect once a checker shows the breaking grouping,
"yes, it equals the Goal" when a judge is asked without that (EQ VII-C-5-c, VII-C-5-d-iii; JM E19, E20).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebooks.equations.codes import Illegal, Violation, rule_of, violation
from rulebooks.equations.comparing import Comparison, compare_sides
from rulebooks.equations.cubes import CubesOnMat, check_against_mat, check_count
from rulebooks.equations.laws import Laws
from rulebooks.equations.legality import check_marks
from rulebooks.equations.marks import Marks, flat
from rulebooks.equations.notation import read_mat, read_written
from rulebooks.equations.numbers.bounds import Budget, Undecided
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.readings import Failure, Readings
from rulebooks.equations.sides import Side, read_goal_side, read_solution_side
from rulebooks.equations.trees import Tree, as_written
from rulebooks.equations.values import value_text
from rulebooks.equations.wilds import marked, one_meaning, with_meaning

MOST_BREAKING = 12
MOST_READINGS = 40
FACTORIALS = 2
UNDEFINED = "undefined"
TOO_LONG = "A numeral of the Goal has too many digits: the last cubes can only be exponents."


@dataclass(frozen=True)
class Reading:
    """One way to read a side: its tree, how it is written with every grouping, and its value."""

    side: str
    tree: Tree
    written: str
    value: str


@dataclass(frozen=True)
class Verdict:
    """verdict: correct, incorrect, ambiguous or undecided. The code, sentence and rule are those of the first reason.

    if_ambiguity_not_raised: equal or not equal, as a judge answers who is asked only that; empty if it is not known.
    breaking: readings that make the Equation wrong. violations: every rule that is broken, whatever the values are.
    """

    verdict: str
    code: str
    reason: str
    rule: str
    if_ambiguity_not_raised: str = ""
    breaking: tuple[Reading, ...] = ()
    violations: tuple[Violation, ...] = ()
    readings: tuple[Reading, ...] = field(default=())


def judge_equation(
    laws: Laws,
    goal_mat: str,
    solution: str,
    goal_written: str | None,
    cubes: CubesOnMat | None = None,
    challenge: str = "",
) -> Verdict:
    """The verdict on what a player wrote. Raises `NotationError` for a text that is not in the notation."""
    return _Case(laws, goal_mat, solution, goal_written, cubes, challenge).verdict()


class _Case:
    def __init__(
        self,
        laws: Laws,
        goal_mat: str,
        solution: str,
        goal_written: str | None,
        cubes: CubesOnMat | None,
        challenge: str,
    ) -> None:
        self.laws, self.challenge, self.cubes = laws, challenge, cubes
        self.texts = goal_mat, solution, goal_written
        self.budget = Budget()
        self.problems: list[Illegal] = []

    def verdict(self) -> Verdict:
        goal_mat, solution, goal_written = self.texts
        mat = self._marks(read_mat, goal_mat, "goal_illegal")
        marks = self._marks(read_written, solution)
        goal = None
        if goal_written is None or not goal_written.strip():
            self.problems.append(Illegal("goal_not_written", "The Goal is not written beside the Solution."))
        else:
            goal = self._marks(read_written, goal_written)
        try:
            return self._judged(mat, marks, goal)
        except Undecided as unknown:
            return self._unknown(str(unknown))

    def _marks(self, read: object, text: str, code: str = "") -> Marks | None:
        try:
            return read(text)  # type: ignore[operator, no-any-return]
        except Illegal as problem:
            self.problems.append(Illegal(code or problem.code, problem.reason, problem.start, problem.end))
            return None

    def _judged(self, mat: Marks | None, marks: Marks | None, goal: Marks | None) -> Verdict:
        if marks is not None:
            self.problems += check_marks(marks, self.laws, "solution") + check_count(marks, self.laws)
            if self.cubes is not None:
                self.problems += check_against_mat(marks, self.cubes, self.challenge, self.laws)
        _, _, goal_written = self.texts
        right: Side | None = None
        if mat is not None and goal is not None:
            right = read_goal_side(mat, goal, goal_written or "", self.laws, self.budget, self._wild(marks))
            self.problems += right.problems
        self._check_factorials(marks, goal)
        left = self._solution_side(marks, right)
        if left is None or right is None or not left.all.values or not right.all.values:
            return self._without_comparison(left, right)
        return self._compared(left, right)

    def _wild(self, marks: Marks | None) -> list:  # type: ignore[type-arg]
        return marked(marks) if marks is not None else []

    def _solution_side(self, marks: Marks | None, goal: Side | None) -> Side | None:
        """The Solution, with what the Goal tells of the wild cubes."""
        if marks is None or check_marks(marks, self.laws, "solution"):
            return None
        try:
            meaning = one_meaning([*(goal.wild if goal else ()), *marked(marks)])
        except Illegal as problem:
            self._add(problem)
            return None
        meant = with_meaning(marks, meaning, self.laws)
        side = read_solution_side(marks, meant, self.laws, self.budget, self._targets(goal))
        self.problems += side.problems
        return side if side.all.values or side.all.failures else None

    def _targets(self, goal: Side | None) -> tuple[Number, ...]:
        if goal is None or self.laws.multiple_of is not None:
            return ()
        return tuple(value for value, _ in goal.all.pairs())

    def _add(self, problem: Illegal) -> None:
        if problem.code not in [each.code for each in self.problems]:
            self.problems.append(problem)

    def _check_factorials(self, marks: Marks | None, goal: Marks | None) -> None:
        """EQ XIII-A-4, A-5: two in the Equation, with Multiple Operations two in the Goal. C-8: none there with k."""
        if not self.laws.factorial:
            return
        ours = sum(mark.kind == "!" for mark in flat(marks or ()))
        theirs = sum(mark.kind == "!" for mark in flat(goal or ()))
        if theirs and not self.laws.factorial_in_goal:
            reason = "With Multiple of k no factorial may be placed in the Goal."
            self.problems.append(Illegal("factorial_in_goal_with_multiple_of_k", reason))
        if theirs > FACTORIALS or (not self.laws.multiple_operations and ours + theirs > FACTORIALS):
            where = "Goal" if theirs > FACTORIALS else "Equation"
            self.problems.append(Illegal("factorial_count_exceeded", f"The {where} has more than two factorials."))

    # -- the three parts ----------------------------------------------------------------------------------------------

    def _compared(self, left: Side, right: Side) -> Verdict:
        try:
            found = compare_sides(left, right, self.laws)
        except Undecided as unknown:
            return self._unknown(str(unknown), left, right)
        equal = "equal" if found.some_right_on_paper else "not equal"
        breaking = self._breaking(found, left, right) if found.some_right_on_paper else ()
        common = {
            "if_ambiguity_not_raised": equal,
            "breaking": breaking,
            "readings": self._readings(left, right),
            "violations": self._violations(),
        }
        if self.problems:
            return self._answer("incorrect", self.problems[0].code, self.problems[0].reason, **common)
        if not found.some_right:
            if open_question := _unknown_of(left, right):
                return self._answer_unknown(open_question, **(common | {"if_ambiguity_not_raised": ""}))
            if right.too_long:
                return self._answer("incorrect", "goal_interpretation_illegal", TOO_LONG, **common)
            return self._answer("incorrect", found.code, found.reason, **common)
        if found.some_wrong or any("undefined_reading" in side.all.causes for side in (left, right)):
            code = _cause(left, right)
            return self._answer("ambiguous", code, _ambiguity(code, breaking), **common)
        if "fraction_bar" in (left.bar, right.bar):
            code = "fraction_bar"
            reason = "A fraction bar is not a division sign."
            return self._answer("incorrect", code, reason, **common)
        if open_question := _unknown_of(left, right):
            return self._answer_unknown(open_question, **common)
        return self._answer("correct", "", self._praise(), **common)

    def _praise(self) -> str:
        if self.laws.multiple_of is None:
            return "Every legal reading of the Solution equals the Goal as written."
        return f"Every legal reading of the Solution differs from the Goal by a multiple of {self.laws.multiple_of}."

    def _without_comparison(self, left: Side | None, right: Side | None) -> Verdict:
        for side in (right, left):
            if side is not None and not side.problems and not side.all.values and side.all.failures:
                self._add(_first_failure(side.all).problem)
        unknown = [problem for problem in self.problems if problem.code == "undecided"]
        self.problems = [problem for problem in self.problems if problem.code != "undecided"]
        if not self.problems:
            return self._unknown(unknown[0].reason, left, right)
        problem = self.problems[0]
        return self._answer(
            "incorrect", problem.code, problem.reason,
            readings=self._readings(left, right), violations=self._violations(),
        )  # fmt: skip

    def _answer_unknown(self, failure: Failure, **common: object) -> Verdict:
        if failure.problem.code == "unverifiable":
            return self._answer("incorrect", "unverifiable", failure.problem.reason, **common)
        return self._answer("undecided", "undecided", failure.problem.reason, **common)

    def _unknown(self, reason: str, left: Side | None = None, right: Side | None = None) -> Verdict:
        shown = self._readings(left, right)
        if self.problems:
            problem = self.problems[0]
            violations = self._violations()
            return self._answer("incorrect", problem.code, problem.reason, readings=shown, violations=violations)
        return self._answer("undecided", "undecided", reason, readings=shown)

    def _answer(self, verdict: str, code: str, reason: str, **parts: object) -> Verdict:
        rule = rule_of(code or "correct", self.laws.book)
        return Verdict(verdict, code, reason, rule, **parts)  # type: ignore[arg-type]

    def _violations(self) -> tuple[Violation, ...]:
        return tuple(violation(problem, self.laws.book) for problem in self.problems)

    def _readings(self, left: Side | None, right: Side | None) -> tuple[Reading, ...]:
        shown: list[Reading] = []
        for name, side in (("solution", left), ("goal", right)):
            if side is not None:
                shown += [_reading(name, value, tree, self.laws) for value, tree in side.all.pairs()[:MOST_READINGS]]
        return tuple(shown)

    def _breaking(self, found: Comparison, left: Side, right: Side) -> tuple[Reading, ...]:
        shown = [_reading("solution", value, tree, self.laws) for value, tree in found.wrong_solutions[:MOST_BREAKING]]
        shown += [_reading("goal", value, tree, self.laws) for value, tree in found.wrong_goals[:MOST_BREAKING]]
        for name, side in (("solution", left), ("goal", right)):
            if "undefined_reading" in side.all.causes or ("default_conflict" in side.all.causes and shown):
                failed = [each for each in side.all.failures if each.tree is not None and not each.is_unknown]
                shown += [Reading(name, each.tree, as_written(each.tree), UNDEFINED) for each in failed if each.tree]
        return tuple({(each.side, each.written): each for each in shown}.values())


def _reading(side: str, value: Number, tree: Tree, laws: Laws) -> Reading:
    return Reading(side, tree, as_written(tree), value_text(value, tree, average=laws.average))


def _unknown_of(left: Side, right: Side) -> Failure | None:
    return next((each for side in (left, right) for each in side.all.failures if each.is_unknown), None)


def _first_failure(readings: Readings) -> Failure:
    known = [each for each in readings.failures if each.problem.code != "undecided"]
    return (known or readings.failures)[0]


def _cause(left: Side, right: Side) -> str:
    if left.bar or right.bar:
        return left.bar or right.bar
    causes = left.all.causes | right.all.causes
    order = ("default_conflict", "ambiguous_symbol", "root_not_indicated", "ambiguous_grouping")
    return next((cause for cause in order if cause in causes), "ambiguous_grouping")


def _ambiguity(code: str, breaking: tuple[Reading, ...]) -> str:
    what = {
        "default_conflict": "Two signs claim the same number by default",
        "ambiguous_symbol": "A sign may be read in two ways",
        "root_not_indicated": "Which root is meant is not written",
        "fraction_bar": "A fraction bar does not group",
        "vinculum": "A radical bar does not group",
    }.get(code, "It can be grouped in more than one way")
    if not breaking:
        return f"{what}."
    first = breaking[0]
    comes_to = "is undefined" if first.value == UNDEFINED else f"comes to {first.value}"
    return f"{what}: {first.written} {comes_to}."
