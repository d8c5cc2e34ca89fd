"""Protests: the decision table of the books, and second and third opinions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from rulebooks import (
    Edition,
    ProtestAnswer,
    ProtestFacts,
    answer_after_acceptance,
    answer_refusal_to_play,
    answer_scoring_dispute,
    can_have_third_judge,
    check_protest,
    get,
    hears_protests,
    judges_to_name,
    panel_decision,
)
from tests.rulebooks.vectors import read_json

TABLE = read_json("protests")["decision_table"]
OTHERS = read_json("protests")["other_rules"]
VERDICTS = {"returned for completion": "returned"}
REASONS = {
    "no second judge was called": "No second judge was called.",
    "player initialed the scoresheet": "The player has initialed the scoresheet.",
    "form not handed in at the end of the match": "The form wasn’t turned in on time after the match.",
    "form lacks the names of the judges who ruled": "The form must name every judge who ruled.",
}


def protest(case: dict) -> ProtestFacts:
    return ProtestFacts(
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
        answer = check_protest(get(edition), protest(case))
        assert answer.verdict == VERDICTS.get(case["expected"], case["expected"])
        assert [because.sentence for because in answer.because] == [REASONS[reason] for reason in case["reasons"]]
        assert judges_to_name(protest(case)) == case["judge_names_required"]


@pytest.mark.parametrize(("edition", "verdict"), [("mlag-basic-2018", "not covered"), ("acc-2026", "refused")])
def test_protest_in_a_book_without_protests(edition: str, verdict: str) -> None:
    answer = check_protest(get(edition), protest(TABLE[0]))
    assert answer.verdict == verdict
    assert len(answer.because) == 1


def test_third_judge_only_where_two_disagree() -> None:
    equations = get("agloa-equations-2019")
    assert can_have_third_judge(equations, judges_agreed=False)[0]
    allowed, because = can_have_third_judge(equations, judges_agreed=True)
    assert (allowed, because.rule) == (False, "JM General 7")
    assert not can_have_third_judge(get("acc-2026"), judges_agreed=False)[0]


# -- matters that are no protest against a ruling ---------------------------------------------------------------------


def _third(edition: Edition, row: dict) -> ProtestAnswer:
    allowed, because = can_have_third_judge(edition, judges_agreed=row["judges_agreed"])
    return ProtestAnswer("granted" if allowed else "refused", (because,))


ANSWERS: dict[str, Callable[[Edition, dict], ProtestAnswer]] = {
    "solution_accepted": lambda edition, row: answer_after_acceptance(
        edition,
        all_agreed=row["all_players_agreed"],
        same_error_later=row.get("same_error_found_in_later_solution", False),
        last_checked=row.get("last_solution_checked", True),
    ),
    "shake_scoring": lambda edition, row: answer_scoring_dispute(
        edition,
        initialed=row["player_initialed"],
        all_agree=row.get("all_players_agree", False),
        deceit=row["error"] if row.get("intent_to_deceive") else "",
    ),
    "game_score": lambda edition, row: answer_scoring_dispute(edition, initialed=row["score_initialed"]),
    "sheets_disagree": lambda edition, row: answer_scoring_dispute(
        edition, initialed=row["table_sheet_initialed_by_player"], sheets_disagree=True
    ),
    "third_judge_request": _third,
    "refuses_next_shake": lambda edition, row: answer_refusal_to_play(edition),
    "panel_decision": lambda edition, row: panel_decision(
        edition, clearly_wrong=row["ruling_clearly_violates_rules_or_manual"]
    ),
    "judge_ruling": lambda edition, row: check_protest(edition, protest(TABLE[0])),
}


@pytest.mark.parametrize("row", OTHERS, ids=lambda row: row["id"])
def test_other_question_is_decided_as_the_books_say(row: dict) -> None:
    """If the expectation says more after a semicolon, our sentence says it."""
    for edition in row["rulesets"]:
        answer = ANSWERS[row["matter"]](get(edition), row)
        expected = row["expected"].split(";")[0]
        assert answer.verdict == {"shake starts without the player": "starts without the player"}.get(
            expected, expected
        )
        assert [bool(because.rule and because.sentence) for because in answer.because] == [True]


YES_NO = (True, False)


@pytest.mark.parametrize("edition", ["agloa-equations-2019", "agloa-onsets-2014", "mlag-basic-2018", "acc-2026"])
@pytest.mark.parametrize("switched_on", YES_NO)
def test_every_combination_is_answered_with_each_reason_once(edition: str, switched_on: bool) -> None:
    """All 64 forms: allowed only without objections, and each objection is named with its rule."""
    book = get(edition)
    heard = edition.startswith("agloa") or (edition.startswith("mlag") and switched_on)
    assert hears_protests(book, switched_on=switched_on) == heard
    for second, agreed, third, initialed, in_time, named in product(YES_NO, (True, False), *[YES_NO] * 4):
        form = ProtestFacts(second, agreed if second else None, third, initialed, in_time, named)
        answer = check_protest(book, form, switched_on=switched_on)
        against = [not second, initialed, not in_time, not named]
        if not heard:
            assert (answer.verdict, len(answer.because)) == ("refused" if edition == "acc-2026" else "not covered", 1)
            continue
        assert len(answer.because) == sum(against)
        assert answer.verdict == ("refused" if any(against[:3]) else "allowed" if named else "returned")
        assert [because.rule == "" for because in answer.because] == [False] * len(answer.because)


def test_error_found_later_undoes_an_acceptance_only_while_not_all_are_checked() -> None:
    book = get("agloa-equations-2019")
    verdicts = [
        answer_after_acceptance(book, all_agreed=agreed, same_error_later=same, last_checked=last).verdict
        for agreed, same, last in product(YES_NO, YES_NO, YES_NO)
    ]
    assert verdicts == ["refused", "reversed", "refused", "refused", "open", "open", "open", "open"]
