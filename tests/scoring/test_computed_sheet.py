"""Computed sheets: the rule books' own examples, at every depth, and every warning once."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from rulebooks import Shake, ShakeSeat, get
from scoring.paper import (
    ComputedSheet,
    JudgeDecision,
    Paper,
    PaperRow,
    ShakeColumn,
    SheetContext,
    differences,
    parse_mark,
    possible_corrections,
)
from scoring.paper import differences_in_totals as of_totals
from tests.helpers import require

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
CASES = json.loads((VECTORS / "scoresheet_cases.json").read_text())
CUP = json.loads((VECTORS / "acc.json").read_text())
SIGNED = PaperRow(initials="yes")


def table(edition: str = "agloa-equations-2019", players: int = 3, division: str = "E", **more: Any) -> SheetContext:
    names = ["Ada", "Bo", "Cleo", "Dee", "Eli"]
    return SheetContext(get(edition), division, tuple(names[:players]), **more)


def sheet(*players: str, rows: dict[int, PaperRow] | None = None, **more: Any) -> Paper:
    """Return a paper from each player's cells: `sheet("6 4 2", "2 4 6-1j", "2 a 2")`."""
    cells = [player.split() for player in players]
    columns = [
        ShakeColumn(tuple(parse_mark(each.replace(".", "")) for each in column)) for column in zip(*cells, strict=True)
    ]
    lines = tuple((rows or {}).get(seat, SIGNED) for seat in range(1, len(players) + 1))
    return Paper(lines, tuple(columns), **more)


def figures(computed: ComputedSheet) -> list[tuple]:
    return [(line.total, line.place, None if line.points is None else str(line.points)) for line in computed.results]


def kinds(computed: ComputedSheet) -> list[tuple[str, str]]:
    return [(warning.kind, warning.field) for warning in computed.warnings]


SHAKES = [
    (edition, case)
    for case in CASES
    if case["kind"] == "shakes" and "shake_scores" in case
    for edition in case["rulesets"]
]


@pytest.mark.parametrize(("edition", "case"), SHAKES, ids=[f"{case['id']} {edition}" for edition, case in SHAKES])
def test_example_sheets_of_the_rule_books(edition: str, case: dict) -> None:
    names = list(case["shake_scores"])
    count = len(next(iter(case["shake_scores"].values())))
    columns = []
    for number in range(count):
        cells = []
        for name in names:
            points = case["shake_scores"][name][number]
            fines = "".join(map(str, case["penalties"].get(name, []))) if number == 0 else ""
            cells.append(parse_mark("" if points is None else f"{points}{fines}"))
        columns.append(ShakeColumn(tuple(cells), "void" if str(cells[0]) == "" else ""))
    computed = ComputedSheet(table(edition, len(names)), Paper(tuple(SIGNED for _ in names), tuple(columns)))
    assert [line.total for line in computed.results] == list(case["expected_totals"].values())
    assert [line.points for line in computed.results] == list(case["expected_points"].values())


def test_example_sheet_with_a_wrong_total() -> None:
    paper = sheet("6 4 2 6 4", "2 4 6 2-1j 4", "4 4 2 2 2", rows={3: PaperRow(initials="yes", total=15)})
    computed = ComputedSheet(table(), paper)
    assert figures(computed) == [(22, 1, "6"), (17, 2, "4"), (15, 3, "2")]
    assert [row["3"] for row in computed.running] == [4, 8, 10, 12, 14]
    assert kinds(computed) == [("total", "row-3-total")]
    assert computed.warnings[-1].sentence == (
        "Cleo: 4 + 4 + 2 + 2 + 2 = 14, but the scoresheet says 15. It’s initialed, so the total on the sheet counts."
    )
    assert computed.leaders == {"1"}


def test_running_totals_may_be_negative_and_ties_share() -> None:
    computed = ComputedSheet(table(), sheet("2-1-1j", "2-1-1j", "a"))
    assert figures(computed) == [(0, 1, "5"), (0, 1, "5"), (-2, 3, "2")]


@pytest.mark.parametrize(("edition", "total"), [("agloa-equations-2019", 4), ("mlag-basic-2018", 6)])
def test_absence_costs_what_the_book_says(edition: str, total: int) -> None:
    computed = ComputedSheet(table(edition), sheet("2 6", "2 2", "6 a"))
    assert (computed.added_up[2], kinds(computed)) == (total, [])


def test_no_show_leaves_a_two_player_match() -> None:
    computed = ComputedSheet(table(), sheet("6 4", "2 4", ". .", rows={3: PaperRow(status="absent")}))
    assert figures(computed) == [(10, 1, "6"), (6, 2, "4"), (None, None, None)]
    assert kinds(computed) == []


