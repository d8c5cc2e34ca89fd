"""The to-do list has a print step once tables are published, until the scoresheets are requested."""

from __future__ import annotations

from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.models import Draw
from pairings.proposals import propose_tables
from tests import factories
from tests.printing.documents import submit_document
from tournament import actions as tournament_actions
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up
from tournament.todo_list import todo_steps_of


def print_steps(tournament: Tournament) -> list[tuple[str, str]]:
    return [(step.label, step.detail) for step in todo_steps_of(tournament) if step.label.startswith("Print")]


def test_step_is_open_until_the_scoresheets_are_requested(tournament: Tournament, director_actor: Actor) -> None:
    factories.roster(tournament, teams=3)
    set_up(director_actor, tournament.events.get(), version=1, rounds=2, divisions=("E",))
    tournament_actions.start(director_actor, tournament)
    round_ = Round.objects.select_related("division__event__book", "tournament").get(number=1)
    assert print_steps(tournament) == []
    draw = draws.make(director_actor, round_, proposal=propose_tables(round_, seed=1))
    draws.publish(director_actor, draw)
    assert print_steps(tournament) == [("Print Round 1 scoresheets", "0 of 1 divisions")]
    submit_document(director_actor, tournament, "scoresheets", round=round_)
    assert print_steps(tournament) == []
    published = Draw.objects.select_related("round__division__event__book").get(state="published")
    draws.publish(director_actor, draws.revise(director_actor, published))
    assert print_steps(tournament) == [("Print Round 1 scoresheets", "0 of 1 divisions")], "the tables were changed"
    rounds.start(director_actor, Round.objects.select_related("tournament", "division__event__book").get(pk=round_.pk))
    assert print_steps(tournament) == [], "whoever has other paper starts"
