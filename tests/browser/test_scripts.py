"""The modules in static/js, imported one by one in a real Chromium: outbox, cells, typing."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.helpers import PATIENCE

STATIC = Path(__file__).parents[2] / "static"
SITE = "http://scripts.test"
SHEET = {
    "sheet": "7",
    "who": "3",
    "label": "Table 19",
    "mode": "enter",
    "page": "/sheet/7/",
    "action": f"{SITE}/save/",
    "key": "k1",
    "fields": [["shake-1-1", "6"]],
    "state": "waiting",
}


def sheet_form(seats: int = 3, shakes: int = 2) -> str:
    """Return a scoresheet with the parts of the real page that the modules look for."""
    heads = "".join(
        f'<th class="shake-head" data-shake="{shake}"> {shake} <input type="hidden" name="status-{shake}">'
        f'<input type="hidden" name="story-{shake}"><span data-mark="{shake}"></span></th>'
        for shake in range(1, shakes + 1)
    )
    rows = "".join(
        f'<tr data-seat="{seat}">'
        + "".join(
            f'<td><input class="cell" name="shake-{shake}-{seat}" aria-label="Shake {shake}"></td>'
            for shake in range(1, shakes + 1)
        )
        + f'<td><input class="cell" name="row-{seat}-total"><input name="row-{seat}-initials">'
        f'<input type="hidden" name="row-{seat}-status"></td></tr>'
        for seat in range(1, seats + 1)
    )
    foot = "".join(f'<td><span data-row="{shake}"></span></td>' for shake in range(1, shakes + 1))
    return (
        f'<form id="sheet" data-seats="{seats}" data-scale="0 2 4 6" data-shake="shake"><table class="sheet-grid">'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody><tfoot><tr>{foot}</tr></tfoot></table>"
        f'<button type="button" data-turn></button><button class="button primary">Save</button></form>'
    )


@pytest.fixture
def open_blank(chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """Open a page that holds only this body and can import the modules in static/js."""
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE * 1000)

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(SITE).partition("?")[0]
        file = STATIC / path.lstrip("/")
        if path.startswith("/js/") and file.is_file():
            route.fulfill(body=file.read_text(), content_type=mimetypes.guess_type(path)[0])
        else:
            route.fulfill(status=404, body="")

    def open_with(body: str) -> Page:
        page = context.new_page()
        page.route(f"{SITE}/**", serve)
        document = '<!doctype html><html data-who="3"><meta charset="utf-8"><body hx-headers=\'{"X-CSRFToken": "t"}\'>'
        page.route(f"{SITE}/", lambda route: route.fulfill(body=document + body, content_type="text/html"))
        page.goto(f"{SITE}/")
        return page

    yield open_with
    context.close()


def answer_saves(page: Page, **answer: Any) -> None:
    """Answer every scoresheet that this page sends in this way."""
    page.route(f"{SITE}/save/", lambda route: route.fulfill(**answer))


# -- outbox -----------------------------------------------------------------------------------------------------------


def call_outbox(page: Page, function: str, *arguments: Any) -> Any:
    """Call a function of the outbox."""
    code = "async ([name, values]) => (await import('/js/outbox.js'))[name](...values)"
    return page.evaluate(code, [function, list(arguments)])


def test_outbox_keeps_a_draft_until_it_is_deleted(open_blank: Callable[[str], Page]) -> None:
    page = open_blank("")
    assert call_outbox(page, "storeDraft", SHEET) is True
    assert call_outbox(page, "findDraft", "3", "7") == SHEET
    assert json.loads(page.evaluate("localStorage.getItem('headtable.sheet.3.7')")) == SHEET, "as earlier versions do"
    assert call_outbox(page, "findDraft", "4", "7") is None, "another person's draft"
    call_outbox(page, "deleteDraft", SHEET)
    assert call_outbox(page, "findDraft", "3", "7") is None


@pytest.mark.parametrize(
    ("answer", "outcome", "message"),
    [
        ({"status": 200, "body": '{"entry": 1}'}, "saved", None),
        ({"status": 200, "body": '{"ent'}, "waiting", None),
        ({"status": 503, "body": '{"title": "The disk is full."}'}, "waiting", "The disk is full."),
        ({"status": 502, "body": "<h1>proxy</h1>"}, "waiting", ""),
        ({"status": 422, "body": '{"refused": "Seat 2 is empty."}'}, "needs you", "Seat 2 is empty."),
        ({"status": 409, "body": '{"refused": "Someone was faster."}'}, "needs you", "Someone was faster."),
        ({"status": 500, "body": ""}, "needs you", "This wasn’t saved (error 500). Save again."),
    ],
    ids=["saved", "cut off", "full disk", "proxy", "refused", "conflict", "bug"],
)
def test_outbox_reports_the_outcome_of_sending_a_draft(
    open_blank: Callable[[str], Page], answer: dict[str, Any], outcome: str, message: str | None
) -> None:
    page = open_blank("")
    answer_saves(page, **answer)
    result = call_outbox(page, "deliver", SHEET)
    assert (result["outcome"], result.get("message")) == (outcome, message)


def test_draft_waits_without_a_network(open_blank: Callable[[str], Page]) -> None:
    page = open_blank("")
    page.route(f"{SITE}/save/", lambda route: route.abort())
    assert call_outbox(page, "deliver", SHEET) == {"outcome": "waiting"}


def test_waiting_drafts_are_sent_when_the_network_is_back(open_blank: Callable[[str], Page]) -> None:
    page = open_blank('<ul data-outbox hidden></ul><div data-sheet="9"></div>')
    sent: list[str] = []

    def save(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(status=200, body='{"entry": 1}')

    page.route(f"{SITE}/save/", save)
    now = page.evaluate("Date.now()")
    drafts = [
        SHEET | {"at": now},
        SHEET | {"at": now, "sheet": "8", "state": "typing"},
        SHEET | {"at": now, "sheet": "9"},  # open on this page, which sends it
        SHEET | {"at": now, "sheet": "10", "who": "4"},
        SHEET | {"at": now - 8 * 24 * 3600 * 1000, "sheet": "11"},
    ]
    for draft in drafts:
        call_outbox(page, "storeDraft", draft)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_function("localStorage.getItem('headtable.sheet.3.7') === null")
    left = sorted(page.evaluate("Object.keys(localStorage)"))
    assert left == ["headtable.sheet.3.8", "headtable.sheet.3.9", "headtable.sheet.4.10"]
    assert sent == ["shake-1-1=6"]


def test_outbox_lists_drafts_that_need_attention(open_blank: Callable[[str], Page]) -> None:
    page = open_blank("<ul data-outbox hidden></ul>")
    at = page.evaluate("Date.now()")
    call_outbox(page, "storeDraft", SHEET | {"at": at, "state": "needs you", "said": "Seat 2 is empty."})
    call_outbox(page, "showWaitingList")
    assert page.inner_text("[data-outbox]") == "Table 19: needs attention. Seat 2 is empty."


# -- cells ------------------------------------------------------------------------------------------------------------


def typing_order(page: Page, start: str) -> list[str]:
    """Return the names of a cell and of those after it, in the order in which they are typed."""
    return page.evaluate(
        """async (start) => {
          const { cellsOf } = await import('/js/scoresheet/cells.js');
          const form = document.getElementById('sheet');
          const cells = cellsOf(form);
          const names = [];
          for (let cell = form.elements[start]; cell; cell = cells.nextCell(cell)) names.push(cell.name);
          return names;
        }""",
        start,
    )


def test_typing_order_is_down_a_shake_or_along_a_player(open_blank: Callable[[str], Page]) -> None:
    page = open_blank(sheet_form(seats=2))
    assert typing_order(page, "shake-1-1") == ["shake-1-1", "shake-1-2", "shake-2-1", "shake-2-2"]
    page.evaluate("localStorage.setItem('headtable.sheet-way', 'across')")
    for name in ("shake-1-1", "shake-2-1"):  # later rows are as long as the first one
        page.fill(f"[name={name}]", "2")
    assert typing_order(page, "shake-1-1") == ["shake-1-1", "shake-2-1", "shake-1-2", "shake-2-2"]


def test_typing_order_skips_absent_players(open_blank: Callable[[str], Page]) -> None:
    page = open_blank(sheet_form(seats=3))
    page.evaluate("document.getElementById('sheet').elements['row-2-status'].value = 'absent'")
    assert typing_order(page, "shake-1-1") == ["shake-1-1", "shake-1-3", "shake-2-1", "shake-2-3"]


def test_new_shake_is_an_empty_copy_of_the_last_one(open_blank: Callable[[str], Page]) -> None:
    page = open_blank(sheet_form(seats=2))
    result = page.evaluate(
        """async () => {
          const { cellsOf } = await import('/js/scoresheet/cells.js');
          const form = document.getElementById('sheet');
          const cells = cellsOf(form);
          form.elements['shake-2-1'].value = '6';
          cells.addShake();
          cells.addShakesFor(['shake-5-1', 'status-4', 'shake-99-1']);
          return [cells.shakes(), form.elements['shake-3-1'].value, form.elements['shake-3-1'].ariaLabel,
                  'status-3' in form.elements, form.querySelector('[data-shake="3"]').textContent.trim()];
        }"""
    )
    assert result == [40, "", "Shake 3", True, "3"], "a scoresheet has at most 40"


# -- typing -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def typist(open_blank: Callable[[str], Page]) -> Page:
    """A scoresheet with its keys; `window.calls` records what the keys asked of the page."""
    page = open_blank(sheet_form(seats=3, shakes=2))
    page.evaluate(
        """async () => {
          const { cellsOf } = await import('/js/scoresheet/cells.js');
          const { listenToKeys } = await import('/js/scoresheet/typing.js');
          const form = document.getElementById('sheet');
          window.calls = { stories: [], discards: 0 };
          const cells = cellsOf(form);
          listenToKeys(form, cells, {
            onTyped() {},
            openStory: (shake) => window.calls.stories.push(shake),
            discard: () => (window.calls.discards += 1),
          });
          cells.cell(1, 1).focus();
        }"""
    )
    return page


def filled(page: Page) -> dict[str, str]:
    """Return the fields that aren't empty."""
    return page.evaluate("Object.fromEntries([...new FormData(document.getElementById('sheet'))].filter(([, v]) => v))")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name"))


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press("Space" if key == " " else key)


