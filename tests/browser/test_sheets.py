"""Entering sheets in a browser: offline, conflicts, double entry, resolving."""

from __future__ import annotations

import re
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
    make_badge,
    overflows,
)

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"


@pytest.fixture(scope="module")
def dashboard_url(new_context: NewContext, signed_in: Any) -> str:
    """The dashboard of a tournament whose first round is being collected, with double entry."""
    page = new_context(storage_state=signed_in).new_page()
    dashboard_url = create_tournament(page, "Scored Meet")
    import_roster(page, dashboard_url, ROSTERS / "clean-120.csv", 120)
    page.goto(f"{dashboard_url}games/")
    page.click("main a:has-text('Settings') >> nth=0")
    page.select_option("[name=verification]", "rekey")
    page.click("main button.primary")
    collect_first_round(page, dashboard_url)
    return dashboard_url


Open = Callable[..., Page]


@pytest.fixture
def scorekeeper(open_page: Open, director: Page, dashboard_url: str) -> Callable[..., Page]:
    """A function that signs in another scorekeeper with a badge, in a separate browser."""

    def open_as(name: str, **options: Any) -> Page:
        page = open_page(make_badge(director, dashboard_url, "scorekeeper", name), **options)
        page.fill("[name=name]", name)
        page.click("main button")
        page.wait_for_url(re.compile("/t/"))
        return page

    return open_as


def open_sheet(page: Page, dashboard_url: str, table: int) -> None:
    """Type the table number and press Enter, as a scorekeeper does."""
    page.goto(f"{dashboard_url}sheets/")
    expect(page.locator("#table")).to_be_focused()
    page.keyboard.type(str(table))
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet[data-ready]")


def filled_cells(page: Page) -> dict[str, str]:
    return page.eval_on_selector_all(
        "#sheet input.cell", "all => Object.fromEntries(all.filter((i) => i.value).map((i) => [i.name, i.value]))"
    )


def shown_points(page: Page) -> list[str]:
    return [page.inner_text(f"[data-out=points-{seat}]") for seat in (1, 2, 3)]


SHEET = "622" + "246" + "442" + "262" + "226" + "444"  # six shakes of three players
SUMS = ["20", "22", "22"]


def test_sheet_is_entered_with_the_keyboard_only(director: Page, dashboard_url: str) -> None:
    open_sheet(director, dashboard_url, 1)
    director.keyboard.type(SHEET + "i")
    for seat, total in enumerate(SUMS, 1):
        expect(director.locator(f"[data-out=sum-{seat}]")).to_have_text(total)
    assert shown_points(director) == ["2", "5", "5"]
    why = director.get_attribute("[data-out=points-2]", "title") or ""
    assert why.endswith("."), why  # a sentence, no citation: the help panel can’t explain abbreviations in a tooltip
    director.keyboard.press("Enter")
    director.wait_for_url(f"{dashboard_url}sheets/")
    expect(director.locator(".toast >> text=Table 1 saved as entry 1.")).to_be_visible()
    expect(director.locator("#table")).to_be_focused()


def test_penalty_absence_and_void_have_keys(director: Page, dashboard_url: str) -> None:
    open_sheet(director, dashboard_url, 2)
    director.keyboard.type("62-j2" + "2a6" + "v")
    assert filled_cells(director) == {
        "shake-1-1": "6", "shake-1-2": "2-1j", "shake-1-3": "2",
        "shake-2-1": "2", "shake-2-2": "a", "shake-2-3": "6",
    }  # fmt: skip
    expect(director.locator("[data-mark='3']")).to_have_text("voided")
    expect(director.locator("[data-out=sum-2]")).to_have_text("-1")
    assert director.evaluate("document.activeElement.name") == "shake-4-1"


