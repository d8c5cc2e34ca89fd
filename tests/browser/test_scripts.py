"""The functions of the JavaScript modules, called one by one in Chromium: outbox, cells, typing."""

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


def scoresheet_html(seats: int = 3, shakes: int = 2) -> str:
    """A scoresheet with the parts of the real page that the modules look for."""
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
def unit(chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """A function that opens a page with this body, from which modules in static/js can be imported."""
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE * 1000)

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(SITE).partition("?")[0]
        file = STATIC / path.lstrip("/")
        if path.startswith("/js/") and file.is_file():
            route.fulfill(body=file.read_text(), content_type=mimetypes.guess_type(path)[0])
        else:
            route.fulfill(status=404, body="")

    def open_page(body: str) -> Page:
        page = context.new_page()
        page.route(f"{SITE}/**", serve)
        document = '<!doctype html><html data-who="3"><meta charset="utf-8"><body hx-headers=\'{"X-CSRFToken": "t"}\'>'
        page.route(f"{SITE}/", lambda route: route.fulfill(body=document + body, content_type="text/html"))
        page.goto(f"{SITE}/")
        return page

    yield open_page
    context.close()


def set_response(page: Page, **response: Any) -> None:
    """Set the server's response to a sent scoresheet."""
    page.route(f"{SITE}/save/", lambda route: route.fulfill(**response))


# -- outbox -----------------------------------------------------------------------------------------------------------


def call_outbox(page: Page, call: str, *arguments: Any) -> Any:
    """Call a function of the outbox."""
    code = "async ([name, given]) => (await import('/js/outbox.js'))[name](...given)"
    return page.evaluate(code, [call, list(arguments)])


def test_outbox_keeps_a_draft_until_it_is_deleted(unit: Callable[[str], Page]) -> None:
    page = unit("")
    assert call_outbox(page, "keep", SHEET) is True
    assert call_outbox(page, "find", "3", "7") == SHEET
    assert call_outbox(page, "find", "4", "7") is None, "another person's draft"
    call_outbox(page, "forget", SHEET)
    assert call_outbox(page, "find", "3", "7") is None


@pytest.mark.parametrize(
    ("answer", "outcome", "said"),
    [
        ({"status": 200, "body": '{"entry": 1}'}, "saved", None),
        ({"status": 200, "body": '{"ent'}, "waiting", None),
        ({"status": 503, "body": '{"title": "The disk is full."}'}, "waiting", "The disk is full."),
        ({"status": 502, "body": "<h1>proxy</h1>"}, "waiting", ""),
        ({"status": 422, "body": '{"refused": "Seat 2 is empty."}'}, "needs you", "Seat 2 is empty."),
        ({"status": 409, "body": '{"refused": "Someone was faster."}'}, "needs you", "Someone was faster."),
        ({"status": 500, "body": ""}, "needs you", "Error 500. Save again."),
    ],
    ids=["saved", "cut off", "full disk", "proxy", "refused", "conflict", "bug"],
)
def test_outbox_reports_the_outcome_of_a_draft(
    unit: Callable[[str], Page], answer: dict[str, Any], outcome: str, said: str | None
) -> None:
    page = unit("")
    set_response(page, **answer)
    result = call_outbox(page, "deliver", SHEET)
    assert (result["outcome"], result.get("said")) == (outcome, said)


def test_outbox_waits_without_a_network(unit: Callable[[str], Page]) -> None:
    page = unit("")
    page.route(f"{SITE}/save/", lambda route: route.abort())
    assert call_outbox(page, "deliver", SHEET) == {"outcome": "waiting"}


def test_outbox_delivers_waiting_drafts_when_the_network_is_back(unit: Callable[[str], Page]) -> None:
    page = unit('<ul data-outbox hidden></ul><div data-sheet="9"></div>')
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
        call_outbox(page, "keep", draft)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_function("localStorage.getItem('headtable.sheet.3.7') === null")
    left = sorted(page.evaluate("Object.keys(localStorage)"))
    assert left == ["headtable.sheet.3.8", "headtable.sheet.3.9", "headtable.sheet.4.10"]
    assert sent == ["shake-1-1=6"]


def test_outbox_lists_drafts_that_need_attention(unit: Callable[[str], Page]) -> None:
    page = unit("<ul data-outbox hidden></ul>")
    at = page.evaluate("Date.now()")
    call_outbox(page, "keep", SHEET | {"at": at, "state": "needs you", "said": "Seat 2 is empty."})
    call_outbox(page, "show")
    assert page.inner_text("[data-outbox]") == "Table 19: needs you. Seat 2 is empty."


# -- cells ------------------------------------------------------------------------------------------------------------


def cell_order(page: Page, start: str) -> list[str]:
    """The names of this cell and those after it, in typing order."""
    return page.evaluate(
        """async (start) => {
          const { cellsOf } = await import('/js/scoresheet/cells.js');
          const form = document.getElementById('sheet');
          const cells = cellsOf(form);
          const names = [];
          for (let cell = form.elements[start]; cell; cell = cells.following(cell)) names.push(cell.name);
          return names;
        }""",
        start,
    )


