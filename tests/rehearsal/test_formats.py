"""A short day in the formats that differ most from a league day: another game, another book, larger tables."""

from __future__ import annotations

import pytest

from foundation.people.models import User
from rehearsal import checks
from rehearsal.acts import ending
from rehearsal.stage import Plan
from tests.rehearsal.playing import rehearsed


@pytest.mark.parametrize("name", ["agloa-onsets", "mlag-states", "challenge-cup"])
def test_every_format_is_played_to_its_end(director: User, name: str) -> None:
    """One division, one round, and the playoffs."""
    with rehearsed(director, Plan(16, 4, rounds=1, name=name)) as stage:
        content, shown = ending.archive(stage), ending.standings(stage)
    assert checks.problems(content, shown, stage.ledger) == []
    assert len(shown) == 3