def test_digits_move_to_the_next_cell(typist: Page) -> None:
    press(typist, "642246")
    cells = {"shake-1-1": "6", "shake-1-2": "4", "shake-1-3": "2", "shake-2-1": "2", "shake-2-2": "4", "shake-2-3": "6"}
    assert filled(typist) == cells
    assert focused(typist) == "shake-3-1", "one more shake"


def test_penalty_belongs_to_the_cell_that_was_just_typed(typist: Page) -> None:
    press(typist, "6-4")
    assert filled(typist) == {"shake-1-1": "6-1", "shake-1-2": "4"}
    press(typist, "-3j")
    assert filled(typist) == {"shake-1-1": "6-1", "shake-1-2": "4-3j"}


def test_letters_mark_absent_void_replayed_and_open_the_story(typist: Page) -> None:
    press(typist, "a")
    assert (filled(typist), focused(typist)) == ({"shake-1-1": "a"}, "shake-1-2")
    press(typist, "v")
    assert filled(typist) == {"shake-1-1": "a", "status-1": "void"}
    press(typist, "vr")
    assert filled(typist)["status-1"] == "replayed"
    press(typist, "o")
    assert typist.evaluate("window.calls.stories") == [1]


def test_other_letters_are_not_typed(typist: Page) -> None:
    press(typist, "xyz")
    assert (filled(typist), focused(typist)) == ({}, "shake-1-1")


