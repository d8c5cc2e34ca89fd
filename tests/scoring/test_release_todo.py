"""The director's to-do list says which results of closed rounds aren't released yet."""

from __future__ import annotations

import pytest
from django.urls import reverse

from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from scoring.public_results import actions
from tests.helpers import SignIn
from tests.reused_fixtures import reused
from tests.scoring.conftest import play
from tournament.models import Division, Event
from tournament.rounds import actions as rounds
from tournament.todo_list import next_todo_step, todo_steps_of


@pytest.fixture
def division(event: Event) -> Division:
    return Division.objects.select_related("event__tournament").get(event=event)


@pytest.fixture
@reused
def running_tournament(division: Division) -> Tournament:
    return division.event.tournament


def optional_steps(tournament: Tournament) -> list[tuple[str, bool, str]]:
    return [(step.label, step.done, step.detail) for step in todo_steps_of(tournament) if step.is_optional]


def close_round(director_actor: Actor, event: Event, number: int) -> None:
    """Close a round without any scoresheet."""
    round_ = play(director_actor, event, number)
    round_.sheets.update(excused="nobody came")
    rounds.close(director_actor, round_)


def test_closed_round_waits_for_its_release(
    event: Event, running_tournament: Tournament, division: Division, director_actor: Actor
) -> None:
    assert optional_steps(running_tournament) == []
    play(director_actor, event, 1).sheets.update(excused="nobody came")
    assert optional_steps(running_tournament) == [], "the round isn't closed"
    rounds.close(director_actor, division.rounds.select_related("tournament", "division").get(number=1))
    assert optional_steps(running_tournament) == [("Release Round 1 results", False, "0 of 1 divisions")]
    actions.release(director_actor, running_tournament, division=division, rounds=1)
    assert optional_steps(running_tournament) == [("Results released", True, "1 of 1 divisions")]
    close_round(director_actor, event, 2)
    assert optional_steps(running_tournament) == [("Release Round 2 results", False, "0 of 1 divisions")]


def test_last_round_waits_for_the_final_release_and_unfreezing(
    event: Event, running_tournament: Tournament, division: Division, director_actor: Actor
) -> None:
    for number in (1, 2, 3):
        close_round(director_actor, event, number)
    actions.release(director_actor, running_tournament, division=division, rounds=3)
    assert optional_steps(running_tournament) == [("Release final results", False, "0 of 1 divisions")]
    actions.freeze(director_actor, running_tournament)
    actions.release(director_actor, running_tournament, division=division, is_final=True)
    assert optional_steps(running_tournament) == [("Unfreeze results", False, "0 of 1 divisions")]
    actions.unfreeze(director_actor, running_tournament)
    assert optional_steps(running_tournament) == [("Results released", True, "1 of 1 divisions")]


def test_next_round_does_not_wait_for_the_release(
    event: Event, running_tournament: Tournament, director_actor: Actor
) -> None:
    close_round(director_actor, event, 1)
    step = next_todo_step(todo_steps_of(running_tournament))
    assert step is not None
    assert step.label != "Release Round 1 results"
    assert [each.held_up for each in todo_steps_of(running_tournament) if each.is_optional] == [""]


def test_step_links_to_the_release_page(
    event: Event, running_tournament: Tournament, director_actor: Actor, client_of: SignIn
) -> None:
    close_round(director_actor, event, 1)
    page = client_of(director_actor.user).get(reverse("tournament", args=[running_tournament.slug]))
    [step] = [each for each in page.context["steps"] if each.is_optional]
    assert client_of(director_actor.user).get(step.url).templates[0].name == "scoring/wall/release.html"


def test_divisions_without_a_closed_round_are_not_counted(
    event: Event, running_tournament: Tournament, director_actor: Actor, division: Division
) -> None:
    Division.objects.create(event=event, letter="Z", name="Zenith", max_grade=12, color="teal")
    close_round(director_actor, event, 1)
    assert optional_steps(running_tournament) == [("Release Round 1 results", False, "0 of 1 divisions")]
