"""What an Equation may contain: the rules of a game, a division and one shake's variations (EQ III, IV, VII, XIII)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulebooks.edition import Edition
from rulebooks.wording import in_quotes, join_words

COLORS = {"red": "R", "blue": "B", "green": "G", "black": "K"}
FACTORS_LIMITS = {"E": 200, "M": 1000}
"""The largest number whose factors are counted, in Elementary and Middle (EQ XIII-A-15, XIII-B-11)."""
HIGH_SCHOOL = ("J", "S")


class EquationsError(ValueError):
    """A division or variation that the rule book doesn't have."""


@dataclass(frozen=True)
class EquationRules:
    """The rules of one shake. The defaults are Adventurous Equations without variations.

    `book`: how its rules are cited. `ordinary_order`: powers, then products, then sums, from left to right. `wild`: the
    cube that stands for another symbol; `wild_for_signs`: also for an operation. `whole_powers`: powers and roots of
    whole numbers only. `factors_limit`: the largest number whose factors are counted.
    """

    book: str = "EQ"
    ordinary_order: bool = False
    goal_cubes: int = 6
    goal_digits: int = 2
    solution_digits: int = 1
    solution_cubes: int = 2
    leading_zeros: bool = True
    whole_powers: bool = False
    powers: bool = True
    fractions: bool = True
    index_required: bool = False
    whole_goal: bool = False
    negative_goal: bool = True
    value_may_be_written: bool = False
    rational_result: bool = False
    root_of_group: bool = False
    factors_limit: int | None = None
    hard_goals_barred: bool = False
    goal_size: int | None = None
    base: int = 10
    sideways: bool = False
    upside_down: bool = False
    wild: str = ""
    wild_for_signs: bool = False
    factorial: bool = False
    factorial_in_goal: bool = True
    multiple_operations: bool = False
    three_operations: bool = False
    remainder: bool = False
    average: bool = False
    smallest_prime: bool = False
    percent: bool = False
    decimal_point: bool = False
    lcm: bool = False
    gcf: bool = False
    number_of_factors: bool = False
    multiple_of: int | None = None
    exponent: str = ""
    powers_of_base: bool = False
    imaginary: bool = False
    decimal_in_goal: bool = False
    log: bool = False

    def digits(self, side: str) -> int:
        """Return how many digits a numeral may have on this side."""
        return self.goal_digits if side == "goal" else self.solution_digits

    @property
    def ten(self) -> bool:
        """Whether ^ may be the digit ten."""
        return self.base > 10

    @property
    def eleven(self) -> bool:
        """Whether √ may be the digit eleven."""
        return self.base > 11

    @property
    def prefix_x(self) -> str:
        """What x means before a numeral, if anything."""
        return "prime" if self.smallest_prime else "factors" if self.number_of_factors else ""


_FLAGS = {
    "sideways": "sideways",
    "upside-down": "upside_down",
    "factorial": "factorial",
    "multiple-operations": "multiple_operations",
    "three-operation-solution": "three_operations",
    "remainder": "remainder",
    "average": "average",
    "smallest-prime": "smallest_prime",
    "percent": "percent",
    "decimal-point": "decimal_point",
    "lcm": "lcm",
    "gcf": "gcf",
    "number-of-factors": "number_of_factors",
    "powers-of-the-base": "powers_of_base",
    "imaginary": "imaginary",
    "decimal-in-goal": "decimal_in_goal",
    "log": "log",
}


def equations_rules(edition: Edition, division: str, variations: Iterable[tuple[str, Any]] = ()) -> EquationRules:
    """Return the rules of a shake in one division.

    `variations`: slug and blank of each; those always in force may be omitted.
    """
    book_division = edition.division(division)
    if book_division is None:
        raise EquationsError(f"There’s no division {in_quotes(division)} in {edition.title}.")
    if edition.game not in _GAMES:
        raise EquationsError(f"{edition.title} isn’t a rule book for Equations.")
    rules = _GAMES[edition.game](book_division.letter)
    always = edition.variations.always_on(book_division.letter)
    picked: dict[str, Any] = {each.slug: True for each in always} | dict(variations)
    for slug, value in picked.items():
        rules = _with_variation(rules, slug, value)
    return _apply_combinations(rules, book_division.letter)


def _adventurous_rules(letter: str) -> EquationRules:
    return EquationRules(
        whole_powers=letter == "E",
        factors_limit=FACTORS_LIMITS.get(letter),
        hard_goals_barred=letter in HIGH_SCHOOL,
        wild_for_signs=letter != "E",
        goal_size=1000 if letter == "M" else None,
    )


def _basic_rules(letter: str) -> EquationRules:
    """MLAG III, IV and VII. High School Basic has three variations in every shake (MLAG XIII)."""
    rules = EquationRules(
        book="MLAG", ordinary_order=True, goal_digits=3, whole_powers=letter == "E", root_of_group=True
    )
    if letter in HIGH_SCHOOL:
        return replace(rules, sideways=True, upside_down=True, wild="0", wild_for_signs=True)
    return replace(rules, wild_for_signs=True)


def _cup_rules(letter: str) -> EquationRules:
    """ACC Goal, Solutions, Special Rules for Playing Divisions."""
    third = letter == "3"
    return EquationRules(
        book="ACC",
        ordinary_order=True,
        goal_cubes=5,
        goal_digits=3,
        solution_cubes=1,
        leading_zeros=False,
        powers=not third,
        fractions=not third,
        index_required=True,
        whole_goal=True,
        negative_goal=not third,
        value_may_be_written=True,
        rational_result=True,
    )


_GAMES = {"Equations": _adventurous_rules, "Basic Equations": _basic_rules, "Equations Cup": _cup_rules}


def _with_variation(rules: EquationRules, slug: str, value: Any) -> EquationRules:
    if slug in _FLAGS:
        if not isinstance(value, bool):
            raise EquationsError(f"The value of {slug} must be true or false.")
        changes: Mapping[str, Any] = {_FLAGS[slug]: value}
    elif slug in ("0-wild", "0-or-x-wild"):
        wild = "0" if value is True else value
        if wild not in ("0", "x"):
            raise EquationsError(f"The value of {slug} must be 0 or x.")
        changes = {"wild": wild}
    elif slug == "base-m":
        changes = {"base": _check_whole(slug, value, 8, 12), "solution_digits": 2}
    elif slug == "two-digit-numerals":
        changes = {"solution_digits": 2}
    elif slug == "multiple-of-k":
        changes = {"multiple_of": _check_whole(slug, value, 6, 11)}
    elif slug == "exponent":
        color = str(value).casefold()
        if color not in COLORS:
            raise EquationsError(f"The value of exponent must be {join_words(COLORS, 'or')}.")
        changes = {"exponent": COLORS[color]}
    else:
        raise EquationsError(f"There’s no variation {in_quotes(slug)} in Equations.")
    return replace(rules, **changes)


def _check_whole(slug: str, value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise EquationsError(f"The value of {slug} must be a whole number from {least} to {most}.")
    return value


def _apply_combinations(rules: EquationRules, letter: str) -> EquationRules:
    """Bar factorials in a Goal of Junior or Senior with Multiple of k (EQ XIII-C-8)."""
    barred = rules.multiple_of is not None and letter in HIGH_SCHOOL
    return replace(rules, factorial_in_goal=not barred, goal_size=rules.goal_size if rules.multiple_of else None)
