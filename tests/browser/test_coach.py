"""A coach's phone updates automatically when a sheet is verified; coach requests and replies."""

from __future__ import annotations

import re
from collections.abc import Callable
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
from tests.browser.test_sheets import SHEET, open_sheet

FIRST = ("Ada", "Bo", "Cleo", "Dov", "Eve")
TEAMS = ("Abaci", "Bridges", "Cubes")


@pytest.fixture(scope="module")
def dashboard_url(new_context: NewContext, signed_in: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tournament with three teams whose first round is being collected. A second person reviews the sheets."""
    lines = ["School,Team,Division,First name,Last name,Grade,Position"]
    for team in TEAMS:
        lines += [f"{team} School,{team},Elementary,{first},{team}son,5,{at}" for at, first in enumerate(FIRST, 1)]
    file = tmp_path_factory.mktemp("coach") / "roster.csv"
    file.write_text("\n".join(lines))
    page = new_context(storage_state=signed_in).new_page()
    dashboard_url = create_tournament(page, "Coached Meet")
    import_roster(page, dashboard_url, file, 15)
    page.goto(f"{dashboard_url}games/")
    page.click("main a:has-text('Settings') >> nth=0")
    page.select_option("[name=verification]", "check")
    page.click("main button.primary")
    collect_first_round(page, dashboard_url)
    page.context.close()
    return dashboard_url


def coach_link_path(page: Page, dashboard_url: str, team: str) -> str:
    """The path of the coach link, which the director creates unless an earlier test did."""
    page.goto(f"{dashboard_url}teams/")
    row = page.locator(f"tr:has(th:text-is('{team}'))")
    show = row.locator("a:has-text('Show')")
    if not show.count():
        row.locator("text=Create link").click()
    show.click()
    return "/team/" + page.input_value("#link").partition("/team/")[2]


def test_verified_sheet_appears_on_the_coachs_phone(
    open_page: Callable[..., Page], director: Page, dashboard_url: str
) -> None:
    open_sheet(director, dashboard_url, 1)
    team = director.locator("#sheet tbody .muted >> nth=0").inner_text()
    coach = open_page(coach_link_path(director, dashboard_url, team), **PHONE)
    expect(coach.locator("h1")).to_have_text(team)
    expect(coach.locator(".coach-card h3")).to_have_text([f"{first} {team}son" for first in FIRST])
    expect(coach.locator(".coach-points")).to_have_count(0)
    coach.evaluate("window.neverReloaded = true")

    open_sheet(director, dashboard_url, 1)
    director.keyboard.type(SHEET + "i")
    director.keyboard.press("Enter")
    director.wait_for_url(f"{dashboard_url}sheets/")
    scorekeeper = open_page(make_badge(director, dashboard_url, "scorekeeper", "Cy Clerk"))
    scorekeeper.fill("[name=name]", "Cy Clerk")
    scorekeeper.click("main button")
    scorekeeper.wait_for_url(re.compile("/t/"))
    open_sheet(scorekeeper, dashboard_url, 1)
    scorekeeper.click("text=Looks right")
    scorekeeper.wait_for_selector(".toast >> text=verified")

    points = coach.locator(".coach-points a")
    expect(points.first).to_be_visible()
    changed = coach.locator(".coach-card:has(.coach-points)")
    expect(changed.first).to_have_class(re.compile(r"\bnews\b"))
    expect(coach.locator("[data-live-told]")).to_contain_text(f"{team}son")
    assert coach.evaluate("window.neverReloaded") is True
    assert (accessibility_problems(coach), overflows(coach)) == ([], False)

    points.first.click()
    expect(coach.locator("h1")).to_have_text("Round 1, Table 1")
    full = coach.locator("tbody tr[aria-current] th")
    assert all(f"{team}son" in name for name in full.all_inner_texts())
    others = coach.locator("tbody tr:not([aria-current]) th").all_inner_texts()
    assert [re.sub(r"\s.*", "", name) in FIRST and "son" not in name for name in others] == [True] * len(others)
    assert (accessibility_problems(coach), overflows(coach)) == ([], False)


def test_coach_sends_a_request_and_gets_a_reply(
    open_page: Callable[..., Page], director: Page, dashboard_url: str
) -> None:
    team = TEAMS[0]
    coach = open_page(coach_link_path(director, dashboard_url, team), **PHONE)
    coach.click("summary:has-text('Correct a name')")
    coach.select_option("[name=place] >> nth=0", label=f"Bo {team}son")
    coach.fill("#name_words", "Beau Binary")
    coach.click("details[open] button")
    request = coach.locator("#requests li")
    expect(request).to_contain_text(f"Name correction for Bo {team}son")
    expect(request.locator(".badge")).to_have_text("open")
    assert (accessibility_problems(coach), overflows(coach)) == ([], False)
    coach.evaluate("window.neverReloaded = true")

    director.goto(dashboard_url)
    director.click("text=1 coach request")
    assert (accessibility_problems(director), overflows(director)) == ([], False)
    director.fill("[name=reply]", "Corrected.")
    director.click("button:has-text('Mark as done')")
    director.wait_for_selector("text=No open requests")
    expect(request.locator(".badge")).to_have_text("done")
    expect(request).to_contain_text("Dana Director: Corrected.")
    assert coach.evaluate("window.neverReloaded") is True


def test_hidden_page_sends_no_requests(open_page: Callable[..., Page], director: Page, dashboard_url: str) -> None:
    """A hidden page skips its update. When it is shown again, it updates at once."""
    coach = open_page(coach_link_path(director, dashboard_url, TEAMS[0]), **PHONE)
    hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true})"
    asked: list[str] = []
    coach.on("request", lambda request: asked.append(request.url) if "/team/" in request.url else None)
    coach.evaluate(hide % "true")
    coach.evaluate("document.querySelector('[data-live]').dispatchEvent(new Event('look'))")
    coach.evaluate("new Promise((done) => requestAnimationFrame(done))")
    assert asked == []
    coach.evaluate(hide % "false")
    with coach.expect_response(re.compile("/live/$")) as answer:
        coach.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert answer.value.status == 200
