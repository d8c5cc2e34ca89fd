"""Whether some grouping of a long line comes to a given number, without listing every grouping.

The values of short spans are kept in tables. A longer span is asked backwards: for each value of its shorter half the
other half would have to come to one number. Twelve operations have 208,012 groupings, and most are never made.
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
MOST_POWER_BITS = 256
"""Larger powers, and those that are not fractions, are left out: then the search is not complete."""
MOST_STEPS = 200_000
TABLE_STEPS = 60_000
"""For the tables: no span gets one whose groupings are more than what is left of these."""
Source: TypeAlias = tuple[int, Fraction, Fraction]
"""The place of a sign and the values before and behind it."""


@dataclass(frozen=True)
class SearchResult:
    """Readings that come to one of the numbers asked for. `complete`: no other number of them can be reached."""

    pairs: tuple[tuple[Fraction, Tree], ...]
    complete: bool


def is_searchable(line: list[Element]) -> bool:
    """Fractions with + - x ÷ ^ between them, nothing else."""
    return all(_is_fractions(each) if at % 2 == 0 else each.sign in SIGNS for at, each in enumerate(line))


def _is_fractions(element: Element) -> bool:
    found = element.readings
    return (
        element.kind == "operand"
        and found is not None
        and bool(found.values)
        and not any(failure.is_unknown for failure in found.failures)
        and all(isinstance(value, Fraction) for value, _ in found.pairs())
    )


def search_targets(
    line: list[Element], targets: list[Fraction], rules: EquationRules, table_steps: int = TABLE_STEPS
) -> SearchResult:
    """Which of the targets some grouping of a searchable line comes to, each with one grouping that does."""
    search = _Search(line, rules, table_steps)
    found: list[tuple[Fraction, Tree]] = []
    complete = True
    for target in targets:
        try:
            if search.find(0, search.last, target):
                found.append((target, search.tree(0, search.last, target)))
        except Undecided:
            complete = False
    return SearchResult(tuple(found), complete and not search.gave_up)


class _Search:
    """Spans are counted by their numbers: the span 0, 2 has three numbers and the signs 0 and 1 between them."""

    def __init__(self, line: list[Element], rules: EquationRules, table_steps: int) -> None:
        self.rules = rules
        self.numbers = [dict(element.readings.values.values()) for element in line[::2] if element.readings]
        self.signs = line[1::2]
        self.half = Fraction(1, 2) if rules.average else Fraction(1)
        self.last = len(self.numbers) - 1
        self.budget = Budget(MOST_STEPS)
        self.gave_up = False
        self.tables: dict[tuple[int, int], dict[Fraction, Source | None]] = {
            (at, at): {value: None for value in values if isinstance(value, Fraction)}
            for at, values in enumerate(self.numbers)
        }
        self.known: dict[tuple[int, int, Fraction], Source | None] = {}
        self._fill_tables(table_steps)

    # -- forwards -----------------------------------------------------------------------------------------------------

    def _fill_tables(self, left: int) -> None:
        for length in range(1, self.last + 1):
            spans = [(first, first + length) for first in range(self.last - length + 1)]
            cost = sum(self._pairs(first, last) for first, last in spans)
            if cost > left:
                return
            left -= cost
            for first, last in spans:
                self.tables[first, last] = self._table(first, last)

    def _pairs(self, first: int, last: int) -> int:
        return sum(len(self.tables[first, at]) * len(self.tables[at + 1, last]) for at in range(first, last))

    def _table(self, first: int, last: int) -> dict[Fraction, Source | None]:
        found: dict[Fraction, Source | None] = {}
        for at in range(first, last):
            for left in self.tables[first, at]:
                for right in self.tables[at + 1, last]:
                    value = self._applied(at, left, right)
                    if value is not None:
                        found.setdefault(value, (at, left, right))
        return found

    def _applied(self, at: int, left: Fraction, right: Fraction) -> Fraction | None:
        match self.signs[at].sign:
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
        if not is_whole or (base not in (1, -1) and bits * abs(exponent) > MOST_POWER_BITS):
            self.gave_up = True
            return None
        return base ** (int(exponent) if base not in (1, -1) else int(exponent) % 2)

    # -- backwards ----------------------------------------------------------------------------------------------------

    def find(self, first: int, last: int, target: Fraction) -> bool:
        """Whether some grouping of the span comes to the target."""
        if (first, last) in self.tables:
            return target in self.tables[first, last]
        name = first, last, target
        if name not in self.known:
            self.known[name] = next(self._sources(first, last, target), None)
        return self.known[name] is not None

    def _sources(self, first: int, last: int, target: Fraction) -> Iterator[Source]:
        """Splits of the span whose two halves come to the target together."""
        for at in sorted(range(first, last), key=lambda at: abs(2 * at + 1 - first - last), reverse=True):
            left, right = (first, at), (at + 1, last)
            is_left = at - first <= last - at - 1
            for value in self._values(*(left if is_left else right)):
                self.budget.spend()
                for other in self._partners(at, target, value, is_left, right if is_left else left):
                    if self.find(*(right if is_left else left), other):
                        yield (at, value, other) if is_left else (at, other, value)

    def _values(self, first: int, last: int) -> dict[Fraction, Source | None]:
        """Of the shorter half of a span: a table is made for it now if it has none."""
        if (first, last) not in self.tables:
            for at in range(first, last):
                self._values(first, at)
                self._values(at + 1, last)
            self.budget.spend(self._pairs(first, last))
            self.tables[first, last] = self._table(first, last)
        return self.tables[first, last]

    def _partners(
        self, at: int, target: Fraction, value: Fraction, is_left: bool, other: tuple[int, int]
    ) -> list[Fraction]:
        """What the other half must come to."""
        match self.signs[at].sign:
            case "^":
                self.gave_up = True
                return self._exponents(value, target) if is_left else self._bases(value, target)
            case "+":
                return [target / self.half - value]
            case "-":
                return [value - target] if is_left else [target + value]
            case "x":
                return [target / value] if value else self._anything(other) if target == 0 else []
        if not is_left:
            return [target * value] if value else []
        if target == 0:
            return self._anything(other, but_zero=True) if value == 0 else []
        return [value / target] if value else []

    def _exponents(self, base: Fraction, target: Fraction) -> list[Fraction]:
        """A whole exponent with which the base comes to the target."""
        if base in (0, 1, -1):
            tried = [1, 2]
        else:
            times = _times(max(abs(base.numerator), base.denominator), max(abs(target.numerator), target.denominator))
            tried = [times, -times]
        return [Fraction(exponent) for exponent in tried if self._power(base, Fraction(exponent)) == target][:1]

    def _bases(self, exponent: Fraction, target: Fraction) -> list[Fraction]:
        """The fraction, and its opposite, that comes to the target with a whole exponent."""
        if exponent.denominator > 1 or not 1 <= exponent <= MOST_POWER_BITS:
            return []
        above, below = flint.fmpz(abs(target.numerator)), flint.fmpz(target.denominator)
        base = Fraction(int(above.root(int(exponent))), int(below.root(int(exponent))))
        return [each for each in (base, -base) if each**exponent == target]

    def _anything(self, span: tuple[int, int], *, but_zero: bool = False) -> list[Fraction]:
        """Some value of the span: one that is easily found, or the search is not complete."""
        table = self.tables.get(span)
        found = next((value for value in table if value or not but_zero), None) if table else self._in_turn(*span)
        if found is None or (but_zero and not found):
            self.gave_up = self.gave_up or table is None
            return []
        return [found]

    def _in_turn(self, first: int, last: int) -> Fraction | None:
        """The value of the span from left to right, kept so that it can be found again."""
        value = next(iter(self.tables[first, first]))
        for at in range(first, last):
            right = next(iter(self.tables[at + 1, at + 1]))
            made = self._applied(at, value, right)
            if made is None:
                return None
            if (first, at + 1) not in self.tables:
                self.known[first, at + 1, made] = (at, value, right)
            value = made
        return value

    # -- the grouping -------------------------------------------------------------------------------------------------

    def tree(self, first: int, last: int, value: Fraction) -> Tree:
        if first == last:
            return self.numbers[first][value]
        table = self.tables.get((first, last))
        source = table[value] if table is not None else self.known[first, last, value]
        assert source is not None
        at, left, right = source
        sign = self.signs[at]
        return join_trees(
            sign.sign, (self.tree(first, at, left), self.tree(at + 1, last, right)), sign.wild, sign.place
        )


def _times(number: int, target: int) -> int:
    """How often a number above 1 is multiplied until it is no longer below the target."""
    power, times = 1, 0
    while power < target:
        power, times = power * number, times + 1
    return times
