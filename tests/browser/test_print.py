"""Previewing a sheet, canceling a long job, and requesting it again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, overflows
from tests.printing.pages import words
from tests.system.program import Program

TABLES = 160  # three pieces
SEED = f"""
import json
from tests.factories import director_of
from tests.collecting_round import create_collecting_round, session_of
meet = create_collecting_round({TABLES})
print(json.dumps([meet.slug, session_of(director_of(meet))]))
"""


def test_director_previews_a_sheet_and_cancels_a_long_job_twice(
    program: Program, base: str, open_page: Callable[..., Page]
) -> None:
    slug, session = json.loads(program.run_python(SEED))
    page = open_page("/account/sign-in/", **PHONE)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": base}])
    form = f"/t/{slug}/print/scoresheets/"

    page.goto(form)
    with page.expect_response("**/look/**") as look:
        page.click("text=Preview")
    assert look.value.headers["content-type"] == "application/pdf"
    assert "csrf" not in look.value.url
    assert len(words(page.request.get(look.value.url).body())) == 1

    def request_pdf() -> str:
        page.goto(form)
        page.select_option("[name=back]", "variations")
        page.click("text=Create PDF")
        page.wait_for_url("**/jobs/**")
        expect(page.locator("progress[max='3']")).to_be_visible()
        return page.url

    def cancel_job() -> None:
        expect(state).to_have_text("in progress")
        page.click("button:has-text('Cancel')")
        expect(state).to_have_text("canceled")

    state = page.locator("#job-state .badge")
    first = request_pdf()
    cancel_job()
    expect(page.locator(".toast")).to_have_text(re.compile("Canceled"))
    assert not overflows(page)
    assert request_pdf() != first
    cancel_job()
