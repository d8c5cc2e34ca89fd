"""Late changes: who came is seated, who left is missed, and as few others as possible move."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.engine.company import Company
from pairings.engine.repair import Repaired, repair
from pairings.engine.sizes import SizesError


def repaired(tables: str, here: str, mates: str = "", minimum: int = 2, maximum: int = 3) -> Repaired:
    """Tables as words, players as letters; `mates` are one team, everybody else is alone."""
    team = {player: "mates" if player in mates else player for player in tables + here}
    return repair([tuple(word) for word in tables.split()], here, Company(team), minimum=minimum, maximum=maximum)


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
    found = repaired(tables, here)
    sizes = sorted(len(table) for table in found.tables if table)
    assert (len(found.moved), sizes) == (len(moved), sorted(map(len, after.split())))
    assert sorted(str(player) for table in found.tables for player in table) == sorted(here)


def test_newcomer_sits_down_where_no_teammate_is() -> None:
    found = repaired("ab cd", "abcdx", mates="ax")
    assert [set(table) for table in found.tables] == [{"a", "b"}, {"c", "d", "x"}]


def test_cup_needs_three_at_a_table() -> None:
    found = repaired("abcde fghij", "abfghij", minimum=3, maximum=5)
    assert (len(found.moved), sorted(map(len, found.tables))) == (1, [3, 4])


def by_trying(seated: tuple[int, ...], come: int, minimum: int, maximum: int) -> int | None:
    """The fewest who get up, found by trying every way to fill these tables and two new ones."""
    sizes = [0, *range(minimum, maximum + 1)]
    tables = (*seated, 0, 0)
    ways = [way for way in product(sizes, repeat=len(tables)) if sum(way) == sum(seated) + come]
    return min((sum(max(0, a - b) for a, b in zip(tables, way, strict=True)) for way in ways), default=None)


@settings(max_examples=150, deadline=None)
@given(
    seated=st.lists(st.integers(0, 5), min_size=1, max_size=4).map(tuple),
    come=st.integers(0, 3),
    limits=st.sampled_from([(2, 3), (3, 5)]),
)
def test_nobody_could_move_fewer(seated: tuple[int, ...], come: int, limits: tuple[int, int]) -> None:
    names = iter(range(100))
    tables = [tuple(next(names) for _ in range(min(count, limits[1]))) for count in seated]
    here = [player for table in tables for player in table] + [100 + each for each in range(come)]
    fewest = by_trying(tuple(map(len, tables)), come, *limits)
    if fewest is None or not here:
        return
    found = repair(tables, here, Company({player: player for player in here}), minimum=limits[0], maximum=limits[1])
    assert (len(found.moved), {len(table) for table in found.tables} - {0, *range(limits[0], limits[1] + 1)}) == (
        fewest,
        set(),
    )


def test_who_gets_up_is_chosen_for_good_company() -> None:
    """One of five has to go and sit with two others, and it is not the one who is their teammate."""
    found = repaired("abcde fg", "abcdefg", mates="efg", minimum=3, maximum=5)
    assert (len(found.moved), "e" in found.moved) == (1, False)


def test_what_cannot_be_seated_is_said() -> None:
    with pytest.raises(SizesError, match="1 players do not fit"):
        repaired("abc", "a")


@settings(max_examples=80, deadline=None)
@given(n=st.integers(4, 24), gone=st.sets(st.integers(0, 23), max_size=5), come=st.integers(0, 4))
def test_everybody_who_is_here_sits_once_at_a_legal_table(n: int, gone: set[int], come: int) -> None:
    tables = [tuple(range(at, min(at + 3, n))) for at in range(0, n - n % 3 if n % 3 != 1 else n - 4, 3)]
    seated = sum(map(len, tables))
    tables += [tuple(range(seated, seated + 2)), tuple(range(seated + 2, n))] if n - seated == 4 else []
    tables += [tuple(range(seated, n))] if n - seated == 2 else []
    here = [player for player in range(n) if player not in gone] + [100 + each for each in range(come)]
    if len(here) < 2:
        return
    found = repair(tables, here, Company({player: player for player in here}), minimum=2, maximum=3)
    assert sorted(player for table in found.tables for player in table) == sorted(here)  # type: ignore[type-var]
    assert {len(table) for table in found.tables} <= {0, 2, 3}
    assert len(found.moved) <= len(gone) + come


def test_emptied_table_keeps_its_number_free() -> None:
    found = repaired("abc def gh", "cdefgh")
    assert (found.tables[1:], found.moved) == ((("d", "e", "f"), ("g", "h", "c")), ("c",))
    assert found.tables[0] == ()
