"""The elements of one line: numbers, signs between them, signs before and behind them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from rulebooks.equations.codes import Illegal
from rulebooks.equations.laws import Laws
from rulebooks.equations.marks import HIGH_DIGITS, Mark, Marks
from rulebooks.equations.numbers.algebraic import IMAGINARY_UNIT
from rulebooks.equations.numbers.arithmetic import inverse, negative
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.readings import Context, Readings
from rulebooks.equations.trees import Leaf

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


ReadGroup = Callable[[Mark], Readings]


def elements(marks: Marks, context: Context, read: ReadGroup) -> list[Element]:
    """One line of marks as elements. Raises `Illegal` at the first place where it is not an expression."""
    return _Line(marks, context, read).build()


class _Line:
    def __init__(self, marks: Marks, context: Context, read: ReadGroup) -> None:
        self.marks, self.context, self.laws, self.read = marks, context, context.laws, read
        self.found: list[Element] = []
        self.complete = False
        self.at = 0

    def build(self) -> list[Element]:
        while self.at < len(self.marks):
            mark = self.marks[self.at]
            if (mark.kind == "digit" and not mark.turn) or mark.kind == "point":
                self._numeral()
            elif mark.kind in ("digit", "i", "pob"):
                self.at += 1
                self._operand(mark)
            elif mark.kind == "group":
                self._group(mark)
            elif mark.kind in ("!", "sup"):
                self._behind(mark)
            elif mark.kind == "sign":
                self._sign(mark)
            else:
                raise Illegal("operator_misuse", "This does not belong here.", mark.start, mark.end)
        if not self.complete:
            last = self.marks[-1] if self.marks else Mark("group")
            raise Illegal("operator_misuse", "A sign has no number behind it.", last.start, last.end)
        return self.found

    def _numeral(self) -> None:
        run = [self.marks[self.at]]
        self.at += 1
        while self.at < len(self.marks):
            mark = self.marks[self.at]
            if not (mark.kind == "point" or (mark.kind == "digit" and not mark.turn)) or mark.gap:
                break
            run.append(mark)
            self.at += 1
        if self._ends_with_exponents(run):
            return
        behind = self.marks[self.at] if self.at < len(self.marks) else None
        before = self.marks[self.at - len(run) - 1] if self.at > len(run) else None
        percent = any(mark is not None and sign_name(mark, self.laws) == "%" for mark in (before, behind))
        leaf = numeral(tuple(run), self.context, beside_percent=percent)
        if len(run) == 1:
            self._operand(run[0])
            return
        readings = Readings.of([(leaf.value, leaf)])
        self._append(Element("operand", readings=readings, ends_with_point=run[-1].kind == "point"), run[0], run[-1])

    def _ends_with_exponents(self, run: list[Mark]) -> bool:
        """EQ Appendix A, Exponent: behind a numeral that can have no more digits, cubes of the colour are exponents."""
        most = self.laws.digits(self.context.side)
        rest = run[most:]
        if self.context.on_mat or not rest or any(mark.kind == "point" for mark in run):
            return False
        if not self.laws.exponent or any(mark.color != self.laws.exponent for mark in rest):
            return False
        raised = [Mark("sup", inside=((mark,),), start=mark.start, end=mark.end, place=mark.place) for mark in rest]
        self.marks = (*self.marks[: self.at - len(rest)], *raised, *self.marks[self.at :])
        self.at -= len(run)
        return True

    def _operand(self, mark: Mark) -> None:
        """One cube: on the mat in each way that it may be read."""
        ways = ways_to_lie(mark, self.laws) if self.context.on_mat else [mark]
        leaves = [turned(way, self.laws) for way in ways]
        readings = Readings.of((leaf.value, leaf) for leaf in leaves)
        element = Element("operand", readings=readings, is_i=mark.kind == "i", is_turned=bool(mark.turn))
        self._append(element, mark, mark)

    def _group(self, mark: Mark) -> None:
        self.at += 1
        self._append(Element("operand", readings=self.read(mark), is_i=_only_i(mark.inside[0])), mark, mark)

    def _append(self, element: Element, first: Mark, last: Mark) -> None:
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
        if self.laws.imaginary and (element.is_i or before.is_i):
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

    def _behind(self, mark: Mark) -> None:
        self.at += 1
        if not self.complete:
            raise Illegal("operator_misuse", "This stands behind no number.", mark.start, mark.end)
        readings = self.read(mark) if mark.kind == "sup" else None
        self.found.append(Element("postfix", mark.kind, readings=readings, start=mark.start, end=mark.end))

    def _sign(self, mark: Mark) -> None:
        self.at += 1
        name = sign_name(mark, self.laws)
        place = mark.place if mark.place >= 0 else None
        common = {"wild": mark.wild, "start": mark.start, "end": mark.end, "place": place}
        if self.complete and name == "r" and self.found[-1].is_i:
            self.found.append(Element("binary", "times", start=mark.start, end=mark.start))
            self.complete = False
        if self.complete:
            self.found.append(Element("binary", name, **common))  # type: ignore[arg-type]
            self.complete = False
        elif name == "r" or (name == "x" and self.laws.prefix_x):
            prefix = "r" if name == "r" else self.laws.prefix_x
            self.found.append(Element("prefix", prefix, **common))  # type: ignore[arg-type]
        else:
            raise Illegal(
                "operator_misuse", f"{mark.symbol} has no number before it, and is not a sign of its own.",
                mark.start, mark.end,
            )  # fmt: skip


def _only_i(inside: Marks) -> bool:
    return len(inside) == 1 and (inside[0].kind == "i" or (inside[0].kind == "group" and _only_i(inside[0].inside[0])))


def sign_name(mark: Mark, laws: Laws) -> str:
    """What a sign means: ÷ on its side is remainder or log, √ upside-down percent."""
    if mark.symbol == "/" and mark.turn == "sw":
        return "rem" if laws.remainder else "log"
    if mark.symbol == "r" and mark.turn == "ud":
        return "%"
    return mark.symbol


MOST_SHOWN_POWER = 4
"""Powers of the base are listed from -4 to 4; there is no end to them."""


def ways_to_lie(mark: Mark, laws: Laws) -> list[Mark]:
    """What one cube on the mat may be: 0, x, ^ and | may lie either way (JM B49, B73, B74, B76), 1 be any power."""
    if mark.kind == "i":
        mark = replace(mark, turn="")
    ways = [mark]
    if not mark.turn:
        turns = {"0": ("ud",), "x": ("sw", "ud")}.get(mark.wild, ())
        if mark.kind == "i":
            turns = ("ud",)
        elif mark.symbol == "T" and not mark.wild and mark.kind == "digit":
            turns = ("sw", "ud")
        in_force = {"sw": laws.sideways, "ud": laws.upside_down}
        is_zero = mark.kind == "digit" and digit(mark) == 0
        ways += [replace(mark, turn=turn) for turn in turns if in_force[turn] and not (is_zero and turn == "sw")]
    if mark.kind == "digit" and mark.symbol == "1" and laws.powers_of_base:
        shown = [power for power in range(-MOST_SHOWN_POWER, MOST_SHOWN_POWER + 1) if power]
        ways += [replace(way, kind="pob", number=power) for way in list(ways) for power in shown]
    return ways


def turned(mark: Mark, laws: Laws) -> Leaf:
    """One cube that is a number by itself: turned, i or a power of the base."""
    if mark.kind == "i":
        value: Number = IMAGINARY_UNIT
        text = "i"
    elif mark.kind == "pob":
        value = Fraction(laws.base) ** mark.number
        text = f"pob({mark.number})"
    else:
        value = Fraction(digit(mark))
        text = mark.symbol
    if mark.wild:
        text = f"w{mark.wild}({text})"
    if "sw" in mark.turn:
        if value == 0:
            raise Illegal("sideways_zero", "Zero has no reciprocal.", mark.start, mark.end)
        value = inverse(value)
    if "ud" in mark.turn:
        value = negative(value)
    if mark.turn:
        text = f"{mark.turn}({text})"
    return Leaf(text, value, (mark.place, mark.place), mark.kind)


def digit(mark: Mark) -> int:
    return HIGH_DIGITS.get(mark.symbol) or int(mark.symbol)


def numeral(run: Marks, context: Context, *, beside_percent: bool = False) -> Leaf:
    """Digits side by side, perhaps with one decimal point: how many are allowed depends on the side."""
    digits = [mark for mark in run if mark.kind == "digit"]
    points = len(run) - len(digits)
    first, last = run[0], run[-1]
    if points > 1 or not digits:
        raise Illegal("decimal_misuse", "A decimal point stands alone among digits.", first.start, last.end)
    _check_length(run, len(digits), bool(points), context, beside_percent)
    laws = context.laws
    if not laws.leading_zeros and len(digits) > 1 and digits[0].symbol == "0":
        raise Illegal("leading_zero", "A numeral may not begin with 0.", first.start, last.end)
    value = Fraction(0)
    for mark in digits:
        value = value * laws.base + digit(mark)
    if points:
        behind = len(run) - 1 - next(at for at, mark in enumerate(run) if mark.kind == "point")
        value /= laws.base**behind
    text = "".join("." if mark.kind == "point" else turned(mark, laws).text for mark in run)
    return Leaf(text, value, (first.place, last.place))


def _check_length(run: Marks, count: int, has_point: bool, context: Context, beside_percent: bool) -> None:
    laws, start, end = context.laws, run[0].start, run[-1].end
    if has_point:
        if count > POINT_DIGITS:
            raise Illegal("decimal_digits_exceeded", "A decimal point goes with at most three digits.", start, end)
        return
    most = laws.digits(context.side)
    if beside_percent:
        most = max(most, 2)
    if count > most:
        allowed = {1: "one digit", 2: "two digits", 3: "three digits"}[most]
        raise Illegal("numeral_too_long", f"A numeral of the {context.side} has at most {allowed}.", start, end)
