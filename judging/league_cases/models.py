"""*League case* (`OwnCase`): a situation that a league has ruled on, in the form of the printed cases.

It belongs to the installation and applies in all tournaments. Texts that contain a player's name are refused.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from foundation.people.models import User
from judging.casebook.casebook import DIVISIONS, LEAGUE, Case

GAMES = {"both": "Equations and On-Sets", "equations": "Equations", "on-sets": "On-Sets"}


class OwnCase(models.Model):
    """`penalty`: the points that it always costs. `divisions`: letters, empty for all. `citation`: its rule or case.

    `source`: the tournament or protest that it comes from. A case that no longer applies is retired, never deleted.
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
        """The id that rulings cite."""
        return f"OWN {self.pk}"

    def as_case(self) -> Case:
        """Return the case in the form that the search takes."""
        return Case(
            id=self.name,
            section=LEAGUE,
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
