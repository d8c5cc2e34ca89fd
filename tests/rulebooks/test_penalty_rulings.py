"""Which penalty can be given, with whose consent: each condition of each book, tried without it."""

from decimal import Decimal
from typing import Any

import pytest

from rulebooks import Edition, PenaltyRequest, get, is_agreed, rule_on_penalty

EQUATIONS, ON_SETS, MLAG, CUP = (
    get(name) for name in ("agloa-equations-2019", "agloa-onsets-2014", "mlag-basic-2018", "acc-2026")
)
ONE = Decimal(-1)


def rule_on(edition: Edition, reason: str, **more: Any) -> tuple[Decimal, str] | str:
    answer = rule_on_penalty(edition, PenaltyRequest(reason, **more))
    return (answer.points, answer.consent) if not answer.refused else answer.because.sentence


@pytest.mark.parametrize(
    ("edition", "asked", "expected"),
    [
        (EQUATIONS, {"reason": "own_move"}, (ONE, "judge")),
        (EQUATIONS, {"reason": "time"}, "Count down 10 seconds first. Without the countdown, there’s no time penalty."),
        (EQUATIONS, {"reason": "time", "countdown": True}, (ONE, "judge")),
        (EQUATIONS, {"reason": "time", "countdown": True, "again": True}, (ONE, "judge")),
        (MLAG, {"reason": "time", "countdown": True}, (ONE, "judge")),
        (
            MLAG,
            {"reason": "time", "countdown": True, "again": True},
            "There’s no second penalty for this. "
            "The player gets 1 more minute. After that, the turn is lost, but no more points are.",
        ),
        (EQUATIONS, {"reason": "behavior"}, "Warn the player first. Points are taken only after a warning."),
        (EQUATIONS, {"reason": "behavior", "warned": True}, (ONE, "judge")),
        (MLAG, {"reason": "behavior", "warned": True}, (ONE, "head judge")),
        (EQUATIONS, {"reason": "unfair"}, (ONE, "two judges")),
        (EQUATIONS, {"reason": "egregious"}, (ONE, "two judges")),
        (ON_SETS, {"reason": "misled"}, (ONE, "two judges")),
        (MLAG, {"reason": "own_move"}, "There’s no penalty for this. The challenge is set aside."),
        (MLAG, {"reason": "own_move", "what": "warning"}, "There’s no penalty for this. The challenge is set aside."),
        (EQUATIONS, {"reason": "behavior", "what": "warning"}, (Decimal(0), "judge")),
        (MLAG, {"reason": "behavior", "what": "warning"}, (Decimal(0), "judge")),
        (EQUATIONS, {"reason": "refuses", "what": "round"}, (Decimal(0), "judge")),
        (
            EQUATIONS,
            {"reason": "refuses", "what": "tournament"},
            "No one is disqualified from the tournament for this.",
        ),
        (
            EQUATIONS,
            {"reason": "refuses"},
            "No points are taken for this. The player is out of this match. The next shake starts without them.",
        ),
        (EQUATIONS, {"reason": "egregious", "what": "round"}, (Decimal(0), "two judges")),
        (EQUATIONS, {"reason": "behavior", "what": "tournament"}, (Decimal(0), "two judges")),
        (MLAG, {"reason": "behavior", "what": "tournament"}, (Decimal(0), "head judge")),
        (EQUATIONS, {"reason": "time", "what": "round"}, "No one is disqualified from the round for this."),
        (EQUATIONS, {"reason": "cubes_turned", "points": Decimal(-2)}, (Decimal(-2), "two judges")),
        (EQUATIONS, {"reason": "cubes_turned"}, "Enter how many points to take: 1 to 9."),
        (EQUATIONS, {"reason": "cubes_turned", "points": Decimal("-0.5")}, "Enter how many points to take: 1 to 9."),
        (EQUATIONS, {"reason": "cubes_turned", "points": Decimal(-10)}, "Enter how many points to take: 1 to 9."),
        (CUP, {"reason": "sportsmanship", "points": Decimal("-1.25")}, (Decimal("-1.25"), "judge")),
        (CUP, {"reason": "sportsmanship", "points": Decimal(1)}, "Enter how many points to take off the score."),
        (CUP, {"reason": "sportsmanship", "what": "tournament"}, (Decimal(0), "two judges")),
        (CUP, {"reason": "nothing"}, "Choose a reason for the penalty."),
    ],
)
def test_penalty_is_ruled_on_by_the_book(
    edition: Edition, asked: dict[str, Any], expected: tuple[Decimal, str] | str
) -> None:
    assert rule_on(edition, **asked) == expected


@pytest.mark.parametrize(
    ("consent", "judges", "enough"),
    [
        ("judge", [], False),
        ("judge", [{"judge"}], True),
        ("two judges", [{"judge"}], False),
        ("two judges", [{"head_judge"}], False),
        ("two judges", [{"judge"}, {"judge"}], True),
        ("head judge", [{"judge"}, {"judge"}, {"director"}], False),
        ("head judge", [{"judge", "head_judge"}], True),
    ],
)
def test_agreement_needs_the_judges_of_the_book(consent: str, judges: list[set[str]], enough: bool) -> None:
    assert is_agreed(consent, judges) is enough


def test_every_penalty_can_be_given_or_has_a_reason_why_not() -> None:
    for edition in (EQUATIONS, ON_SETS, MLAG, CUP):
        for rule in edition.penalties.reasons.values():
            asked = PenaltyRequest(rule.id, warned=True, countdown=True, points=ONE)
            answers = [
                rule_on_penalty(edition, asked),
                *(rule_on_penalty(edition, PenaltyRequest(rule.id, what=out)) for out in rule.expels),
            ]
            assert all(answer.because.sentence for answer in answers)
            assert any(not answer.refused for answer in answers) == (rule.kind != "none"), rule.id
