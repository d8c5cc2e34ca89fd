"""Properties of reading and grouping, and texts that are not expressions at all."""

from __future__ import annotations

import itertools
import string
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebooks import get
from rulebooks.equations import (
    EquationQuestion,
    Leaf,
    Node,
    NotationError,
    Tree,
    as_written,
    evaluate,
    interpret_goal,
    judge,
    preview,
)
from tests.rulebooks.equations.checker_helpers import BOOKS, evaluate_expression, variations

EQ = get(BOOKS["EQ"])
BOUNDED = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PICKS = (
    "",
    "factorial number-of-factors exponent=red",
    "imaginary log decimal-in-goal",
    "0-or-x-wild=0 base-m=12 powers-of-the-base",
    "0-or-x-wild=x multiple-of-k=7 multiple-operations",
    "decimal-point percent lcm gcf remainder average",
)
digits = st.sampled_from([Leaf(str(digit), Fraction(digit)) for digit in range(1, 10)])


def _join(children: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.builds(lambda sign, left, right: Node(sign, (left, right)), st.sampled_from("+-x/"), children, children)


trees = st.recursive(digits, _join, max_leaves=9)


def evaluate_tree(tree: Tree) -> Fraction:
    if isinstance(tree, Leaf):
        assert isinstance(tree.value, Fraction)
        return tree.value
    left, right = (evaluate_tree(part) for part in tree.parts)
    match tree.sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "x":
            return left * right
    return left / right


@BOUNDED
@given(trees)
def test_fully_bracketed_tree_has_one_value(tree: Tree) -> None:
    found = evaluate_expression("M", "", as_written(tree))
    try:
        expected = evaluate_tree(tree)
    except ZeroDivisionError:
        assert found.problem is not None
        assert found.problem.code == "division_by_zero"
        return
    assert [(each.tree, each.value) for each in found.readings] == [(tree, str(expected))]


def groupings(numbers: list[Fraction], signs: str) -> set[Fraction]:
    """Return the values of every way to bracket a row of numbers, by brute force."""
    if len(numbers) == 1:
        return set(numbers)
    found = set()
    for at, sign in enumerate(signs):
        left, right = groupings(numbers[: at + 1], signs[:at]), groupings(numbers[at + 1 :], signs[at + 1 :])
        for one, other in itertools.product(left, right):
            if sign != "/" or other:
                found.add(
                    {"+": one + other, "-": one - other, "x": one * other}.get(sign) or _quotient(sign, one, other)
                )
    return found


def _quotient(sign: str, one: Fraction, other: Fraction) -> Fraction:
    return one / other if sign == "/" else Fraction(0)


@BOUNDED
@given(st.lists(st.integers(1, 9), min_size=2, max_size=6), st.data())
def test_line_without_brackets_has_the_values_of_all_its_groupings(numbers: list[int], data: st.DataObject) -> None:
    signs = "".join(data.draw(st.sampled_from("+-x/")) for _ in numbers[1:])
    line = "".join(f"{number}{sign}" for number, sign in itertools.zip_longest(numbers, signs, fillvalue=""))
    expected = groupings([Fraction(number) for number in numbers], signs)
    found = evaluate_expression("M", "", line)
    if expected:
        assert {Fraction(each.value) for each in found.readings} == expected
    on_mat = evaluate_expression("M", "", line, side="mat")
    if len(line) <= 6:
        assert {Fraction(each.value) for each in on_mat.readings} == expected
    else:
        assert on_mat.problem is not None
        assert on_mat.problem.code == "too_many_cubes"


tokens = st.sampled_from(
    [*"0123456789+-x/^r()[]{}!.iTE|% ", "sw(2)", "ud(3)", "swud(", "sup(2)", "sup(", "pob(2)", "w0(3)", "wx(+)",
     " log ", " rem ", "lcm", "gcf", "<2>", "<", "frac(3;4)", "vinc(5+4)", "rep(x,3)", "_R", "sw(/)", "ud(r)"]
)  # fmt: skip
notation = st.lists(tokens, max_size=24).map("".join)
anything = st.text(st.characters(codec="utf-8"), max_size=60) | st.text(string.printable, max_size=60)


def position_refused(ask_it: Callable[[], object]) -> int:
    """Return where the text stops making sense, or 0 if it does make sense."""
    try:
        ask_it()
    except NotationError as problem:
        return problem.position
    return 0


@BOUNDED
@given(notation | anything, notation | anything, st.sampled_from(PICKS), st.sampled_from(["elementary", "senior"]))
def test_any_text_gets_an_answer_or_an_error_position(text: str, goal: str, picks: str, division: str) -> None:
    for ask_it in (
        lambda: evaluate(EQ, division, variations(picks), "solution", "written", text),
        lambda: interpret_goal(EQ, division, variations(picks), text),
        lambda: judge(EQ, EquationQuestion(division, tuple(variations(picks)), goal, text, goal)),
    ):
        assert 0 <= position_refused(ask_it) <= max(len(text), len(goal))
    seen = preview(EQ, division, variations(picks), "solution", "written", text)
    assert seen.readings or seen.sentence


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000,
        "9^" * 5_000,
        "1" * 10_000,
        "r" * 10_000,
        "x" * 10_000 + "2",
        "9!" + "!" * 9_000,
        "+".join("9" * 60),
        "^".join("9" * 59),
        "r".join("9" * 59),
        "sw(" * 3_000,
        "((((((((9^9)^9)^9)^9)^9)^9)^9)^9)!",
        "9!!!!!!",
        "rep(x,100)9",
        "((2^(1/7))+(3^(1/8)))x((5^(1/9))+(7^(1/6)))",
        "i^(1/9)+" * 20 + "1",
        "<" * 5_000,
        "frac(" * 2_000,
        "3" + "_R" * 4_000,
    ],
    ids=lambda text: f"{text[:12]} {len(text)}",
)
def test_long_and_complex_texts_finish_in_time(text: str) -> None:
    picks = variations("factorial number-of-factors imaginary multiple-operations exponent=red log")
    assert preview(EQ, "senior", picks, "solution", "written", text[:10_000]) is not None
    assert (
        0
        <= position_refused(lambda: judge(EQ, EquationQuestion("senior", tuple(picks), "9", text[:10_000], "9")))
        <= len(text)
    )


def test_text_that_is_too_long_is_refused_at_its_end() -> None:
    with pytest.raises(NotationError, match="Only 10,000 characters are allowed"):
        evaluate(EQ, "senior", [], "solution", "written", "1" * 10_001)


def test_error_position_is_shown_while_typing() -> None:
    seen = preview(EQ, "middle", [], "solution", "written", "3+4*5")
    assert (seen.sentence, seen.position) == ("Character 4: “*” isn’t an Equations symbol.", 3)
    seen = preview(EQ, "middle", [], "solution", "written", "3+4+")
    assert (seen.sentence, seen.position) == ("There’s no number after this sign.", 3)
    assert [(each.written, each.value) for each in seen.readings] == [("3+4", "7")]
    assert seen.read_to == 3
    seen = preview(EQ, "middle", [], "solution", "written", "3+(4x")
    assert ([each.value for each in seen.readings], seen.position, seen.read_to) == (["7"], 4, 4)
    seen = preview(EQ, "middle", [], "solution", "written", "3+(4x5")
    assert {each.value for each in seen.readings} == {"23", "35"}