def test_cells_are_ordered_by_shake_or_by_player(unit: Callable[[str], Page]) -> None:
    page = unit(scoresheet_html(seats=2))
    assert cell_order(page, "shake-1-1") == ["shake-1-1", "shake-1-2", "shake-2-1", "shake-2-2"]
    page.evaluate("localStorage.setItem('headtable.sheet-way', 'across')")
    for name in ("shake-1-1", "shake-2-1"):  # later rows are as long as the first one
        page.fill(f"[name={name}]", "2")
    assert cell_order(page, "shake-1-1") == ["shake-1-1", "shake-2-1", "shake-1-2", "shake-2-2"]


def test_cells_of_an_absent_player_are_skipped(unit: Callable[[str], Page]) -> None:
    page = unit(scoresheet_html(seats=3))
    page.evaluate("document.getElementById('sheet').elements['row-2-status'].value = 'absent'")
    assert cell_order(page, "shake-1-1") == ["shake-1-1", "shake-1-3", "shake-2-1", "shake-2-3"]


def test_added_shake_is_an_empty_copy_of_the_last(unit: Callable[[str], Page]) -> None:
    page = unit(scoresheet_html(seats=2))
    result = page.evaluate(
        """async () => {
          const { cellsOf } = await import('/js/scoresheet/cells.js');
          const form = document.getElementById('sheet');
          const cells = cellsOf(form);
          form.elements['shake-2-1'].value = '6';
          cells.addShake();
          cells.widen(['shake-5-1', 'status-4', 'shake-99-1']);
          return [cells.shakes(), form.elements['shake-3-1'].value, form.elements['shake-3-1'].ariaLabel,
                  'status-3' in form.elements, form.querySelector('[data-shake="3"]').textContent.trim()];
        }"""
    )
    assert result == [40, "", "Shake 3", True, "3"], "a scoresheet has at most 40"


# -- typing -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def typist(unit: Callable[[str], Page]) -> Page:
    """A scoresheet that listens to keys. `window.told` holds the calls of its callbacks."""
    page = unit(scoresheet_html(seats=3, shakes=2))
    page.evaluate(
        """async () => {
          const { cellsOf } = await import('/js/scoresheet/cells.js');
          const { listenToKeys } = await import('/js/scoresheet/typing.js');
          const form = document.getElementById('sheet');
          window.told = { stories: [], forgotten: 0 };
          const cells = cellsOf(form);
          listenToKeys(form, cells, {
            onTyped() {},
            openStory: (shake) => window.told.stories.push(shake),
            discard: () => (window.told.forgotten += 1),
          });
          cells.go(cells.cell(1, 1));
        }"""
    )
    return page


def filled_cells(page: Page) -> dict[str, str]:
    """The names and values of cells that aren't empty."""
    return page.evaluate("Object.fromEntries([...new FormData(document.getElementById('sheet'))].filter(([, v]) => v))")


def focused_name(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name"))


def press_keys(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press("Space" if key == " " else key)


def test_digits_move_to_the_next_cell(typist: Page) -> None:
    press_keys(typist, "642246")
    cells = {"shake-1-1": "6", "shake-1-2": "4", "shake-1-3": "2", "shake-2-1": "2", "shake-2-2": "4", "shake-2-3": "6"}
    assert filled_cells(typist) == cells
    assert focused_name(typist) == "shake-3-1", "one more shake"


def test_penalty_belongs_to_the_cell_that_was_just_typed(typist: Page) -> None:
    press_keys(typist, "6-4")
    assert filled_cells(typist) == {"shake-1-1": "6-1", "shake-1-2": "4"}
    press_keys(typist, "-3j")
    assert filled_cells(typist) == {"shake-1-1": "6-1", "shake-1-2": "4-3j"}


def test_letters_mark_absent_void_replayed_and_open_the_story(typist: Page) -> None:
    press_keys(typist, "a")
    assert (filled_cells(typist), focused_name(typist)) == ({"shake-1-1": "a"}, "shake-1-2")
    press_keys(typist, "v")
    assert filled_cells(typist) == {"shake-1-1": "a", "status-1": "void"}
    press_keys(typist, "vr")
    assert filled_cells(typist)["status-1"] == "replayed"
    press_keys(typist, "o")
    assert typist.evaluate("window.told.stories") == [1]


def test_letters_without_a_meaning_are_ignored(typist: Page) -> None:
    press_keys(typist, "xyz")
    assert (filled_cells(typist), focused_name(typist)) == ({}, "shake-1-1")


def test_backspace_in_an_empty_cell_moves_back(typist: Page) -> None:
    press_keys(typist, "6")
    typist.keyboard.press("Backspace")
    assert (filled_cells(typist), focused_name(typist)) == ({"shake-1-1": "6"}, "shake-1-1")


def test_one_key_initials_for_all_players(typist: Page) -> None:
    press_keys(typist, "i")
    assert json.dumps(filled_cells(typist)) == json.dumps({f"row-{seat}-initials": "yes" for seat in (1, 2, 3)})
