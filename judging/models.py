"""*Conflict*: a school that a judge coaches or belongs to. Its players are better judged by somebody else (R-90)."""

from __future__ import annotations

from django.db import models

from tournament.models import School, Tournament
from tournament.people.models import User


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
