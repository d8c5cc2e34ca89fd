"""What the rules say and the worked examples don't show, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.onsets.checker_helpers import (
    EIGHT,
    FOURTEEN,
    TWELVE,
    ask_checker,
    codes,
    goal,
    judge_solution,
    outcome,
)

WILD_Y = {"wild-cube": "Y"}
UN, VL = "union-intersection-interchangeable", "v-null-interchangeable"


# -- what is written --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "code", "position"),
    [
        ("R U 'B", "undefined_symbol_group", 4),
        ("R U", "undefined_symbol_group", 3),
        ("()", "undefined_symbol_group", 1),
        ("(B)(G)", "undefined_symbol_group", 3),
        ("B U n G", "undefined_symbol_group", 4),
        ("B G", "undefined_symbol_group", 2),
        ("B U 5", "undefined_symbol_group", 4),
        ("B @ G", "undefined_symbol", 2),
        ("B * G", "undefined_symbol", 2),
        ("wY", "undefined_symbol", 0),
        ("B U wY(3)", "wild_stands_for_digit", 4),
        ("(B U R) = 5", "goal_written_after_set_name", 8),
        ("B U R = G", "restriction_symbol_in_set_name", 6),
        ("", "no_set_name", 0),
        (None, "no_set_name", 0),
        ("B U R U B U R U B U R U B U R U B U R U B U R U B U R U B U R", "more_cubes_than_there_are", 56),
    ],
)
def test_set_name_without_a_meaning_is_wrong_at_a_position(name: str | None, code: str, position: int) -> None:
    answer = judge_solution(name, value=3)
    assert outcome(answer) == ("incorrect", code)
    assert answer["violations"][0]["place"] == position
    assert answer["violations"][0]["part"] == "set_name"


@pytest.mark.parametrize(
    ("restriction", "code"),
    [
        ("(B c R) c G", "parentheses_around_restriction_symbol"),
        ("B = (R = G)", "parentheses_around_restriction_symbol"),
        ("R U (B = G) n R", "parentheses_around_restriction_symbol"),
        ("(B = R)'", "parentheses_around_restriction_symbol"),
        ("B U R", "restriction_without_symbol"),
        ("", "restriction_without_symbol"),
        ("B = = R", "undefined_symbol_group"),
        ("= R", "undefined_symbol_group"),
        ("B = R c", "undefined_symbol_group"),
        ("B = 5", "undefined_symbol_group"),
        ("()", "restriction_without_symbol"),
    ],
)
def test_restriction_without_a_meaning_is_wrong(restriction: str, code: str) -> None:
    assert outcome(judge_solution("B U L", restriction, value=5)) == ("incorrect", code)


@pytest.mark.parametrize("restriction", ["(B c R U G)", "((B c (R U G)))", "B c [R U G]", "{B} c {(R) U G}"])
def test_redundant_parentheses_are_allowed(restriction: str) -> None:
    """OS VI-B-3."""
    assert judge_solution("V", restriction)["count"] == 11


def test_restriction_without_a_meaning_is_wrong_without_a_goal_too() -> None:
    for restriction in ("B @ R", "B = = R", "(B = R)'"):
        assert judge_solution("V", restriction)["verdict"] == "incorrect"


def test_equality_grouping_and_violations_are_distinguished() -> None:
    answer = judge_solution("B U G - R", value=4, universe=EIGHT, on={"required-cube": "Y"})
    assert outcome(answer) == ("incorrect", "required_cube_missing")
    assert (answer["if_ambiguity_not_raised"], answer["breaking"]["count"]) == ("equal", 3)
    answer = judge_solution("B U R", value=3, universe=EIGHT, on={"required-cube": "Y"})
    assert [each["code"] for each in answer["violations"]] == ["required_cube_missing", "not_equal"]
    assert (answer["if_ambiguity_not_raised"], "breaking" in answer) == ("not equal", False)


def test_restriction_alone_is_wrong() -> None:
    """JM OS-E8."""
    assert outcome(judge_solution(None, "B = R", value=5)) == ("incorrect", "no_set_name")


@pytest.mark.parametrize("division", ["M", "J", "S"])
def test_solution_needs_two_cubes_and_restriction_cubes_count(division: str) -> None:
    """OS VII-B-4-a, JM OS-E10. With Multiple Operations one ' counts for two."""
    assert outcome(judge_solution("B", value=5, division=division)) == ("incorrect", "too_few_cubes")
    assert judge_solution("B", "B = B", value=5, division=division)["verdict"] == "correct"
    assert judge_solution("B''", value=5, division=division)["verdict"] == "correct"


