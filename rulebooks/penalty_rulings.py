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
        return PenaltyRuling(Because("", "Choose what it is for."), refused=True)
    if rule.kind == "none":
        return _refuse(rule, f"No penalty for this: {rule.effect}.")
    if request.what == WARNING:
        return PenaltyRuling(Because(rule.rule, "A warning holds for all later rounds."))
    if request.what in rule.expels:
        return PenaltyRuling(_because(rule), consent=rule.expels[request.what], effect=f"out of the {request.what}")
    if request.what != POINTS:
        return _refuse(rule, f"Nobody is sent out of the {request.what} for this.")
    return _rule_on_points(edition, rule, request)


def _rule_on_points(edition: Edition, rule: PenaltyRule, request: PenaltyRequest) -> PenaltyRuling:
    if rule.kind == "disqualification":
        return _refuse(rule, f"No points for this: {rule.effect}.")
    if rule.warning and not request.warned:
        return _refuse(rule, "No point without a warning. Warn the player first.")
    if rule.countdown and not request.countdown:
        return _refuse(rule, "No time penalty without the ten-second countdown.")
    if rule.kind == "discretion":
        return _rule_on_chosen_points(edition, rule, request.points)
    if not request.again:
        return PenaltyRuling(_because(rule), Decimal(rule.points), rule.consent, rule.effect)
    if rule.then is None:
        return _refuse(rule, f"No second point for this: {rule.effect}.")
    return PenaltyRuling(_because(rule), Decimal(rule.then.points), rule.consent, rule.then.effect)


def _rule_on_chosen_points(edition: Edition, rule: PenaltyRule, points: Decimal) -> PenaltyRuling:
    """Rule on points that the judges chose: whole ones on a scoresheet, parts of a player score in the Cup."""
    if edition.player_score is None and (points != int(points) or not -MAX_POINTS_ON_SHEET <= points < 0):
        return _refuse(rule, f"Say how many points are taken: 1 to {MAX_POINTS_ON_SHEET}.")
    if edition.player_score is not None and not Decimal(-100) < points < 0:
        return _refuse(rule, "Say how many points are taken off the score.")
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
