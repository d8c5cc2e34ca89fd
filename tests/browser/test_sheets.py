"""A scorekeeper's round in a real browser: keyed, cut off from the network, collided with, keyed again and settled."""

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
def board(new_context: NewContext, signed_in: Any) -> str:
    """The board of a tournament whose first round is being collected; sheets are keyed twice."""
    page = new_context(storage_state=signed_in).new_page()
    board = create_tournament(page, "Scored Meet")
    import_roster(page, board, ROSTERS / "clean-120.csv", 120)
    page.goto(f"{board}games/")
    page.click("main a:has-text('Choices') >> nth=0")
    page.select_option("[name=verification]", "rekey")
    page.click("main button.primary")
    collect_first_round(page, board)
    return board


Open = Callable[..., Page]


@pytest.fixture
def scorekeeper(open_page: Open, director: Page, board: str) -> Callable[..., Page]:
    """Another scorekeeper with a badge, in a browser of their own."""

    def come(name: str, **options: Any) -> Page:
        page = open_page(make_badge(director, board, "scorekeeper", name), **options)
        page.fill("[name=name]", name)
        page.click("main button")
        page.wait_for_url(re.compile("/t/"))
        return page

    return come


def open_sheet(page: Page, board: str, table: int) -> None:
    """As a scorekeeper does it: the number of the table, Enter."""
    page.goto(f"{board}sheets/")
    expect(page.locator("#table")).to_be_focused()
    page.keyboard.type(str(table))
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet[data-ready]")


def cells(page: Page) -> dict[str, str]:
    return page.eval_on_selector_all(
        "#sheet input.cell", "all => Object.fromEntries(all.filter((i) => i.value).map((i) => [i.name, i.value]))"
    )


def points(page: Page) -> list[str]:
    return [page.inner_text(f"[data-out=points-{seat}]") for seat in (1, 2, 3)]


SHEET = "622" + "246" + "442" + "262" + "226" + "444"  # six shakes of three players
SUMS = ["20", "22", "22"]


def test_sheet_is_keyed_without_leaving_the_keyboard(director: Page, board: str) -> None:
    open_sheet(director, board, 1)
    director.keyboard.type(SHEET + "i")
    for seat, total in enumerate(SUMS, 1):
        expect(director.locator(f"[data-out=sum-{seat}]")).to_have_text(total)
    assert points(director) == ["2", "5", "5"]
    director.keyboard.press("Enter")
    director.wait_for_url(f"{board}sheets/")
    expect(director.locator(".toast >> text=table 1: saved as entry 1.")).to_be_visible()
    expect(director.locator("#table")).to_be_focused()


def test_penalty_absence_and_void_have_their_keys(director: Page, board: str) -> None:
    open_sheet(director, board, 2)
    director.keyboard.type("62-j2" + "2a6" + "v")
    assert cells(director) == {
        "shake-1-1": "6", "shake-1-2": "2-1j", "shake-1-3": "2",
        "shake-2-1": "2", "shake-2-2": "a", "shake-2-3": "6",
    }  # fmt: skip
    expect(director.locator("[data-mark='3']")).to_have_text("void")
    expect(director.locator("[data-out=sum-2]")).to_have_text("-1")
    assert director.evaluate("document.activeElement.name") == "shake-4-1"


def test_doubt_sits_at_its_cell_and_a_reason_goes_on(director: Page, board: str) -> None:
    open_sheet(director, board, 3)
    director.keyboard.type("666" + "i")
    expect(director.locator("[data-doubts]")).to_contain_text("6 6 6 cannot come from one shake.")
    assert director.evaluate("document.activeElement.name") == "shake-2-1"
    director.keyboard.press("Enter")
    expect(director.locator("#reason")).to_be_focused()
    expect(director.locator("[data-saved]")).to_contain_text("Put it right, or say why")
    director.keyboard.type("A judge decided it so.")
    director.keyboard.press("Enter")
    director.wait_for_url(f"{board}sheets/")


def test_what_happened_gives_the_points(director: Page, board: str) -> None:
    open_sheet(director, board, 4)
    director.keyboard.press("o")
    dialog = director.locator("#story")
    expect(dialog.locator("h2")).to_have_text("What happened in shake 1")
    dialog.locator("[data-story-deed] >> nth=0").select_option("right")
    dialog.locator("[data-story-deed] >> nth=2").select_option("right")
    expect(dialog.locator("[data-story-told]")).to_contain_text(re.compile(r" 6 · .* 2 · .* 4$"))
    assert accessibility_problems(director) == []
    dialog.locator("text=Take these points").click()
    assert cells(director) == {"shake-1-1": "6", "shake-1-2": "2", "shake-1-3": "4"}


def test_lost_network_loses_nothing_and_delivers_once(director: Page, board: str) -> None:
    open_sheet(director, board, 5)
    address = director.url
    director.context.set_offline(True)
    director.keyboard.type(SHEET + "i")
    director.keyboard.press("Enter")
    expect(director.locator("[data-saved]")).to_contain_text("Waiting for the network")
    director.context.set_offline(False)
    director.wait_for_url(f"{board}sheets/")
    director.goto(f"{address}history/")
    assert director.locator("tbody th").all_inner_texts() == ["1 current"]


def test_sheet_left_while_waiting_is_delivered_from_another_page(director: Page, board: str) -> None:
    """The tab was closed before the network came back; the next page sends it."""
    open_sheet(director, board, 6)
    address = director.url
    director.context.set_offline(True)
    director.keyboard.type(SHEET + "i")
    director.keyboard.press("Enter")
    expect(director.locator("[data-saved]")).to_contain_text("Waiting for the network")
    page = director.context.new_page()
    director.close()
    page.context.set_offline(False)
    page.goto(f"{board}sheets/")
    expect(page.locator(".toast >> text=Table 6")).to_contain_text("saved.")
    page.goto(f"{address}history/")
    assert page.locator("tbody th").all_inner_texts() == ["1 current"]


