"""The to-do list: which steps are done, the next one, and what each step waits for."""

from __future__ import annotations

from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from tests import factories
from tournament import actions as tournament_actions
from tournament.hooks import TodoStep
from tournament.rosters.checkin.actions import mark_team
from tournament.rosters.models import TeamEntry
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up
from tournament.todo_list import next_todo_step, todo_steps_of


def steps(tournament: Tournament) -> list[tuple[str, bool, str]]:
    tournament = Tournament.objects.get(pk=tournament.pk)
    return [(step.label, step.done, step.held_up) for step in todo_steps_of(tournament)]


def next_label(tournament: Tournament) -> str:
    found = next_todo_step(todo_steps_of(Tournament.objects.get(pk=tournament.pk)))
    assert isinstance(found, TodoStep)
    return found.label


def run_round_steps(director_actor: Actor, tournament: Tournament, number: int, *steps: str) -> None:
    """Take the round with this number through these steps, in every division."""
    for step in steps:
        for each in Round.objects.filter(tournament=tournament, number=number).select_related("division", "tournament"):
            getattr(rounds, step)(director_actor, each)


def test_new_tournament_waits_for_its_director(tournament: Tournament, director_actor: Actor) -> None:
    event = tournament.events.get()
    set_up(director_actor, event, version=1, rounds=2, divisions=("E", "M"))
    assert steps(tournament) == [
        ("Set up the tournament", True, ""),
        ("Import the roster", False, ""),
        ("Create sign-in badges", False, ""),
        ("Start the tournament", False, ""),
        ("Check everyone in", False, "Waiting for the director to import the roster."),
        ("Round 1", False, "Waiting for the director to start the tournament."),
        ("Round 2", False, "Waiting for the director to start the tournament."),
        ("Hold awards and finish", False, "Waiting for the director to start the tournament."),
    ]


def test_next_step_through_the_whole_day(tournament: Tournament, director_actor: Actor) -> None:
    event = tournament.events.get()
    set_up(director_actor, event, version=1, rounds=2, divisions=("E",))
    labels = [next_label(tournament)]
    factories.roster(tournament, teams=1)
    labels.append(next_label(tournament))
    factories.badge(tournament)
    labels.append(next_label(tournament))
    tournament_actions.start(director_actor, tournament)
    labels.append(next_label(tournament))
    mark_team(director_actor, event, entry=TeamEntry.objects.get(), status="present")
    for step in ("publish", "start", "collect", "close"):
        labels.append(next_label(tournament))
        run_round_steps(director_actor, tournament, 1, step)
    labels.append(next_label(tournament))
    run_round_steps(director_actor, tournament, 2, "publish", "start", "collect", "close")
    labels.append(next_label(tournament))
    assert labels == [
        "Import the roster",
        "Create sign-in badges",
        "Start the tournament",
        "Check everyone in",
        "Assign and publish Round 1",
        "Start Round 1",
        "Collect Round 1 scoresheets",
        "Close Round 1",
        "Assign and publish Round 2",
        "Hold awards and finish",
    ]
    tournament_actions.finish(director_actor, tournament)
    steps = todo_steps_of(Tournament.objects.get(pk=tournament.pk))
    assert [step.done for step in steps if not step.is_optional] == [True] * 8
    assert next_label(tournament) == "Release final results", "nothing waits for it, and nothing else is left"


def test_slowest_division_is_named(tournament: Tournament, director_actor: Actor) -> None:
    event = tournament.events.get()
    set_up(director_actor, event, version=1, rounds=2, divisions=("E", "M"))
    tournament_actions.start(director_actor, tournament)
    elementary = Round.objects.select_related("division", "tournament").get(division__letter="E", number=1)
    for step in (rounds.publish, rounds.start, rounds.collect):
        step(director_actor, elementary)
    assert steps(tournament)[5:7] == [
        ("Assign and publish Round 1", False, ""),
        ("Round 2", False, "Waiting for the director to assign and publish Round 1 Middle."),
    ]
