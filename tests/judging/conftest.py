"""A round in progress, with judges and a head judge."""

from __future__ import annotations

import pytest

from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from scoring.models import Sheet
from tests import factories
from tests.reused_fixtures import reused
from tests.scoring.conftest import event, other_scorekeeper, scorekeeper, sheet_of  # noqa: F401
from tests.scoring.conftest import play as play_round
from tournament.models import Event
from tournament.rounds.models import Round


def person(tournament: Tournament, role: str) -> Actor:
    return Actor(user=factories.helper(tournament, role))


@pytest.fixture
@reused
def round_(event: Event, director_actor: Actor) -> Round:  # noqa: F811
    return play_round(director_actor, event, 1)


@pytest.fixture
def sheet(round_: Round) -> Sheet:
    return sheet_of(round_)


@pytest.fixture
@reused
def judges(tournament: Tournament) -> list[Actor]:
    return [person(tournament, Role.JUDGE) for _ in range(4)]


@pytest.fixture
def judge(judges: list[Actor]) -> Actor:
    return judges[0]


@pytest.fixture
@reused
def head_judge(tournament: Tournament) -> Actor:
    return person(tournament, Role.HEAD_JUDGE)