def test_what_was_typed_is_back_after_a_crash(director: Page, board: str) -> None:
    open_sheet(director, board, 7)
    director.keyboard.type("622" + "24")
    address = director.url
    page = director.context.new_page()
    director.close()
    page.goto(address)
    expect(page.locator("[data-saved]")).to_contain_text("is back.")
    assert list(cells(page).values()) == ["6", "2", "2", "4", "2"]
    page.click("text=Throw away what I typed")
    expect(page.locator("[name=shake-1-1]")).to_have_value("")


def test_two_people_in_one_sheet(director: Page, scorekeeper: Callable[..., Page], board: str) -> None:
    other = scorekeeper("Bo Badge")
    open_sheet(director, board, 8)
    open_sheet(other, board, 8)
    expect(other.locator("[data-others]")).to_have_text("Dana Director has this sheet open too.")
    director.keyboard.type("622i")
    other.keyboard.type("642i")
    director.keyboard.press("Enter")
    director.wait_for_url(f"{board}sheets/")
    other.keyboard.press("Enter")
    expect(other.locator("[role=alert]")).to_contain_text("Dana Director has entered this sheet in the meantime.")
    assert other.input_value("[name=shake-1-2]") == "4"
    assert accessibility_problems(other) == []
    other.click("text=Compare and next")
    expect(other.locator("#both-head ~ div")).to_contain_text(re.compile(r"2\s+4"))
    assert accessibility_problems(other) == []


def test_sheet_typed_offline_that_somebody_else_entered_is_not_lost(
    director: Page, scorekeeper: Callable[..., Page], board: str
) -> None:
    """Typed without a network, left, delivered too late: it is the second reading, since it was typed blind."""
    other = scorekeeper("Lou Late")
    open_sheet(other, board, 10)
    address = other.url
    other.context.set_offline(True)
    other.keyboard.type("624" + "i")
    other.keyboard.press("Enter")
    expect(other.locator("[data-saved]")).to_contain_text("Waiting for the network")
    open_sheet(director, board, 10)
    director.keyboard.type("622" + "i")
    director.keyboard.press("Enter")
    director.wait_for_url(f"{board}sheets/")
    page = other.context.new_page()
    other.close()
    page.context.set_offline(False)
    page.goto(f"{board}sheets/")
    expect(page.locator("[data-outbox]")).to_contain_text("Table 10")
    expect(page.locator("[data-outbox]")).to_contain_text("needs you")
    page.goto(address)
    expect(page.locator("[data-saved]")).to_contain_text("is back.")
    assert cells(page) == {"shake-1-1": "6", "shake-1-2": "2", "shake-1-3": "4"}
    page.keyboard.press("Enter")
    expect(page.locator("#both-head")).to_have_text("Where they differ")


def test_second_reading_differs_and_is_settled(director: Page, scorekeeper: Callable[..., Page], board: str) -> None:
    """It has more shakes than the paper has columns: each difference has its cell, and none is passed over."""
    open_sheet(director, board, 9)
    director.keyboard.type("622" + "244" + "i")
    director.keyboard.press("Enter")
    director.wait_for_url(f"{board}sheets/")
    other = scorekeeper("Cy Clerk")
    open_sheet(other, board, 9)
    expect(other.locator(".notice >> text=without help")).to_be_visible()
    assert cells(other) == {}
    wide = other.locator("thead .shake-head").count() + 2
    other.keyboard.type("622" + "242" + "262" * (wide - 2) + "i")
    other.keyboard.press("Enter")
    expect(other.locator("#both-head")).to_have_text("Where they differ")
    assert other.locator("[data-put]").all_inner_texts() == [
        "4",
        "2",
        *("nothing", "2", "nothing", "6", "nothing", "2") * (wide - 2),
    ]
    other.locator("[data-put] >> nth=1").click()
    expect(other.locator("[name=shake-2-3]")).to_have_value("2")
    last = other.locator(f"[data-put=shake-{wide}-3]")
    other.eval_on_selector_all(
        f"[data-put^=shake]:not([data-put=shake-{wide}-3])",
        "all => all.filter((each) => each.dataset.value).slice(2).forEach((each) => each.click())",
    )
    other.click("text=This is what the paper says")
    expect(other.locator("[data-saved]")).to_have_text("Choose what the paper says, for each difference.")
    expect(last.first).to_be_focused()
    last.nth(1).click()
    expect(other.locator(f"[name=shake-{wide}-3]")).to_have_value("2")
    other.click("text=This is what the paper says")
    expect(other.locator(".toast >> text=table 9: saved as entry 3.")).to_be_visible()
    other.goto(f"{board}sheets/?state=verified")
    expect(other.locator(".tile[data-state=verified] strong")).to_have_text(["9"])


def test_sheet_on_a_phone(scorekeeper: Callable[..., Page], board: str) -> None:
    phone = scorekeeper("Phil Phone", **PHONE)
    phone.goto(f"{board}sheets/?table=4")
    phone.tap("[name=shake-1-1]")
    phone.keyboard.type("62")
    phone.tap("[data-does=penalty]")
    assert cells(phone) == {"shake-1-1": "6", "shake-1-2": "2-1"}
    assert (overflows(phone), accessibility_problems(phone)) == (False, [])