def test_bars_shapes_and_other_signs_for_the_same_symbol() -> None:
    """JM OS-E1, OS-E5."""
    for name in ("B U ∅", "b ∪ Ø", "[B ∪ Λ]", "{B} U l"):
        assert judge_solution(name, value=5)["verdict"] == "correct"
    assert judge_solution("V − B′", "B ⊂ R")["cards"] == judge_solution("V - B'", "B c R")["cards"]


# -- groupings and parentheses that are missing -----------------------------------------------------------------------


def test_grouping_inside_a_restriction_breaks_a_solution() -> None:
    answer = judge_solution("R n B", "B c R U G - Y", value=2)
    assert outcome(answer) == ("ambiguous", "ambiguous_grouping")
    assert answer["breaking"] == {
        "set_name": "R n B",
        "restrictions": ["B c R U (G - Y)"],
        "count": 3,
        "cards": ["BRG", "BRY", "BR"],
        "right": False,
    }
    assert answer["if_ambiguity_not_raised"] == "equal"


def test_groupings_that_all_fail_are_plainly_incorrect() -> None:
    answer = judge_solution("B U G - R", value=7, universe=EIGHT)
    assert outcome(answer) == ("incorrect", "not_equal")
    assert [reading["count"] for reading in answer["readings"]] == [4, 3]
    assert answer["if_ambiguity_not_raised"] == "not equal"


def test_missing_parenthesis_is_placed_to_the_disadvantage_of_the_writer() -> None:
    """JM E4, which also applies to On-Sets."""
    assert judge_solution("B U (G - R", value=4, universe=EIGHT)["verdict"] == "ambiguous"
    assert judge_solution("B U G) - R", value=3, universe=EIGHT)["verdict"] == "ambiguous"
    assert judge_solution("B U (G n V", value=4, universe=EIGHT)["verdict"] == "correct"
    assert [reading["count"] for reading in judge_solution("V", "B c (R U G - Y")["readings"]] == [11, 10]


def test_missing_parenthesis_does_not_split_what_was_grouped() -> None:
    """JM E4: 2 + [(3 x 4) − 6 may not become 2 + [(3) x …"""
    answer = judge_solution("B U [(R n G) - Y")
    assert [reading["set_name"] for reading in answer["readings"]] == ["B U ((R n G) - Y)", "(B U (R n G)) - Y"]
    assert [reading["set_name"] for reading in judge_solution("[B U (R - G)")["readings"]] == ["B U (R - G)"]


def test_parenthesis_that_cannot_be_repaired_is_wrong() -> None:
    assert outcome(judge_solution("B (U R", value=3)) == ("incorrect", "undefined_symbol_group")
    assert outcome(judge_solution("((((B R", value=3)) == ("incorrect", "undefined_symbol_group")
    assert outcome(judge_solution("B U ((((R", value=3)) == ("undecided", "parentheses_missing")


def test_complement_applies_only_to_the_set_before_it() -> None:
    """OS VII-B-6-b, JM OS-E3."""
    assert [reading["set_name"] for reading in judge_solution("R U B'")["readings"]] == ["R U B'"]


# -- cubes that stand for another symbol ------------------------------------------------------------------------------


