"""The seating methods: preset, sections, score groups, bump, random, by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from pairings.engine.methods import (
    DrawRequest,
    DrawResult,
    Entrant,
    assign_tables,
    divide_into_sections,
    rotate_scorekeepers,
)
from pairings.engine.problem import ProblemError


def entrants(teams: int, size: int = 5, schools: int = 0) -> tuple[Entrant, ...]:
    return tuple(
        Entrant(f"{team}.{level}", f"team {team}", f"school {team % schools if schools else team}", level, team)
        for team in range(1, teams + 1)
        for level in range(1, size + 1)
    )


def draw_request(players: tuple[Entrant, ...], **options: Any) -> DrawRequest:
    return replace(DrawRequest(players, rounds=1, minimum=2, preferred=3, maximum=3), **options)


def meetings(drawn: DrawResult) -> Counter[frozenset[object]]:
    return Counter(frozenset(pair) for tables in drawn.rounds for table in tables for pair in combinations(table, 2))


def seated_players(drawn: DrawResult) -> list[list[str]]:
    return [sorted(str(player) for table in tables for player in table) for tables in drawn.rounds]


@pytest.mark.parametrize("method", ["preset", "random", "sections", "score_groups", "bump", "by_hand"])
def test_every_method_seats_everyone_once(method: str) -> None:
    players = entrants(7)
    drawn = assign_tables(draw_request(players, method=method))
    assert seated_players(drawn) == [sorted(str(each.player) for each in players)]


def test_preset_draws_all_rounds_without_teammates_or_repeats() -> None:
    drawn = assign_tables(draw_request(entrants(9), rounds=4))
    assert (len(drawn.rounds), drawn.quality.key, max(meetings(drawn).values()), drawn.is_optimal) == (
        4,
        (0, 0, 0),
        1,
        True,
    )


def test_cup_tables_have_three_to_five_players() -> None:
    drawn = assign_tables(draw_request(entrants(5), rounds=4, minimum=3, preferred=5, maximum=5))
    assert {len(table) for tables in drawn.rounds for table in tables} == {5}
    assert drawn.quality.clashes == 0


def test_another_shuffle_number_gives_other_tables() -> None:
    one, two = (assign_tables(draw_request(entrants(7), method="random", seed=seed)).rounds for seed in (1, 2))
    assert one != two


def test_score_groups_put_near_equals_together_best_first() -> None:
    players = entrants(9, size=1)
    scores = {each.player: 24 - 2 * number for number, each in enumerate(players)}
    drawn = assign_tables(draw_request(players, method="score_groups", scores=scores))
    assert [sorted(map(str, table)) for table in drawn.rounds[0]] == [
        ["1.1", "2.1", "3.1"],
        ["4.1", "5.1", "6.1"],
        ["7.1", "8.1", "9.1"],
    ]


def test_score_groups_avoid_repeats() -> None:
    players = entrants(6, size=1)
    scores = {each.player: 10 for each in players}
    past = (("1.1", "2.1"), ("3.1", "4.1"), ("5.1", "6.1"))
    drawn = assign_tables(draw_request(players, method="score_groups", scores=scores, history=(past,)))
    assert drawn.quality.repeats == 0


# -- sections ---------------------------------------------------------------------------------------------------------


def test_sections_are_snaked_by_seed() -> None:
    sections = divide_into_sections(entrants(18), seed=1)
    assert [sorted(int(str(team).split()[1]) for team in section) for section in sections] == [
        [1, 4, 5, 8, 9, 12, 13, 16, 17],
        [2, 3, 6, 7, 10, 11, 14, 15, 18],
    ]


def test_sections_are_nearly_equal_and_never_above_nine() -> None:
    for teams in range(1, 60):
        sizes = [len(section) for section in divide_into_sections(entrants(teams, size=1), seed=1)]
        assert (max(sizes) <= 9, max(sizes) - min(sizes) <= 1, sum(sizes)) == (True, True, teams)


def test_schools_are_in_different_sections_where_possible() -> None:
    players = entrants(18, size=1, schools=9)
    school = {each.team: each.school for each in players}
    for section in divide_into_sections(players, seed=1):
        assert len({school[team] for team in section}) == 9


def test_teams_keep_sections_and_a_late_team_joins_the_smallest() -> None:
    players = entrants(12, size=1)
    first = assign_tables(draw_request(players, method="sections"))
    assert sorted(first.sections.values()) == ["A"] * 6 + ["B"] * 6
    left = next(each.team for each in players if first.sections[each.team] == "B")
    known = [replace(each, section=first.sections[each.team]) for each in players if each.team != left]
    late = Entrant("13.1", "Late", "School 13")
    later = assign_tables(draw_request((*known, late), method="sections"))
    assert later.sections == {each.team: each.section for each in known} | {"Late": "B"}


def test_within_a_section_players_of_one_level_meet_once() -> None:
    drawn = assign_tables(draw_request(entrants(9), method="sections", rounds=4))
    levels = {len({str(player).split(".")[1] for player in table}) for tables in drawn.rounds for table in tables}
    assert levels == {1}
    assert (drawn.quality.key, set(meetings(drawn).values()), len(meetings(drawn))) == ((0, 0, 0), {1}, 5 * 36)


def test_level_with_one_player_joins_the_one_before() -> None:
    players = tuple(each for each in entrants(9) if not (each.level == 5 and each.team != "team 1"))
    drawn = assign_tables(draw_request(players, method="sections", rounds=4))
    assert seated_players(drawn) == [sorted(str(each.player) for each in players)] * 4
    assert min(len(table) for tables in drawn.rounds for table in tables) == 2


def test_sections_need_teams() -> None:
    with pytest.raises(ProblemError, match="Sections need teams"):
        assign_tables(draw_request(entrants(1), method="sections"))


# -- bump -------------------------------------------------------------------------------------------------------------


def test_winner_moves_up_a_table_and_last_player_moves_down() -> None:
    players = tuple(Entrant(name, name, name) for name in "abcdefghi")
    drawn = assign_tables(draw_request(players, method="bump", ladder=(tuple("abc"), tuple("def"), tuple("ghi"))))
    assert ["".join(sorted(map(str, table))) for table in drawn.rounds[0]] == ["abd", "ceg", "fhi"]


def test_ladder_closes_up_when_players_leave_and_arrive() -> None:
    players = tuple(Entrant(name, name, name) for name in "abcdeghx")
    drawn = assign_tables(draw_request(players, method="bump", ladder=(tuple("abc"), tuple("def"), tuple("ghi"))))
    assert seated_players(drawn) == [sorted("abcdeghx")]
    assert "x" in drawn.rounds[0][-1]


def test_teammates_are_apart_on_the_ladder() -> None:
    players = tuple(Entrant(name, "ab" if name in "ab" else name, name) for name in "abcdefghi")
    drawn = assign_tables(draw_request(players, method="bump", ladder=(tuple("abc"), tuple("def"), tuple("ghi"))))
    assert drawn.quality.clashes == 0


# -- seats ------------------------------------------------------------------------------------------------------------


def test_scorekeeping_is_shared_evenly() -> None:
    drawn = assign_tables(draw_request(entrants(5), rounds=4, minimum=3, preferred=5, maximum=5))
    keepers = Counter(table[-1] for tables in rotate_scorekeepers(drawn.rounds) for table in tables)
    assert set(keepers.values()) == {1}
