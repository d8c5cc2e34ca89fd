"""Players, team entries with their roster spots, and roster files that are being imported.

*Player*: a student. *Team entry*: a team in an event, in one division. *Place*: a roster spot, numbered within its team
or of one player without a team. A spot may have no player yet ("Player 5 of the Calculators"). *Upload*: a roster file
that someone previews before the import.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext

from foundation.people.models import User
from foundation.tournaments import Tournament
from tournament.models import Division, Event, School, Team
from tournament.rosters.names import public_name


class Player(models.Model):
    """A student of a tournament. The staff and the team's coach see full names.

    `is_hidden`: the public sees only the number. `number`: counts the players of a tournament in the order they were
    added.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="players")
    school = models.ForeignKey(School, on_delete=models.PROTECT, null=True, related_name="players")
    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100, blank=True)
    number = models.PositiveIntegerField()
    grade = models.PositiveSmallIntegerField(null=True)
    is_hidden = models.BooleanField(default=False)

    class Meta:
        ordering = ["last_name", "first_name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="player_number_once_per_tournament"),
            models.CheckConstraint(condition=~Q(first_name="", last_name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=Q(grade__isnull=True) | Q(grade__lte=13), name="player_grade_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def public_name(self, policy: str) -> str:
        """Return the name that the public sees. `policy`: `Tournament.public_names`."""
        return public_name(self.first_name, self.last_name, self.number, policy=policy, is_hidden=self.is_hidden)


class TeamEntry(models.Model):
    """A team in an event. `section`: the letter of its section, if teams are seated in sections."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveSmallIntegerField(null=True)
    section = models.CharField(max_length=2, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "team"], name="team_once_per_event")]

    def __str__(self) -> str:
        return f"{self.team} in {self.division}"


class Place(models.Model):
    """A roster spot: numbered within a team entry, or of one player without a team."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="places")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="places")
    entry = models.ForeignKey(TeamEntry, on_delete=models.CASCADE, null=True, related_name="places")
    number = models.PositiveSmallIntegerField(null=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="places")
    is_alternate = models.BooleanField(default=False)

    class Meta:
        ordering = ["entry_id", "number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="player_once_per_event"),
            models.UniqueConstraint(fields=["entry", "number"], name="position_once_per_team"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False, number__isnull=False)
                | Q(entry__isnull=True, number__isnull=True, player__isnull=False, is_alternate=False),
                name="place_of_a_team_or_of_a_player",
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | Q(number__gte=1), name="positions_begin_with_one"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The player's name, or the spot's while it has no player."""
        if self.player:
            return self.player.name
        if self.entry is None:
            return gettext("no one")
        return gettext("Player {number} of the {team}").format(number=self.number, team=self.entry.team.name)

    def public_name(self, policy: str) -> str:
        return self.player.public_name(policy) if self.player else self.name


class Upload(models.Model):
    """The cells of a roster file with its columns. It can be previewed many times and is imported once.

    `division`: the letter of the division for lines that name none. `readings`: what the director said that words of
    the file mean, by field: `{"division": {"5th grade": "E"}}`.
    """

    class State(models.TextChoices):
        OPEN = "open", "in preview"
        WAITING = "waiting", "being imported"
        IMPORTED = "imported", "imported"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="uploads")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="uploads")
    name = models.CharField(max_length=200)
    sheets = models.JSONField()
    layouts = models.JSONField()
    division = models.CharField(max_length=4, blank=True)
    readings = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="uploads")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=["open", "waiting", "imported"]), name="upload_state_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Change(models.Model):
    """A change of a roster spot by hand, with its details before and after, for undo.

    `attendance`: the check-in status of a spot that was removed.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roster_changes")
    place_id = models.BigIntegerField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    attendance = models.CharField(max_length=10, blank=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    is_undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(before__isnull=False) | Q(after__isnull=False), name="change_of_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.before} → {self.after}"
