"""A director's first hour in a browser: from an empty installation to staff with badges."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import zxingcpp
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, add_team, create_tournament, import_roster, make_badge

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"


def test_director_sets_up_a_tournament_and_prints_badges(director: Page, base: str) -> None:
    dashboard_url = create_tournament(director, "Spring Meet 2027")
    expect(director.locator(".pagehead .next a")).to_have_text("Import the roster")
    import_roster(director, dashboard_url, ROSTERS / "clean-120.csv", 120)
    links = [
        make_badge(director, dashboard_url, "scorekeeper", "Scores 1"),
        make_badge(director, dashboard_url, "judge", "Judge 1"),
    ]
    director.goto(dashboard_url)
    expect(director.locator(".pagehead .next a")).to_have_text("Start the tournament")
    director.goto(f"{dashboard_url}print/")
    director.locator("button:has-text('Create PDF')").first.click()
    director.click("text=Open PDF", trial=True)
    answer = director.request.get(director.get_attribute("text=Open PDF", "href") or "")
    page = pypdfium2.PdfDocument(answer.body())[0]
    codes = {code.text for code in zxingcpp.read_barcodes(page.render(scale=2).to_pil())}
    assert {code[code.index("/join/") :] for code in codes} == set(links)
    assert not any("localhost" in code for code in codes), "a phone must be able to open it"


def test_setup_leads_from_the_format_to_the_dashboard(director: Page) -> None:
    director.goto("/new/")
    director.click("text=MLAG Saturday")
    director.fill("[name=name]", "Saturday Meet")
    director.click("text=Create tournament")
    director.click("a:has-text('Continue')")
    expect(director.locator(".source").first).to_be_visible()
    director.select_option("[name=verification]", "none")
    expect(director.locator(".field-error")).to_have_text(
        "This seating method uses verified results. Choose review, double entry, or another seating method."
    )
    director.select_option("[name=seating]", "random")
    expect(director.locator(".field-error")).to_have_count(0)
    expect(director.locator(".source[data-changed]")).to_have_count(2)
    director.click("text=Save and continue")
    director.fill("[name=room-0]", "Gym B")
    director.fill("[name=first-0]", "1")
    director.fill("[name=last-0]", "12")
    director.click("text=Save and continue")
    director.check("text=Number only")
    director.click("text=Save and continue")
    expect(director.locator("h1")).to_have_text("Saturday Meet")
    director.goto("/new/")
    director.click("a:has-text('Saturday Meet')")
    director.fill("[name=name]", "Saturday Meet again")
    director.click("text=Create tournament")
    director.click("nav >> text=Rooms")
    expect(director.locator("[name=room-0]")).to_have_value("Gym B")


def test_judge_joins_on_a_phone_until_the_badge_is_revoked(director: Page, open_page: Callable[..., Page]) -> None:
    dashboard_url = create_tournament(director, "Badge Meet")
    link = make_badge(director, dashboard_url, "judge", "Judge 7")
    phone = open_page(link, **PHONE)
    phone.fill("[name=name]", "Juno Judge")
    phone.click("text=Start")
    expect(phone.locator("h1")).to_have_text("Badge Meet")
    director.goto(f"{dashboard_url}staff/")
    expect(director.locator("text=used by Juno Judge")).to_be_visible()
    director.locator("tr:has-text('Judge 7') button:has-text('Revoke')").first.click()
    director.click("dialog[open] button.danger")
    expect(director.locator("text=Judge 7 revoked.")).to_be_visible()
    phone.reload()
    expect(phone.locator(".empty-title")).to_have_text("Your badge no longer works")


def test_judge_notes_a_conflict_and_the_director_reads_it_in_the_log(
    director: Page, open_page: Callable[..., Page]
) -> None:
    dashboard_url = create_tournament(director, "Conflict Meet")
    add_team(director, dashboard_url, "Euler Academy", "Bridges")
    phone = open_page(make_badge(director, dashboard_url, "judge", "Judge 1"), **PHONE)
    phone.fill("[name=name]", "Juno Judge")
    phone.click("text=Start")
    phone.click("nav >> text=Judging")
    phone.click("text=Judge conflicts")
    phone.select_option("[name=school]", label="Euler Academy")
    phone.click("button:has-text('Add conflict')")
    expect(phone.locator(".badge:has-text('Euler Academy')")).to_be_visible()
    director.goto(dashboard_url)
    director.click("nav >> text=Activity log")
    expect(director.locator(".log-line").first).to_contain_text(
        "Juno Judge added a conflict between Juno Judge and Euler Academy"
    )


def test_coach_opens_a_link_without_an_account(director: Page, open_page: Callable[..., Page]) -> None:
    dashboard_url = create_tournament(director, "Coach Meet")
    add_team(director, dashboard_url, "Euler Academy", "Bridges")
    director.click("button:has-text('Create link')")
    director.click("a:has-text('Show')")
    link = director.input_value("#link")
    phone = open_page("/team/" + link.partition("/team/")[2], **PHONE)
    expect(phone.locator("h1")).to_have_text("Bridges")
    assert phone.locator("nav.mainnav").count() == 0


def test_finishing_asks_for_the_name_and_prevents_changes(director: Page) -> None:
    dashboard_url = create_tournament(director, "Short Meet")
    director.click("button:has-text('Start tournament')")
    director.click("button:has-text('Finish tournament')")
    confirm = director.locator("dialog[open] button.danger")
    expect(confirm).to_be_disabled()
    director.fill("dialog[open] input[data-must-equal]", "Short Meet")
    confirm.click()
    expect(director.locator(".pagehead .badge")).to_have_text("finished")
    answer = director.request.post(f"{dashboard_url}teams/", form={"school": "x", "name": "y"})
    assert answer.status == 403


def test_double_click_submits_once(director: Page) -> None:
    director.goto("/new/?preset=custom")
    director.fill("[name=name]", "Twice Meet")
    director.check("text=Equations · AGLOA 2019-20")
    director.dblclick("text=Create tournament")
    director.wait_for_url("**/t/twice-meet/games/")
    director.goto("/")
    expect(director.locator("h2:has-text('Twice Meet')")).to_have_count(1)
