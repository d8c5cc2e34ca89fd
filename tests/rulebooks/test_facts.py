"""Editions in words, and the differences between two that the leagues themselves would name (table 5.12)."""

from __future__ import annotations

import pytest

from rulebooks import Edition, chapters, differences, editions, get
from rulebooks.citations import citation_in_words
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
        "Now challenge · Third Party: presented a correct Equation": ("6", "4"),
        "No Goal challenged · Third Party: presented a correct Equation": ("6", "4"),
        "Now challenge · Mover: accepted another player’s incorrect Equation": ("2", ""),
        "Absent for a shake": ("−2", "0"),
        "The player in the lead may make a bonus move": ("no", "yes"),
        "Divisions where a judge initials every 1-point penalty": (
            "Elementary and Middle",
            "Minor, Elementary, and Middle",
        ),
        "A ruling can be protested": ("yes", "the book doesn’t say"),
        "Most digits per numeral in the Goal": ("2", "3"),
        "The usual order of operations applies": ("no", "yes"),
        "Saying exactly what’s illegal, right away": ("no fixed time.", "15 sec."),
    }
    assert {label: found.get(label) for label in wanted} == wanted
    assert found["A challenge against the player’s own move"] == (
        "Challenger: −1. The challenge is set aside.",
        "Challenger: no penalty. The challenge is set aside.",
    )
    later, again = found["Not finished when time was up"]
    assert later.endswith("Then another −1. The player loses the turn or may not finish the task.")
    assert "Then" not in again
    assert (
        "The head judge must approve."
        in found["Disturbing or intimidating others again after a warning, even in a later round"][1]
    )
    assert found["Elementary: variations"][0].startswith("Sideways, Upside-down, 0 Wild")
    same = {"Players at a table", "The scoresheet is turned in by", "Player’s own score too high, meant to deceive"}
    assert not same & set(found)


def test_equations_and_on_sets_differ_where_the_leagues_say_so() -> None:
    found = changes("agloa-equations-2019", "agloa-onsets-2014")
    assert found["A challenge that claims no solution is possible is called"] == ("Impossible", "Never")
    assert found["Now challenge · Third Party: presented a correct Equation"] == ("6", "4")
    assert found["When No Goal is challenged"][1] == (
        "Default: An opponent who disagrees sets a Goal (rule book). "
        "Can be chosen: An opponent who disagrees writes a Solution (2018-19 judges’ manual)."
    )
    assert found["Writing after Stop"] == ("2 min.", "2 min; 3 min with Two Solutions.")
    assert "Absent for a shake" not in found


def test_equations_and_the_cup_differ_where_the_leagues_say_so() -> None:
    found = changes("agloa-equations-2019", "acc-2026")
    assert found["One roll of the cubes is called"] == ("shake", "game")
    assert found["What can be corrected after initialing"] == ("an oversight, if all players agree", "nothing")
    assert found["The scoresheet is turned in by"][1] == "an official"
    assert found["A ruling can be protested"] == ("yes", "no")
    assert found["Player score for a round"][1] == "total ÷ games played at the table, to 2 decimals, halves rounded up"
    assert found["The round, until no new shake may start"] == ("30 min.", "20 min.")
    assert found["After an unchallenged No Goal, the Goal is set by"][1] == "the next player to the left"


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
        "Terms",
        "Divisions and tables",
        "Goal and play",
        "Points",
        "Match results",
        "Time limits",
        "Announcer’s script",
        "Penalties",
        "Variations",
        "Scoresheet",
        "Protests",
        "Equipment",
    ]


def test_numbers_are_formatted_as_people_write_them() -> None:
    assert (format_points(-2), format_points(6), format_duration(15), format_duration(120)) == (
        "−2",
        "6",
        "15 sec",
        "2 min",
    )


def test_own_interpretation_is_cited_by_our_name() -> None:
    assert citation_in_words("EQ I-A; HT table sizes") == "EQ I-A; Headtable: table sizes"
    assert citation_in_words("HT appeals") == "Headtable: appeals"
