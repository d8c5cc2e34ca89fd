"""Cross-site request forgery: refused everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from foundation.tournaments import Tournament
from tests import factories
from tests.foundation.access_world import GUARDED_NAMES, METHODS, AccessWorld, address_of
from tests.foundation.test_access_api import api_address


@pytest.fixture
def browser(world: AccessWorld) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.users["director"])
    Tournament.objects.update(state="running", is_public=True)
    return client


def test_every_form_without_a_csrf_token_is_refused(world: AccessWorld, browser: Client) -> None:
    answers = {name: browser.post(address_of(name, world)).status_code for name in GUARDED_NAMES}
    # A language is only a preference, and everyone gets the same cached public page, which can’t have a token.
    assert {name: status for name, status in answers.items() if status != 403} == {"language": 302}


def test_every_api_write_from_a_browser_needs_a_csrf_token(world: AccessWorld, browser: Client) -> None:
    let_in = [
        f"{method} {name}"
        for name, method, _ in METHODS
        if method != "get"
        and browser.generic(method.upper(), api_address(name, world), "{}", "application/json").status_code != 403
    ]
    assert let_in == []


def test_api_token_counts_only_in_its_header(world: AccessWorld) -> None:
    """A token in the URL or in a form is ignored, so it is in no log and no other site can send it."""
    token = factories.api_token(world.tournament)
    path = api_address("api-teams-list", world)
    assert factories.program(token).get(path).status_code == 200
    for name in ("token", "access_token", "api_key", "key"):
        assert Client().get(path, {name: token.secret}).status_code == 401
    assert Client(headers={"X-Api-Key": token.secret}).get(path).status_code == 401
    cookies = Client()
    cookies.cookies["token"] = token.secret
    assert cookies.get(path).status_code == 401


@pytest.mark.parametrize("how", ["header", "field", "query"])
def test_request_method_cannot_be_overridden(world: AccessWorld, how: str) -> None:
    """A GET with a method override stays a GET: it needs no CSRF token, so it must not write."""
    client = Client()
    client.force_login(world.users["director"])
    path = address_of("tournament_start", world)
    given: dict[str, Any] = {
        "header": {"headers": {"X-HTTP-Method-Override": "POST", "X-HTTP-Method": "POST", "X-Method-Override": "POST"}},
        "field": {"data": {"_method": "POST"}},
        "query": {"query_params": {"_method": "POST", "method": "POST"}},
    }[how]
    assert client.get(path, **given).status_code == 405
    world.tournament.refresh_from_db()
    assert world.tournament.state == "planned"
