"""A real Chromium with a real `bin/run`: web process, worker, and database."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.helpers import PATIENCE
from tests.system.program import Program, running_program

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
NewContext = Callable[..., BrowserContext]

expect.set_options(timeout=PATIENCE * 1000)
DIRECTOR = {"name": "Dana Director", "email": "dana@example.org", "password": "cubes on the mat"}
DIRECTOR_OF_ALL = """
from foundation.tournaments import Tournament
from foundation.people.models import Membership, Role, User
director = User.objects.get(email="dana@example.org")
for meet in Tournament.objects.exclude(memberships__user=director):
    Membership.objects.create(tournament=meet, user=director, role=Role.DIRECTOR)
"""


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with running_program(tmp_path_factory.mktemp("browser")) as running:
        running.wait_until_up()
        running.wait_until_ready()
        yield running


@pytest.fixture(scope="session")
def base(program: Program) -> str:
    return f"http://localhost:{program.port}"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def new_context(base: str, chromium: Browser) -> NewContext:
    """A function that opens a separate browser profile, with a laptop screen unless the options differ."""

    def open_context(**options: Any) -> BrowserContext:
        context = chromium.new_context(base_url=base, **(LAPTOP | options))
        context.set_default_timeout(PATIENCE * 1000)
        return context

    return open_context


@pytest.fixture(scope="session")
def signed_in(program: Program, base: str, new_context: NewContext) -> Any:
    """Create the first account once with the terminal's link; return the browser's storage state."""
    link = re.search(rf"{re.escape(base)}/welcome/\w+/", program.out)
    assert link, program.out
    context = new_context()
    page = context.new_page()
    page.goto(link.group())
    for field, value in DIRECTOR.items():
        page.fill(f"[name={field}]", value)
    page.click("text=Create account")
    page.wait_for_url(f"{base}/")
    return context.storage_state()


@pytest.fixture
def open_page(new_context: NewContext) -> Iterator[Callable[..., Page]]:
    """Open windows; afterward none may have logged an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def record_console_message(message: Any) -> None:
        # Some tests cause a 4xx response or a lost network on purpose, which the browser logs.
        expected = ("the server responded with a status of 4", "net::ERR_INTERNET_DISCONNECTED")
        if message.type in ("error", "warning") and not any(words in message.text for words in expected):
            errors.append(message.text)

    def open_window(path: str = "/", **options: Any) -> Page:
        context = new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", record_console_message)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def director(open_page: Callable[..., Page], signed_in: Any) -> Page:
    return open_page(storage_state=signed_in)


def direct_every_tournament(program: Program) -> None:
    """Make the director a director of the tournaments of other tests too, and so allow them to restore backups."""
    program.run_python(DIRECTOR_OF_ALL)


def create_tournament(page: Page, name: str) -> str:
    """Create it with the form; return its dashboard URL."""
    page.goto("/new/")
    page.click("text=AGLOA league day")
    page.fill("[name=name]", name)
    page.fill("[name=venue]", "Pascal Middle School")
    page.check("text=On-Sets · AGLOA 2014-15")
    page.click("text=Create tournament")
    page.wait_for_url("**/t/*/games/")
    page.click("nav >> text=Dashboard")
    page.wait_for_url(re.compile(r"/t/[^/]+/$"))
    return page.url


def add_team(page: Page, dashboard_url: str, school: str, name: str) -> None:
    page.goto(f"{dashboard_url}teams/")
    page.fill("[name=school]", school)
    page.fill("[name=name]", name)
    page.click("text=Add team")
    page.wait_for_selector(f"th:has-text('{name}')")


def import_roster(page: Page, dashboard_url: str, file: Path, lines: int) -> None:
    """Upload a roster and import it."""
    page.goto(f"{dashboard_url}roster/import/")
    page.set_input_files("[name=file]", file)
    page.click("button:has-text('Preview')")
    page.click(f"button:has-text('Import {lines} lines')")
    page.click("text=View the result")
    page.wait_for_selector("h3")


def collect_first_round(page: Page, dashboard_url: str) -> None:
    """Start the tournament and play its first round up to collecting."""
    page.goto(dashboard_url)
    page.click("button:has-text('Start tournament')")
    page.wait_for_selector("text=Finish tournament")
    page.goto(f"{dashboard_url}rounds/")
    page.click("main ol a >> nth=0")
    round_url = page.url
    page.click("text=Assign tables")
    page.click("main button:has-text('Assign tables')")
    page.click("button:has-text('Publish')")
    page.wait_for_selector("text=published")
    page.goto(round_url)
    page.click("button:has-text('Start the clock')")
    page.click("button:has-text('Collect scoresheets')")
    page.wait_for_selector("text=aren’t verified yet")


def make_badge(page: Page, dashboard_url: str, role: str, label: str) -> str:
    """Create a badge; return its path."""
    page.goto(f"{dashboard_url}staff/")
    page.select_option("[name=role]", role)
    page.fill("[name=label]", label)
    page.click("text=Create badge")
    return "/join/" + page.input_value("#link").partition("/join/")[2]


def accessibility_problems(page: Page) -> list[str]:
    """Return what axe-core finds once the page has loaded."""
    page.wait_for_load_state()
    found = Axe().run(page).response["violations"]
    return [
        f"{problem['id']}: {node['target']} {node['failureSummary']}" for problem in found for node in problem["nodes"]
    ]


def overflows(page: Page) -> bool:
    """Whether the page scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))