def test_void_and_replayed_shakes_count_only_penalties() -> None:
    paper = sheet("6 6 2", "2 2-1j 6", "2 2 2")
    columns = (replace(paper.columns[0], status="replayed"), replace(paper.columns[1], status="void"), paper.columns[2])
    assert figures(ComputedSheet(table(), replace(paper, columns=columns))) == [(2, 2, "3"), (5, 1, "6"), (2, 2, "3")]


def test_disqualified_player_gets_nothing_and_the_others_stay() -> None:
    computed = ComputedSheet(
        table(), sheet("6 6", "2 2", "4 2", rows={1: PaperRow(status="disqualified", initials="yes")})
    )
    assert figures(computed) == [(12, 1, "0"), (4, 3, "2"), (6, 2, "4")]
    assert ("decided", "row-1-status") in kinds(computed)


def test_disqualified_player_gets_nothing_from_written_points_either() -> None:
    rows = [PaperRow(initials="yes", points=Decimal(points)) for points in (6, 4, 2)]
    rows[0] = replace(rows[0], status="disqualified")
    assert figures(ComputedSheet(table(), Paper(tuple(rows)))) == [(None, 1, "0"), (None, 2, "4"), (None, 3, "2")]


def test_deceit_that_changes_nothing_says_so() -> None:
    rows = [PaperRow(initials="yes", total=total) for total in (12, 8, 6)]
    rows[0] = replace(rows[0], error="deceit")
    warnings = ComputedSheet(table(), Paper(tuple(rows))).warnings
    assert [warning.sentence for warning in warnings] == [
        "Ada is marked for intentional deception, but the total is right or not initialed. Nothing changes."
    ]


def test_penalty_of_a_story_needs_a_judge_and_is_compared() -> None:
    seats = (
        ShakeSeat("1", "challenger", presented=True, correct=True),
        ShakeSeat("2", "mover"),
        ShakeSeat("3", "third_party"),
    )
    story = Shake("now", seats, mover_also_challenged=True)
    for written, found in {
        "2": [("approval", "shake-1-2")],
        "2-1j": [],
        "2-1-1j": [("told", "shake-1-2")],
        "a": [("told", "shake-1-2"), ("approval", "shake-1-2")],
    }.items():
        column = ShakeColumn((parse_mark("6"), parse_mark(written), parse_mark("2")), "", story)
        assert kinds(ComputedSheet(table(), Paper((SIGNED,) * 3, (column,)))) == found, written


@pytest.mark.parametrize(("written", "doubtful"), [("2", True), ("2-1j", True), ("2-1-1j", False)])
def test_judges_penalty_is_added_to_the_penalty_of_a_story(written: str, doubtful: bool) -> None:
    seats = (
        ShakeSeat("1", "challenger", presented=True, correct=True),
        ShakeSeat("2", "mover"),
        ShakeSeat("3", "third_party"),
    )
    story = Shake("now", seats, mover_also_challenged=True)
    column = ShakeColumn((parse_mark("6"), parse_mark(written), parse_mark("2")), "", story)
    computed = ComputedSheet(table(decisions=(JudgeDecision(2, 1, -1),)), Paper((SIGNED,) * 3, (column,)))
    assert computed.results[1].total == 0
    assert kinds(computed) == ([("both", "shake-1-2")] if doubtful else [])


def test_story_determines_points_and_warns_where_the_paper_differs() -> None:
    seats = (
        ShakeSeat("1", "challenger", presented=True, correct=True),
        ShakeSeat("2", "mover"),
        ShakeSeat("3", "third_party", presented=True, correct=True),
    )
    told = ShakeColumn((parse_mark("6"), parse_mark(""), parse_mark("6")), "", Shake("now", seats))
    computed = ComputedSheet(table(), Paper((SIGNED,) * 3, (told,)))
    assert figures(computed) == [(6, 1, "6"), (2, 3, "2"), (4, 2, "4")]
    assert [(warning.kind, warning.field, warning.sentence) for warning in computed.warnings] == [
        ("told", "shake-1-3", "Cleo gets 4 for what happened, but the scoresheet says 6.")
    ]


def test_impossible_story_is_explained() -> None:
    story = Shake("now", (ShakeSeat("1", "mover"), ShakeSeat("2", "mover"), ShakeSeat("3", "mover")))
    computed = ComputedSheet(
        table(), Paper((SIGNED,) * 3, (ShakeColumn((parse_mark("6"), parse_mark("2"), parse_mark("2")), "", story),))
    )
    assert kinds(computed) == [("story", "story-1")]


