"""Which sign applies to which numbers: every grouping, the defaults that bind, or the ordinary order of operations.

Adventurous Equations have no order of operations (EQ VII-B-6): each grouping of what is not grouped is a reading. Some
signs bind by default: √ and prefix x to the numeral after them, ! and exponents to the one before them, and i is
multiplied first. Where two defaults meet at one numeral, both are free (EQ VII-B-6-c). On the mat nothing binds.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rulebooks.equations.elements import Element
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.readings import ReadingContext, Readings, combine
from rulebooks.equations.target_search import is_searchable, search_targets
from rulebooks.equations.trees import Leaf, Node, Tree
from rulebooks.equations.violations import Illegal

FIRST_LEVEL = ("^", "r", "times")
SECOND_LEVEL = ("x", "/", "%", "rem", "log", "lcm", "gcf")
MAX_GOAL_FACTORIAL = 1000
"""The largest number that gets a factorial when a Goal's interpretations are listed."""
SAMPLE_STEPS = 4000
LONG_LINE = 21
"""Lines of this many elements (ten operations) are searched for target values instead of listing all groupings."""


def group_freely(line: list[Element], context: ReadingContext, factorials: int = 0) -> Readings:
    """Return every grouping of a line.

    `factorials`: how many may be inserted anywhere, as the writer of a Goal may.
    """
    return _SpanTable(line, context, factorials).read()


def group_with_defaults(line: list[Element], context: ReadingContext) -> Readings:
    """Return every grouping that the defaults leave open."""
    defaults = _DefaultBinder(line, context)
    bound, conflict = defaults.bind()
    readings = _search_long_line(bound, context) if len(bound) >= LONG_LINE else None
    readings = readings or _group_all_or_some(bound, context)
    if conflict:
        readings.causes.add("default_conflict")
    if defaults.has_undefined_reading():
        readings.causes.add("undefined_reading")
    return readings


def _group_all_or_some(line: list[Element], context: ReadingContext) -> Readings:
    """Return every grouping, or a sample if there are too many."""
    try:
        return group_freely(line, context)
    except Undecided as unknown:
        readings = _search_long_line(line, context) or _sample_groupings(line, context)
        readings.add_failure(None, Illegal("undecided", str(unknown)))
        return readings


def _search_long_line(line: list[Element], context: ReadingContext) -> Readings | None:
    """Return one reading of a long line for each of the other side's values it can have, and a few that differ.

    Returns None if the sample shows no difference: then only the list of every grouping can prove the line correct.
    """
    if not context.targets or not is_searchable(line):
        return None
    targets = [target for target in context.targets if isinstance(target, Fraction)]
    reached = search_targets(line, targets, context.rules)
    readings = _sample_groupings(line, context)
    differs = [value for value, _ in readings.pairs() if value not in targets]
    if not differs:
        return None
    for value, tree in reached.pairs:
        readings.add(value, tree)
    if not reached.is_complete:
        readings.add_failure(None, Illegal("undecided", "There are too many interpretations to check."))
    return readings


def _sample_groupings(line: list[Element], context: ReadingContext) -> Readings:
    """Return a few groupings of a line that has too many: enough to prove it ambiguous, never to prove it correct."""
    few = replace(context, budget=Budget(SAMPLE_STEPS))
    readings = group_in_order(line, few)
    for each in (line, line[::-1]):
        readings.merge(_group_one_way(each, few, is_reversed=each is not line))
    readings.causes.add("ambiguous_grouping")
    return readings


def _group_one_way(line: list[Element], context: ReadingContext, *, is_reversed: bool) -> Readings:
    """Apply the signs in turn, from the left or from the right."""
    done: Element | None = None
    sign: Element | None = None
    for element in _bind_affixes(line[::-1] if is_reversed else line, context)[:: -1 if is_reversed else 1]:
        if element.kind != "operand":
            sign = element
        elif done is None or sign is None:
            done = element
        else:
            assert done.readings is not None
            assert element.readings is not None
            parts = (element.readings, done.readings) if is_reversed else (done.readings, element.readings)
            done = replace(
                done, readings=combine(context, sign.sign, parts, wild=sign.wild, cube_index=sign.cube_index)
            )
    assert done is not None
    assert done.readings is not None
    return done.readings


