"""How a draft is written down: its tables with their numbers and rooms, its seats, and the steps that can be undone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice

from django.db.models import Max, QuerySet

from pairings.models import Draw, Seat, Step, Table
from pairings.proposals import Proposal, company_of
from tournament.models import Division
from tournament.people.actor import Actor
from tournament.rooms.models import Tables
from tournament.rosters.models import Place
from tournament.rounds.models import Round


def keep(actor: Actor, round_: Round, tables: Sequence[Sequence[int]], proposal: Proposal) -> Draw:
    """A proposal of the engine as the draft of a round; the draft before it is thrown away."""
    throw_away(Draw.objects.filter(round=round_, state=Draw.State.DRAFT))
    clashes, repeats, spread = proposal.bound
    draw = Draw.objects.create(
        tournament=round_.tournament,
        round=round_,
        version=next_version(round_),
        method=round_.division.event.seating,
        seed=proposal.seed,
        found_by=proposal.found_by,
        bound={"clashes": clashes, "repeats": repeats, "spread": spread},
        as_drawn=[list(table) for table in tables],
        without_results=proposal.without_results,
        made_by=actor.user,
    )
    seat_everybody(draw, tables, set())
    return draw


def throw_away(drafts: QuerySet[Draw]) -> None:
    """That there was such a draft is kept, with what the engine drew; its seats are nobody's any more."""
    Table.objects.filter(draw__in=drafts).delete()
    drafts.update(state=Draw.State.DISCARDED)


def next_version(round_: Round) -> int:
    return (Draw.objects.filter(round=round_).aggregate(last=Max("version"))["last"] or 0) + 1


def seat_everybody(draw: Draw, tables: Sequence[Sequence[int]], locked: set[int]) -> None:
    """Tables in order get the division's numbers in order; places sit around each as they are listed."""
    numbers = islice(table_numbers(draw.round.division), len(tables))
    made = Table.objects.bulk_create(Table(draw=draw, number=number, room=room) for number, room in numbers)
    Seat.objects.bulk_create(
        Seat(draw=draw, table=table, number=at, place_id=place, is_locked=place in locked)
        for table, places in zip(made, tables, strict=True)
        for at, place in enumerate(places, 1)
    )


def table_numbers(division: Division) -> Iterator[tuple[int, str]]:
    """The division's numbers with their rooms; when they run out, the ones after the last of the event."""
    laid_out = list(Tables.objects.filter(division=division).select_related("room").order_by("first"))
    for each in laid_out:
        yield from ((number, each.room.name) for number in range(each.first, each.last + 1))
    of_event = Tables.objects.filter(division__event_id=division.event_id).aggregate(last=Max("last"))["last"]
    yield from ((number, "") for number in count((of_event or 0) + 1 if laid_out else 1))


def tables_of(draw: Draw) -> list[list[int]]:
    """Places by table, in the order of tables and seats."""
    tables: dict[int, list[int]] = {}
    for table, place in draw.seats.order_by("table__number", "number").values_list("table_id", "place_id"):
        tables.setdefault(table, []).append(place)
    return list(tables.values())


def change_places(seat: Seat, other: Seat) -> None:
    """In one statement each way would break the rule that nobody sits twice: both get up first."""
    one, two = seat.place_id, other.place_id
    Seat.objects.filter(pk__in=[seat.pk, other.pk]).delete()
    Seat.objects.bulk_create(
        Seat(pk=each.pk, draw_id=each.draw_id, table_id=each.table_id, number=each.number, place_id=place)
        for each, place in ((seat, two), (other, one))
    )


def remember(actor: Actor, draw: Draw, words: str) -> None:
    locked = list(draw.seats.filter(is_locked=True).values_list("place_id", flat=True))
    Step.objects.create(
        draw=draw, words=words[:200], before={"tables": tables_of(draw), "locked": locked}, made_by=actor.user
    )


def places_of(draw: Draw) -> list[Place]:
    """Everybody who sits in a draw."""
    return list(
        Place.objects.filter(seats__draw=draw).select_related("player__school", "entry__team__school").order_by("id")
    )


def cost_of_swap(draw: Draw, seat: Seat, other: Seat) -> str:
    company = company_of(draw.round, places_of(draw))
    return company.swaps(tables_of(draw), seat.place_id)[other.place_id].words


def who_moves(before: Draw, after: Draw) -> list[int]:
    """Places that have another table or seat, or that are new or gone."""

    def seated(draw: Draw) -> dict[int, tuple[int, int]]:
        rows = draw.seats.values_list("place_id", "table__number", "number")
        return {place: (table, number) for place, table, number in rows}

    old, new = seated(before), seated(after)
    return sorted(place for place in old.keys() | new.keys() if old.get(place) != new.get(place))


def tables_to_print(before: Draw, after: Draw) -> list[int]:
    """Numbers of the tables whose sheet must be printed again."""

    def sheets(draw: Draw) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for table, place in draw.seats.order_by("table__number", "number").values_list("table__number", "place_id"):
            found.setdefault(table, []).append(place)
        return {number: tuple(places) for number, places in found.items()}

    old, new = sheets(before), sheets(after)
    return sorted(number for number, places in new.items() if old.get(number) != places)
