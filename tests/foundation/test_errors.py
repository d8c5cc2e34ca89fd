"""Errors: a sentence or a reference number, and what was typed is still there."""

from __future__ import annotations

import errno
import logging
import re
import sqlite3

import psycopg
import pytest
import redis
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path, reverse

from config import outages
from config.outages import AWAY
from config.urls import handler400, handler403, handler404, handler500  # noqa: F401 -- the test's URLs use them
from foundation.accounts.invitations import path_of
from foundation.errors import Refused
from foundation.pages import requires
from foundation.people.actor import Actor
from foundation.people.models import Session, User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tournament import actions


@requires("home.view")
def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError("an invented bug")


@requires("home.view")
def no_database(request: HttpRequest) -> HttpResponse:
    raise OperationalError("the database is away")


@requires("home.view")
def declines(request: HttpRequest) -> HttpResponse:
    raise Refused("The draw is published already. Make a new version instead.")


MEET = {
    "name": "New Meet",
    "starts_on": "2026-11-14",
    "ends_on": "2026-11-14",
    "time_zone": "UTC",
    "editions": ["acc-2026"],
}

urlpatterns = [
    path("broken/", broken),
    path("broken/<slug:token>/", broken),
    path("no-database/", no_database),
    path("declines/", declines),
    path("", include("config.urls")),
]


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False)


@override_settings(ROOT_URLCONF="tests.foundation.test_errors")
def test_bug_shows_a_reference_that_is_in_the_log(db: None, browser: Client, caplog: pytest.LogCaptureFixture) -> None:
    typed = {"venue": "Pascal <Gym>", "password": "sesame", "key": "k1"}
    response = browser.post("/broken/", typed, headers={"Origin": "http://testserver"})
    page = response.content.decode()
    reference = require(re.search(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}", page)).group()
    lines = [record.getMessage() for record in caplog.records if record.name == "headtable.errors"]
    assert (response.status_code, lines) == (500, [f"reference {reference} at POST /broken/"])
    assert "Pascal &lt;Gym&gt;" in page
    assert "sesame" not in page


@override_settings(ROOT_URLCONF="tests.foundation.test_errors")
def test_outage_page_has_a_sentence_and_a_next_step(
    db: None, browser: Client, caplog: pytest.LogCaptureFixture
) -> None:
    typed = {"venue": "Pascal <Gym>", "key": "k1"}
    response = browser.post("/no-database/", typed, headers={"Origin": "http://testserver"})
    page = response.content.decode()
    reference = require(re.search(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}", page)).group()
    lines = [record.getMessage() for record in caplog.records if record.name == "headtable.errors"]
    assert lines == [f"reference {reference} at POST /no-database/: {AWAY} (OperationalError)"]
    assert (response.status_code, response["Retry-After"], f"<p>{AWAY}</p>" in page) == (503, "5", True)
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert {name: hidden.get(name) for name in typed} == {"venue": "Pascal &lt;Gym&gt;", "key": "k1"}


@override_settings(ROOT_URLCONF="tests.foundation.test_errors")
def test_outage_page_does_not_show_a_foreign_form(db: None, browser: Client) -> None:
    response = browser.post("/no-database/", {"venue": "Gym"}, headers={"Origin": "http://elsewhere.example"})
    assert (response.status_code, "Gym" in response.content.decode()) == (503, False)


def sqlite_error(code: int) -> OperationalError:
    problem, cause = OperationalError("words"), sqlite3.OperationalError("words")
    cause.sqlite_errorcode = code
    problem.__cause__ = cause
    return problem


def postgres_error(cause: Exception) -> OperationalError:
    problem = OperationalError("words")
    problem.__cause__ = cause
    return problem


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (sqlite_error(sqlite3.SQLITE_FULL), outages.FULL),
        (sqlite_error(sqlite3.SQLITE_READONLY_DIRECTORY), outages.LOCKED),
        (sqlite_error(sqlite3.SQLITE_CANTOPEN), outages.LOCKED),
        (sqlite_error(sqlite3.SQLITE_IOERR_WRITE), outages.BROKEN),
        (sqlite_error(sqlite3.SQLITE_BUSY), outages.BUSY),
        (sqlite_error(sqlite3.SQLITE_ERROR), ""),
        (postgres_error(psycopg.errors.DiskFull()), outages.FULL),
        (postgres_error(psycopg.errors.ReadOnlySqlTransaction()), outages.LOCKED),
        (postgres_error(psycopg.errors.DeadlockDetected()), outages.BUSY),
        (postgres_error(psycopg.errors.AdminShutdown()), outages.AWAY),
        (postgres_error(psycopg.errors.ConnectionTimeout()), outages.AWAY),
        (postgres_error(psycopg.errors.UndefinedTable()), ""),
        (OSError(errno.ENOSPC, "words"), outages.FULL),
        (OSError(errno.EROFS, "words"), outages.LOCKED),
        (redis.ConnectionError("words"), outages.REDIS_AWAY),
        (ValueError("words"), ""),
        (None, ""),
    ],
)
def test_outage_is_told_from_a_bug(problem: Exception | None, sentence: str) -> None:
    assert outages.describe_outage(problem) == sentence


@override_settings(ROOT_URLCONF="tests.foundation.test_errors")
def test_bug_offers_to_send_again_with_the_same_key(db: None, browser: Client) -> None:
    def offered(origin: str) -> dict[str, str]:
        page = browser.post("/broken/", {"venue": "Gym", "key": "k1"}, headers={"Origin": origin}).content.decode()
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        return {name: hidden[name] for name in ("venue", "key") if name in hidden}

    assert offered("http://testserver") == {"venue": "Gym", "key": "k1"}
    assert offered("http://elsewhere.example") == {}