def group_in_order(line: list[Element], context: ReadingContext) -> Readings:
    """Apply powers and roots, then products, then sums, each from left to right (MLAG VII-B-5; ACC Solutions)."""
    line = _bind_affixes(line, context)
    for level in (FIRST_LEVEL, SECOND_LEVEL, ("+", "-")):
        line = _apply_level(line, level, context)
    assert line[0].readings is not None
    return line[0].readings


# -- all groupings ----------------------------------------------------------------------------------------------------


class _SpanTable:
    """Dynamic programming over spans of the line: values by span and number of factorials inserted."""

    def __init__(self, line: list[Element], context: ReadingContext, factorials: int) -> None:
        self.line, self.context, self.factorials = line, context, factorials
        self.known: dict[tuple[int, int], list[Readings]] = {}

    def read(self) -> Readings:
        merged = Readings()
        for readings in self._span(0, len(self.line) - 1):
            merged.merge(readings)
        if len(merged.values) > 1 and "root_not_indicated" not in merged.causes:
            merged.causes.add("ambiguous_grouping")
        return merged

    def _span(self, first: int, last: int) -> list[Readings]:
        if (first, last) not in self.known:
            cell = [Readings() for _ in range(self.factorials + 1)]
            self._fill_cell(cell, first, last)
            self._add_factorials(cell)
            self.known[first, last] = cell
        return self.known[first, last]

    def _fill_cell(self, cell: list[Readings], first: int, last: int) -> None:
        line = self.line
        self.context.budget.spend()
        if first == last:
            operand = line[first]
            if operand.kind == "operand" and operand.readings is not None:
                cell[0].merge(operand.readings)
            return
        if line[first].kind == "prefix":
            for count, inner in enumerate(self._span(first + 1, last)):
                cell[count].merge(self._combine(line[first], (inner,)))
        if line[last].kind == "postfix":
            for count, inner in enumerate(self._span(first, last - 1)):
                for more, exponent in enumerate(self._exponents(line[last])):
                    if count + more <= self.factorials:
                        parts = (inner,) if exponent is None else (inner, exponent)
                        cell[count + more].merge(self._combine(line[last], parts))
        for middle in range(first + 1, last):
            if line[middle].kind in ("binary", "bound") and (line[middle].kind != "bound" or middle + 1 == last):
                self._fill_split(cell, first, middle, last)

    def _exponents(self, element: Element) -> list[Readings | None]:
        """Return the readings of an exponent cube: alone, or followed by factorials."""
        if element.readings is None:
            return [None]
        cell = [element.readings, *(Readings() for _ in range(self.factorials))]
        self._add_factorials(cell)
        return list(cell)

    def _fill_split(self, cell: list[Readings], first: int, middle: int, last: int) -> None:
        left, right = self._span(first, middle - 1), self._span(middle + 1, last)
        for left_count, left_readings in enumerate(left):
            for right_count, right_readings in enumerate(right):
                if left_count + right_count <= self.factorials and left_readings.values and right_readings.values:
                    cell[left_count + right_count].merge(
                        self._combine(self.line[middle], (left_readings, right_readings))
                    )
                elif left_count + right_count == 0:
                    cell[0].failures.extend(
                        (left_readings.failures + right_readings.failures)[: 2 - min(2, len(cell[0].failures))]
                    )

    def _combine(self, element: Element, parts: tuple[Readings, ...]) -> Readings:
        if element.sign == "times":
            parts = _next_to_i(parts)
        return combine(self.context, element.sign, parts, wild=element.wild, cube_index=element.cube_index)

    def _add_factorials(self, cell: list[Readings]) -> None:
        """Add a factorial after everything that can have one."""
        for count in range(1, self.factorials + 1):
            small = Readings.from_pairs(
                (value, tree) for value, tree in cell[count - 1].pairs() if _can_have_factorial(value)
            )
            made = combine(self.context, "!", (small,))
            made.failures.clear()
            cell[count].merge(made)


