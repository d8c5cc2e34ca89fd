"""Searches for a grouping of a long line that has a given value, without listing every grouping.

The values of short spans are kept in tables. Longer spans are searched backward: for each value of the shorter half,
the other half would have to have one certain value. Twelve operations have 208,012 groupings, and most are never tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import flint

from rulebooks.equations.elements import Element
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.trees import Tree, join_trees

SIGNS = ("+", "-", "x", "/", "^")
MAX_POWER_BITS = 256
"""Larger powers, and those that aren't fractions, are skipped: then the search is incomplete."""
MAX_STEPS = 200_000
TABLE_STEPS = 60_000
"""Budget for the tables. Spans that would exceed it get no table."""
Source: TypeAlias = tuple[int, Fraction, Fraction]
"""The index of a sign and the values before and after it."""


@dataclass(frozen=True)
class SearchResult:
    """Readings that have one of the target values. `is_complete`: no other target can be reached."""

    pairs: tuple[tuple[Fraction, Tree], ...]
    is_complete: bool


def is_searchable(line: list[Element]) -> bool:
    """Whether the line has only fractions with + - x ÷ ^ between them."""
    return all(_is_fractions(each) if index % 2 == 0 else each.sign in SIGNS for index, each in enumerate(line))


def _is_fractions(element: Element) -> bool:
    readings = element.readings
    return (
        element.kind == "operand"
        and readings is not None
        and bool(readings.values)
        and not any(failure.is_unknown for failure in readings.failures)
        and all(isinstance(value, Fraction) for value, _ in readings.pairs())
    )


def search_targets(
    line: list[Element], targets: list[Fraction], rules: EquationRules, table_steps: int = TABLE_STEPS
) -> SearchResult:
    """Return which targets some grouping of a searchable line has as its value, with one grouping each."""
    search = _Search(line, rules, table_steps)
    reached: list[tuple[Fraction, Tree]] = []
    is_complete = True
    for target in targets:
        try:
            if search.find(0, search.last, target):
                reached.append((target, search.tree(0, search.last, target)))
        except Undecided:
            is_complete = False
    return SearchResult(tuple(reached), is_complete and not search.gave_up)


