"""The server profile (PUBLIC_URL with https): Django's deployment checks, cookies, HSTS, static files, hosts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
OUTSIDE = ("DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE")  # of the tests around it
ASK = """
import django, io, json
from django.conf import settings
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
django.setup()
from django.contrib.sessions.backends import signed_cookies
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory
settings.STATIC_ROOT.mkdir()
(settings.STATIC_ROOT / "a.css").write_text("a {}")

def describe(answer):
    cookies = {name: sorted(key for key, value in morsel.items() if value is True) + [morsel["samesite"]]
               for name, morsel in answer.cookies.items()}
    return {"status": answer.status_code, "headers": dict(answer.headers), "cookies": cookies}

def sign_in(request):
    request.session["somebody"] = 1
    return HttpResponse()

sessions = SessionMiddleware(sign_in)
sessions.SessionStore = signed_cookies.SessionStore
checked = io.StringIO()
call_command("check", deploy=True, fail_level="WARNING", stdout=checked, stderr=checked)
ours = {"Host": "games.example.org", "X-Forwarded-Proto": "https"}
client = Client(headers=ours)
print(json.dumps({
    "check": checked.getvalue(),
    "page": describe(client.get("/account/sign-in/")),
    "static": describe(client.get("/static/a.css")),
    "session": describe(sessions(RequestFactory().get("/"))),
    "plain": describe(Client(headers={"Host": "games.example.org"}).get("/account/sign-in/?next=/x")),
    "health": describe(Client(headers={"Host": "games.example.org"}).get("/healthz")),
    "forwarded host": describe(Client(headers={**ours, "X-Forwarded-Host": "evil.example"}).get("/account/")),
    "other host": describe(Client(headers={**ours, "Host": "evil.example"}).get("/")),
}))
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in OUTSIDE} | {
        "HEADTABLE_DATA": str(tmp_path_factory.mktemp("scale")),
        "SECRET_KEY": "Only-4-the-tests_" + "aZ9!xQ7%" * 6,
        "PUBLIC_URL": "https://games.example.org",
        "ALLOWED_HOSTS": "games.example.org",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONWARNINGS": "",
    }


@pytest.fixture(scope="module")
def answers(environment: dict[str, str]) -> dict[str, Any]:
    asked = subprocess.run([sys.executable, "-c", ASK], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
    return json.loads(asked.stdout.splitlines()[-1])


def test_deployment_check_of_django_is_clean(answers: dict[str, Any]) -> None:
    assert answers["check"] == "System check identified no issues (2 silenced).\n"


def test_cookies_travel_by_https_alone(answers: dict[str, Any]) -> None:
    assert answers["page"]["cookies"]["csrftoken"] == ["secure", "Lax"]
    assert answers["session"]["cookies"]["sessionid"] == ["httponly", "secure", "Lax"]


def test_browsers_remember_that_it_is_https(answers: dict[str, Any]) -> None:
    for name in ("page", "static"):
        headers = answers[name]["headers"]
        assert headers["Strict-Transport-Security"] == "max-age=31536000"
        assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "strict-origin")
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_plain_http_is_led_to_https_of_the_same_place(answers: dict[str, Any]) -> None:
    assert (answers["plain"]["status"], answers["plain"]["headers"]["Location"]) == (
        301,
        "https://games.example.org/account/sign-in/?next=/x",
    )
    assert answers["health"]["status"] == 200


def test_forged_host_header_is_ignored(answers: dict[str, Any]) -> None:
    """No link is built from a forged Host header."""
    assert answers["other host"]["status"] == 400
    assert answers["forwarded host"]["headers"]["Location"] == "/account/sign-in/?next=/account/"
