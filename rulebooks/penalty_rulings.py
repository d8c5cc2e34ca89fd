"""Whether a judge may give a penalty, and who must agree (EQ IX, XI-A; JM A8, A19; MLAG IX-C; ACC Sportsmanship)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rulebooks.citations import Because
from rulebooks.edition import Edition
from rulebooks.penalties import CONSENTS, PenaltyRule

WARNING, POINTS, ROUND, TOURNAMENT = "warning", "points", "round", "tournament"
MAX_POINTS_ON_SHEET = 9
EXPELLED = {ROUND: "Disqualified from the round.", TOURNAMENT: "Disqualified from the tournament."}
NOT_EXPELLED = {
    ROUND: "No one is disqualified from the round for this.",
    TOURNAMENT: "No one is disqualified from the tournament for this.",
}


@dataclass(frozen=True)
class PenaltyRequest:
    """What a judge wants to give. `what`: a warning, points, or disqualification from the round or the tournament.

    `again`: the player continued, so the second stage applies. `points`: what the judges chose, where the book leaves
    it to them. `warned`: the player was warned earlier today. `countdown`: the ten seconds were counted aloud.
    """

    reason: str
    what: str = POINTS
    again: bool = False
    points: Decimal = Decimal(0)
    warned: bool = False
    countdown: bool = False


@dataclass(frozen=True)
class PenaltyRuling:
    """What the book says to a request, and in `because` why. `points`: zero or negative. `consent`: who must agree."""

    because: Because
    points: Decimal = Decimal(0)
    consent: str = CONSENTS[0]
    effect: str = ""
    refused: bool = False


def rule_on_penalty(edition: Edition, request: PenaltyRequest) -> PenaltyRuling:
    """Return the points, consent and effect of a penalty; or that the book refuses it, and why."""
    rule = edition.penalties.reasons.get(request.reason)
    if rule is None:
        return PenaltyRuling(Because("", "Choose a reason for the penalty."), refused=True)
    if rule.kind == "none":
        return _refuse(rule, f"There’s no penalty for this. {rule.effect}")
    if request.what == WARNING:
        return PenaltyRuling(Because(rule.rule, "A warning counts in all later rounds."))
    if request.what in rule.expels:
        return PenaltyRuling(_because(rule), consent=rule.expels[request.what], effect=EXPELLED[request.what])
    if request.what != POINTS:
        return _refuse(rule, NOT_EXPELLED[request.what])
    return _rule_on_points(edition, rule, request)


def _rule_on_points(edition: Edition, rule: PenaltyRule, request: PenaltyRequest) -> PenaltyRuling:
    if rule.kind == "disqualification":
        return _refuse(rule, f"No points are taken for this. {rule.effect}")
    if rule.warning and not request.warned:
        return _refuse(rule, "Warn the player first. Points are taken only after a warning.")
    if rule.countdown and not request.countdown:
        return _refuse(rule, "Count down 10 seconds first. Without the countdown, there’s no time penalty.")
    if rule.kind == "discretion":
        return _rule_on_chosen_points(edition, rule, request.points)
    if not request.again:
        return PenaltyRuling(_because(rule), Decimal(rule.points), rule.consent, rule.effect)
    if rule.then is None:
        return _refuse(rule, f"There’s no second penalty for this. {rule.effect}")
    return PenaltyRuling(_because(rule), Decimal(rule.then.points), rule.consent, rule.then.effect)


def _rule_on_chosen_points(edition: Edition, rule: PenaltyRule, points: Decimal) -> PenaltyRuling:
    """Rule on points that the judges chose: whole ones on a scoresheet, parts of a player score in the Cup."""
    if edition.player_score is None and (points != int(points) or not -MAX_POINTS_ON_SHEET <= points < 0):
        return _refuse(rule, f"Enter how many points to take: 1 to {MAX_POINTS_ON_SHEET}.")
    if edition.player_score is not None and not Decimal(-100) < points < 0:
        return _refuse(rule, "Enter how many points to take off the score.")
    return PenaltyRuling(_because(rule), points, rule.consent, rule.effect)


def _because(rule: PenaltyRule) -> Because:
    return Because(rule.rule, rule.what)


def _refuse(rule: PenaltyRule, sentence: str) -> PenaltyRuling:
    return PenaltyRuling(Because(rule.rule, sentence), refused=True)


def is_agreed(consent: str, judges: Sequence[Collection[str]]) -> bool:
    """Whether enough judges agree. `judges`: the roles of each."""
    if consent == "head judge":
        return any("head_judge" in roles for roles in judges)
    return len(judges) >= (2 if consent == "two judges" else 1)
