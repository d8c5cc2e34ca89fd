"""League cases: added by people in charge, found in every tournament next to the printed ones, without names."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from judging.league_cases import actions
from judging.league_cases.models import OwnCase
from judging.league_cases.queries import league_cases
from tests import factories
from tests.helpers import SignIn
from tests.judging.test_cases import search_ids

DOG = {"title": "Dog under the table", "situation": "A dog eats a cube.", "ruling": "A spare cube takes its place."}


@pytest.fixture
def dog_case(tournament: Tournament, director_actor: Actor) -> OwnCase:
    return actions.add(director_actor, tournament, **DOG, citation="EQ I-B", source="Fall Meet, protest 2")


def test_league_case_is_found_in_every_tournament(
    client_of: SignIn, tournament: Tournament, director: User, dog_case: OwnCase
) -> None:
    other = factories.tournament(director, "Other Meet")
    for each in (tournament, other):
        assert search_ids(client_of(director), each, q="dog ate a cube")[0] == f"OWN {dog_case.pk}"
        assert search_ids(client_of(director), each, ours="on") == [f"OWN {dog_case.pk}"]
        assert search_ids(client_of(director), each, q="out of time", ours="on") == []
    page = client_of(director).get(reverse("cases", args=[other.slug]), {"q": "dog"}).content.decode()
    assert page.count("league case</span>") == 1
    assert page.count("From Fall Meet, protest 2.") == 1


def test_retired_case_is_no_longer_found(
    client_of: SignIn, tournament: Tournament, director: User, director_actor: Actor, dog_case: OwnCase
) -> None:
    actions.retire(director_actor, tournament, case=dog_case)
    assert (search_ids(client_of(director), tournament, q="dog"), league_cases()) == ([], ())
    with pytest.raises(EditConflict, match="This case was retired"):
        actions.retire(director_actor, tournament, case=dog_case)
    with pytest.raises(EditConflict, match="changed or retired"):
        actions.edit(director_actor, tournament, case=dog_case, version=1, **DOG)


def test_edit_is_refused_if_the_case_has_changed(
    tournament: Tournament, director_actor: Actor, dog_case: OwnCase
) -> None:
    changed = actions.edit(
        director_actor, tournament, case=dog_case, version=1, **DOG | {"ruling": "Replay."}, penalty=-1
    )
    assert (changed.ruling, changed.penalty, changed.version) == ("Replay.", -1, 2)
    with pytest.raises(EditConflict, match="changed or retired"):
        actions.edit(director_actor, tournament, case=dog_case, version=1, **DOG)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"title": " "}, "title"),
        ({"situation": ""}, "situation"),
        ({"ruling": ""}, "ruling"),
        ({"penalty": 1}, "penalty"),
        ({"game": "chess"}, "game"),
        ({"game": "equations", "variations": ["two-solutions"]}, "variations"),
    ],
)
def test_incomplete_case_is_refused(tournament: Tournament, director_actor: Actor, fields: dict, field: str) -> None:
    with pytest.raises(Refused) as refused:
        actions.add(director_actor, tournament, **DOG | fields)
    assert (refused.value.field, OwnCase.objects.count()) == (field, 0)


@pytest.mark.parametrize("text", ["Then Ada O'One moved.", "O’ONE, ADA moved", "It was ada o'one"])
def test_case_that_names_a_player_is_refused(tournament: Tournament, director_actor: Actor, text: str) -> None:
    tournament.players.create(first_name="Ada", last_name="O'One", number=1)
    with pytest.raises(Refused, match="Ada O'One is a player here") as refused:
        actions.add(director_actor, tournament, **DOG | {"situation": text})
    assert refused.value.field == "situation"
    assert actions.add(director_actor, tournament, **DOG | {"situation": "Canada O'One"}).pk


@pytest.mark.parametrize("role", [Role.JUDGE, Role.SCOREKEEPER, Role.APPEALS_PANEL])
def test_other_roles_cannot_add_cases(tournament: Tournament, role: str) -> None:
    with pytest.raises(NotAllowed):
        actions.add(Actor(user=factories.helper(tournament, role)), tournament, **DOG)


def test_query_string_fills_in_the_form(client_of: SignIn, tournament: Tournament) -> None:
    client = client_of(factories.helper(tournament, Role.HEAD_JUDGE))
    address = reverse("own_case_add", args=[tournament.slug])
    form = client.get(address, {"situation": "A dog.", "ruling": "Out.", "citation": "JM A5"}).context["form"]
    initial = {name: form.initial.get(name) for name in ("situation", "ruling", "citation", "source")}
    assert initial == {"situation": "A dog.", "ruling": "Out.", "citation": "JM A5", "source": "Fall Meet"}
    assert client.post(address, DOG | {"game": "both", "penalty": "1"}).status_code == 422
    answer = client.post(address, DOG | {"game": "equations", "divisions": ["M", "E"], "penalty": ""})
    case = OwnCase.objects.get()
    assert (case.divisions, case.game, case.penalty, case.added_by.name) == ("EM", "equations", 0, user_name_of(client))
    assert answer.headers["Location"] == f"{reverse('cases', args=[tournament.slug])}?q=OWN+{case.pk}"


def user_name_of(client: Any) -> str:
    return User.objects.get(pk=client.session["_auth_user_id"]).name


def test_case_is_changed_and_retired_on_its_page(
    client_of: SignIn, tournament: Tournament, director: User, dog_case: OwnCase
) -> None:
    client, page = client_of(director), reverse("own_case_edit", args=[tournament.slug, dog_case.pk])
    assert client.get(page).context["form"].initial["version"] == 1
    client.post(page, DOG | {"game": "both", "version": "1", "title": "Dog again"})
    dog_case.refresh_from_db()
    assert (dog_case.title, dog_case.version) == ("Dog again", 2)
    assert client.post(page, DOG | {"game": "both", "version": "1"}).status_code == 409
    client.post(reverse("own_case_retire", args=[tournament.slug, dog_case.pk]))
    assert client.get(page).status_code == 404
