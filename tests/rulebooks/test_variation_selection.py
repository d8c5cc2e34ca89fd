"""Picks of variations: cases from the books, wild cubes that make a pick legal, blanks, and nonsense."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks import Cube, Edition, Mat, PickError, VariationPick, VariationSelection, check_selection, get
from rulebooks.commands import answer_line
from rulebooks.set_names import SetNameError, cards_named_by, is_set_name
from rulebooks.variation_selection import SelectionVerdict
from tests.rulebooks.vectors import read_lines

EQUATIONS, ON_SETS = get("agloa-equations-2019"), get("agloa-onsets-2014")
UNIVERSE = ("B", "R", "BR", "RG", "GY", "BRG", "BRGY", "blank")


def roll_cubes(symbols: str) -> tuple[Cube, ...]:
    return tuple(Cube(symbol, "red") for symbol in symbols.split())


def pick(slug: str, blank: object = None) -> VariationPick:
    return VariationPick(slug, blank)


def check_picks(
    edition: Edition = EQUATIONS, division: str = "M", symbols: str = "0 1 2 3 + - x ÷ ^ √", **changes: Any
) -> SelectionVerdict:
    facts: dict[str, Any] = {"ending_year": 2020, "players": 3, "is_goal_setter": True, "picks": ()} | changes
    cubes = changes.pop("cubes", None) or roll_cubes(symbols)
    facts.pop("cubes", None)
    universe = facts.pop("universe", UNIVERSE)
    return check_selection(edition, VariationSelection(division=division, mat=Mat(cubes, universe), **facts))


@pytest.mark.parametrize("vector", read_lines("selections"), ids=lambda vector: vector["id"])
def test_pick_gets_the_books_verdict(vector: dict) -> None:
    assert json.loads(answer_line("check-selection", json.dumps(vector["input"]))) == vector["expected"]


def test_verdict_has_a_reason_and_a_consequence() -> None:
    found = check_picks(symbols="1 2 + -", picks=(pick("0-wild"),))
    assert (found.reason, found.penalty, found.consequence) == ("no-effect", -1, "pick again")
    assert (found.because.rule, found.because.sentence) == (
        "EQ XIII-B-3; EQ II-B-2",
        "0 Wild has no effect without a 0 cube.",
    )
    again = check_picks(symbols="1 2 + -", picks=(pick("0-wild"),), attempt=2)
    assert (again.penalty, again.consequence) == (-1, "no pick for this shake")


def test_derived_need_says_that_it_is_derived() -> None:
    found = check_picks(division="E", symbols="1 2 + -", picks=(pick("remainder"),))
    assert found.because.sentence == ("By the rule on picks with no effect, Remainder needs a ÷ cube.")


def test_two_solutions_lengthens_the_limits_of_the_book() -> None:
    found = check_picks(ON_SETS, "S", "B R union", picks=(pick("two-solutions"),))
    assert found.is_legal
    assert dict(found.longer) == {
        "never_after_last_cube": 120,
        "write_solution": 180,
        "third_party_decides": 180,
        "check_solution": 180,
        "writing_left_after_never_on_last_cube": 120,
        "no_goal_challenge_writing_new": 180,
        "now_min_cubes_in_resources": 3,
        "final_writing": 180,
    }
    assert check_picks(ON_SETS, "S", "B R union", picks=(pick("two-operations"),)).longer == ()


@pytest.mark.parametrize(
    ("division", "rescued"),
    [("E", False), ("M", True)],
)
def test_wild_cube_makes_a_pick_legal_if_it_may_stand_for_the_symbol(division: str, rescued: bool) -> None:
    """In Elementary a wild 0 is a numeral only (EQ XIII-A-3, XIII-B-3)."""
    found = check_picks(division=division, symbols="0 1 2 -", picks=(pick("average"),), already=(pick("0-wild"),))
    assert found.is_legal is rescued


def test_wild_cube_that_was_not_rolled_makes_no_pick_legal() -> None:
    found = check_picks(division="J", symbols="1 2 -", picks=(pick("log"),), already=(pick("0-or-x-wild", "x"),))
    assert found.reason == "not-in-division"
    found = check_picks(division="S", symbols="1 2 -", picks=(pick("log"),), already=(pick("0-or-x-wild", "x"),))
    assert found.reason == "no-effect"


@pytest.mark.parametrize(
    ("base", "cubes", "legal"),
    [
        (None, [("8", "black")], True),
        ("eight", [("8", "black"), ("9", "black")], False),
        ("eight", [("7", "black")], True),
        ("nine", [("8", "black")], True),
        (None, [("+", "black")], False),
        ("twelve", [("√", "black")], True),
        ("eleven", [("√", "black")], False),
        ("eleven", [("^", "green")], False),
    ],
)
def test_exponent_needs_a_digit_of_its_color_that_the_base_allows(base: int, cubes: str, legal: bool) -> None:
    already = (pick("base-m", base),) if base else ()
    mat = tuple(Cube(*cube) for cube in cubes)
    found = check_picks(division="S", cubes=mat, picks=(pick("exponent", "black"),), already=already)
    assert found.reason == ("" if legal else "no-effect")


def test_wild_cube_of_its_color_makes_an_exponent_legal() -> None:
    mat = (Cube("x", "blue"), Cube("+", "red"))
    wild = (pick("0-or-x-wild", "x"),)
    assert check_picks(division="S", cubes=mat, picks=(pick("exponent", "blue"),), already=wild).is_legal
    assert check_picks(division="S", cubes=mat, picks=(pick("exponent", "red"),), already=wild).reason == "no-effect"


def test_unnoticed_illegal_pick_does_not_block_other_picks() -> None:
    """JM A23: a Base six that no one noticed has no effect, so a base may still be picked."""
    found = check_picks(picks=(pick("base-m", "eight"),), already=(pick("base-m", "six"),))
    assert found.is_legal


def test_unnoticed_pick_without_effect_does_not_block_other_picks() -> None:
    mat = (Cube("1", "blue"), Cube("+", "red"))
    found = check_picks(division="S", cubes=mat, picks=(pick("exponent", "blue"),), already=(pick("exponent", "red"),))
    assert found.is_legal


def test_wild_cube_of_the_same_player_that_was_not_rolled_helps_no_other_pick() -> None:
    picks = (pick("log"), pick("0-or-x-wild", "x"))
    found = check_picks(division="S", symbols="1 2 -", picks=picks)
    assert found.because.sentence == "Log has no effect without a ÷ cube."


@pytest.mark.parametrize(("symbols", "reason"), [("7 +", "no-effect"), ("7 7", "")])
def test_two_digit_numerals_need_two_digits(symbols: str, reason: str) -> None:
    found = check_picks(division="E", symbols=symbols, ending_year=2021, picks=(pick("two-digit-numerals"),))
    assert found.reason == reason


def test_pick_stays_legal_if_a_later_pick_spoils_it() -> None:
    """Exponent black was legal when it was picked; Base eight came after it, so another Exponent is a second one."""
    mat = (Cube("8", "black"), Cube("1", "red"))
    exponent, base = pick("exponent", "black"), pick("base-m", "eight")
    red = (pick("exponent", "red"),)
    assert check_picks(division="J", cubes=mat, picks=red, already=(exponent, base)).reason == "duplicate"
    assert check_picks(division="J", cubes=mat, picks=red, already=(base, exponent)).is_legal


def test_extra_pick_is_struck_out_before_the_rest_is_judged() -> None:
    both = (pick("sideways"), pick("0-wild"))
    assert check_picks(division="E", symbols="1 2 +", picks=both).reason == "too-many"
    assert check_picks(division="E", symbols="1 2 +", picks=both[::-1]).reason == "no-effect"


@pytest.mark.parametrize(
    ("players", "setter", "division", "count", "reason"),
    [
        (3, True, "E", 0, "too-few"),
        (3, True, "E", 1, ""),
        (3, False, "J", 2, "too-many"),
        (2, True, "M", 1, ""),
        (2, True, "M", 2, "too-many"),
        (2, False, "M", 1, "too-few"),
        (2, False, "M", 2, ""),
        (2, False, "S", 1, ""),
        (2, False, "S", 2, ""),
        (3, True, "S", 2, ""),
        (3, True, "S", 3, "too-many"),
    ],
)
def test_number_of_picks_is_that_of_the_division(
    players: int, setter: bool, division: str, count: int, reason: str
) -> None:
    """EQ II-B-3."""
    picks = tuple(pick(slug) for slug in ("factorial", "multiple-operations", "number-of-factors")[:count])
    found = check_picks(division=division, players=players, is_goal_setter=setter, picks=picks, ending_year=2021)
    assert found.reason == reason


def test_basic_format_has_no_picks() -> None:
    found = check_picks(picks=(pick("factorial"),), format="basic")
    assert (found.reason, found.penalty, found.because.rule) == ("no-variations", 0, "EQ Basic Equations")


@pytest.mark.parametrize(
    ("edition", "division", "slug", "blank", "reason"),
    [
        (EQUATIONS, "M", "base-m", "eight", ""),
        (EQUATIONS, "M", "base-m", 8, ""),
        (EQUATIONS, "M", "base-m", "Nine", ""),
        (EQUATIONS, "M", "base-m", "twelve", "bad-blank"),
        (EQUATIONS, "J", "base-m", "twelve", ""),
        (EQUATIONS, "M", "base-m", True, "bad-blank"),
        (EQUATIONS, "M", "base-m", ["eight"], "bad-blank"),
        (EQUATIONS, "M", "base-m", "", "missing-blank"),
        (EQUATIONS, "M", "multiple-of-k", "11", ""),
        (EQUATIONS, "M", "multiple-of-k", 6.5, "bad-blank"),
        (EQUATIONS, "M", "multiple-of-k", "six", "bad-blank"),
        (ON_SETS, "J", "wild-cube", "∪", ""),
        (ON_SETS, "J", "wild-cube", "equals", "bad-blank"),
        (ON_SETS, "E", "required-cube", "subset", "bad-blank"),
        (ON_SETS, "J", "required-forbidden-card", {"mode": "required", "card": "RB"}, ""),
        (ON_SETS, "J", "required-forbidden-card", {"mode": "maybe", "card": "BR"}, "bad-blank"),
        (ON_SETS, "J", "required-forbidden-card", {"mode": "required"}, "missing-blank"),
        (ON_SETS, "J", "required-forbidden-card", "BR", "bad-blank"),
        (ON_SETS, "J", "required-forbidden-card", {"mode": "required", "card": "XX"}, "bad-blank"),
        (ON_SETS, "J", "double-set", "B∪R", ""),
        (ON_SETS, "J", "double-set", "B ∪ R'", ""),
        (ON_SETS, "J", "double-set", "B=R", "bad-blank"),
        (ON_SETS, "J", "double-set", "(B", "bad-blank"),
        (ON_SETS, "J", "double-set", "BR", "bad-blank"),
        (ON_SETS, "J", "double-set", "", "missing-blank"),
        (ON_SETS, "J", "double-set", "B∪R'∪B", "bad-blank"),
        (ON_SETS, "J", "double-set", "B∪B'", "no-effect"),
    ],
)
def test_blank_follows_the_rules_of_the_book(
    edition: Edition, division: str, slug: str, blank: object, reason: str
) -> None:
    found = check_picks(edition, division, "union B R 0 x", picks=(pick(slug, blank),))
    assert found.reason == reason


def test_minus_in_a_double_set_is_symmetric_difference_when_that_is_picked() -> None:
    """OS XIII-C-10, comment: R−V is empty, but the symmetric difference of R and V is R′."""
    double = pick("double-set", "R-V")
    both = (double, pick("symmetric-difference"))
    assert check_picks(ON_SETS, "S", "minus R V", picks=(double,)).reason == "no-effect"
    assert check_picks(ON_SETS, "S", "minus R V", picks=both).is_legal


SET_NAMES = ["B", "R", "G", "Y", "V", "L"]


@pytest.mark.parametrize(("one", "other"), list(itertools.product(SET_NAMES, SET_NAMES)))
def test_set_names_obey_the_laws_of_sets(one: str, other: str) -> None:
    def cards(name: str) -> frozenset[str]:
        return cards_named_by(name, UNIVERSE, most=9)

    assert cards(f"({one}u{other})'") == cards(f"{one}'n{other}'")
    assert cards(f"{one}-{other}") == cards(f"{one}n{other}'")
    assert cards(f"{one}''") == cards(one)


def test_set_name_too_long_or_without_meaning_is_invalid() -> None:
    assert not is_set_name("B'-R'", most=4)
    assert is_set_name("((B-R))'", most=4)
    with pytest.raises(SetNameError, match=r"^The set name isn’t finished\.$"):
        cards_named_by("B-", UNIVERSE, most=4)


def request(**changes: object) -> str:
    base = {
        "ruleset": "agloa-equations-2019",
        "division": "elementary",
        "year": "2019-20",
        "players": 3,
        "selector": "goal_setter",
        "try": 1,
        "resources": [{"symbol": "1", "color": "red"}],
        "universe": None,
        "already_chosen": [],
        "selection": [{"slug": "factorial", "blank": None}],
        "context": None,
        "insulated": False,
    }
    return json.dumps(base | changes)


YEAR = "year must be a school year, such as 2019-20."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"division": "infant"}, "There’s no division “infant” in Equations · AGLOA 2019-20."),
        ({"selection": [{"slug": "sidewys"}]}, "There’s no variation “sidewys” in any rule book."),
        ({"selection": [{}]}, "slug must be text."),
        ({"selection": "factorial"}, "selection must be a list of objects."),
        ({"already_chosen": None}, "already_chosen must be a list of objects."),
        ({"players": 4}, "players must be 2 or 3."),
        ({"players": "3"}, "players must be a whole number."),
        ({"selector": "other"}, "With 3 players, selector must be goal_setter, second, or third."),
        ({"try": 3}, "A match has 2 or 3 players, and each player has 2 tries."),
        ({"context": "later"}, "context must be before-roll or empty."),
        ({"year": "2019"}, YEAR),
        ({"year": "2019-21"}, YEAR),
        ({"year": "next"}, YEAR),
        ({"format": "chess"}, "There’s no format “chess” in Equations · AGLOA 2019-20."),
        ({"resources": [{"symbol": "11"}]}, "There’s no “11” cube in Equations · AGLOA 2019-20."),
        ({"resources": [{"symbol": "1", "color": "pink"}]}, "There’s no “pink 1” cube in Equations · AGLOA 2019-20."),
        ({"resources": [{"symbol": "1"}] * 25}, "Equations · AGLOA 2019-20 has 24 cubes, not 25."),
        ({"resources": None}, "Enter the cubes that were rolled."),
        ({"resources": []}, "Enter the cubes that were rolled."),
        ({"game": "onsets"}, "Equations · AGLOA 2019-20 isn’t a rule book for onsets."),
        ({"universe": ["BR", "RB"]}, "universe can list each card only once."),
        ({"universe": ["X"]}, "universe must be a list of cards: letters from B R G Y, or blank."),
        ({"insulated": "no"}, "insulated must be true or false."),
    ],
)
def test_nonsensical_pick_is_explained(changes: dict, sentence: str) -> None:
    assert json.loads(answer_line("check-selection", request(**changes))) == {"error": sentence}


def test_missing_facts_do_not_count_against_a_player() -> None:
    with pytest.raises(PickError, match=r"^Enter the cards that were dealt\.$"):
        check_picks(ON_SETS, "J", "B R", universe=(), picks=(pick("double-set", "B"),))
    with pytest.raises(PickError, match=r"^Enter the colors of the cubes\.$"):
        check_picks(division="S", cubes=(Cube("1"), Cube("2")), picks=(pick("exponent", "red"),))


def test_set_name_in_a_thousand_parentheses_is_invalid() -> None:
    assert not is_set_name("(" * 1000 + "B" + ")" * 1000, most=4)


def test_variation_of_another_game_is_not_on_the_list() -> None:
    found = check_picks(ON_SETS, "M", "B R union", picks=(pick("sideways"),))
    assert (found.reason, found.penalty) == ("not-in-division", -1)


def test_cup_has_no_picks_whatever_was_rolled() -> None:
    rolled_24 = [{"symbol": "1"}] * 24
    line = request(ruleset="acc-2026", division="5", year="2025-26", resources=rolled_24)
    answer = json.loads(answer_line("check-selection", line))
    assert answer == {"verdict": "illegal", "reason": "no-variations", "penalty": 0}


def test_century_turns_within_a_school_year() -> None:
    odd_only = [{"slug": "lcm"}]
    answer = json.loads(answer_line("check-selection", request(year="1999-00", selection=odd_only)))
    assert answer["reason"] == "not-this-year"


@given(
    st.sampled_from(["E", "M", "J", "S"]),
    st.lists(st.sampled_from(["0", "1", "9", "x", "+", "-", "÷", "^", "√"]), min_size=1, max_size=6),
    st.lists(st.sampled_from(sorted(EQUATIONS.variations.slugs)), min_size=1, max_size=2),
    st.sampled_from([2020, 2021]),
)
def test_order_of_one_players_picks_does_not_matter(
    division: str, symbols: list[str], slugs: list[str], year: int
) -> None:
    """JM A22: the verdict is the same; only which pick is named first may differ."""
    blanks = {"base-m": "eight", "multiple-of-k": 7, "0-or-x-wild": "0", "exponent": "red"}
    picks = tuple(pick(slug, blanks.get(slug)) for slug in slugs)
    facts: dict[str, Any] = {"division": division, "symbols": " ".join(symbols), "ending_year": year, "players": 2}
    one = check_picks(picks=picks, is_goal_setter=False, **facts)
    other = check_picks(picks=picks[::-1], is_goal_setter=False, **facts)
    assert one.is_legal == other.is_legal
    assert (one.penalty == 0) == one.is_legal


def test_unknown_division_is_refused() -> None:
    with pytest.raises(PickError, match=r"^There’s no division “Q” in "):
        check_picks(division="Q")