def test_totals_alone_are_enough() -> None:
    rows = tuple(PaperRow(initials="yes", total=total) for total in (14, 14, 9))
    assert figures(ComputedSheet(table(), Paper(rows))) == [(14, 1, "5"), (14, 1, "5"), (9, 3, "2")]


def test_match_points_alone_are_enough() -> None:
    rows = tuple(PaperRow(initials="yes", points=Decimal(points)) for points in (6, 3, 3))
    computed = ComputedSheet(table(), Paper(rows))
    assert (figures(computed), kinds(computed)) == ([(None, 1, "6"), (None, 2, "3"), (None, 2, "3")], [])
    wrong = tuple(PaperRow(initials="yes", points=Decimal(points)) for points in (6, 4, 3))
    assert kinds(ComputedSheet(table(), Paper(wrong))) == [("points", "rows")]


def test_worked_round_of_the_cup() -> None:
    """With an empty fifth column."""
    worked = CUP["worked_round"]
    cells = [" ".join("." if game is None else str(game) for game in row["games"]) for row in worked["rows"]]
    paper = sheet(*cells, games=worked["games_played"])
    computed = ComputedSheet(table("acc-2026", 5, "5"), replace(paper, columns=paper.columns[:4]))
    assert [str(line.points) for line in computed.results] == [row["player_score"] for row in worked["rows"]]
    assert (require(computed.results[0].because).sentence, kinds(computed)) == ("Points divided by games: 5 ÷ 4.", [])


def test_absent_player_of_the_cup_has_no_row() -> None:
    cells = ["2 1 1 1", "0 0 1 0", "1 1 0 0", ". . . ."]
    computed = ComputedSheet(table("acc-2026", 4, "5"), sheet(*cells, rows={4: PaperRow(status="absent")}))
    assert [str(line.points) for line in computed.results] == ["1.25", "0.25", "0.50", "None"]
    assert kinds(computed) == []


def test_cup_from_totals_and_games() -> None:
    rows = tuple(PaperRow(initials="yes", total=total) for total in (5, 1, 2))
    computed = ComputedSheet(table("acc-2026", 3, "5"), Paper(rows, games=4))
    assert [str(line.points) for line in computed.results] == ["1.25", "0.25", "0.50"]
    without = ComputedSheet(table("acc-2026", 3, "5"), Paper(rows))
    assert (kinds(without), [line.points for line in without.results]) == ([("games", "games")], [None] * 3)


def test_games_box_overrides_the_columns() -> None:
    computed = ComputedSheet(table("acc-2026", 3, "5"), sheet("2 2 2 2", "0 0 0 0", "0 0 0 0", games=5))
    assert (str(computed.results[0].points), kinds(computed)) == ("1.60", [("games", "games")])


def test_initialed_total_of_the_cup_counts() -> None:
    paper = sheet("2 1", "0 0", "0 1", rows={1: PaperRow(initials="yes", total=4)})
    line = ComputedSheet(table("acc-2026", 3, "5"), paper).results[0]
    assert (line.added_up, line.total, str(line.points)) == (3, 4, "2.00")
    assert require(line.because).sentence == "It’s initialed, so the total on the sheet counts."


@pytest.mark.parametrize(
    ("row", "total", "points"),
    [
        (PaperRow(total=15), 14, "2"),
        (PaperRow(total=15, initials="yes"), 15, "2"),
        (PaperRow(total=15, initials="yes", error="agree"), 14, "2"),
        (PaperRow(total=15, initials="yes", error="deceit"), 14, "0"),
        (PaperRow(total=11, initials="yes", error="deceit"), 11, "2"),
    ],
)
def test_wrong_total_counts_as_the_book_says(row: PaperRow, total: int, points: str) -> None:
    computed = ComputedSheet(table(), sheet("6 4 2 6 4", "2 4 6 2 4", "4 4 2 2 2", rows={3: row}))
    assert figures(computed)[2] == (total, 3, points)


