"""Every URL as director: security headers, caching, markup in names, names in URLs, and GETs that write."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from foundation.jobs.models import Job
from foundation.people.models import Invitation, User
from foundation.tournaments import Tournament
from judging.league_cases.models import OwnCase
from judging.protests.models import Protest
from scoring.coach.models import Request
from scoring.seasons.models import Season
from tests.foundation.access_world import ADDRESSES, API, AccessWorld, address_of
from tests.foundation.test_access_api import api_address
from tests.reused_fixtures import reused
from tests.security.test_headers import header_problems
from tournament.models import School, Team
from tournament.rosters.models import Player, Upload

MARKUP = "<img src=x onerror=alert({})>"
CHILD = "Quirkfeather"
WORDS: dict[Any, tuple[str, ...]] = {
    Tournament: ("name", "venue"),
    School: ("name",),
    Team: ("name",),
    Player: ("first_name", "last_name"),
    User: ("name",),
    Invitation: ("label",),
    Job: ("title",),
    OwnCase: ("title", "situation", "ruling"),
    Protest: ("ruling", "complaint", "judges"),
    Request: ("words",),
    Season: ("name",),
    Upload: ("name",),
}
# What looking may write: the list of one's own devices, never the tournament.
HOUSEKEEPING = ('"people_session"', '"usersessions_usersession"')
IN_ADDRESSES = re.compile(r"""(?:href|src|action|hx-\w+|data-url)=["']([^"']*)""")
# The browser asks each time whether they are still true: what the public sees, standings and charts, coaches' pages.
ASKED_AGAIN = {
    "charts", "find_table", "public", "public_standings", "standings", "standings_wall", "tables_wall",
    "team_of_school", "team_of_school_live", "team_page", "team_page_live",
}  # fmt: skip
PUBLIC_AND_CACHED = {"api-document", "api-docs", "healthz", "help_image", "readyz"}


@dataclass
class Walk:
    """The findings, by URL name."""

    policies: dict[str, list[str]] = field(default_factory=dict)
    controls: dict[str, set[str]] = field(default_factory=dict)
    live_markup: set[str] = field(default_factory=set)
    dead_markup: set[str] = field(default_factory=set)
    named_in_addresses: set[str] = field(default_factory=set)
    writes: dict[str, list[str]] = field(default_factory=dict)


@pytest.fixture
@reused
def hostile(world: AccessWorld) -> AccessWorld:
    """Markup in every word that people type."""
    for model, names in WORDS.items():
        for row in model._meta.base_manager.all():
            model._meta.base_manager.filter(pk=row.pk).update(**{name: MARKUP.format(row.pk) for name in names})
    for player in Player.objects.all():
        Player.objects.filter(pk=player.pk).update(last_name=CHILD + MARKUP.format(player.pk))
    Tournament.objects.update(state="running", is_public=True)
    return world


def visit(client: Client, name: str, path: str, walk: Walk) -> None:
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(path)
    sent = [each["sql"] for each in asked if each["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    if changes := [sql for sql in sent if not any(table in sql for table in HOUSEKEEPING)]:
        walk.writes[name] = changes
    if wrong := header_problems(answer):
        walk.policies[name] = wrong
    walk.controls.setdefault(answer.headers.get("Cache-Control", "nothing"), set()).add(name)
    body = "" if answer.streaming else answer.content.decode(errors="replace")
    is_page = answer.headers.get("Content-Type", "").startswith(("text/html", "image/svg"))
    if is_page and "<img src=x" in body:
        walk.live_markup.add(name)
    if is_page and "&lt;img src=x" in body:
        walk.dead_markup.add(name)
    addresses = " ".join([*IN_ADDRESSES.findall(body), path, *map(str, answer.headers.values())])
    if CHILD in addresses:
        walk.named_in_addresses.add(name)


def test_every_page(hostile: AccessWorld) -> None:
    client, walk = Client(), Walk()
    client.force_login(hostile.users["director"])
    for name in sorted(ADDRESSES):
        visit(client, name, api_address(name, hostile) if name in API else address_of(name, hostile), walk)
    assert walk.policies == {}
    assert walk.writes == {}
    assert walk.live_markup == set()
    assert {"roster", "checkin", "teams", "staff", "sheet", "protest", "season", "team_page"} <= walk.dead_markup
    assert walk.named_in_addresses == set()
    no_store, asked_again = walk.controls.pop("private, no-store"), walk.controls.pop("private, no-cache")
    assert asked_again - set(API) <= ASKED_AGAIN | PUBLIC_AND_CACHED
    kept = {name for control, names in walk.controls.items() if "no-store" not in control for name in names}
    assert kept <= PUBLIC_AND_CACHED
    assert {"roster", "checkin", "sheet", "teams", "sheet_photo"} <= no_store


def test_no_public_page_has_a_last_name(hostile: AccessWorld) -> None:
    """As nobody, at every address without a secret in it; for released results see scoring/test_public_results.py."""
    client, told = Client(), set()
    for name in sorted(set(ADDRESSES) - set(hostile.tokens)):
        answer = client.get(api_address(name, hostile) if name in API else address_of(name, hostile))
        everything = answer.content + repr(dict(answer.headers)).encode() + repr(answer.cookies).encode()
        if CHILD.encode() in everything:
            told.add(name)
    assert told == set()
