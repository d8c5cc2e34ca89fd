"""Equality, order and remainders of exact numbers.

Equality is proved by normal forms; inequality by them or by disjoint boxes with rational ends. A box alone never proves
equality.
"""

from __future__ import annotations

from fractions import Fraction

import flint

from rulebooks.equations.numbers import arithmetic
from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.kinds import Generator, Number, Product, Term, TermQuotient
from rulebooks.equations.numbers.limits import Undecided

PRECISIONS = (64, 256, 1024)
MODULI = (2, 3, 5, 7, 8, 9, 11, 13, 17, 1009, 65537)
"""A whole number with a nonzero remainder for one of these is not zero."""
MAX_EXPONENT_BITS = 600


def equal(left: Number, right: Number) -> bool:
    """Whether two numbers are the same. Raises `Undecided` if neither answer can be proved."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left == right
    if isinstance(left, Algebraic) and isinstance(right, Algebraic):
        return left.equals(right)
    if {type(left), type(right)} == {Algebraic, Fraction}:
        return False  # a number equal to a fraction is kept as one
    if isinstance(left, Product) and isinstance(right, Product) and left.is_plain and right.is_plain:
        return left == right
    known = _equal_root_and_product(left, right)
    if known is None:
        known = _equal_products(left, right)
    if known is not None:
        return known
    if _boxes_apart(left, right, PRECISIONS[0]):
        return False
    try:
        return is_zero(arithmetic.subtract(left, right))
    except Undecided:
        if any(_boxes_apart(left, right, bits) for bits in PRECISIONS[1:]):
            return False
        raise


def _equal_root_and_product(left: Number, right: Number) -> bool | None:
    """Compare an algebraic number with a real root kept by its prime factors."""
    if isinstance(left, Product) and isinstance(right, Algebraic):
        left, right = right, left
    if not (isinstance(left, Algebraic) and isinstance(right, Product) and right.is_plain):
        return None
    if not left.is_real:
        return False
    root = arithmetic.to_algebraic(right)
    return None if root is None else left.equals(root)


def _equal_products(left: Number, right: Number) -> bool | None:
    """Compare products with whole or algebraic exponents: equal only if each exponent is (unique factors; Baker)."""
    if not (isinstance(left, Product) or isinstance(right, Product)):
        return None
    one, other = arithmetic.as_product(left), arithmetic.as_product(right)
    if one is None or other is None:
        return None
    if one.sign != other.sign:
        return False
    ours, theirs = dict(one.powers), dict(other.powers)
    exponents = [*ours.values(), *theirs.values()]
    if any(isinstance(exponent, TermQuotient) for exponent in exponents):
        return None
    if any(isinstance(exponent, Product) and not exponent.is_plain for exponent in exponents) and not all(
        is_whole(exponent) for exponent in exponents
    ):
        return None
    zero = Fraction(0)
    return all(equal(ours.get(prime, zero), theirs.get(prime, zero)) for prime in ours.keys() | theirs.keys())


def is_zero(number: Number) -> bool:
    if isinstance(number, Fraction):
        return number == 0
    if isinstance(number, Product):
        return False
    if isinstance(number, Algebraic):
        return bool(number.root.is_zero())
    if not number.numerator:
        return True
    if len(number.numerator) == 1 or _are_independent(number.numerator):
        return False
    root = _as_algebraic(number)
    if root is not None:
        return bool(root.root.is_zero())
    for bits in PRECISIONS:
        box = _sum_box(number.numerator, bits)
        if box is not None and not box.contains(0):
            return False
    if all(_is_whole_term(term) for term in number.numerator) and any(
        _sum_residue(number.numerator, each) for each in MODULI
    ):
        return False
    raise Undecided("Two values agree to hundreds of digits, but they can’t be proved equal.")


def _as_algebraic(number: TermQuotient) -> Algebraic | None:
    try:
        return arithmetic.to_algebraic(number)
    except Undecided:
        return None


def _are_independent(terms: tuple[Term, ...]) -> bool:
    """Whether these terms are plain real radicals.

    Real radicals no two of which differ by a fraction are linearly independent over the fractions (Besicovitch).
    """
    return all(
        isinstance(term.coefficient, Fraction) and not term.generators and term.product.is_plain for term in terms
    )


def is_real(number: Number) -> bool:
    if isinstance(number, Algebraic):
        return number.is_real
    if isinstance(number, TermQuotient):
        return all(
            not isinstance(term.coefficient, Algebraic) or term.coefficient.is_real
            for term in number.numerator + number.denominator
        )
    return True


def sign(number: Number) -> int:
    """Return -1, 0 or 1 for a real number."""
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    if isinstance(number, Product):
        return number.sign
    if isinstance(number, Algebraic):
        return number.sign()
    one_sign = _common_sign(number.numerator) * _common_sign(number.denominator)
    if one_sign:
        return one_sign
    if is_zero(number):
        return 0
    for bits in PRECISIONS:
        box = enclosure(number, bits)
        if box is not None and not box.real.contains(0):
            return 1 if box.real > 0 else -1
    raise Undecided("The checker can’t tell whether a value is positive.")


def _common_sign(terms: tuple[Term, ...]) -> int:
    """Return the sign of a sum whose terms all have the same sign; 0 if that is not visible."""
    signs = {sign(term.coefficient) for term in terms if not term.generators and is_real(term.coefficient)}
    seen = len(signs) == 1 and all(not term.generators and is_real(term.coefficient) for term in terms)
    return signs.pop() if seen else 0


def compare(left: Number, right: Number) -> int:
    """Return -1, 0 or 1 as the first real number is smaller, equal or larger."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return (left > right) - (left < right)
    return sign(arithmetic.subtract(left, right))


