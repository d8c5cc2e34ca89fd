"""Substitutions: an alternate takes a roster spot, which can be undone until the round starts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tournament.models import Event
from tournament.rosters.checkin import actions
from tournament.rosters.checkin.models import Substitution
from tournament.rosters.checkin.queries import cards_of, changed_since, serial_of
from tournament.rosters.models import Place, TeamEntry
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round


@pytest.fixture
@reused
def event(tournament: Tournament) -> Event:
    factories.roster(tournament, teams=2, alternates=2)
    return tournament.events.get()


@pytest.fixture
def entry(event: Event) -> TeamEntry:
    return TeamEntry.objects.select_related("team").get(team__name="Team 1")


def place(entry: TeamEntry, number: int) -> Place:
    """Return the roster spot as it is in the database now."""
    return entry.places.select_related("player", "division").get(number=number)


def letters(entry: TeamEntry) -> str:
    """Return the letter of the player in each position, a dot for an unnamed spot."""
    return "".join(each.player.last_name[-1] if each.player else "." for each in entry.places.order_by("number"))


def marks(event: Event) -> dict[str, str]:
    return {spot.place.name[-1]: spot.status for spot in cards_of(event)[0].spots}


def substitute_player(director_actor: Actor, event: Event, entry: TeamEntry, number: int, alternate: int) -> None:
    actions.substitute(director_actor, event, place=place(entry, number), alternate=place(entry, alternate))


def test_alternate_substitutes_for_an_absent_player(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    place, alternate = entry.places.get(number=1), entry.places.get(number=6)
    leaves, comes = place.player, alternate.player
    actions.substitute(director_actor, event, place=place, alternate=alternate)
    assert (Place.objects.get(pk=place.pk).player, Place.objects.get(pk=alternate.pk).player) == (comes, leaves)
    assert marks(event)[require(comes).name[-1]] == "present"
    substitution = Substitution.objects.get()
    assert (substitution.out, substitution.into, substitution.from_round) == (leaves, comes, 1)
    assert (
        LogLine.objects.latest("id").text
        == f"substituted {require(comes).name} for {require(leaves).name} starting in Round 1"
    )


def test_only_an_alternate_of_the_team_can_substitute(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    other = Place.objects.get(entry__team__name="Team 2", number=6)
    for alternate in (other, entry.places.get(number=2), None):
        with pytest.raises(Refused, match="an alternate from the same team"):
            actions.substitute(director_actor, event, place=entry.places.get(number=1), alternate=alternate)
    unnamed = entry.places.get(number=6)
    Place.objects.filter(pk=unnamed.pk).update(player=None)
    with pytest.raises(Refused, match="has no name yet"):
        actions.substitute(
            director_actor, event, place=entry.places.get(number=1), alternate=entry.places.get(number=6)
        )


# -- taking it back ---------------------------------------------------------------------------------------------------


def test_substitution_is_undone_and_both_records_stay(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    assert letters(entry) == "FBCDEAG"
    actions.undo_substitution(director_actor, event, place=place(entry, 1))
    assert letters(entry) == "ABCDEFG"
    first, undo = Substitution.objects.all()
    assert (undo.takes_back, undo.out, undo.into, undo.from_round) == (first, first.into, first.out, 1)
    name = "One1 Player Letter"
    assert LogLine.objects.latest("id").text == f"undid the substitution of {name} F for {name} A"


def test_status_moves_with_the_player(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    actions.mark(director_actor, event, place=place(entry, 6), status="late")
    actions.mark(director_actor, event, place=place(entry, 1), status="withdrawn")
    serial = serial_of(event)
    actions.undo_substitution(director_actor, event, place=place(entry, 1))
    assert {name: marks(event)[name] for name in "AF"} == {"A": "late", "F": "withdrawn"}
    assert sorted(require(each.number) for each in changed_since(event, serial)) == [1, 6]


def test_substitutions_are_undone_one_by_one(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    substitute_player(director_actor, event, entry, 1, 7)
    assert letters(entry) == "GBCDEAF"
    actions.undo_substitution(director_actor, event, place=place(entry, 1))
    assert letters(entry) == "FBCDEAG"
    actions.undo_substitution(director_actor, event, place=place(entry, 1))
    assert letters(entry) == "ABCDEFG"
    with pytest.raises(Refused, match="There’s no substitution to undo"):
        actions.undo_substitution(director_actor, event, place=place(entry, 1))


def test_undo_restores_an_unnamed_spot(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    Place.objects.filter(pk=place(entry, 1).pk).update(player=None)
    substitute_player(director_actor, event, entry, 1, 6)
    actions.undo_substitution(director_actor, event, place=place(entry, 1))
    assert letters(entry) == ".BCDEFG"


def test_substitution_can_be_repeated_after_undo(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    actions.undo_substitution(director_actor, event, place=place(entry, 1))
    substitute_player(director_actor, event, entry, 1, 6)
    actions.undo_substitution(director_actor, event, place=place(entry, 1))
    assert (letters(entry), Substitution.objects.count()) == ("ABCDEFG", 4)


def test_round_that_has_started_keeps_its_players(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    Tournament.objects.update(state="running")
    first = Round.objects.get(division__letter="E", number=1)
    rounds.publish(director_actor, first)
    assert cards_of(event)[0].spots[0].may_be_taken_back
    rounds.start(director_actor, Round.objects.get(pk=first.pk))
    spot = cards_of(event)[0].spots[0]
    assert (require(spot.substitution).record.sentence, spot.may_be_taken_back) == (
        "One1 Player Letter F plays for One1 Player Letter A starting in Round 1",
        False,
    )
    with pytest.raises(Refused, match=r"Round 1 has started\. Choose the substitute starting next round\."):
        actions.undo_substitution(director_actor, event, place=place(entry, 1))
    assert letters(entry) == "FBCDEAG"


def test_changed_team_must_be_fixed_by_hand(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    place(entry, 6).delete()
    with pytest.raises(Refused, match="Someone changed this team’s alternates"):
        actions.undo_substitution(director_actor, event, place=place(entry, 1))


# -- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, tournament: Tournament) -> Client:
    return client_of(factories.helper(tournament, Role.SCOREKEEPER))


def tap_button(client: Client, name: str, event: Event, at: Place, **data: Any) -> Any:
    """Send what a button of the page sends, and return the first spot of the card that comes back."""
    path = reverse(name, args=[event.tournament.slug, event.pk, at.pk])
    return client.post(path, data, headers={"HX-Request": "true"}).context["cards"][0].spots[0]


def test_substitution_takes_two_taps_and_its_undo_one(client: Client, event: Event, entry: TeamEntry) -> None:
    first = place(entry, 1)
    assert tap_button(client, "checkin_mark", event, first, status="absent").may_be_replaced
    spot = tap_button(client, "checkin_substitute", event, first, alternate=place(entry, 6).pk)
    assert (letters(entry), spot.may_be_taken_back) == ("FBCDEAG", True)
    spot = tap_button(client, "checkin_take_back", event, first)
    assert (letters(entry), spot.status, spot.may_be_replaced) == ("ABCDEFG", "absent", True)


def test_judge_sees_the_substitution_but_cannot_change_it(
    client_of: SignIn, director_actor: Actor, event: Event, entry: TeamEntry
) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    judge = client_of(factories.helper(event.tournament, Role.JUDGE))
    page = judge.get(reverse("checkin", args=[event.tournament.slug])).content.decode()
    assert ("plays for One1 Player Letter A" in page, "Undo" in page) == (True, False)
