"""The elements of one line: numbers, signs between them, signs before and behind them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from rulebooks.equations.numbers.algebraic import IMAGINARY_UNIT
from rulebooks.equations.numbers.arithmetic import inverse, negative
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.readings import ReadingContext, Readings
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import HIGH_DIGITS, Token, Tokens
from rulebooks.equations.trees import Leaf
from rulebooks.equations.violations import Illegal

POINT_DIGITS = 3


@dataclass(frozen=True)
class Element:
    """kind: operand, binary, prefix or postfix. `readings`: an operand's values, or those of an exponent."""

    kind: str
    sign: str = ""
    wild: str = ""
    readings: Readings | None = None
    is_i: bool = False
    is_turned: bool = False
    ends_with_point: bool = False
    start: int = -1
    end: int = -1
    place: int | None = None


ReadGroup = Callable[[Token], Readings]


def parse_line(tokens: Tokens, context: ReadingContext, read: ReadGroup) -> list[Element]:
    """One line of marks as elements. Raises `Illegal` at the first place where it is not an expression."""
    return _LineParser(tokens, context, read).build()


class _LineParser:
    def __init__(self, tokens: Tokens, context: ReadingContext, read: ReadGroup) -> None:
        self.tokens, self.context, self.rules, self.read = tokens, context, context.rules, read
        self.found: list[Element] = []
        self.complete = False
        self.at = 0

    def build(self) -> list[Element]:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if (token.kind == "digit" and not token.turn) or token.kind == "point":
                self._numeral()
            elif token.kind in ("digit", "i", "pob"):
                self.at += 1
                self._operand(token)
            elif token.kind == "group":
                self._group(token)
            elif token.kind in ("!", "sup"):
                self._behind(token)
            elif token.kind == "sign":
                self._sign(token)
            else:
                raise Illegal("operator_misuse", "This does not belong here.", token.start, token.end)
        if not self.complete:
            last = self.tokens[-1] if self.tokens else Token("group")
            raise Illegal("operator_misuse", "A sign has no number behind it.", last.start, last.end)
        return self.found

    def _numeral(self) -> None:
        run = [self.tokens[self.at]]
        self.at += 1
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if not (token.kind == "point" or (token.kind == "digit" and not token.turn)) or token.gap:
                break
            run.append(token)
            self.at += 1
        if self._ends_with_exponents(run):
            return
        behind = self.tokens[self.at] if self.at < len(self.tokens) else None
        before = self.tokens[self.at - len(run) - 1] if self.at > len(run) else None
        percent = any(token is not None and sign_meaning(token, self.rules) == "%" for token in (before, behind))
        leaf = parse_numeral(tuple(run), self.context, beside_percent=percent)
        if len(run) == 1:
            self._operand(run[0])
            return
        readings = Readings.from_pairs([(leaf.value, leaf)])
        self._append(Element("operand", readings=readings, ends_with_point=run[-1].kind == "point"), run[0], run[-1])

    def _ends_with_exponents(self, run: list[Token]) -> bool:
        """EQ Appendix A, Exponent: behind a numeral that can have no more digits, cubes of the colour are exponents."""
        most = self.rules.digits(self.context.side)
        rest = run[most:]
        if self.context.on_mat or not rest or any(token.kind == "point" for token in run):
            return False
        if not self.rules.exponent or any(token.color != self.rules.exponent for token in rest):
            return False
        raised = [
            Token("sup", inside=((token,),), start=token.start, end=token.end, place=token.place) for token in rest
        ]
        self.tokens = (*self.tokens[: self.at - len(rest)], *raised, *self.tokens[self.at :])
        self.at -= len(run)
        return True

    def _operand(self, token: Token) -> None:
        """One cube: on the mat in each way that it may be read."""
        ways = orientations(token, self.rules) if self.context.on_mat else [token]
        leaves = [cube_number(way, self.rules) for way in ways]
        readings = Readings.from_pairs((leaf.value, leaf) for leaf in leaves)
        element = Element("operand", readings=readings, is_i=token.kind == "i", is_turned=bool(token.turn))
        self._append(element, token, token)

    def _group(self, token: Token) -> None:
        self.at += 1
        self._append(Element("operand", readings=self.read(token), is_i=_only_i(token.inside[0])), token, token)

    def _append(self, element: Element, first: Token, last: Token) -> None:
        element = replace(element, start=first.start, end=last.end, place=first.place)
        if self.complete:
            self._beside(element)
        self.found.append(element)
        self.complete = True

    def _beside(self, element: Element) -> None:
        """Two numbers side by side: only with i (EQ XIII-D-11); EQ III-B, JM E15, E29, E33 otherwise."""
        before = self.found[-1]
        if before.ends_with_point and before.kind == "operand":
            raise Illegal("decimal_misuse", "A decimal point stands only among digits.", before.start, element.end)
        if self.rules.imaginary and (element.is_i or before.is_i):
            self.found.append(Element("binary", "times", start=element.start, end=element.start))
        elif before.is_turned or element.is_turned:
            raise Illegal(
                "adjacent_oriented_cube", "A turned cube needs a sign between it and the next number.",
                before.start, element.end,
            )  # fmt: skip
        else:
            raise Illegal(
                "implicit_multiplication", "Between two numbers a sign is missing.", before.start, element.end
            )

    def _behind(self, token: Token) -> None:
        self.at += 1
        if not self.complete:
            raise Illegal("operator_misuse", "This stands behind no number.", token.start, token.end)
        readings = self.read(token) if token.kind == "sup" else None
        self.found.append(Element("postfix", token.kind, readings=readings, start=token.start, end=token.end))

    def _sign(self, token: Token) -> None:
        self.at += 1
        name = sign_meaning(token, self.rules)
        place = token.place if token.place >= 0 else None
        common = {"wild": token.wild, "start": token.start, "end": token.end, "place": place}
        if self.complete and name == "r" and self.found[-1].is_i:
            self.found.append(Element("binary", "times", start=token.start, end=token.start))
            self.complete = False
        if self.complete:
            self.found.append(Element("binary", name, **common))  # type: ignore[arg-type]
            self.complete = False
        elif name == "r" or (name == "x" and self.rules.prefix_x):
            prefix = "r" if name == "r" else self.rules.prefix_x
            self.found.append(Element("prefix", prefix, **common))  # type: ignore[arg-type]
        else:
            raise Illegal(
                "operator_misuse", f"{token.symbol} has no number before it, and is not a sign of its own.",
                token.start, token.end,
            )  # fmt: skip


