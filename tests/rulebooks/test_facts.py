"""Editions in words, and the differences between two that the leagues themselves would name (table 5.12)."""

from __future__ import annotations

import pytest

from rulebooks import Edition, chapters, differences, editions, get
from rulebooks.facts import format_duration, format_points
from tests.helpers import require


def changes(before: str, after: str) -> dict[str, tuple[str, str]]:
    """Label → the two values; a missing one is empty."""
    return {
        (require(each.before or each.after)).label: (
            each.before.value if each.before else "",
            each.after.value if each.after else "",
        )
        for each in differences(get(before), get(after))
    }


def test_equations_and_mlag_differ_where_the_leagues_say_so() -> None:
    found = changes("agloa-equations-2019", "mlag-basic-2018")
    wanted = {
        "Now challenge · Third party: presented a correct Equation": ("6", "4"),
        "No Goal challenged · Third party: presented a correct Equation": ("6", "4"),
        "Now challenge · Mover: accepted another's Equation that proved wrong": ("2", ""),
        "Absent": ("−2", "0"),
        "The player in the lead may make a bonus move": ("no", "yes"),
        "A judge initials every one-point penalty in": ("Elementary, Middle", "Minor, Elementary, Middle"),
        "A ruling may be appealed": ("yes", "the book does not say"),
        "Digits of a numeral in the Goal, at most": ("2", "3"),
        "The ordinary order of operations applies": ("no", "yes"),
        "Saying exactly what is illegal: at once": ("no fixed time.", "15 s."),
    }
    assert {label: found.get(label) for label in wanted} == wanted
    assert found["A challenge against one's own move"] == (
        "−1 for Challenger: the challenge is set aside.",
        "no penalty for Challenger: the challenge is set aside.",
    )
    later, again = found["Not finished when the time was up"]
    assert later.endswith("Then −1: loses the turn, or may not finish.")
    assert "Then" not in again
    assert (
        "by the head judge"
        in found["Disturbing or intimidating others again, after a warning; also in later rounds"][1]
    )
    assert found["Elementary: variations"][0].startswith("Sideways, Upside-down, 0 Wild")
    same = {"Players at a table", "Who turns the sheet in", "Meant to deceive, own score too high"}
    assert not same & set(found)


def test_equations_and_on_sets_differ_where_the_leagues_say_so() -> None:
    found = changes("agloa-equations-2019", "agloa-onsets-2014")
    assert found["Not solvable any more: the challenge is called"] == ("Impossible", "Never")
    assert found["Now challenge · Third party: presented a correct Equation"] == ("6", "4")
    assert found["When No Goal is challenged"][1].startswith("Who disagrees sets a Goal (the book); or, if chosen, Who")
    assert found["Writing after Stop"] == ("2 min.", "2 min; 3 min with Two Solutions.")
    assert "Absent" not in found


def test_equations_and_the_cup_differ_where_the_leagues_say_so() -> None:
    found = changes("agloa-equations-2019", "acc-2026")
    assert found["One roll of the cubes is called"] == ("shake", "game")
    assert found["After initialing, what may be corrected"] == ("an oversight, if all players agree", "nothing")
    assert found["Who turns the sheet in"][1] == "an official collects it"
    assert found["A ruling may be appealed"] == ("yes", "no")
    assert found["Player score of a round"][1] == "total ÷ games at that table, 2 decimals, halves up"
    assert found["The round, until no new shake is started"] == ("30 min.", "20 min.")
    assert found["After No Goal that nobody challenged, the Goal is set by"][1] == "the next player to the left"


@pytest.mark.parametrize("edition", editions().values(), ids=lambda edition: edition.id)
def test_every_fact_has_words_and_a_rule(edition: Edition) -> None:
    facts = [fact for chapter in chapters(edition) for fact in chapter.facts]
    assert all(fact.label.strip() and fact.value.strip() and fact.rule.strip() for fact in facts)
    keys = [fact.key for fact in facts]
    assert len(set(keys)) == len(keys)
    assert differences(edition, edition) == []


@pytest.mark.parametrize("edition", editions().values(), ids=lambda edition: edition.id)
def test_facts_have_every_chapter(edition: Edition) -> None:
    titles = [chapter.title for chapter in chapters(edition)]
    assert titles == [
        "Words",
        "Divisions and tables",
        "Goal and play",
        "Points",
        "Result of a match",
        "Time limits",
        "The round's script",
        "Penalties",
        "Variations",
        "The scoresheet",
        "Protests",
        "Equipment",
    ]


def test_numbers_are_formatted_as_people_write_them() -> None:
    assert (format_points(-2), format_points(6), format_duration(15), format_duration(120)) == (
        "−2",
        "6",
        "15 s",
        "2 min",
    )
