"""Result files: headings in any order, cells as scorekeepers type them, and a lossless round trip."""

from __future__ import annotations

from typing import Any

import pytest

from foundation.file_exports import harmless, without_apostrophe
from rulebooks import get
from scoring.bulk.result_files import (
    FileLine,
    cells_of,
    describe_differences,
    find_headings,
    paper_from_lines,
    read_lines,
    sheets_without_headings,
)
from scoring.paper import ComputedSheet, SheetContext, read_paper
from tournament.spreadsheets import Worksheet as Cells
from tournament.spreadsheets import read_pasted

AT = SheetContext(get("agloa-equations-2019"), "E", ("Ada", "Bo", "Cleo"))
STORY = {
    "situation": "impossible",
    "seats": [
        {"seat": "1", "role": "challenger", "presented": True, "correct": True},
        {"seat": "2", "role": "mover"},
        {"seat": "3", "role": "third_party", "presented": True, "correct": False},
    ],
}


def lines(*rows: str) -> list[FileLine]:
    return read_lines([read_pasted("\n".join(row.replace("|", "\t") for row in rows))])


def test_columns_are_found_by_their_headings_in_any_order() -> None:
    headings = find_headings(
        read_pasted("Fall Meet\n2\tShake 1\tName\tGame 3\tMatch points\tTable No.\tNote\tInitialed\n")
    )
    assert headings is not None
    assert (headings.line, headings.fields, headings.shakes) == (
        2,
        {2: "player", 4: "points", 5: "table", 7: "initials"},
        {0: 2, 1: 1, 3: 3},
    )


@pytest.mark.parametrize("text", ["Name\tTotal\nAda\t22", "a\tb\n1\t2", "Table\tTotal\n1\t2"])
def test_file_without_table_and_player_has_no_lines(text: str) -> None:
    assert read_lines([read_pasted(text)]) == []


def test_lines_keep_their_place_in_the_file_and_notes_are_left_out() -> None:
    found = lines("Results", "Table|Player|Total", "1|Ada|22", "||", "||of 22 June", "1|Bo|17")
    assert [(line.where, line["player"], line["total"]) for line in found] == [
        ("Line 3", "Ada", "22"),
        ("Line 6", "Bo", "17"),
    ]


def test_worksheets_of_a_workbook_stay_separate() -> None:
    sheet = read_pasted("Table\tPlayer\n1\tAda")
    assert [line.where for line in read_lines([sheet, sheet])] == ["Pasted cells, line 2"] * 2


def test_sheet_without_the_headings_is_named() -> None:
    results = Cells("Results", (("Table", "Player"), ("1", "Ada")))
    assert sheets_without_headings([results, Cells("Notes", (("Lunch at noon",),))]) == ["Notes"]


def test_line_without_numbers_is_empty() -> None:
    empty, filled = lines("Table|Player|Total|1", "1|Ada||", "1|Bo||6")
    assert (empty.is_empty, filled.is_empty) == (True, False)


@pytest.mark.parametrize("cell", ["-1", "=SUM(A1)", "'t Hooft", "6", "2-1", "A;=B;-1", ""])
def test_formula_apostrophe_is_removed(cell: str) -> None:
    assert without_apostrophe(harmless(cell)) == cell


def test_lines_make_a_paper() -> None:
    found = lines(
        "Table|Player|1|2|3|Total|Points|Initials|Status|Games|Turned in",
        "1|Ada|6|v|2-1j|7|6|yes||5|yes",
        "1|Bo|2|v6|A|8||Refused: no cubes left|dq|5|",
        "1|Cleo||v|||||absent||",
    )
    data, problems = paper_from_lines(found, {3: 77})
    assert problems == []
    assert data == {
        "rows": [
            {"total": "7", "points": "6", "status": "", "error": "", "initials": "yes", "player": None},
            {
                "total": "8",
                "points": "",
                "status": "disqualified",
                "error": "",
                "initials": "refused",
                "refusal": "no cubes left",
                "player": None,
            },
            {"total": "", "points": "", "status": "absent", "error": "", "initials": "", "player": 77},
        ],
        "columns": [
            {"cells": ["6", "2", ""], "status": ""},
            {"cells": ["", "6", ""], "status": "void"},
            {"cells": ["2-1j", "A", ""], "status": ""},
        ],
        "games": "5",
        "turned_in_by": 1,
    }


