"""Every page at three widths, light and dark: axe-core finds nothing, nothing sticks out, the keyboard is enough."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    DANA,
    LAPTOP,
    PHONE,
    PROJECTOR,
    NewContext,
    accessibility_problems,
    add_team,
    create_tournament,
    import_roster,
    make_badge,
    overflows,
)
from tests.system.machine import Program

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"
SCREENS: dict[str, dict[str, Any]] = {
    "phone, light": PHONE | {"color_scheme": "light"},
    "laptop, dark": LAPTOP | {"color_scheme": "dark"},
    "projector, light": PROJECTOR | {"color_scheme": "light"},
}
OUTSIDE = ["/account/sign-in/", "/style/", "/api/docs/", "/no/such/page/", "/join/wrong/"]
SITE = [
    "/",
    "/new/",
    "/import/",
    "/seasons/",
    "/rehearsal/",
    "/log/",
    "/account/",
    "/account/security/",
    "/account/sessions/",
    "/account/password/",
]
POINTS = "points/?event=agloa-equations-2019&first=40&second=40&third=12"
BELOW_BOARD = ["", "edit/", "games/", "rooms/", "names/", "roster/", "roster/import/", "checkin/", "rounds/", "clock/"]
BELOW_BOARD += [
    "teams/",
    "requests/",
    "staff/",
    "tokens/",
    "tables/plan/",
    "seating/",
    "sheets/",
    "standings/",
    "standings/changes/",
    "standings/charts/",
    "release/",
    "ceremony/",
    "ceremony/list/",
    POINTS,
    "judges/",
    "judging/",
    "judging/cases/",
    "judging/cases/?q=ran out of time",
    "judging/cases/add/?situation=A dog ate a cube",
    "judging/reference/",
    "penalties/",
    "protests/",
    "print/",
    "print/letterhead/",
    "print/scoresheets/",
    "backups/",
    "archive/",
]
LONG = "Wolfeschlegelsteinhausenbergerdorff" * 3


EVERYBODYS_DIRECTOR = """
from foundation.tournaments import Tournament
from foundation.people.models import Membership, Role, User
dana = User.objects.get(email="dana@example.org")
for meet in Tournament.objects.exclude(memberships__user=dana):
    Membership.objects.create(tournament=meet, user=dana, role=Role.DIRECTOR)
"""


@pytest.fixture(scope="module")
def board(new_context: NewContext, program: Program, signed_in: Any) -> str:
    """A tournament with something on every page, of somebody who directs all others too and so may go back."""
    program.shell(EVERYBODYS_DIRECTOR)
    page = new_context(storage_state=signed_in).new_page()
    board = create_tournament(page, f"Accessible Meet {LONG}")
    add_team(page, board, "Pascal Middle School", "Calculators")
    add_team(page, board, LONG, LONG)
    page.click("button:has-text('Make a link')")
    page.wait_for_selector("a:has-text('Show')")
    make_badge(page, board, "judge", "Judge 1")
    import_roster(page, board, ROSTERS / "clean-120.csv", 120)
    page.goto(f"{board}backups/")
    page.click("button:has-text('Back up now')")
    page.wait_for_selector("main a:has-text('Go back to it')")
    page.context.close()
    return board


def check(page: Page, path: str) -> None:
    page.goto(path)
    assert accessibility_problems(page) == [], path
    assert not overflows(page), path


@pytest.mark.parametrize("screen", SCREENS)
def test_pages_before_signing_in(open_page: Callable[..., Page], screen: str) -> None:
    page = open_page(**SCREENS[screen])
    for path in OUTSIDE:
        check(page, path)


@pytest.mark.parametrize("screen", SCREENS)
def test_pages_of_the_director(open_page: Callable[..., Page], signed_in: Any, board: str, screen: str) -> None:
    page = open_page(storage_state=signed_in, **SCREENS[screen])
    for path in [*SITE, *(board + part for part in BELOW_BOARD)]:
        check(page, path)
    page.goto(board)
    check(page, page.get_attribute("a:has-text('Rule book')", "href") or "")
    page.goto(f"{board}games/")
    check(page, page.get_attribute("main a:has-text('Choices')", "href") or "")
    page.goto(f"{board}backups/")
    check(page, page.get_attribute("main a:has-text('Go back to it') >> nth=0", "href") or "")


def test_refused_form_is_announced_at_its_field(director: Page) -> None:
    director.goto("/new/?preset=custom")
    director.fill("[name=name]", "Backwards Meet")
    director.fill("[name=starts_on]", "2026-11-14")
    director.fill("[name=ends_on]", "2026-11-01")
    director.check("text=Equations · AGLOA 2019-20")
    director.click("text=Create the tournament")
    field = director.locator("[name=ends_on]")
    expect(field).to_have_attribute("aria-invalid", "true")
    described = director.locator(f"#{(field.get_attribute('aria-describedby') or '').split()[-1]}")
    expect(described).to_contain_text("The last day is before the first.")
    expect(director.locator("[name=name]")).to_have_value("Backwards Meet")
    assert accessibility_problems(director) == []


def test_keyboard_alone_signs_in_and_creates_a_tournament(open_page: Callable[..., Page], signed_in: Any) -> None:
    """`signed_in` only makes sure that the account exists; this window starts without it."""
    page = open_page("/account/sign-in/")
    page.locator("[name=login]").focus()
    page.keyboard.type(DANA["email"])
    page.keyboard.press("Tab")
    page.keyboard.type(DANA["password"])
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('Your tournaments')")
    page.goto("/new/?preset=custom")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "name":
        page.keyboard.press("Tab")
    page.keyboard.type("Keyboard Meet")
    while page.evaluate("document.activeElement.type") != "checkbox":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/keyboard-meet/"))


def test_question_mark_lists_the_keys_of_the_page(director: Page, board: str) -> None:
    director.goto(f"{board}staff/")
    director.keyboard.press("?")
    expect(director.locator("dialog[open]")).to_contain_text("Print badges")
    director.keyboard.press("Escape")
    expect(director.locator("dialog[open]")).to_have_count(0)


def test_theme_is_remembered_on_the_device(open_page: Callable[..., Page]) -> None:
    page = open_page("/account/sign-in/", color_scheme="light")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.click("[data-theme-switch], .theme-switch")
    dark = page.evaluate(background)
    page.reload()
    assert (page.evaluate(background), dark != light) == (dark, True)
