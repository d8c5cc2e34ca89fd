"""A protest from the call to an overturned decision, with four people in four windows and its effect on standings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    PHONE,
    accessibility_problems,
    collect_first_round,
    create_tournament,
    import_roster,
    make_badge,
    overflows,
)

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"


def join_with_badge(open_page: Callable[..., Page], link: str, name: str) -> Page:
    page = open_page(link, **PHONE)
    page.fill("[name=name]", name)
    page.click("text=Start")
    page.wait_for_selector("nav >> text=Judging")
    return page


def assert_page_is_sound(page: Page) -> None:
    assert accessibility_problems(page) == [], page.url
    assert not overflows(page), page.url


def choose_small_panel(director: Page, dashboard_url: str) -> None:
    """Choose a panel of one, and sheets that one person enters."""
    director.goto(f"{dashboard_url}games/")
    director.click("main a:has-text('Settings') >> nth=0")
    choices = director.url
    director.fill("[name=panel_size]", "2")
    director.select_option("[name=verification]", "none")
    director.click("button:has-text('Save')")
    expect(director.locator("main")).to_contain_text("An odd number always has a majority.")
    director.fill("[name=panel_size]", "1")
    director.click("button:has-text('Save')")
    director.wait_for_url(lambda url: url != choices)


def enter_sheet(director: Page, dashboard_url: str) -> str:
    """Enter the sheet of table 1, on which the first player's initials are missing. Return its URL."""
    director.goto(f"{dashboard_url}sheets/?table=1")
    address = director.url
    for shake, points in enumerate((("6", "2", "2"), ("4", "4", "2"), ("2", "6", "2")), 1):
        for seat, value in enumerate(points, 1):
            director.fill(f"[name=shake-{shake}-{seat}]", value)
    for seat, said in ((1, "refused"), (2, "yes"), (3, "yes")):
        director.select_option(f"[name=row-{seat}-initials]", said)
    director.click("button:has-text('Save and next')")
    director.fill("[name=reason]", "The first player protests.")
    director.click("button:has-text('Save and next')")
    director.wait_for_url(f"{dashboard_url}sheets/")
    return address


def make_ruling(judge: Page, dashboard_url: str, decision: str) -> None:
    judge.goto(f"{dashboard_url}judging/")
    judge.click("text=Start a visit")
    judge.fill("[name=table]", "1")
    judge.click("button:has-text('Start visit')")
    expect(judge.locator("main")).not_to_contain_text("says the")
    judge.fill("[name=situation]", "The Goal was 6 and the Solution 3 x 2.")
    judge.fill("[name=decision]", decision)
    judge.fill("[name=shake]", "1")
    judge.click("button:has-text('Save ruling')")


def team_standings(page: Page, dashboard_url: str) -> dict[str, tuple[int, str]]:
    """Rank and points of each team that has any."""
    slug = dashboard_url.rstrip("/").rpartition("/")[2]
    rows = page.request.get(f"/api/tournaments/{slug}/standings/?list=teams").json()["rows"]
    return {row["name"]: (row["rank"], row["points"]) for row in rows}


def test_protest_from_the_call_to_an_overturned_decision(director: Page, open_page: Callable[..., Page]) -> None:
    dashboard_url = create_tournament(director, "Protest Meet")
    import_roster(director, dashboard_url, ROSTERS / "clean-120.csv", 120)
    choose_small_panel(director, dashboard_url)
    people = {"judge": "Judy First", "second": "Sam Second", "panel": "Paula Panel"}
    roles = {"judge": "judge", "second": "judge", "panel": "appeals_panel"}
    links = {who: make_badge(director, dashboard_url, roles[who], name) for who, name in people.items()}
    judge, second, panel = (join_with_badge(open_page, links[who], people[who]) for who in people)
    collect_first_round(director, dashboard_url)

    make_ruling(judge, dashboard_url, "The Solution is wrong, says the first.")
    judge.click("button:has-text('Get second opinion')")
    judge.click("button:has-text('End visit')")
    judge.wait_for_selector(".pagehead :text('ended')")
    make_ruling(second, dashboard_url, "The Solution is wrong, says the second.")
    second.click("button:has-text('Same')")
    second.click("button:has-text('End visit')")
    sheet = enter_sheet(director, dashboard_url)
    before = team_standings(director, dashboard_url)

    judge.goto(f"{dashboard_url}protests/file/?table=1")
    expect(judge.locator("main")).to_contain_text("Two judges were called, and they agreed: Judy First and Sam Second.")
    expect(judge.locator("[name=situation]")).to_have_value("The Goal was 6 and the Solution 3 x 2.")
    assert_page_is_sound(judge)
    judge.check("[name=seat] >> nth=0")
    judge.fill("[name=complaint]", "Three times two is six.")
    judge.click("button:has-text('File protest')")
    judge.wait_for_url(re.compile(r"/protests/\d+/$"))
    address = judge.url
    assert_page_is_sound(judge)

    second.goto(address)
    expect(second.locator("main")).not_to_contain_text("Three times two")
    director.goto(sheet)
    expect(director.locator(".pagehead")).to_contain_text("under protest")
    director.goto(address)
    director.click("button:has-text('Accept protest')")
    expect(director.locator("main")).to_contain_text("Judy First ruled on this and can’t be on the panel.")
    director.select_option("[name=member]", label="Paula Panel")
    director.click("button:has-text('Name member')")
    assert_page_is_sound(director)

    panel.goto(address)
    expect(panel.locator("main")).to_contain_text("says the first")
    panel.fill("[name=words]", "Both judges and the player.")
    panel.click("button:has-text('Mark as heard')")
    panel.check("text=overturned: points changed")
    panel.fill("#vote_reason", "3 x 2 is 6, and nothing forbids it.")
    panel.click("button:text-is('Vote')")
    assert_page_is_sound(panel)
    panel.click("a:has-text('Decide protest')")
    for seat, value in enumerate(("2", "6", "2"), 1):
        panel.fill(f"[name=cell-1-{seat}]", value)
    panel.click("button:has-text('Preview decision')")
    effects = panel.locator("section:has(h2:text('What would change'))")
    expect(effects.locator("table >> nth=0").locator("tbody tr >> nth=0")).to_contain_text(re.compile(r"12 →\s+8"))
    expect(effects).to_contain_text("Ranks change.")
    assert_page_is_sound(panel)
    assert team_standings(director, dashboard_url) == before
    panel.fill("[name=rule]", "EQ VII-C-6")
    panel.fill("[name=reason]", "The ruling clearly breaks the rule.")
    panel.click("button:has-text('Decide protest')")
    panel.wait_for_url(address)
    expect(panel.locator(".pagehead")).to_contain_text("decided")
    assert_page_is_sound(panel)

    after = team_standings(director, dashboard_url)
    changed = sorted((before[name], after[name]) for name in before if before[name] != after[name])
    assert changed == [((1, "5"), (1, "6")), ((1, "5"), (2, "4"))]
    director.goto(f"{sheet}history/")
    expect(director.locator("tbody tr >> nth=0")).to_contain_text("Appeals panel decision")
    director.goto(sheet)
    expect(director.locator(".pagehead")).not_to_contain_text("under protest")
