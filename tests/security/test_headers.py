"""Error pages have the strict security headers, and are not cached. (For other pages, see test_every_page.py.)"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests.foundation.access_world import AccessWorld

POLICY = {
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
    "connect-src 'self'", "manifest-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
}  # fmt: skip
STRICT = {"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin"}


def header_problems(answer: Any) -> list[str]:
    """Return what is wrong with this response."""
    found = set(answer.headers["Content-Security-Policy"].split("; "))
    wrong = [f"policy {found ^ POLICY}"] if found != POLICY else []
    return wrong + [name for name, value in STRICT.items() if answer.headers.get(name) != value]


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/nowhere/", {}, 404),
        ("/", {"Host": "evil.example"}, 400),
        ("/?q=%00", {}, 400),
        ("/t/nowhere/", {}, 302),
        ("/api/nowhere/", {}, 404),
        ("/account/sign-out/", {}, 302),
    ],
)
def test_errors_have_the_security_headers(db: None, path: str, headers: dict[str, str], status: int) -> None:
    answer = Client(headers=headers).get(path)
    assert (answer.status_code, header_problems(answer)) == (status, [])


def test_csrf_failure_has_the_security_headers(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post("/account/sign-in/")
    assert (answer.status_code, header_problems(answer), answer["Cache-Control"]) == (403, [], "private, no-store")


def test_bug_page_has_the_security_headers(world: AccessWorld, settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.foundation.test_errors"
    answer = Client(raise_request_exception=False).post("/broken/", {"name": "Zuleika"})
    assert (answer.status_code, header_problems(answer), answer["Cache-Control"]) == (500, [], "private, no-store")
