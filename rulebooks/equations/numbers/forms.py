"""Sums and quotients of terms in generators: logarithms, huge powers, powers with irrational exponents."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rulebooks.equations.numbers import algebraic as roots
from rulebooks.equations.numbers import arithmetic
from rulebooks.equations.numbers.algebraic import Algebraic, algebraic
from rulebooks.equations.numbers.bounds import MOST_POWERS, MOST_TERMS, Undecided, charge
from rulebooks.equations.numbers.kinds import ONE, Coefficient, Form, Generator, Number, Product, Term, key

UNIT = (Term(Fraction(1)),)


def form(number: Number) -> Form:
    if isinstance(number, Form):
        return number
    if isinstance(number, Product):
        return Form((Term(Fraction(number.sign), Product(1, number.powers)),), UNIT)
    return Form((Term(number),) if number != 0 else (), UNIT)


def add(left: Form, right: Form) -> Form:
    if left.below == right.below:
        return Form(_collected(left.above + right.above), left.below)
    return Form(
        _collected(_times(left.above, right.below) + _times(right.above, left.below)),
        _collected(_times(left.below, right.below)),
    )


def multiply(left: Form, right: Form) -> Form:
    return Form(_collected(_times(left.above, right.above)), _collected(_times(left.below, right.below)))


def inverse(number: Form) -> Form:
    if not number.above:
        raise ZeroDivisionError
    return Form(number.below, number.above)


def simplest(number: Form) -> Number:
    """The same number as a fraction, product or root where that can be seen."""
    if not number.above:
        return Fraction(0)
    if len(number.below) == 1:
        divided = tuple(_term_divided(term, number.below[0]) for term in number.above)
        if None not in divided:
            number = Form(_collected(tuple(term for term in divided if term)), UNIT)
            if not number.above:
                return Fraction(0)
    elif len(number.above) == len(number.below):
        share = _share(number)
        if share is not None:
            return share
    if number.below == UNIT and len(number.above) == 1 and not number.above[0].generators:
        return _plain(number.above[0], number)
    if number.below == UNIT and all(not term.generators for term in number.above):
        return _radical_sum(number)
    return number


def logarithm(number: Number) -> Number:
    """The natural logarithm of a positive number, as a sum over its primes."""
    held = arithmetic.as_product(number)
    if held is None:
        return Form((Term(Fraction(1), ONE, ((Generator("log", (number,), f"log {key(number)}"), 1),)),), UNIT)
    total: Number = Fraction(0)
    for prime, exponent in held.powers:
        single = Form((Term(Fraction(1), ONE, ((_log_of(prime), 1),)),), UNIT)
        total = arithmetic.add(total, arithmetic.multiply(exponent, single))
    return total


def exponential(base: Number, exponent: Number) -> Number:
    """A positive base to an exponent that is not a fraction: by primes if it comes to that, otherwise as it stands."""
    size = arithmetic.multiply(exponent, logarithm(base))
    if size == 0:
        return Fraction(1)
    powers = _linear(size)
    if powers is not None:
        return arithmetic.product(1, powers)
    name = f"({key(base)})^({key(exponent)})"
    return Form((Term(Fraction(1), ONE, ((Generator("power", (base, exponent), name), 1),)),), UNIT)


def to_algebraic(number: Form, convert: Callable[[Number], Algebraic | None]) -> Algebraic | None:
    above, below = _sum_as_root(number.above, convert), _sum_as_root(number.below, convert)
    return roots.divide(above, below) if above and below else None


def _log_of(prime: int) -> Generator:
    return Generator("log", (Fraction(prime),), f"log {prime}")


def _linear(size: Number) -> list[tuple[int, Number]] | None:
    """The exponents of a product whose logarithm this is."""
    if not isinstance(size, Form) or size.below != UNIT:
        return None
    powers: dict[int, Number] = {}
    for term in size.above:
        if len(term.generators) != 1 or term.generators[0][1] != 1 or term.generators[0][0].kind != "log":
            return None
        inside = term.generators[0][0].parts[0]
        if not isinstance(inside, Fraction) or inside.denominator != 1:
            return None
        exponent = arithmetic.multiply(term.coefficient, term.product)
        powers[int(inside)] = arithmetic.add(powers.get(int(inside), Fraction(0)), exponent)
    return list(powers.items())


def _plain(term: Term, whole: Form) -> Number:
    if term.product == ONE:
        return term.coefficient
    if isinstance(term.coefficient, Fraction):
        held = arithmetic.as_product(term.coefficient)
        if held:
            return arithmetic.multiply(held, term.product)
    return whole


def _radical_sum(number: Form) -> Number:
    """A sum with algebraic coefficients is one algebraic number, if it is not too large."""
    if all(isinstance(term.coefficient, Fraction) for term in number.above):
        return number
    try:
        root = arithmetic.to_algebraic(number)
    except Undecided:
        return number
    return arithmetic.settled(root) if root else number


def _share(number: Form) -> Number | None:
    """A quotient of proportional sums is the constant share."""
    first = _quotient(number.above[0], number.below)
    if first is None:
        return None
    used = set()
    for term in number.above:
        place = next(
            (
                at
                for at, other in enumerate(number.below)
                if at not in used and other.generators == term.generators and _ratio(term, other) == first
            ),
            None,
        )
        if place is None:
            return None
        used.add(place)
    return first


def _quotient(term: Term, below: tuple[Term, ...]) -> Number | None:
    other = next((other for other in below if other.generators == term.generators), None)
    return None if other is None else _ratio(term, other)


def _ratio(term: Term, other: Term) -> Number:
    share = arithmetic.divide(term.product, other.product)
    return arithmetic.multiply(arithmetic.divide(term.coefficient, other.coefficient), share)


def _times(left: tuple[Term, ...], right: tuple[Term, ...]) -> tuple[Term, ...]:
    if len(left) * len(right) > MOST_TERMS * 4 or _powers(left) * len(right) + _powers(right) * len(left) > MOST_POWERS:
        raise Undecided("A sum has too many parts to multiply it out.")
    return tuple(_term_times(one, other) for one in left for other in right)


def _powers(terms: tuple[Term, ...]) -> int:
    return sum(len(term.product.powers) for term in terms)


def _term_times(left: Term, right: Term) -> Term:
    generators = dict(left.generators)
    for generator, power in right.generators:
        generators[generator] = generators.get(generator, 0) + power
    kept = tuple(sorted(((g, p) for g, p in generators.items() if p), key=lambda item: item[0].key))
    return _term(arithmetic.multiply(left.coefficient, right.coefficient), left.product, right.product, kept)


def _term(coefficient: Number, left: Product, right: Product, generators: tuple[tuple[Generator, int], ...]) -> Term:
    joined = arithmetic.multiply(left, right) if left != ONE and right != ONE else (right if left == ONE else left)
    if isinstance(joined, Fraction | Algebraic):
        coefficient, joined = arithmetic.multiply(coefficient, joined), ONE
    assert isinstance(joined, Product)
    if isinstance(coefficient, Product):
        return _term(Fraction(coefficient.sign), Product(1, coefficient.powers), joined, generators)
    return Term(_coefficient(coefficient), Product(1, joined.powers), generators)


def _coefficient(number: Number) -> Coefficient:
    if isinstance(number, Fraction | Algebraic):
        return number
    root = arithmetic.to_algebraic(number)
    if root is None:
        raise Undecided("A sum mixes numbers of very different kinds.")
    return root


def _term_divided(term: Term, other: Term) -> Term | None:
    generators = dict(term.generators)
    for generator, power in other.generators:
        generators[generator] = generators.get(generator, 0) - power
    if any(power < 0 for power in generators.values()):
        return None
    kept = tuple(sorted(((g, p) for g, p in generators.items() if p), key=lambda item: item[0].key))
    upside_down = arithmetic.inverse(other.product)
    share = arithmetic.divide(term.coefficient, other.coefficient)
    if isinstance(upside_down, Product):
        return _term(share, term.product, upside_down, kept)
    return _term(arithmetic.multiply(share, upside_down), term.product, ONE, kept)


def _collected(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Terms that differ only by a fraction are one."""
    found: list[Term] = []
    for term in terms:
        charge(1 + len(found))
        for at, other in enumerate(found):
            if other.generators == term.generators:
                share = Fraction(1) if term.product == other.product else arithmetic.divide(term.product, other.product)
                if isinstance(share, Fraction):
                    total = arithmetic.add(other.coefficient, arithmetic.multiply(share, term.coefficient))
                    found[at] = Term(_coefficient(total), other.product, other.generators)
                    break
        else:
            found.append(term)
    kept = [term for term in found if term.coefficient != 0]
    if len(kept) > MOST_TERMS:
        raise Undecided("A sum has too many parts.")
    return tuple(sorted(kept, key=lambda term: ([g.key for g, _ in term.generators], key(term.product))))


def _sum_as_root(terms: tuple[Term, ...], convert: Callable[[Number], Algebraic | None]) -> Algebraic | None:
    total = algebraic(0)
    for term in terms:
        if term.generators:
            return None
        one, other = convert(term.coefficient), convert(term.product)
        if one is None or other is None:
            return None
        total = roots.add(total, roots.multiply(one, other))
    return total
