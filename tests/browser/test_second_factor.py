"""Directors add a passkey or an authenticator code, and sign in with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import create_tournament, make_badge
from tests.totp import totp_code


def create_director(director: Page, open_page: Callable[..., Page], name: str) -> tuple[Page, dict[str, str]]:
    """Create another director's account, so that the first one stays without a second factor."""
    dashboard_url = create_tournament(director, f"Meet of {name}")
    page = open_page(make_badge(director, dashboard_url, "director", name))
    account = {"name": name, "email": f"{name.split()[0].lower()}@example.org", "password": "cubes on the mat"}
    for field, value in account.items():
        page.fill(f"[name={field}]", value)
    page.click("text=Create account and join")
    page.wait_for_url(dashboard_url)
    return page, account


def sign_out(page: Page) -> None:
    page.context.clear_cookies()
    page.goto("/account/sign-in/")


def click_and_wait(page: Page, selector: str) -> None:
    """Click and wait for the next page, because continuing at once could interrupt the request."""
    before = page.url
    page.click(selector)
    page.wait_for_url(lambda url: url != before)


def confirm_password(page: Page, account: dict[str, str]) -> None:
    """Enter the password again if the page asks for it, as it does before security changes."""
    if "/confirm/" in page.url:
        page.fill("[name=password]", account["password"])
        click_and_wait(page, "main button[type=submit], main form .actions button")


def test_director_adds_a_passkey_and_signs_in_with_it(director: Page, open_page: Callable[..., Page]) -> None:
    page, account = create_director(director, open_page, "Pia Passkey")
    session: Any = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    authenticator = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
    page.goto("/account/security/")
    click_and_wait(page, "text=Add a passkey")
    confirm_password(page, account)
    page.check("[name=passwordless]")
    click_and_wait(page, "#mfa_webauthn_add")
    page.goto("/account/security/")
    expect(page.locator("text=1 passkey")).to_be_visible()
    sign_out(page)
    page.click("#passkey_login")
    expect(page.locator("h1")).to_have_text("Your tournaments")


def test_director_adds_an_authenticator_and_must_enter_its_code(director: Page, open_page: Callable[..., Page]) -> None:
    page, account = create_director(director, open_page, "Tove Totp")
    page.goto("/account/security/")
    click_and_wait(page, "text=Add an app")
    confirm_password(page, account)
    secret = page.input_value("#authenticator_secret")
    page.fill("[name=code]", totp_code(secret))
    click_and_wait(page, "main form .actions button, main form button[type=submit]")
    page.goto("/account/security/")
    expect(page.locator("text=Turn off")).to_be_visible()
    sign_out(page)
    page.fill("[name=login]", account["email"])
    page.fill("[name=password]", account["password"])
    page.click("button:has-text('Sign in')")
    page.wait_for_url("**/sign-in/code/")
    page.fill("[name=code]", "000000")
    page.click("main form button[type=submit], main form .actions button")
    expect(page.locator("[name=code]")).to_have_attribute("aria-invalid", "true")
