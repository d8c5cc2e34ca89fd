"""What each sign does to exact numbers, and where the rules leave it undefined (EQ III-C, XIII)."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from fractions import Fraction
from math import gcd, lcm

import flint

from rulebooks.equations.numbers import algebraic as roots
from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.arithmetic import (
    add,
    as_product,
    divide,
    logarithm,
    multiply,
    product,
    subtract,
    to_algebraic,
)
from rulebooks.equations.numbers.comparison import compare, enclosure, equal, is_real, is_whole, is_zero, sign
from rulebooks.equations.numbers.kinds import Number, Product, TermQuotient, prime_powers
from rulebooks.equations.numbers.limits import MAX_FACTORIAL, Undecided
from rulebooks.equations.powers import power_values, root_values
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.violations import Illegal

MAX_REMAINDER = 1000
MAX_PRIME = 200
MAX_LOG_DENOMINATOR = 12
MAX_LOG_NUMERATOR = 60
"""How far to look for a rational logarithm of two algebraic numbers."""
LOG_BITS = 128


def apply_sign(name: str, parts: tuple[Number, ...], rules: EquationRules, all_roots: bool = False) -> list[Number]:
    """Return the values of a sign; more than one only for roots with Imaginary. Raises `Illegal` if undefined."""
    if name in ("^", "sup"):
        return power_values(parts[0], parts[1], rules)
    if name == "r":
        index, inside = (Fraction(2), parts[0]) if len(parts) == 1 else parts
        return root_values(index, inside, rules, all_roots, written_index=len(parts) == 2)
    return [_SIGNS[name](rules, *parts)]


def _plus(rules: EquationRules, left: Number, right: Number) -> Number:
    return divide(add(left, right), Fraction(2)) if rules.average else add(left, right)


def _minus(rules: EquationRules, left: Number, right: Number) -> Number:
    return subtract(left, right)


def _times(rules: EquationRules, left: Number, right: Number) -> Number:
    return multiply(left, right)


def _divide(rules: EquationRules, left: Number, right: Number) -> Number:
    if is_zero(right):
        raise Illegal("division_by_zero", "Division by 0 is undefined.")
    if not rules.fractions and _is_smaller(left, right):
        raise Illegal("fraction_not_allowed", "A smaller number can’t be divided by a larger one.")
    return divide(left, right)


def _is_smaller(left: Number, right: Number) -> bool:
    return isinstance(left, Fraction) and isinstance(right, Fraction) and abs(left) < abs(right)


def _percent(rules: EquationRules, left: Number, right: Number) -> Number:
    return divide(multiply(left, right), Fraction(rules.base**2))


def _remainder(rules: EquationRules, left: Number, right: Number) -> Number:
    if not (_is_counting(left) and _is_counting(right) and compare(left, Fraction(MAX_REMAINDER)) <= 0):
        raise Illegal("remainder_domain", "Remainder needs positive whole numbers, and the first can be at most 1000.")
    assert isinstance(left, Fraction)
    return left if not isinstance(right, Fraction) else Fraction(int(left) % int(right))


def _lcm(rules: EquationRules, left: Number, right: Number) -> Number:
    if not (_is_counting(left) and _is_counting(right)):
        raise Illegal("lcm_domain", "LCM needs counting numbers.")
    return _by_primes(left, right, max, lcm)


def _gcf(rules: EquationRules, left: Number, right: Number) -> Number:
    if not (_is_whole_number(left) and _is_whole_number(right)) or (is_zero(left) and is_zero(right)):
        raise Illegal("gcf_domain", "GCF needs whole numbers that aren’t both 0.")
    if is_zero(left) or is_zero(right):
        return right if is_zero(left) else left
    return _by_primes(left, right, min, gcd)


def _by_primes(left: Number, right: Number, choose: Callable[..., Number], small: Callable[[int, int], int]) -> Number:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return Fraction(small(int(left), int(right)))
    one, other = as_product(left), as_product(right)
    if one is None or other is None or not (one.is_plain and other.is_plain):
        raise Undecided("These numbers are too large to factor.")
    first, second = dict(one.powers), dict(other.powers)
    zero = Fraction(0)
    primes = first.keys() | second.keys()
    return product(1, [(prime, choose(first.get(prime, zero), second.get(prime, zero))) for prime in primes])


def _log(rules: EquationRules, number: Number, base: Number) -> Number:
    """Both numbers positive, the base not 1 (EQ XIII-D-13). For fractions, primes tell whether it is rational."""
    if not (is_real(number) and is_real(base)) or sign(number) <= 0 or sign(base) <= 0 or equal(base, Fraction(1)):
        raise Illegal("log_domain", "Log needs a positive number and a positive base other than 1.")
    if equal(number, Fraction(1)):
        return Fraction(0)
    value = divide(logarithm(number), logarithm(base))
    if isinstance(value, TermQuotient) and (as_product(number) is None or as_product(base) is None):
        return _rational_log(number, base) or value
    return value


def _rational_log(number: Number, base: Number) -> Fraction | None:
    """Return m/n if number^n = base^m. The interval of the logarithm narrows down which m to try."""
    one, other = to_algebraic(number), to_algebraic(base)
    boxes = enclosure(number, LOG_BITS), enclosure(base, LOG_BITS)
    if one is None or other is None or boxes[0] is None or boxes[1] is None:
        return None
    ratio = boxes[0].real.log() / boxes[1].real.log()
    for denominator in range(1, MAX_LOG_DENOMINATOR + 1):
        numerator = (ratio * denominator).unique_fmpz()
        if numerator is None or abs(int(numerator)) > MAX_LOG_NUMERATOR or gcd(int(numerator), denominator) > 1:
            continue
        if roots.whole_power(one, denominator).equals(roots.whole_power(other, int(numerator))):
            return Fraction(int(numerator), denominator)
    return None


def _factorial(rules: EquationRules, number: Number) -> Number:
    if not _is_whole_number(number):
        raise Illegal("factorial_domain", "Factorial needs a whole number.")
    if not isinstance(number, Fraction) or number > MAX_FACTORIAL:
        raise Undecided("This factorial is too large to work out.")
    return factorial(int(number))


@functools.lru_cache(maxsize=256)
def factorial(number: int) -> Number:
    """Compute n! by Legendre's formula: how often each prime divides it."""
    if number <= 400:
        return Fraction(math.factorial(number))
    powers: list[tuple[int, Number]] = []
    for prime in _primes_up_to(number):
        times, left = 0, number // prime
        while left:
            times, left = times + left, left // prime
        powers.append((prime, Fraction(times)))
    return product(1, powers)


