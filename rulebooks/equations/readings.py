"""The values of a part of an expression over its legal readings, each with one tree that shows how it is reached."""

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

MOST_FAILURES = 8
_POWER_OF_BASE = re.compile(r"pob\((-?\d+)\)")
OTHER_COST = 30
"""Steps for an operation on a number that is not a fraction, and for each part of a sum."""
POWERS_PER_STEP = 3
"""Of a factorial that is kept by its primes."""


@dataclass(frozen=True)
class FailedReading:
    """A reading that is not legal, or whose value is out of reach (code `undecided` or `unverifiable`)."""

    tree: Tree | None
    problem: Illegal

    @property
    def is_unknown(self) -> bool:
        return self.problem.code in ("undecided", "unverifiable")


@dataclass(frozen=True)
class ReadingContext:
    """Whose laws hold, on which side of the Equation, and how much work is left.

    all_roots: √ has all its values, not only the principal one. on_mat: cubes that may lie either way count both ways.
    fits: whether a part may cover these cubes, by the gaps on the mat. targets: the values of the other side, if the
    whole line is compared with them.
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
    """Distinct values in the order of finding, and readings that failed. `causes`: why there is more than one."""

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
        if len(self.failures) < MOST_FAILURES or tree is None:
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
        found = cls()
        for value, tree in pairs:
            found.add(value, tree)
        return found


def combine(
    context: ReadingContext, sign: str, parts: tuple[Readings, ...], *, wild: str = "", place: int | None = None
) -> Readings:
    """A sign applied to every choice of its parts' values."""
    found = Readings()
    for choice in itertools.product(*(part.values.values() for part in parts)):
        _apply_one(context, found, sign, choice, wild, place)
    for part in parts:
        for failure in part.failures:
            found.add_failure(failure.tree, failure.problem)
        found.causes |= part.causes
    return found


def _apply_one(
    context: ReadingContext,
    found: Readings,
    sign: str,
    choice: tuple[tuple[Number, Tree], ...],
    wild: str,
    place: int | None,
) -> None:
    numbers = tuple(number for number, _ in choice)
    tree = join_trees(sign, tuple(tree for _, tree in choice), wild, place)
    if context.fits and not context.fits(tree.span):
        found.add_failure(tree, Illegal("violates_physical_grouping", "The cubes lie grouped in another way."))
        return
    if sign == "factors" and is_barred(tree.parts[0], context):
        found.add_failure(
            tree, Illegal("prohibited_goal_form", "Factors of a power plus or minus a number are not allowed.")
        )
        return
    context.budget.spend(_cost(numbers))
    try:
        with context.budget.running():
            values = apply_sign(sign, numbers, context.rules, context.all_roots)
    except Illegal as problem:
        found.add_failure(tree, problem)
    except Uncountable as problem:
        found.add_failure(tree, Illegal("unverifiable", str(problem)))
    except Undecided as problem:
        found.add_failure(tree, Illegal("undecided", str(problem)))
    else:
        if len(values) > 1:
            found.causes.add("root_not_indicated")
        for value in values:
            found.add(value, replace(tree, chosen=value) if len(values) > 1 else tree)


def _cost(numbers: tuple[Number, ...]) -> int:
    """Steps for one operation, before what is charged inside it: by the parts of sums and their powers of primes."""
    if all(isinstance(number, Fraction) for number in numbers):
        return 1
    parts, powers = 1, 0
    for number in numbers:
        if isinstance(number, TermQuotient):
            parts *= len(number.above) + len(number.below)
            powers += sum(len(term.product.powers) for term in number.above + number.below)
        elif isinstance(number, Product):
            powers += len(number.powers)
    return OTHER_COST * parts + parts * powers // POWERS_PER_STEP


def is_barred(tree: Tree, context: ReadingContext) -> bool:
    """EQ XIII-C-9: in a Goal of Junior or Senior no factors are counted of a power plus or minus another number."""
    if not (context.rules.hard_goals_barred and context.side == "goal"):
        return False
    terms = _terms(tree)
    return len(terms) > 1 and any(_is_hard(term) for term in terms)


def _terms(tree: Tree) -> list[Tree]:
    """The parts of a sum or difference, zeros left out."""
    if isinstance(tree, Node) and tree.sign in ("+", "-"):
        return [term for part in tree.parts for term in _terms(part)]
    return [] if isinstance(tree, Leaf) and tree.value == 0 else [tree]


def _is_hard(tree: Tree) -> bool:
    """A power: by ^, by an exponent cube, by a fractional index, or of the base above the first."""
    if isinstance(tree, Leaf):
        power = _POWER_OF_BASE.search(tree.text)
        return power is not None and int(power[1]) > 1
    return tree.sign in ("^", "sup") or (tree.sign == "r" and len(tree.parts) == 2 and _is_fraction(tree.parts[0]))


def _is_fraction(tree: Tree) -> bool:
    return isinstance(tree, Leaf) and isinstance(tree.value, Fraction) and tree.value.denominator > 1