def _can_have_factorial(value: Number) -> bool:
    return isinstance(value, Fraction) and value.denominator == 1 and 0 <= value <= MAX_GOAL_FACTORIAL


def _next_to_i(parts: tuple[Readings, ...]) -> tuple[Readings, ...]:
    """Without x, a numeral is multiplied with i itself, not with a power or a sum of i (EQ XIII-D-11 comment (g))."""
    left, right = parts
    if all(_ends_with_i(tree) for _, tree in left.pairs()):
        return parts
    starting = Readings.from_pairs((value, tree) for value, tree in right.pairs() if _starts_with_i(tree))
    if starting.values:
        return left, starting
    ending = Readings.from_pairs((value, tree) for value, tree in left.pairs() if _ends_with_i(tree))
    return ending, right


def _is_i(tree: Tree) -> bool:
    return isinstance(tree, Leaf) and tree.kind == "i"


def _ends_with_i(tree: Tree) -> bool:
    if isinstance(tree, Node) and tree.sign == "times":
        return _ends_with_i(tree.parts[1])
    return _is_i(tree)


def _starts_with_i(tree: Tree) -> bool:
    if isinstance(tree, Node) and tree.sign == "times":
        return _starts_with_i(tree.parts[0])
    return _is_i(tree)


# -- defaults ---------------------------------------------------------------------------------------------------------