def _primes_up_to(most: int) -> list[int]:
    sieve = bytearray([1]) * (most + 1)
    sieve[:2] = b"\0\0"
    for number in range(2, int(most**0.5) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, most + 1, number)))
    return [number for number in range(most + 1) if sieve[number]]


def _factors(rules: EquationRules, number: Number) -> Number:
    """Count the factors of a counting number, at most 200 in Elementary and 1000 in Middle (EQ XIII-A-15)."""
    if not _is_counting(number):
        raise Illegal("number_of_factors_domain", "Number of Factors needs a counting number.")
    if rules.factors_limit is not None and compare(number, Fraction(rules.factors_limit)) > 0:
        raise Illegal("number_of_factors_range", f"Number of Factors allows numbers up to {rules.factors_limit}.")
    if isinstance(number, Fraction):
        powers = [Fraction(power) for _, power in _known_powers(int(number))]
    elif isinstance(number, Product) and number.is_plain:
        powers = [exponent for _, exponent in number.powers if isinstance(exponent, Fraction)]
    else:
        raise Uncountable
    total = Fraction(1)
    for power in powers:
        total *= power + 1
    return total


def _known_powers(number: int) -> tuple[tuple[int, int], ...]:
    try:
        return prime_powers(number)
    except Undecided:
        raise Uncountable from None


class Uncountable(Undecided):
    """Too many factors to count, so the Equation can't be verified (EQ XIII-C-9)."""

    def __init__(self) -> None:
        super().__init__("This number is too large to count its factors.")


def _prime(rules: EquationRules, number: Number) -> Number:
    """Return the smallest prime above a rational number up to 200 (EQ XIII-A-9)."""
    if not isinstance(number, Fraction):
        raise Illegal("smallest_prime_domain", "Smallest Prime needs a rational number.")
    if number > MAX_PRIME:
        raise Illegal("smallest_prime_range", "Smallest Prime allows numbers up to 200.")
    candidate = max(number.numerator // number.denominator, 1) + 1
    while not flint.fmpz(candidate).is_prime():
        candidate += 1
    return Fraction(candidate)


def _is_counting(number: Number) -> bool:
    return not isinstance(number, Algebraic) and is_real(number) and is_whole(number) and sign(number) > 0


def _is_whole_number(number: Number) -> bool:
    return not isinstance(number, Algebraic) and is_real(number) and is_whole(number) and sign(number) >= 0


_SIGNS: dict[str, Callable[..., Number]] = {
    "+": _plus,
    "-": _minus,
    "x": _times,
    "times": _times,
    "/": _divide,
    "%": _percent,
    "rem": _remainder,
    "lcm": _lcm,
    "gcf": _gcf,
    "log": _log,
    "!": _factorial,
    "factors": _factors,
    "prime": _prime,
}
