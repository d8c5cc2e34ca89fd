"""Short tournaments in the formats that differ most from a league day: other games, rule books, and table sizes."""

from __future__ import annotations

import pytest

from foundation.people.models import User
from rehearsal import checks
from rehearsal.state import Plan
from rehearsal.steps import results
from tests.rehearsal.in_process import rehearsed_in_process


@pytest.mark.parametrize("name", ["agloa-onsets", "mlag-states", "challenge-cup"])
def test_format_is_played_to_its_end(director: User, name: str) -> None:
    """One division, one round, and the playoffs."""
    with rehearsed_in_process(director, Plan(16, 4, rounds=1, name=name)) as rehearsal:
        content, shown = results.download_archive(rehearsal), results.read_standings(rehearsal)
    assert checks.find_problems(content, shown, rehearsal.acknowledged) == []
    assert len(shown) == 3
