"""The tournament that all tests of the access table share."""

from __future__ import annotations

import pytest

from foundation.people.models import User
from foundation.tournaments import Tournament
from tests.foundation.access_world import AccessWorld, make_world
from tests.reused_fixtures import reused


@pytest.fixture
@reused
def world(tournament: Tournament, people: dict[str, User], director: User) -> AccessWorld:
    return make_world(tournament, people, director)
