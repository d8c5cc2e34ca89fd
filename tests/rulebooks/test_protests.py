"""Protests: the decision table of the books, and second and third opinions."""

from __future__ import annotations

import pytest

from rulebooks import Protest, get, judges_to_name, may_have_third_judge, may_protest
from tests.rulebooks.vectors import whole

TABLE = whole("protests")["decision_table"]
VERDICTS = {"returned for completion": "returned"}
REASONS = {
    "no second judge was called": "No second judge was called.",
    "player initialed the scoresheet": "The player has initialed the scoresheet.",
    "form not handed in at the end of the match": "The form was not handed in at the end of the match.",
    "form lacks the names of the judges who ruled": "The form lacks the names of the judges who ruled.",
}


def protest(case: dict) -> Protest:
    return Protest(
        second_judge=case["second_judge_called"],
        judges_agreed=case["judges_agreed"],
        third_judge=case["third_judge_called"],
        initialed=case["player_initialed"],
        in_time=case["submitted_at_end_of_match"],
        names_complete=case["judge_names_on_form"] == "complete",
    )


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case["id"])
def test_protest_is_decided_as_the_books_say(case: dict) -> None:
    for edition in case["rulesets"]:
        answer = may_protest(get(edition), protest(case))
        assert answer.verdict == VERDICTS.get(case["expected"], case["expected"])
        assert [because.sentence for because in answer.because] == [REASONS[reason] for reason in case["reasons"]]
        assert judges_to_name(protest(case)) == case["judge_names_required"]


@pytest.mark.parametrize(("edition", "verdict"), [("mlag-basic-2018", "not covered"), ("acc-2026", "refused")])
def test_protest_where_the_book_has_none(edition: str, verdict: str) -> None:
    answer = may_protest(get(edition), protest(TABLE[0]))
    assert answer.verdict == verdict
    assert len(answer.because) == 1


def test_third_judge_only_where_two_disagree() -> None:
    equations = get("agloa-equations-2019")
    assert may_have_third_judge(equations, judges_agreed=False)[0]
    allowed, because = may_have_third_judge(equations, judges_agreed=True)
    assert (allowed, because.rule) == (False, "JM General 7")
    assert not may_have_third_judge(get("acc-2026"), judges_agreed=False)[0]
