"""Rounds of a division, with a server-side clock that can be paused.

draft → published → running → collecting → complete. While a round runs, its phase (playing, warning, last shake,
stopped) follows from the clock and the rule book's timetable. *Playoff*: a round after the regular ones, for those who
advance; its points count separately. *Finalist*: a roster spot that plays in a playoff round.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation.people.models import User
from foundation.tournaments import Tournament
from tournament.models import Division


class RoundState(models.TextChoices):
    DRAFT = "draft", "draft"
    PUBLISHED = "published", "published"
    RUNNING = "running", "in progress"
    COLLECTING = "collecting", "collecting"
    COMPLETE = "complete", "closed"


class Playoff(models.TextChoices):
    TEAMS = "teams", _("team playoffs")
    PLAYERS = "players", _("player playoffs")


class Round(models.Model):
    """A round of a division. `playoff`: whether teams or players play it; empty for a regular round.

    `seconds`: its length if it differs from the rule book's.
    """

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
        if not self.playoff:
            return gettext("Round {number}").format(number=self.number)
        return gettext("Round {number} ({playoff})").format(number=self.number, playoff=self.get_playoff_display())

    def has_begun(self, by: datetime | None = None) -> bool:
        """Whether the clock was started, or was started by a given moment."""
        return self.started_at is not None and (by is None or self.started_at <= by)

    def elapsed(self, now: datetime) -> timedelta:
        """Return the time played, without pauses."""
        if self.started_at is None:
            return timedelta()
        return max((self.paused_at or now) - self.started_at - self.paused_for, timedelta())


class Finalist(models.Model):
    """A roster spot in a playoff round. `match`: the number of the match in team playoffs; None for players."""

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
    """Added time for one table (EQ XI-B-3, JM C24). Append-only: a negative row corrects a mistake."""

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
