"""A collecting round: fifteen players of three teams at five tables, two scorekeepers, a director."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from foundation.local_cache import clear_local_caches
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.proposals import propose_tables
from scoring.entry import actions
from scoring.models import Sheet
from scoring.round_results import live_sheets
from tests import factories
from tests.reused_fixtures import reused
from tournament import actions as tournament_actions
from tournament.models import Event
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up


@pytest.fixture
@reused
def event(tournament: Tournament, director_actor: Actor) -> Event:
    factories.roster(tournament, teams=3)
    event = set_up(director_actor, tournament.events.get(), version=1, rounds=3, divisions=("E",))
    tournament_actions.start(director_actor, tournament)
    return event


@pytest.fixture
@reused
def round_(event: Event, director_actor: Actor) -> Round:
    return play(director_actor, event, 1)


@pytest.fixture
def sheet(round_: Round) -> Sheet:
    return sheet_of(round_)


@pytest.fixture
@reused
def scorekeeper(tournament: Tournament) -> Actor:
    return Actor(user=factories.helper(tournament, Role.SCOREKEEPER))


@pytest.fixture
@reused
def other_scorekeeper(tournament: Tournament) -> Actor:
    return Actor(user=factories.helper(tournament, Role.SCOREKEEPER))


@pytest.fixture
@reused
def two_rounds(event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor) -> Event:
    """Two verified and closed rounds, and a third that has not started."""
    for number in (1, 2):
        round_ = play(director_actor, event, number)
        verify_all(round_, scorekeeper, other_scorekeeper)
        rounds.close(director_actor, round_)
    return event


def play(director_actor: Actor, event: Event, number: int) -> Round:
    """Assign tables, publish, start, and stop a round, so that its sheets can be entered."""
    found = Round.objects.select_related("tournament", "division__event__book")
    round_ = found.get(division__event=event, number=number)
    if not round_.draws.filter(state="published").exists():
        draft = round_.draws.filter(state="draft").first()
        draws.publish(
            director_actor, draft or draws.make(director_actor, round_, proposal=propose_tables(round_, seed=7))
        )
    rounds.start(director_actor, found.get(pk=round_.pk))
    return rounds.collect(director_actor, found.get(pk=round_.pk))


def sheet_of(round_: Round, number: int = 1) -> Sheet:
    return Sheet.objects.get(round=round_, table__draw__state="published", table__number=number)


def paper(*players: str, **more: Any) -> dict[str, Any]:
    """Return the JSON of a paper from each player's cells, initialed by all: `paper("6 4", "2 4", "2 2")`."""
    cells = zip(*(player.split() for player in players), strict=True)
    columns = [{"cells": list(column)} for column in cells]
    return {"rows": [{"initials": "yes"} for _ in players], "columns": columns} | more


PLAIN = paper("6 4 2", "2 4 6", "2 2 2")


class Stranger(Client):
    """A client that bypasses the page cache, so that a test sees every page freshly rendered."""

    def get(self, *args: Any, **kwargs: Any) -> Any:
        clear_local_caches()
        return super().get(*args, **kwargs)


def verify_all(round_: Round, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    """Enter and check the same paper for every table of the round."""
    for sheet in live_sheets(round_):
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        actions.check(other_scorekeeper, sheet, base=1)
