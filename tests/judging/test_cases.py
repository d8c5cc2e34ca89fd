"""The casebook page: search while typing, filters, and access for judges only."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn


def search_ids(client: Any, tournament: Tournament, **query: str) -> list[str]:
    return [case.id for case in client.get(reverse("cases", args=[tournament.slug]), query).context["found"]]


def test_case_is_found_by_words_number_and_filters(client_of: SignIn, tournament: Tournament, director: User) -> None:
    client = client_of(director)
    assert search_ids(client, tournament, q="forgot to circle the vari")[0] == "JM A4"
    assert search_ids(client, tournament, q="a5") == ["JM A5"]
    assert search_ids(client, tournament) == []
    assert search_ids(client, tournament, q="os e30", game="on-sets") == ["JM OS-E30"]
    assert search_ids(client, tournament, q="os e30", game="equations") == []
    assert search_ids(client, tournament, q="a4", game="nonsense") == ["JM A4"]


def test_response_while_typing_is_only_the_list(client_of: SignIn, tournament: Tournament, director: User) -> None:
    address = reverse("cases", args=[tournament.slug])
    page = client_of(director).get(address, {"q": "time"}, headers={"HX-Request": "true"}).content.decode()
    assert page.lstrip().startswith('<div class="stack tight" id="cases"')


def test_cases_are_for_judges(client_of: SignIn, tournament: Tournament) -> None:
    for role, status in ((Role.JUDGE, 200), (Role.APPEALS_PANEL, 200), (Role.SCOREKEEPER, 403)):
        client = client_of(factories.helper(tournament, role))
        assert client.get(reverse("cases", args=[tournament.slug])).status_code == status
        assert client.get(reverse("judges_reference", args=[tournament.slug])).status_code == status
