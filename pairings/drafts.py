"""Reads and writes the tables and seats of drafts, and the steps that can be undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Max, QuerySet

from foundation.errors import EditConflict
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from pairings.engine.seating_costs import Cost
from pairings.models import STEP_SENTENCE, DraftStep, Draw, Seat, Table
from pairings.proposals import Proposal, seating_costs_of, seating_method
from pairings.queries import table_numbers
from tournament.rosters.models import Place
from tournament.rounds.models import Round


def save_draft(actor: Actor, round_: Round, tables: Sequence[Sequence[int]], proposal: Proposal) -> Draw:
    """Save the engine's proposal as the draft of a round, and discard the previous draft."""
    discard_drafts(Draw.objects.filter(round=round_, state=Draw.State.DRAFT))
    clashes, repeats, spread = proposal.bound
    draw = Draw.objects.create(
        tournament=round_.tournament,
        round=round_,
        version=next_version(round_),
        method=seating_method(round_),
        seed=proposal.seed,
        found_by=proposal.found_by,
        bound={"clashes": clashes // len(proposal.rounds), "repeats": repeats, "spread": spread},
        as_drawn=[list(table) for table in tables if table],
        without_results=proposal.without_results,
        made_by=actor.user,
    )
    create_seats(draw, tables, set())
    return draw


def discard_drafts(drafts: QuerySet[Draw]) -> None:
    """Delete the tables and seats of drafts. The draws stay, marked as discarded, with what the engine drew."""
    Table.objects.filter(draw__in=drafts).delete()
    drafts.update(state=Draw.State.DISCARDED)


def next_version(round_: Round) -> int:
    return (Draw.objects.filter(round=round_).aggregate(last=Max("version"))["last"] or 0) + 1


def create_seats(draw: Draw, tables: Sequence[Sequence[int]], locked: set[int]) -> None:
    """Create tables and seats. Tables get the division's numbers in order; an empty one leaves its number unused."""
    numbered = [
        (number, room, places)
        for (number, room), places in zip(table_numbers(draw.round.division), tables, strict=False)
        if places
    ]
    created = Table.objects.bulk_create(Table(draw=draw, number=number, room=room) for number, room, _ in numbered)
    Seat.objects.bulk_create(
        Seat(draw=draw, table=table, number=number, place_id=place, is_locked=place in locked)
        for table, (_, _, places) in zip(created, numbered, strict=True)
        for number, place in enumerate(places, 1)
    )


def places_by_table(draw: Draw) -> list[list[int]]:
    """Keys of roster spots by table, in order of tables and seats."""
    tables: dict[int, list[int]] = {}
    for table, place in draw.seats.order_by("table__number", "number").values_list("table_id", "place_id"):
        tables.setdefault(table, []).append(place)
    return list(tables.values())


def places_by_table_number(draw: Draw) -> list[list[int]]:
    """Keys of roster spots by table, in order of the division's numbers; an empty list for an unused number."""
    seated: dict[int, list[int]] = {}
    for number, place in draw.seats.order_by("table__number", "number").values_list("table__number", "place_id"):
        seated.setdefault(number, []).append(place)
    tables: list[list[int]] = []
    for number, _ in table_numbers(draw.round.division):
        if not seated:
            return tables
        tables.append(seated.pop(number, []))
    return tables


def locked_seats(draw: Draw) -> dict[int, tuple[int, int]]:
    """Locked roster spots with the index of their table and the index of their seat."""
    locked = set(draw.seats.filter(is_locked=True).values_list("place_id", flat=True))
    tables = enumerate(places_by_table(draw))
    return {place: (index, seat) for index, table in tables for seat, place in enumerate(table) if place in locked}


def arrange_around_locks(tables: Sequence[Sequence[int]], locked: Mapping[int, tuple[int, int]]) -> list[list[int]]:
    """Reorder tables and seats so that locked players keep theirs. `locked[place]` is (table, seat)."""
    arranged: dict[int, list[int]] = {}
    rest = []
    for table in tables:
        kept = {place: locked[place] for place in table if place in locked}
        index = min((position for position, _ in kept.values()), default=len(tables))
        seated = _fill_chairs(list(table), {place: seat for place, (_, seat) in kept.items()})
        if index < len(tables):
            arranged[index] = seated
        else:
            rest.append(seated)
    free = iter(rest)
    return [arranged[index] if index in arranged else next(free) for index in range(len(tables))]


def _fill_chairs(table: list[int], seats: Mapping[int, int]) -> list[int]:
    """Locked players on their own chairs, the others on the remaining chairs."""
    chairs: list[int | None] = [None] * len(table)
    for place, seat in seats.items():
        if seat < len(chairs) and chairs[seat] is None:
            chairs[seat] = place
    others = iter(place for place in table if place not in chairs)
    return [next(others) if place is None else place for place in chairs]


def get_seat(draw: Draw, seat_id: int) -> Seat:
    """A seat of this draw. Raises an `EditConflict` if the draft has changed and the seat is gone."""
    seat = draw.seats.select_related("place__player", "place__entry__team", "table").filter(pk=seat_id).first()
    if seat is None:
        raise EditConflict("Someone else changed this draft. Reload the page.")
    return seat


def swap_places(seat: Seat, other: Seat) -> None:
    """Swap the players of two seats. Both seats are deleted first, because a player may not have two seats."""
    one, two = seat.place_id, other.place_id
    Seat.objects.filter(pk__in=[seat.pk, other.pk]).delete()
    Seat.objects.bulk_create(
        Seat(pk=each.pk, draw_id=each.draw_id, table_id=each.table_id, number=each.number, place_id=place)
        for each, place in ((seat, two), (other, one))
    )


def record_step(actor: Actor, draw: Draw, **data: str) -> None:
    """Record the tables as they are now, so that a change can be undone. `data`: that of one of `STEP_SENTENCES`."""
    locked = list(draw.seats.filter(is_locked=True).values_list("place_id", flat=True))
    DraftStep.objects.create(
        draw=draw,
        words=STEP_SENTENCE.format_map(data)[:200],
        data=data,
        before={"tables": places_by_table_number(draw), "locked": locked},
        made_by=actor.user,
    )


def seated_places(draw: Draw) -> list[Place]:
    """The roster spots that have a seat in a draw."""
    return list(
        Place.objects.filter(seats__draw=draw).select_related("player__school", "entry__team__school").order_by("id")
    )


def swap_cost(draw: Draw, seat: Seat, other: Seat) -> Cost:
    costs = seating_costs_of(draw.round, seated_places(draw))
    return costs.swap_costs(places_by_table(draw), seat.place_id)[other.place_id]


def moved_places(before: Draw, after: Draw) -> list[int]:
    """Roster spots whose table or seat changed, and those that are new or gone."""

    def seated(draw: Draw) -> dict[int, tuple[int, int]]:
        rows = draw.seats.values_list("place_id", "table__number", "number")
        return {place: (table, number) for place, table, number in rows}

    old, new = seated(before), seated(after)
    return sorted(place for place in old.keys() | new.keys() if old.get(place) != new.get(place))


def tables_to_reprint(before: Draw, after: Draw) -> list[int]:
    """Numbers of the tables whose scoresheet must be printed again."""

    def sheets(draw: Draw) -> dict[int, tuple[int, ...]]:
        tables: dict[int, list[int]] = {}
        for table, place in draw.seats.order_by("table__number", "number").values_list("table__number", "place_id"):
            tables.setdefault(table, []).append(place)
        return {number: tuple(places) for number, places in tables.items()}

    old, new = sheets(before), sheets(after)
    return sorted(number for number, places in new.items() if old.get(number) != places)


def delete_steps(tournament: Tournament) -> None:
    """Remove student names from drafts: the descriptions of steps hold them."""
    DraftStep.objects.filter(draw__tournament=tournament).delete()