def test_wild_cube_is_labeled_once_for_the_whole_solution() -> None:
    """JM OS-E15."""
    answer = judge_solution("R - Y", "B = wY(G)", on=WILD_Y)
    assert answer["cards"] == judge_solution("R - G", "B = G")["cards"]
    assert judge_solution("R - wY(G)", "B = Y", on=WILD_Y)["cards"] == answer["cards"]


def test_wild_cube_stands_for_one_symbol() -> None:
    """OS XIII-A-2, VII-C-5-e."""
    answer = judge_solution("R wY(-) G", "B = wY(G)", value=2, on=WILD_Y)
    assert outcome(answer) == ("incorrect", "wild_used_in_two_ways")
    assert outcome(judge_solution("wY(Y) U wY(G)", value=2, on=WILD_Y)) == ("incorrect", "wild_used_in_two_ways")
    assert outcome(judge_solution("B wY(-) R U Y", value=2, on=WILD_Y)) == ("incorrect", "undefined_symbol_group")


def test_wild_cube_as_itself_needs_no_label() -> None:
    """OS XIII-A-2 comment b."""
    assert judge_solution("B U Y", on=WILD_Y)["cards"] == judge_solution("B U Y")["cards"]


def test_wild_cube_may_be_a_restriction_symbol() -> None:
    assert judge_solution("V", "B wY(=) R", on=WILD_Y)["cards"] == judge_solution("V", "B = R")["cards"]
    assert outcome(judge_solution("B wY(=) R", value=3, on=WILD_Y)) == ("incorrect", "restriction_symbol_in_set_name")


@pytest.mark.parametrize("division", ["E", "M"])
def test_cube_that_is_not_wild_stands_for_nothing_else(division: str) -> None:
    for on in ({}, {"wild-cube": "R"}, {"wild-cube": "n", UN: True}):
        answer = judge_solution("B wU(-) R", value=3, division=division, on=on)
        assert outcome(answer) == ("incorrect", "cube_not_wild")


def test_interchangeable_symbols_need_not_agree() -> None:
    """OS XIII-A-3 comments a to d, XIII-A-4."""
    assert judge_solution(
        "B U (R n G)", value=5, universe=TWELVE, on={UN: True}, cubes={"required": list("BURUG")}
    ) == judge_solution("B U (R n G)", value=5, universe=TWELVE, on={UN: True}, cubes={"required": list("BnRnG")})
    marked = {"wild-cube": "U", UN: True}
    assert judge_solution("(B wU(n) R) U G", on=marked)["cards"] == judge_solution("(B n R) U G")["cards"]
    assert outcome(judge_solution("(B wU(-) R) wU(n) G", value=3, on=marked)) == ("incorrect", "wild_used_in_two_ways")
    both = {"wild-cube": "Y", UN: True}
    assert judge_solution("(B wY(n) R) wY(U) G", on=both)["cards"] == judge_solution("(B n R) U G")["cards"]
    assert codes(judge_solution("(B wY(n) R) wY(U) G", value=3, on=both)) == []
    assert codes(judge_solution("(B wY(n) R) wY(U) G", value=3, on=WILD_Y)) == ["wild_used_in_two_ways"]
    answer = judge_solution("wL(V) - B", value=7, on={VL: True})
    assert (answer["verdict"], codes(judge_solution("wL(V) - B", value=7))) == ("correct", ["cube_not_wild"])


# -- cubes on the mat -------------------------------------------------------------------------------------------------


def mat(required: str = "", permitted: str = "", resources: str = "", forbidden: str = "") -> dict:
    sections = {"required": required, "permitted": permitted, "resources": resources, "forbidden": forbidden}
    return {"cubes": {name: list(symbols) for name, symbols in sections.items()}}


