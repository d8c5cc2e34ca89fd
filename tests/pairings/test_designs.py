"""Perfect schedules: everyone plays once per round, no pair meets twice, and there are as many rounds as possible."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pairings.engine.designs import Schedule, drop_last_player, individual_schedule, schedule_for

LARGEST = 84
WITHOUT = {6, 12}  # proven: no such system exists


def meetings(schedule: Schedule) -> Counter[tuple[int, int]]:
    return Counter(pair for tables in schedule for table in tables for pair in combinations(sorted(table), 2))


@pytest.mark.parametrize("n", [n for n in range(9, LARGEST + 1, 3) if n not in WITHOUT])
def test_individual_players_meet_everyone_once(n: int) -> None:
    schedule = individual_schedule(n)
    assert schedule is not None
    assert len(schedule) == (n - 1) // 2, "as many rounds as each player has pairs of others to meet"
    assert {tuple(sorted(p for table in tables for p in table)) for tables in schedule} == {tuple(range(n))}
    assert max(meetings(schedule).values()) == 1


@pytest.mark.parametrize("n", sorted(WITHOUT))
def test_systems_that_cannot_exist_are_not_offered(n: int) -> None:
    assert schedule_for([1] * n, (n - 1) // 2) is None


@pytest.mark.parametrize(
    ("teams", "size", "rounds"), [(3, 5, 5), (6, 5, 12), (9, 5, 20), (15, 5, 35), (3, 7, 7), (9, 3, 12), (24, 5, 55)]
)
def test_teammates_never_meet_and_others_once(teams: int, size: int, rounds: int) -> None:
    schedule = schedule_for([size] * teams, rounds)
    assert schedule is not None
    assert {tuple(sorted(p for table in tables for p in table)) for tables in schedule} == {tuple(range(teams * size))}
    assert max(meetings(schedule).values()) == 1
    assert [pair for pair in meetings(schedule) if pair[0] // size == pair[1] // size] == []
    assert schedule_for([size] * teams, teams * size) is None, "that many rounds are impossible"


def test_teams_of_different_sizes_have_no_design() -> None:
    assert schedule_for([5, 5, 4], 1) is None


def test_nine_players_play_the_classical_four_rounds() -> None:
    schedule = individual_schedule(9)
    assert schedule is not None
    assert (len(schedule), len(meetings(schedule))) == (4, 36)


def test_one_player_fewer_gives_one_table_of_two() -> None:
    schedule = schedule_for([1] * 9, 4)
    assert schedule is not None
    eight = drop_last_player(schedule)
    assert [sorted(map(len, tables)) for tables in eight] == [[2, 3, 3]] * 4
    assert (len(meetings(eight)), max(meetings(eight).values())) == (28, 1)
