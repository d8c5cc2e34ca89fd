"""Which substitutions stand, and who would be where without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef

from tournament.models import Event
from tournament.rosters.checkin.models import Substitution
from tournament.rosters.models import Place
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


@dataclass(frozen=True)
class Home:
    """Where a player would be without substitutions, as the coach's file still has it, and which one says otherwise."""

    number: int
    sentence: str


def homes_of(event: Event) -> dict[int, Home]:
    """By place, for everybody who is elsewhere than the file says: the substitutions of the day, gone back through.

    Where the roster was changed by hand in between, what came before is history.
    """
    history: dict[int, list[Substitution]] = {}
    made = Substitution.objects.filter(place__event=event, place__entry__isnull=False)
    for each in made.select_related("place", "out", "into").order_by("-id"):
        history.setdefault(each.place.entry_id or 0, []).append(each)
    teams: dict[int, list[Place]] = {}
    for place in Place.objects.filter(entry__in=history).select_related("player", "entry__team").order_by("number"):
        teams.setdefault(place.entry_id or 0, []).append(place)
    homes: dict[int, Home] = {}
    for entry_id, places in teams.items():
        homes |= _homes_in(places, history[entry_id])
    return homes


def _homes_in(places: Sequence[Place], latest_first: Sequence[Substitution]) -> dict[int, Home]:
    by_id = {place.pk: place for place in places}
    sits = {place.pk: place for place in places}  # by place: who was there, told by the place where they are now
    for made in latest_first:
        alternates = [each.pk for each in places if each.is_alternate and sits[each.pk].player_id == made.out_id]
        if made.place_id not in sits or sits[made.place_id].player_id != made.into_id or not alternates:
            break
        here, there = made.place_id, alternates[0]
        sits[here], sits[there] = sits[there], sits[here]
    homes: dict[int, Home] = {}
    for home, who in sits.items():
        if home != who.pk:
            homes[who.pk] = Home(by_id[home].number or 0, "")
    for home, who in sits.items():
        if home != who.pk and not by_id[home].is_alternate:
            name = who.player.name if who.player else f"player {by_id[home].number}"
            sentence = f"{by_id[home].name} plays for {name}"
            for each in (home, who.pk):
                homes[each] = replace(homes[each], sentence=sentence)
    return homes
