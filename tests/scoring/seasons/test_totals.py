"""Pure season totals: sums, the best tournaments, attendance, ties."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from scoring.seasons.totals import Appearance, SeasonTournament, season_totals

TOURNAMENTS = [
    SeasonTournament("fall", "Fall", date(2026, 11, 14)),
    SeasonTournament("winter", "Winter", date(2027, 1, 16)),
    SeasonTournament("spring", "Spring", date(2027, 4, 8), days=3),
]


def appearances(**points: dict[str, int | None]) -> list[Appearance]:
    return [
        Appearance(who, tournament, None if each is None else Decimal(each))
        for who, attended in points.items()
        for tournament, each in attended.items()
    ]


def test_points_of_all_tournaments_add_up() -> None:
    found = season_totals(TOURNAMENTS, appearances(ada={"fall": 12, "winter": 10}, bo={"fall": 16}))
    assert [(each.who, each.rank, each.points) for each in found] == [("ada", 1, 22), ("bo", 2, 16)]


def test_only_the_best_count_and_of_equal_ones_the_earlier() -> None:
    (found,) = season_totals(TOURNAMENTS, appearances(ada={"fall": 12, "winter": 8, "spring": 12}), best=1)
    assert (found.points, found.counted, found.attended) == (12, {"fall"}, 3)
    assert found.by_tournament == {"fall": 12, "winter": 8, "spring": 12}


def test_games_of_one_tournament_add_up_and_count_as_one_attendance() -> None:
    both = [Appearance("ada", "fall", Decimal(12)), Appearance("ada", "fall", Decimal(9))]
    (found,) = season_totals(TOURNAMENTS, both, best=1, needed=2)
    assert (found.points, found.attended, found.qualified) == (21, 1, False)


def test_attending_without_playing_counts() -> None:
    (found,) = season_totals(TOURNAMENTS, appearances(ada={"fall": None, "spring": None}), needed=2)
    assert (found.points, found.attended, found.days, found.qualified, found.counted) == (0, 2, 4, True, frozenset())


def test_equal_sums_share_a_rank_and_the_next_is_skipped() -> None:
    found = season_totals(TOURNAMENTS, appearances(ada={"fall": 6, "winter": 6}, bo={"fall": 12}, cy={"fall": 11}))
    assert [(each.who, each.rank, each.tied) for each in found] == [("ada", 1, True), ("bo", 1, True), ("cy", 3, False)]


def test_no_one_attended() -> None:
    assert season_totals(TOURNAMENTS, []) == []


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["fall", "winter", "spring"]), st.integers(0, 20))),
    st.integers(1, 4),
)
def test_best_of_as_many_as_there_are_is_everything(some: list[tuple[str, str, int]], best: int) -> None:
    given = [Appearance(who, tournament, Decimal(points)) for who, tournament, points in some]
    limited, everything = (
        season_totals(TOURNAMENTS, given, best=best),
        {each.who: each for each in season_totals(TOURNAMENTS, given)},
    )
    for each in limited:
        whole = everything[each.who]
        assert each.points <= whole.points
        assert len(each.counted) == min(best, len(each.by_tournament))
        assert each.points == sum(sorted(each.by_tournament.values(), reverse=True)[:best])
    assert sum(each.points for each in everything.values()) == sum(points for _, _, points in some)
    assert [each.rank for each in limited] == sorted(each.rank for each in limited)
