"""Table sizes: threes first, then twos, never one; the Cup three to five."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.engine.sizes import SizesError, table_sizes

TWO_OR_THREE = {"minimum": 2, "preferred": 3, "maximum": 3}
CUP = {"minimum": 3, "preferred": 5, "maximum": 5}


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (0, ()),
        (2, (2,)),
        (3, (3,)),
        (4, (2, 2)),
        (5, (3, 2)),
        (7, (3, 2, 2)),
        (23, (3, 3, 3, 3, 3, 3, 3, 2)),
        (118, (3,) * 38 + (2,) * 2),
    ],
)
def test_sizes_are_threes_then_twos(players: int, sizes: tuple) -> None:
    assert table_sizes(players, **TWO_OR_THREE) == sizes


@pytest.mark.parametrize(
    ("players", "sizes"), [(3, (3,)), (6, (3, 3)), (11, (4, 4, 3)), (12, (4, 4, 4)), (25, (5,) * 5)]
)
def test_sizes_of_the_cup_are_even(players: int, sizes: tuple) -> None:
    assert table_sizes(players, **CUP) == sizes


@pytest.mark.parametrize(("players", "rule"), [(1, TWO_OR_THREE), (1, CUP), (2, CUP)])
def test_sizes_refuse_players_who_do_not_fit(players: int, rule: dict) -> None:
    with pytest.raises(SizesError, match=f"^{players} players? do(es)?n’t fit at tables of"):
        table_sizes(players, **rule)


@given(st.integers(min_value=6, max_value=3000), st.sampled_from([TWO_OR_THREE, CUP]))
def test_sizes_seat_everyone_at_legal_tables_as_evenly_as_possible(players: int, rule: dict) -> None:
    sizes = table_sizes(players, **rule)
    assert sum(sizes) == players
    assert rule["minimum"] <= min(sizes) <= max(sizes) <= rule["maximum"]
    assert max(sizes) - min(sizes) <= 1


@given(st.integers(min_value=2, max_value=3000))
def test_sizes_use_at_most_two_tables_of_two(players: int) -> None:
    assert table_sizes(players, **TWO_OR_THREE).count(2) == {0: 0, 1: 2, 2: 1}[players % 3]
