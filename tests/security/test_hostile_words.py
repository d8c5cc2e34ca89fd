"""Hostile input in URLs and forms: always a page or a sentence, never a crash (and so never SQL injection)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foundation.tournaments import Tournament
from tests import factories
from tests.foundation.access_world import ADDRESSES, API, GUARDED_NAMES, AccessWorld, address_of, parameters
from tests.foundation.test_access_api import api_address

ROOT = Path(__file__).parents[2]
# Every name that a view or one of its forms reads from an address.
NAMES = (
    "after", "as_of", "before", "by", "call", "check", "cursor", "cycle", "division", "edition", "edit", "event",
    "format", "kind", "limit", "list", "of", "one", "other", "outcome", "page", "paper", "pick", "preset",
    "printed", "q", "reason", "results", "round", "school", "section", "sheet", "show", "since", "situation",
    "size", "small", "sort", "state", "table", "through", "title", "verify", "who",
)  # fmt: skip
HOSTILE = (
    "\0", "9" * 30, "9" * 5000, "²", "-1", "0", "1e999", "NaN", "2026-99-99", "%", "x" * 5000, "\ufffd\U0010ffff",
    "' OR 1=1 --", "'; DROP TABLE tournament_tournament; --", '"', "\\", "1) UNION SELECT password FROM people_user --",
    "{{ 7|add:7 }}", "../../etc/passwd", "\r\nSet-Cookie: a=b",
)  # fmt: skip
HUGE = (2**63, 10**30)
NOT_ALWAYS = {"readyz"}  # says 503 while no worker runs
words = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=40))


@pytest.fixture
def browser(world: AccessWorld) -> Client:
    Tournament.objects.update(state="running", is_public=True)
    client = Client(raise_request_exception=False)
    client.force_login(world.users["director"])
    return client


def path_of(name: str, world: AccessWorld) -> str:
    return api_address(name, world) if name in API else address_of(name, world)


def crashes(client: Client, method: str, path: str, sent: dict[str, Any] | None = None) -> bool:
    with transaction.atomic():
        status = getattr(client, method)(path, sent or {}).status_code
        transaction.set_rollback(True)
    return status >= 500


def test_no_parameter_of_an_address_crashes_a_page(world: AccessWorld, browser: Client) -> None:
    pages = [name for name in sorted(ADDRESSES) if name not in NOT_ALWAYS]
    pages = [name for name in pages if browser.get(path_of(name, world)).status_code == 200]

    @settings(max_examples=80, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(pages), st.dictionaries(st.sampled_from(NAMES), words, min_size=1, max_size=5))
    def look(name: str, asked: dict[str, str]) -> None:
        assert not crashes(browser, "get", path_of(name, world), asked)

    look()


def test_every_parameter_name_is_tried() -> None:
    read = re.compile(r'GET\.get\("(\w+)"|"(\w+)" in request\.GET')
    floors = ("config", "judging", "pairings", "printing", "rehearsal", "scoring", "tournament")
    code = "".join(path.read_text() for floor in floors for path in (ROOT / floor).rglob("*.py"))
    assert {one or other for one, other in read.findall(code)} - set(NAMES) == set()


@pytest.mark.parametrize("word", ["²", "9" * 5000], ids=["a digit that is no number", "a long number"])
def test_hostile_word_crashes_no_page(world: AccessWorld, browser: Client, word: str) -> None:
    asked = {name: word for name in NAMES if name not in ("format", "small")}
    pages = [name for name in sorted(ADDRESSES) if name not in NOT_ALWAYS]
    assert [name for name in pages if crashes(browser, "get", path_of(name, world), asked)] == []


DEEP = ("[" * 100_000, '{"a":' * 100_000, '{"school":' + "[" * 5_000 + "]" * 5_000 + "}")


@pytest.mark.parametrize("deep", DEEP, ids=["lists", "objects", "closed"])
def test_deeply_nested_json_crashes_nothing(world: AccessWorld, browser: Client, deep: str) -> None:
    """Nested as deep as the parser's stack: in a form field, and in an API body."""
    story = {"story-1": deep, "shake-1-1": "6", "row-1-total": "6"}
    assert not crashes(browser, "post", address_of("sheet_preview", world), story)
    cells = {"event": world.kwargs["event_id"], "name": "r", "cells": deep}
    assert not crashes(browser, "post", address_of("results_import", world), cells)
    program = factories.program(factories.api_token(world.tournament))
    answer = program.generic("POST", api_address("api-teams-list", world), deep, "application/json")
    assert (answer.status_code, answer.json()["status"]) == (400, 400)


@pytest.mark.parametrize("huge", HUGE, ids=["one too many", "far too many"])
def test_no_number_in_an_address_crashes_a_page(world: AccessWorld, browser: Client, huge: int) -> None:
    crashed = []
    for name in sorted(ADDRESSES):
        given = world.kwargs | {"token": world.tokens.get(name, "")}
        numbers = {key for key in parameters(name) if isinstance(given.get(key), int)}
        if numbers and not name.startswith("api-jobs-"):  # those are no numbers
            path = reverse(name, kwargs={key: huge if key in numbers else given[key] for key in parameters(name)})
            crashed += [f"{method} {name}" for method in ("get", "post") if crashes(browser, method, path)]
    assert crashed == []


# Forms that are read without a form class: each once with a number that is none.
TYPED = {
    "call_ask": ("sheet",),
    "call_away": ("seat",),
    "call_back": ("seat",),
    "call_time": ("minutes", "seconds"),
    "checkin_substitute": ("alternate",),
    "protest_file": ("sheet",),
    "release_freeze": ("division",),
    "rooms": ("lines",),
    "roster_columns": ("sheet",),
    "sheet_flag": ("reason", "note"),
    "sheet_enter": ("base", "printed", "row-²-initials", f"shake-{'9' * 5000}-1"),
}


@pytest.mark.parametrize("name", TYPED)
def test_no_number_in_a_form_crashes_it(world: AccessWorld, browser: Client, name: str) -> None:
    for who in ("director", "judge"):
        browser.force_login(world.users[who])
        for word in ("²", "9" * 5000, "9" * 30, "-1", "\0"):
            assert not crashes(browser, "post", address_of(name, world), dict.fromkeys(TYPED[name], word)), (who, word)


def test_nul_character_is_refused_before_any_view(world: AccessWorld, browser: Client) -> None:
    """SQLite would store it, PostgreSQL would not: neither gets it."""
    path = address_of("checkin", world)
    assert [browser.get(path, {"q": word}).status_code for word in ("a", "\0", "a\0b")] == [200, 400, 400]
    assert browser.get(path, {"a\0": "b"}).status_code == 400
    assert browser.post(address_of("sheet_flag", world), {"note": "\0"}).status_code == 400


def test_every_form_survives_hostile_words(world: AccessWorld, browser: Client) -> None:
    """The same word in all fields at once: forms validate, and no verb crashes."""
    fields = (
        "name",
        "school",
        "label",
        "role",
        "email",
        "note",
        "reason",
        "words",
        "title",
        "situation",
        "ruling",
        "q",
    )
    word = "'; DROP TABLE tournament_tournament; --"
    posts = [name for name in GUARDED_NAMES if name != "account_logout"]
    assert [n for n in posts if crashes(browser, "post", address_of(n, world), dict.fromkeys(fields, word))] == []
    assert Tournament.objects.count() == 2
