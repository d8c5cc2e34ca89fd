"""Papers: parsing cells as typed, and JSON in and out."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebooks import Shake, ShakeSeat
from scoring.paper import Mark, Paper, PaperError, PaperRow, ShakeColumn, parse_mark, read_paper, write_paper

CELLS = {
    "": Mark(),
    "6": Mark(6),
    "10": Mark(10),
    "2-1": Mark(2, (-1,)),
    "2 − 1": Mark(2, (-1,)),
    "4-1-1j": Mark(4, (-1, -1), approved=True),
    "-1": Mark(None, (-1,)),
    "A": Mark(absent=True),
}


@pytest.mark.parametrize("typed", CELLS)
def test_cell_is_read_as_it_was_typed(typed: str) -> None:
    assert parse_mark(typed) == CELLS[typed]


@pytest.mark.parametrize("typed", ["x", "6j", "2-", "2-0", "a6", "123", "6.5", "--1", "٣"])
def test_invalid_cell_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=f"“{typed}” isn’t a score"):
        parse_mark(typed)


marks = st.one_of(
    st.just(Mark(absent=True)),
    st.builds(Mark, st.none() | st.integers(0, 99), st.lists(st.integers(-9, -1), max_size=3).map(tuple)),
    st.builds(Mark, st.integers(0, 99), st.just((-1,)), st.just(True)),
)
columns = st.builds(ShakeColumn, st.tuples(marks, marks, marks), st.sampled_from(["", "void", "replayed"]))
rows = st.builds(
    PaperRow,
    status=st.sampled_from(["", "absent", "disqualified"]),
    total=st.none() | st.integers(-200, 999),
    points=st.none() | st.sampled_from([Decimal("6"), Decimal("1.25"), Decimal("0.00")]),
    initials=st.sampled_from(["", "yes", "refused"]),
    refusal=st.sampled_from(["", "protest"]),
    player=st.none() | st.integers(1, 10**6),
    error=st.sampled_from(["", "agree", "deceit"]),
)
papers = st.builds(
    Paper,
    rows=st.tuples(rows, rows, rows),
    columns=st.lists(columns.filter(lambda each: not each.is_empty), max_size=8).map(tuple),
    games=st.none() | st.integers(0, 8),
    turned_in_by=st.none() | st.integers(1, 3),
)


@given(papers)
def test_paper_survives_json(paper: Paper) -> None:
    assert read_paper(write_paper(paper), 3) == paper


def test_story_survives_json() -> None:
    seats = (ShakeSeat("1", "challenger", presented=True, correct=False), ShakeSeat("2", "mover"))
    paper = Paper((PaperRow(), PaperRow()), (ShakeColumn((Mark(), Mark()), "", Shake("now", seats)),))
    assert read_paper(write_paper(paper), 2) == paper
    assert paper.depth == "story"


def test_empty_last_columns_are_dropped() -> None:
    read = read_paper({"columns": [{"cells": ["6", "2"]}, {"cells": ["", ""]}]}, 2)
    assert (len(read.columns), read.depth) == (1, "shakes")


def test_all_problems_are_reported_at_once_with_their_fields() -> None:
    data = {
        "rows": [{"total": "twelve", "points": "much"}, {"initials": "maybe"}],
        "columns": [{"cells": ["6", "?"], "status": "odd", "story": {"situation": "now"}}],
        "games": "4.5",
        "turned_in_by": 9,
    }
    with pytest.raises(PaperError) as refused:
        read_paper(data, 2)
    assert [problem.field for problem in refused.value.problems] == [
        "row-1-total",
        "row-1-points",
        "row-2-initials",
        "shake-1-2",
        "status-1",
        "story-1",
        "games",
        "turned_in_by",
    ]


@pytest.mark.parametrize("nothing", [None, [], "x", {}])
def test_empty_values_make_an_empty_paper(nothing: object) -> None:
    assert read_paper(nothing, 2) == Paper((PaperRow(), PaperRow()))


@pytest.mark.parametrize("nonsense", [{"rows": "x"}, {"columns": [1]}, {"rows": [{}, {}, {}]}])
def test_invalid_paper_is_refused(nonsense: object) -> None:
    with pytest.raises(PaperError):
        read_paper(nonsense, 2)
