"""What coaches request: a corrected name or a substitution. The staff answers each request once."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation.people.models import User
from foundation.tournaments import Tournament
from tournament.models import Division, Team
from tournament.rosters.models import Place


class RequestKind(models.TextChoices):
    NAME = "name", "name correction"
    SUBSTITUTION = "substitution", "substitution"


class RequestState(models.TextChoices):
    OPEN = "open", _("open")
    DONE = "done", _("done")
    DECLINED = "declined", _("declined")


class Request(models.Model):
    """`place`: the player whose name is wrong, or who doesn't play. `alternate`: the player who plays instead.

    Both can be deleted from the roster. The coach writes `words`, the staff writes `reply`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="requests")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="requests")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="requests")
    kind = models.CharField(max_length=20, choices=RequestKind)
    place = models.ForeignKey(Place, on_delete=models.SET_NULL, null=True, related_name="+")
    alternate = models.ForeignKey(Place, on_delete=models.SET_NULL, null=True, related_name="+")
    from_round = models.PositiveSmallIntegerField(null=True)
    words = models.CharField(max_length=200, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=RequestState, default=RequestState.OPEN)
    reply = models.CharField(max_length=200, blank=True)
    settled_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=RequestKind.values), name="request_kind_known"),
            models.CheckConstraint(
                condition=Q(state="open", settled_at__isnull=True)
                | Q(state__in=["done", "declined"], settled_at__isnull=False),
                name="request_is_settled_or_not",
            ),
            models.CheckConstraint(condition=~Q(state="declined", reply=""), name="who_declines_says_why"),
        ]

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        """`Bo Two plays for Ada One starting in Round 2`, or whose name is wrong. Prefetch places and players."""
        if self.kind == RequestKind.NAME:
            words = gettext("Name correction for {player}")
        elif self.alternate is None and self.from_round is None:
            words = gettext("A substitute for {player}")
        elif self.alternate is None:
            words = gettext("A substitute for {player} starting in Round {number}")
        elif self.from_round is None:
            words = gettext("{substitute} plays for {player}")
        else:
            words = gettext("{substitute} plays for {player} starting in Round {number}")
        return words.format(
            player=self.place.name if self.place else gettext("a player no longer on the roster"),
            substitute=self.alternate.name if self.alternate else "",
            number=self.from_round,
        )
