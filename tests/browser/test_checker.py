"""The checker on a judge's phone: tap a Solution, see it drawn while typing, and rule with the verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, accessibility_problems, overflows
from tests.system.program import Program

SEED = """
import json
from judging.calls.actions import begin
from scoring.models import Sheet
from tests.factories import helper
from tests.collecting_round import create_collecting_round, session_of
from tournament.books import save_copy
from foundation.people.actor import Actor
from foundation.people.models import Role
from tournament.rounds.models import Round

found = []
for edition, game in (("agloa-equations-2019", "Equations"), ("agloa-onsets-2014", "On-Sets")):
    meet = create_collecting_round(3)
    meet.events.update(book=save_copy(edition), edition=edition, game=game)
    Round.objects.filter(tournament=meet).update(state="running")
    judge = helper(meet, Role.JUDGE)
    begin(Actor(user=judge), Sheet.objects.filter(tournament=meet).select_related("tournament").first())
    found.append([meet.slug, session_of(judge)])
print(json.dumps(found))
"""
Window = Callable[..., Page]


@pytest.fixture(scope="module")
def meets(program: Program, signed_in: Any) -> list[list[str]]:
    """A tournament of Equations and one of On-Sets, each with the session of a judge who is at a table."""
    return json.loads(program.run_python(SEED).strip().splitlines()[-1])


@pytest.fixture
def at_table(open_page: Window, base: str, meets: list[list[str]]) -> Callable[[int], Page]:
    def open_as(which: int) -> Page:
        slug, session = meets[which]
        page = open_page("/style/", **PHONE)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": base}])
        page.goto(f"/t/{slug}/judging/")
        page.click("text=You’re at Table")
        page.click("text=Check a Solution")
        assert_page_is_sound(page)
        page.click("button:has-text('Open checker')")
        page.wait_for_selector("#checker")
        return page

    return open_as


def assert_page_is_sound(page: Page) -> None:
    assert (accessibility_problems(page), overflows(page)) == ([], False)


def tap_keys(page: Page, field: str, *keys: str) -> None:
    page.focus(field)
    for key in keys:
        page.click(f".cube-keys [aria-label='{key}']")


def test_judge_taps_an_equation_and_rules(at_table: Callable[[int], Page]) -> None:
    page = at_table(0)
    tap_keys(page, "#id_goal_mat", "3", "7")
    tap_keys(page, "#id_solution", "6", "times", "6", "plus", "2", "Delete last character", "1")
    expect(page.locator("#id_solution")).to_have_value("6x6+1")
    expect(page.locator("#looks math")).to_have_count(3)
    assert_page_is_sound(page)
    page.click("button:has-text('Check')")
    expect(page.locator("#verdict")).to_have_text("Ambiguous")
    expect(page.locator("section:has(#breaking-head) math")).to_have_count(1)
    assert_page_is_sound(page)
    page.click("text=Rule with this")
    page.wait_for_selector("#ruling")
    page.click("text=Save ruling")
    page.click("text=Checker’s answer")
    expect(page.locator("#verdict")).to_have_text("Ambiguous")
    page.click("text=Check another")
    tap_keys(page, "#id_goal_mat", "3", "7")
    tap_keys(page, "#id_solution", "parentheses", "6", "times", "6")
    page.press("#id_solution", "End")
    tap_keys(page, "#id_solution", "plus", "1")
    expect(page.locator("#id_solution")).to_have_value("(6x6)+1")
    page.click("button:has-text('Check')")
    expect(page.locator("#verdict")).to_have_text("Correct")


def test_unreadable_part_of_a_set_name_is_marked(at_table: Callable[[int], Page], meets: list[list[str]]) -> None:
    page = at_table(1)
    page.fill("#id_set_name_1", "BU?R")
    expect(page.locator("#looks mark")).to_have_text("?R")
    page.fill("#id_set_name_1", "BUR-G")
    expect(page.locator("#looks .formula")).to_have_text(["B ∪ (R − G)", "(B ∪ R) − G"])
    for card in "B", "BR", "R", "G":
        page.check(f"[name=universe][value={card}]")
    page.select_option("#id_goal", "single")
    page.fill("#id_goal_cubes", "3")
    page.click("button:has-text('Check')")
    expect(page.locator("#verdict")).to_have_text("Correct")
    expect(page.locator(".set-card[data-state=in]")).to_have_count(3)
    assert_page_is_sound(page)
