"""What the check-in asks: each team with who is there, what changed since, and how many will play."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.models import Division, Event
from tournament.rosters.checkin.marks import mark_of
from tournament.rosters.checkin.models import PLAYING, Counter, GameSet, Status
from tournament.rosters.checkin.substitutions import Standing, standing_of
from tournament.rosters.models import Place, TeamEntry
from tournament.rosters.order import of_place

MOST_CARDS = 150


@dataclass(frozen=True)
class Line:
    """A place as the check-in shows it. `substitution`: by which its player came here, if it still stands."""

    place: Place
    status: str
    substitution: Standing | None = None

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
class Card:
    """A team, or one player without a team, as the check-in shows it."""

    division: Division
    entry: TeamEntry | None
    lines: tuple[Line, ...]
    has_game_set: bool | None

    @property
    def key(self) -> str:
        return f"entry-{self.entry.pk}" if self.entry else f"place-{self.lines[0].place.pk}"

    @property
    def title(self) -> str:
        return self.entry.team.name if self.entry else self.lines[0].place.name

    @property
    def school(self) -> str:
        if self.entry:
            return self.entry.team.school.name
        player = self.lines[0].place.player
        return player.school.name if player and player.school else ""

    @property
    def alternates(self) -> list[Line]:
        """Who can play for somebody else: named alternates that did not withdraw."""
        gone = (Status.ABSENT, Status.WITHDRAWN)
        return [
            line for line in self.lines if line.place.is_alternate and line.place.player and line.status not in gone
        ]

    @property
    def is_complete(self) -> bool:
        return all(line.is_marked for line in self.lines if not line.place.is_alternate)


def serial_of(event: Event) -> int:
    return Counter.objects.filter(event=event).values_list("serial", flat=True).first() or 0


def cards_of(
    event: Event, *, search: str = "", division: Division | None = None, only: QuerySet[Place] | None = None
) -> list[Card]:
    """Teams by school and name, each with its places; who plays without a team comes after them."""
    places = Place.objects.filter(event=event)
    if division:
        places = places.filter(division=division)
    if search:
        places = places.filter(_mentions(search))
    if only is not None:
        places = places.filter(Q(entry__in=only.values("entry")) | Q(pk__in=only.filter(entry=None).values("pk")))
    found = places.select_related("player__school", "division", "entry__team__school", "entry__game_set", "attendance")
    return _gathered(sorted(found, key=of_place), standing_of(event))


def _mentions(search: str) -> Q:
    """The whole team of somebody who is looked for."""
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


def _gathered(places: Iterable[Place], standing: Mapping[int, Standing]) -> list[Card]:
    groups: dict[str, list[Place]] = {}
    for place in places:
        groups.setdefault(f"entry {place.entry_id}" if place.entry_id else f"place {place.pk}", []).append(place)
    return [
        Card(
            group[0].division,
            group[0].entry,
            tuple(_line(place, standing.get(place.pk)) for place in group),
            _game_set(group[0].entry),
        )
        for group in groups.values()
    ]


def _line(place: Place, substitution: Standing | None) -> Line:
    """Somebody may have changed the roster by hand since: then the substitution is history."""
    stands = substitution is not None and substitution.made.into_id == place.player_id
    return Line(place, mark_of(place), substitution if stands else None)


def _game_set(entry: TeamEntry | None) -> bool | None:
    try:
        return entry.game_set.is_here if entry else None
    except GameSet.DoesNotExist:
        return None


def changed_since(event: Event, serial: int) -> QuerySet[Place]:
    """Places whose team, or who themselves, changed after this number."""
    return Place.objects.filter(event=event).filter(
        Q(attendance__serial__gt=serial) | Q(entry__game_set__serial__gt=serial)
    )


@dataclass(frozen=True)
class Attendances:
    """A division in numbers. `playing`: everybody who is not absent or withdrawn."""

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
    def all(self) -> int:
        return self.counts.total()


def attendances_of(event: Event) -> list[Attendances]:
    """By division; alternates play only in another's place, so they are not counted."""
    tallies: dict[int, Tally[str]] = {}
    rows = Place.objects.filter(event=event, is_alternate=False).values_list("division_id", "attendance__status")
    for division_id, status in rows:
        tallies.setdefault(division_id, Tally())[status or Status.EXPECTED] += 1
    return [Attendances(division, tallies.get(division.pk, Tally())) for division in event.divisions.all()]


def missing_of(event: Event) -> list[Place]:
    """Who is still expected or late, by school: the list that is called out."""
    missing = (
        Place.objects.filter(event=event, is_alternate=False)
        .filter(Q(attendance__isnull=True) | Q(attendance__status__in=[Status.EXPECTED, Status.LATE]))
        .select_related("player__school", "division", "entry__team__school", "attendance")
    )
    return sorted(missing, key=of_place)
