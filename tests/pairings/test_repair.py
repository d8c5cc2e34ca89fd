"""Late changes: newcomers get a seat, and as few other players as possible move."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.engine.repair import RepairedTables, repair_tables
from pairings.engine.seating_costs import SeatingCosts
from pairings.engine.sizes import SizesError


def repair_words(tables: str, here: str, mates: str = "", minimum: int = 2, maximum: int = 3) -> RepairedTables:
    """Repair tables given as words with players as letters. `mates` are one team; everyone else has no team."""
    team: dict[Hashable, Hashable] = {player: "mates" if player in mates else player for player in tables + here}
    return repair_tables(
        [tuple(word) for word in tables.split()], here, SeatingCosts(team), minimum=minimum, maximum=maximum
    )


@pytest.mark.parametrize(
    ("tables", "here", "after", "moved"),
    [
        ("abc def", "abcdef", "abc def", ""),
        ("abc def", "abdef", "ab def", ""),
        ("abc def", "adef", "ad ef", "d"),
        ("abc de", "abcdex", "abc dex", ""),
        ("abc def", "abcdefx", "bc def ax", "a"),
        ("abc def", "abcdefxy", "abc def xy", ""),
        ("abc de", "abcd", "ab cd", "c"),
        ("abc def", "abxdef", "abx def", ""),
        ("abc def", "def", "def", ""),
    ],
)
def test_fewest_players_move(tables: str, here: str, after: str, moved: str) -> None:
    result = repair_words(tables, here)
    sizes = sorted(len(table) for table in result.tables if table)
    assert (len(result.moved), sizes) == (len(moved), sorted(map(len, after.split())))
    assert sorted(str(player) for table in result.tables for player in table) == sorted(here)


def test_newcomer_joins_a_table_without_teammates() -> None:
    result = repair_words("ab cd", "abcdx", mates="ax")
    assert [set(table) for table in result.tables] == [{"a", "b"}, {"c", "d", "x"}]


def test_cup_needs_three_at_a_table() -> None:
    result = repair_words("abcde fghij", "abfghij", minimum=3, maximum=5)
    assert (len(result.moved), sorted(map(len, result.tables))) == (1, [3, 4])


def fewest_moves_by_brute_force(seated: tuple[int, ...], come: int, minimum: int, maximum: int) -> int | None:
    """The fewest players who must get up, by brute force over all sizes of these tables and two new ones."""
    sizes = [0, *range(minimum, maximum + 1)]
    tables = (*seated, 0, 0)
    fillings = [filling for filling in product(sizes, repeat=len(tables)) if sum(filling) == sum(seated) + come]
    return min((sum(max(0, a - b) for a, b in zip(tables, each, strict=True)) for each in fillings), default=None)


@settings(max_examples=150, deadline=None)
@given(
    seated=st.lists(st.integers(0, 5), min_size=1, max_size=4).map(tuple),
    come=st.integers(0, 3),
    limits=st.sampled_from([(2, 3), (3, 5)]),
)
def test_no_repair_moves_fewer_players(seated: tuple[int, ...], come: int, limits: tuple[int, int]) -> None:
    names = iter(range(100))
    tables = [tuple(next(names) for _ in range(min(count, limits[1]))) for count in seated]
    here = [player for table in tables for player in table] + [100 + each for each in range(come)]
    fewest = fewest_moves_by_brute_force(tuple(map(len, tables)), come, *limits)
    if fewest is None or not here:
        return
    result = repair_tables(
        tables, here, SeatingCosts({player: player for player in here}), minimum=limits[0], maximum=limits[1]
    )
    assert (len(result.moved), {len(table) for table in result.tables} - {0, *range(limits[0], limits[1] + 1)}) == (
        fewest,
        set(),
    )


def test_player_to_move_is_chosen_by_seating_cost() -> None:
    """One of five players has to join two others, and it isn't their teammate."""
    result = repair_words("abcde fg", "abcdefg", mates="efg", minimum=3, maximum=5)
    assert (len(result.moved), "e" in result.moved) == (1, False)


def test_players_who_cannot_be_seated_raise_an_error() -> None:
    with pytest.raises(SizesError, match="1 player doesn’t fit"):
        repair_words("abc", "a")


@settings(max_examples=80, deadline=None)
@given(n=st.integers(4, 24), gone=st.sets(st.integers(0, 23), max_size=5), come=st.integers(0, 4))
def test_everyone_present_sits_once_at_a_legal_table(n: int, gone: set[int], come: int) -> None:
    tables = [tuple(range(at, min(at + 3, n))) for at in range(0, n - n % 3 if n % 3 != 1 else n - 4, 3)]
    seated = sum(map(len, tables))
    tables += [tuple(range(seated, seated + 2)), tuple(range(seated + 2, n))] if n - seated == 4 else []
    tables += [tuple(range(seated, n))] if n - seated == 2 else []
    here = [player for player in range(n) if player not in gone] + [100 + each for each in range(come)]
    if len(here) < 2:
        return
    result = repair_tables(tables, here, SeatingCosts({player: player for player in here}), minimum=2, maximum=3)
    assert sorted(player for table in result.tables for player in table) == sorted(here)  # type: ignore[type-var]
    assert {len(table) for table in result.tables} <= {0, 2, 3}
    assert len(result.moved) <= len(gone) + come


def test_emptied_table_keeps_its_number_free() -> None:
    result = repair_words("abc def gh", "cdefgh")
    assert (result.tables[1:], result.moved) == ((("d", "e", "f"), ("g", "h", "c")), ("c",))
    assert result.tables[0] == ()