def test_warning_is_shown_at_its_cell_and_a_reason_resolves_it(director: Page, dashboard_url: str) -> None:
    open_sheet(director, dashboard_url, 3)
    director.keyboard.type("666" + "i")
    expect(director.locator("[data-doubts]")).to_contain_text("6 6 6 can’t be the scores from one shake.")
    assert director.evaluate("document.activeElement.name") == "shake-2-1"
    director.keyboard.press("Enter")
    expect(director.locator("#reason")).to_be_focused()
    expect(director.locator("[data-saved]")).to_contain_text("Fix it, or say why it’s correct.")
    director.keyboard.type("A judge decided this.")
    director.keyboard.press("Enter")
    director.wait_for_url(f"{dashboard_url}sheets/")


def test_points_are_computed_from_what_happened(director: Page, dashboard_url: str) -> None:
    open_sheet(director, dashboard_url, 4)
    director.keyboard.press("o")
    dialog = director.locator("#story")
    expect(dialog.locator("h2")).to_have_text("What happened in shake 1")
    dialog.locator("[data-story-deed] >> nth=0").select_option("right")
    dialog.locator("[data-story-deed] >> nth=2").select_option("right")
    expect(dialog.locator("[data-story-told]")).to_contain_text(re.compile(r" 6 · .* 2 · .* 4$"))
    assert accessibility_problems(director) == []
    dialog.locator("text=Use these points").click()
    assert filled_cells(director) == {"shake-1-1": "6", "shake-1-2": "2", "shake-1-3": "4"}


def test_sheet_saved_offline_is_delivered_once(director: Page, dashboard_url: str) -> None:
    open_sheet(director, dashboard_url, 5)
    address = director.url
    director.context.set_offline(True)
    director.keyboard.type(SHEET + "i")
    director.keyboard.press("Enter")
    expect(director.locator("[data-saved]")).to_contain_text("It’s saved on this device and will send automatically.")
    director.context.set_offline(False)
    director.wait_for_url(f"{dashboard_url}sheets/")
    director.goto(f"{address}history/")
    assert director.locator("tbody th").all_inner_texts() == ["1 current"]


def test_waiting_sheet_is_delivered_from_another_page(director: Page, dashboard_url: str) -> None:
    """The tab was closed before the network was back, so the next page sends it."""
    open_sheet(director, dashboard_url, 6)
    address = director.url
    director.context.set_offline(True)
    director.keyboard.type(SHEET + "i")
    director.keyboard.press("Enter")
    expect(director.locator("[data-saved]")).to_contain_text("It’s saved on this device and will send automatically.")
    page = director.context.new_page()
    director.close()
    page.context.set_offline(False)
    page.goto(f"{dashboard_url}sheets/")
    expect(page.locator(".toast >> text=Table 6")).to_contain_text("saved.")
    page.goto(f"{address}history/")
    assert page.locator("tbody th").all_inner_texts() == ["1 current"]


def test_typed_sheet_is_restored_after_a_crash(director: Page, dashboard_url: str) -> None:
    open_sheet(director, dashboard_url, 7)
    director.keyboard.type("622" + "24")
    address = director.url
    page = director.context.new_page()
    director.close()
    page.goto(address)
    expect(page.locator("[data-saved]")).to_contain_text("Restored what you typed")
    assert list(filled_cells(page).values()) == ["6", "2", "2", "4", "2"]
    page.click("[data-forget]:has-text('Discard changes')")
    expect(page.locator("[name=shake-1-1]")).to_have_value("")


def test_two_scorekeepers_enter_the_same_sheet(
    director: Page, scorekeeper: Callable[..., Page], dashboard_url: str
) -> None:
    other = scorekeeper("Bo Badge")
    open_sheet(director, dashboard_url, 8)
    open_sheet(other, dashboard_url, 8)
    expect(other.locator("[data-others]")).to_have_text("Dana Director also has this scoresheet open.")
    director.keyboard.type("622i")
    other.keyboard.type("642i")
    director.keyboard.press("Enter")
    director.wait_for_url(f"{dashboard_url}sheets/")
    other.keyboard.press("Enter")
    expect(other.locator("[role=alert]")).to_contain_text(
        "Dana Director entered this scoresheet while you were working."
    )
    assert other.input_value("[name=shake-1-2]") == "4"
    assert accessibility_problems(other) == []
    other.click("text=Save and compare")
    expect(other.locator("#both-head ~ div")).to_contain_text(re.compile(r"2\s+4"))
    assert accessibility_problems(other) == []


