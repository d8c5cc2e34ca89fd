"""Sums, products, quotients and real powers of exact numbers, each kept in the simplest kind that can hold it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from rulebooks.equations.numbers import algebraic as roots
from rulebooks.equations.numbers.algebraic import Algebraic, algebraic
from rulebooks.equations.numbers.kinds import (
    EMPTY_PRODUCT,
    Coefficient,
    Generator,
    Number,
    Product,
    Term,
    TermQuotient,
    number_key,
    prime_powers,
)
from rulebooks.equations.numbers.limits import MAX_BITS, MAX_DEGREE, MAX_POWERS, MAX_TERMS, Undecided, charge

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
            return simplify_algebraic(roots.add(*pair))
    return _simplify_quotient(_add_quotients(_to_quotient(left), _to_quotient(right)))


def negative(number: Number) -> Number:
    return multiply(Fraction(-1), number)


def subtract(left: Number, right: Number) -> Number:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left - right
    return add(left, negative(right))


def multiply(left: Number, right: Number) -> Number:
    left, right = _simplify_empty_product(left), _simplify_empty_product(right)
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left * right
    if left == 0 or right == 0:
        return ZERO
    if left == 1 or right == 1:
        return right if left == 1 else left
    pair = _both_products(left, right)
    if pair:
        return product(pair[0].sign * pair[1].sign, _add_exponents(pair[0].powers, pair[1].powers))
    if isinstance(left, Algebraic) or isinstance(right, Algebraic):
        both = _both_algebraic(left, right)
        if both:
            return simplify_algebraic(roots.multiply(*both))
    return _simplify_quotient(_multiply_quotients(_to_quotient(left), _to_quotient(right)))


def inverse(number: Number) -> Number:
    """Return one over a number that is known not to be zero."""
    if isinstance(number, Fraction):
        return 1 / number
    if isinstance(number, Product):
        return product(number.sign, [(prime, negative(exponent)) for prime, exponent in number.powers])
    as_algebraic = to_algebraic(number)
    if as_algebraic:
        return simplify_algebraic(roots.divide(algebraic(1), as_algebraic))
    return _simplify_quotient(_invert_quotient(_to_quotient(number)))


def divide(left: Number, right: Number) -> Number:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left / right
    return multiply(left, inverse(right))


def product(sign: int, powers: Iterable[tuple[int, Number]]) -> Number:
    """Return a sign times powers of different primes, as a fraction if that is not too large."""
    kept = tuple(sorted((prime, exponent) for prime, exponent in powers if exponent != 0))
    whole = [
        (prime, power.numerator) for prime, power in kept if isinstance(power, Fraction) and power.denominator == 1
    ]
    if len(whole) == len(kept) and sum(prime.bit_length() * abs(power) for prime, power in whole) <= 4 * MAX_BITS:
        value = Fraction(sign)
        for prime, power in whole:
            value *= Fraction(prime) ** power
        return value
    return Product(sign, kept)


def as_product(number: Number) -> Product | None:
    """Return the same number by its prime factors, if it can be kept that way."""
    if isinstance(number, Product):
        return number
    if not isinstance(number, Fraction) or number == 0:
        return None
    try:
        numerator, denominator = prime_powers(abs(number.numerator)), prime_powers(number.denominator)
    except Undecided:
        return None
    powers: list[tuple[int, Number]] = [(prime, Fraction(power)) for prime, power in numerator]
    powers += [(prime, Fraction(-power)) for prime, power in denominator]
    return Product(1 if number > 0 else -1, tuple(sorted(powers, key=lambda item: item[0])))


def positive_power(base: Number, exponent: Number) -> Number:
    """Return a positive real number to a real power: the one positive value."""
    if base == 1 or exponent == 0:
        return ONE
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and _is_small_power(base, exponent):
        return base ** int(exponent)
    factored = as_product(base)
    if factored:
        return (
            product(1, [(prime, multiply(power, exponent)) for prime, power in factored.powers])
            if isinstance(exponent, Fraction | Product | Algebraic)
            else _irrational_power(base, exponent)
        )
    if isinstance(exponent, Fraction):
        as_algebraic = to_algebraic(base)
        if as_algebraic and abs(exponent.numerator) < 10_000:
            root = roots.principal_root(as_algebraic, exponent.denominator)
            return simplify_algebraic(roots.whole_power(root, exponent.numerator))
        if exponent.denominator == 1 and abs(exponent.numerator) <= 64:
            return power_by_squaring(base, int(exponent))
    return _irrational_power(base, exponent)


def power_by_squaring(base: Number, exponent: int) -> Number:
    """Return a whole power by repeated multiplication."""
    if exponent < 0:
        return inverse(power_by_squaring(base, -exponent))
    result: Number = ONE
    while exponent:
        if exponent & 1:
            result = multiply(result, base)
        exponent >>= 1
        if exponent:
            base = multiply(base, base)
    return result


def to_algebraic(number: Number) -> Algebraic | None:
    """Return the same number as FLINT keeps it, or None if it is too large or not algebraic."""
    if isinstance(number, Algebraic):
        return number
    if isinstance(number, Fraction):
        return algebraic(number)
    if isinstance(number, Product):
        return _product_to_algebraic(number)
    return _quotient_to_algebraic(number)


def simplify_algebraic(number: Algebraic) -> Number:
    """Return an algebraic number as a fraction or a pure root if it is one."""
    if number.fraction is not None:
        return number.fraction
    pure = _PURE_ROOT.fullmatch(number.polynomial)
    if pure and number.is_real:
        lead, index, constant = pure.groups()
        factored = as_product(Fraction(-roots.parse_whole(constant), roots.parse_whole(lead or "1")))
        if factored and (factored.sign > 0 or int(index) % 2):
            share = Fraction(1, int(index))
            return product(number.sign(), [(prime, multiply(power, share)) for prime, power in factored.powers])
    return number


def _product_to_algebraic(number: Product) -> Algebraic | None:
    if not number.is_plain:
        return None
    exponents = [exponent for _, exponent in number.powers if isinstance(exponent, Fraction)]
    index = lcm(*(exponent.denominator for exponent in exponents))
    size = sum(prime.bit_length() * abs(exponent) for prime, exponent in zip(_primes(number), exponents, strict=True))
    if index > MAX_DEGREE or size * index > 4 * MAX_BITS:
        return None
    inside = Fraction(1)
    for prime, exponent in zip(_primes(number), exponents, strict=True):
        inside *= Fraction(prime) ** int(exponent * index)
    root = roots.principal_root(algebraic(inside), index)
    return root if number.sign > 0 else roots.subtract(algebraic(0), root)


def _simplify_empty_product(number: Number) -> Number:
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


def _add_exponents(left: Iterable[tuple[int, Number]], right: Iterable[tuple[int, Number]]) -> list[tuple[int, Number]]:
    charge(1)
    exponents = dict(left)
    for prime, exponent in right:
        exponents[prime] = add(exponents[prime], exponent) if prime in exponents else exponent
    return list(exponents.items())


def _is_small_power(base: Fraction, exponent: Fraction) -> bool:
    return exponent.denominator == 1 and _bit_length(base) * abs(int(exponent)) <= MAX_BITS


def _bit_length(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


# -- quotients of sums ------------------------------------------------------------------------------------------------

UNIT = (Term(Fraction(1)),)


def _to_quotient(number: Number) -> TermQuotient:
    if isinstance(number, TermQuotient):
        return number
    if isinstance(number, Product):
        return TermQuotient((Term(Fraction(number.sign), Product(1, number.powers)),), UNIT)
    return TermQuotient((Term(number),) if number != 0 else (), UNIT)


def _add_quotients(left: TermQuotient, right: TermQuotient) -> TermQuotient:
    if left.denominator == right.denominator:
        return TermQuotient(_collect_terms(left.numerator + right.numerator), left.denominator)
    return TermQuotient(
        _collect_terms(
            _multiply_sums(left.numerator, right.denominator) + _multiply_sums(right.numerator, left.denominator)
        ),
        _collect_terms(_multiply_sums(left.denominator, right.denominator)),
    )


def _multiply_quotients(left: TermQuotient, right: TermQuotient) -> TermQuotient:
    return TermQuotient(
        _collect_terms(_multiply_sums(left.numerator, right.numerator)),
        _collect_terms(_multiply_sums(left.denominator, right.denominator)),
    )


def _invert_quotient(number: TermQuotient) -> TermQuotient:
    if not number.numerator:
        raise ZeroDivisionError
    return TermQuotient(number.denominator, number.numerator)


def _simplify_quotient(number: TermQuotient) -> Number:
    """Return the same number as a fraction, product or root if that is visible."""
    if not number.numerator:
        return Fraction(0)
    if len(number.denominator) == 1:
        divided = tuple(_divide_term(term, number.denominator[0]) for term in number.numerator)
        if None not in divided:
            number = TermQuotient(_collect_terms(tuple(term for term in divided if term)), UNIT)
            if not number.numerator:
                return Fraction(0)
    elif len(number.numerator) == len(number.denominator):
        ratio = _constant_ratio(number)
        if ratio is not None:
            return ratio
    if number.denominator == UNIT and len(number.numerator) == 1 and not number.numerator[0].generators:
        return _single_term(number.numerator[0], number)
    if number.denominator == UNIT and all(not term.generators for term in number.numerator):
        return _algebraic_sum(number)
    return number


def logarithm(number: Number) -> Number:
    """Return the natural logarithm of a positive number, as a sum over its primes."""
    factored = as_product(number)
    if factored is None:
        return TermQuotient(
            (Term(Fraction(1), EMPTY_PRODUCT, ((Generator("log", (number,), f"log {number_key(number)}"), 1),)),), UNIT
        )
    total: Number = Fraction(0)
    for prime, exponent in factored.powers:
        single = TermQuotient((Term(Fraction(1), EMPTY_PRODUCT, ((_log_of_prime(prime), 1),)),), UNIT)
        total = add(total, multiply(exponent, single))
    return total


def _irrational_power(base: Number, exponent: Number) -> Number:
    """Return a positive base to an exponent that is not a fraction: by primes if possible, else as a generator."""
    size = multiply(exponent, logarithm(base))
    if size == 0:
        return Fraction(1)
    powers = _powers_from_logarithm(size)
    if powers is not None:
        return product(1, powers)
    name = f"({number_key(base)})^({number_key(exponent)})"
    return TermQuotient((Term(Fraction(1), EMPTY_PRODUCT, ((Generator("power", (base, exponent), name), 1),)),), UNIT)


def _quotient_to_algebraic(number: TermQuotient) -> Algebraic | None:
    numerator, denominator = _sum_to_algebraic(number.numerator), _sum_to_algebraic(number.denominator)
    return roots.divide(numerator, denominator) if numerator and denominator else None


def _log_of_prime(prime: int) -> Generator:
    return Generator("log", (Fraction(prime),), f"log {prime}")


def _powers_from_logarithm(size: Number) -> list[tuple[int, Number]] | None:
    """Return the exponents of the product whose logarithm this is."""
    if not isinstance(size, TermQuotient) or size.denominator != UNIT:
        return None
    powers: dict[int, Number] = {}
    for term in size.numerator:
        if len(term.generators) != 1 or term.generators[0][1] != 1 or term.generators[0][0].kind != "log":
            return None
        inside = term.generators[0][0].parts[0]
        if not isinstance(inside, Fraction) or inside.denominator != 1:
            return None
        exponent = multiply(term.coefficient, term.product)
        powers[int(inside)] = add(powers.get(int(inside), Fraction(0)), exponent)
    return list(powers.items())


def _single_term(term: Term, whole: TermQuotient) -> Number:
    if term.product == EMPTY_PRODUCT:
        return term.coefficient
    if isinstance(term.coefficient, Fraction):
        factored = as_product(term.coefficient)
        if factored:
            return multiply(factored, term.product)
    return whole


def _algebraic_sum(number: TermQuotient) -> Number:
    """Return a sum with algebraic coefficients as one algebraic number, if it is not too large."""
    if all(isinstance(term.coefficient, Fraction) for term in number.numerator):
        return number
    try:
        root = to_algebraic(number)
    except Undecided:
        return number
    return simplify_algebraic(root) if root else number


def _constant_ratio(number: TermQuotient) -> Number | None:
    """Return the constant ratio of two proportional sums."""
    first = _ratio_to_match(number.numerator[0], number.denominator)
    if first is None:
        return None
    used = set()
    for term in number.numerator:
        place = next(
            (
                index
                for index, other in enumerate(number.denominator)
                if index not in used and other.generators == term.generators and _ratio(term, other) == first
            ),
            None,
        )
        if place is None:
            return None
        used.add(place)
    return first


def _ratio_to_match(term: Term, denominator: tuple[Term, ...]) -> Number | None:
    other = next((other for other in denominator if other.generators == term.generators), None)
    return None if other is None else _ratio(term, other)


def _ratio(term: Term, other: Term) -> Number:
    ratio = divide(term.product, other.product)
    return multiply(divide(term.coefficient, other.coefficient), ratio)


def _multiply_sums(left: tuple[Term, ...], right: tuple[Term, ...]) -> tuple[Term, ...]:
    if (
        len(left) * len(right) > MAX_TERMS * 4
        or _count_powers(left) * len(right) + _count_powers(right) * len(left) > MAX_POWERS
    ):
        raise Undecided("This sum has too many parts to multiply out.")
    return tuple(_multiply_terms(one, other) for one in left for other in right)


def _count_powers(terms: tuple[Term, ...]) -> int:
    return sum(len(term.product.powers) for term in terms)


def _multiply_terms(left: Term, right: Term) -> Term:
    generators = dict(left.generators)
    for generator, power in right.generators:
        generators[generator] = generators.get(generator, 0) + power
    kept = tuple(sorted(((g, p) for g, p in generators.items() if p), key=lambda item: item[0].key))
    return _make_term(multiply(left.coefficient, right.coefficient), left.product, right.product, kept)


def _make_term(
    coefficient: Number, left: Product, right: Product, generators: tuple[tuple[Generator, int], ...]
) -> Term:
    joined = (
        multiply(left, right)
        if left != EMPTY_PRODUCT and right != EMPTY_PRODUCT
        else (right if left == EMPTY_PRODUCT else left)
    )
    if isinstance(joined, Fraction | Algebraic):
        coefficient, joined = multiply(coefficient, joined), EMPTY_PRODUCT
    assert isinstance(joined, Product)
    if isinstance(coefficient, Product):
        return _make_term(Fraction(coefficient.sign), Product(1, coefficient.powers), joined, generators)
    return Term(_coefficient(coefficient), Product(1, joined.powers), generators)


def _coefficient(number: Number) -> Coefficient:
    if isinstance(number, Fraction | Algebraic):
        return number
    root = to_algebraic(number)
    if root is None:
        raise Undecided("This sum mixes kinds of numbers that can’t be added exactly.")
    return root


def _divide_term(term: Term, other: Term) -> Term | None:
    generators = dict(term.generators)
    for generator, power in other.generators:
        generators[generator] = generators.get(generator, 0) - power
    if any(power < 0 for power in generators.values()):
        return None
    kept = tuple(sorted(((g, p) for g, p in generators.items() if p), key=lambda item: item[0].key))
    reciprocal = inverse(other.product)
    ratio = divide(term.coefficient, other.coefficient)
    if isinstance(reciprocal, Product):
        return _make_term(ratio, term.product, reciprocal, kept)
    return _make_term(multiply(ratio, reciprocal), term.product, EMPTY_PRODUCT, kept)


def _collect_terms(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Merge terms that differ only by a fraction."""
    collected: list[Term] = []
    for term in terms:
        charge(1 + len(collected))
        for index, other in enumerate(collected):
            if other.generators == term.generators:
                ratio = Fraction(1) if term.product == other.product else divide(term.product, other.product)
                if isinstance(ratio, Fraction):
                    total = add(other.coefficient, multiply(ratio, term.coefficient))
                    collected[index] = Term(_coefficient(total), other.product, other.generators)
                    break
        else:
            collected.append(term)
    kept = [term for term in collected if term.coefficient != 0]
    if len(kept) > MAX_TERMS:
        raise Undecided("This sum has too many parts to work out.")
    return tuple(sorted(kept, key=lambda term: ([g.key for g, _ in term.generators], number_key(term.product))))


def _sum_to_algebraic(terms: tuple[Term, ...]) -> Algebraic | None:
    total = algebraic(0)
    for term in terms:
        if term.generators:
            return None
        one, other = to_algebraic(term.coefficient), to_algebraic(term.product)
        if one is None or other is None:
            return None
        total = roots.add(total, roots.multiply(one, other))
    return total
