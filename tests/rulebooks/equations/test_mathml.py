"""Readings as MathML."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from rulebooks.equations.mathml import as_mathml
from tests.rulebooks.equations.checker_helpers import ask

PICKS = "factorial exponent=red imaginary log powers-of-the-base 0-or-x-wild=0 number-of-factors"


def drawn(expression: str) -> str:
    return as_mathml(ask("S", PICKS, expression).readings[0].tree)


def inside(expression: str) -> str:
    text = drawn(expression)
    return text.removeprefix('<math xmlns="http://www.w3.org/1998/Math/MathML">').removesuffix("</math>")


def test_signs_are_drawn_as_on_the_cubes() -> None:
    assert inside("6/2") == "<mrow><mrow><mn>6</mn></mrow><mo>÷</mo><mrow><mn>2</mn></mrow></mrow>"
    assert inside("r9") == "<msqrt><mn>9</mn></msqrt>"
    assert inside("3r8") == "<mroot><mrow><mn>8</mn></mrow><mrow><mn>3</mn></mrow></mroot>"
    assert inside("5sup(2)") == "<msup><mrow><mn>5</mn></mrow><mrow><mn>2</mn></mrow></msup>"


def test_what_a_cube_stands_for_is_written_under_it() -> None:
    assert inside("sw(2)") == "<munder><mn>2</mn><mtext>sw</mtext></munder>"
    assert inside("ud(w0(5))") == "<munder><munder><mn>5</mn><mtext>0</mtext></munder><mtext>ud</mtext></munder>"
    assert inside("(r4)<-2>") == "<munder><mrow><msqrt><mn>4</mn></msqrt></mrow><mtext>= -2</mtext></munder>"


@pytest.mark.parametrize(
    "expression", ["3!!", "x(6+2)", "8 log 2", "pob(3)+1", "7i2", "4w0(+)3", "(2+3)x4", "(4^(1/2))<-2>", "ud(i)"]
)
def test_every_drawing_is_well_formed(expression: str) -> None:
    assert ElementTree.fromstring(drawn(expression)).tag == "{http://www.w3.org/1998/Math/MathML}math"  # noqa: S314
