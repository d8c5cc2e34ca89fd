"""A tournament morning in a browser: import a messy workbook, check in players, and run a round's clock."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    PHONE,
    accessibility_problems,
    create_tournament,
    import_roster,
    make_badge,
    overflows,
)

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"


@pytest.fixture
def dashboard_url(director: Page) -> str:
    return create_tournament(director, "Morning Meet")


def join_with_badge(open_page: Callable[..., Page], link: str, name: str) -> Page:
    phone = open_page(link, **PHONE)
    phone.fill("[name=name]", name)
    phone.click("text=Start")
    phone.wait_for_selector("nav >> text=Check-in")
    return phone


def test_messy_workbook_becomes_a_roster(director: Page, dashboard_url: str) -> None:
    import_roster(director, dashboard_url, ROSTERS / "schools-workbook.xlsx", 80)
    expect(director.locator("h1")).to_have_text("Roster")
    expect(director.locator(".pagehead .badge")).to_have_text("80")


def test_errors_are_shown_at_their_cells_and_nothing_is_imported(director: Page, dashboard_url: str) -> None:
    director.goto(f"{dashboard_url}roster/import/")
    director.set_input_files("[name=file]", ROSTERS / "problems.csv")
    director.click("button:has-text('Preview')")
    expect(director.locator(".cell-problem").first).to_have_text(
        "Elementary goes up to grade 6. Correct the grade or the division."
    )
    expect(director.locator("text=9 problems to fix first.")).to_be_visible()
    expect(director.locator("button:has-text('Import')")).to_have_count(0)
    assert accessibility_problems(director) == []
    assert not overflows(director)


def test_roster_is_edited_like_a_spreadsheet(director: Page, dashboard_url: str) -> None:
    import_roster(director, dashboard_url, ROSTERS / "clean-120.csv", 120)
    director.click("main a:has-text('Edit') >> nth=0")
    director.wait_for_load_state()  # the arrow keys work once the page's script has run
    cells = director.locator("input.cell[aria-label^='Last name']")
    cells.nth(0).fill("Typed")
    director.keyboard.press("ArrowDown")
    expect(cells.nth(1)).to_be_focused()
    expect(director.locator("input.cell[aria-label='Last name, Chloé Typed']")).to_have_value("Typed")
    director.locator("input.cell[aria-label^='Grade']").nth(1).fill("9")
    director.keyboard.press("Tab")
    expect(director.locator(".cell-problem")).to_have_text(
        "Elementary goes up to grade 6. Correct the grade or the division."
    )
    assert accessibility_problems(director) == []
    director.click("button:has-text('Undo')")
    expect(director.locator('input.cell[aria-label="Last name, Chloé D\'Angle"]')).to_have_value("D'Angle")


def test_two_scorekeepers_check_in_the_same_team(
    director: Page, open_page: Callable[..., Page], dashboard_url: str
) -> None:
    import_roster(director, dashboard_url, ROSTERS / "clean-120.csv", 120)
    one, two = (
        join_with_badge(open_page, make_badge(director, dashboard_url, "scorekeeper", f"Desk {n}"), f"Desk {n}")
        for n in (1, 2)
    )
    for phone in (one, two):
        phone.goto(f"{dashboard_url}checkin/?q=calculators")
        expect(phone.locator("#checkin-numbers")).to_contain_text("tables of 3")
    team = "#cards section >> nth=0"
    one.locator(team).locator("button:has-text('Mark team here')").click()
    expect(two.locator(team).locator("button[aria-pressed=true]:has-text('Here')")).to_have_count(5)
    two.locator(team).locator("button:has-text('Late')").first.click()
    expect(one.locator(team).locator("button[aria-pressed=true]:has-text('Late')")).to_have_count(1)
    assert accessibility_problems(one) == []
    assert not overflows(one)


def test_search_and_divisions_stay_visible_on_a_phone(
    director: Page, open_page: Callable[..., Page], dashboard_url: str
) -> None:
    import_roster(director, dashboard_url, ROSTERS / "clean-120.csv", 120)
    phone = join_with_badge(open_page, make_badge(director, dashboard_url, "scorekeeper", "Door"), "Door")
    phone.goto(f"{dashboard_url}checkin/")
    phone.locator("#cards section").last.scroll_into_view_if_needed()
    for control in ("[name=q]", "#checkin-divisions a >> nth=1"):
        expect(phone.locator(control)).to_be_in_viewport(ratio=1)
    phone.click("#checkin-divisions a >> nth=1")
    expect(phone.locator("#checkin-divisions [aria-current]")).to_contain_text("0/30")
    phone.locator("button:has-text('Mark team here')").first.click()
    expect(phone.locator("#checkin-divisions [aria-current]")).to_contain_text("5/30")
    assert phone.locator("#checkin-divisions a").evaluate_all("all => all.map(a => a.offsetHeight >= 44)") == [True] * 5
    assert accessibility_problems(phone) == []
    assert not overflows(phone)


def test_roster_grid_fits_a_phone(director: Page, dashboard_url: str) -> None:
    import_roster(director, dashboard_url, ROSTERS / "clean-120.csv", 120)
    director.set_viewport_size(PHONE["viewport"])
    director.click("main a:has-text('Edit') >> nth=0")
    cell = director.locator("input.cell[aria-label^='Last name']").first
    expect(cell).to_be_visible()
    card, typed = director.locator("tbody tr").first.bounding_box(), cell.bounding_box()
    assert card
    assert typed
    assert typed["x"] + typed["width"] <= card["x"] + card["width"] <= 390
    assert accessibility_problems(director) == []
    assert not overflows(director)


def test_round_clock_is_correct_on_a_device_with_a_wrong_clock(
    director: Page, open_page: Callable[..., Page], dashboard_url: str
) -> None:
    director.goto(dashboard_url)
    director.click("button:has-text('Start tournament')")
    director.wait_for_selector("text=Finish tournament")
    director.goto(f"{dashboard_url}rounds/")
    director.click("main ol a >> nth=0")
    director.click("button:has-text('Publish')")
    director.click("button:has-text('Start the clock')")
    expect(director.locator("[data-phase]")).to_have_text("playing")
    phone = join_with_badge(open_page, make_badge(director, dashboard_url, "judge", "Judge 3"), "Judge 3")
    phone.clock.install(time="2031-05-05T05:05:05")
    phone.goto(f"{dashboard_url}clock/")
    expect(phone.locator("[data-left]")).to_contain_text("29:")
    phone.clock.run_for(90_000)  # as if the device had slept: the server's next answer puts it right
    expect(phone.locator("[data-left]")).to_contain_text("29:")