def is_whole(number: Number) -> bool:
    """Whether a number is an integer."""
    if isinstance(number, Fraction):
        return number.denominator == 1
    if isinstance(number, Product):
        return all(is_whole(exponent) and sign(exponent) >= 0 for _, exponent in number.powers)
    if not isinstance(number, TermQuotient):
        return False
    if number.denominator == (Term(Fraction(1)),) and all(_is_whole_term(term) for term in number.numerator):
        return True
    for bits in PRECISIONS:
        box = enclosure(number, bits)
        if box is not None and not (box.real.contains_integer() and box.imag.contains(0)):
            return False
    raise Undecided("The checker can’t tell whether a value is a whole number.")


def _is_whole_term(term: Term) -> bool:
    return not term.generators and is_whole(term.coefficient) and is_whole(term.product)


def residue(number: Number, modulus: int) -> int:
    """Return the remainder of a whole number, however large it is."""
    if isinstance(number, Fraction):
        return number.numerator % modulus
    if isinstance(number, Product):
        left = number.sign
        for prime, exponent in number.powers:
            left = left * _power_residue(prime, exponent, modulus) % modulus
        return left % modulus
    assert isinstance(number, TermQuotient)
    return _sum_residue(number.numerator, modulus)


def _sum_residue(terms: tuple[Term, ...], modulus: int) -> int:
    return sum(residue(term.coefficient, modulus) * residue(term.product, modulus) for term in terms) % modulus


def _power_residue(prime: int, exponent: Number, modulus: int) -> int:
    if isinstance(exponent, Fraction):
        return pow(prime, int(exponent), modulus)
    # The exponent is far above the modulus, so Euler's theorem applies.
    period = _totient(modulus)
    return pow(prime, residue(exponent, period) + period * modulus.bit_length(), modulus)


def _totient(number: int) -> int:
    return int(flint.fmpz(number).euler_phi())


# -- boxes ------------------------------------------------------------------------------------------------------------


def _boxes_apart(left: Number, right: Number, bits: int) -> bool:
    one, other = enclosure(left, bits), enclosure(right, bits)
    if one is None or other is None:
        return False
    return not (one.real.overlaps(other.real) and one.imag.overlaps(other.imag))


def enclosure(number: Number, bits: int) -> flint.acb | None:
    """Return a box that is proved to contain the number, or None if it is too large even for that."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        return _box(number, bits)
    finally:
        flint.ctx.prec = before


def _box(number: Number, bits: int) -> flint.acb | None:
    if isinstance(number, Fraction):
        return flint.acb(flint.arb(flint.fmpq(number.numerator, number.denominator)))
    if isinstance(number, Algebraic):
        return number.enclosure(bits)
    if isinstance(number, Product):
        return _product_box(number, bits)
    numerator, denominator = _sum_box(number.numerator, bits), _sum_box(number.denominator, bits)
    if numerator is None or denominator is None or denominator.contains(0):
        return None
    return numerator / denominator


def _product_box(number: Product, bits: int) -> flint.acb | None:
    total = flint.arb(number.sign)
    for prime, exponent in number.powers:
        box = _box(exponent, bits)
        if box is None or not box.real.abs_upper() < flint.arb(2) ** MAX_EXPONENT_BITS:
            return None
        if isinstance(exponent, Fraction) and exponent.denominator == 1:
            total *= flint.arb(prime) ** flint.fmpz(int(exponent))
        else:
            total *= (flint.arb(prime).log() * box.real).exp()
    return flint.acb(total)


def _sum_box(terms: tuple[Term, ...], bits: int) -> flint.acb | None:
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        total = flint.acb(0)
        for term in terms:
            one, other = _box(term.coefficient, bits), _product_box(term.product, bits)
            if one is None or other is None:
                return None
            value = one * other
            for generator, power in term.generators:
                factor = _generator_box(generator, bits)
                if factor is None:
                    return None
                value *= factor**power
            total += value
        return total
    finally:
        flint.ctx.prec = before


def _generator_box(generator: Generator, bits: int) -> flint.acb | None:
    boxes = [_box(part, bits) for part in generator.parts]
    if any(box is None for box in boxes):
        return None
    base = boxes[0]
    assert base is not None
    if generator.kind == "log":
        return flint.acb(base.real.log())
    exponent = boxes[1]
    assert exponent is not None
    return flint.acb((base.real.log() * exponent.real).exp())
