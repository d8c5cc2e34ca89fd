"""Check-in: the attendance of every roster spot, the game sets that teams brought, and substitutions.

No attendance row means "expected". `serial` counts the changes of an event, so a page can ask for what changed since it
last looked.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from foundation.people.models import User
from tournament.models import Event
from tournament.rosters.models import Place, Player, TeamEntry


class Status(models.TextChoices):
    EXPECTED = "expected", "expected"
    PRESENT = "present", "here"
    LATE = "late", "late"
    ABSENT = "absent", "absent"
    WITHDRAWN = "withdrawn", "withdrawn"


PLAYING = (Status.EXPECTED, Status.PRESENT, Status.LATE)


class Counter(models.Model):
    """How many changes the check-in of an event has had so far."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="checkin")
    serial = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.event}: {self.serial}"


class Attendance(models.Model):
    place = models.OneToOneField(Place, on_delete=models.CASCADE, primary_key=True, related_name="attendance")
    status = models.CharField(max_length=10, choices=Status)
    serial = models.PositiveIntegerField(db_index=True)
    changed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(status__in=Status.values), name="attendance_status_known"),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.status}"


class GameSet(models.Model):
    """Whether a team brought its game set (ACC Equipment)."""

    entry = models.OneToOneField(TeamEntry, on_delete=models.CASCADE, primary_key=True, related_name="game_set")
    is_here = models.BooleanField()
    serial = models.PositiveIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.entry}: {'here' if self.is_here else 'missing'}"


class Substitution(models.Model):
    """From a round on, one player has another's roster spot. Points go to the team and to the player who played.

    The history is append-only; the spot itself names the current player. To take a substitution back, a second one
    reverses it and names it in `takes_back`. `out` or `into` is null if that player has no name yet.
    """

    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="substitutions")
    out = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="substituted_out")
    into = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="substituted_in")
    from_round = models.PositiveSmallIntegerField()
    takes_back = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="taken_back_by")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(from_round__gte=1), name="substitution_from_a_round"),
            models.CheckConstraint(condition=Q(out__isnull=True) | ~Q(out=F("into")), name="substitution_of_another"),
            models.CheckConstraint(
                condition=Q(into__isnull=False) | Q(out__isnull=False, takes_back__isnull=False),
                name="only_a_return_leads_to_nobody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.into} for {self.out}"

    @property
    def sentence(self) -> str:
        """The substitution in words: `Bo Two plays for Ada One starting in Round 2`."""
        out = self.out.name if self.out else f"player {self.place.number}"
        return f"{self.into.name if self.into else 'No one'} plays for {out} starting in Round {self.from_round}"