class _Search:
    """Spans are counted in numbers: span (0, 2) has three numbers and the signs 0 and 1 between them."""

    def __init__(self, line: list[Element], rules: EquationRules, table_steps: int) -> None:
        self.rules = rules
        self.numbers = [dict(element.readings.values.values()) for element in line[::2] if element.readings]
        self.signs = line[1::2]
        self.half = Fraction(1, 2) if rules.average else Fraction(1)
        self.last = len(self.numbers) - 1
        self.budget = Budget(MAX_STEPS)
        self.gave_up = False
        self.tables: dict[tuple[int, int], dict[Fraction, Source | None]] = {
            (index, index): {value: None for value in values if isinstance(value, Fraction)}
            for index, values in enumerate(self.numbers)
        }
        self.known: dict[tuple[int, int, Fraction], Source | None] = {}
        self._build_tables(table_steps)

    # -- forward ------------------------------------------------------------------------------------------------------

    def _build_tables(self, left: int) -> None:
        for length in range(1, self.last + 1):
            spans = [(first, first + length) for first in range(self.last - length + 1)]
            cost = sum(self._count_pairs(first, last) for first, last in spans)
            if cost > left:
                return
            left -= cost
            for first, last in spans:
                self.tables[first, last] = self._build_table(first, last)

    def _count_pairs(self, first: int, last: int) -> int:
        return sum(
            len(self.tables[first, sign_index]) * len(self.tables[sign_index + 1, last])
            for sign_index in range(first, last)
        )

    def _build_table(self, first: int, last: int) -> dict[Fraction, Source | None]:
        table: dict[Fraction, Source | None] = {}
        for sign_index in range(first, last):
            for left in self.tables[first, sign_index]:
                for right in self.tables[sign_index + 1, last]:
                    value = self._apply(sign_index, left, right)
                    if value is not None:
                        table.setdefault(value, (sign_index, left, right))
        return table

    def _apply(self, sign_index: int, left: Fraction, right: Fraction) -> Fraction | None:
        match self.signs[sign_index].sign:
            case "+":
                return (left + right) * self.half
            case "-":
                return left - right
            case "x":
                return left * right
            case "^":
                return self._power(left, right)
        return left / right if right else None

    def _power(self, base: Fraction, exponent: Fraction) -> Fraction | None:
        is_whole = exponent.denominator == 1
        if self.rules.whole_powers and not (is_whole and exponent >= 0 <= base and base.denominator == 1):
            return None
        if base == 0:
            return base if exponent > 0 else None
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if not is_whole or (base not in (1, -1) and bits * abs(exponent) > MAX_POWER_BITS):
            self.gave_up = True
            return None
        return base ** (int(exponent) if base not in (1, -1) else int(exponent) % 2)

    # -- backward -----------------------------------------------------------------------------------------------------

    def find(self, first: int, last: int, target: Fraction) -> bool:
        """Whether some grouping of the span has the target value."""
        if (first, last) in self.tables:
            return target in self.tables[first, last]
        name = first, last, target
        if name not in self.known:
            self.known[name] = next(self._sources(first, last, target), None)
        return self.known[name] is not None

    def _sources(self, first: int, last: int, target: Fraction) -> Iterator[Source]:
        """Yield splits of the span whose halves combine to the target."""
        for sign_index in sorted(
            range(first, last), key=lambda sign_index: abs(2 * sign_index + 1 - first - last), reverse=True
        ):
            left, right = (first, sign_index), (sign_index + 1, last)
            is_left = sign_index - first <= last - sign_index - 1
            for value in self._values(*(left if is_left else right)):
                self.budget.spend()
                for other in self._partners(sign_index, target, value, is_left, right if is_left else left):
                    if self.find(*(right if is_left else left), other):
                        yield (sign_index, value, other) if is_left else (sign_index, other, value)

    def _values(self, first: int, last: int) -> dict[Fraction, Source | None]:
        """Return the values of the shorter half of a span. Builds a table for it if there is none."""
        if (first, last) not in self.tables:
            for sign_index in range(first, last):
                self._values(first, sign_index)
                self._values(sign_index + 1, last)
            self.budget.spend(self._count_pairs(first, last))
            self.tables[first, last] = self._build_table(first, last)
        return self.tables[first, last]

    def _partners(
        self, sign_index: int, target: Fraction, value: Fraction, is_left: bool, other: tuple[int, int]
    ) -> list[Fraction]:
        """Return what the other half must be."""
        match self.signs[sign_index].sign:
            case "^":
                self.gave_up = True
                return self._exponents(value, target) if is_left else self._bases(value, target)
            case "+":
                return [target / self.half - value]
            case "-":
                return [value - target] if is_left else [target + value]
            case "x":
                return [target / value] if value else self._any_value(other) if target == 0 else []
        if not is_left:
            return [target * value] if value else []
        if target == 0:
            return self._any_value(other, but_zero=True) if value == 0 else []
        return [value / target] if value else []

    def _exponents(self, base: Fraction, target: Fraction) -> list[Fraction]:
        """Return a whole exponent that takes the base to the target."""
        if base in (0, 1, -1):
            tried = [1, 2]
        else:
            times = _exponent_to_reach(
                max(abs(base.numerator), base.denominator), max(abs(target.numerator), target.denominator)
            )
            tried = [times, -times]
        return [Fraction(exponent) for exponent in tried if self._power(base, Fraction(exponent)) == target][:1]

    def _bases(self, exponent: Fraction, target: Fraction) -> list[Fraction]:
        """Return the fraction, and its negative, that a whole exponent takes to the target."""
        if exponent.denominator > 1 or not 1 <= exponent <= MAX_POWER_BITS:
            return []
        above, below = flint.fmpz(abs(target.numerator)), flint.fmpz(target.denominator)
        base = Fraction(int(above.root(int(exponent))), int(below.root(int(exponent))))
        return [each for each in (base, -base) if each**exponent == target]

    def _any_value(self, span: tuple[int, int], *, but_zero: bool = False) -> list[Fraction]:
        """Return some value of the span if one is easy to find; otherwise the search is incomplete."""
        table = self.tables.get(span)
        value = (
            next((each for each in table if each or not but_zero), None) if table else self._left_to_right_value(*span)
        )
        if value is None or (but_zero and not value):
            self.gave_up = self.gave_up or table is None
            return []
        return [value]

    def _left_to_right_value(self, first: int, last: int) -> Fraction | None:
        """Return the value of the span from left to right, and remember how it was made."""
        value = next(iter(self.tables[first, first]))
        for sign_index in range(first, last):
            right = next(iter(self.tables[sign_index + 1, sign_index + 1]))
            made = self._apply(sign_index, value, right)
            if made is None:
                return None
            if (first, sign_index + 1) not in self.tables:
                self.known[first, sign_index + 1, made] = (sign_index, value, right)
            value = made
        return value

    # -- the grouping -------------------------------------------------------------------------------------------------

    def tree(self, first: int, last: int, value: Fraction) -> Tree:
        if first == last:
            return self.numbers[first][value]
        table = self.tables.get((first, last))
        source = table[value] if table is not None else self.known[first, last, value]
        assert source is not None
        sign_index, left, right = source
        sign = self.signs[sign_index]
        return join_trees(
            sign.sign,
            (self.tree(first, sign_index, left), self.tree(sign_index + 1, last, right)),
            sign.wild,
            sign.cube_index,
        )


def _exponent_to_reach(number: int, target: int) -> int:
    """Return the smallest exponent that takes a number above 1 to the target or beyond."""
    power, times = 1, 0
    while power < target:
        power, times = power * number, times + 1
    return times