@pytest.mark.parametrize(
    ("name", "restrictions", "cubes", "challenge", "found"),
    [
        ("B U R", (), mat("B", "UR"), "now", []),
        ("B U R", (), mat("B", "U", "R"), "now", []),
        ("B U R", (), mat("B", "", "UR"), "now", ["too_many_resources"]),
        ("B U R", (), mat("B", "", "UR"), "impossible", []),
        ("B U R", (), mat("B", "", "UR"), "never", []),
        ("B U R", (), mat("B", "", "UR"), None, []),
        ("B U R", (), mat("B", "U", "", "R"), "impossible", ["forbidden_cube_used"]),
        ("B U R", (), mat("B", "U", "", ""), "impossible", ["cube_not_there"]),
        ("B U B", (), mat("B", "U"), "impossible", ["cube_repeated"]),
        ("B U R", (), mat("BG", "UR"), "impossible", ["required_not_used"]),
        ("B U R", (), mat("BB", "UR"), "impossible", ["required_not_used_in_set_name"]),
        ("B U R", ("B = R",), mat("BR", "U="), "impossible", []),
        ("B U R", ("B = R",), mat("BRU", "="), "impossible", ["required_not_used_in_restriction"]),
        ("B U R", ("B = R", "R c B"), mat("", "BRU=c"), "impossible", ["cube_repeated", "cube_repeated"]),
        ("B U R", ("B = R",), mat("", "BRUc", "="), "now", []),
        ("B U R", ("B = R",), mat("c", "BRU="), "now", ["required_not_used"]),
        ("B U R", (), mat("c", "BRU="), "now", ["restriction_required"]),
        ("B U R", ("G = L",), mat("", "BU", "RGL="), "now", ["too_many_resources"]),
    ],
)
def test_cubes_are_used_as_the_mat_says(
    name: str, restrictions: tuple[str, ...], cubes: dict[str, Any], challenge: str, found: list[str]
) -> None:
    """OS VII-B-4. A cube may be used once in the Restriction part and once more in the Set-Name."""
    assert codes(judge_solution(name, *restrictions, value=8, challenge=challenge, **cubes)) == found


def test_multiple_operations_needs_one_cube_that_is_not_forbidden() -> None:
    """OS XIII-A-6, comment a; always in force in Junior and Senior."""
    many = {"multiple-operations": True}
    assert codes(judge_solution("B U R U G", value=10, on=many, **mat("BU", "RG"))) == []
    assert codes(judge_solution("B U R U G", value=10, **mat("BU", "RG"))) == ["cube_repeated"]
    assert codes(judge_solution("B U R U G", value=10, division="J", **mat("BU", "RG"))) == []
    assert codes(judge_solution("B U R U G", value=10, on=many, challenge="now", **mat("B", "RG", "U"))) == []
    assert codes(judge_solution("B U R U G", value=10, on=many, **mat("B", "RG", "", "U"))) == ["forbidden_cube_used"]
    assert codes(judge_solution("B U R U G", value=10, on=many, **mat("B", "RG", "", "nU"))) == ["forbidden_cube_used"]
    assert codes(judge_solution("(B wY(-) R) wY(-) G", value=1, on=many | WILD_Y, **mat("BYRG"))) == []
    assert codes(judge_solution("wU(R) n wU(R)", value=1, on=many | {"wild-cube": "U"}, **mat("nU"))) == [
        "cube_repeated"
    ]


def test_interchangeable_cubes_replace_each_other_on_the_mat() -> None:
    assert codes(judge_solution("B n R", value=3, on={UN: True}, **mat("BUR"))) == []
    assert codes(judge_solution("B n R", value=3, **mat("BUR"))) == ["required_not_used", "cube_not_there"]
    assert codes(judge_solution("B - V", value=5, on={VL: True}, **mat("B-L"))) == []
    assert codes(judge_solution("B n R", value=3, division="S", universe=FOURTEEN, **mat("BUR"))) == []
    on = {"wild-cube": "n", UN: True}
    assert codes(judge_solution("(B wn(-) R) U G", value=3, on=on, **mat("BRGU", "n"))) == []
    assert codes(judge_solution("(B wn(-) R) U G", value=3, on=on, **mat("BRGUU"))) == [
        "required_not_used_in_set_name",
        "cube_not_there",
    ]
    name = "(B wn(-) R) U G"
    assert codes(judge_solution(name, value=3, on=on, challenge="now", **mat("BRGU", "", "n"))) == []
    assert codes(judge_solution(name, value=3, on=on, challenge="now", **mat("BRU", "", "nG"))) == [
        "too_many_resources"
    ]


