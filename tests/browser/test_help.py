"""The help panel and the guide in a browser: opened by button and by key, with the keys of the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    PHONE,
    NewContext,
    accessibility_problems,
    collect_first_round,
    create_tournament,
    import_roster,
    overflows,
)

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def dashboard_url(new_context: NewContext, signed_in: Any) -> str:
    """The dashboard of a tournament whose first round is being collected."""
    page = new_context(storage_state=signed_in).new_page()
    dashboard_url = create_tournament(page, "Helpful Meet")
    import_roster(page, dashboard_url, ROSTERS / "clean-120.csv", 120)
    collect_first_round(page, dashboard_url)
    page.context.close()
    return dashboard_url


def listed_keys(page: Page) -> dict[str, list[str]]:
    """The keys in the panel, by the heading of their list."""
    found: dict[str, list[str]] = page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("#help h4")].map((heading) => [
            heading.textContent,
            [...heading.nextElementSibling.querySelectorAll("dt")].map((term) => term.textContent),
        ]))"""
    )
    return found


def open_sheet(page: Page, dashboard_url: str, table: int) -> None:
    page.goto(f"{dashboard_url}sheets/?table={table}")
    page.wait_for_selector("#sheet[data-ready]")


def test_button_opens_help_and_escape_returns_to_it(director: Page, dashboard_url: str) -> None:
    director.goto(f"{dashboard_url}checkin/")
    director.click("[data-help]")
    panel = director.locator("#help")
    expect(panel).to_contain_text("Check players in when they arrive.")
    expect(panel.locator("a:has-text('Read the guide')")).to_have_attribute("href", "/help/check-in/")
    expect(panel.locator("a:has-text('Read the guide')")).to_have_attribute("target", "_blank")
    assert accessibility_problems(director) == []
    director.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(director.locator("[data-help]")).to_be_focused()


def test_question_mark_lists_the_keys_of_the_page(director: Page, dashboard_url: str) -> None:
    director.goto(f"{dashboard_url}sheets/")
    director.locator("h1").click()
    director.keyboard.press("?")
    assert listed_keys(director) == {"On every page": ["/", "?", "Ctrl/", "Esc"]}


def test_help_opens_inside_a_scoresheet_cell(director: Page, dashboard_url: str) -> None:
    open_sheet(director, dashboard_url, 1)
    director.keyboard.type("6")
    before = director.evaluate("document.activeElement.name")
    director.keyboard.press("Control+/")
    expect(director.locator("#help")).to_contain_text("Enter one scoresheet here.")
    keys = listed_keys(director)
    assert keys["In a score"] == ["−", "j", "a", "v", "r", "o", "i", "t", "Space", "Backspace", "↑↓←→", "Enter"]
    assert keys["In a total"] == ["Enter↓", "↑", "Space"]
    director.keyboard.press("Escape")
    expect(director.locator("#help")).to_be_hidden()
    assert director.evaluate("document.activeElement.name") == before
    assert director.input_value("[name=shake-1-1]") == "6", "the key was not typed into the cell"


def test_same_key_closes_help(director: Page, dashboard_url: str) -> None:
    director.goto(dashboard_url)
    director.keyboard.press("Control+/")
    expect(director.locator("#help")).to_be_visible()
    director.keyboard.press("Control+/")
    expect(director.locator("#help")).to_be_hidden()


@pytest.mark.parametrize(
    ("path", "title", "keys"),
    [
        ("sheets/grid/{round}/", "In a row", ["Enter", "Space", "↓", "↑", "a"]),
        ("draws/{round}/", "On the tables", ["←→↑↓", "0–9", "SpaceEnter", "Esc", "l"]),
        ("roster/{event}/{division}/", "In the grid", ["Enter↓", "↑"]),
    ],
    ids=["round grid", "tables", "roster"],
)
def test_help_lists_the_keys_of_a_grid(
    director: Page, dashboard_url: str, path: str, title: str, keys: list[str]
) -> None:
    director.goto(f"{dashboard_url}sheets/")
    grid = director.get_attribute("a:has-text('Enter all tables')", "href") or ""
    director.goto(f"{dashboard_url}roster/")
    event, division = (director.get_attribute("main h2 + a", "href") or "").rstrip("/").split("/")[-2:]
    director.goto(dashboard_url + path.format(round=grid.rstrip("/").split("/")[-1], event=event, division=division))
    director.keyboard.press("Control+/")
    assert listed_keys(director)[title] == keys


def test_abbreviations_of_the_page_are_explained(director: Page, dashboard_url: str) -> None:
    director.goto(f"{dashboard_url}points/?event=agloa-equations-2019&first=40&second=40&third=12")
    director.click("[data-help]")
    meanings = director.locator("[data-help-abbreviations] dt").all_inner_texts()
    assert meanings == ["EQ"]
    assert director.locator("[data-help-abbreviations] dd").all_inner_texts() == [
        "Equations Tournament Rules 2019-20 (AGLOA)"
    ]


def test_help_fits_a_phone(open_page: Open, signed_in: Any, dashboard_url: str) -> None:
    phone = open_page(dashboard_url, storage_state=signed_in, **PHONE)
    phone.tap("[data-help]")
    panel = phone.locator("#help").bounding_box()
    assert panel is not None
    assert (panel["x"], panel["width"]) == (0, 390)
    assert not overflows(phone)
    assert accessibility_problems(phone) == []


def test_shortcuts_can_be_turned_off_but_help_stays(director: Page, dashboard_url: str) -> None:
    director.goto(dashboard_url)
    director.click("[data-help]")
    director.uncheck("[data-keys-on]")
    director.keyboard.press("Escape")
    director.locator("h1").click()
    director.keyboard.press("?")
    expect(director.locator("#help")).to_be_hidden()
    director.keyboard.press("Control+/")
    director.check("[data-keys-on]")


def test_help_works_signed_out_and_without_scripts(open_page: Open) -> None:
    page = open_page("/account/sign-in/", java_script_enabled=False)
    page.click("a:has-text('Help')")
    page.wait_for_url("**/help/**")
