"""Reads of the check-in: each team with its players' statuses, what changed since a serial, and counts."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.models import Division, Event
from tournament.rosters.checkin.attendance import status_of
from tournament.rosters.checkin.models import PLAYING, Counter, GameSet, Status
from tournament.rosters.checkin.substitutions import ActiveSubstitution, active_substitutions
from tournament.rosters.models import Place, TeamEntry
from tournament.rosters.sort_keys import place_sort_key

MOST_CARDS = 150


@dataclass(frozen=True)
class CheckinSpot:
    """A roster spot on a card. `substitution`: the one that brought its player here, if it is active."""

    place: Place
    status: str
    substitution: ActiveSubstitution | None = None

    @property
    def is_marked(self) -> bool:
        return self.status != Status.EXPECTED

    @property
    def may_be_replaced(self) -> bool:
        return not self.place.is_alternate and self.status in (Status.ABSENT, Status.WITHDRAWN)

    @property
    def may_be_taken_back(self) -> bool:
        return self.substitution is not None and not self.substitution.has_started


@dataclass(frozen=True)
class CheckinCard:
    """A team, or one player without a team, as the check-in page shows it."""

    division: Division
    entry: TeamEntry | None
    spots: tuple[CheckinSpot, ...]
    has_game_set: bool | None

    @property
    def key(self) -> str:
        return f"entry-{self.entry.pk}" if self.entry else f"place-{self.spots[0].place.pk}"

    @property
    def title(self) -> str:
        return self.entry.team.name if self.entry else self.spots[0].place.name

    @property
    def school(self) -> str:
        if self.entry:
            return self.entry.team.school.name
        player = self.spots[0].place.player
        return player.school.name if player and player.school else ""

    @property
    def alternates(self) -> list[CheckinSpot]:
        """The spots of players who can substitute: named alternates who aren't absent or withdrawn."""
        gone = (Status.ABSENT, Status.WITHDRAWN)
        return [
            spot for spot in self.spots if spot.place.is_alternate and spot.place.player and spot.status not in gone
        ]

    @property
    def is_complete(self) -> bool:
        return all(spot.is_marked for spot in self.spots if not spot.place.is_alternate)


def serial_of(event: Event) -> int:
    return Counter.objects.filter(event=event).values_list("serial", flat=True).first() or 0


def cards_of(
    event: Event, *, search: str = "", division: Division | None = None, only: QuerySet[Place] | None = None
) -> list[CheckinCard]:
    """Return cards of teams by school and name, then cards of players without a team.

    `only`: return the cards of these spots, each with the whole team.
    """
    places = Place.objects.filter(event=event)
    if division:
        places = places.filter(division=division)
    if search:
        places = places.filter(_matches(search))
    if only is not None:
        places = places.filter(Q(entry__in=only.values("entry")) | Q(pk__in=only.filter(entry=None).values("pk")))
    places = places.select_related("player__school", "division", "entry__team__school", "entry__game_set", "attendance")
    return _group_into_cards(sorted(places, key=place_sort_key), active_substitutions(event))


def _matches(search: str) -> Q:
    """Match spots where each word is in the name of the player, a teammate, the team, or the school."""
    words = Q()
    for word in search.split():
        words &= (
            Q(entry__team__name__icontains=word)
            | Q(entry__team__school__name__icontains=word)
            | Q(entry__places__player__last_name__icontains=word)
            | Q(entry__places__player__first_name__icontains=word)
            | Q(player__last_name__icontains=word)
            | Q(player__first_name__icontains=word)
        )
    return Q(pk__in=Place.objects.filter(words).values("pk"))


def _group_into_cards(places: Iterable[Place], active: Mapping[int, ActiveSubstitution]) -> list[CheckinCard]:
    groups: dict[str, list[Place]] = {}
    for place in places:
        groups.setdefault(f"entry {place.entry_id}" if place.entry_id else f"place {place.pk}", []).append(place)
    return [
        CheckinCard(
            group[0].division,
            group[0].entry,
            tuple(_checkin_spot(place, active.get(place.pk)) for place in group),
            _has_game_set(group[0].entry),
        )
        for group in groups.values()
    ]


def _checkin_spot(place: Place, substitution: ActiveSubstitution | None) -> CheckinSpot:
    """Return the spot with its substitution, unless someone changed the roster by hand since."""
    applies = substitution is not None and substitution.record.into_id == place.player_id
    return CheckinSpot(place, status_of(place), substitution if applies else None)


def _has_game_set(entry: TeamEntry | None) -> bool | None:
    try:
        return entry.game_set.is_here if entry else None
    except GameSet.DoesNotExist:
        return None


def changed_since(event: Event, serial: int) -> QuerySet[Place]:
    """Return the spots whose status or game set changed after this serial."""
    return Place.objects.filter(event=event).filter(
        Q(attendance__serial__gt=serial) | Q(entry__game_set__serial__gt=serial)
    )


@dataclass(frozen=True)
class DivisionAttendance:
    """A division in numbers. `playing`: everyone who isn't absent or withdrawn."""

    division: Division
    counts: Tally[str]

    @property
    def playing(self) -> int:
        return sum(self.counts[status] for status in PLAYING)

    @property
    def here(self) -> int:
        return self.counts[Status.PRESENT]

    @property
    def missing(self) -> int:
        return self.counts[Status.EXPECTED] + self.counts[Status.LATE]

    @property
    def away_in_words(self) -> str:
        """`4 not here yet, 1 absent`."""
        counts = {"not here yet": self.missing, "absent": self.counts[Status.ABSENT]}
        counts |= {"withdrawn": self.counts[Status.WITHDRAWN]}
        return ", ".join(f"{count} {label}" for label, count in counts.items() if count or label == "not here yet")

    @property
    def all(self) -> int:
        return self.counts.total()


def attendance_by_division(event: Event) -> list[DivisionAttendance]:
    """Count statuses by division. Alternates don't count, because they play only as substitutes."""
    tallies: dict[int, Tally[str]] = {}
    rows = Place.objects.filter(event=event, is_alternate=False).values_list("division_id", "attendance__status")
    for division_id, status in rows:
        tallies.setdefault(division_id, Tally())[status or Status.EXPECTED] += 1
    return [DivisionAttendance(division, tallies.get(division.pk, Tally())) for division in event.divisions.all()]


def missing_of(event: Event) -> list[Place]:
    """Return the spots of players who are still expected or late, by school, to be called out."""
    missing = (
        Place.objects.filter(event=event, is_alternate=False)
        .filter(Q(attendance__isnull=True) | Q(attendance__status__in=[Status.EXPECTED, Status.LATE]))
        .select_related("player__school", "division", "entry__team__school", "attendance")
    )
    return sorted(missing, key=place_sort_key)