def test_required_cube_is_the_cube_itself() -> None:
    """OS XIII-A-1, JM OS-E11, OS-E12."""
    assert codes(judge_solution("R - G", "B = R", value=2, on={"required-cube": "B"}, **mat("=", "BR-G"))) == []
    assert codes(judge_solution("R - G", value=3, on={"required-cube": "="})) == ["required_cube_missing"]
    assert codes(judge_solution("R n G", value=3, on={"required-cube": "U"})) == ["required_cube_missing"]
    assert codes(judge_solution("R n G", value=3, on={"required-cube": "union", UN: True})) == []
    assert codes(judge_solution("R n G", value=3, on={"required-cube": "U", UN: True}, **mat("RnG"))) == [
        "required_cube_missing"
    ]


@pytest.mark.parametrize("division", ["M", "J", "S"])
def test_wild_cube_that_stands_for_another_symbol_counts_only_as_that(division: str) -> None:
    """OS XIII-A-3 comment c: a U that is − is − throughout, so ∩ needs a cube of its own."""
    on = {"wild-cube": "U"} | ({UN: True} if division == "M" else {})
    name = "(B n R) wU(-) G"
    assert codes(judge_solution(name, value=2, division=division, on=on, **mat("BRGUn"))) == []
    assert codes(judge_solution(name, value=2, division=division, on=on, **mat("BRG", "UU"))) == ["cube_not_there"]
    assert codes(judge_solution(name, value=2, division=division, on=on, **mat("BRG", "UU", "n"))) == []


def test_cube_that_no_one_rolled_is_not_required() -> None:
    """JM OS-A9, OS-A10: the pick is set aside, but only if all fifteen cubes are known."""
    rolled = "BBBRRRGGUn-'VV="
    answer = judge_solution("B U R", value=8, on={"required-cube": "Y"}, **mat("", "", rolled))
    assert (answer["verdict"], answer["set_aside"][0]["reason"]) == (
        "correct",
        "Required Cube has no effect because no Y was rolled.",
    )
    for cubes in (mat("", "", rolled[1:]), mat("", "", rolled[1:], "Y")):
        answer = judge_solution("B U R", value=8, on={"required-cube": "Y"}, **cubes)
        assert outcome(answer) == ("incorrect", "required_cube_missing")


def test_restriction_cubes_are_ignored_in_elementary() -> None:
    """JM OS-A12."""
    assert codes(judge_solution("B U R", value=8, division="E", **mat("BUR="))) == []
    assert outcome(judge_solution("B U L", "B = B", value=5, division="E"))[1] == "restriction_not_used_in_elementary"


# -- variations -------------------------------------------------------------------------------------------------------


def test_two_operations_are_needed_in_the_set_name() -> None:
    """JM OS-E16."""
    on = {"two-operations": True}
    assert codes(judge_solution("B U R", "B' = R' U G", value=3, on=on)) == ["too_few_operations"]
    assert judge_solution("B'' U R", value=8, on=on)["verdict"] == "correct"


def test_no_null_restrictions_asks_for_no_restriction() -> None:
    """JM OS-E14, OS-E13."""
    on = {"no-null-restrictions": True}
    assert judge_solution("B U L", value=5, on=on)["verdict"] == "correct"
    for restrictions in (("B c R", "B c L"), ("B c L", "B c R")):
        assert outcome(judge_solution("R n G", *restrictions, value=2, on=on)) == ("incorrect", "null_restriction")


