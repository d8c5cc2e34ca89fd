"""Who is there: attendance of every place, the game sets that teams brought, and who plays instead of whom.

Nothing is written for who is still expected. `serial` counts the changes of an event, so that a page can ask for what
is new since it last looked.
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
    """The number of changes in the check-in of an event so far."""

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
    """That a team brought its game set, or not (ACC Equipment)."""

    entry = models.OneToOneField(TeamEntry, on_delete=models.CASCADE, primary_key=True, related_name="game_set")
    is_here = models.BooleanField()
    serial = models.PositiveIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.entry}: {'here' if self.is_here else 'missing'}"


class Substitution(models.Model):
    """From a round on, one player takes another's place. Points go to the team always, and to who played.

    The history is only added to; the place itself names who plays now. One that is taken back stays, and another one
    that leads back names it in `takes_back`. Nobody is named for a place whose player is not known yet.
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
        """`Bo Two plays for Ada One from round 2 on`."""
        out = self.out.name if self.out else f"player {self.place.number}"
        return f"{self.into.name if self.into else 'Nobody'} plays for {out} from round {self.from_round} on"
