"""Exact algebraic numbers, by FLINT: roots that a fraction or a product of prime powers can't hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import flint

# python-flint has algebraic numbers (qqbar) only in this private module. `test_flint.py` fails clearly if it changes.
from flint.types._gr import gr_complex_acb_ctx, gr_complex_qqbar_ctx

from rulebooks.equations.numbers.limits import (
    MAX_BITS,
    MAX_COMPLEX_BITS,
    MAX_COMPLEX_DEGREE,
    MAX_DEGREE,
    MAX_POLYNOMIAL_BITS,
    Undecided,
    charge,
)

_FIELD = gr_complex_qqbar_ctx.new()
_RATIONAL = re.compile(r"-?\d+(?:/\d+)?")
_DEGREE = re.compile(r"a\^(\d+)")
_NUMBER = re.compile(r"\d+")
BITS_PER_STEP = 25
"""Bits of the resulting polynomial that cost one step."""


@dataclass(frozen=True, eq=False)
class Algebraic:
    """A root of a polynomial with whole coefficients. `root` is FLINT's own number."""

    root: Any

    @cached_property
    def text(self) -> str:
        """FLINT's description: a fraction, or the minimal polynomial and the location of the root."""
        return repr(self.root)

    @cached_property
    def polynomial(self) -> str:
        return self.text.partition(" of ")[2]

    @cached_property
    def degree(self) -> int:
        if not self.polynomial:
            return 1
        return max((int(power) for power in _DEGREE.findall(self.polynomial)), default=1)

    @cached_property
    def bits(self) -> int:
        """The approximate size of the largest coefficient."""
        return max((len(number) for number in _NUMBER.findall(self.polynomial or self.text)), default=1) * 10 // 3

    @cached_property
    def fraction(self) -> Fraction | None:
        if not _RATIONAL.fullmatch(self.text):
            return None
        numerator, _, denominator = self.text.partition("/")
        return Fraction(parse_whole(numerator), parse_whole(denominator or "1"))

    @cached_property
    def real(self) -> Algebraic:
        return Algebraic(self.root.real)

    @cached_property
    def imaginary(self) -> Algebraic:
        return Algebraic(self.root.imag)

    @cached_property
    def is_real(self) -> bool:
        return bool(_FIELD.conj(self.root) == self.root)

    def sign(self) -> int:
        """Return -1, 0 or 1 for a real number."""
        return int(_FIELD.cmp(self.root, _FIELD(0)))

    def equals(self, other: Algebraic) -> bool:
        return bool(self.root == other.root)

    def enclosure(self, bits: int) -> flint.acb:
        """Return a box that is proved to contain the number."""
        if bits not in self._boxes:
            box = gr_complex_acb_ctx.new(bits)(self.root)
            self._boxes[bits] = flint.acb(flint.arb(repr(box.real)), flint.arb(repr(box.imag)))
        return self._boxes[bits]

    @cached_property
    def _boxes(self) -> dict[int, flint.acb]:
        return {}


def parse_whole(digits: str) -> int:
    """Return a whole number from its digits, even from more of them than Python parses by default."""
    return int(flint.fmpz(digits.removeprefix("+")))


def algebraic(number: Fraction | int) -> Algebraic:
    exact = Fraction(number)
    return Algebraic(_FIELD(flint.fmpq(exact.numerator, exact.denominator)))


IMAGINARY_UNIT = Algebraic(_FIELD.i())


def add(left: Algebraic, right: Algebraic) -> Algebraic:
    _check_size(left, right, MAX_COMPLEX_BITS)
    return Algebraic(left.root + right.root)


def subtract(left: Algebraic, right: Algebraic) -> Algebraic:
    _check_size(left, right, MAX_COMPLEX_BITS)
    return Algebraic(left.root - right.root)


def multiply(left: Algebraic, right: Algebraic) -> Algebraic:
    _check_size(left, right)
    return Algebraic(left.root * right.root)


def divide(left: Algebraic, right: Algebraic) -> Algebraic:
    _check_size(left, right)
    return Algebraic(left.root / right.root)


def whole_power(base: Algebraic, exponent: int) -> Algebraic:
    most = 4 * MAX_BITS if base.is_real else MAX_COMPLEX_BITS
    if abs(exponent) * base.bits * base.degree > most:
        raise Undecided("This power of a root is too large to work out.")
    charge(abs(exponent) * base.bits * base.degree // BITS_PER_STEP)
    power = Algebraic(base.root ** abs(exponent))
    return divide(algebraic(1), power) if exponent < 0 else power


def principal_root(base: Algebraic, index: int) -> Algebraic:
    """Return the root whose angle is 1/index of the number's angle."""
    if base.degree * index > MAX_DEGREE or base.bits * base.degree * index > MAX_POLYNOMIAL_BITS:
        raise Undecided("This root is too complicated to work out.")
    charge(base.bits * base.degree * index // BITS_PER_STEP)
    return Algebraic(base.root ** flint.fmpq(1, index))


def all_roots(base: Algebraic, index: int) -> list[Algebraic]:
    """Return every complex number whose index-th power is the number, the principal one first."""
    first = principal_root(base, index)
    turn = Algebraic(_FIELD(-1) ** flint.fmpq(2, index)) if index > 1 else algebraic(1)
    if first.degree * turn.degree > MAX_DEGREE:
        raise Undecided("There are too many complex roots to work out.")
    _check_size(first, turn)
    roots = [first]
    for _ in range(index - 1):
        roots.append(Algebraic(roots[-1].root * turn.root))
    return roots


def size_of_sum(left: Algebraic, right: Algebraic) -> int:
    """Estimate how many bits the polynomial of a sum or product has."""
    degrees = left.degree * right.degree
    return degrees * (left.degree * right.bits + right.degree * left.bits)


def _check_size(left: Algebraic, right: Algebraic, most_bits: int = MAX_BITS) -> None:
    """Refuse a result of too high a degree or size.

    A complex sum of a huge and a small part is slow to locate; a product isn't, so its limit is higher.
    """
    degree, size = left.degree * right.degree, size_of_sum(left, right)
    if degree > MAX_DEGREE or size > MAX_POLYNOMIAL_BITS:
        raise Undecided("This sum or product of roots is too complicated to work out.")
    charge(size // BITS_PER_STEP)
    if degree <= 1 or (left.is_real and right.is_real):
        return
    if degree > MAX_COMPLEX_DEGREE or left.bits + right.bits > most_bits:
        raise Undecided("This complex number is too large or too complicated to work out.")