def test_restriction_that_is_null_in_one_grouping_makes_it_ambiguous() -> None:
    on = {"no-null-restrictions": True}
    answer = judge_solution("Y", "L n B U B c B", value=4, on=on)
    assert {reading["right"] for reading in answer["readings"]} == {False}
    answer = judge_solution("Y U L", "B U B n B c B", value=4, on=on)
    assert outcome(answer) == ("incorrect", "null_restriction")
    answer = judge_solution("L U L", "V n L U V c R", value=0, on=on)
    assert answer["verdict"] == "correct"
    answer = judge_solution("L U L", "L n L U V c R", value=0, on=on)
    assert outcome(answer) == ("ambiguous", "ambiguous_grouping")
    assert answer["breaking"]["restrictions"] == ["L n (L U V) c R"]


def test_forbidden_card_includes_a_blank_card_with_the_same_colors() -> None:
    """OS XIII-C-11 comment b; a required card is the card itself (JM OS-A20)."""
    on = {"blank-card-wild": True, "required-forbidden-card": {"mode": "forbidden", "card": "BRG"}}
    answer = judge_solution("(B n R) - G", value=2, division="J", on=on, blank_as="BRG")
    assert answer["verdict"] == "correct"
    on = {"blank-card-wild": True, "required-forbidden-card": {"mode": "forbidden", "card": "Y"}}
    answer = judge_solution("Y - (G U (B U R))", value=2, division="J", on=on, blank_as="Y")
    assert (answer["cards"], codes(answer)[:1]) == (["Y", "blank"], ["forbidden_card_used"])
    on = {"blank-card-wild": True, "required-forbidden-card": {"mode": "required", "card": "Y"}}
    answer = judge_solution("Y - V", value=0, division="J", on=on, blank_as="Y")
    assert outcome(answer) == ("incorrect", "required_card_missing")


def test_card_that_a_restriction_turned_over_is_not_in_the_set() -> None:
    on = {"required-forbidden-card": {"mode": "required", "card": "B"}}
    assert outcome(judge_solution("B U L", "B c R", value=3, division="J", on=on)) == (
        "incorrect",
        "required_card_missing",
    )


def test_colors_on_a_blank_card_that_is_not_wild() -> None:
    assert outcome(judge_solution("B U L", value=6, division="J", blank_as="B")) == ("incorrect", "blank_card_not_wild")
    assert (
        judge_solution("B U L", value=6, division="J", on={"blank-card-wild": True}, blank_as="B")["verdict"]
        == "correct"
    )


@pytest.mark.parametrize(
    ("division", "on", "says"),
    [
        ("J", {"double-set": "B U R U G"}, "The blank of Double Set can’t be filled in that way."),
        ("J", {"double-set": "B' - R'"}, "The blank of Double Set can’t be filled in that way."),
        ("J", {"double-set": "L - B"}, "Double Set can’t be L - B because that names no cards."),
        ("J", {"double-set": "B U B'"}, "Double Set can’t be B U B' because that names every card."),
        (
            "J",
            {"required-forbidden-card": {"mode": "required", "card": "BRGY"}},
            "Required/Forbidden Card has no effect because the BRGY card wasn’t dealt.",
        ),
        ("M", {"double-set": "B"}, "Double Set isn’t on the Middle list."),
        ("M", {"wild-cube": "="}, "The blank of Wild Cube can’t be filled in that way."),
        ("S", {"wild-cube": "-", "symmetric-difference": True}, "Symmetric Difference conflicts with Wild Cube."),
    ],
)
def test_unnoticed_illegal_pick_is_ignored(division: str, on: dict, says: str) -> None:
    """OS II-C-2, JM OS-A9, OS-A17, OS-A22 to OS-A26."""
    answer = judge_solution("B U L", value=5, division=division, on=on)
    assert answer["verdict"] == "correct"
    assert [each["reason"].endswith(says) for each in answer["set_aside"]] == [True]


