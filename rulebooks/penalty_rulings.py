"""May a judge give this penalty, and who must agree (EQ IX, XI-A; JM A8, A19; MLAG IX-C; ACC Sportsmanship)?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rulebooks.citations import Because
from rulebooks.edition import Edition
from rulebooks.penalties import CONSENTS, PenaltyRule

WARNING, POINTS, ROUND, TOURNAMENT = "warning", "points", "round", "tournament"
MOST_ON_A_SHEET = 9


@dataclass(frozen=True)
class PenaltyRequest:
    """What a judge wants to give. `what`: a warning, points, or out of the round or the tournament.

    `again`: the same thing went on, and the second stage follows. `points`: what the judges chose, where the book
    leaves it to them. `warned`: the player was warned before, today. `countdown`: the ten seconds were counted aloud.
    """

    reason: str
    what: str = POINTS
    again: bool = False
    points: Decimal = Decimal(0)
    warned: bool = False
    countdown: bool = False


@dataclass(frozen=True)
class PenaltyRuling:
    """What follows, or that it is refused, and in `because` why. `points`: below zero, or nothing. `consent`: who must
    agree."""

    because: Because
    points: Decimal = Decimal(0)
    consent: str = CONSENTS[0]
    effect: str = ""
    refused: bool = False


def rule_on_penalty(edition: Edition, asked: PenaltyRequest) -> PenaltyRuling:
    """What the book says to it: points, consent and effect; or that it cannot be, and why."""
    rule = edition.penalties.reasons.get(asked.reason)
    if rule is None:
        return PenaltyRuling(Because("", "Choose what it is for."), refused=True)
    if rule.kind == "none":
        return _refused(rule, f"No penalty for this: {rule.effect}.")
    if asked.what == WARNING:
        return PenaltyRuling(Because(rule.rule, "A warning holds for all later rounds."))
    if asked.what in rule.expels:
        return PenaltyRuling(_because(rule), consent=rule.expels[asked.what], effect=f"out of the {asked.what}")
    if asked.what != POINTS:
        return _refused(rule, f"Nobody is sent out of the {asked.what} for this.")
    return _points(edition, rule, asked)


def _points(edition: Edition, rule: PenaltyRule, asked: PenaltyRequest) -> PenaltyRuling:
    if rule.kind == "disqualification":
        return _refused(rule, f"No points for this: {rule.effect}.")
    if rule.warning and not asked.warned:
        return _refused(rule, "No point without a warning. Warn the player first.")
    if rule.countdown and not asked.countdown:
        return _refused(rule, "No time penalty without the ten-second countdown.")
    if rule.kind == "discretion":
        return _chosen(edition, rule, asked.points)
    if not asked.again:
        return PenaltyRuling(_because(rule), Decimal(rule.points), rule.consent, rule.effect)
    if rule.then is None:
        return _refused(rule, f"No second point for this: {rule.effect}.")
    return PenaltyRuling(_because(rule), Decimal(rule.then.points), rule.consent, rule.then.effect)


def _chosen(edition: Edition, rule: PenaltyRule, points: Decimal) -> PenaltyRuling:
    """Points on the sheet are whole; those of the Cup are parts of a player score, and come off the standings."""
    if edition.player_score is None and (points != int(points) or not -MOST_ON_A_SHEET <= points < 0):
        return _refused(rule, f"Say how many points are taken: 1 to {MOST_ON_A_SHEET}.")
    if edition.player_score is not None and not Decimal(-100) < points < 0:
        return _refused(rule, "Say how many points are taken off the score.")
    return PenaltyRuling(_because(rule), points, rule.consent, rule.effect)


def _because(rule: PenaltyRule) -> Because:
    return Because(rule.rule, rule.what)


def _refused(rule: PenaltyRule, sentence: str) -> PenaltyRuling:
    return PenaltyRuling(Because(rule.rule, sentence), refused=True)


def is_agreed(consent: str, judges: Sequence[Collection[str]]) -> bool:
    """Whether those who agree are enough. `judges`: the roles of each."""
    if consent == "head judge":
        return any("head_judge" in roles for roles in judges)
    return len(judges) >= (2 if consent == "two judges" else 1)