@override_settings(ROOT_URLCONF="tests.foundation.test_errors")
def test_token_of_a_link_stays_out_of_the_log(db: None, browser: Client, caplog: pytest.LogCaptureFixture) -> None:
    browser.get("/broken/verysecrettoken/")
    assert [r.getMessage().split(" at ")[1] for r in caplog.records if r.name == "headtable.errors"] == [
        "GET /broken/…/"
    ]
    assert not any("verysecrettoken" in r.getMessage() for r in caplog.records if r.levelno >= logging.INFO)


@pytest.mark.parametrize("page", ["/join/{}/", "/join/{}", "/team/{}/live/", "/account/new-password/{}/"])
def test_token_stays_out_of_the_log_if_the_database_fails_before_the_url_is_resolved(
    db: None, browser: Client, caplog: pytest.LogCaptureFixture, page: str
) -> None:
    browser.cookies["sessionid"] = "x" * 32
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {Session._meta.db_table} RENAME TO gone")
    assert browser.get(page.format("verysecrettoken")).status_code == 500
    assert [r.getMessage().split(" at ")[1] for r in caplog.records if r.name == "headtable.errors"] == [
        f"GET {page.format('…')}"
    ]


@override_settings(ROOT_URLCONF="tests.foundation.test_errors")
def test_refusal_that_no_form_shows_becomes_a_page(db: None, browser: Client) -> None:
    response = browser.post("/declines/", {"name": "Round 2"}, headers={"origin": "http://testserver"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "The draw is published already. Make a new version instead." in page
    assert "Round 2" in page


@pytest.mark.parametrize(
    ("headers", "shown"),
    [
        ({"origin": "http://testserver"}, True),
        ({"origin": "http://testserver", "sec-fetch-site": "same-origin"}, True),
        ({"origin": "https://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": "http://testserver", "sec-fetch-site": "cross-site"}, False),
        ({}, False),
    ],
)
def test_form_without_csrf_token_is_shown_again_only_if_our_page_sent_it(
    director: User, headers: dict, shown: bool
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(director)
    response = browser.post(reverse("tournament_create"), {"name": "Fall Meet", "key": "k1"}, headers=headers)
    page = response.content.decode()
    assert response.status_code == 403
    assert ("Fall Meet" in page, 'name="key" value="k1"' in page) == (shown, shown)


def test_token_of_a_badge_stays_out_of_the_log_of_forms(
    tournament: Tournament, caplog: pytest.LogCaptureFixture
) -> None:
    path = path_of(factories.badge(tournament))
    Client(enforce_csrf_checks=True).post(path, {"name": "Bo"})
    token = path.split("/")[2]
    assert not any(token in record.getMessage() for record in caplog.records)


def test_missing_page_and_unknown_host(db: None, browser: Client) -> None:
    assert browser.get("/no/such/page/").status_code == 404
    assert browser.get("/", headers={"host": "evil.example"}).status_code == 400


def test_api_refuses_with_the_sentence_of_the_page(client_of: SignIn, director: User) -> None:
    body = MEET | {"ends_on": "2026-11-01"}
    response = client_of(director).post("/api/tournaments/", body, content_type="application/json")
    assert (response.status_code, response.headers["Content-Type"]) == (422, "application/problem+json")
    assert response.json() == {
        "title": "The last day can’t be before the first day.",
        "status": 422,
        "field": "ends_on",
    }


def test_api_says_which_fields_are_wrong(client_of: SignIn, director: User) -> None:
    response = client_of(director).post("/api/tournaments/", {"name": ""}, content_type="application/json")
    assert response.status_code == 422
    assert sorted(response.json()["fields"]) == ["editions", "ends_on", "name", "starts_on", "time_zone"]


def test_api_creates_once_per_key(client_of: SignIn, director: User) -> None:
    client = client_of(director)
    answers = [
        client.post(
            "/api/tournaments/", MEET, content_type="application/json", headers={"Idempotency-Key": "k1"}
        ).json()["slug"]
        for _ in range(2)
    ]
    assert (answers, Tournament.objects.count()) == (["new-meet", "new-meet"], 1)


def test_every_answer_carries_the_strict_policies(client: Client, tournament: Tournament) -> None:
    """Referrers have no path: proxies log them, and the path of a link signs people in."""
    headers = client.get(path_of(factories.badge(tournament))).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert (headers["Referrer-Policy"], headers["X-Frame-Options"]) == ("strict-origin", "DENY")


@pytest.mark.parametrize("method", ["put", "delete", "options"])
def test_api_refuses_other_methods(client_of: SignIn, director: User, tournament: Tournament, method: str) -> None:
    answer = getattr(client_of(director), method)(f"/api/tournaments/{tournament.slug}/")
    assert (answer.status_code, answer.headers["Content-Type"]) == (405, "application/problem+json")


def test_api_refuses_a_key_that_was_used_for_something_else(
    client_of: SignIn, director: User, tournament: Tournament
) -> None:
    actions.add_team(Actor(user=director, key="used"), tournament, school="Pascal", name="Abaci")
    response = client_of(director).post(
        "/api/tournaments/", MEET, content_type="application/json", headers={"Idempotency-Key": "used"}
    )
    assert (response.status_code, response.json()["status"]) == (409, 409)
