"""Accepted and refused ways to write what a cube means (EQ Appendix A), as far as the notation can show them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rulebooks.equations.checker_helpers import BOOKS, verdict

VECTORS = json.loads((Path(__file__).parents[2] / "data" / "checker" / "writing.json").read_text())["vectors"]
SLUGS = {"zero_wild": "0-wild", "wild": "0-or-x-wild", "base": "base-m"}
ONE_WAY = {
    "EW012": "raised or not, a minus is typed -",
    "EW041": "pob(k) names the exponent: notes in two bases cannot be typed",
    "EW042": "pob(k) names the exponent: notes in two bases cannot be typed",
    "EW060": "a base below the line is typed 8 log 2",
}
"""Ways that the notation has no sign of its own for."""
WAYS = {
    "EW001": ("37", "(6x6)+1 = 37"),
    "EW002": ("37", "(6x6)+1 = 37"),
    "EW003": ("37", "(6x6)+1"),
    "EW004": ("1/7", "sw(7)x1 = 1/7"),
    "EW005": ("1/7", "sw(7)x1 = 1/7"),
    "EW006": ("1/7", "(1/7)x1 = 1/7"),
    "EW007": ("1/7", "(1÷7)x1 = 1/7"),
    "EW008": ("0-7", "ud(7)x1 = 0-7"),
    "EW009": ("0-7", "ud(7)x1 = 0-7"),
    "EW010": ("0-7", "-7x1 = 0-7"),
    "EW011": ("0-7", "(-7)x1 = 0-7"),
    "EW013": ("0-1", "swud(7)x7 = 0-1"),
    "EW014": ("14", "7+w0(7) = 14"),
    "EW015": ("14", "7+w0(7) = 14"),
    "EW016": ("21", "(w0(7)+7)+0 = 21"),
    "EW017": ("1", "sw(w0(7))x7 = 1"),
    "EW018": ("1", "8+ud(w0(7)) = 1"),
    "EW019": ("12", "(3+4)+5 = 12"),
    "EW020": ("11", "x7+9 = 11"),
    "EW021": ("2", "rep(x,10)2 = 2"),
    "EW022": ("8", "8 lcm 2 = 8"),
    "EW023": ("2", "8 gcf 2 = 2"),
    "EW024": ("^23", ".23x1 = .23"),
    "EW025": ("^23", ".23x1 = ^23"),
    "EW026": ("^23", "^23x1 = ^23"),
    "EW027": ("2^3", "(2^3)x1 = 2.3"),
    "EW028": ("23^+5", "7x4 = 23^+5"),
    "EW029": ("17", "50%34 = 17"),
    "EW030": ("17", "50ud(r)34 = 17"),
    "EW031": ("17", "50ud(√)34 = 17"),
    "EW032": ("10", "7wx(+)3 = 10"),
    "EW033": ("17", "7w0(+)9+1 = 17"),
    "EW034": ("25", "5sup(2) = 25"),
    "EW035": ("25", "52_R = 25"),
    "EW036": ("750_B", "((5x5)x3)^3 = 75sup(3)"),
    "EW037": ("10^3", "pob(3)x1 = 10^3"),
    "EW038": ("10^3", "pob(3)x1 = 10^3"),
    "EW039": ("0", "(pob(2)/4)-(pob(1)+pob(1)) = 0"),
    "EW040": ("0", "(pob(2)/4)-(pob(1)+pob(1)) = 0"),
    "EW043": ("10^10", "pob(8)x1 = 10^10"),
    "EW044": ("10^10", "pob(8)x1 = 10^10"),
    "EW045": ("r4", "E4x1 = E4"),
    "EW046": ("6^^2", "(6T)x(6T) = (6T)^2"),
    "EW047": ("|", "ix1 = i"),
    "EW048": ("|", "|x1 = i"),
    "EW049": ("|", "sw(-)x1 = i"),
    "EW050": ("|", "ud(i)x1 = ud(i)"),
    "EW051": ("804", "((6x5)+2)xi = 8i4"),
    "EW052": ("804", "((6x5)+2)xud(i) = 8(-i)4"),
    "EW053": ("804", "((6x5)+2)xi = 8|4"),
    "EW054": ("804", "((6x5)+2)xi = 32i"),
    "EW055": ("804", "((6x5)+2)xud(i) = -32i"),
    "EW056": ("804", "((6x5)+2)xi = 32"),
    "EW057": ("3", "8sw(÷)2 = 3"),
    "EW058": ("3", "8sw(/)2 = 3"),
    "EW059": ("3", "8 log 2 = 3"),
    "EW061": ("3", "8÷2 = 3"),
    "EW062": ("15x8", "3x4 = 1.5x8"),
    "EW063": ("15x8", "3x4 = 15x.8"),
    "EW064": ("3r125", "8-3 = 3r125"),
    "EW065": ("13", "(5+1)(2)+1 = 13"),
    "EW066": ("9/2", "frac(5+2;2)+1 = 9/2"),
    "EW067": ("2", "rvinc(3+1)+0 = 2"),
    "EW068": ("3x 5+2", "(5x4)+1 = 3x 5+2"),
    "EW069": ("5", "6+5 = 5+6"),
    "EW070": ("2", "8/4 = 2"),
    "EW071": ("3+1 x2", "4+4 = 8"),
    "EW072": ("3x5+2", "(8x2)+1 = 17"),
}
"""A Goal on the mat and an Equation that is right if the way of writing is accepted."""
UNMARKED = {
    "EW004": "7x1 = 1/7",
    "EW008": "7x1 = 0-7",
    "EW014": "7+0 = 14",
    "EW022": "8r2 = 8",
    "EW023": "8^2 = 2",
    "EW027": "(2^3)x1 = 2.3",
    "EW029": "50r34 = 17",
    "EW032": "7x3 = 10",
    "EW033": "709+1 = 17",
    "EW037": "1x1 = 10^3",
    "EW045": "r4x1 = E4",
    "EW046": "6^^2 = (6T)^2",
    "EW057": "8/2 = 3",
    "EW062": "3x4 = 15x8",
}
"""The same Equation with nothing marked: the default is another value."""
CUBES = {"EW006": ("7 x", "1", "", ""), "EW007": ("7 x", "1", "", ""), "EW019": ("3 +", "4 5", "", "7")}
"""Where the cubes on the mat tell one way from another: required, permitted, forbidden, resources."""


def format_picks(vector: dict[str, Any]) -> str:
    found = []
    for each in vector["variations"]:
        slug = SLUGS.get(each["slug"], each["slug"].replace("_", "-"))
        found.append(slug if each["value"] is True else f"{slug}={each['value']}")
    return " ".join(found)


def cases() -> list[Any]:
    found = [vector for vector in VECTORS if vector["id"] not in ONE_WAY]
    return [pytest.param(v, d, id=f"{v['id']}@{d}") for v in found for d in v["division"]]


def judge_notation(vector: dict[str, Any], division: str, equation: str) -> str:
    book = next(name for name, slug in BOOKS.items() if slug == vector["ruleset"])
    mat, _ = WAYS[vector["id"]]
    cubes = CUBES.get(vector["id"])
    return verdict(
        division, format_picks(vector), mat, equation, book=book, cubes=(*cubes, "now") if cubes else ()
    ).verdict


@pytest.mark.parametrize(("vector", "division"), cases())
def test_notation_is_accepted_or_refused(vector: dict[str, Any], division: str) -> None:
    found = judge_notation(vector, division, WAYS[vector["id"]][1])
    assert (found == "correct") == (vector["status"] != "unacceptable"), found


@pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS if v["id"] in UNMARKED])
def test_default_applies_without_a_mark(vector: dict[str, Any]) -> None:
    for division in vector["division"]:
        assert judge_notation(vector, division, UNMARKED[vector["id"]]) in ("incorrect", "ambiguous")


def test_numeral_that_may_have_two_digits_takes_them_before_an_exponent() -> None:
    assert verdict("M", "exponent=red base-m=10", "52", "52_R+0 = 52").verdict == "correct"
    assert verdict("M", "exponent=red base-m=10", "72^3", "723_R+0 = 72^3").verdict == "correct"
    assert verdict("M", "exponent=red", "52_R", "(9x6)-2 = 52").verdict == "correct"
    assert verdict("M", "exponent=red", "723_R", "((9x8)^2)x(9x8) = 723").verdict == "correct"
    assert verdict("M", "exponent=red", "723_B", "((9x8)^2)x(9x8) = 723").code == "goal_illegal"
