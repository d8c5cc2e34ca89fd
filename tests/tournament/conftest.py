"""The world that the walks through the access table share."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.access_world import make_world
from tournament.models import Tournament
from tournament.people.models import User


@pytest.fixture
def world(tournament: Tournament, people: dict[str, User], director: User) -> dict[str, Any]:
    return make_world(tournament, people, director)