def test_sheet_entered_by_someone_else_meanwhile_becomes_the_second_entry(
    director: Page, scorekeeper: Callable[..., Page], dashboard_url: str
) -> None:
    """It was typed offline without seeing the first entry, so it counts as the second one."""
    other = scorekeeper("Lou Late")
    open_sheet(other, dashboard_url, 10)
    address = other.url
    other.context.set_offline(True)
    other.keyboard.type("624" + "i")
    other.keyboard.press("Enter")
    expect(other.locator("[data-saved]")).to_contain_text("It’s saved on this device and will send automatically.")
    open_sheet(director, dashboard_url, 10)
    director.keyboard.type("622" + "i")
    director.keyboard.press("Enter")
    director.wait_for_url(f"{dashboard_url}sheets/")
    page = other.context.new_page()
    other.close()
    page.context.set_offline(False)
    page.goto(f"{dashboard_url}sheets/")
    expect(page.locator("[data-outbox]")).to_contain_text("Table 10")
    expect(page.locator("[data-outbox]")).to_contain_text("needs attention")
    page.goto(address)
    expect(page.locator("[data-saved]")).to_contain_text("Restored what you typed")
    assert filled_cells(page) == {"shake-1-1": "6", "shake-1-2": "2", "shake-1-3": "4"}
    page.keyboard.press("Enter")
    expect(page.locator("#both-head")).to_have_text("Differences")


def test_entries_that_do_not_match_are_resolved(
    director: Page, scorekeeper: Callable[..., Page], dashboard_url: str
) -> None:
    """The second entry has more shakes than the paper has columns. Every difference must be resolved."""
    open_sheet(director, dashboard_url, 9)
    director.keyboard.type("622" + "244" + "i")
    director.keyboard.press("Enter")
    director.wait_for_url(f"{dashboard_url}sheets/")
    other = scorekeeper("Cy Clerk")
    open_sheet(other, dashboard_url, 9)
    expect(other.locator(".notice >> text=Enter this scoresheet from the paper.")).to_be_visible()
    assert filled_cells(other) == {}
    wide = other.locator("thead .shake-head").count() + 2
    other.keyboard.type("622" + "242" + "262" * (wide - 2) + "i")
    other.keyboard.press("Enter")
    expect(other.locator("#both-head")).to_have_text("Differences")
    assert other.locator("[data-put]").all_inner_texts() == [
        "4",
        "2",
        *("blank", "2", "blank", "6", "blank", "2") * (wide - 2),
    ]
    other.locator("[data-put] >> nth=1").click()
    expect(other.locator("[name=shake-2-3]")).to_have_value("2")
    last = other.locator(f"[data-put=shake-{wide}-3]")
    other.eval_on_selector_all(
        f"[data-put^=shake]:not([data-put=shake-{wide}-3])",
        "all => all.filter((each) => each.dataset.value).slice(2).forEach((each) => each.click())",
    )
    other.click("text=Matches the paper")
    expect(other.locator("[data-saved]")).to_have_text("For each difference, choose what the paper says.")
    expect(last.first).to_be_focused()
    last.nth(1).click()
    expect(other.locator(f"[name=shake-{wide}-3]")).to_have_value("2")
    other.click("text=Matches the paper")
    expect(other.locator(".toast >> text=Table 9 saved as entry 3.")).to_be_visible()
    other.goto(f"{dashboard_url}sheets/?state=verified")
    expect(other.locator(".tile[data-state=verified] strong")).to_have_text(["9"])


def test_sheet_on_a_phone(scorekeeper: Callable[..., Page], dashboard_url: str) -> None:
    phone = scorekeeper("Phil Phone", **PHONE)
    phone.goto(f"{dashboard_url}sheets/?table=4")
    phone.tap("[name=shake-1-1]")
    phone.keyboard.type("62")
    phone.tap("[data-does=penalty]")
    assert filled_cells(phone) == {"shake-1-1": "6", "shake-1-2": "2-1"}
    assert (overflows(phone), accessibility_problems(phone)) == (False, [])
