"""Decisions of judges and the panel applied to a paper, and the warnings about them."""

import pytest

from scoring.paper import (
    ComputedSheet,
    JudgeDecision,
    Paper,
    PaperRow,
    add_penalty,
    disqualify,
    parse_mark,
    rescore_shake,
    void_shake,
)
from tests.scoring.test_computed_sheet import figures, sheet, table

WRITTEN = PaperRow(initials="yes", total=12)


def warnings(paper: Paper, *decisions: JudgeDecision, division: str = "E") -> list[tuple[str, str]]:
    return [
        (warning.field, warning.sentence)
        for warning in ComputedSheet(table(division=division, decisions=decisions), paper).warnings
    ]


class TestDecisions:
    def test_rescored_shake_replaces_the_written_total(self) -> None:
        paper = sheet("6 4 2", "2 4 6", "2 2 2", rows={1: WRITTEN})
        decided = rescore_shake(paper, 1, [parse_mark("2"), parse_mark("6"), parse_mark("2")])
        assert figures(ComputedSheet(table(), paper)) == [(12, 1, "5"), (12, 1, "5"), (6, 3, "2")]
        assert figures(ComputedSheet(table(), decided)) == [(8, 2, "4"), (16, 1, "6"), (6, 3, "2")]
        assert decided.rows[0].total is None

    def test_unaffected_player_keeps_the_written_total(self) -> None:
        paper = sheet("6 4 2", "2 4 6", "2 2 2", rows={3: PaperRow(initials="yes", total=7)})
        assert rescore_shake(paper, 1, [parse_mark("2"), parse_mark("6"), parse_mark("2")]).rows[2].total == 7

    @pytest.mark.parametrize("status", ["void", "replayed"])
    def test_void_shake_counts_for_no_one(self, status: str) -> None:
        decided = void_shake(sheet("6 4 2", "2 4 6", "2 2 2"), 3, status)
        assert figures(ComputedSheet(table(), decided)) == [(10, 1, "6"), (6, 2, "4"), (4, 3, "2")]
        assert decided.columns[2].status == status

    def test_penalty_is_written_beside_the_points_of_its_shake(self) -> None:
        decided = add_penalty(
            sheet("6 4 2", "2 4 6", "2 2 2", rows={2: WRITTEN}), JudgeDecision(seat=2, shake=3, points=-1)
        )
        assert str(decided.columns[2].marks[1]) == "6-1j"
        assert figures(ComputedSheet(table(), decided)) == [(12, 1, "6"), (11, 2, "4"), (6, 3, "2")]

    def test_penalty_without_a_shake_is_written_into_the_last(self) -> None:
        decided = add_penalty(sheet("6 4", "2 4", "2 2"), JudgeDecision(seat=1, points=-2))
        assert [str(column.marks[0]) for column in decided.columns] == ["6", "4-2j"]

    def test_totals_alone_have_no_cell_for_a_penalty(self) -> None:
        paper = sheet("", "", "", rows={1: WRITTEN, 2: WRITTEN, 3: WRITTEN})
        assert add_penalty(paper, JudgeDecision(seat=1, points=-1)) == paper

    def test_disqualified_player_has_no_points(self) -> None:
        decided = disqualify(sheet("6 4 2", "2 2 6", "2 2 2"), 1)
        assert figures(ComputedSheet(table(), decided)) == [(12, 1, "0"), (10, 2, "4"), (6, 3, "2")]


class TestWarnings:
    def test_penalty_missing_on_the_sheet(self) -> None:
        paper = sheet("6 4 2", "2 4 6", "2 2 2")
        assert warnings(paper, JudgeDecision(seat=2, shake=2, points=-1)) == [
            ("shake-2-2", "Judges’ penalties cost Bo 1, but the scoresheet shows none.")
        ]

    def test_penalty_on_the_sheet_needs_no_initials(self) -> None:
        assert warnings(sheet("6 4 2", "2 4-1 6", "2 2 2"), JudgeDecision(seat=2, shake=2, points=-1)) == []

    def test_one_of_two_penalties_is_not_enough(self) -> None:
        decisions = JudgeDecision(seat=2, shake=2, points=-1), JudgeDecision(seat=2, shake=3, points=-1)
        assert warnings(sheet("6 4 2", "2 4-1j 6", "2 2 2"), *decisions) == [
            ("shake-2-2", "Judges’ penalties cost Bo 2, but the scoresheet shows 1.")
        ]

    def test_written_total_may_include_the_penalty(self) -> None:
        rows = {seat: PaperRow(initials="yes", total=total) for seat, total in ((1, 12), (2, 10), (3, 6))}
        assert warnings(sheet("", "", "", rows=rows), JudgeDecision(seat=1, points=-1)) == [
            ("row-1-total", "Judges’ penalties cost Ada 1. Check that the total includes them.")
        ]

    def test_disqualification_by_a_judge_needs_no_explanation(self) -> None:
        paper = disqualify(sheet("6 4 2", "2 4 6", "2 2 2"), 3)
        assert warnings(paper, JudgeDecision(seat=3, disqualified=True)) == []
        assert warnings(paper) == [("row-3-status", "Cleo is disqualified, but no judge’s ruling says so.")]

    def test_disqualification_missing_on_the_sheet(self) -> None:
        assert warnings(sheet("6 4 2", "2 4 6", "2 2 2"), JudgeDecision(seat=3, disqualified=True)) == [
            ("row-3-status", "A judge disqualified Cleo, but the scoresheet doesn’t show it.")
        ]
