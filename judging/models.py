"""Judges at tables.

*Conflict*: a school that a judge coaches or belongs to, so another judge should rule on its players (R-90). *Call*: a
table asks for a judge, and one comes; a second or third opinion is another call about the same matter. *Absence*: a
player is away from the table while the judge stays. *Ruling*: what a judge decided; append-only.
"""

from __future__ import annotations

import re
from uuid import uuid4

from django.db import models
from django.db.models import Q

from foundation import steady_clock
from foundation.activity.models import AppendOnly
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings.models import Seat
from scoring.models import Sheet
from tournament.models import School


class Conflict(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="conflicts")
    judge = models.ForeignKey(User, on_delete=models.PROTECT, related_name="conflicts")
    school = models.ForeignKey(School, on_delete=models.CASCADE, related_name="conflicts")
    declared_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["judge", "school"], condition=models.Q(withdrawn_at__isnull=True), name="one_conflict_each"
            )
        ]

    def __str__(self) -> str:
        return f"{self.judge} and {self.school}"


def new_matter() -> str:
    return uuid4().hex


def split_names(text: str) -> list[str]:
    """Return the names of judges typed into one field: one per line, or separated by commas or "and"."""
    return [name.strip() for name in re.split(r"[\n,&]|\band\b", text) if name.strip()]


class Call(models.Model):
    """One visit, from the moment the table asks until the judge leaves.

    `opinion`: 1, or 2 or 3 for another opinion on the same `matter`, which that judge gives without knowing the earlier
    ones (JM General 7). `agrees`: whether this opinion matches the one before, asked afterwards. `stood_at`: when the
    judge said that every player has taken a stand, which opens the checker.
    """

    class About(models.TextChoices):
        SOLUTION = "solution", "a Solution or Equation"
        CHALLENGE = "challenge", "a challenge"
        MOVE = "move", "a move or the Goal"
        VARIATION = "variation", "a variation"
        TIME = "time", "time"
        BEHAVIOR = "behavior", "behavior"
        SCORING = "scoring", "scoring"
        OTHER = "other", "something else"

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        THERE = "there", "judge there"
        OVER = "over", "ended"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="calls")
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="calls")
    opinion = models.PositiveSmallIntegerField(default=1)
    matter = models.CharField(max_length=32, default=new_matter)
    about = models.CharField(max_length=20, choices=About, blank=True)
    asked_at = models.DateTimeField(default=steady_clock.now, editable=False)
    asked_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    judge = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="calls")
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    agrees = models.BooleanField(null=True)
    stood_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["judge"],
                condition=Q(judge__isnull=False, ended_at__isnull=True),
                name="a_judge_is_at_one_table",
            ),
            models.UniqueConstraint(fields=["tournament", "matter", "opinion"], name="each_opinion_once"),
            models.CheckConstraint(condition=Q(opinion__range=(1, 3)), name="at_most_three_opinions"),
            models.CheckConstraint(
                condition=Q(began_at__isnull=True, judge__isnull=True) | Q(began_at__isnull=False, judge__isnull=False),
                name="a_call_begins_with_its_judge",
            ),
            models.CheckConstraint(condition=Q(agrees__isnull=True) | Q(opinion__gte=2), name="only_the_next_agrees"),
        ]

    def __str__(self) -> str:
        return f"{ORDINALS[self.opinion]} at Table {self.sheet.table.number}"

    @property
    def state(self) -> str:
        if self.ended_at is not None:
            return self.State.OVER
        return self.State.THERE if self.judge_id else self.State.WAITING


class Absence(models.Model):
    """A player left the table and the judge stayed. The whole absence counts as added time (JM C24)."""

    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="absences")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    left_at = models.DateTimeField(default=steady_clock.now, editable=False)
    back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["call", "seat"], condition=Q(back_at__isnull=True), name="a_player_is_away_once"
            )
        ]

    def __str__(self) -> str:
        return f"player away from Table {self.call.sheet.table.number}"


ORDINALS = {1: "Judge", 2: "Second opinion", 3: "Third opinion"}


class Ruling(AppendOnly):
    """A judge's decision. A judge who was wrong rules again, and the last ruling of a call counts.

    `rule`: the section or case that it cites. `shake`: the shake that it is about. `with_others`: names of judges who
    ruled together with this one. `checked`: the checker's answer about the Solution.
    """

    class Effect(models.TextChoices):
        NONE = "none", "no change; play continues"
        PENALTY = "penalty", "a penalty"
        VOID = "void", "the shake is voided"
        REPLAY = "replay", "the shake is replayed"
        RESCORE = "rescore", "the shake is rescored"
        CORRECT = "correct", "the scoring is corrected before initials"

    call = models.ForeignKey(Call, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    situation = models.CharField(max_length=1000)
    decision = models.CharField(max_length=1000)
    rule = models.CharField(max_length=120, blank=True)
    shake = models.PositiveSmallIntegerField(null=True)
    effect = models.CharField(max_length=20, choices=Effect, default=Effect.NONE)
    with_others = models.CharField(max_length=300, blank=True)
    checked = models.ForeignKey("checker.Check", on_delete=models.PROTECT, null=True, related_name="rulings")
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="rulings")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["call_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["call", "number"], name="rulings_are_counted"),
            models.CheckConstraint(condition=~Q(decision=""), name="a_ruling_decides"),
            models.CheckConstraint(
                condition=Q(effect__in=["none", "penalty", "void", "replay", "rescore", "correct"]),
                name="effect_of_a_ruling_known",
            ),
        ]

    def __str__(self) -> str:
        return f"ruling {self.number} at {self.call}"
