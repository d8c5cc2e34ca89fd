"""Parses one line of tokens into elements: numbers, signs between them, prefixes and postfixes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from rulebooks.equations.numbers.algebraic import IMAGINARY_UNIT
from rulebooks.equations.numbers.arithmetic import inverse, negative
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.readings import ReadingContext, Readings
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import HIGH_DIGITS, Token, Tokens, printed_symbol
from rulebooks.equations.trees import Leaf
from rulebooks.equations.violations import Illegal
from rulebooks.wording import plural

MAX_DIGITS_WITH_POINT = 3


@dataclass(frozen=True)
class Element:
    """kind: operand, binary, prefix or postfix. `readings`: the values of an operand or an exponent."""

    kind: str
    sign: str = ""
    wild: str = ""
    readings: Readings | None = None
    is_i: bool = False
    is_turned: bool = False
    ends_with_point: bool = False
    start: int = -1
    end: int = -1
    cube_index: int | None = None


ReadGroup = Callable[[Token], Readings]


def parse_line(tokens: Tokens, context: ReadingContext, read: ReadGroup) -> list[Element]:
    """Return one line of tokens as elements. Raises `Illegal` where it stops being an expression."""
    return _LineParser(tokens, context, read).build()


class _LineParser:
    def __init__(self, tokens: Tokens, context: ReadingContext, read: ReadGroup) -> None:
        self.tokens, self.context, self.rules, self.read = tokens, context, context.rules, read
        self.elements: list[Element] = []
        self.complete = False
        self.position = 0

    def build(self) -> list[Element]:
        while self.position < len(self.tokens):
            token = self.tokens[self.position]
            if (token.kind == "digit" and not token.turn) or token.kind == "point":
                self._read_numeral()
            elif token.kind in ("digit", "i", "pob"):
                self.position += 1
                self._add_cube(token)
            elif token.kind == "group":
                self._add_group(token)
            elif token.kind in ("!", "sup"):
                self._add_postfix(token)
            elif token.kind == "sign":
                self._add_sign(token)
            else:
                raise Illegal("operator_misuse", "This doesn’t belong here.", token.start, token.end)
        if not self.complete:
            last = self.tokens[-1] if self.tokens else Token("group")
            raise Illegal("operator_misuse", "There’s no number after this sign.", last.start, last.end)
        return self.elements

    def _read_numeral(self) -> None:
        run = [self.tokens[self.position]]
        self.position += 1
        while self.position < len(self.tokens):
            token = self.tokens[self.position]
            if not (token.kind == "point" or (token.kind == "digit" and not token.turn)) or token.gap:
                break
            run.append(token)
            self.position += 1
        if self._ends_with_exponents(run):
            return
        after = self.tokens[self.position] if self.position < len(self.tokens) else None
        before = self.tokens[self.position - len(run) - 1] if self.position > len(run) else None
        percent = any(token is not None and sign_meaning(token, self.rules) == "%" for token in (before, after))
        leaf = parse_numeral(tuple(run), self.context, next_to_percent=percent)
        if len(run) == 1:
            self._add_cube(run[0])
            return
        readings = Readings.from_pairs([(leaf.value, leaf)])
        self._add_operand(
            Element("operand", readings=readings, ends_with_point=run[-1].kind == "point"), run[0], run[-1]
        )

    def _ends_with_exponents(self, run: list[Token]) -> bool:
        """Turn cubes of the exponent color after a numeral of full length into exponents (EQ Appendix A, Exponent)."""
        most = self.rules.digits(self.context.side)
        rest = run[most:]
        if self.context.on_mat or not rest or any(token.kind == "point" for token in run):
            return False
        if not self.rules.exponent or any(token.color != self.rules.exponent for token in rest):
            return False
        raised = [
            Token("sup", inside=((token,),), start=token.start, end=token.end, cube_index=token.cube_index)
            for token in rest
        ]
        self.tokens = (*self.tokens[: self.position - len(rest)], *raised, *self.tokens[self.position :])
        self.position -= len(run)
        return True

    def _add_cube(self, token: Token) -> None:
        """Add one cube: on the mat, with each way to read it."""
        cubes = orientations(token, self.rules) if self.context.on_mat else [token]
        leaves = [cube_number(each, self.rules) for each in cubes]
        readings = Readings.from_pairs((leaf.value, leaf) for leaf in leaves)
        element = Element("operand", readings=readings, is_i=token.kind == "i", is_turned=bool(token.turn))
        self._add_operand(element, token, token)

    def _add_group(self, token: Token) -> None:
        self.position += 1
        self._add_operand(Element("operand", readings=self.read(token), is_i=_is_only_i(token.inside[0])), token, token)

    def _add_operand(self, element: Element, first: Token, last: Token) -> None:
        element = replace(element, start=first.start, end=last.end, cube_index=first.cube_index)
        if self.complete:
            self._check_adjacent(element)
        self.elements.append(element)
        self.complete = True

    def _check_adjacent(self, element: Element) -> None:
        """Allow two numbers side by side only with i (EQ XIII-D-11); otherwise EQ III-B, JM E15, E29, E33."""
        before = self.elements[-1]
        if before.ends_with_point and before.kind == "operand":
            raise Illegal("decimal_misuse", "A decimal point must be part of a numeral.", before.start, element.end)
        if self.rules.imaginary and (element.is_i or before.is_i):
            self.elements.append(Element("binary", "times", start=element.start, end=element.start))
        elif before.is_turned or element.is_turned:
            raise Illegal(
                "adjacent_oriented_cube", "A sideways or upside-down cube needs a sign between it and the next number.",
                before.start, element.end,
            )  # fmt: skip
        else:
            raise Illegal(
                "implicit_multiplication", "There’s no sign between these numbers.", before.start, element.end
            )

    def _add_postfix(self, token: Token) -> None:
        self.position += 1
        if not self.complete:
            reason = "There’s no number before this factorial sign."
            if token.kind == "sup":
                reason = "There’s no number before this exponent."
            raise Illegal("operator_misuse", reason, token.start, token.end)
        readings = self.read(token) if token.kind == "sup" else None
        self.elements.append(Element("postfix", token.kind, readings=readings, start=token.start, end=token.end))

    def _add_sign(self, token: Token) -> None:
        self.position += 1
        name = sign_meaning(token, self.rules)
        cube_index = token.cube_index if token.cube_index >= 0 else None
        common = {"wild": token.wild, "start": token.start, "end": token.end, "cube_index": cube_index}
        if self.complete and name == "r" and self.elements[-1].is_i:
            self.elements.append(Element("binary", "times", start=token.start, end=token.start))
            self.complete = False
        if self.complete:
            self.elements.append(Element("binary", name, **common))  # type: ignore[arg-type]
            self.complete = False
        elif name == "r" or (name == "x" and self.rules.prefix_x):
            prefix = "r" if name == "r" else self.rules.prefix_x
            self.elements.append(Element("prefix", prefix, **common))  # type: ignore[arg-type]
        else:
            raise Illegal(
                "operator_misuse", f"There’s no number before this {printed_symbol(token.symbol)}.",
                token.start, token.end,
            )  # fmt: skip


def _is_only_i(inside: Tokens) -> bool:
    return len(inside) == 1 and (
        inside[0].kind == "i" or (inside[0].kind == "group" and _is_only_i(inside[0].inside[0]))
    )


def sign_meaning(token: Token, rules: EquationRules) -> str:
    """Return what a sign means: ÷ on its side is remainder or log, √ upside-down is percent."""
    if token.symbol == "/" and token.turn == "sw":
        return "rem" if rules.remainder else "log"
    if token.symbol == "r" and token.turn == "ud":
        return "%"
    return token.symbol


MAX_SHOWN_POWER = 4
"""Powers of the base are listed from -4 to 4; there are infinitely many."""


def orientations(token: Token, rules: EquationRules) -> list[Token]:
    """Return the ways in which a cube on the mat may be read.

    0, x, ^ and | may lie either way (JM B49, B73, B74, B76); 1 may be any power of the base.
    """
    if token.kind == "i":
        token = replace(token, turn="")
    results = [token]
    if not token.turn:
        turns = {"0": ("ud",), "x": ("sw", "ud")}.get(token.wild, ())
        if token.kind == "i":
            turns = ("ud",)
        elif token.symbol == "T" and not token.wild and token.kind == "digit":
            turns = ("sw", "ud")
        in_force = {"sw": rules.sideways, "ud": rules.upside_down}
        is_zero = token.kind == "digit" and digit_value(token) == 0
        results += [replace(token, turn=turn) for turn in turns if in_force[turn] and not (is_zero and turn == "sw")]
    if token.kind == "digit" and token.symbol == "1" and rules.powers_of_base:
        shown = [power for power in range(-MAX_SHOWN_POWER, MAX_SHOWN_POWER + 1) if power]
        results += [replace(each, kind="pob", number=power) for each in list(results) for power in shown]
    return results


def cube_number(token: Token, rules: EquationRules) -> Leaf:
    """Return the number of a single cube: turned, i or a power of the base."""
    if token.kind == "i":
        value: Number = IMAGINARY_UNIT
        text = "i"
    elif token.kind == "pob":
        value = Fraction(rules.base) ** token.number
        text = f"pob({token.number})"
    else:
        value = Fraction(digit_value(token))
        text = token.symbol
    if token.wild:
        text = f"w{token.wild}({text})"
    if "sw" in token.turn:
        if value == 0:
            raise Illegal("sideways_zero", "A 0 can’t be sideways.", token.start, token.end)
        value = inverse(value)
    if "ud" in token.turn:
        value = negative(value)
    if token.turn:
        text = f"{token.turn}({text})"
    return Leaf(text, value, (token.cube_index, token.cube_index), token.kind)


def digit_value(token: Token) -> int:
    return HIGH_DIGITS.get(token.symbol) or int(token.symbol)


def parse_numeral(run: Tokens, context: ReadingContext, *, next_to_percent: bool = False) -> Leaf:
    """Return a numeral from adjacent digits, with at most one decimal point. The side limits its length."""
    digits = [token for token in run if token.kind == "digit"]
    points = len(run) - len(digits)
    first, last = run[0], run[-1]
    if points > 1 or not digits:
        reason = "A decimal point needs a digit next to it."
        if digits:
            reason = "A numeral can have only 1 decimal point."
        raise Illegal("decimal_misuse", reason, first.start, last.end)
    _check_length(run, len(digits), bool(points), context, next_to_percent)
    rules = context.rules
    if not rules.leading_zeros and len(digits) > 1 and digits[0].symbol == "0":
        raise Illegal("leading_zero", "A numeral can’t start with 0.", first.start, last.end)
    value = Fraction(0)
    for token in digits:
        value = value * rules.base + digit_value(token)
    if points:
        after = len(run) - 1 - next(position for position, token in enumerate(run) if token.kind == "point")
        value /= rules.base**after
    text = "".join("." if token.kind == "point" else cube_number(token, rules).text for token in run)
    return Leaf(text, value, (first.cube_index, last.cube_index))


def _check_length(run: Tokens, count: int, has_point: bool, context: ReadingContext, next_to_percent: bool) -> None:
    rules, start, end = context.rules, run[0].start, run[-1].end
    if has_point:
        if count > MAX_DIGITS_WITH_POINT:
            raise Illegal(
                "decimal_digits_exceeded", "A numeral with a decimal point can have at most 3 digits.", start, end
            )
        return
    most = rules.digits(context.side)
    if next_to_percent:
        most = max(most, 2)
    if count > most:
        side = {"goal": "Goal", "solution": "Solution"}[context.side]
        reason = plural(
            most,
            f"A numeral in the {side} can have only 1 digit.",
            f"A numeral in the {side} can have at most {{count}} digits.",
        )
        raise Illegal("numeral_too_long", reason, start, end)
