"""The projector pages advance automatically, and the ceremony reveals places last to first."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, PROJECTOR, accessibility_problems, overflows
from tests.system.program import Program

# Twelve tables, at each of them six, four and two points: twelve players are first, twelve thirteenth, twelve 25th.
SEED = """
import json
from scoring.entry import actions as sheets
from scoring.models import Sheet
from scoring.public_results import actions as wall
from tests.factories import director_of, helper
from tests.collecting_round import create_collecting_round, session_of
from tests.scoring.conftest import paper
from tournament.models import Division
from foundation.tournaments import Tournament
from foundation.people.actor import Actor
from foundation.people.models import Role
meet = create_collecting_round(12)
Tournament.objects.filter(pk=meet.pk).update(is_public=True)
one, two = (Actor(user=helper(meet, Role.SCOREKEEPER)) for _ in range(2))
for sheet in Sheet.objects.filter(tournament=meet):
    sheets.enter(one, sheet, paper=paper("6 4", "4 2", "2 2"), base=0)
    sheets.check(two, sheet, base=1)
division = Division.objects.select_related("event").get(event__tournament=meet)
wall.release(Actor(user=director_of(meet)), meet, division=division, rounds=1)
print(json.dumps([meet.slug, session_of(director_of(meet))]))
"""
RELEASE = """
from scoring.public_results import actions as wall
from tests.factories import director_of
from tournament.models import Division
from foundation.tournaments import Tournament
from foundation.people.actor import Actor
meet = Tournament.objects.get(slug="{slug}")
division = Division.objects.select_related("event").get(event__tournament=meet)
wall.release(Actor(user=director_of(meet)), meet, division=division, rounds={rounds})
"""
SMALL = {"viewport": {"width": 1280, "height": 720}}


@dataclass(frozen=True)
class Meet:
    slug: str
    state: Any


@pytest.fixture(scope="module")
def meet(program: Program, base: str) -> Meet:
    slug, session = json.loads(program.run_python(SEED))
    cookie = {"name": "sessionid", "value": session, "url": base}
    return Meet(slug, cookie)


@pytest.fixture
def ceremony(open_page: Callable[..., Page], meet: Meet) -> Page:
    page = open_page("/account/sign-in/", **PROJECTOR)
    page.context.add_cookies([meet.state])
    page.goto(f"/t/{meet.slug}/ceremony/?top=30")
    return page


def begin(ceremony: Page) -> None:
    """Begin the ceremony, and wait until its screen is there to get the keys."""
    ceremony.click("[data-begin]")
    expect(ceremony.locator("dialog[open]")).to_be_visible()


def shown_ranks(page: Page) -> list[str]:
    return page.locator(".wall-rank:visible .wall-place").all_inner_texts()


@pytest.mark.parametrize("screen", [PROJECTOR, SMALL], ids=["1080", "720"])
def test_five_rows_fill_the_screen_and_pages_advance(open_page: Callable[..., Page], meet: Meet, screen: Any) -> None:
    page = open_page("/healthz", **screen)
    page.clock.install()
    page.goto(f"/p/{meet.slug}/standings/wall/")
    expect(page.locator("[data-wall-page]")).to_have_text("Page 1 of 10")  # 36 players, 8 teams
    assert shown_ranks(page) == ["1=\ntied"] * 5
    last = page.locator(".wall-rank:visible").last.bounding_box()
    foot = page.locator(".wall-foot").bounding_box()
    assert last
    assert foot
    assert foot["y"] - last["height"] < last["y"] + last["height"] <= foot["y"]
    page.clock.run_for(9_000)
    expect(page.locator("[data-wall-page]")).to_have_text("Page 2 of 10")
    page.keyboard.press("Space")
    expect(page.locator("[data-wall-paused]")).to_be_visible()
    with page.expect_response(lambda answer: "standings/wall" in answer.url):
        page.clock.run_for(9_000)
    expect(page.locator("[data-wall-page]")).to_have_text("Page 2 of 10")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-wall-page]")).to_have_text("Page 10 of 10")
    expect(page.locator(".wall-head:visible")).to_contain_text("Teams")
    assert not overflows(page)
    assert accessibility_problems(page) == []


def test_display_changes_only_when_results_change(open_page: Callable[..., Page], program: Program, meet: Meet) -> None:
    page = open_page("/healthz", **PROJECTOR)
    page.clock.install()
    page.goto(f"/p/{meet.slug}/standings/wall/?list=players&list=top")
    for number in (2, 3):
        page.clock.run_for(9_000)
        expect(page.locator("[data-wall-page]")).to_have_text(f"Page {number} of 10")
        page.evaluate("document.querySelector('[data-wall]').dataset.seen = 'yes'")
    expect(page.locator("[data-seen]")).to_have_count(1)
    program.run_python(RELEASE.format(slug=meet.slug, rounds=0))
    page.clock.run_for(9_000)
    expect(page.locator(".empty-title")).to_have_text("No results yet")
    program.run_python(RELEASE.format(slug=meet.slug, rounds=1))
    page.clock.run_for(9_000)
    expect(page.locator(".wall-rank:visible")).to_have_count(5)


def test_pages_of_tables_advance(open_page: Callable[..., Page], meet: Meet) -> None:
    page = open_page("/healthz", **SMALL)
    page.clock.install()
    page.goto(f"/p/{meet.slug}/wall/")
    names, seen = page.locator(".wall-line:visible strong"), []
    for number in range(1, 7):
        expect(page.locator("[data-wall-page]")).to_have_text(f"Page {number} of 6")
        seen += names.all_inner_texts()
        page.keyboard.press("PageDown")
    assert (len(seen), seen) == (36, page.locator(".wall-line strong").all_text_contents())
    page.clock.run_for(9_000)
    expect(page.locator("[data-wall-page]")).to_have_text("Page 2 of 6")


def revealed_places(page: Page) -> list[str]:
    """The places on the screen, newest first."""
    calls = page.locator("[data-call]:visible").all()
    return [call.inner_text().split()[0] for call in reversed(calls)]


def test_ceremony_reveals_places_last_to_first_with_a_pause(ceremony: Page) -> None:
    ceremony.emulate_media(reduced_motion="reduce")  # what fades in is pale for a moment
    begin(ceremony)
    seen = [revealed_places(ceremony)]
    for key in ("PageDown", "Space", "ArrowRight", "Enter", "PageDown"):
        ceremony.keyboard.press(key)
        seen.append(revealed_places(ceremony))
    assert seen == [
        ["Elementary:"],
        ["25th"],
        ["13th", "25th"],
        ["And", "13th", "25th"],
        ["1st", "13th", "25th"],
        ["1st", "13th", "25th"],
    ]
    expect(ceremony.locator("[data-now] .stage-names li")).to_have_count(12)
    ceremony.keyboard.press("PageUp")
    ceremony.keyboard.press("ArrowLeft")
    assert revealed_places(ceremony) == ["13th", "25th"]
    ceremony.click(".stage-head")
    ceremony.click(".stage-head")
    assert revealed_places(ceremony) == ["1st", "13th", "25th"]
    assert accessibility_problems(ceremony) == []
    ceremony.click(".stage [data-close]")
    expect(ceremony.locator("dialog[open]")).to_have_count(0)


def test_hidden_places_are_not_visible(ceremony: Page) -> None:
    names = ceremony.locator(".stage-names li")
    expect(names).to_have_count(36)
    begin(ceremony)
    ceremony.keyboard.press("PageDown")
    assert [name.is_visible() for name in names.all()] == [True] * 12 + [False] * 24


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_public_pages_on_a_phone(open_page: Callable[..., Page], meet: Meet, scheme: str) -> None:
    page = open_page(f"/p/{meet.slug}/", color_scheme=scheme, **PHONE)
    page.click("text=Standings")
    expect(page.locator("tbody tr")).to_have_count(36)
    assert not overflows(page)
    assert accessibility_problems(page) == []
    assert page.locator("a[href^='/t/']").count() == 0


def test_director_releases_results_with_one_tap(ceremony: Page, meet: Meet) -> None:
    ceremony.goto(f"/t/{meet.slug}/release/")
    words = ceremony.locator("[data-label='The public sees']")
    expect(words).to_contain_text("Results through Round 1 are shown as provisional.")
    ceremony.click("button:has-text('Final')")
    expect(ceremony.locator("[role=alert]")).to_have_text("Elementary Round 1 isn’t closed. Close it first.")
    ceremony.click("button:has-text('Freeze all')")
    expect(words).to_contain_text("Frozen as of")
    ceremony.click("button:has-text('Unfreeze all')")
    expect(words).not_to_contain_text("Frozen")
    assert accessibility_problems(ceremony) == []
