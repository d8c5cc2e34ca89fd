"""Looking up seats: staff see full names, and the public sees only what the tournament allows."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings import actions
from pairings.models import Seat
from pairings.proposals import propose_tables
from pairings.published_tables import published_tables
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tournament.models import Event
from tournament.rosters.models import Player
from tournament.rounds.models import Round


@pytest.fixture
@reused
def event(tournament: Tournament, director_actor: Actor) -> Event:
    factories.roster(tournament, teams=4)
    round_ = Round.objects.select_related("division__event__book").get(division__letter="E", number=1)
    actions.publish(director_actor, actions.make(director_actor, round_, proposal=propose_tables(round_, seed=7)))
    Tournament.objects.update(is_public=True)
    return tournament.events.get()


def names(tournament: Tournament, *, words: str = "", public: bool = False) -> set[str]:
    reloaded = Tournament.objects.get(pk=tournament.pk)
    return {each.name for tables in published_tables(reloaded, words=words, public=public) for each in tables.seats}


def test_staff_sees_full_names_and_the_public_initials_or_numbers(event: Event, tournament: Tournament) -> None:
    assert "One1 Player Letter A" in names(tournament)
    assert names(tournament, public=True) == {f"One{team} Player L." for team in range(1, 5)}
    Tournament.objects.update(public_names="number")
    assert names(tournament, public=True) == {f"No. {number}" for number in range(1, 21)}


def test_hidden_student_is_found_by_number_only(event: Event, tournament: Tournament) -> None:
    Player.objects.filter(number=3).update(is_hidden=True)
    assert names(tournament, public=True, words="3") == {"No. 3"}


@pytest.mark.parametrize(
    ("words", "found"),
    [("one1", 5), ("team 2", 5), ("letter a", 4), ("school 3 letter b", 1), ("17", 1), ("nobody", 0), ("", 20)],
)
def test_search_finds_by_the_beginning_of_words(event: Event, tournament: Tournament, words: str, found: int) -> None:
    assert len(names(tournament, words=words)) == found


def test_public_search_ignores_hidden_parts_of_names(event: Event, tournament: Tournament) -> None:
    assert names(tournament, public=True, words="letter") == set()


def test_order_by_table_player_and_school(event: Event, tournament: Tournament) -> None:
    tables = published_tables(tournament)[0]
    assert [heading for heading, _ in tables.grouped("table")] == [f"Table {number}" for number in range(1, 8)]
    assert [heading for heading, _ in tables.grouped("school")] == ["School 1", "School 2", "School 3", "School 4"]
    assert [heading for heading, _ in tables.grouped("player")] == ["O"]


def test_names_with_accents_are_listed_under_the_plain_letter(event: Event, tournament: Tournament) -> None:
    for number, name in enumerate(["Edda", "Émile", "Ezra", "Åsa", "Adam", "Ñandú", "Noa"], 1):
        Player.objects.filter(number=number).update(first_name=name)
    groups = published_tables(tournament)[0].grouped("player")
    assert [(letter, [each.name.split()[0] for each in found]) for letter, found in groups][:3] == [
        ("A", ["Adam", "Åsa"]),
        ("E", ["Edda", "Émile", "Ezra"]),
        ("N", ["Ñandú", "Noa"]),
    ]


def test_draft_is_not_shown(tournament: Tournament, director_actor: Actor) -> None:
    factories.roster(tournament, teams=2)
    round_ = Round.objects.select_related("division__event__book").get(division__letter="E", number=1)
    actions.make(director_actor, round_, proposal=propose_tables(round_, seed=7))
    assert published_tables(tournament) == []


# -- pages ------------------------------------------------------------------------------------------------------------


def test_page_searches_as_you_type(client_of: SignIn, director: User, event: Event, tournament: Tournament) -> None:
    path = reverse("seating", args=[tournament.slug])
    part = client_of(director).get(path, {"q": "team 2", "by": "school"}, headers={"HX-Request": "true"})
    assert part.templates[0].name == "pairings/_seating.html"
    assert [heading for _, groups in part.context["shown"] for heading, _ in groups] == ["School 2"]


def test_seat_is_explained_to_the_staff(
    client_of: SignIn, director: User, event: Event, tournament: Tournament
) -> None:
    path = reverse("seating_why", args=[tournament.slug, require(Seat.objects.first()).pk])
    assert "No teammates are at this table." in client_of(director).get(path).content.decode()


@pytest.mark.parametrize("name", ["find_table", "tables_wall"])
def test_public_pages_show_no_full_name_and_only_if_the_tournament_is_public(
    event: Event, tournament: Tournament, name: str
) -> None:
    path = reverse(name, args=[tournament.slug])
    page = Client().get(path).content.decode()
    assert ("Letter" in page, "One1 Player L." in page) == (False, True)
    Tournament.objects.update(is_public=False)
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize(("name", "queries"), [("find_table", 5), ("tables_wall", 5)])
def test_public_pages_make_a_constant_number_of_queries(
    event: Event, tournament: Tournament, name: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(queries):
        Client().get(reverse(name, args=[tournament.slug]))
