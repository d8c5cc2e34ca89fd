"""Whether some grouping of a line has a given value: the backward search against the list of every grouping."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rulebooks.equations import Leaf, as_written
from rulebooks.equations.elements import Element
from rulebooks.equations.readings import Readings
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.target_search import is_searchable, search_targets
from tests.rulebooks.equations.checker_helpers import values
from tests.rulebooks.equations.test_properties import groupings

SHORT_TABLES = 20
"""Steps for the tables: hardly more than pairs of numbers, so that the rest is searched."""


def line_of(numbers: list[int], signs: str) -> list[Element]:
    found = []
    for at, number in enumerate(numbers):
        if at:
            found.append(Element("binary", signs[at - 1], cube_index=2 * at - 1))
        leaf = Leaf(str(number), Fraction(number), (2 * at, 2 * at))
        found.append(Element("operand", readings=Readings.from_pairs([(leaf.value, leaf)]), cube_index=2 * at))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_search_finds_the_listed_groupings(seed: int) -> None:
    dice = random.Random(seed)
    numbers = [dice.randint(0, 6) for _ in range(dice.randint(2, 7))]
    signs = "".join(dice.choice("+-x/") for _ in numbers[1:])
    every = groupings([Fraction(number) for number in numbers], signs)
    targets = [*sorted(every)[:3], Fraction(dice.randint(-9, 9)), Fraction(0), Fraction(1, 7)]
    found = search_targets(line_of(numbers, signs), targets, EquationRules(), SHORT_TABLES)
    reached = {target for target, _ in found.pairs}
    assert reached <= every
    assert not found.is_complete or reached == every.intersection(targets)
    for target, tree in found.pairs:
        assert values("M", "", as_written(tree)) == [str(target)]


def test_nearly_every_search_is_complete() -> None:
    dice = random.Random(1)
    lines = [line_of([dice.randint(0, 6) for _ in range(6)], "+-x/x") for _ in range(50)]
    assert sum(search_targets(line, [Fraction(5)], EquationRules(), SHORT_TABLES).is_complete for line in lines) == 50


def test_power_is_searched_but_never_ruled_out() -> None:
    found = search_targets(line_of([2, 3, 5, 1, 1], "+x-^"), [Fraction(24), Fraction(100)], EquationRules(), 0)
    assert [target for target, _ in found.pairs] == [Fraction(24)]
    assert not found.is_complete


def test_only_fractions_are_searched() -> None:
    assert is_searchable(line_of([1, 2], "+"))
    assert not is_searchable(line_of([1, 2], "r"))