@pytest.mark.parametrize(
    ("heading", "ada", "bo", "field", "sentence"),
    [
        ("Initials", "maybe", "yes", "row-1-initials", "Enter yes or refused for initials, or leave them blank."),
        ("Status", "", "ill", "row-2-status", "Enter absent or disqualified as the status, or leave it blank."),
        ("Wrong total", "perhaps", "", "row-1-error", "Enter agree or deceit for a wrong total, or leave it blank."),
        ("1", "v", "2", "shake-1-2", "Enter v for every player at the table, or for no one."),
        ("1", "v", "r", "shake-1-1", "Enter r or v for every player at the table, or for no one."),
        ("Games", "4", "5", "row-2-games", "All players at a table must have the same number of games."),
        ("Turned in", "yes", "yes", "row-2-turned_in", "Only one player can turn in the scoresheet."),
        (
            "1",
            "2026-02-01",
            "2",
            "shake-1-1",
            "Your spreadsheet turned a penalty into a date. Format the column as text.",
        ),
    ],
)
def test_unreadable_cell_is_reported_at_its_place(heading: str, ada: str, bo: str, field: str, sentence: str) -> None:
    found = lines(f"Table|Player|{heading}", f"1|Ada|{ada}", f"1|Bo|{bo}")
    assert [(each.field, each.sentence) for each in paper_from_lines(found, {})[1]] == [(field, sentence)]


WRITTEN = ("total", "points", "games", "initials", "status", "error", "turned_in")
PAPERS: list[dict[str, Any]] = [
    {"rows": [{"total": 22}, {"total": -3, "error": "agree"}, {"status": "absent"}]},
    {"rows": [{"points": "6"}, {"points": "4"}, {"points": "2"}], "turned_in_by": 2},
    {
        "rows": [{"initials": "yes"}, {"initials": "refused", "refusal": "Wrong total"}, {"status": "disqualified"}],
        "columns": [
            {"cells": ["6", "2-1j", "a"]},
            {"cells": ["6", "-1", ""], "status": "void"},
            {"cells": []},
            {"cells": ["2", "", "4-1-1"], "status": "replayed"},
        ],
        "games": 3,
    },
    {"rows": [{}, {}, {}], "columns": [{"story": STORY}, {"cells": ["6", "2", "2"]}]},
]


@pytest.mark.parametrize("paper", PAPERS)
def test_exported_cells_import_as_the_same_paper(paper: dict[str, Any]) -> None:
    out = cells_of(ComputedSheet(AT, read_paper(paper, 3)))
    found = [
        FileLine("", {name: getattr(each, name) for name in WRITTEN}, dict(enumerate(each.shakes, 1))) for each in out
    ]
    data, problems = paper_from_lines(found, {})
    back = ComputedSheet(AT, read_paper(data, 3))
    assert (problems, cells_of(back)) == ([], out)
    assert [line.points for line in back.results] == [
        line.points for line in ComputedSheet(AT, read_paper(paper, 3)).results
    ]


def test_differences_are_described_in_words() -> None:
    one = cells_of(
        ComputedSheet(AT, read_paper({"rows": [{"total": 22}, {}, {}], "columns": [{"cells": ["6", "2", "2"]}]}, 3))
    )
    other = cells_of(ComputedSheet(AT, read_paper({"rows": [{"total": 21}, {"player": 7}, {}]}, 3)))
    assert describe_differences(one, other, ["Ada", "Bo", "Cleo"]) == [
        "Ada, total: the entry says “22”, but the file says “21”.",
        "Ada, column 1: the entry says “6”, but the file is blank.",
        "Bo, column 1: the entry says “2”, but the file is blank.",
        "A different player is entered for Bo.",
        "Cleo, column 1: the entry says “2”, but the file is blank.",
    ]
