"""The scope of a list: a division, one of its sections, an event, or the whole tournament, and as of when."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, reduce
from operator import or_
from typing import TypeVar

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from foundation.tournaments import Tournament
from pairings.models import Draw
from scoring.models import Adjustment, Result, Sheet
from tournament.models import Division, Event
from tournament.queries import divisions_of
from tournament.rosters.models import TeamEntry
from tournament.rounds.models import Playoff, Round, RoundState

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class ScopeLimit:
    """`through`: rounds up to this number. `at`: results as they were at that moment, not as they are now."""

    through: int | None = None
    at: datetime | None = None


@dataclass(frozen=True)
class Scope:
    """Which results count. `through` and `at` limit all divisions, except those that `limits` lists by key.

    `playoff`: count only this kind of playoff round. Empty: count only the rounds that everyone plays.
    """

    divisions: tuple[Division, ...]
    section: str = ""
    through: int | None = None
    at: datetime | None = None
    limits: tuple[tuple[int, ScopeLimit], ...] = ()
    playoff: str = ""

    @property
    def division(self) -> Division | None:
        """The division, if there is only one."""
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
        """The event's tie-breaks; across several events, only if all have the same ones."""
        of_events = [each.tie_breaks for each in self.events]
        return list(of_events[0]) if all(each == of_events[0] for each in of_events) else []

    def limit_of(self, division: int) -> ScopeLimit:
        return dict(self.limits).get(division) or ScopeLimit(self.through, self.at)

    @cached_property
    def rounds(self) -> list[Round]:
        rounds = Round.objects.filter(division__in=self.divisions, playoff=self.playoff).order_by("number", "division")
        through = {each.pk: self.limit_of(each.pk).through for each in self.divisions}
        return [each for each in rounds if (last := through[each.division_id]) is None or each.number <= last]

    @property
    def results(self) -> QuerySet[Result]:
        """The results that count in these rounds, or that counted at an earlier moment."""
        return self._in_section(Result.with_replaced.filter(self._counted(self.rounds, "round")))

    def results_of(self, event: Event) -> QuerySet[Result]:
        """The results of one of the events."""
        return self._in_section(Result.with_replaced.filter(self._counted(self._rounds_of(event), "round")))

    def adjustments_of(self, event: Event) -> QuerySet[Adjustment]:
        """The points that judges added or took away in one of the events."""
        return self._in_section(Adjustment.objects.filter(self._counted(self._rounds_of(event), "sheet__round")))

    def _rounds_of(self, event: Event) -> list[Round]:
        divisions = {each.pk for each in self.divisions if each.event_id == event.pk}
        return [each for each in self.rounds if each.division_id in divisions]

    def _counted(self, rounds: Iterable[Round], round_lookup: str) -> Q:
        """Return the condition for rows that count in these rounds. `round_lookup`: how a row leads to its round."""
        by_moment: dict[datetime | None, list[int]] = defaultdict(list)
        for each in rounds:
            by_moment[self.limit_of(each.division_id).at].append(each.pk)
        return _any_of(counted_at(at) & Q((f"{round_lookup}__in", keys)) for at, keys in by_moment.items())

    def _in_section(self, rows: QuerySet[M]) -> QuerySet[M]:
        return rows.filter(place__entry__section=self.section) if self.section else rows

    @cached_property
    def is_over(self) -> bool:
        """Whether every round is closed."""
        return bool(self.rounds) and all(each.state == RoundState.COMPLETE for each in self.rounds)

    @cached_property
    def open_sheets(self) -> int:
        """The number of scoresheets in rounds that have begun that aren't verified yet."""
        begun = [each.pk for each in self.rounds if each.started_at is not None]
        sheets = Sheet.objects.filter(round__in=begun, excused="", table__draw__state=Draw.State.PUBLISHED)
        return sheets.filter(Q(verified__isnull=True) | ~Q(verified=F("current"))).count()

    def before(self, moment: datetime) -> Scope:
        return replace(self, at=moment)


def counted_at(moment: datetime | None) -> Q:
    """Return the condition for rows that count now (None), or that counted at a moment."""
    if moment is None:
        return Q(until__isnull=True)
    return Q(until__isnull=True, since__lte=moment) | Q(until__gt=moment, since__lte=moment)


def _any_of(conditions: Iterable[Q]) -> Q:
    """Combine conditions with OR; without any, nothing matches."""
    return reduce(or_, conditions, Q(pk__in=[]))


@dataclass(frozen=True)
class ScopeChoice:
    """A scope that a page offers. `query`: its query string. `game`: set if the division's name isn't unique."""

    query: str
    divisions: tuple[Division, ...]
    game: str = ""
    playoff: str = ""

    @property
    def words(self) -> str:
        """`Elementary`, `Elementary: team playoffs`, `Equations, all divisions`, or `Sweepstakes`."""
        division = self.divisions[0]
        if self.playoff:
            return gettext("{division}: {playoff}").format(division=division.name, playoff=self.playoff_label)
        if len(self.divisions) == 1:
            return division.name
        if len({each.event_id for each in self.divisions}) == 1:
            return gettext("{game}, all divisions").format(game=division.event.game)
        return gettext("Sweepstakes")

    @property
    def playoff_label(self) -> str:
        """`team playoffs`, or nothing if this isn't a playoff."""
        return str(Playoff(self.playoff).label) if self.playoff else ""


def scope_choices(tournament: Tournament) -> list[ScopeChoice]:
    """Return each division, its playoffs, each event with several divisions, and the sweepstakes of several events."""
    has_playoffs = {
        f"has_{playoff}": Exists(Round.objects.filter(division=OuterRef("pk"), playoff=playoff)) for playoff in Playoff
    }
    divisions = list(divisions_of(tournament).annotate(**has_playoffs).order_by("event_id", "max_grade", "id"))
    by_event: dict[int, list[Division]] = {}
    for each in divisions:
        by_event.setdefault(each.event_id, []).append(each)
    names = Counter(each.name for each in divisions)
    choices = [
        ScopeChoice(f"division={each.pk}", (each,), each.event.game if names[each.name] > 1 else "")
        for each in divisions
    ]
    choices += [playoff for each in choices for playoff in _playoff_choices(each)]
    for pk, of_event in by_event.items():
        if len(of_event) > 1:
            choices.append(ScopeChoice(f"event={pk}", tuple(of_event)))
    if len(by_event) > 1:
        choices.append(ScopeChoice("event=all", tuple(divisions)))
    return choices


def _playoff_choices(choice: ScopeChoice) -> Iterator[ScopeChoice]:
    """Yield the playoffs of a division that have been set up."""
    [division] = choice.divisions
    for playoff in Playoff:
        if getattr(division, f"has_{playoff}"):
            yield replace(choice, query=f"{choice.query}&playoff={playoff}", playoff=playoff.value)


def sections_in(division: Division | None) -> list[str]:
    """Return the section letters of a division, or nothing if it doesn't sit in sections."""
    if division is None or division.event.seating != "sections":
        return []
    entries = TeamEntry.objects.filter(division=division).exclude(section="")
    return list(entries.order_by("section").values_list("section", flat=True).distinct())
