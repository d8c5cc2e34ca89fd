"""A protest from the call to an overturned decision: four people in four windows, standings before and after."""

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


def join(open_page: Callable[..., Page], link: str, name: str) -> Page:
    page = open_page(link, **PHONE)
    page.fill("[name=name]", name)
    page.click("text=Start")
    page.wait_for_selector("nav >> text=Judging")
    return page


def looks_right(page: Page) -> None:
    assert accessibility_problems(page) == [], page.url
    assert not overflows(page), page.url


def set_up_small(director: Page, board: str) -> None:
    """A panel of one, and one person is enough for a sheet."""
    director.goto(f"{board}games/")
    director.click("main a:has-text('Choices') >> nth=0")
    choices = director.url
    director.fill("[name=panel_size]", "2")
    director.select_option("[name=verification]", "none")
    director.click("button:has-text('Save')")
    expect(director.locator("main")).to_contain_text("an odd number always has a majority")
    director.fill("[name=panel_size]", "1")
    director.click("button:has-text('Save')")
    director.wait_for_url(lambda url: url != choices)


def key_the_sheet(director: Page, board: str) -> str:
    """Table 1 as the children wrote it; the first player has not initialed. Its address."""
    director.goto(f"{board}sheets/?table=1")
    address = director.url
    for shake, points in enumerate((("6", "2", "2"), ("4", "4", "2"), ("2", "6", "2")), 1):
        for seat, value in enumerate(points, 1):
            director.fill(f"[name=shake-{shake}-{seat}]", value)
    for seat, said in ((1, "refused"), (2, "yes"), (3, "yes")):
        director.select_option(f"[name=row-{seat}-initials]", said)
    director.click("button:has-text('Save and next')")
    director.fill("[name=reason]", "The first player protests.")
    director.click("button:has-text('Save and next')")
    director.wait_for_url(f"{board}sheets/")
    return address


def rule(judge: Page, board: str, decision: str) -> None:
    judge.goto(f"{board}judging/")
    judge.click("text=I am at table…")
    judge.fill("[name=table]", "1")
    judge.click("button:has-text('I am there')")
    expect(judge.locator("main")).not_to_contain_text("says the")
    judge.fill("[name=situation]", "The Goal was 6 and the Solution 3 x 2.")
    judge.fill("[name=decision]", decision)
    judge.fill("[name=shake]", "1")
    judge.click("button:has-text('Note the ruling')")


def standings(page: Page, board: str) -> dict[str, tuple[int, str]]:
    """Rank and points of each team that has any."""
    slug = board.rstrip("/").rpartition("/")[2]
    rows = page.request.get(f"/api/tournaments/{slug}/standings/?list=teams").json()["rows"]
    return {row["name"]: (row["rank"], row["points"]) for row in rows}


def test_protest_from_the_call_to_an_overturned_decision(director: Page, open_page: Callable[..., Page]) -> None:
    board = create_tournament(director, "Protest Meet")
    import_roster(director, board, ROSTERS / "clean-120.csv", 120)
    set_up_small(director, board)
    people = {"judge": "Judy First", "second": "Sam Second", "panel": "Paula Panel"}
    roles = {"judge": "judge", "second": "judge", "panel": "appeals_panel"}
    links = {who: make_badge(director, board, roles[who], name) for who, name in people.items()}
    judge, second, panel = (join(open_page, links[who], people[who]) for who in people)
    collect_first_round(director, board)

    rule(judge, board, "The Solution is wrong, says the first.")
    judge.click("button:has-text('A player wants a second opinion')")
    judge.click("button:has-text('I have left the table')")
    judge.wait_for_selector(".pagehead :text('over')")
    rule(second, board, "The Solution is wrong, says the second.")
    second.click("button:has-text('The same')")
    second.click("button:has-text('I have left the table')")
    sheet = key_the_sheet(director, board)
    before = standings(director, board)

    judge.goto(f"{board}protests/file/?table=1")
    expect(judge.locator("main")).to_contain_text("Two judges were called, and they agree: Judy First, Sam Second.")
    expect(judge.locator("[name=situation]")).to_have_value("The Goal was 6 and the Solution 3 x 2.")
    looks_right(judge)
    judge.check("[name=seat] >> nth=0")
    judge.fill("[name=complaint]", "Three times two is six.")
    judge.click("button:has-text('File the protest')")
    judge.wait_for_url(re.compile(r"/protests/\d+/$"))
    address = judge.url
    looks_right(judge)

    second.goto(address)
    expect(second.locator("main")).not_to_contain_text("Three times two")
    director.goto(sheet)
    expect(director.locator(".pagehead")).to_contain_text("under protest")
    director.goto(address)
    director.click("button:has-text('Accept it')")
    expect(director.locator("main")).to_contain_text("Judy First ruled on this. The panel is made of others.")
    director.select_option("[name=member]", label="Paula Panel")
    director.click("button:has-text('Name for the panel')")
    looks_right(director)

    panel.goto(address)
    expect(panel.locator("main")).to_contain_text("says the first")
    panel.fill("[name=words]", "Both judges and the player.")
    panel.click("button:has-text('It was heard')")
    panel.check("text=overturned: the points are others")
    panel.fill("#vote_reason", "3 x 2 is 6, and nothing forbids it.")
    panel.click("button:text-is('Vote')")
    looks_right(panel)
    panel.click("a:has-text('Decide: overturned: the points are others')")
    for seat, value in enumerate(("2", "6", "2"), 1):
        panel.fill(f"[name=cell-1-{seat}]", value)
    panel.click("button:has-text('Show what it would do')")
    effects = panel.locator("section:has(h2:text('What it would do'))")
    expect(effects.locator("table >> nth=0").locator("tbody tr >> nth=0")).to_contain_text(re.compile(r"12 →\s+8"))
    expect(effects).to_contain_text("Ranks change.")
    looks_right(panel)
    assert standings(director, board) == before
    panel.fill("[name=rule]", "EQ VII-C-6")
    panel.fill("[name=reason]", "The ruling clearly breaks the rule.")
    panel.click("button:has-text('Decide: overturned')")
    panel.wait_for_url(address)
    expect(panel.locator(".pagehead")).to_contain_text("decided")
    looks_right(panel)

    after = standings(director, board)
    changed = sorted((before[name], after[name]) for name in before if before[name] != after[name])
    assert changed == [((1, "5"), (1, "6")), ((1, "5"), (2, "4"))]
    director.goto(f"{sheet}history/")
    expect(director.locator("tbody tr >> nth=0")).to_contain_text("The appeals panel decided")
    director.goto(sheet)
    expect(director.locator(".pagehead")).not_to_contain_text("under protest")
