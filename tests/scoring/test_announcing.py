"""The order of a ceremony: from last to first, ties together, and how many certificates it takes."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import Announced, Certificates, Honored, Ranking, Score, announcing, certificates, rank


def ranking(*points: int) -> Ranking:
    return rank(Score(("player", at), Decimal(each)) for at, each in enumerate(points))


def test_last_place_is_called_first_and_ties_together() -> None:
    assert announcing(ranking(24, 20, 20, 18, 10)) == [
        Announced(5, (4,)),
        Announced(4, (3,)),
        Announced(2, (1, 2)),
        Announced(1, (0,)),
    ]


def test_shared_first_place_is_one_call() -> None:
    calls = announcing(ranking(24, 24, 18))
    assert [(call.rank, call.is_shared, call.is_first) for call in calls] == [(3, False, False), (1, True, True)]


def test_who_shares_the_last_place_that_is_called_is_called_too() -> None:
    assert announcing(ranking(24, 22, 20, 20, 20, 18), top=3) == [
        Announced(3, (2, 3, 4)),
        Announced(2, (1,)),
        Announced(1, (0,)),
    ]
    assert announcing(ranking(24, 22, 22, 20), top=3)[0] == Announced(2, (1, 2)), "nobody is third"


def test_nobody_is_called_where_nobody_played() -> None:
    assert announcing(ranking()) == []


@given(st.lists(st.integers(0, 30), max_size=40), st.integers(1, 12))
def test_everybody_up_to_the_place_is_called_once_and_never_before_somebody_behind(points: list[int], top: int) -> None:
    found = ranking(*points)
    calls = announcing(found, top)
    assert [call.rank for call in calls] == sorted({row.rank for row in found.rows if row.rank <= top}, reverse=True)
    called = [at for call in calls for at in call.at]
    assert sorted(called) == [at for at, row in enumerate(found.rows) if row.rank <= top]


def test_certificates_are_counted_in_the_order_of_handing_out() -> None:
    players = [Honored(1, is_perfect=True), Honored(2), Honored(2), Honored(4)]
    assert certificates(players) == Certificates(((4, 1), (2, 2), (1, 1)), perfect=1, members=0)
    assert certificates(players).for_places == 4


def test_perfect_score_is_honored_also_behind_the_places() -> None:
    called, others = [Honored(1, is_perfect=True)], [Honored(2, is_perfect=True), Honored(3)]
    assert certificates(called, others) == Certificates(((1, 1),), perfect=2, members=0)


def test_every_member_of_a_team_that_is_called_gets_one() -> None:
    teams = [Honored(1, members=5), Honored(2, members=4)]
    assert certificates(teams, [Honored(3, members=5)]) == Certificates(((2, 1), (1, 1)), perfect=0, members=9)
