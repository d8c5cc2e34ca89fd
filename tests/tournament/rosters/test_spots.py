"""Editing roster spots by hand: verbs with undo, and the grid that saves row by row."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tournament.models import Event
from tournament.rosters import actions
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.checkin.attendance import status_of
from tournament.rosters.checkin.queries import changed_since, serial_of
from tournament.rosters.models import Change, Place, Player
from tournament.rosters.queries import places_of
from tournament.rosters.spots import details_of


@pytest.fixture
@reused
def event(tournament: Tournament) -> Event:
    factories.roster(tournament, teams=2)
    return tournament.events.get()


def place_of(event: Event, number: int = 1) -> Place:
    return places_of(event).get(entry__team__name="Team 1", number=number)


def names(event: Event) -> list[str]:
    return [place.name for place in places_of(event).filter(entry__team__name="Team 1")]


def test_cell_is_changed_and_undone(director_actor: Actor, event: Event) -> None:
    actions.edit_place(director_actor, event, place=place_of(event), first="Ada", grade=4)
    changed = place_of(event)
    assert (changed.name, require(changed.player).grade) == ("Ada Letter A", 4)
    assert LogLine.objects.latest("id").text == "renamed One1 Player Letter A to Ada Letter A on the roster"
    actions.undo(director_actor, event)
    assert (place_of(event).name, require(place_of(event).player).grade) == ("One1 Player Letter A", 5)
    with pytest.raises(Refused, match="no roster changes to undo"):
        actions.undo(director_actor, event)


def test_player_is_added_at_the_next_position_and_undone(director_actor: Actor, event: Event) -> None:
    added = actions.add_place(
        director_actor, event, school="school 1", team="TEAM 1", division="E", first="Late", last="Arrival", grade=4
    )
    assert (added.number, added.is_alternate, require(added.entry).team.name) == (6, True, "Team 1")
    actions.undo(director_actor, event)
    assert not Player.objects.filter(first_name="Late").exists()


def test_player_is_removed_and_restored(director_actor: Actor, event: Event) -> None:
    actions.remove_place(director_actor, event, place=place_of(event, 2))
    assert "One1 Player Letter B" not in names(event)
    actions.undo(director_actor, event)
    assert names(event)[1] == "One1 Player Letter B"


@pytest.mark.parametrize("status", ["expected", "present", "absent", "withdrawn"])
def test_restored_player_has_the_same_status(director_actor: Actor, event: Event, status: str) -> None:
    if status != "expected":
        checkin.mark(director_actor, event, place=place_of(event, 2), status=status)
    actions.remove_place(director_actor, event, place=place_of(event, 2))
    serial = serial_of(event)
    actions.undo(director_actor, event)
    assert status_of(place_of(event, 2)) == status
    assert [place.name for place in changed_since(event, serial)] == ["One1 Player Letter B"]


def test_undo_of_another_change_leaves_the_check_in_alone(director_actor: Actor, event: Event) -> None:
    actions.edit_place(director_actor, event, place=place_of(event), first="Ada")
    checkin.mark(director_actor, event, place=place_of(event), status="late")
    actions.undo(director_actor, event)
    assert status_of(place_of(event)) == "late"


def test_changes_are_undone_one_after_the_other(director_actor: Actor, event: Event) -> None:
    for name in ("Ada", "Bea"):
        actions.edit_place(director_actor, event, place=place_of(event), first=name)
    actions.undo(director_actor, event)
    assert require(place_of(event).player).first_name == "Ada"
    actions.undo(director_actor, event)
    assert require(place_of(event).player).first_name == "One1 Player"


def test_change_is_not_undone_after_someone_elses_change(director_actor: Actor, event: Event, director: User) -> None:
    actions.edit_place(director_actor, event, place=place_of(event), first="Ada")
    Player.objects.filter(first_name="Ada").update(grade=3)
    with pytest.raises(Refused, match="Someone else changed this player"):
        actions.undo(director_actor, event)


@pytest.mark.parametrize(
    ("facts", "field", "sentence"),
    [
        ({"grade": 9}, "grade", "Elementary goes up to grade 6. Correct the grade or the division."),
        ({"number": 2}, "number", "One1 Player Letter B has position 2. Choose another position."),
        ({"number": 0}, "number", "Enter a position of 1 or higher."),
        ({"school": " "}, "school", "Enter the school."),
        ({"team": "", "first": "", "last": ""}, "last", "Enter the player’s name, or a team."),
        ({"division": "Q"}, "division", "Choose a division of this game."),
        ({"division": "M"}, "division", "Team 1 plays in Elementary. Choose another team."),
    ],
)
def test_invalid_value_is_refused_at_its_cell(
    director_actor: Actor, event: Event, facts: dict, field: str, sentence: str
) -> None:
    with pytest.raises(Refused) as refusal:
        actions.edit_place(director_actor, event, place=place_of(event), **facts)
    assert (refusal.value.field, refusal.value.sentence) == (field, sentence)


def test_spot_can_lose_its_player_and_get_another(director_actor: Actor, event: Event) -> None:
    actions.edit_place(director_actor, event, place=place_of(event), first="", last="")
    assert place_of(event).name == "Player 1 of the Team 1"
    actions.edit_place(director_actor, event, place=place_of(event), first="New", last="Child", grade=5)
    assert place_of(event).name == "New Child"


# -- teams of several schools -----------------------------------------------------------------------------------------


@pytest.fixture
@reused
def union(director_actor: Actor, event: Event) -> Place:
    """A student of Gauss School who plays for a union of two schools."""
    school = "Euler Academy / Gauss School"
    return actions.add_place(
        director_actor,
        event,
        school=school,
        own="gauss school",
        team="Cubes",
        division="E",
        first="Ada",
        last="One",
        grade=4,
    )


def test_editing_finds_the_same_union(director_actor: Actor, event: Event, union: Place) -> None:
    added = actions.add_place(
        director_actor, event, school="GAUSS SCHOOL / euler academy", team="Cubes", division="E", first="Bo", last="Two"
    )
    assert (added.entry, require(require(added.player).school).name) == (union.entry, "Euler Academy / Gauss School")


def test_home_school_stays_when_something_else_changes(director_actor: Actor, event: Event, union: Place) -> None:
    actions.edit_place(director_actor, event, place=union, first="Eda")
    assert require(Player.objects.get(first_name="Eda").school).name == "Gauss School"


def test_home_school_ends_with_the_union_and_comes_back_with_it(
    director_actor: Actor, event: Event, union: Place
) -> None:
    actions.edit_place(director_actor, event, place=union, school="Abel")
    assert require(Player.objects.get(first_name="Ada").school).name == "Abel"
    actions.undo(director_actor, event)
    assert require(Player.objects.get(first_name="Ada").school).name == "Gauss School"


def test_change_stored_before_home_schools_is_undone(director_actor: Actor, event: Event) -> None:
    actions.edit_place(director_actor, event, place=place_of(event), first="Ada")
    change = Change.objects.get()
    for facts in (change.before, change.after):
        del require(facts)["own"]
    change.save()
    actions.undo(director_actor, event)
    assert place_of(event).name == "One1 Player Letter A"


# -- the grid ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


def url_of(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.tournament.slug, event.pk, *more])


def form_data(place: Place, **changes: Any) -> dict[str, Any]:
    facts = {
        "school": "School 1",
        "team": "Team 1",
        "first": "One1 Player",
        "last": "Letter A",
        "grade": 5,
        "number": 1,
    }
    return {f"p{place.pk}-{name}": value for name, value in (facts | changes).items()}


def save_row(client: Client, event: Event, place: Place, **changes: Any) -> Any:
    headers = {"HX-Request": "true"}
    return client.post(url_of("roster_edit", event, place.pk), form_data(place, **changes), headers=headers)


def test_row_is_saved_when_the_cursor_leaves_it(client: Client, event: Event) -> None:
    place = place_of(event)
    answer = save_row(client, event, place, last="Corrected")
    assert (answer.status_code, require(place_of(event).player).last_name) == (200, "Corrected")


def test_refused_row_keeps_what_was_typed(client: Client, event: Event) -> None:
    place = place_of(event)
    answer = save_row(client, event, place, grade=9)
    form = answer.context["row"]["form"]
    assert (form["grade"].value(), form.errors["grade"]) == (
        "9",
        ["Elementary goes up to grade 6. Correct the grade or the division."],
    )
    assert require(place_of(event).player).grade == 5


def test_grid_adds_removes_and_undoes(client: Client, event: Event) -> None:
    division = event.divisions.first()
    new = {"new-school": "School 1", "new-team": "Team 1", "new-first": "Late", "new-last": "Arrival"}
    client.post(url_of("roster_add", event, require(division).pk), new)
    assert "Late Arrival" in names(event)
    client.post(url_of("roster_remove", event, place_of(event, 6).pk))
    assert "Late Arrival" not in names(event)
    client.post(url_of("roster_undo", event, require(division).pk))
    assert "Late Arrival" in names(event)


def test_grid_shows_what_is_wrong_with_a_new_row(client: Client, event: Event) -> None:
    division = event.divisions.first()
    answer = client.post(url_of("roster_add", event, require(division).pk), {"new-first": "Late"})
    form = answer.context["form"]
    assert (form.errors["school"], form["first"].value()) == (["Enter the school."], "Late")


def test_hidden_student_is_shown_by_number_only(
    client_of: SignIn, director: User, tournament: Tournament, event: Event
) -> None:
    place = place_of(event)
    client, path = client_of(director), reverse("roster_edit", args=[tournament.slug, event.pk, place.pk])
    row = {f"p{place.pk}-{name}": value for name, value in details_of(place).as_json().items() if value}
    client.post(path, row | {f"p{place.pk}-is_hidden": "on"})
    player = Player.objects.get(pk=require(place.player_id))
    assert (player.is_hidden, player.public_name("initial")) == (True, f"No. {player.number}")
    client.post(reverse("roster_undo", args=[tournament.slug, event.pk, place.division_id]))
    assert Player.objects.get(pk=require(place.player_id)).public_name("initial") == "One1 Player L."
