"""Exact numbers: what is proved equal, what is proved different, and remainders of huge numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks.equations.numbers.algebraic import IMAGINARY_UNIT, algebraic
from rulebooks.equations.numbers.arithmetic import (
    add,
    divide,
    inverse,
    logarithm,
    multiply,
    positive_power,
    simplify_algebraic,
    subtract,
)
from rulebooks.equations.numbers.comparison import compare, equal, is_whole, residue
from rulebooks.equations.numbers.formatting import format_number
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.operations import factorial
from tests.rulebooks.equations.checker_helpers import values
from tests.rulebooks.equations.value_comparison import is_same_value

ONE = Fraction(1)
HUGE = positive_power(Fraction(9), Fraction(9**9))
TOWER = positive_power(Fraction(9), HUGE)
small = st.fractions(min_value=-20, max_value=20, max_denominator=12)
positive = st.fractions(min_value=Fraction(1, 12), max_value=30, max_denominator=12)


def root(number: int, index: int = 2) -> Number:
    return positive_power(Fraction(number), Fraction(1, index))


def log(number: int, base: int) -> Number:
    return divide(logarithm(Fraction(number)), logarithm(Fraction(base)))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (multiply(root(2), root(3)), root(6)),
        (multiply(add(root(2), root(3)), add(root(2), root(3))), add(Fraction(5), multiply(Fraction(2), root(6)))),
        (inverse(add(ONE, root(2))), subtract(root(2), ONE)),
        (positive_power(add(Fraction(2), root(5)), Fraction(1, 3)), divide(add(ONE, root(5)), Fraction(2))),
        (multiply(log(3, 2), log(2, 3)), ONE),
        (add(log(2, 6), log(3, 6)), ONE),
        (positive_power(Fraction(2), log(3, 2)), Fraction(3)),
        (positive_power(positive_power(Fraction(2), root(2)), root(2)), Fraction(4)),
        (positive_power(Fraction(3), multiply(Fraction(2), Fraction(9**9))), HUGE),
        (divide(factorial(5000), factorial(4999)), Fraction(5000)),
        (multiply(IMAGINARY_UNIT, IMAGINARY_UNIT), Fraction(-1)),
        (subtract(add(HUGE, root(2)), HUGE), root(2)),
    ],
)
def test_equal_numbers_made_in_different_ways(left: Number, right: Number) -> None:
    assert equal(left, right)
    assert equal(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (add(HUGE, ONE), HUGE),
        (add(HUGE, ONE), add(HUGE, Fraction(2))),
        (log(3, 2), Fraction(485, 306)),
        (root(2), Fraction(141421356237309504880168872420969807856967187537694, 10**50)),
        (add(root(10), root(29)), add(root(11), root(28))),
        (positive_power(Fraction(2), root(2)), positive_power(Fraction(2), root(3))),
        (TOWER, HUGE),
    ],
)
def test_different_numbers_however_close_or_large(left: Number, right: Number) -> None:
    assert not equal(left, right)


@given(small, small, positive)
def test_arithmetic_with_fractions_is_exact(left: Fraction, right: Fraction, divisor: Fraction) -> None:
    assert add(left, right) == left + right
    assert multiply(left, right) == left * right
    assert divide(left, divisor) == left / divisor
    assert compare(left, right) == (left > right) - (left < right)


@given(positive, positive, st.integers(2, 6))
def test_root_raised_to_its_index_is_the_number(left: Fraction, right: Fraction, index: int) -> None:
    share = Fraction(1, index)
    product = multiply(positive_power(left, share), positive_power(right, share))
    assert positive_power(product, Fraction(index)) == left * right


@given(positive, positive)
def test_square_of_a_sum_of_roots_is_exact(left: Fraction, right: Fraction) -> None:
    ours = add(positive_power(left, Fraction(1, 2)), positive_power(right, Fraction(1, 2)))
    doubled = multiply(Fraction(2), positive_power(left * right, Fraction(1, 2)))
    assert equal(multiply(ours, ours), add(left + right, doubled))


@given(positive, positive, st.integers(2, 5))
def test_formatted_number_equals_the_number(left: Fraction, right: Fraction, index: int) -> None:
    ours = add(positive_power(left, Fraction(1, index)), positive_power(right, Fraction(1, 2)))
    text = f"({left})^(1/{index})+({right})^(1/2)"
    assert is_same_value(format_number(ours), text)


@pytest.mark.parametrize("modulus", range(6, 12))
def test_residues_of_huge_powers(modulus: int) -> None:
    assert residue(HUGE, modulus) == pow(9, 9**9, modulus)
    assert residue(add(HUGE, Fraction(5)), modulus) == (pow(9, 9**9, modulus) + 5) % modulus
    assert is_whole(add(TOWER, ONE))


def test_tower_of_powers_has_residues_too() -> None:
    assert [residue(TOWER, modulus) for modulus in (7, 8, 10)] == [pow(9, 9 ** (9**1) % 6 + 6, 7), 1, 9]


def test_equality_without_a_proof_is_undecided() -> None:
    odd = positive_power(add(ONE, root(2)), root(2))
    same_again = positive_power(add(Fraction(3), multiply(Fraction(2), root(2))), divide(root(2), Fraction(2)))
    with pytest.raises(Undecided):
        equal(odd, same_again)


def test_root_may_simplify_to_a_fraction_beyond_pythons_digit_limit() -> None:
    huge = algebraic(10**5000 + 1)
    assert simplify_algebraic(huge) == 10**5000 + 1
    assert simplify_algebraic(algebraic(Fraction(1, 10**5000 + 1))) == Fraction(1, 10**5000 + 1)


def test_work_inside_an_operation_counts() -> None:
    long_sum = add(add(HUGE, root(2)), root(3, 5))
    budget = Budget(100)
    with budget.running(), pytest.raises(Undecided, match="too many interpretations"):
        positive_power(long_sum, Fraction(9))
    assert budget.left < 0
    assert equal(positive_power(long_sum, Fraction(2)), multiply(long_sum, long_sum))


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("r(2+r3)", "sqrt(2+sqrt(3))"),
        ("1/((3r2)+(r3))", "1/(root(2,3)+sqrt(3))"),
        ("(2/3)r((3r2)+1)", "(root(2,3)+1)^(1/(2/3))"),
        ("5x(r2)", "5*sqrt(2)"),
    ],
)
def test_value_without_a_short_form_is_written_as_an_expression(expression: str, text: str) -> None:
    assert values("M", "", expression) == [text]