def test_goal_alone_and_variations_alone_are_legal_or_not() -> None:
    request = {"ruleset": "agloa-onsets-2014", "division": "J", "universe": TWELVE}
    assert ask_checker(request) == {"legal": True}
    answer = ask_checker(request | {"variations": [{"slug": "double-set", "value": "B U R U G"}]})
    assert (answer["legal"], answer["code"]) == (False, "variation_set_aside")
    answer = ask_checker(
        request | {"goal": {"config": "L", "cubes": [{"d": 2, "ud": True}, {"d": 3}, {"d": 1, "ud": True}]}}
    )
    assert (answer["legal"], answer["goal_values"], answer["code"]) == (False, [], "goal_negative")


@pytest.mark.parametrize(
    ("configuration", "cubes", "values"),
    [
        ("row2", [(3, 0), (2, 1)], [1, 5]),
        ("L", [(2, 1), (3, 0), (1, 1)], [5, 7]),
        ("single", [(4, 1)], [4]),
        ("row2", [(1, 1), (1, 1)], [0, 2]),
    ],
)
def test_absolute_value_reads_each_cube_both_ways(configuration: str, cubes: list, values: list) -> None:
    """OS XIII-B-9, examples a and b."""
    found = {"config": configuration, "cubes": [{"d": digit, "ud": bool(turned)} for digit, turned in cubes]}
    request = {"ruleset": "agloa-onsets-2014", "division": "M", "goal": found}
    answer = ask_checker(request | {"variations": [{"slug": "absolute-value", "value": True}]})
    assert answer == {"legal": True, "goal_values": values}


def test_solution_to_a_goal_without_a_legal_value_is_wrong() -> None:
    """OS VII-C-5-a."""
    for found, code in (
        ({"config": "single", "cubes": [{"d": 3, "ud": True}]}, "goal_negative"),
        ({"config": "row2", "cubes": [{"d": 3}]}, "illegal_goal_configuration"),
        ({"config": "single", "cubes": [{"d": 6}]}, "goal_digit_not_on_cubes"),
    ):
        assert outcome(judge_solution("B U L", goal=found)) == ("incorrect", code)


# -- Two Solutions ----------------------------------------------------------------------------------------------------


def judge_two_solutions(*names: str, value: int | dict, **on: object) -> dict:
    solutions = [{"set_name": name} for name in names]
    variations = [{"slug": "two-solutions", "value": True}]
    variations += [{"slug": slug.replace("_", "-"), "value": blank} for slug, blank in on.items()]
    request: dict[str, Any] = {"ruleset": "agloa-onsets-2014", "division": "senior", "universe": FOURTEEN}
    request["goal"] = value if isinstance(value, dict) else goal(value)
    return ask_checker(request | {"variations": variations, "solutions": solutions})


def test_second_set_must_add_a_card_to_the_first() -> None:
    """OS XIII-D-14; JM OS-E22, OS-E23."""
    assert outcome(judge_two_solutions("B n R", "B n G", value=4)) == ("correct", "correct")
    assert outcome(judge_two_solutions("B n R", "R n B", value=4)) == ("incorrect", "second_set_adds_no_card")
    assert outcome(judge_two_solutions("L U L", "B - B", value=0)) == ("incorrect", "second_set_adds_no_card")
    assert outcome(judge_two_solutions("V U V", "B U B'", value=14)) == ("incorrect", "second_set_adds_no_card")


