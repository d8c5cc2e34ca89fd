"""Verdicts beyond the worked examples: several violations at once, wild cubes, cubes on the mat, undecided cases."""

from __future__ import annotations

import pytest

from tests.rulebooks.equations.checker_helpers import verdict


@pytest.mark.parametrize(
    ("division", "picks", "mat", "equation", "expected"),
    [
        ("E", "", "3x5+2", "(8x2)+1 = 17", "incorrect goal_value_written"),
        ("E", "0-wild", "03", "(5x5)-2 = 23", "correct "),
        ("E", "0-wild", "40", "(8x5)+w0(2) = 42", "correct "),
        ("E", "0-wild", "40", "(8x5)+w0(2) = 4w0(3)", "incorrect wild_inconsistent"),
        ("M", "0-wild", "302", "2x3 = 3x2", "correct "),
        ("M", "0-wild", "302", "(2x3)+0 = 3w0(x)2", "incorrect wild_inconsistent"),
        ("J", "0-or-x-wild=x", "x+7", "5+5 = 3+7", "correct "),
        ("S", "imaginary 0-or-x-wild=0", "804", "(6x5xi)+(2xi) = 8i4", "correct "),
        ("S", "imaginary 0-or-x-wild=0", "804", "((8x5)-(2x4))xud(i) = 8(-i)4", "correct "),
        ("J", "base-m=12", "5+3", "6+r4 = 5+3", "ambiguous ambiguous_symbol"),
        ("M", "", "3x5+2", "5^2-4+0 = 3x(5+2)", "ambiguous ambiguous_grouping"),
        ("E", "smallest-prime", "x20x11", "(9^2)+0 = x(20x11)", "incorrect goal_interpretation_illegal"),
        ("J", "number-of-factors", "x7^9+3", "9+4 = x[(7^9)+3]", "incorrect goal_interpretation_illegal"),
        ("J", "number-of-factors", "x7^9+3", "9+4 = x[7^(9+3)]", "correct "),
        ("S", "decimal-in-goal", "3r125", "8-3 = 3r125.", "correct "),
        ("E", "", "8", "2+(3x4-6 = 8", "ambiguous ambiguous_grouping"),
        ("E", "", "25", "3r5^6 = 25", "incorrect elementary_not_whole"),
        ("M", "", "25", "3r5^6 = 25", "correct "),
        ("M", "", "3", "frac(6;2)+0 = 3", "incorrect fraction_bar"),
        ("M", "", "r9", "3+0 = rvinc(9)", "correct "),
        ("M", "factorial multiple-of-k=7", "9/8", "(5+4)+7 = 9!/8!", "correct "),
        ("M", "", "3x 5+2", "(8x2)+1 = 3x5+2", "incorrect not_equal"),
        ("J", "factorial", "1", "(9!)!!-((9!)!!-1) = 1", "incorrect factorial_count_exceeded"),
        ("J", "factorial multiple-operations", "0", "(9!)!!-(8!)!! = 0", "undecided undecided"),
        ("J", "multiple-of-k=8", "1", "(9^(9^9))+8 = 1", "correct "),
        ("J", "multiple-of-k=7", "1", "(9^(9^9))+7 = 1", "correct "),
        ("J", "multiple-of-k=7", "2", "(9^(9^9))+7 = 2", "incorrect multiple_of_k_not_multiple"),
    ],
)
def test_verdict(division: str, picks: str, mat: str, equation: str, expected: str) -> None:
    found = verdict(division, picks, mat, equation)
    assert f"{found.verdict} {found.code}" == expected


@pytest.mark.parametrize(
    ("cubes", "challenge", "expected"),
    [
        (("3 +", "4", "", ""), "now", []),
        (("3", "", "", "4 + 5"), "now", ["too_many_from_resources"]),
        (("3", "", "", "4 + 5"), "impossible", []),
        (("3 + 2", "4", "", ""), "now", ["required_not_used"]),
        (("3 +", "", "4", ""), "now", ["forbidden_used"]),
        (("3 +", "", "", ""), "now", ["cube_not_on_mat"]),
        (("3 3 +", "", "4", "5 6"), "now", ["required_not_used", "forbidden_used"]),
    ],
)
def test_cubes_of_the_solution_against_the_mat(
    cubes: tuple[str, str, str, str], challenge: str, expected: list[str]
) -> None:
    found = verdict("E", "", "7", "3+4 = 7", cubes=(*cubes, challenge))
    assert [each.code for each in found.violations] == expected
    assert found.verdict == ("incorrect" if expected else "correct")
    assert found.if_ambiguity_not_raised == "equal"


@pytest.mark.parametrize(
    ("solution", "cubes", "reasons"),
    [
        (
            "(9/3)+4",
            ("r", "9 3 4", "+", ""),
            [
                "The Solution uses + from Forbidden.",
                "No ÷ cube is available.",
                "The Solution must use every √ in Required.",
            ],
        ),
        ("(2+2)+3", ("2 3", "+ +", "", ""), ["The Solution uses 2 too many times. Only 1 cube is available."]),
        (
            "(2+2)+(2+1)",
            ("2 2", "+ + + 1", "", ""),
            ["The Solution uses 2 too many times. Only 2 cubes are available."],
        ),
        (
            "(9-4)+2",
            ("9 4 +", "", "", "- 2", "now"),
            [
                "After Now, the Solution may use only 1 cube from Resources, not − and 2.",
            ],
        ),
    ],
)
def test_misused_cubes_are_named_as_printed(solution: str, cubes: tuple[str, ...], reasons: list[str]) -> None:
    found = verdict("E", "", "7", f"{solution} = 7", cubes=cubes)
    assert [each.reason for each in found.violations] == reasons


