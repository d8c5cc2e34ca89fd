"""*Season*: a named list of tournaments, how many of them count, and how many someone must attend to qualify.

It belongs to no tournament. Directors of any of its tournaments see it, but only with the tournaments they direct.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse

from foundation.people.models import User
from foundation.tournaments import Tournament

MOST_TOURNAMENTS = 100


class Season(models.Model):
    """`best`: how many of the best tournaments count; None for all. `needed`: how many to attend to qualify (F27)."""

    name = models.CharField(max_length=120)
    best = models.PositiveSmallIntegerField(null=True)
    needed = models.PositiveSmallIntegerField(default=3)
    tournaments = models.ManyToManyField(Tournament, related_name="seasons")
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="seasons")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.CheckConstraint(
                condition=Q(best__isnull=True) | Q(best__range=(1, MOST_TOURNAMENTS)),
                name="season_counts_some_tournaments",
            ),
            models.CheckConstraint(
                condition=Q(needed__range=(1, MOST_TOURNAMENTS)), name="season_needs_some_tournaments"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.pk])