class _DefaultBinder:
    """Binds what a default binds, unless two defaults meet at the same numeral."""

    def __init__(self, line: list[Element], context: ReadingContext) -> None:
        self.line, self.context = line, context
        self.blocks = _split_blocks(line)

    def bind(self) -> tuple[list[Element], bool]:
        products = [self._is_product(index) for index in range(len(self.blocks) - 1)]
        clash = [self._has_clash(index) for index in range(len(self.blocks))]
        loose = self._loose_products(products)
        bound: list[Element] = []
        for index, (_, prefixes, operand, postfixes) in enumerate(self.blocks):
            is_free = clash[index] or self._is_next_to_loose(index, products, loose)
            connector = self.blocks[index][0]
            whole = [*prefixes, operand, *postfixes]
            block = whole if is_free else [self.bind_block(prefixes, operand, postfixes)]
            if connector is not None:
                self._connect(bound, connector, block, is_free, products[index - 1] and not loose[index - 1])
            else:
                bound.extend(block)
        return bound, any(clash) or any(loose)

    def _connect(
        self, bound: list[Element], connector: Element, block: list[Element], is_free: bool, is_product: bool
    ) -> None:
        if is_product:
            left = bound.pop()
            assert left.readings is not None
            assert block[0].readings is not None
            parts = (left.readings, block[0].readings)
            made = combine(self.context, connector.sign, parts, wild=connector.wild, cube_index=connector.cube_index)
            bound.append(replace(left, readings=made, is_i=False))
        else:
            indexed = connector.sign == "r" and not is_free
            bound.append(replace(connector, kind="bound") if indexed else connector)
            bound.extend(block)

    def bind_block(self, prefixes: list[Element], operand: Element, postfixes: list[Element]) -> Element:
        readings = operand.readings
        assert readings is not None
        for postfix in postfixes:
            parts = (readings,) if postfix.readings is None else (readings, postfix.readings)
            readings = combine(self.context, postfix.sign, parts)
        for prefix in reversed(prefixes):
            readings = combine(self.context, prefix.sign, (readings,), wild=prefix.wild, cube_index=prefix.cube_index)
        return replace(operand, readings=readings)

    def has_undefined_reading(self) -> bool:
        """Whether one of two conflicting defaults makes a block undefined (EQ VII-B-6-c, VII-C-5-d)."""
        return any(self._is_undefined(index) for index in range(len(self.blocks)) if self._has_clash(index))

    def _is_undefined(self, index: int) -> bool:
        _, prefixes, operand, postfixes = self.blocks[index]
        bindings = [
            self.bind_block(prefixes, operand, postfixes),
            self.bind_block([], self.bind_block(prefixes, operand, []), postfixes),
        ]
        results = [each.readings for each in bindings if each.readings is not None]
        return any(not each.values and not any(failure.is_unknown for failure in each.failures) for each in results)

    def _has_prefix(self, index: int) -> bool:
        connector, prefixes, _, _ = self.blocks[index]
        return bool(prefixes) or (connector is not None and connector.sign == "r")

    def _has_clash(self, index: int) -> bool:
        return self._has_prefix(index) and bool(self.blocks[index][3])

    def _is_product(self, index: int) -> bool:
        """Whether the sign after this block multiplies with i, by adjacency or by x."""
        connector = self.blocks[index + 1][0]
        assert connector is not None
        if connector.sign == "times":
            return True
        left, right = self.blocks[index], self.blocks[index + 1]
        return connector.sign == "x" and ((left[2].is_i and not left[3]) or (right[2].is_i and not right[1]))

    def _loose_products(self, products: list[bool]) -> list[bool]:
        """Return which products with i meet another default.

        That is √ or x before a number in them, or ! or an exponent after one.
        """
        loose = [False] * len(products)
        start = 0
        while start < len(products):
            if not products[start]:
                start += 1
                continue
            end = start
            while end + 1 < len(products) and products[end + 1]:
                end += 1
            blocks = range(start, end + 2)
            meets = any(self._has_prefix(index) for index in blocks[:-1]) or any(
                self.blocks[index][3] for index in blocks[1:]
            )
            loose[start : end + 1] = [meets] * (end + 1 - start)
            start = end + 1
        return loose

    def _is_next_to_loose(self, index: int, products: list[bool], loose: list[bool]) -> bool:
        before = index > 0 and products[index - 1] and loose[index - 1]
        after = index < len(products) and products[index] and loose[index]
        return before or after


Block = tuple[Element | None, list[Element], Element, list[Element]]


def _split_blocks(line: list[Element]) -> list[Block]:
    """Return each number with the sign that joins it to the one before, its prefixes and its postfixes."""
    blocks: list[Block] = []
    connector: Element | None = None
    prefixes: list[Element] = []
    for element in line:
        if element.kind in ("binary", "bound"):
            connector = element
        elif element.kind == "prefix":
            prefixes.append(element)
        elif element.kind == "operand":
            blocks.append((connector, prefixes, element, []))
            connector, prefixes = None, []
        else:
            blocks[-1][3].append(element)
    return blocks


# -- ordinary order ---------------------------------------------------------------------------------------------------


def _bind_affixes(line: list[Element], context: ReadingContext) -> list[Element]:
    bound: list[Element] = []
    helper = _DefaultBinder(line, context)
    for connector, prefixes, operand, postfixes in helper.blocks:
        if connector is not None:
            bound.append(connector)
        bound.append(helper.bind_block(prefixes, operand, postfixes))
    return bound


def _apply_level(line: list[Element], level: tuple[str, ...], context: ReadingContext) -> list[Element]:
    done = [line[0]]
    for index in range(1, len(line), 2):
        sign, right = line[index], line[index + 1]
        if sign.sign in level:
            left = done.pop()
            assert left.readings is not None
            assert right.readings is not None
            made = combine(
                context, sign.sign, (left.readings, right.readings), wild=sign.wild, cube_index=sign.cube_index
            )
            done.append(replace(left, readings=made))
        else:
            done.extend((sign, right))
    return done