def test_cup_calls_the_challenge_an_a_flub() -> None:
    found = verdict("4", "", "7", "(5-2)+4 = 7", book="ACC", cubes=("5 +", "", "", "2 - 4", "a_flub"))
    assert found.reason == "After an A-flub, the Solution may use only 1 cube from Resources, not −, 2, and 4."


@pytest.mark.parametrize(
    ("division", "picks", "goal", "solution", "reason"),
    [
        ("M", "", "7", "3+4", "In every legal interpretation, the Solution equals the Goal."),
        ("M", "", "8", "3+4", "The Solution is 7, but the Goal is 8."),
        ("M", "", "7", "3+", "There’s no number after this sign."),
        ("M", "", "7", "/3", "There’s no number before this ÷."),
        ("M", "", "7", "3+4 2", "A numeral in the Solution can have only 1 digit."),
        (
            "M",
            "",
            "555",
            "3+4",
            "The Goal has no legal interpretation. A numeral in the Goal can have at most 2 digits.",
        ),
        ("M", "sideways", "5", "sw(3)2", "A sideways or upside-down cube needs a sign between it and the next number."),
        ("M", "0-wild", "8", "w0(-)w0(r)", "All wild cubes must stand for the same symbol, not − and √."),
        (
            "J",
            "multiple-of-k=7",
            "2",
            "2+0",
            "The Solution and the Goal are both 2. They must differ by a multiple of 7.",
        ),
    ],
)
def test_reason_is_a_short_sentence(division: str, picks: str, goal: str, solution: str, reason: str) -> None:
    assert verdict(division, picks, goal, f"{solution} = {goal}").reason == reason


def test_multiple_operations_repeat_signs_but_no_numerals() -> None:
    picks, cubes = "multiple-operations 0-wild", ("0", "3 3 3", "", "")
    assert verdict("M", picks, "9", "(3w0(+)3)w0(+)3 = 9", cubes=cubes).verdict == "correct"
    wrong = verdict("M", picks, "9", "(w0(3)+w0(3))+w0(3) = 9", cubes=("0 +", "", "", ""))
    assert [each.code for each in wrong.violations] == ["cube_repeated"]


def test_every_violation_is_named_with_its_rule() -> None:
    found = verdict("E", "three-operation-solution", "7", "7", cubes=("7 +", "", "", ""))
    assert [(each.code, each.rule) for each in found.violations] == [
        ("goal_not_written", "EQ VII-B-2"),
        ("too_few_cubes", "EQ VII-B-3-a"),
        ("too_few_operations", "EQ XIII-A-6"),
        ("required_not_used", "EQ VII-B-3-b"),
    ]
    assert (found.verdict, found.code, found.rule) == ("incorrect", "goal_not_written", "EQ VII-B-2")


def test_breaking_groupings_are_shown_with_their_values() -> None:
    found = verdict("E", "", "2", "9-4-3 = 2")
    assert [(each.side, each.written, each.value) for each in found.breaking] == [("solution", "9-(4-3)", "8")]
    assert found.reason == "It can be grouped in more than one way. For example, 9-(4-3) is 8."


LONG = "1+8x6-4/2+9x7-5/3+1x8-6/4+2"


@pytest.mark.parametrize(
    ("division", "picks", "goal", "line", "expected"),
    [
        ("M", "", "7", LONG, "ambiguous"),
        ("M", "", "97/89", LONG, "incorrect"),
        ("M", "", "r2", LONG, "incorrect"),
        ("E", "average", "7", LONG, "ambiguous"),
        ("M", "", "7", f"{LONG}^2", "ambiguous"),
        ("M", "", "97/89", f"{LONG}-7x5/9+1-3", "ambiguous"),
        ("E", "", "55", "1+2+3+4+5+6+7+8+9+5+5+0+0", "correct"),
        ("E", "", "55", "1+2+3+4+5+6+7+8+9+5+5+0-0x0", "ambiguous"),
        ("M", "", "32/3", f"{LONG}+4-8+7-3x5/5+0-7+8-3+9+1+1-5", "undecided"),
    ],
)
def test_long_lines_without_brackets(division: str, picks: str, goal: str, line: str, expected: str) -> None:
    found = verdict(division, picks, goal, f"{line} = {goal}")
    assert found.verdict == expected
    assert (found.breaking != ()) == (expected == "ambiguous")


def test_cup_uses_the_value_of_the_goal() -> None:
    assert verdict("4", "", "4- 2+1", "3-2 = 1", book="ACC").verdict == "correct"
    assert verdict("4", "", "1-6", "(0-5) = -5", book="ACC").verdict == "correct"
    assert verdict("4", "", "3+1 x2", "2^3 = 3+1x2", book="ACC").code == "goal_interpretation_illegal"
