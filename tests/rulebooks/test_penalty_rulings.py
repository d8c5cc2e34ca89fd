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
        (EQUATIONS, {"reason": "time"}, "No time penalty without the ten-second countdown."),
        (EQUATIONS, {"reason": "time", "countdown": True}, (ONE, "judge")),
        (EQUATIONS, {"reason": "time", "countdown": True, "again": True}, (ONE, "judge")),
        (MLAG, {"reason": "time", "countdown": True}, (ONE, "judge")),
        (
            MLAG,
            {"reason": "time", "countdown": True, "again": True},
            "No second point for this: one more minute; after that the turn is lost without another point.",
        ),
        (EQUATIONS, {"reason": "behavior"}, "No point without a warning. Warn the player first."),
        (EQUATIONS, {"reason": "behavior", "warned": True}, (ONE, "judge")),
        (MLAG, {"reason": "behavior", "warned": True}, (ONE, "head judge")),
        (EQUATIONS, {"reason": "unfair"}, (ONE, "two judges")),
        (EQUATIONS, {"reason": "egregious"}, (ONE, "two judges")),
        (ON_SETS, {"reason": "misled"}, (ONE, "two judges")),
        (MLAG, {"reason": "own_move"}, "No penalty for this: the challenge is set aside."),
        (MLAG, {"reason": "own_move", "what": "warning"}, "No penalty for this: the challenge is set aside."),
        (EQUATIONS, {"reason": "behavior", "what": "warning"}, (Decimal(0), "judge")),
        (MLAG, {"reason": "behavior", "what": "warning"}, (Decimal(0), "judge")),
        (EQUATIONS, {"reason": "refuses", "what": "round"}, (Decimal(0), "judge")),
        (EQUATIONS, {"reason": "refuses", "what": "tournament"}, "Nobody is sent out of the tournament for this."),
        (
            EQUATIONS,
            {"reason": "refuses"},
            "No points for this: out of this match; the next shake starts without this player.",
        ),
        (EQUATIONS, {"reason": "egregious", "what": "round"}, (Decimal(0), "two judges")),
        (EQUATIONS, {"reason": "behavior", "what": "tournament"}, (Decimal(0), "two judges")),
        (MLAG, {"reason": "behavior", "what": "tournament"}, (Decimal(0), "head judge")),
        (EQUATIONS, {"reason": "time", "what": "round"}, "Nobody is sent out of the round for this."),
        (EQUATIONS, {"reason": "cubes_turned", "points": Decimal(-2)}, (Decimal(-2), "two judges")),
        (EQUATIONS, {"reason": "cubes_turned"}, "Say how many points are taken: 1 to 9."),
        (EQUATIONS, {"reason": "cubes_turned", "points": Decimal("-0.5")}, "Say how many points are taken: 1 to 9."),
        (EQUATIONS, {"reason": "cubes_turned", "points": Decimal(-10)}, "Say how many points are taken: 1 to 9."),
        (CUP, {"reason": "sportsmanship", "points": Decimal("-1.25")}, (Decimal("-1.25"), "judge")),
        (CUP, {"reason": "sportsmanship", "points": Decimal(1)}, "Say how many points are taken off the score."),
        (CUP, {"reason": "sportsmanship", "what": "tournament"}, (Decimal(0), "two judges")),
        (CUP, {"reason": "nothing"}, "Choose what it is for."),
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
