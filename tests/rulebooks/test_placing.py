"""Match points: every tie of two and three players, and what is true for all of them (EQ XII-A)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks import EditionError, award_places, get

EQUATIONS = get("agloa-equations-2019")
totals = st.integers(min_value=-40, max_value=200)


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((20, 14, 8), (6, 4, 2)),
        ((14, 14, 8), (5, 5, 2)),
        ((20, 8, 8), (6, 3, 3)),
        ((8, 8, 8), (4, 4, 4)),
        ((20, 8), (6, 4)),
        ((8, 8), (5, 5)),
        ((-3, 0, -3), (3, 6, 3)),
    ],
)
@pytest.mark.parametrize("edition", ["agloa-equations-2019", "mlag-basic-2018", "agloa-onsets-2014"])
def test_places_earn_the_points_of_the_book(edition: str, scores: tuple, points: tuple) -> None:
    names = "ABC"[: len(scores)]
    placing = award_places(get(edition), dict(zip(names, scores, strict=True)))
    assert tuple(placing.points[name] for name in names) == points


def test_points_for_a_place_have_a_reason() -> None:
    because = award_places(EQUATIONS, {"A": 9, "B": 9, "C": 1}).because
    assert (because["A"].rule, because["A"].sentence) == (
        "EQ XII-A",
        "A 2-way tie for first place in a 3-player match is worth 5 points each.",
    )
    assert because["C"].sentence == "Third place in a 3-player match is worth 2 points."


@given(st.lists(totals, min_size=2, max_size=3))
def test_match_points_total_twelve_or_ten(scores: list[int]) -> None:
    placing = award_places(EQUATIONS, {str(seat): score for seat, score in enumerate(scores)})
    assert sum(placing.points.values()) == {2: 10, 3: 12}[len(scores)]


@given(st.lists(totals, min_size=2, max_size=3), st.randoms())
def test_seat_order_does_not_affect_places(scores: list[int], chance: Random) -> None:
    seats = list(enumerate(scores))
    shuffled = seats.copy()
    chance.shuffle(shuffled)
    one = award_places(EQUATIONS, {str(seat): score for seat, score in seats})
    other = award_places(EQUATIONS, {str(seat): score for seat, score in shuffled})
    assert (one.points, one.places) == (other.points, other.places)


@pytest.mark.parametrize(
    ("edition", "scores", "sentence"),
    [
        ("agloa-equations-2019", {"A": 1}, "Equations · AGLOA 2019-20 has matches of 2 or 3 players, not 1."),
        (
            "agloa-equations-2019",
            {"A": 1, "B": 2, "C": 3, "D": 4},
            "Equations · AGLOA 2019-20 has matches of 2 or 3 players, not 4.",
        ),
        (
            "acc-2026",
            {"A": 1, "B": 2, "C": 3},
            "Equations · Academic Challenge Cup 2026 gives no match points. It uses the average points per game.",
        ),
    ],
)
def test_match_size_or_result_missing_from_the_book_is_refused(edition: str, scores: dict, sentence: str) -> None:
    with pytest.raises(EditionError) as refusal:
        award_places(get(edition), scores)
    assert str(refusal.value) == sentence
