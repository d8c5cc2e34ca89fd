"""Which substitutions stand, and who would be where without them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournament.checkin.models import Substitution
from tournament.models import Event
from tournament.rounds.models import Round


@dataclass(frozen=True)
class Standing:
    """A substitution that was not taken back, and whether the round from which it counts has started."""

    made: Substitution
    has_started: bool


def standing_of(event: Event) -> dict[int, Standing]:
    """The last one of each place."""
    started = Round.objects.filter(
        division=OuterRef("place__division"), number=OuterRef("from_round"), started_at__isnull=False
    )
    standing = (
        Substitution.objects.filter(place__event=event, takes_back__isnull=True, taken_back_by__isnull=True)
        .select_related("place", "out", "into")
        .annotate(has_started=Exists(started))
        .order_by("id")
    )
    return {each.place_id: Standing(each, each.has_started) for each in standing}
