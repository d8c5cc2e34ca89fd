"""Whoever sits down at a borrowed laptop next: the Back button shows nothing of the one who signed out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import DANA, create_tournament, import_roster

ROSTER = """School,Team,Division,First name,Last name
Pascal School,Cubes,Elementary,Zuleika,Quirkfeather
Pascal School,Cubes,Elementary,Bo,Xylographer
"""


def test_back_button_shows_nothing_after_signing_out(
    director: Page, base: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    (tmp_path / "roster.csv").write_text(ROSTER)
    board = create_tournament(director, "Borrowed Laptop Meet")
    import_roster(director, board, tmp_path / "roster.csv", 2)
    page = open_page("/account/sign-in/")
    for path in ("roster/", "standings/"):
        page.fill("[name=login]", DANA["email"])
        page.fill("[name=password]", DANA["password"])
        page.keyboard.press("Enter")
        page.wait_for_url(f"{base}/")
        page.goto(board + path)
        expect(page.locator("html[data-who]")).to_have_count(1)
        address = page.url
        page.evaluate("document.querySelector('form[action*=sign-out]').requestSubmit()")
        page.wait_for_url("**/sign-in/")
        page.go_back(wait_until="commit")
        expect(page).not_to_have_url(address)
        assert "Quirkfeather" not in page.content()
        page.goto("/account/sign-in/")
