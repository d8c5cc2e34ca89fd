"""Readings as MathML."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from rulebooks.equations.mathml import as_mathml
from tests.rulebooks.equations.checker_helpers import evaluate_expression

PICKS = "factorial exponent=red imaginary log powers-of-the-base 0-or-x-wild=0 number-of-factors"


def draw_expression(expression: str) -> str:
    return as_mathml(evaluate_expression("S", PICKS, expression).readings[0].tree)


def draw_without_root(expression: str) -> str:
    text = draw_expression(expression)
    return text.removeprefix('<math xmlns="http://www.w3.org/1998/Math/MathML">').removesuffix("</math>")


def test_signs_are_drawn_as_on_the_cubes() -> None:
    assert draw_without_root("6/2") == "<mrow><mrow><mn>6</mn></mrow><mo>÷</mo><mrow><mn>2</mn></mrow></mrow>"
    assert draw_without_root("r9") == "<msqrt><mn>9</mn></msqrt>"
    assert draw_without_root("3r8") == "<mroot><mrow><mn>8</mn></mrow><mrow><mn>3</mn></mrow></mroot>"
    assert draw_without_root("5sup(2)") == "<msup><mrow><mn>5</mn></mrow><mrow><mn>2</mn></mrow></msup>"


def test_meaning_of_a_cube_is_written_under_it() -> None:
    assert draw_without_root("sw(2)") == "<munder><mn>2</mn><mtext>sw</mtext></munder>"
    assert (
        draw_without_root("ud(w0(5))")
        == "<munder><munder><mn>5</mn><mtext>0</mtext></munder><mtext>ud</mtext></munder>"
    )
    assert draw_without_root("(r4)<-2>") == "<munder><mrow><msqrt><mn>4</mn></msqrt></mrow><mtext>= -2</mtext></munder>"


@pytest.mark.parametrize(
    "expression", ["3!!", "x(6+2)", "8 log 2", "pob(3)+1", "7i2", "4w0(+)3", "(2+3)x4", "(4^(1/2))<-2>", "ud(i)"]
)
def test_every_drawing_is_well_formed(expression: str) -> None:
    assert ElementTree.fromstring(draw_expression(expression)).tag == "{http://www.w3.org/1998/Math/MathML}math"  # noqa: S314