def _only_i(inside: Tokens) -> bool:
    return len(inside) == 1 and (inside[0].kind == "i" or (inside[0].kind == "group" and _only_i(inside[0].inside[0])))


def sign_meaning(token: Token, rules: EquationRules) -> str:
    """What a sign means: ÷ on its side is remainder or log, √ upside-down percent."""
    if token.symbol == "/" and token.turn == "sw":
        return "rem" if rules.remainder else "log"
    if token.symbol == "r" and token.turn == "ud":
        return "%"
    return token.symbol


MOST_SHOWN_POWER = 4
"""Powers of the base are listed from -4 to 4; there is no end to them."""


def orientations(token: Token, rules: EquationRules) -> list[Token]:
    """What one cube on the mat may be: 0, x, ^ and | may lie either way (JM B49, B73, B74, B76), 1 be any power."""
    if token.kind == "i":
        token = replace(token, turn="")
    ways = [token]
    if not token.turn:
        turns = {"0": ("ud",), "x": ("sw", "ud")}.get(token.wild, ())
        if token.kind == "i":
            turns = ("ud",)
        elif token.symbol == "T" and not token.wild and token.kind == "digit":
            turns = ("sw", "ud")
        in_force = {"sw": rules.sideways, "ud": rules.upside_down}
        is_zero = token.kind == "digit" and digit_value(token) == 0
        ways += [replace(token, turn=turn) for turn in turns if in_force[turn] and not (is_zero and turn == "sw")]
    if token.kind == "digit" and token.symbol == "1" and rules.powers_of_base:
        shown = [power for power in range(-MOST_SHOWN_POWER, MOST_SHOWN_POWER + 1) if power]
        ways += [replace(way, kind="pob", number=power) for way in list(ways) for power in shown]
    return ways


def cube_number(token: Token, rules: EquationRules) -> Leaf:
    """One cube that is a number by itself: turned, i or a power of the base."""
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
            raise Illegal("sideways_zero", "Zero has no reciprocal.", token.start, token.end)
        value = inverse(value)
    if "ud" in token.turn:
        value = negative(value)
    if token.turn:
        text = f"{token.turn}({text})"
    return Leaf(text, value, (token.place, token.place), token.kind)


def digit_value(token: Token) -> int:
    return HIGH_DIGITS.get(token.symbol) or int(token.symbol)


def parse_numeral(run: Tokens, context: ReadingContext, *, beside_percent: bool = False) -> Leaf:
    """Digits side by side, perhaps with one decimal point: how many are allowed depends on the side."""
    digits = [token for token in run if token.kind == "digit"]
    points = len(run) - len(digits)
    first, last = run[0], run[-1]
    if points > 1 or not digits:
        raise Illegal("decimal_misuse", "A decimal point stands alone among digits.", first.start, last.end)
    _check_length(run, len(digits), bool(points), context, beside_percent)
    rules = context.rules
    if not rules.leading_zeros and len(digits) > 1 and digits[0].symbol == "0":
        raise Illegal("leading_zero", "A numeral may not begin with 0.", first.start, last.end)
    value = Fraction(0)
    for token in digits:
        value = value * rules.base + digit_value(token)
    if points:
        behind = len(run) - 1 - next(at for at, token in enumerate(run) if token.kind == "point")
        value /= rules.base**behind
    text = "".join("." if token.kind == "point" else cube_number(token, rules).text for token in run)
    return Leaf(text, value, (first.place, last.place))


def _check_length(run: Tokens, count: int, has_point: bool, context: ReadingContext, beside_percent: bool) -> None:
    rules, start, end = context.rules, run[0].start, run[-1].end
    if has_point:
        if count > POINT_DIGITS:
            raise Illegal("decimal_digits_exceeded", "A decimal point goes with at most three digits.", start, end)
        return
    most = rules.digits(context.side)
    if beside_percent:
        most = max(most, 2)
    if count > most:
        allowed = {1: "one digit", 2: "two digits", 3: "three digits"}[most]
        raise Illegal("numeral_too_long", f"A numeral of the {context.side} has at most {allowed}.", start, end)
