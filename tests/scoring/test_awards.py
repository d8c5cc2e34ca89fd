"""Awards: the announcing order, from last to first with ties together, and the number of certificates."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import (
    AnnouncedPlace,
    AwardWinner,
    CertificateCounts,
    Ranking,
    Score,
    announcing_order,
    count_certificates,
    rank_scores,
)


def ranking(*points: int) -> Ranking:
    return rank_scores(Score(("player", at), Decimal(each)) for at, each in enumerate(points))


def test_last_place_is_called_first_and_ties_together() -> None:
    assert announcing_order(ranking(24, 20, 20, 18, 10)) == [
        AnnouncedPlace(5, (4,)),
        AnnouncedPlace(4, (3,)),
        AnnouncedPlace(2, (1, 2)),
        AnnouncedPlace(1, (0,)),
    ]


def test_shared_first_place_is_one_call() -> None:
    calls = announcing_order(ranking(24, 24, 18))
    assert [(call.rank, call.is_shared, call.is_first) for call in calls] == [(3, False, False), (1, True, True)]


def test_tie_for_the_last_called_place_is_called_in_full() -> None:
    assert announcing_order(ranking(24, 22, 20, 20, 20, 18), top=3) == [
        AnnouncedPlace(3, (2, 3, 4)),
        AnnouncedPlace(2, (1,)),
        AnnouncedPlace(1, (0,)),
    ]
    assert announcing_order(ranking(24, 22, 22, 20), top=3)[0] == AnnouncedPlace(2, (1, 2)), "no one is third"


def test_no_one_is_called_if_no_one_played() -> None:
    assert announcing_order(ranking()) == []


@given(st.lists(st.integers(0, 30), max_size=40), st.integers(1, 12))
def test_everyone_is_called_once_and_never_before_a_lower_rank(points: list[int], top: int) -> None:
    found = ranking(*points)
    calls = announcing_order(found, top)
    assert [call.rank for call in calls] == sorted({row.rank for row in found.rows if row.rank <= top}, reverse=True)
    called = [at for call in calls for at in call.indexes]
    assert sorted(called) == [at for at, row in enumerate(found.rows) if row.rank <= top]


def test_certificates_are_counted_in_announcing_order() -> None:
    players = [AwardWinner(1, is_perfect=True), AwardWinner(2), AwardWinner(2), AwardWinner(4)]
    assert count_certificates(players) == CertificateCounts(((4, 1), (2, 2), (1, 1)), perfect=1, members=0)
    assert count_certificates(players).for_places == 4


def test_perfect_score_counts_beyond_the_called_places() -> None:
    called, others = [AwardWinner(1, is_perfect=True)], [AwardWinner(2, is_perfect=True), AwardWinner(3)]
    assert count_certificates(called, others) == CertificateCounts(((1, 1),), perfect=2, members=0)


def test_every_member_of_a_called_team_gets_a_certificate() -> None:
    teams = [AwardWinner(1, members=5), AwardWinner(2, members=4)]
    assert count_certificates(teams, [AwardWinner(3, members=5)]) == CertificateCounts(
        ((2, 1), (1, 1)), perfect=0, members=9
    )
