"""The values of a part of an expression over its legal readings, each with one tree that leads to it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.kinds import Number, Product, TermQuotient, number_key
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.operations import Uncountable, apply_sign
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.trees import Leaf, Node, Span, Tree, join_trees
from rulebooks.equations.violations import Illegal

MAX_FAILURES = 8
_POWER_OF_BASE = re.compile(r"pob\((-?\d+)\)")
NON_FRACTION_COST = 30
"""Steps for an operation on a number that isn't a fraction, and for each part of a sum."""
POWERS_PER_STEP = 3
"""For a product kept by its prime factors."""


@dataclass(frozen=True)
class FailedReading:
    """A reading that is illegal, or whose value can't be computed (code `undecided` or `unverifiable`)."""

    tree: Tree | None
    problem: Illegal

    @property
    def is_unknown(self) -> bool:
        return self.problem.code in ("undecided", "unverifiable")


@dataclass(frozen=True)
class ReadingContext:
    """The rules, the side of the Equation, and the remaining budget.

    `all_roots`: √ has all its values, not only the principal one. `on_mat`: cubes that may lie either way count both
    ways. `fits`: whether a part may cover these cubes, given the gaps on the mat. `targets`: the values of the other
    side, if the whole line is compared with them.
    """

    rules: EquationRules
    side: str
    budget: Budget
    all_roots: bool = False
    on_mat: bool = False
    fits: Callable[[Span], bool] | None = None
    targets: tuple[Number, ...] = ()


@dataclass
class Readings:
    """Distinct values in the order they were found, and failed readings. `causes`: why there is more than one."""

    values: dict[Hashable, tuple[Number, Tree]] = field(default_factory=dict)
    failures: list[FailedReading] = field(default_factory=list)
    causes: set[str] = field(default_factory=set)

    def add(self, value: Number, tree: Tree) -> None:
        self._set(value if isinstance(value, Fraction) else number_key(value), value, tree)

    def _set(self, name: Hashable, value: Number, tree: Tree) -> None:
        known = self.values.setdefault(name, (value, tree))[0]
        if isinstance(value, Algebraic) and isinstance(known, Algebraic) and not value.equals(known):
            self._set(f"{name}'", value, tree)

    def add_failure(self, tree: Tree | None, problem: Illegal) -> None:
        if len(self.failures) < MAX_FAILURES or tree is None:
            self.failures.append(FailedReading(tree, problem))

    def merge(self, other: Readings) -> None:
        for name, (value, tree) in other.values.items():
            self._set(name, value, tree)
        for failure in other.failures:
            self.add_failure(failure.tree, failure.problem)
        self.causes |= other.causes

    def pairs(self) -> list[tuple[Number, Tree]]:
        return list(self.values.values())

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[Number, Tree]]) -> Readings:
        readings = cls()
        for value, tree in pairs:
            readings.add(value, tree)
        return readings


def combine(
    context: ReadingContext, sign: str, parts: tuple[Readings, ...], *, wild: str = "", cube_index: int | None = None
) -> Readings:
    """Apply a sign to every choice of its operands' values."""
    combined = Readings()
    for choice in itertools.product(*(part.values.values() for part in parts)):
        _apply_to_choice(context, combined, sign, choice, wild, cube_index)
    for part in parts:
        for failure in part.failures:
            combined.add_failure(failure.tree, failure.problem)
        combined.causes |= part.causes
    return combined


def _apply_to_choice(
    context: ReadingContext,
    readings: Readings,
    sign: str,
    choice: tuple[tuple[Number, Tree], ...],
    wild: str,
    cube_index: int | None,
) -> None:
    numbers = tuple(number for number, _ in choice)
    tree = join_trees(sign, tuple(tree for _, tree in choice), wild, cube_index)
    if context.fits and not context.fits(tree.span):
        readings.add_failure(
            tree, Illegal("violates_physical_grouping", "The cubes on the mat are grouped differently.")
        )
        return
    if sign == "factors" and is_barred(tree.parts[0], context):
        readings.add_failure(
            tree,
            Illegal("prohibited_goal_form", "The Goal can’t use Number of Factors on a power plus or minus a number."),
        )
        return
    context.budget.spend(_estimate_cost(numbers))
    try:
        with context.budget.running():
            values = apply_sign(sign, numbers, context.rules, context.all_roots)
    except Illegal as problem:
        readings.add_failure(tree, problem)
    except Uncountable as problem:
        readings.add_failure(tree, Illegal("unverifiable", str(problem)))
    except Undecided as problem:
        readings.add_failure(tree, Illegal("undecided", str(problem)))
    else:
        if len(values) > 1:
            readings.causes.add("root_not_indicated")
        for value in values:
            readings.add(value, replace(tree, chosen=value) if len(values) > 1 else tree)


def _estimate_cost(numbers: tuple[Number, ...]) -> int:
    """Return the steps for one operation, not counting what is charged inside it: by parts of sums and prime powers."""
    if all(isinstance(number, Fraction) for number in numbers):
        return 1
    parts, powers = 1, 0
    for number in numbers:
        if isinstance(number, TermQuotient):
            parts *= len(number.numerator) + len(number.denominator)
            powers += sum(len(term.product.powers) for term in number.numerator + number.denominator)
        elif isinstance(number, Product):
            powers += len(number.powers)
    return NON_FRACTION_COST * parts + parts * powers // POWERS_PER_STEP


def is_barred(tree: Tree, context: ReadingContext) -> bool:
    """Whether a Goal of Junior or Senior counts factors of a power plus or minus a number (EQ XIII-C-9)."""
    if not (context.rules.hard_goals_barred and context.side == "goal"):
        return False
    terms = _terms(tree)
    return len(terms) > 1 and any(_is_power(term) for term in terms)


def _terms(tree: Tree) -> list[Tree]:
    """Return the parts of a sum or difference, without zeros."""
    if isinstance(tree, Node) and tree.sign in ("+", "-"):
        return [term for part in tree.parts for term in _terms(part)]
    return [] if isinstance(tree, Leaf) and tree.value == 0 else [tree]


def _is_power(tree: Tree) -> bool:
    """Whether this is a power: by ^, an exponent cube, a fractional index, or the base above the first power."""
    if isinstance(tree, Leaf):
        power = _POWER_OF_BASE.search(tree.text)
        return power is not None and int(power[1]) > 1
    return tree.sign in ("^", "sup") or (tree.sign == "r" and len(tree.parts) == 2 and _is_fraction(tree.parts[0]))


def _is_fraction(tree: Tree) -> bool:
    return isinstance(tree, Leaf) and isinstance(tree.value, Fraction) and tree.value.denominator > 1
