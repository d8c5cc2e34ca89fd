"""After signing out, the Back button shows nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import DIRECTOR, create_tournament, import_roster

ROSTER = """School,Team,Division,First name,Last name
Pascal School,Cubes,Elementary,Zuleika,Quirkfeather
Pascal School,Cubes,Elementary,Bo,Xylographer
"""


def test_back_button_shows_nothing_after_signing_out(
    director: Page, base: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    (tmp_path / "roster.csv").write_text(ROSTER)
    dashboard_url = create_tournament(director, "Borrowed Laptop Meet")
    import_roster(director, dashboard_url, tmp_path / "roster.csv", 2)
    page = open_page("/account/sign-in/")
    for path in ("roster/", "standings/"):
        page.fill("[name=login]", DIRECTOR["email"])
        page.fill("[name=password]", DIRECTOR["password"])
        page.keyboard.press("Enter")
        page.wait_for_url(f"{base}/")
        page.goto(dashboard_url + path)
        expect(page.locator("html[data-who]")).to_have_count(1)
        url = page.url
        page.evaluate("document.querySelector('form[action*=sign-out]').requestSubmit()")
        page.wait_for_url("**/sign-in/")
        page.go_back(wait_until="commit")
        expect(page).not_to_have_url(url)
        assert "Quirkfeather" not in page.content()
        page.goto("/account/sign-in/")
