"""Entering many sheets at once in a browser: a grid for the keyboard, offline, and results from a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

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


@pytest.fixture(scope="module")
def grid(new_context: NewContext, signed_in: Any) -> str:
    """The URL of the grid of a round that is being collected."""
    context = new_context(storage_state=signed_in)
    page = context.new_page()
    dashboard_url = create_tournament(page, "Bulk Meet")
    import_roster(page, dashboard_url, ROSTERS / "clean-120.csv", 120)
    collect_first_round(page, dashboard_url)
    page.goto(f"{dashboard_url}sheets/")
    page.click("text=Enter all tables")
    page.wait_for_url("**/sheets/grid/*/")
    found = page.url
    context.close()
    return found


def row(page: Page, table: int) -> Locator:
    return page.locator("tbody tr").nth(table - 1)


def state(page: Page, table: int) -> Locator:
    return row(page, table).locator("[data-state]")


def count_entries(page: Page, table: int) -> int:
    page.click(f"tbody tr >> nth={table - 1} >> th a")
    page.goto(page.url + "history/")
    return page.locator("tbody th").count()


def test_grid_is_filled_in_with_the_keyboard_only(director: Page, grid: str) -> None:
    director.goto(grid)
    director.keyboard.type("22 17 14 ")
    director.keyboard.press("Space")
    director.keyboard.press("Enter")
    expect(state(director, 1)).to_have_text("saved as entry 1")
    expect(row(director, 1).locator("output")).to_have_text(["1st · 6 pts", "2nd · 4 pts", "3rd · 2 pts"])
    expect(row(director, 2).locator("input.cell").first).to_be_focused()
    for total in ("9", "8", "7"):
        director.keyboard.type(total)
        director.keyboard.press("Enter")
    director.keyboard.press("Enter")
    expect(state(director, 2)).to_have_text("needs attention")
    reason = row(director, 2).locator("[name$=-reason]")
    expect(reason).to_be_focused()
    director.keyboard.type("That’s what the paper says.")
    director.keyboard.press("Enter")
    expect(state(director, 2)).to_have_text("saved as entry 1")
    assert accessibility_problems(director) == []
    assert not overflows(director)


def fill_row(page: Page, table: int, *totals: str) -> None:
    for seat, total in enumerate(totals):
        row(page, table).locator("input.cell").nth(seat).fill(total)
    row(page, table).locator("[type=checkbox]").check()


def test_rows_wait_for_the_network(open_page: Callable[..., Page], signed_in: Any, grid: str) -> None:
    page = open_page(grid, storage_state=signed_in)
    fill_row(page, 4, "12", "11", "a")
    fill_row(page, 5, "12", "11", "10")
    page.route("**/enter/", lambda route: route.abort("internetdisconnected"))
    page.click("text=Save all completed rows")
    expect(page.locator("[data-summary]")).to_have_text("2 waiting")
    page.reload()
    expect(page.locator("[data-summary]")).to_have_text("2 waiting")
    expect(row(page, 4).locator("input.cell").nth(2)).to_have_value("a")
    page.unroute("**/enter/")
    for table in (4, 5):
        expect(state(page, table)).to_have_text("saved as entry 1")
    page.goto(grid)
    expect(row(page, 4).locator("strong")).to_have_text(["12", "11", "no-show"])


def test_row_is_saved_once_if_the_response_is_lost(open_page: Callable[..., Page], signed_in: Any, grid: str) -> None:
    page = open_page(grid, storage_state=signed_in)

    def lose_response(route: Route) -> None:
        assert route.fetch().ok
        route.abort("internetdisconnected")

    page.route("**/enter/", lose_response)
    fill_row(page, 6, "12", "11", "10")
    row(page, 6).locator("button").click()
    expect(state(page, 6)).to_have_text("waiting")
    page.unroute("**/enter/")
    expect(state(page, 6)).to_have_text("saved as entry 1")
    assert count_entries(page, 6) == 1


def test_grid_on_a_phone(open_page: Callable[..., Page], signed_in: Any, grid: str) -> None:
    page = open_page(grid, storage_state=signed_in, **PHONE)
    assert accessibility_problems(page) == []
    assert not overflows(page)


def test_grid_works_without_javascript(open_page: Callable[..., Page], signed_in: Any, grid: str) -> None:
    page = open_page(grid, storage_state=signed_in, java_script_enabled=False)
    fill_row(page, 7, "12", "11", "10")
    row(page, 8).locator("input.cell").first.fill("12")
    page.click("text=Save all completed rows")
    expect(state(page, 7)).to_have_text("entered")
    expect(row(page, 8).locator("input.cell").first).to_have_value("12")
    expect(row(page, 8).locator("[data-said]")).to_contain_text("things look wrong.")


def test_round_is_downloaded_and_imported_as_a_file(director: Page, grid: str, tmp_path: Path) -> None:
    director.goto(grid)
    with director.expect_download() as download:
        director.click(".files >> text=CSV")
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    of_table = [each for each in rows if each["Table"] == "9"]
    filled = [each | {"Total": total, "Initials": "yes"} for each, total in zip(of_table, "987", strict=True)]
    file = tmp_path / "round.csv"
    with file.open("w", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]))
        writer.writeheader()
        writer.writerows(filled)
    imports = grid.partition("sheets/")[0] + "sheets/import/"
    director.goto(imports)
    assert accessibility_problems(director) == []
    director.set_input_files("[name=file]", file)
    director.click("button:has-text('Preview')")
    expect(director.locator("tbody .badge")).to_have_text("new")
    assert accessibility_problems(director) == []
    assert not overflows(director)
    director.click("button:has-text('Import 1 table')")
    director.wait_for_url("**/sheets/")
    director.goto(imports)
    director.set_input_files("[name=file]", file)
    director.click("button:has-text('Preview')")
    expect(director.locator("text=Everything in this file has been entered.")).to_be_visible()
