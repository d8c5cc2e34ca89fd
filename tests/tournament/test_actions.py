"""The verbs of a tournament, allowed and refused."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from foundation.activity.models import LogLine
from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import require
from tournament import actions
from tournament.models import School
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup import actions as setup

FACTS = setup.TournamentFacts(
    name="Fall Meet",
    starts_on=date(2026, 11, 14),
    ends_on=date(2026, 11, 15),
    venue="Gym",
    time_zone="America/Chicago",
)


def test_create_adds_events_divisions_and_a_director(director: User) -> None:
    created = setup.create_tournament(
        Actor(user=director), None, facts=FACTS, editions=["agloa-equations-2019", "agloa-onsets-2014"]
    )
    assert [event.game for event in created.events.all()] == ["Equations", "On-Sets"]
    divisions = [(d.letter, d.color) for event in created.events.all() for d in event.divisions.all()]
    assert divisions == [("E", "blue"), ("M", "gold"), ("J", "green"), ("S", "pink")] * 2
    assert Actor(user=director).roles_in(created) == {Role.DIRECTOR}


def test_create_twice_with_one_key_makes_one(director: User) -> None:
    first, second = (
        setup.create_tournament(Actor(user=director, key="k1"), None, facts=FACTS, editions=["acc-2026"])
        for _ in range(2)
    )
    assert (first, Tournament.objects.count()) == (second, 1)


def test_create_with_the_key_of_another_verb_is_refused(director: User, tournament: Tournament) -> None:
    actions.add_team(Actor(user=director, key="k1"), tournament, school="Pascal", name="A")
    with pytest.raises(EditConflict, match="You sent this page before with different information"):
        setup.create_tournament(Actor(user=director, key="k1"), None, facts=FACTS, editions=["acc-2026"])


def test_create_uses_each_rule_book_once(director: User) -> None:
    created = setup.create_tournament(Actor(user=director), None, facts=FACTS, editions=["acc-2026", "acc-2026"])
    assert created.events.count() == 1


def test_create_gives_equal_names_different_addresses(director: User) -> None:
    slugs = [factories.tournament(director, "Fall Meet").slug for _ in range(3)]
    assert slugs == ["fall-meet", "fall-meet-2", "fall-meet-3"]


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"name": " "}, "name", "Enter the tournament name."),
        ({"ends_on": date(2026, 11, 13)}, "ends_on", "The last day can’t be before the first day."),
        ({"ends_on": date(9999, 12, 31)}, "starts_on", "Enter dates between 2000 and 2099."),
        ({"time_zone": "Mars/Olympus"}, "time_zone", "Choose a time zone from the list."),
        ({"time_zone": "../etc/passwd"}, "time_zone", "Choose a time zone from the list."),
        ({"editions": []}, "editions", "Choose at least one rule book."),
    ],
)
def test_create_refuses_with_a_sentence_at_its_field(director: User, change: dict, field: str, sentence: str) -> None:
    facts = replace(FACTS, **{name: value for name, value in change.items() if name != "editions"})
    editions = change.get("editions", ["acc-2026"])
    with pytest.raises(Refused) as refusal:
        setup.create_tournament(Actor(user=director), None, facts=facts, editions=editions)
    assert (refusal.value.field, refusal.value.sentence) == (field, sentence)
    assert (Tournament.objects.count(), LogLine.objects.count()) == (0, 0)


def test_edit_says_what_changed(director_actor: Actor, tournament: Tournament) -> None:
    now = setup.edit_tournament(director_actor, tournament, version=1, facts=FACTS)
    assert (now.version, now.venue) == (2, "Gym")
    line = LogLine.objects.first()
    assert require(line).text == (
        "changed the last day to Sun, Nov 15, 2026, the venue to “Gym”, and the time zone to “America/Chicago”"
    )


def test_edit_of_an_old_version_is_refused_with_both_values(director_actor: Actor, tournament: Tournament) -> None:
    setup.edit_tournament(director_actor, tournament, version=1, facts=replace(FACTS, name="Winter Meet"))
    with pytest.raises(EditConflict) as refusal:
        setup.edit_tournament(director_actor, tournament, version=1, facts=FACTS)
    assert refusal.value.sentence == (
        "Someone else changed this tournament while you were working. Now the name is “Winter Meet”. "
        "Save again to replace it."
    )


def test_tournament_goes_from_planned_to_running_to_finished_and_back(
    director_actor: Actor, tournament: Tournament
) -> None:
    states = [verb(director_actor, tournament).state for verb in (actions.start, actions.finish, actions.reopen)]
    assert states == ["running", "finished", "running"]


@pytest.mark.parametrize(
    ("verb", "sentence"),
    [
        (actions.finish, "Fall Meet hasn’t started yet. A director has to start it first."),
        (actions.reopen, "You can only do this after the tournament is finished."),
    ],
)
def test_planned_tournament_can_only_be_started(
    director_actor: Actor, tournament: Tournament, verb: Callable[..., object], sentence: str
) -> None:
    with pytest.raises(NotAllowed) as refusal:
        verb(director_actor, tournament)
    assert refusal.value.sentence == sentence


def test_finished_tournament_refuses_teams(director_actor: Actor, tournament: Tournament) -> None:
    actions.finish(director_actor, actions.start(director_actor, tournament))
    with pytest.raises(NotAllowed) as refusal:
        actions.add_team(director_actor, tournament, school="Pascal", name="Calculators")
    assert refusal.value.sentence == "Fall Meet is finished. A director has to reopen it first."


def test_two_people_start_the_tournament_at_once(director_actor: Actor, tournament: Tournament) -> None:
    seen_by_two = Tournament.objects.get(pk=tournament.pk)
    actions.start(director_actor, tournament)
    with pytest.raises(NotAllowed, match="only do this before the tournament starts"):
        actions.start(director_actor, seen_by_two)


def test_team_of_a_known_school_joins_it(director_actor: Actor, tournament: Tournament) -> None:
    actions.add_team(director_actor, tournament, school="Pascal  Middle", name="Calculators")
    actions.add_team(director_actor, tournament, school="pascal middle", name="Abaci")
    assert list(School.objects.values_list("name", flat=True)) == ["Pascal Middle"]


@pytest.mark.parametrize(
    ("school", "name", "field"),
    [("", "Calculators", "school"), ("Pascal", " ", "name"), ("Pascal Middle School", "CALCULATORS", "name")],
)
def test_team_is_refused_at_its_field(
    director_actor: Actor, tournament: Tournament, school: str, name: str, field: str
) -> None:
    factories.team(tournament, "Calculators")
    with pytest.raises(Refused) as refusal:
        actions.add_team(director_actor, tournament, school=school, name=name)
    assert refusal.value.field == field


def test_finish_is_refused_during_a_round(director_actor: Actor, tournament: Tournament) -> None:
    actions.start(director_actor, tournament)
    first = Round.objects.select_related("division", "tournament").first()
    rounds.start(director_actor, rounds.publish(director_actor, require(first)))
    with pytest.raises(Refused, match="Round 1 Elementary is still in progress"):
        actions.finish(director_actor, tournament)
