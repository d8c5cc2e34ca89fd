"""Penalties and their approvals.

*Penalty*: a warning, points, or a disqualification from the round or the tournament. It waits until everyone whom the
book requires has approved it. *Consent*: one judge's approval or rejection; append-only.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from foundation.activity.models import AppendOnly
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.models import Call
from rulebooks import penalty_rulings
from scoring.models import Adjustment, Sheet
from tournament.rosters.models import Place, Player


class PenaltyKind(models.TextChoices):
    WARNING = penalty_rulings.WARNING, "warning"
    POINTS = penalty_rulings.POINTS, "points"
    ROUND = penalty_rulings.ROUND, "disqualified from the round"
    TOURNAMENT = penalty_rulings.TOURNAMENT, "disqualified from the tournament"


class PenaltyState(models.TextChoices):
    WAITS = "waits", "needs approval"
    GIVEN = "given", "given"
    DECLINED = "declined", "rejected"
    UNDONE = "undone", "withdrawn"


class Penalty(models.Model):
    """`reason`: a reason of the book; `again`: its second stage. `points`: below zero; they come off the scoresheet, or
    in the Cup off the score, as `adjustment`. `player`: the player whom a warning follows, None while the roster spot
    has no name yet.

    `consent`: who must approve, in the book's words. `undone`: why it was withdrawn.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="penalties")
    call = models.ForeignKey(Call, on_delete=models.PROTECT, null=True, related_name="penalties")
    seat = models.PositiveSmallIntegerField()
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="penalties")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="penalties")
    what = models.CharField(max_length=20, choices=PenaltyKind)
    reason = models.CharField(max_length=40)
    again = models.BooleanField(default=False)
    shake = models.PositiveSmallIntegerField(null=True)
    points = models.DecimalField(max_digits=6, decimal_places=2, default=0)
    of_team = models.BooleanField(default=False)
    words = models.CharField(max_length=300, blank=True)
    consent = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=PenaltyState, default=PenaltyState.WAITS)
    adjustment = models.OneToOneField(Adjustment, on_delete=models.PROTECT, null=True, related_name="penalty")
    undone = models.CharField(max_length=300, blank=True)
    asked_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="penalties")
    asked_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(condition=Q(what__in=PenaltyKind.values), name="penalty_is_known"),
            models.CheckConstraint(
                condition=Q(state="waits", settled_at__isnull=True)
                | Q(state__in=["given", "declined", "undone"], settled_at__isnull=False),
                name="a_penalty_waits_or_is_settled",
            ),
            models.CheckConstraint(
                condition=Q(what="points", points__lt=0) | (~Q(what="points") & Q(points=0)),
                name="points_are_taken_as_points",
            ),
            models.CheckConstraint(condition=~Q(state="undone") | ~Q(undone=""), name="taken_back_with_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.get_what_display()} at Table {self.sheet.table.number}"


class Consent(AppendOnly):
    """`as_head_judge`: whether the judge was head judge at that time."""

    penalty = models.ForeignKey(Penalty, on_delete=models.PROTECT, related_name="consents")
    judge = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    agrees = models.BooleanField()
    as_head_judge = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["penalty", "judge"], name="a_judge_is_asked_once")]

    def __str__(self) -> str:
        return f"{self.judge} {'approved' if self.agrees else 'rejected'}"
