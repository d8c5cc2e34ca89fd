"""Whose results are added up: a division, one of its sections, an event or a whole tournament; as of when."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, reduce
from operator import or_
from typing import TypeVar

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from foundation.tournaments import Tournament
from pairings.models import Draw
from scoring.models import Adjustment, Result, Sheet
from tournament.models import Division, Event
from tournament.queries import divisions_of
from tournament.rosters.models import TeamEntry
from tournament.rounds.models import Playoff, Round, RoundState

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Extent:
    """`through`: the rounds up to this number. `at`: as it was at that moment, not as it is now."""

    through: int | None = None
    at: datetime | None = None


@dataclass(frozen=True)
class Scope:
    """`through` and `at` are the same for all divisions, except for those that `extents` names by their key.

    `playoff`: the rounds in which teams or players play it off; else those that everybody plays, and only those.
    """

    divisions: tuple[Division, ...]
    section: str = ""
    through: int | None = None
    at: datetime | None = None
    extents: tuple[tuple[int, Extent], ...] = ()
    playoff: str = ""

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

    def extent_of(self, division: int) -> Extent:
        return dict(self.extents).get(division) or Extent(self.through, self.at)

    @cached_property
    def rounds(self) -> list[Round]:
        found = Round.objects.filter(division__in=self.divisions, playoff=self.playoff).order_by("number", "division")
        through = {each.pk: self.extent_of(each.pk).through for each in self.divisions}
        return [each for each in found if (last := through[each.division_id]) is None or each.number <= last]

    @property
    def results(self) -> QuerySet[Result]:
        """What counts in these rounds; what counted, for an earlier moment."""
        return self._of_section(Result.ever.filter(self._counted(self.rounds, "round")))

    def results_of(self, event: Event) -> QuerySet[Result]:
        """Those of one of the events."""
        return self._of_section(Result.ever.filter(self._counted(self._rounds_of(event), "round")))

    def adjustments_of(self, event: Event) -> QuerySet[Adjustment]:
        """What judges took off the scores of one of the events."""
        return self._of_section(Adjustment.objects.filter(self._counted(self._rounds_of(event), "sheet__round")))

    def _rounds_of(self, event: Event) -> list[Round]:
        mine = {each.pk for each in self.divisions if each.event_id == event.pk}
        return [each for each in self.rounds if each.division_id in mine]

    def _counted(self, rounds: Iterable[Round], way: str) -> Q:
        """`way`: from what is counted to its round."""
        by_moment: dict[datetime | None, list[int]] = defaultdict(list)
        for each in rounds:
            by_moment[self.extent_of(each.division_id).at].append(each.pk)
        return _any_of(counted(at) & Q((f"{way}__in", keys)) for at, keys in by_moment.items())

    def _of_section(self, found: QuerySet[M]) -> QuerySet[M]:
        return found.filter(place__entry__section=self.section) if self.section else found

    @cached_property
    def is_over(self) -> bool:
        """Every round is closed."""
        return bool(self.rounds) and all(each.state == RoundState.COMPLETE for each in self.rounds)

    @cached_property
    def open_sheets(self) -> int:
        """Sheets of rounds that have begun, whose results are not there yet."""
        begun = [each.pk for each in self.rounds if each.started_at is not None]
        sheets = Sheet.objects.filter(round__in=begun, excused="", table__draw__state=Draw.State.PUBLISHED)
        return sheets.filter(Q(verified__isnull=True) | ~Q(verified=F("current"))).count()

    def before(self, moment: datetime) -> Scope:
        return replace(self, at=moment)


def counted(moment: datetime | None) -> Q:
    """What counts now, or counted at a moment."""
    if moment is None:
        return Q(until__isnull=True)
    return Q(until__isnull=True, since__lte=moment) | Q(until__gt=moment, since__lte=moment)


def _any_of(conditions: Iterable[Q]) -> Q:
    """None of them: nothing."""
    return reduce(or_, conditions, Q(pk__in=[]))


@dataclass(frozen=True)
class Choice:
    """One of the scopes that a page offers. `query`: what its address asks for. `game`: of a division, where several
    events have one of that name."""

    words: str
    query: str
    divisions: tuple[Division, ...]
    game: str = ""
    playoff: str = ""

    @property
    def of_playoff(self) -> str:
        """`team playoffs`, if it is of those."""
        return Playoff(self.playoff).label if self.playoff else ""


def choices_in(tournament: Tournament) -> list[Choice]:
    """Each division, its playoffs, each event with several divisions, and the tournament with several events."""
    called = {
        f"has_{playoff}": Exists(Round.objects.filter(division=OuterRef("pk"), playoff=playoff)) for playoff in Playoff
    }
    divisions = list(divisions_of(tournament).annotate(**called).order_by("event_id", "max_grade", "id"))
    by_event: dict[int, list[Division]] = {}
    for each in divisions:
        by_event.setdefault(each.event_id, []).append(each)
    names = Counter(each.name for each in divisions)
    found = [
        Choice(each.name, f"division={each.pk}", (each,), each.event.game if names[each.name] > 1 else "")
        for each in divisions
    ]
    found += [playoff for each in found for playoff in _playoffs(each)]
    for pk, several in by_event.items():
        if len(several) > 1:
            found.append(Choice(f"All of {several[0].event.game}", f"event={pk}", tuple(several)))
    if len(by_event) > 1:
        found.append(Choice("Sweepstakes", "event=all", tuple(divisions)))
    return found


def _playoffs(choice: Choice) -> Iterator[Choice]:
    """Those that were called in a division."""
    [division] = choice.divisions
    for playoff in Playoff:
        if getattr(division, f"has_{playoff}"):
            words, query = f"{choice.words}: {playoff.label}", f"{choice.query}&playoff={playoff}"
            yield replace(choice, words=words, query=query, playoff=playoff.value)


def sections_of(division: Division | None) -> list[str]:
    """By their letters, where a division sits in sections."""
    if division is None or division.event.seating != "sections":
        return []
    entries = TeamEntry.objects.filter(division=division).exclude(section="")
    return list(entries.order_by("section").values_list("section", flat=True).distinct())
