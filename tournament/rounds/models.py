"""Rounds of a division: from draft to complete, with a clock that can be paused and never depends on a device's own.

draft → published → running → collecting → complete. While it runs, the phase (playing, warning, last shake, stopped)
follows from the clock and the rule book's timetable. *Playoff*: a round after those that everybody plays, for those
who go on; its points stand in a list of their own. *Finalist*: somebody who plays in one.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from foundation.people.models import User
from foundation.tournaments import Tournament
from tournament.models import Division


class RoundState(models.TextChoices):
    DRAFT = "draft", "draft"
    PUBLISHED = "published", "published"
    RUNNING = "running", "running"
    COLLECTING = "collecting", "collecting"
    COMPLETE = "complete", "complete"


class Playoff(models.TextChoices):
    TEAMS = "teams", "team playoffs"
    PLAYERS = "players", "player playoffs"


class Round(models.Model):
    """`playoff`: whether teams or players play it off; empty for a round that everybody plays."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    playoff = models.CharField(max_length=10, choices=Playoff, blank=True, db_default="")
    state = models.CharField(max_length=10, choices=RoundState, default=RoundState.DRAFT)
    seconds = models.PositiveIntegerField(null=True)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_for = models.DurationField(default=timedelta)
    collected_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["number", "division_id"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="round_once_per_division"),
            models.UniqueConstraint(
                fields=["division"], condition=Q(state="running"), name="one_running_round_per_division"
            ),
            models.CheckConstraint(condition=Q(number__range=(1, 40)), name="round_number_sensible"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state_known"),
            models.CheckConstraint(condition=Q(playoff__in=["", *Playoff.values]), name="round_playoff_known"),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "published"], started_at__isnull=True)
                | Q(state__in=["running", "collecting", "complete"], started_at__isnull=False),
                name="round_has_started_or_not",
            ),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True) | Q(state="running"), name="only_a_running_clock_is_paused"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.division}"

    @property
    def title(self) -> str:
        """`Round 5`, or `Round 5 (team playoffs)`."""
        return f"Round {self.number}" + (f" ({self.get_playoff_display()})" if self.playoff else "")

    def has_begun(self, by: datetime | None = None) -> bool:
        """Whether its clock was started, by that moment if one is given."""
        return self.started_at is not None and (by is None or self.started_at <= by)

    def elapsed(self, now: datetime) -> timedelta:
        """Time played: without the pauses, and standing still during one."""
        if self.started_at is None:
            return timedelta()
        return max((self.paused_at or now) - self.started_at - self.paused_for, timedelta())


class Finalist(models.Model):
    """`match`: which of its matches, where teams meet teams; players who play for themselves have none."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="finalists")
    # A reference by name: the roster package imports this one.
    place = models.ForeignKey("rosters.Place", on_delete=models.CASCADE, related_name="finals")
    match = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "place"], name="finalist_once_per_round"),
            models.CheckConstraint(condition=Q(match__isnull=True) | Q(match__gte=1), name="matches_begin_with_one"),
        ]

    def __str__(self) -> str:
        return f"{self.place} in {self.round}"


class ExtraTime(models.Model):
    """Time that one table gets back (EQ XI-B-3, JM C24). Only added to; a slip is put right by a negative one."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="extra_times")
    table = models.CharField(max_length=12)
    seconds = models.IntegerField()
    reason = models.CharField(max_length=120, blank=True)
    given_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(table=""), name="extra_time_of_a_table"),
            models.CheckConstraint(condition=Q(seconds__range=(-3600, 3600)), name="extra_time_sensible"),
        ]

    def __str__(self) -> str:
        return f"{self.seconds} s for table {self.table}"
