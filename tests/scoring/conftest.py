"""A collecting round: fifteen players of three teams at five tables, two scorekeepers, a director."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from foundation.activity.news import clear_page_cache
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.proposals import propose
from scoring.entry import actions
from scoring.models import Sheet
from scoring.results import live_sheets
from tests import factories
from tournament import actions as day
from tournament.models import Event
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up


@pytest.fixture
def event(tournament: Tournament, boss: Actor) -> Event:
    factories.roster(tournament, teams=3)
    event = set_up(boss, tournament.events.get(), version=1, rounds=3, divisions=("E",))
    day.start(boss, tournament)
    return event


@pytest.fixture
def round_(event: Event, boss: Actor) -> Round:
    return play(boss, event, 1)


@pytest.fixture
def sheet(round_: Round) -> Sheet:
    return sheet_of(round_)


@pytest.fixture
def clerk(tournament: Tournament) -> Actor:
    return Actor(user=factories.helper(tournament, Role.SCOREKEEPER))


@pytest.fixture
def second(tournament: Tournament) -> Actor:
    return Actor(user=factories.helper(tournament, Role.SCOREKEEPER))


@pytest.fixture
def two_rounds(event: Event, boss: Actor, clerk: Actor, second: Actor) -> Event:
    """Two verified and closed rounds, and a third that has not started."""
    for number in (1, 2):
        round_ = play(boss, event, number)
        verify_all(round_, clerk, second)
        rounds.complete(boss, round_)
    return event


def play(boss: Actor, event: Event, number: int) -> Round:
    """Assign tables, publish, start, and stop a round, so that its sheets can be entered."""
    found = Round.objects.select_related("tournament", "division__event__book")
    round_ = found.get(division__event=event, number=number)
    if not round_.draws.filter(state="published").exists():
        draft = round_.draws.filter(state="draft").first()
        draws.publish(boss, draft or draws.make(boss, round_, proposal=propose(round_, seed=7)))
    rounds.start(boss, found.get(pk=round_.pk))
    return rounds.collect(boss, found.get(pk=round_.pk))


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
        clear_page_cache()
        return super().get(*args, **kwargs)


def verify_all(round_: Round, clerk: Actor, second: Actor) -> None:
    """Enter and check the same paper for every table of the round."""
    for sheet in live_sheets(round_):
        actions.enter(clerk, sheet, paper=PLAIN, base=0)
        actions.check(second, sheet, base=1)
