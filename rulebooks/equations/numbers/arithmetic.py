"""Sums, products, quotients and real powers of exact numbers, each kept in the simplest kind that holds it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from rulebooks.equations.numbers import algebraic as roots
from rulebooks.equations.numbers import forms
from rulebooks.equations.numbers.algebraic import Algebraic, algebraic
from rulebooks.equations.numbers.bounds import MOST_BITS, MOST_DEGREE, Undecided, charge
from rulebooks.equations.numbers.kinds import Number, Product, prime_powers

ZERO, ONE = Fraction(0), Fraction(1)
_PURE_ROOT = re.compile(r"(?:(\d+)\*)?a\^(\d+)([+-]\d+)")


def add(left: Number, right: Number) -> Number:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left + right
    if left == 0 or right == 0:
        return right if left == 0 else left
    if isinstance(left, Algebraic) or isinstance(right, Algebraic):
        pair = _both_algebraic(left, right)
        if pair:
            return settled(roots.add(*pair))
    return forms.simplest(forms.add(forms.form(left), forms.form(right)))


def negative(number: Number) -> Number:
    return multiply(Fraction(-1), number)


def subtract(left: Number, right: Number) -> Number:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left - right
    return add(left, negative(right))


def multiply(left: Number, right: Number) -> Number:
    left, right = _fraction_if_one(left), _fraction_if_one(right)
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left * right
    if left == 0 or right == 0:
        return ZERO
    if left == 1 or right == 1:
        return right if left == 1 else left
    pair = _both_products(left, right)
    if pair:
        return product(pair[0].sign * pair[1].sign, _merged(pair[0].powers, pair[1].powers))
    if isinstance(left, Algebraic) or isinstance(right, Algebraic):
        both = _both_algebraic(left, right)
        if both:
            return settled(roots.multiply(*both))
    return forms.simplest(forms.multiply(forms.form(left), forms.form(right)))


def inverse(number: Number) -> Number:
    """One over a number that is known not to be zero."""
    if isinstance(number, Fraction):
        return 1 / number
    if isinstance(number, Product):
        return product(number.sign, [(prime, negative(exponent)) for prime, exponent in number.powers])
    as_root = to_algebraic(number)
    if as_root:
        return settled(roots.divide(algebraic(1), as_root))
    return forms.simplest(forms.inverse(forms.form(number)))


def divide(left: Number, right: Number) -> Number:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left / right
    return multiply(left, inverse(right))


def product(sign: int, powers: Iterable[tuple[int, Number]]) -> Number:
    """A sign times powers of different primes, as a fraction where that is not too large."""
    kept = tuple(sorted((prime, exponent) for prime, exponent in powers if exponent != 0))
    whole = [
        (prime, power.numerator) for prime, power in kept if isinstance(power, Fraction) and power.denominator == 1
    ]
    if len(whole) == len(kept) and sum(prime.bit_length() * abs(power) for prime, power in whole) <= 4 * MOST_BITS:
        value = Fraction(sign)
        for prime, power in whole:
            value *= Fraction(prime) ** power
        return value
    return Product(sign, kept)


def as_product(number: Number) -> Product | None:
    """The same number by its primes, if that is how it can be kept."""
    if isinstance(number, Product):
        return number
    if not isinstance(number, Fraction) or number == 0:
        return None
    try:
        above, below = prime_powers(abs(number.numerator)), prime_powers(number.denominator)
    except Undecided:
        return None
    powers: list[tuple[int, Number]] = [(prime, Fraction(power)) for prime, power in above]
    powers += [(prime, Fraction(-power)) for prime, power in below]
    return Product(1 if number > 0 else -1, tuple(sorted(powers, key=lambda item: item[0])))


def positive_power(base: Number, exponent: Number) -> Number:
    """A positive real number to a real power: the one positive value."""
    if base == 1 or exponent == 0:
        return ONE
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and _is_small_power(base, exponent):
        return base ** int(exponent)
    held = as_product(base)
    if held:
        return (
            product(1, [(prime, multiply(power, exponent)) for prime, power in held.powers])
            if isinstance(exponent, Fraction | Product | Algebraic)
            else forms.exponential(base, exponent)
        )
    if isinstance(exponent, Fraction):
        as_root = to_algebraic(base)
        if as_root and abs(exponent.numerator) < 10_000:
            root = roots.principal_root(as_root, exponent.denominator)
            return settled(roots.whole_power(root, exponent.numerator))
        if exponent.denominator == 1 and abs(exponent.numerator) <= 64:
            return repeated(base, int(exponent))
    return forms.exponential(base, exponent)


def repeated(base: Number, exponent: int) -> Number:
    """A whole power by multiplication."""
    if exponent < 0:
        return inverse(repeated(base, -exponent))
    result: Number = ONE
    while exponent:
        if exponent & 1:
            result = multiply(result, base)
        exponent >>= 1
        if exponent:
            base = multiply(base, base)
    return result


def to_algebraic(number: Number) -> Algebraic | None:
    """The same number as FLINT keeps it, or nothing if it is too large or not algebraic."""
    if isinstance(number, Algebraic):
        return number
    if isinstance(number, Fraction):
        return algebraic(number)
    if isinstance(number, Product):
        return _product_as_root(number)
    return forms.to_algebraic(number, to_algebraic)


def settled(number: Algebraic) -> Number:
    """An algebraic number as a fraction or a pure root where it is one."""
    if number.fraction is not None:
        return number.fraction
    pure = _PURE_ROOT.fullmatch(number.polynomial)
    if pure and number.is_real:
        lead, index, constant = pure.groups()
        held = as_product(Fraction(-roots.whole(constant), roots.whole(lead or "1")))
        if held and (held.sign > 0 or int(index) % 2):
            share = Fraction(1, int(index))
            return product(number.sign(), [(prime, multiply(power, share)) for prime, power in held.powers])
    return number


def _product_as_root(number: Product) -> Algebraic | None:
    if not number.is_plain:
        return None
    exponents = [exponent for _, exponent in number.powers if isinstance(exponent, Fraction)]
    index = lcm(*(exponent.denominator for exponent in exponents))
    size = sum(prime.bit_length() * abs(exponent) for prime, exponent in zip(_primes(number), exponents, strict=True))
    if index > MOST_DEGREE or size * index > 4 * MOST_BITS:
        return None
    inside = Fraction(1)
    for prime, exponent in zip(_primes(number), exponents, strict=True):
        inside *= Fraction(prime) ** int(exponent * index)
    root = roots.principal_root(algebraic(inside), index)
    return root if number.sign > 0 else roots.subtract(algebraic(0), root)


def _fraction_if_one(number: Number) -> Number:
    return Fraction(number.sign) if isinstance(number, Product) and not number.powers else number


def _primes(number: Product) -> list[int]:
    return [prime for prime, _ in number.powers]


def _both_algebraic(left: Number, right: Number) -> tuple[Algebraic, Algebraic] | None:
    first, second = to_algebraic(left), to_algebraic(right)
    return (first, second) if first and second else None


def _both_products(left: Number, right: Number) -> tuple[Product, Product] | None:
    if not (isinstance(left, Product) or isinstance(right, Product)):
        return None
    first, second = as_product(left), as_product(right)
    return (first, second) if first and second else None


def _merged(left: Iterable[tuple[int, Number]], right: Iterable[tuple[int, Number]]) -> list[tuple[int, Number]]:
    charge(1)
    found = dict(left)
    for prime, exponent in right:
        found[prime] = add(found[prime], exponent) if prime in found else exponent
    return list(found.items())


def _is_small_power(base: Fraction, exponent: Fraction) -> bool:
    return exponent.denominator == 1 and _bits(base) * abs(int(exponent)) <= MOST_BITS


def _bits(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())
