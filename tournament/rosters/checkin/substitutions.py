"""Reads of substitutions: which are active, and where players would be without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef

from tournament.models import Event
from tournament.rosters.checkin.models import Substitution
from tournament.rosters.models import Place
from tournament.rounds.models import Round


@dataclass(frozen=True)
class ActiveSubstitution:
    """A substitution that wasn't undone. `has_started`: whether the first round it applies to has started."""

    record: Substitution
    has_started: bool


def active_substitutions(event: Event) -> dict[int, ActiveSubstitution]:
    """Return the latest active substitution of each roster spot, by the spot's key."""
    started = Round.objects.filter(
        division=OuterRef("place__division"), number=OuterRef("from_round"), started_at__isnull=False
    )
    active = (
        Substitution.objects.filter(place__event=event, takes_back__isnull=True, taken_back_by__isnull=True)
        .select_related("place", "out", "into")
        .annotate(has_started=Exists(started))
        .order_by("id")
    )
    return {each.place_id: ActiveSubstitution(each, each.has_started) for each in active}


@dataclass(frozen=True)
class ListedPosition:
    """The position that a player has in the coach's file, and in words the substitution that moved the player."""

    number: int
    substitution: str


def listed_positions(event: Event) -> dict[int, ListedPosition]:
    """Return, by roster spot, where its player is in the coach's file. Only for players whom a substitution moved.

    Replays each team's substitutions backward. Stops where someone changed the roster by hand in between.
    """
    history: dict[int, list[Substitution]] = {}
    substitutions = Substitution.objects.filter(place__event=event, place__entry__isnull=False)
    for each in substitutions.select_related("place", "out", "into").order_by("-id"):
        history.setdefault(each.place.entry_id or 0, []).append(each)
    teams: dict[int, list[Place]] = {}
    for place in Place.objects.filter(entry__in=history).select_related("player", "entry__team").order_by("number"):
        teams.setdefault(place.entry_id or 0, []).append(place)
    positions: dict[int, ListedPosition] = {}
    for entry_id, places in teams.items():
        positions |= _listed_positions_in_team(places, history[entry_id])
    return positions


def _listed_positions_in_team(
    places: Sequence[Place], latest_first: Sequence[Substitution]
) -> dict[int, ListedPosition]:
    by_id = {place.pk: place for place in places}
    # For each spot, who had it earlier: the place where that player is now.
    had = {place.pk: place for place in places}
    for made in latest_first:
        alternates = [each.pk for each in places if each.is_alternate and had[each.pk].player_id == made.out_id]
        if made.place_id not in had or had[made.place_id].player_id != made.into_id or not alternates:
            break
        spot, alternate = made.place_id, alternates[0]
        had[spot], had[alternate] = had[alternate], had[spot]
    positions: dict[int, ListedPosition] = {}
    for listed, current in had.items():
        if listed != current.pk:
            positions[current.pk] = ListedPosition(by_id[listed].number or 0, "")
    for listed, current in had.items():
        if listed != current.pk and not by_id[listed].is_alternate:
            name = current.player.name if current.player else f"player {by_id[listed].number}"
            sentence = f"{by_id[listed].name} plays for {name}"
            for each in (listed, current.pk):
                positions[each] = replace(positions[each], substitution=sentence)
    return positions
