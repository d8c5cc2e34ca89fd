"""How a text is read while a judge types it."""

from __future__ import annotations

import pytest

from rulebooks import VariationPick, get
from rulebooks.onsets import Goal, GoalCube, MatSections, SolutionQuestion, WrittenSolution, judge, preview
from tests.rulebooks.onsets.checker_helpers import TWELVE

EDITION = get("agloa-onsets-2014")


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("B", ["B"]),
        ("b u g", ["B ∪ G"]),
        ("B U G - R", ["B ∪ (G − R)", "(B ∪ G) − R"]),
        ("B U R U G", ["B ∪ (R ∪ G)"]),
        ("((B U L)')'' n V", ["(B ∪ Λ)′′′ ∩ V"]),
        ("B wY(-) R", ["B Y→− R"]),
        ("wU(R)' n B", ["∪→R′ ∩ B"]),
        ("B U (G - R", ["B ∪ (G − R)", "(B ∪ G) − R"]),
    ],
)
def test_set_name_is_shown_in_every_distinct_reading(text: str, drawn: list[str]) -> None:
    assert [reading.drawn for reading in preview(text).readings] == drawn


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("(B c R U G)", ["B c R U G"]),
        ("B=R'c(V-G)", ["B = R' c V - G"]),
        ("B c R U G - Y", ["B c R U (G - Y)", "B c (R U G) - Y"]),
    ],
)
def test_restriction_is_shown_in_every_distinct_reading(text: str, typed: list[str]) -> None:
    assert [reading.typed for reading in preview(text, is_restriction=True).readings] == typed


@pytest.mark.parametrize(
    ("text", "is_restriction", "position", "unfinished"),
    [
        ("", False, 0, True),
        ("B U", False, 3, True),
        ("B U ", False, 4, True),
        ("B U (", False, 5, True),
        ("B w", False, 2, True),
        ("B R", False, 2, False),
        ("B = R", False, 2, False),
        ("B ? R", False, 2, False),
        ("B U R", True, 5, True),
        ("B =", True, 3, True),
        ("(B = R)'", True, 3, False),
        ("((((B", False, 0, True),
    ],
)
def test_incomplete_input_is_explained_with_its_position(
    text: str, is_restriction: bool, position: int, unfinished: bool
) -> None:
    found = preview(text, is_restriction=is_restriction)
    assert (found.readings, found.position, found.unfinished) == ((), position, unfinished)
    assert found.problem.endswith((".", "(-)."))


def test_readings_are_compared_on_the_dealt_cards() -> None:
    """Where no card is both green and yellow, G − Y is G."""
    assert len(preview("B U G - Y", universe=("B", "G", "Y")).readings) == 1
    assert len(preview("B U G - Y").readings) == 2


def test_judge_answers_a_page_with_frozen_facts() -> None:
    case = SolutionQuestion(
        division="Middle",
        universe=tuple(TWELVE),
        solutions=(WrittenSolution("R U Y", ("B U R n G = L",)),),
        goal=Goal("single", (GoalCube(3),)),
        picks=(VariationPick("two-operations", False),),
        sections=MatSections(permitted=tuple("RUYBUnG=L"), after_now=True),
    )
    found = judge(EDITION, case)
    assert (found.verdict, found.count, found.goal_values, found.equal_if_not_raised) == ("ambiguous", 3, (3,), True)
    assert (found.cards, found.removed) == (("R", "GY", "Y"), ("BRG", "BRY", "BR", "BG", "B", "RGY", "RG"))
    assert [reading.drawn_restrictions for reading in found.breaking] == [("(B ∪ R) ∩ G = Λ",)]
    assert found.rule == "OS VII-B-6; OS VII-C-5-c"
    assert found.reason == "It can be grouped in a way that’s incorrect. The set counts 5, but the Goal is 3."
