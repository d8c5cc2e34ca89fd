"""Whose results are added up: a division, one of its sections, an event or a whole tournament; as of when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.db.models import F, Q, QuerySet

from pairings.models import Draw
from scoring.models import Result, Sheet
from tournament.models import Division, Event, Tournament
from tournament.queries import divisions_of
from tournament.rounds.models import Round, State


@dataclass(frozen=True)
class Scope:
    """`through`: the rounds up to this number. `at`: as it was at that moment, not as it is now."""

    divisions: tuple[Division, ...]
    section: str = ""
    through: int | None = None
    at: datetime | None = None

    @property
    def division(self) -> Division | None:
        """The one division, where it is one."""
        return self.divisions[0] if len(self.divisions) == 1 else None

    @cached_property
    def events(self) -> list[Event]:
        return list({each.event_id: each.event for each in self.divisions}.values())

    @property
    def event(self) -> Event:
        return self.events[0]

    @property
    def is_sweepstakes(self) -> bool:
        return len(self.events) > 1

    @property
    def tie_breaks(self) -> list[str]:
        """Those of the event; over several events only what they all agree on."""
        found = [each.tie_breaks for each in self.events]
        return list(found[0]) if all(each == found[0] for each in found) else []

    @cached_property
    def rounds(self) -> list[Round]:
        found = Round.objects.filter(division__in=self.divisions).order_by("number", "division")
        return [each for each in found if self.through is None or each.number <= self.through]

    @property
    def results(self) -> QuerySet[Result]:
        """What counts in these rounds; what counted, for an earlier moment."""
        return self._counted.filter(round__in=[each.pk for each in self.rounds])

    def results_of(self, event: Event) -> QuerySet[Result]:
        """Those of one of the events."""
        mine = {each.pk for each in self.divisions if each.event_id == event.pk}
        return self._counted.filter(round__in=[each.pk for each in self.rounds if each.division_id in mine])

    @property
    def _counted(self) -> QuerySet[Result]:
        found = Result.objects.all() if self.at is None else counted_at(self.at)
        return found.filter(place__entry__section=self.section) if self.section else found

    @cached_property
    def is_over(self) -> bool:
        """Every round is closed."""
        return bool(self.rounds) and all(each.state == State.COMPLETE for each in self.rounds)

    @cached_property
    def open_sheets(self) -> int:
        """Sheets of rounds that have begun, whose results are not there yet."""
        begun = [each.pk for each in self.rounds if each.started_at is not None]
        sheets = Sheet.objects.filter(round__in=begun, excused="", table__draw__state=Draw.State.PUBLISHED)
        return sheets.filter(Q(verified__isnull=True) | ~Q(verified=F("current"))).count()

    def before(self, moment: datetime) -> Scope:
        return replace(self, at=moment)


def counted_at(moment: datetime) -> QuerySet[Result]:
    return Result.ever.filter(Q(until__isnull=True) | Q(until__gt=moment), since__lte=moment)


@dataclass(frozen=True)
class Choice:
    """One of the scopes that a page offers. `query`: what its address asks for."""

    words: str
    query: str
    divisions: tuple[Division, ...]


def choices_in(tournament: Tournament) -> list[Choice]:
    """Each division, each event with several of them, and the tournament with several events."""
    divisions = list(divisions_of(tournament).order_by("event_id", "max_grade", "id"))
    by_event: dict[int, list[Division]] = {}
    for each in divisions:
        by_event.setdefault(each.event_id, []).append(each)
    found = [Choice(each.name, f"division={each.pk}", (each,)) for each in divisions]
    for pk, several in by_event.items():
        if len(several) > 1:
            found.append(Choice(f"All of {several[0].event.game}", f"event={pk}", tuple(several)))
    if len(by_event) > 1:
        found.append(Choice("Sweepstakes", "event=all", tuple(divisions)))
    return found
