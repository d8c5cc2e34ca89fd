"""The access table at every API method: each role in a browser and with a token, and other tournaments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from foundation.people.access import STAFF, TABLE
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from tests import factories
from tests.foundation.access_world import METHODS, AccessWorld, describe_response, parameters


def api_address(name: str, world: AccessWorld, tournament: Tournament | None = None) -> str:
    resource = name.removeprefix("api-")
    key = next((key for each, key in world.keys.items() if resource.startswith(f"{each}-")), None)
    given = {"slug": (tournament or world.tournament).slug, "pk": key}
    return reverse(name, kwargs={each: given[each] for each in parameters(name)})


def callers(world: AccessWorld) -> Iterator[tuple[str, Client, Actor]]:
    """Everyone in a browser, a token for each role, one that only reads, and one of another tournament."""
    for who, user in world.subjects.items():
        client = Client()
        if user:
            client.force_login(user)
        yield who, client, Actor(user=user)
    tokens = {f"token of {role}": factories.api_token(world.tournament, role) for role in sorted(STAFF)}
    tokens["token that reads"] = factories.api_token(world.tournament, may_write=False)
    tokens["token of another meet"] = factories.api_token(world.other_tournament)
    for who, token in tokens.items():
        yield who, factories.program(token), Actor(user=token.made_by, token=token)


def expected_by_api(actor: Actor, name: str, method: str, row: str, tournament: Tournament) -> str:
    """The expected answer, computed from the table without the resources."""
    rule, reads = TABLE[row], method == "get"
    if actor.user is None:
        return "sign in first"
    if "slug" not in parameters(name):
        allowed = bool(rule.who & actor.general_roles)
    elif not actor.roles_in(tournament):
        return "no such page"
    else:
        roles = actor.general_roles | actor.roles_in(tournament)
        allowed = bool(rule.who & roles) and tournament.state in rule.states
    return "in" if allowed and (reads or not actor.token or actor.token.may_write) else "refused"


@pytest.mark.parametrize("state", Tournament.State.values)
def test_every_api_method_admits_exactly_the_roles_of_the_table(world: AccessWorld, state: str) -> None:
    tournament = world.tournament
    Tournament.objects.filter(pk=tournament.pk).update(state=state)
    tournament.refresh_from_db()
    everywhere = len(Tournament.State.values)
    methods = [each for each in METHODS if state == Tournament.State.RUNNING or len(TABLE[each[2]].states) < everywhere]
    wrong = []
    for who, client, actor in callers(world):
        for name, method, row in methods:
            should = expected_by_api(actor, name, method, row, tournament)
            with transaction.atomic():
                response = client.generic(method.upper(), api_address(name, world), "{}", "application/json")
                transaction.set_rollback(True)
            did = describe_response(response)
            nothing_there = name.startswith("api-jobs-") and (should, did) == ("in", "no such page")
            if response.status_code >= 500 or (did != should and not nothing_there):
                wrong.append(f"{method} {name} as {who}: {did} ({response.status_code}), should be {should}")
            if did != "in" and response.headers["Content-Type"] != "application/problem+json":
                wrong.append(f"{method} {name} as {who}: {response.headers['Content-Type']}")
    assert wrong == []


def test_rows_of_another_tournament_cannot_be_reached_by_api(world: AccessWorld) -> None:
    program = factories.program(factories.api_token(world.other_tournament))
    Tournament.objects.update(state="running")
    reached = []
    for name, method, _ in METHODS:
        if "pk" in parameters(name):
            path = api_address(name, world, world.other_tournament)
            if program.generic(method.upper(), path, "{}", "application/json").status_code != 404:
                reached.append(f"{method} {path}")
    assert reached == []


def test_api_call_from_a_browser_needs_a_csrf_token(world: AccessWorld) -> None:
    """Another site cannot make a director's browser write."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.users["director"])
    path, team = api_address("api-teams-list", world), {"school": "Gauss School", "name": "Sums"}
    assert client.get(path).status_code == 200
    assert client.post(path, team, content_type="application/json").status_code == 403
