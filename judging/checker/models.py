"""*Check*: a question that a judge or an appeals panel asked the checker, with its answer."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from foundation.activity.models import AppendOnly
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.models import Call
from judging.protests.models import Protest
from tournament.models import Division

VERDICTS = {
    "correct": "Correct",
    "incorrect": "Incorrect",
    "ambiguous": "Ambiguous",
    "undecided": "Undecided",
    "no_goal": "No Goal",
}


class Check(AppendOnly):
    """Asked on a visit to a table, or about a protest. `asked`: the question; `answer`: a `CheckerAnswer` as data."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="checks")
    call = models.ForeignKey(Call, on_delete=models.CASCADE, null=True, related_name="checks")
    protest = models.ForeignKey(Protest, on_delete=models.CASCADE, null=True, related_name="checks")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="+")
    asked = models.JSONField()
    verdict = models.CharField(max_length=20, choices=VERDICTS)
    answer = models.JSONField()
    asked_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="checks")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(call__isnull=False, protest__isnull=True) | Q(call__isnull=True, protest__isnull=False),
                name="a_check_has_its_call_or_protest",
            ),
            models.CheckConstraint(condition=Q(verdict__in=list(VERDICTS)), name="verdict_of_a_check_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_verdict_display()}: {self.answer['sentence']}"


class Practice(models.Model):
    """This row means that the director lets coaches use the checker while no round is in progress."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="practice", primary_key=True)

    def __str__(self) -> str:
        return f"practice at {self.tournament}"
