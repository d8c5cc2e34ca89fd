"""A judge's phone in a browser: choose a table on the keypad, keep typed text while tapping, give a second opinion."""

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
from tests.factories import director_of, helper
from tests.collecting_round import create_collecting_round, session_of
from foundation.people.models import Role
from tournament.rounds.models import Round
meet = create_collecting_round(12)
Round.objects.filter(tournament=meet).update(state="running")
people = [director_of(meet), *(helper(meet, Role.JUDGE) for _ in range(3))]
print(json.dumps([meet.slug, Round.objects.get(tournament=meet).pk, *map(session_of, people)]))
"""
Window = Callable[..., Page]


@pytest.fixture(scope="module")
def played_round(program: Program, signed_in: Any) -> list[Any]:
    """The slug and round of a tournament, and the sessions of a director and three judges."""
    return json.loads(program.run_python(SEED).strip().splitlines()[-1])


@pytest.fixture
def window(open_page: Window, base: str, played_round: list[Any]) -> Window:
    def open_as(session: str, path: str, **options: Any) -> Page:
        page = open_page("/style/", **options)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": base}])
        page.goto(f"/t/{played_round[0]}/{path}")
        return page

    return open_as


def assert_page_is_sound(page: Page) -> None:
    assert accessibility_problems(page) == []
    assert not overflows(page)


def test_judge_rules_on_a_phone_and_another_gives_a_second_opinion(window: Window, played_round: list[Any]) -> None:
    _, round_id, director, jo, lee, _ = played_round
    first = window(jo, "judging/", **PHONE)
    assert_page_is_sound(first)
    first.click("text=Start a visit")
    first.wait_for_selector("[data-digit='0']")
    assert_page_is_sound(first)
    for digit in "1", "9", "⌫", "0":
        first.click(f"[data-digit='{digit}']")
    expect(first.locator("#id_table")).to_have_value("10")
    first.click("button:has-text('Start visit')")
    first.wait_for_selector("h1:has-text('Table 10')")
    first.fill("#id_situation", "The boy went to the bathroom and the others moved a cube.")
    first.click("#like button >> nth=0")
    expect(first.locator("#id_rule")).to_have_value("JM C24")
    first.click("#about button:has-text('Behavior')")
    expect(first.locator("#about [aria-pressed=true]")).to_have_text("Behavior")
    first.click("#players button >> nth=0")
    expect(first.locator("#times [aria-current]")).to_have_text("Player away")
    first.evaluate("document.querySelector('#times').dataset.old = ''")
    first.click("#players button:has-text('Mark as back')")
    expect(first.locator("#times[data-old]")).to_have_count(0)
    expect(first.locator("#times [aria-current]")).to_have_text("Player away")
    first.fill("#times [name=minutes]", "3")
    first.click("text=Add time")
    first.wait_for_selector("#times li:has-text('player away')")
    expect(first.locator("#id_situation")).to_have_value("The boy went to the bathroom and the others moved a cube.")
    assert_page_is_sound(first)
    first.fill("#id_decision", "The cube goes back.")
    first.click("text=Save ruling")
    first.click("text=Get second opinion")
    expect(first.locator("svg.qr")).to_be_visible()
    assert_page_is_sound(first)
    first.click("text=End visit")
    first.wait_for_selector("text=ended")

    dashboard = window(director, "")
    expect(dashboard.locator(".counts [data-tone=warn]")).to_have_text(
        "Table 10 is waiting for a judge (just now), Elementary"
    )

    second = window(lee, f"at/{round_id}/10/", **PHONE)
    expect(second.locator(".notice")).to_have_text("A player asked for a second opinion here.")
    assert_page_is_sound(second)
    second.click("text=Start visit")
    second.wait_for_selector("h1:has-text('Table 10')")
    assert (second.content().count("bathroom"), second.content().count("The cube goes back")) == (0, 0)
    assert_page_is_sound(second)


def test_time_of_a_visit_counts_up(window: Window, played_round: list[Any]) -> None:
    page = window(played_round[5], f"at/{played_round[1]}/3/", **PHONE)
    page.click("text=Start visit")
    expect(page.locator("[data-up]")).to_have_text("0:02")
    page.click("text=End visit")
