"""Table assignments in a browser: change them by keyboard and by dragging, undo, publish, look up, and repair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, accessibility_problems, create_tournament, import_roster, overflows

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"


@pytest.fixture
def draft(director: Page) -> str:
    """Open the page of a draft; return the dashboard URL."""
    dashboard_url = create_tournament(director, "Draw Meet")
    import_roster(director, dashboard_url, ROSTERS / "clean-120.csv", 120)
    director.goto(dashboard_url)
    director.click("button:has-text('Start tournament')")
    director.wait_for_selector("text=Finish tournament")
    director.goto(f"{dashboard_url}rounds/")
    director.click("main ol a >> nth=0")
    director.click("text=Assign tables")
    director.click("main button:has-text('Assign tables')")
    expect(director.locator("#certificate")).to_have_text("Best possible assignment")
    return dashboard_url


def test_draft_is_changed_by_keyboard_and_by_dragging_and_undone(director: Page, draft: str) -> None:
    steps = director.locator("aside ol li")
    director.keyboard.press("3")
    expect(director.locator("[data-table='3'] .chip").first).to_be_focused()
    director.keyboard.press("ArrowDown")
    expect(director.locator("[data-table='3'] .chip").nth(1)).to_be_focused()
    director.keyboard.press("Enter")
    expect(director.locator("[data-picked]")).to_have_count(1)
    expect(director.locator(".chip[data-tone=bad]").first).to_contain_text("more teammate pair")
    assert accessibility_problems(director) == []
    director.keyboard.press("Escape")
    expect(director.locator("[data-picked]")).to_have_count(0)
    director.locator("[data-table='3'] .chip").first.click()
    director.locator(".chip[data-tone=ok]").first.click()
    expect(steps).to_have_count(1)
    director.locator("[data-table='1'] .chip").first.drag_to(director.locator("[data-table='5'] .chip").nth(1))
    expect(steps).to_have_count(2)
    director.keyboard.press("u")
    expect(steps).to_have_count(1)
    director.keyboard.press("u")
    expect(steps).to_have_count(0)
    expect(director.locator("#certificate")).to_have_text("Best possible assignment")


def test_published_tables_are_found_on_a_phone_and_repaired_after_a_no_show(
    director: Page, open_page: Callable[..., Page], draft: str
) -> None:
    director.click("button:has-text('Publish')")
    expect(director.locator(".pagehead .badge")).to_have_text("published, version 1")
    draw = director.url
    director.goto(f"{draft}names/")
    director.check("text=Public page")
    director.click("text=Save and continue")
    phone = open_page(draft.replace("/t/", "/p/") + "tables/", **PHONE)
    phone.fill("#q", "ada")
    expect(phone.locator(".sitting").first).to_contain_text("Table")
    assert accessibility_problems(phone) == []
    assert not overflows(phone)
    director.goto(f"{draft}checkin/?q=calculators")
    director.locator("#cards section").first.locator("button:has-text('Absent')").first.click()
    director.wait_for_selector("#cards section >> nth=0 >> button[aria-pressed=true]:has-text('Absent')")
    director.goto(draw)
    director.click("button:has-text('Fix with the fewest moves')")
    expect(director.locator("text=compared with version 1")).to_be_visible()
    director.click("button:has-text('Publish')")
    expect(director.locator(".pagehead .badge")).to_have_text("published, version 2")


def test_projector_display_turns_its_pages(director: Page, open_page: Callable[..., Page], draft: str) -> None:
    director.click("button:has-text('Publish')")
    director.goto(f"{draft}names/")
    director.check("text=Public page")
    director.click("text=Save and continue")
    wall = open_page("about:blank", viewport={"width": 1920, "height": 600})
    wall.clock.install()
    wall.goto(draft.replace("/t/", "/p/") + "wall/")
    shown = wall.locator(".wall-line:visible")
    expect(shown.first).to_be_visible()
    first = shown.first.inner_text()
    wall.clock.run_for(9_500)
    expect(shown.first).not_to_have_text(first)
    assert accessibility_problems(wall) == []