SIX = ("6", "2", "2")
WARNINGS = {
    "impossible row": (sheet("6", "6", "6"), ("row", "shake-1")),
    "no score of this book": (sheet("5", "2", "2"), ("value", "shake-1-1")),
    "hole": (sheet("6", ".", "2"), ("hole", "shake-1-2")),
    "missing initials": (sheet(*SIX, rows={2: PaperRow()}), ("initials", "row-2-initials")),
    "refused without a word": (sheet(*SIX, rows={2: PaperRow(initials="refused")}), ("refusal", "row-2-refusal")),
    "penalty without a judge": (sheet("6", "2-1", "2"), ("approval", "shake-1-2")),
    "nothing at all": (Paper((SIGNED,) * 3), ("empty", "rows")),
    "only void shakes": (
        Paper((SIGNED,) * 3, (ShakeColumn((parse_mark("6"), parse_mark("2"), parse_mark("2")), "void"),)),
        ("empty", "rows"),
    ),
    "missing total": (Paper((PaperRow(initials="yes", total=8), SIGNED, SIGNED)), ("hole", "row-2-total")),
    "turned in by the last": (sheet("6", "2", "2", turned_in_by=3), ("turned_in", "turned_in_by")),
    "sits elsewhere": (sheet(*SIX, rows={1: PaperRow(initials="yes", player=77)}), ("elsewhere", "row-1-player")),
    "points of who never came": (
        sheet("6", "2", "2", rows={3: PaperRow(status="absent")}),
        ("absent", "shake-1-3"),
    ),
    "alone": (
        sheet("6", ".", ".", rows={2: PaperRow(status="absent"), 3: PaperRow(status="absent")}),
        ("alone", "rows"),
    ),
    "other points written": (
        sheet(*SIX, rows={1: PaperRow(initials="yes", points=Decimal(5))}),
        ("points", "row-1-points"),
    ),
    "more than possible": (
        Paper(tuple(PaperRow(initials="yes", total=total) for total in (97, 20, 12))),
        ("too_many", "row-1-total"),
    ),
    "deceit": (
        sheet(*SIX, rows={1: PaperRow(initials="yes", total=8, error="deceit")}),
        ("decided", "row-1-error"),
    ),
}


@pytest.mark.parametrize("name", WARNINGS)
def test_every_warning_is_at_its_input(name: str) -> None:
    paper, warning = WARNINGS[name]
    assert warning in kinds(ComputedSheet(table(elsewhere={77: "Dee sits at table 12"}), paper))


def test_paper_of_another_round_is_a_warning() -> None:
    found = ComputedSheet(table(wrong_sheet="This is the sheet of round 1."), sheet(*SIX)).warnings
    assert [(warning.kind, warning.field, warning.sentence) for warning in found] == [
        ("wrong_sheet", "table", "This is the sheet of round 1.")
    ]


@pytest.mark.parametrize(
    ("paper", "warning"),
    [
        (sheet("2", "2", "0"), ("row", "shake-1")),
        (sheet("1", "0", "0", games=3), ("games", "games")),
        (
            Paper(tuple(PaperRow(initials="yes", total=total) for total in (9, 1, 1)), games=4),
            ("too_many", "row-1-total"),
        ),
    ],
)
def test_warnings_of_the_cup(paper: Paper, warning: tuple[str, str]) -> None:
    assert warning in kinds(ComputedSheet(table("acc-2026", 3, "5"), paper))


def test_plain_sheet_has_no_warnings_in_any_book() -> None:
    for edition in ("agloa-equations-2019", "mlag-basic-2018", "agloa-onsets-2014"):
        assert kinds(ComputedSheet(table(edition), sheet("6 4", "2 4", "4 2"))) == [], edition


def test_judge_need_not_initial_penalties_of_older_players() -> None:
    assert kinds(ComputedSheet(table(division="S"), sheet("6", "2-1", "2"))) == []


def test_differences_name_the_cells() -> None:
    one = ComputedSheet(table(), sheet("6 4", "2 4", "2 2"))
    other = ComputedSheet(table(), sheet("6 4", "2 4-1j", "2 2", rows={3: PaperRow(initials="yes", total=4)}))
    assert [(each.field, each.one, each.other) for each in differences(one, other)] == [
        ("shake-2-2", "4", "4-1j"),
        ("row-3-total", "", "4"),
    ]
    assert [(each.field, each.one, each.other) for each in of_totals(one, other)] == [("row-2-total", "6", "5")]
    assert differences(one, one) == []


def test_corrections_follow_the_policy_of_the_book() -> None:
    def allowed(edition: str, *, initialed: bool) -> list[str]:
        return [each.kind for each in possible_corrections(get(edition), initialed=initialed) if not each.refused]

    assert allowed("agloa-equations-2019", initialed=False) == ["keyed", "judge", "deceit"]
    assert allowed("agloa-equations-2019", initialed=True) == ["keyed", "agreed", "deceit"]
    assert allowed("acc-2026", initialed=True) == ["keyed", "deceit"]
