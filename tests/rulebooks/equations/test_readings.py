"""What the rules say about single expressions beyond the worked examples, division by division."""

from __future__ import annotations

import pytest

from tests.rulebooks.equations.checker_helpers import evaluate_expression, values

ROOT_5 = "36+9*sqrt(5)"


@pytest.mark.parametrize(
    ("division", "picks", "expression", "expected"),
    [
        ("E", "", "4xr9", ["12"]),
        ("E", "", "0^0", "zero_to_nonpositive"),
        ("E", "", "0^(1-3)", "elementary_not_whole"),
        ("E", "", "5^2-4+0", ["21"]),
        ("M", "", "5^2-4+0", ["1/25", "21"]),
        ("M", "", "9r5^9", ["5"]),
        ("M", "factorial exponent=red", "4+3!sup(2)", ["40"]),
        ("E", "factorial number-of-factors", "4+x7!", ["6", "720"]),
        ("J", "factorial number-of-factors", "4+x7!", ["6", "64", "720"]),
        ("E", "factorial", "r9!", ["6"]),
        ("M", "factorial exponent=red", "r5!sup(2)", ["120"]),
        ("J", "factorial exponent=red number-of-factors", "rx5!sup(2)", ["16", "2", "3*sqrt(7)"]),
        ("E", "factorial", "(1/2)!", "factorial_domain"),
        ("E", "", "5!", "variation_not_in_force"),
        ("E", "average", "7-(0-9)", ["16"]),
        ("E", "smallest-prime", "xxx7", ["17"]),
        ("E", "smallest-prime", "x(0-3)", ["2"]),
        ("E", "remainder", "(9^4) rem 5", "remainder_domain"),
        ("M", "percent base-m=8", "60%11", ["27/4"]),
        ("E", "percent", "25%(7+9)", ["4"]),
        ("E", "", "25+1", "numeral_too_long"),
        ("E", "decimal-point", "15.25", "decimal_digits_exceeded"),
        ("E", "decimal-point", "4^^5", ["1024"]),
        ("M", "decimal-point", "4^^5", ["1024", "2"]),
        ("E", "decimal-point", "^23", ["23/100"]),
        ("E", "decimal-point factorial", "(6!).", "decimal_misuse"),
        ("E", "gcf", "0 gcf 0", "gcf_domain"),
        ("E", "lcm", "(1/2) lcm 3", "lcm_domain"),
        ("J", "base-m=12", "r4", ["136", "2"]),
        ("J", "base-m=12", "2r^3", ["42875", "sqrt(123)"]),
        ("J", "base-m=11", "7+^4", ["121"]),
        ("J", "base-m=11", "E+1", "variation_not_in_force"),
        ("E", "0-wild", "w0(+)3", "wild_symbol_not_on_cubes"),
        ("M", "0-wild", "3w0(+)0", "wild_inconsistent"),
        ("J", "0-or-x-wild=x", "(9wx(-)3)x5", ["1"]),
        ("S", "imaginary", "2ixi3", ["-6"]),
        ("S", "imaginary", "2x3xi^2", ["-18", "-36"]),
        ("S", "imaginary factorial", "4!i", ["24*I"]),
        ("S", "imaginary", "(3r8)<-1+sqrt(3)i>", ["-1+sqrt(3)*I"]),
        ("S", "imaginary", "(r4)<3>", "root_not_a_value"),
        ("S", "imaginary", "|+3", "i_not_written"),
        ("S", "log", "4 log 1", "log_domain"),
        ("M", "", "2+(3x4-6", ["-10", "-4", "14", "8"]),
        ("M", "", "((((3+4", "brackets"),
        ("M", "", "2+3)x4", ["14", "20"]),
        ("M", "exponent=red", "5sup(2sup(3))", "exponent_of_exponent"),
        ("M", "exponent=red", "5sup(23)", "two_digit_exponent"),
        ("M", "exponent=red", "5sup(2_B)", "exponent_color"),
    ],
)
def test_values_of_a_solution(division: str, picks: str, expression: str, expected: list[str] | str) -> None:
    found = values(division, picks, expression)
    if expected == "wild_inconsistent":
        assert found in ("wild_inconsistent", "operator_misuse")
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("division", "picks", "goal", "expected"),
    [
        ("E", "", "r5+4 x9", ["27", "9"]),
        ("M", "", "r5+4 x9", ["27", ROOT_5, "9"]),
        ("J", "number-of-factors", "x7^9+3", ["13", "4096", "515"]),
        ("J", "number-of-factors", "x 7^9 +3", ["13"]),
        ("E", "number-of-factors sideways", "xsw(3)x6", ["2"]),
        ("J", "base-m=11", "^+7", ["-3", "17", "71/10"]),
        ("S", "0-or-x-wild=0 log", "8sw(0)2", ["3"]),
        ("S", "0-or-x-wild=0 imaginary exponent=red", "732_R00", ["-5329", "5329", "5329+I", "5329-I"]),
        ("S", "imaginary", "16^sw(4)", ["-2", "-2*I", "2", "2*I"]),
        ("S", "imaginary", "4r81", ["3"]),
        ("S", "decimal-in-goal", "20", ["1/5", "2", "20"]),
        ("M", "multiple-of-k=6", "99x99", "goal_out_of_range"),
        ("J", "multiple-of-k=6", "99x99", ["9801"]),
        ("M", "exponent=red", "5 2_R", ["25"]),
        ("M", "", "1 2+3", "implicit_multiplication"),
        ("M", "", "9- 4-3", ["8"]),
        ("M", "", "9-4 -3", ["2"]),
        ("M", "", "12- 3-4", ["13"]),
    ],
)
def test_interpretations_of_a_goal(division: str, picks: str, goal: str, expected: list[str] | str) -> None:
    assert values(division, picks, goal, side="mat") == expected


