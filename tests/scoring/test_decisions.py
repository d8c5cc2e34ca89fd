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


class TestWhatIsDecided:
    def test_a_shake_is_scored_otherwise_and_the_sum_counts_again(self) -> None:
        paper = sheet("6 4 2", "2 4 6", "2 2 2", rows={1: WRITTEN})
        decided = rescore_shake(paper, 1, [parse_mark("2"), parse_mark("6"), parse_mark("2")])
        assert figures(ComputedSheet(table(), paper)) == [(12, 1, "5"), (12, 1, "5"), (6, 3, "2")]
        assert figures(ComputedSheet(table(), decided)) == [(8, 2, "4"), (16, 1, "6"), (6, 3, "2")]
        assert decided.rows[0].total is None

    def test_who_is_not_concerned_keeps_the_total_that_was_written(self) -> None:
        paper = sheet("6 4 2", "2 4 6", "2 2 2", rows={3: PaperRow(initials="yes", total=7)})
        assert rescore_shake(paper, 1, [parse_mark("2"), parse_mark("6"), parse_mark("2")]).rows[2].total == 7

    @pytest.mark.parametrize("status", ["void", "replayed"])
    def test_a_shake_that_is_set_aside_counts_for_nobody(self, status: str) -> None:
        decided = void_shake(sheet("6 4 2", "2 4 6", "2 2 2"), 3, status)
        assert figures(ComputedSheet(table(), decided)) == [(10, 1, "6"), (6, 2, "4"), (4, 3, "2")]
        assert decided.columns[2].status == status

    def test_a_penalty_stands_in_its_shake_apart_from_the_points(self) -> None:
        decided = add_penalty(
            sheet("6 4 2", "2 4 6", "2 2 2", rows={2: WRITTEN}), JudgeDecision(seat=2, shake=3, points=-1)
        )
        assert str(decided.columns[2].marks[1]) == "6-1j"
        assert figures(ComputedSheet(table(), decided)) == [(12, 1, "6"), (11, 2, "4"), (6, 3, "2")]

    def test_a_penalty_about_no_shake_stands_in_the_last(self) -> None:
        decided = add_penalty(sheet("6 4", "2 4", "2 2"), JudgeDecision(seat=1, points=-2))
        assert [str(column.marks[0]) for column in decided.columns] == ["6", "4-2j"]

    def test_totals_alone_have_no_place_for_a_penalty(self) -> None:
        paper = sheet("", "", "", rows={1: WRITTEN, 2: WRITTEN, 3: WRITTEN})
        assert add_penalty(paper, JudgeDecision(seat=1, points=-1)) == paper

    def test_who_is_disqualified_has_nothing_and_the_others_stay_as_placed(self) -> None:
        decided = disqualify(sheet("6 4 2", "2 2 6", "2 2 2"), 1)
        assert figures(ComputedSheet(table(), decided)) == [(12, 1, "0"), (10, 2, "4"), (6, 3, "2")]


class TestWhoeverKeysTheSheetIsTold:
    def test_a_penalty_that_is_not_on_the_sheet(self) -> None:
        paper = sheet("6 4 2", "2 4 6", "2 2 2")
        assert warnings(paper, JudgeDecision(seat=2, shake=2, points=-1)) == [
            ("shake-2-2", "A judge took 1 from Bo; the sheet shows no penalty.")
        ]

    def test_a_penalty_that_is_there_needs_no_initials_besides(self) -> None:
        assert warnings(sheet("6 4 2", "2 4-1 6", "2 2 2"), JudgeDecision(seat=2, shake=2, points=-1)) == []

    def test_one_of_two_is_not_enough(self) -> None:
        decisions = JudgeDecision(seat=2, shake=2, points=-1), JudgeDecision(seat=2, shake=3, points=-1)
        assert warnings(sheet("6 4 2", "2 4-1j 6", "2 2 2"), *decisions) == [
            ("shake-2-2", "A judge took 2 from Bo; the sheet shows 1.")
        ]

    def test_a_total_may_hold_it_already(self) -> None:
        rows = {seat: PaperRow(initials="yes", total=total) for seat, total in ((1, 12), (2, 10), (3, 6))}
        assert warnings(sheet("", "", "", rows=rows), JudgeDecision(seat=1, points=-1)) == [
            ("row-1-total", "A judge took 1 from Ada. Is that in the total already? With the shakes it can be seen.")
        ]

    def test_a_disqualification_says_itself_who_decided(self) -> None:
        paper = disqualify(sheet("6 4 2", "2 4 6", "2 2 2"), 3)
        assert warnings(paper, JudgeDecision(seat=3, disqualified=True)) == []
        assert warnings(paper) == [("row-3-status", "Cleo is disqualified: who decided it?")]

    def test_a_disqualification_that_is_not_on_the_sheet(self) -> None:
        assert warnings(sheet("6 4 2", "2 4 6", "2 2 2"), JudgeDecision(seat=3, disqualified=True)) == [
            ("row-3-status", "A judge disqualified Cleo; here Cleo is not.")
        ]
