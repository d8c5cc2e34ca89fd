"""Every page at three widths, light and dark: axe-core finds nothing, nothing overflows, the keyboard is enough."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    DIRECTOR,
    LAPTOP,
    PHONE,
    PROJECTOR,
    NewContext,
    accessibility_problems,
    add_team,
    create_tournament,
    direct_every_tournament,
    import_roster,
    make_badge,
    overflows,
)
from tests.system.program import Program

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"
SCREENS: dict[str, dict[str, Any]] = {
    "phone, light": PHONE | {"color_scheme": "light"},
    "laptop, dark": LAPTOP | {"color_scheme": "dark"},
    "projector, light": PROJECTOR | {"color_scheme": "light"},
}
SIGNED_OUT_PAGES = [
    "/account/sign-in/",
    "/help/",
    "/help/?q=judge",
    "/help/scoresheets/",
    "/style/",
    "/api/docs/",
    "/no/such/page/",
    "/join/wrong/",
]
SITE_PAGES = [
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
POINTS_PAGE = "points/?event=agloa-equations-2019&first=40&second=40&third=12"
TOURNAMENT_PAGES = [
    "",
    "edit/",
    "games/",
    "rooms/",
    "names/",
    "roster/",
    "roster/import/",
    "checkin/",
    "rounds/",
    "clock/",
]
TOURNAMENT_PAGES += [
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
    POINTS_PAGE,
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
LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff" * 3


@pytest.fixture(scope="module")
def dashboard_url(new_context: NewContext, program: Program, signed_in: Any) -> str:
    """A tournament with content on every page. Its director directs all others too, and so may restore backups."""
    direct_every_tournament(program)
    page = new_context(storage_state=signed_in).new_page()
    dashboard_url = create_tournament(page, f"Accessible Meet {LONG_NAME}")
    add_team(page, dashboard_url, "Pascal Middle School", "Calculators")
    add_team(page, dashboard_url, LONG_NAME, LONG_NAME)
    page.click("button:has-text('Create link')")
    page.wait_for_selector("a:has-text('Show')")
    make_badge(page, dashboard_url, "judge", "Judge 1")
    import_roster(page, dashboard_url, ROSTERS / "clean-120.csv", 120)
    page.goto(f"{dashboard_url}backups/")
    page.click("button:has-text('Back up now')")
    page.wait_for_selector("main a:has-text('Restore')")
    page.context.close()
    return dashboard_url


def check_page(page: Page, path: str) -> None:
    page.goto(path)
    assert accessibility_problems(page) == [], path
    assert not overflows(page), path


@pytest.mark.parametrize("screen", SCREENS)
def test_pages_before_signing_in(open_page: Callable[..., Page], screen: str) -> None:
    page = open_page(**SCREENS[screen])
    for path in SIGNED_OUT_PAGES:
        check_page(page, path)


@pytest.mark.parametrize("screen", SCREENS)
def test_pages_for_the_director(
    open_page: Callable[..., Page], signed_in: Any, dashboard_url: str, screen: str
) -> None:
    page = open_page(storage_state=signed_in, **SCREENS[screen])
    for path in [*SITE_PAGES, *(dashboard_url + part for part in TOURNAMENT_PAGES)]:
        check_page(page, path)
    page.goto(dashboard_url)
    check_page(page, page.get_attribute("a:has-text('Rule book')", "href") or "")
    page.goto(f"{dashboard_url}games/")
    check_page(page, page.get_attribute("main a:has-text('Settings')", "href") or "")
    page.goto(f"{dashboard_url}backups/")
    check_page(page, page.get_attribute("main a:has-text('Restore') >> nth=0", "href") or "")


def test_form_error_is_announced_at_its_field(director: Page) -> None:
    director.goto("/new/?preset=custom")
    director.fill("[name=name]", "Backwards Meet")
    director.fill("[name=starts_on]", "2026-11-14")
    director.fill("[name=ends_on]", "2026-11-01")
    director.check("text=Equations · AGLOA 2019-20")
    director.click("text=Create tournament")
    field = director.locator("[name=ends_on]")
    expect(field).to_have_attribute("aria-invalid", "true")
    described = director.locator(f"#{(field.get_attribute('aria-describedby') or '').split()[-1]}")
    expect(described).to_contain_text("The last day can’t be before the first day.")
    expect(director.locator("[name=name]")).to_have_value("Backwards Meet")
    assert accessibility_problems(director) == []


def test_keyboard_alone_signs_in_and_creates_a_tournament(open_page: Callable[..., Page], signed_in: Any) -> None:
    """`signed_in` only ensures that the account exists. This window starts signed out."""
    page = open_page("/account/sign-in/")
    page.locator("[name=login]").focus()
    page.keyboard.type(DIRECTOR["email"])
    page.keyboard.press("Tab")
    page.keyboard.type(DIRECTOR["password"])
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


def test_question_mark_lists_the_keyboard_shortcuts(director: Page, dashboard_url: str) -> None:
    director.goto(f"{dashboard_url}staff/")
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
