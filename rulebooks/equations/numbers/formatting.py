"""Formats a number as text that any small evaluator can read: `31/5`, `3*sqrt(2)`, `root(5,3)`, `1+2*I`, `log(6,4)`."""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd

import flint

from rulebooks.equations.numbers import algebraic as roots
from rulebooks.equations.numbers import arithmetic
from rulebooks.equations.numbers.algebraic import Algebraic
from rulebooks.equations.numbers.kinds import Number, Product, Term, TermQuotient
from rulebooks.equations.numbers.limits import MAX_BITS, Undecided

DECIMALS = 30
DECIMAL_BITS = 110
"""Enough for the decimals, and within the box that FLINT keeps of each number: a smaller one is slow to find."""
MAX_COMPLEX_DEGREE = 8
"""Above this degree the two parts of a complex number are shown as decimals."""
_MONOMIAL = re.compile(r"([+-]?)(\d*)\*?(a(?:\^(\d+))?)?")


def format_number(number: Number) -> str:
    if isinstance(number, Fraction):
        return _fraction(number)
    if isinstance(number, Product):
        return _product(number)
    if isinstance(number, Algebraic):
        return _algebraic(number)
    return _form(number)


def _fraction(number: Fraction) -> str:
    if number.denominator == 1:
        return _whole(number.numerator)
    return f"{_whole(number.numerator)}/{_whole(number.denominator)}"


def _whole(number: int) -> str:
    return str(flint.fmpz(number).str())


def _product(number: Product) -> str:
    """Whole powers before the root, the root of the rest after them."""
    sign = "-" if number.sign < 0 else ""
    if not number.is_plain:
        return sign + "*".join(f"{prime}^({format_number(exponent)})" for prime, exponent in number.powers)
    outside: list[tuple[int, int]] = []
    inside: list[tuple[int, Fraction]] = []
    for prime, exponent in number.powers:
        assert isinstance(exponent, Fraction)
        whole = exponent.numerator // exponent.denominator
        outside += [(prime, whole)] if whole else []
        inside += [(prime, exponent - whole)] if exponent != whole else []
    parts = _whole_powers(outside)
    parts += [_root(inside)] if inside else []
    return sign + "*".join(parts or ["1"])


def _whole_powers(powers: list[tuple[int, int]]) -> list[str]:
    if sum(prime.bit_length() * abs(power) for prime, power in powers) > MAX_BITS:
        return [f"{prime}^({power})" for prime, power in powers]
    value = Fraction(1)
    for prime, power in powers:
        value *= Fraction(prime) ** power
    if value == 1:
        return []
    return [_fraction(value) if value.denominator == 1 else f"({_fraction(value)})"]


def _root(powers: list[tuple[int, Fraction]]) -> str:
    index = 1
    for _, exponent in powers:
        index = index * exponent.denominator // gcd(index, exponent.denominator)
    if sum(prime.bit_length() * exponent * index for prime, exponent in powers) > MAX_BITS:
        return "*".join(f"{prime}^({exponent})" for prime, exponent in powers)
    value = 1
    for prime, exponent in powers:
        value *= prime ** int(exponent * index)
    return f"sqrt({value})" if index == 2 else f"root({value},{index})"


def _algebraic(number: Algebraic) -> str:
    if not number.is_real and number.degree > MAX_COMPLEX_DEGREE:
        return _complex_decimals(number)
    if not number.is_real:
        real = arithmetic.simplify_algebraic(number.real)
        imaginary = _times_i(format_number(arithmetic.simplify_algebraic(number.imaginary)))
        if real == 0:
            return imaginary
        return f"{format_number(real)}{'' if imaginary.startswith('-') else '+'}{imaginary}"
    return _quadratic(number) or _root_of_simpler(number) or _decimals(number)


def _times_i(text: str) -> str:
    if text in ("1", "-1"):
        return text.replace("1", "I")
    return f"{text}*I" if not re.search(r"[+-]", text[1:]) else f"({text})*I"


def _quadratic(number: Algebraic) -> str | None:
    coefficients = _coefficients(number)
    if set(coefficients) - {0, 1, 2} or 2 not in coefficients:
        return None
    a, b, c = (coefficients.get(power, 0) for power in (2, 1, 0))
    middle = Fraction(-b, 2 * a)
    square = Fraction(b * b - 4 * a * c, 4 * a * a)
    spread = arithmetic.positive_power(square, Fraction(1, 2))
    text = f"sqrt({_fraction(square)})" if isinstance(spread, Algebraic) else format_number(spread)
    if roots.subtract(number, roots.algebraic(middle)).sign() < 0:
        text = f"-{text}"
    if middle == 0:
        return text
    return f"{_fraction(middle)}{'' if text.startswith('-') else '+'}{text}"


def _root_of_simpler(number: Algebraic) -> str | None:
    """Return a root of a number of lower degree, if the polynomial has only powers of that step."""
    step = gcd(*_coefficients(number))
    if step < 2 or (number.sign() < 0 and step % 2 == 0 and number.degree > 60):
        return None
    try:
        power = roots.whole_power(number, step)
    except Undecided:
        return None
    sign = "-" if number.sign() < 0 and step % 2 == 0 else ""
    inside = format_number(arithmetic.simplify_algebraic(power))
    return f"{sign}sqrt({inside})" if step == 2 else f"{sign}root({inside},{step})"


def _coefficients(number: Algebraic) -> dict[int, int]:
    """Return the coefficients of the minimal polynomial by power."""
    coefficients: dict[int, int] = {}
    for sign, digits, letter, power in _MONOMIAL.findall(number.polynomial):
        if digits or letter:
            exponent = (int(power) if power else 1) if letter else 0
            coefficients[exponent] = roots.parse_whole(digits or "1") * (-1 if sign == "-" else 1)
    return coefficients


def _decimals(number: Algebraic) -> str:
    """Return the first digits, for display only: nothing is decided by them."""
    return str(number.enclosure(DECIMAL_BITS).real.mid().str(DECIMALS, radius=False))


def _complex_decimals(number: Algebraic) -> str:
    box = number.enclosure(DECIMAL_BITS)
    real, imaginary = (str(part.mid().str(DECIMALS, radius=False)) for part in (box.real, box.imag))
    return f"{real}{'' if imaginary.startswith('-') else '+'}{imaginary}*I"


def _form(number: TermQuotient) -> str:
    numerator, denominator = _sum(number.numerator), _sum(number.denominator)
    if denominator == "1":
        return numerator
    single = re.fullmatch(r"log\((\d+),2\)", numerator), re.fullmatch(r"log\((\d+),2\)", denominator)
    if single[0] and single[1]:
        return f"log({single[0][1]},{single[1][1]})"
    return f"({numerator})/({denominator})"


def _sum(terms: tuple[Term, ...]) -> str:
    text = ""
    for term in terms:
        part = _term(term)
        text += part if not text or part.startswith("-") else f"+{part}"
    return text


def _term(term: Term) -> str:
    parts = [] if term.coefficient in (1, -1) else [format_number(term.coefficient)]
    if parts and re.search(r"[+-]", parts[0][1:]):
        parts = [f"({parts[0]})"]
    parts += [_product(term.product)] if term.product.powers else []
    for generator, power in term.generators:
        if generator.kind == "log":
            name = f"log({format_number(generator.parts[0])},2)"
        else:
            name = f"({format_number(generator.parts[0])})^({format_number(generator.parts[1])})"
        parts.append(name if power == 1 else f"({name})^{power}")
    sign = "-" if term.coefficient == -1 else ""
    return sign + ("*".join(parts) or "1")