def test_backspace_in_an_empty_cell_moves_back(typist: Page) -> None:
    press(typist, "6")
    typist.keyboard.press("Backspace")
    assert (filled(typist), focused(typist)) == ({"shake-1-1": "6"}, "shake-1-1")


def test_one_key_initials_all_players(typist: Page) -> None:
    press(typist, "i")
    assert json.dumps(filled(typist)) == json.dumps({f"row-{seat}-initials": "yes" for seat in (1, 2, 3)})


def test_totals_may_be_negative_and_points_may_have_decimals(typist: Page) -> None:
    typist.focus("[name=row-1-total]")
    press(typist, "-4x2")
    assert filled(typist) == {"row-1-total": "-42"}
    typist.fill("[name=row-1-total]", "")
    press(typist, "4.5")
    assert filled(typist) == {"row-1-total": "4.5"}


# -- posting a form ---------------------------------------------------------------------------------------------------


def test_fields_are_posted_with_the_token_of_the_page(open_blank: Callable[[str], Page]) -> None:
    page = open_blank("")
    sent: list[str] = []

    def save(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(body="both versions", content_type="text/html")

    page.route(f"{SITE}/save/", save)
    code = "async (fields) => (await import('/js/post_form.js')).postForm('/save/', fields)"
    with page.expect_navigation():
        page.evaluate(code, SHEET["fields"])
    assert page.inner_text("body") == "both versions"
    assert sent == ["shake-1-1=6&csrfmiddlewaretoken=t"]
