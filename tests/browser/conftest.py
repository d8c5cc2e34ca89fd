"""A real Chromium in front of a real `bin/run`: web, worker and database as a director has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.helpers import PATIENCE
from tests.system.machine import Program, started

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
DANA = {"name": "Dana Director", "email": "dana@example.org", "password": "cubes on the mat"}


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with started(tmp_path_factory.mktemp("browser")) as running:
        running.until_up()
        running.until_ready()
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
    """Opens a browser profile of its own, on a laptop unless the options say otherwise."""

    def open_context(**options: Any) -> BrowserContext:
        context = chromium.new_context(base_url=base, **(LAPTOP | options))
        context.set_default_timeout(PATIENCE * 1000)
        return context

    return open_context


@pytest.fixture(scope="session")
def signed_in(program: Program, base: str, new_context: NewContext) -> Any:
    """Makes the first account by the link in the terminal, once; what a browser then remembers."""
    link = re.search(rf"{re.escape(base)}/welcome/\w+/", program.out)
    assert link, program.out
    context = new_context()
    page = context.new_page()
    page.goto(link.group())
    for field, value in DANA.items():
        page.fill(f"[name={field}]", value)
    page.click("text=Make my account")
    page.wait_for_url(f"{base}/")
    return context.storage_state()


@pytest.fixture
def open_page(new_context: NewContext) -> Iterator[Callable[..., Page]]:
    """A new window. At the end none of them may have complained in its console."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: Any) -> None:
        # An answer of 4xx, or a lost network, is what some of these tests are about; the browser reports it on its own.
        expected = ("the server responded with a status of 4", "net::ERR_INTERNET_DISCONNECTED")
        if message.type in ("error", "warning") and not any(words in message.text for words in expected):
            complaints.append(message.text)

    def open_window(path: str = "/", **options: Any) -> Page:
        context = new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def director(open_page: Callable[..., Page], signed_in: Any) -> Page:
    return open_page(storage_state=signed_in)


def create_tournament(page: Page, name: str) -> str:
    """By the form, as a director does it; the address of its board."""
    page.goto("/new/")
    page.click("text=AGLOA league day")
    page.fill("[name=name]", name)
    page.fill("[name=venue]", "Pascal Middle School")
    page.check("text=On-Sets · AGLOA 2014-15")
    page.click("text=Create the tournament")
    page.wait_for_url("**/t/*/games/")
    page.click("nav >> text=Board")
    page.wait_for_url(re.compile(r"/t/[^/]+/$"))
    return page.url


def add_team(page: Page, board: str, school: str, name: str) -> None:
    page.goto(f"{board}teams/")
    page.fill("[name=school]", school)
    page.fill("[name=name]", name)
    page.click("text=Add the team")
    page.wait_for_selector(f"th:has-text('{name}')")


def import_roster(page: Page, board: str, file: Path, lines: int) -> None:
    """A file from the first look to the roster, which is shown at the end."""
    page.goto(f"{board}roster/import/")
    page.set_input_files("[name=file]", file)
    page.click("text=Look at it")
    page.click(f"button:has-text('Import {lines} lines')")
    page.click("text=See what came of it")
    page.wait_for_selector("h3")


def collect_first_round(page: Page, board: str) -> None:
    """Start the day, and bring the first round of the first division to where its sheets come in."""
    page.goto(board)
    page.click("button:has-text('Start the day')")
    page.wait_for_selector("text=Finish the tournament")
    page.goto(f"{board}rounds/")
    page.click("main ol a >> nth=0")
    address = page.url
    page.click("text=Draw the tables")
    page.click("main button:has-text('Draw')")
    page.click("button:has-text('Publish')")
    page.wait_for_selector("text=published")
    page.goto(address)
    page.click("button:has-text('Start the clock')")
    page.click("button:has-text('Collect the sheets')")
    page.wait_for_selector("text=Not verified yet")


def make_badge(page: Page, board: str, role: str, label: str) -> str:
    """The link on a new badge, as this machine opens it."""
    page.goto(f"{board}staff/")
    page.select_option("[name=role]", role)
    page.fill("[name=label]", label)
    page.click("text=Make the badge")
    return "/join/" + page.input_value("#link").partition("/join/")[2]


def accessibility_problems(page: Page) -> list[str]:
    """What is wrong with the page for somebody who does not see it, once it is wholly there."""
    page.wait_for_load_state()
    found = Axe().run(page).response["violations"]
    return [
        f"{problem['id']}: {node['target']} {node['failureSummary']}" for problem in found for node in problem["nodes"]
    ]


def overflows(page: Page) -> bool:
    """Whether the page can be pushed sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.fixture
def pictures(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where pictures go: `bin/test tests/browser --pictures=docs/images` renews those of the README."""
    folder = Path(request.config.getoption("--pictures") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
