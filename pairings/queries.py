"""How many tables and game sets a number of players needs, and the table numbers of a division."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby

from django.db.models import Count, Max, Q

from foundation.tournaments import Tournament
from pairings.engine.sizes import SizesError, table_sizes
from pairings.models import Draw
from rulebooks.wording import join_words, plural
from tournament.books import edition_of
from tournament.models import Division, Event
from tournament.rooms.models import Tables
from tournament.rosters.checkin.models import PLAYING
from tournament.rosters.checkin.queries import attendance_by_division
from tournament.rounds.models import Round


@dataclass(frozen=True)
class DivisionPlan:
    """The tables that a division needs, with one game set each. `tables_in_rooms`: tables with a number in a room."""

    division: Division
    players: int
    sizes: tuple[int, ...]
    problem: str = ""
    tables_in_rooms: int | None = None

    @property
    def tables(self) -> int:
        return len(self.sizes)

    @property
    def sentence(self) -> str:
        if not self.sizes:
            return self.problem or "no players yet"
        counts = Counter(self.sizes)
        return join_words(
            plural(counts[size], f"1 table of {size}", f"{{count}} tables of {size}")
            for size in sorted(counts, reverse=True)
        )

    @property
    def tables_without_room(self) -> int:
        """How many tables have no number in a room; 0 if no rooms were named."""
        return max(0, self.tables - self.tables_in_rooms) if self.tables_in_rooms else 0


def table_plan(division: Division, players: int) -> DivisionPlan:
    """The tables for this many players by the event's rule book; `problem` says why if they can't be seated."""
    sizes = edition_of(division.event).tables
    try:
        seats = table_sizes(players, minimum=sizes.minimum, preferred=division.event.table_size, maximum=sizes.maximum)
    except SizesError as problem:
        return DivisionPlan(division, players, (), str(problem))
    return DivisionPlan(division, players, seats)


def plans_by_attendance(event: Event) -> list[DivisionPlan]:
    """The tables for everyone who isn't absent or withdrawn, compared with the tables in the rooms."""
    tables_in_rooms: Counter[int] = Counter()
    for each in Tables.objects.filter(division__event=event):
        tables_in_rooms[each.division_id] += each.count
    plans = [table_plan(each.division, each.playing) for each in attendance_by_division(event) if each.all]
    return [replace(plan, tables_in_rooms=tables_in_rooms[plan.division.pk]) for plan in plans]


def expected_players(tournament: Tournament) -> dict[int, int]:
    """The number of players by division who aren't absent or withdrawn."""
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
    """Totals by event. Events aren't added up, because the same students often play them in turn at the same tables."""
    by_event = groupby(plans, key=lambda plan: plan.division.event)
    groups = [(event.game, list(group)) for event, group in by_event]
    return [EventTotal(game, sum(p.players for p in group), sum(p.tables for p in group)) for game, group in groups]


def rounds_with_tables(rounds: Sequence[Round]) -> set[int]:
    """The keys of those rounds that have a draft or published tables."""
    live = Draw.objects.filter(round__in=rounds, state__in=[Draw.State.DRAFT, Draw.State.PUBLISHED])
    return set(live.values_list("round", flat=True))


def table_numbers(division: Division) -> Iterator[tuple[int, str]]:
    """The division's table numbers with their rooms; when they run out, the numbers after the last one of the event."""
    blocks = list(Tables.objects.filter(division=division).select_related("room").order_by("first"))
    for block in blocks:
        yield from ((number, block.room.name) for number in range(block.first, block.last + 1))
    of_event = Tables.objects.filter(division__event_id=division.event_id).aggregate(last=Max("last"))["last"]
    yield from ((number, "") for number in count((of_event or 0) + 1 if blocks else 1))