def test_smaller_second_set_adds_nothing_but_a_larger_one_does() -> None:
    """With Absolute Value two sets of different size can both equal the Goal (OS XIII-D-14 comment g)."""
    values = {"config": "row2", "cubes": [{"d": 3}, {"d": 1, "ud": True}]}
    assert judge_two_solutions("(B n R) n G", "B n R", value=values, absolute_value=True)["verdict"] == "correct"
    answer = judge_two_solutions("B n R", "(B n R) n G", value=values, absolute_value=True)
    assert outcome(answer) == ("incorrect", "second_set_adds_no_card")


def test_both_solutions_are_judged_separately() -> None:
    assert outcome(judge_two_solutions("B n R", "B U", value=4)) == ("incorrect", "undefined_symbol_group")
    answer = judge_two_solutions("B n R", "G n B U L", value=4)
    assert [each["verdict"] for each in answer["solutions"]] == ["correct", "correct"]
    answer = judge_two_solutions("B n R", "B U B n G", value=4)
    assert (answer["verdict"], answer["reason"].startswith("Solution 2: ")) == ("ambiguous", True)


def test_both_fail_if_a_reading_of_the_second_adds_no_card() -> None:
    assert outcome(judge_two_solutions("B n R", "B - L - R'", value=4)) == ("incorrect", "second_set_adds_no_card")
    values = {"config": "row2", "cubes": [{"d": 4}, {"d": 2, "ud": True}]}
    answer = judge_two_solutions("(B n R) - G", "B - R' - G", value=values, absolute_value=True)
    assert outcome(answer) == ("ambiguous", "ambiguous_grouping")
    assert [each["verdict"] for each in answer["solutions"]] == ["correct", "correct"]


def test_one_solution_is_not_enough() -> None:
    assert outcome(judge_two_solutions("B n R", value=4)) == ("incorrect", "two_solutions_needed")
    answer = judge_solution("B n R", value=4, division="S", universe=FOURTEEN, on={"two-solutions": True})
    assert outcome(answer) == ("incorrect", "two_solutions_needed")


def test_two_solutions_without_the_variation_cannot_be_judged() -> None:
    request = {"ruleset": "agloa-onsets-2014", "division": "M", "universe": TWELVE, "goal": goal(3)}
    answer = ask_checker(request | {"solutions": [{"set_name": "B n R"}, {"set_name": "B n R"}]})
    assert answer == {"error": "Enter exactly 1 Solution. Only Two Solutions needs 2."}


# -- every violation has its rule -------------------------------------------------------------------------------------


def test_every_violation_is_reported_with_its_rule() -> None:
    on = {"two-operations": True, "required-cube": "G", "no-null-restrictions": True}
    answer = judge_solution("B wR(U) Y", "B = B", value=3, on=on, challenge="now", **mat("BG", "Y", "UU="))
    assert [(each["code"], each["rule"].split(";")[0]) for each in answer["violations"]] == [
        ("cube_not_wild", "OS VII-C-5-e"),
        ("too_few_operations", "OS XIII-B-5"),
        ("required_cube_missing", "OS XIII-B-1"),
        ("required_not_used", "OS VII-B-4-b"),
        ("required_not_used", "OS VII-B-4-b"),
        ("cube_repeated", "OS VII-B-4-d"),
        ("cube_not_there", "OS VII-B-4"),
        ("null_restriction", "OS XIII-B-8"),
        ("not_equal", "OS VII-B-3"),
    ]
    assert answer["reason"] == "Set-Name, character 3: R isn’t wild, so it can’t stand for ∪."


def test_cubes_are_named_as_printed() -> None:
    answer = judge_solution("V U B n", value=5, on={UN: True}, cubes={"required": list("Uc"), "resources": list("BV")})
    assert answer["reason"] == "Set-Name, character 8: There’s no set after this ∩."
    answer = judge_solution("V - B", value=7, on={UN: True}, **mat("Uc", "BV", ""))
    assert [each["reason"] for each in answer["violations"]] == [
        "⊂ is in Required, so there must be a Restriction.",
        "∪ or ∩ is in Required and must be used in the Set-Name.",
        "No − cube is available.",
    ]
