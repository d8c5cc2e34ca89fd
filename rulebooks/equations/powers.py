"""Powers and roots: principal ones, with Imaginary all complex ones, and what is undefined (EQ III-C, XIII-D-11)."""

from __future__ import annotations

from fractions import Fraction

from rulebooks.equations.numbers import algebraic as roots
from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.arithmetic import (
    divide,
    inverse,
    multiply,
    negative,
    positive_power,
    power_by_squaring,
    simplify_algebraic,
    subtract,
    to_algebraic,
)
from rulebooks.equations.numbers.comparison import is_real, is_whole, is_zero, residue, sign
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.limits import MAX_COMPLEX_BITS, MAX_DEGREE, Undecided
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.violations import Illegal

MAX_ROOTS = 24
MAX_TURN = 24
"""A complex base with a real power up to this can be raised to a huge exponent."""


def power_values(base: Number, exponent: Number, rules: EquationRules) -> list[Number]:
    """Return the values of a power (EQ III-C). With Imaginary all roots of a fractional power count (EQ XIII-D-11)."""
    _check_powers_allowed(rules)
    if not is_real(exponent):
        raise Illegal("exponent_not_real", "An exponent must be a real number.")
    if rules.whole_powers and not (_is_whole_number(base) and _is_whole_number(exponent)):
        raise Illegal("elementary_not_whole", "In a power, the base and the exponent must be whole numbers.")
    return _power(base, exponent, every=rules.imaginary)


def root_values(
    index: Number, inside: Number, rules: EquationRules, all_roots: bool = False, *, written_index: bool = True
) -> list[Number]:
    """Return the principal root. With Imaginary a non-positive number has no principal root, so every root counts."""
    _check_powers_allowed(rules)
    if rules.index_required and not written_index:
        raise Illegal("index_required", "Every root needs an index, even a square root.")
    if not is_real(index):
        raise Illegal("exponent_not_real", "The index of a root must be a real number.")
    if is_zero(index):
        raise Illegal("zero_index", "The index of a root can’t be 0.")
    if rules.whole_powers and not (_is_whole_number(index) and _is_whole_number(inside)):
        raise Illegal(
            "elementary_not_whole",
            "In a root, the base must be a whole number, and the index must be a counting number.",
        )
    exponent = inverse(index)
    if rules.imaginary and not is_zero(inside):
        values = _power(inside, exponent, every=all_roots or _has_no_principal_root(index, inside))
    else:
        values = _power(inside, exponent, every=False)
    if rules.whole_powers and not all(_is_whole_number(value) for value in values):
        raise Illegal("elementary_not_whole", "The value of a root must be a whole number.")
    return values


def _check_powers_allowed(rules: EquationRules) -> None:
    if not rules.powers:
        raise Illegal("operation_not_used", "Powers and roots aren’t used in this division.")


def _has_no_principal_root(index: Number, inside: Number) -> bool:
    if not is_real(inside):
        return True
    if sign(inside) > 0:
        return False
    return not (isinstance(index, Fraction) and index.numerator % 2 == 1)


def _power(base: Number, exponent: Number, *, every: bool) -> list[Number]:
    if is_zero(base):
        if sign(exponent) <= 0:
            raise Illegal("zero_to_nonpositive", "A power of 0 needs a positive exponent.")
        return [Fraction(0)]
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        return [_whole_power(base, exponent)]
    if not isinstance(exponent, Fraction) and _is_known_whole(exponent):
        return [_whole_power(base, exponent)]
    if every and isinstance(exponent, Fraction):
        return _every_root(base, exponent)
    return [_real_power(base, exponent)]


def _is_known_whole(number: Number) -> bool:
    return not isinstance(number, Algebraic) and is_whole(number)


def _whole_power(base: Number, exponent: Number) -> Number:
    if is_real(base):
        value = positive_power(base if sign(base) > 0 else negative(base), exponent)
        return negative(value) if sign(base) < 0 and residue(exponent, 2) else value
    if isinstance(exponent, Fraction) and abs(exponent) <= 1000:
        root = to_algebraic(base)
        if root is not None and abs(exponent) * root.bits * root.degree <= MAX_COMPLEX_BITS:
            return simplify_algebraic(roots.whole_power(root, int(exponent)))
        if abs(exponent) <= 16:
            return power_by_squaring(base, int(exponent))
    return _huge_complex_power(base, exponent)


def _huge_complex_power(base: Number, exponent: Number) -> Number:
    """Raise a complex number to a huge power, if a small power of it is real, as with i."""
    root = to_algebraic(base)
    if root is None:
        raise Undecided("This power of a complex number is too large to work out.")
    power = root
    for times in range(2, MAX_TURN + 1):
        power = roots.multiply(power, root)
        if power.is_real:
            remainder = residue(exponent, times)
            quotient = divide(subtract(exponent, Fraction(remainder)), Fraction(times))
            return multiply(
                _whole_power(simplify_algebraic(power), quotient),
                simplify_algebraic(roots.whole_power(root, remainder)),
            )
    raise Undecided("This power of a complex number is too large to work out.")


def _real_power(base: Number, exponent: Number) -> Number:
    """Return the real power. A negative base needs an odd denominator, after reducing the fraction (EQ III-C-2)."""
    if not is_real(base):
        raise Illegal("undefined_power", "A complex number doesn’t have a single value with this exponent.")
    if sign(base) > 0:
        return positive_power(base, exponent)
    if not isinstance(exponent, Fraction):
        raise Illegal("undefined_power", "A negative number can’t have an irrational exponent.")
    if exponent.denominator % 2 == 0:
        raise Illegal("even_root_of_negative", "An even root of a negative number is undefined.")
    value = positive_power(negative(base), exponent)
    return negative(value) if exponent.numerator % 2 else value


def _every_root(base: Number, exponent: Fraction) -> list[Number]:
    """Return all complex values of a^(b/c): the c-th roots of a^b."""
    if exponent.denominator > MAX_ROOTS:
        raise Undecided("There are too many complex roots to work out.")
    inside = to_algebraic(_whole_power(base, Fraction(exponent.numerator)))
    if inside is None or inside.degree * exponent.denominator > MAX_DEGREE:
        raise Undecided("This number is too large to work out its complex roots.")
    return [simplify_algebraic(root) for root in roots.all_roots(inside, exponent.denominator)]


def _is_whole_number(number: Number) -> bool:
    return is_real(number) and _is_known_whole(number) and sign(number) >= 0
