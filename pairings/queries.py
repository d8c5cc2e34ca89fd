"""Read models of seating: the plan of tables and game sets that a number of players needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Count, Q

from foundation.tournaments import Tournament
from pairings.engine import SizesError, table_sizes
from tournament.books import edition_of
from tournament.models import Division, Event
from tournament.rooms.models import Tables
from tournament.rosters.checkin.models import PLAYING
from tournament.rosters.checkin.queries import attendance_by_division


@dataclass(frozen=True)
class DivisionPlan:
    """What a division needs. One game set lies on each table."""

    division: Division
    players: int
    sizes: tuple[int, ...]
    problem: str = ""
    laid_out: int | None = None

    @property
    def tables(self) -> int:
        return len(self.sizes)

    @property
    def sentence(self) -> str:
        if not self.sizes:
            return self.problem or "no players yet"
        counts = Counter(self.sizes)
        parts = [f"{counts[size]} table{'s' * (counts[size] > 1)} of {size}" for size in sorted(counts, reverse=True)]
        return " and ".join(parts)

    @property
    def too_few(self) -> int:
        """Tables that have no number in a room; nothing where no rooms were named."""
        return max(0, self.tables - self.laid_out) if self.laid_out else 0


def plan_of(division: Division, players: int) -> DivisionPlan:
    """Tables by the sizes of the event's edition; an impossible number says why."""
    sizes = edition_of(division.event).tables
    try:
        seats = table_sizes(players, minimum=sizes.minimum, preferred=division.event.table_size, maximum=sizes.maximum)
    except SizesError as problem:
        return DivisionPlan(division, players, (), str(problem))
    return DivisionPlan(division, players, seats)


def plans_by_attendance(event: Event) -> list[DivisionPlan]:
    """Tables for everybody who is not absent or withdrawn, and whether the rooms have as many."""
    laid_out: Counter[int] = Counter()
    for each in Tables.objects.filter(division__event=event):
        laid_out[each.division_id] += each.count
    plans = [plan_of(each.division, each.playing) for each in attendance_by_division(event) if each.all]
    return [replace(plan, laid_out=laid_out[plan.division.pk]) for plan in plans]


def expected_in(tournament: Tournament) -> dict[int, int]:
    """Players by division who are not absent or withdrawn."""
    away = Q(places__attendance__isnull=False) & ~Q(places__attendance__status__in=PLAYING)
    counted = Count("places", filter=Q(places__is_alternate=False) & ~away)
    divisions = Division.objects.filter(event__tournament=tournament).annotate(players=counted)
    return dict(divisions.order_by().values_list("pk", "players"))


@dataclass(frozen=True)
class EventTotal:
    game: str
    players: int
    tables: int


def totals_of(plans: Iterable[DivisionPlan]) -> list[EventTotal]:
    """By event: one is played after the other, often by the same children at the same tables."""
    by_event = groupby(plans, key=lambda plan: plan.division.event)
    groups = [(event.game, list(group)) for event, group in by_event]
    return [EventTotal(game, sum(p.players for p in group), sum(p.tables for p in group)) for game, group in groups]