@pytest.mark.parametrize(
    ("book", "division", "expression", "side", "expected"),
    [
        ("MLAG", "M", "2^3^2", "solution", ["64"]),
        ("MLAG", "M", "2+1r3", "solution", ["5"]),
        ("MLAG", "M", "2^r9", "solution", ["8"]),
        ("MLAG", "E", "r5+4 x9", "mat", ["27"]),
        ("MLAG", "E", "1234", "mat", "numeral_too_long"),
        ("MLAG", "M", "sw(7)+2", "mat", "variation_not_in_force"),
        ("MLAG", "S", "sw(7)+2", "mat", ["15/7"]),
        ("ACC", "4", "003", "mat", "leading_zero"),
        ("ACC", "3", "1-2", "mat", "goal_negative"),
        ("ACC", "4", "1-2", "mat", ["-1"]),
        ("ACC", "4", "4- 2+1", "mat", ["1"]),
        ("ACC", "4", "2r6", "solution", "irrational_not_allowed"),
        ("ACC", "4", "(2r6)^2", "solution", ["6"]),
        ("ACC", "3", "2/4", "solution", "fraction_not_allowed"),
    ],
)
def test_games_with_the_ordinary_order(
    book: str, division: str, expression: str, side: str, expected: list[str] | str
) -> None:
    assert values(division, "", expression, side=side, book=book) == expected


def test_powers_of_the_base_have_no_end() -> None:
    found = evaluate_expression("M", "powers-of-the-base", "9+1", side="mat")
    assert found.more
    assert found.default == "10"
    assert {"10", "19", "109", "1009", "91/10", "901/100", "9001/1000"} <= {each.value for each in found.readings}


def test_too_large_value_is_undecided_with_a_reason() -> None:
    found = evaluate_expression("S", "factorial", "(9!)!!")
    assert (found.readings, found.problem) == ((), None)
    assert found.undecided == "This factorial is too large to work out."


def test_huge_powers_are_stored_by_their_primes() -> None:
    assert values("S", "", "(9^(9^9))/(3^(9^9))") == ["3^(387420489)"]
    assert values("S", "", "(9^(9^9))-((3^(9^9))^2)") == ["0"]
    assert values("S", "number-of-factors", "x(9^(9^9))") == ["774840979"]


def test_formatted_chain_with_i_can_be_parsed_again() -> None:
    found = evaluate_expression("S", "imaginary", "9||6", side="mat")
    assert {each.written: each.value for each in found.readings} == {"9ii6": "-54", "9iud(i)6": "54"}
    assert values("S", "imaginary", "9iud(i)6") == ["54"]
