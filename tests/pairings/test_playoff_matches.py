"""Team playoffs: which teams meet, and at which tables."""

from __future__ import annotations

import pytest

from pairings.engine.methods import match_teams, tables_of_match
from pairings.engine.sizes import SizesError


@pytest.mark.parametrize(
    ("teams", "size", "matches"),
    [
        ("abc", 3, ["abc"]),
        ("abcdef", 2, ["af", "be", "cd"]),
        ("abcdef", 3, ["ade", "bcf"]),
        ("abcd", 3, ["ad", "bc"]),
        ("abcde", 3, ["ade", "bc"]),
    ],
)
def test_best_team_meets_the_last_team(teams: str, size: int, matches: list[str]) -> None:
    assert ["".join(each) for each in match_teams(teams, minimum=2, preferred=size, maximum=3)] == matches


def test_one_team_alone_is_an_error() -> None:
    with pytest.raises(SizesError):
        match_teams("a", minimum=2, preferred=3, maximum=3)


def test_levels_meet_and_no_one_sits_alone() -> None:
    assert tables_of_match([[1, 2, 3], [11, 12], [21, 22]], 2) == [(1, 11, 21), (2, 12, 22)]
    assert tables_of_match([[1, 2, 3], [11, 12, 13], [21, 22]], 2) == [(1, 11, 21), (2, 12, 22), (3, 13)]
    assert tables_of_match([[1, 2, 3], [11, 12, 13], [21, 22]], 3) == [(1, 11, 21), (2, 12, 22)]
