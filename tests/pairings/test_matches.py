"""Playoffs of teams, pure: who meets whom, and which tables that makes."""

from __future__ import annotations

import pytest

from pairings.engine.matches import matches, tables_of
from pairings.engine.sizes import SizesError


@pytest.mark.parametrize(
    ("teams", "size", "found"),
    [
        ("abc", 3, ["abc"]),
        ("abcdef", 2, ["af", "be", "cd"]),
        ("abcdef", 3, ["ade", "bcf"]),
        ("abcd", 3, ["ad", "bc"]),
        ("abcde", 3, ["ade", "bc"]),
    ],
)
def test_the_best_meet_the_last(teams: str, size: int, found: list[str]) -> None:
    assert ["".join(each) for each in matches(teams, minimum=2, preferred=size, maximum=3)] == found


def test_one_team_meets_nobody() -> None:
    with pytest.raises(SizesError):
        matches("a", minimum=2, preferred=3, maximum=3)


def test_levels_meet_and_nobody_sits_alone() -> None:
    assert tables_of([[1, 2, 3], [11, 12], [21, 22]], 2) == [(1, 11, 21), (2, 12, 22)]
    assert tables_of([[1, 2, 3], [11, 12, 13], [21, 22]], 2) == [(1, 11, 21), (2, 12, 22), (3, 13)]
    assert tables_of([[1, 2, 3], [11, 12, 13], [21, 22]], 3) == [(1, 11, 21), (2, 12, 22)]
