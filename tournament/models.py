"""The games and divisions of a tournament, and the schools and teams that take part.

*Event*: one game of a tournament, played by one edition of a rule book. *Book*: a copy of that edition's text.
*Division*: a grade band of an event. *School* and *Team*: a team belongs to a school. *Union*: several schools that
enter a team together.
"""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from foundation.tournaments import Tournament
from tournament.game_settings import ENTRY, MOST_ROUNDS, SEATING, SHORT_TEAMS, VERIFICATION, GameSettings


class Color(models.TextChoices):
    """Division colors, the same on screens and on paper."""

    BLUE = "blue"
    GOLD = "gold"
    GREEN = "green"
    PINK = "pink"
    GRAY = "gray"
    TEAL = "teal"
    RED = "red"
    PURPLE = "purple"


class Book(models.Model):
    """A copy of the text of an edition. Never changed; events with the same text share it.

    `text` is JSON in a text column, because PostgreSQL's JSON column would lose the order of the keys.
    """

    digest = models.CharField(max_length=64, unique=True)
    edition = models.CharField(max_length=60)
    text = models.TextField()
    kept_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.edition} {self.digest[:8]}"


class Event(models.Model):
    """One game of a tournament, by one edition of its rule book (`books.edition_of(event)`), with its settings.

    `game_settings.py` says what each setting means; `preset` is where they started. `format` and `no_goal` matter where
    the edition leaves a choice: with or without variations, and what happens when No Goal is challenged.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="events")
    edition = models.CharField(max_length=60)
    game = models.CharField(max_length=60)
    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="events")
    preset = models.CharField(max_length=40)
    format = models.CharField(max_length=40)
    no_goal = models.CharField(max_length=40, blank=True)
    rounds = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField()
    team_size = models.PositiveSmallIntegerField()
    short_teams = models.CharField(max_length=10, choices=SHORT_TEAMS)
    table_size = models.PositiveSmallIntegerField()
    seating = models.CharField(max_length=20, choices=SEATING)
    schools_apart = models.BooleanField()
    entry = models.CharField(max_length=10, choices=ENTRY)
    verification = models.CharField(max_length=20, choices=VERIFICATION)
    tie_breaks = models.JSONField()
    attendance_bonus = models.PositiveSmallIntegerField()
    appeals = models.BooleanField(default=False)
    protest_minutes = models.PositiveSmallIntegerField(default=15)
    panel_size = models.PositiveSmallIntegerField(default=3)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "edition"], name="one_event_per_edition"),
            models.CheckConstraint(condition=~Q(format=""), name="event_has_a_format"),
            models.CheckConstraint(condition=Q(rounds__range=(1, MOST_ROUNDS)), name="event_rounds_sensible"),
            models.CheckConstraint(condition=Q(minutes__range=(5, 120)), name="event_minutes_sensible"),
            models.CheckConstraint(condition=Q(team_size__range=(1, 12)), name="event_team_size_sensible"),
            models.CheckConstraint(condition=Q(table_size__range=(2, 12)), name="event_table_size_sensible"),
            models.CheckConstraint(condition=Q(panel_size__in=[1, 3, 5, 7, 9]), name="event_panel_has_a_majority"),
            models.CheckConstraint(condition=Q(seating__in=list(SEATING)), name="event_seating_known"),
            models.CheckConstraint(condition=Q(entry__in=list(ENTRY)), name="event_entry_known"),
            models.CheckConstraint(condition=Q(verification__in=list(VERIFICATION)), name="event_verification_known"),
            models.CheckConstraint(condition=Q(short_teams__in=list(SHORT_TEAMS)), name="event_short_teams_known"),
            models.CheckConstraint(
                condition=~Q(seating__in=["score_groups", "bump"], verification="none"),
                name="only_verified_results_seat_people",
            ),
        ]

    def __str__(self) -> str:
        return self.game

    @property
    def settings(self) -> GameSettings:
        """All settings. Prefetch `divisions` before reading this for a list of events."""
        letters = tuple(each.letter for each in self.divisions.all())
        columns = [name for name in GameSettings.__dataclass_fields__ if name not in ("divisions", "tie_breaks")]
        values = {name: getattr(self, name) for name in columns}
        return GameSettings(divisions=letters, tie_breaks=tuple(self.tie_breaks), **values)


def new_shuffle_number() -> int:
    return secrets.randbelow(1_000_000)


class Division(models.Model):
    """A grade band of an event. `lot`: the shuffle number for ties that are broken by chance, so they repeat."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="divisions")
    letter = models.CharField(max_length=4)
    name = models.CharField(max_length=40)
    max_grade = models.PositiveSmallIntegerField()
    color = models.CharField(max_length=10, choices=Color)
    lot = models.PositiveIntegerField(default=new_shuffle_number)

    class Meta:
        ordering = ["event_id", "max_grade", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "letter"], name="one_letter_per_division"),
            models.CheckConstraint(condition=Q(color__in=Color.values), name="division_color_known"),
        ]

    def __str__(self) -> str:
        return self.name


class School(models.Model):
    """A school, or a union of schools. `Euler Academy / Gauss School` has its own row, with both as `members`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="schools")
    name = models.CharField(max_length=250)
    members = models.ManyToManyField("self", symmetrical=False, related_name="unions", blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint("tournament", Lower("name"), name="school_once_per_tournament"),
            models.CheckConstraint(condition=~Q(name=""), name="school_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    school = models.ForeignKey(School, on_delete=models.CASCADE, related_name="teams")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=120)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint("school", Lower("name"), name="team_once_per_school"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
