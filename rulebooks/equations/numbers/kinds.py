"""The kinds of exact numbers, and a key for each number."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias, Union

import flint

from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.limits import (
    MAX_FACTORED_BITS,
    MAX_PRIME_BITS,
    MAX_UNKNOWN_BITS,
    Undecided,
)

Number: TypeAlias = Union[Fraction, "Product", Algebraic, "TermQuotient"]
Coefficient: TypeAlias = Fraction | Algebraic


@dataclass(frozen=True)
class Product:
    """A sign times powers of different primes: roots such as 2^(1/3), and whole numbers too large to write out."""

    sign: int
    powers: tuple[tuple[int, Number], ...]

    @functools.cached_property
    def is_plain(self) -> bool:
        """Whether each exponent is a fraction."""
        return all(isinstance(exponent, Fraction) for _, exponent in self.powers)


EMPTY_PRODUCT = Product(1, ())


@dataclass(frozen=True)
class Generator:
    """A number of which only the size is known: `log` of a number, or a `power` that does not simplify."""

    kind: str
    parts: tuple[Number, ...] = field(compare=False)
    key: str


@dataclass(frozen=True)
class Term:
    """A coefficient times a product times powers of generators."""

    coefficient: Coefficient
    product: Product = EMPTY_PRODUCT
    generators: tuple[tuple[Generator, int], ...] = ()


@dataclass(frozen=True)
class TermQuotient:
    """A quotient of sums of terms: for logarithms, sums with huge powers and irrational exponents."""

    numerator: tuple[Term, ...]
    denominator: tuple[Term, ...]


def number_key(number: Number) -> str:
    """Return a text that identifies a number.

    One number may have two keys if it was made in two ways, and two algebraic numbers may share one, as close roots of
    one polynomial.
    """
    if isinstance(number, Fraction):
        return f"{number.numerator:x}/{number.denominator:x}"
    if isinstance(number, Algebraic):
        return number.text
    if isinstance(number, Product):
        return f"{number.sign}*" + "*".join(f"{prime}^({number_key(exponent)})" for prime, exponent in number.powers)
    return "+".join(map(_term_key, number.numerator)) + "//" + "+".join(map(_term_key, number.denominator))


def _term_key(term: Term) -> str:
    made = "*".join(f"{generator.key}^{power}" for generator, power in term.generators)
    return f"[{number_key(term.coefficient)}|{number_key(term.product)}|{made}]"


@functools.lru_cache(maxsize=4096)
def prime_powers(number: int) -> tuple[tuple[int, int], ...]:
    """Return the prime factors of a positive whole number with their exponents."""
    if number.bit_length() > MAX_FACTORED_BITS:
        raise Undecided("This number is too large to factor.")
    factors = [(int(prime), int(power)) for prime, power in flint.fmpz(number).factor(trial_limit=4000)]
    powers: list[tuple[int, int]] = []
    for factor, power in factors:
        if factor.bit_length() <= MAX_PRIME_BITS and flint.fmpz(factor).is_prime():
            powers.append((factor, power))
        elif factor.bit_length() <= MAX_UNKNOWN_BITS:
            powers.extend((int(prime), int(times) * power) for prime, times in flint.fmpz(factor).factor())
        else:
            raise Undecided("This number is too large to factor.")
    return tuple(sorted(powers))
