"""*Own case*: a situation that a league has ruled on, told as the printed ones are, and kept for all its tournaments.

It names no child: who adds one is refused a text with the name of a player.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from foundation.people.models import User
from judging.casebook.casebook import DIVISIONS, OWN, Case

GAMES = {"both": "Equations and On-Sets", "equations": "Equations", "on-sets": "On-Sets"}


class OwnCase(models.Model):
    """`penalty`: points that it costs as it stands. `divisions`: letters, none for all. `citation`: what it rests on.

    `source`: which tournament or protest it comes from. A case that no longer holds is retired, never removed.
    """

    title = models.CharField(max_length=120)
    situation = models.CharField(max_length=1000)
    ruling = models.CharField(max_length=1000)
    penalty = models.SmallIntegerField(default=0)
    divisions = models.CharField(max_length=len(DIVISIONS), blank=True)
    game = models.CharField(max_length=10, choices=GAMES, default="both")
    variations = models.JSONField(default=list)
    citation = models.CharField(max_length=120, blank=True)
    source = models.CharField(max_length=200, blank=True)
    added_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="own_cases")
    added_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(title="") & ~Q(situation="") & ~Q(ruling=""), name="own_case_is_whole"),
            models.CheckConstraint(condition=Q(penalty__range=(-10, 0)), name="own_case_takes_points_away"),
            models.CheckConstraint(condition=Q(game__in=list(GAMES)), name="own_case_of_a_known_game"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.title}"

    @property
    def name(self) -> str:
        """How it is cited."""
        return f"OWN {self.pk}"

    def as_case(self) -> Case:
        """As the search knows it, beside the printed ones."""
        return Case(
            id=self.name,
            section=OWN,
            title=self.title,
            situation=self.situation,
            ruling=self.ruling,
            penalty=self.penalty,
            divisions=tuple(self.divisions),
            game=self.game,
            variations=tuple(self.variations),
            rules=(self.citation,) if self.citation else (),
            keywords=(),
            source=self.source,
        )
