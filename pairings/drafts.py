"""How a draft is written down: its tables with their numbers and rooms, its seats, and the steps that can be undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import Max, QuerySet

from foundation.people.actor import Actor
from pairings.models import Draw, Seat, Step, Table
from pairings.numbers import table_numbers
from pairings.proposals import Proposal, company_of, method_of
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
        method=method_of(round_),
        seed=proposal.seed,
        found_by=proposal.found_by,
        bound={"clashes": clashes // len(proposal.rounds), "repeats": repeats, "spread": spread},
        as_drawn=[list(table) for table in tables if table],
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
    """Tables in order get the division's numbers in order, and an empty one leaves its number free."""
    numbered = [
        (number, room, places)
        for (number, room), places in zip(table_numbers(draw.round.division), tables, strict=False)
        if places
    ]
    made = Table.objects.bulk_create(Table(draw=draw, number=number, room=room) for number, room, _ in numbered)
    Seat.objects.bulk_create(
        Seat(draw=draw, table=table, number=at, place_id=place, is_locked=place in locked)
        for table, (_, _, places) in zip(made, numbered, strict=True)
        for at, place in enumerate(places, 1)
    )


def tables_of(draw: Draw) -> list[list[int]]:
    """Places by table, in the order of tables and seats."""
    tables: dict[int, list[int]] = {}
    for table, place in draw.seats.order_by("table__number", "number").values_list("table_id", "place_id"):
        tables.setdefault(table, []).append(place)
    return list(tables.values())


def tables_by_number(draw: Draw) -> list[list[int]]:
    """Places by table in the order of the division's numbers, with an empty list for a number that is not used."""
    seated: dict[int, list[int]] = {}
    for number, place in draw.seats.order_by("table__number", "number").values_list("table__number", "place_id"):
        seated.setdefault(number, []).append(place)
    found: list[list[int]] = []
    for number, _ in table_numbers(draw.round.division):
        if not seated:
            return found
        found.append(seated.pop(number, []))
    return found


def locked_seats(draw: Draw) -> dict[int, tuple[int, int]]:
    """Places that are locked, with the position of their table and their seat, both from 0."""
    locked = set(draw.seats.filter(is_locked=True).values_list("place_id", flat=True))
    tables = tables_of(draw)
    return {place: (at, seat) for at, table in enumerate(tables) for seat, place in enumerate(table) if place in locked}


def around_locks(tables: Sequence[Sequence[int]], locked: Mapping[int, tuple[int, int]]) -> list[list[int]]:
    """Tables and seats in an order in which who is locked sits where they sat: `locked[place]` is (table, seat)."""
    arranged: dict[int, list[int]] = {}
    rest = []
    for table in tables:
        kept = {place: locked[place] for place in table if place in locked}
        at = min((position for position, _ in kept.values()), default=len(tables))
        seated = _seated_around(list(table), {place: seat for place, (_, seat) in kept.items()})
        if at < len(tables):
            arranged[at] = seated
        else:
            rest.append(seated)
    free = iter(rest)
    return [arranged[at] if at in arranged else next(free) for at in range(len(tables))]


def _seated_around(table: list[int], seats: Mapping[int, int]) -> list[int]:
    """Who is locked on their chair, the others on the chairs that are left."""
    chairs: list[int | None] = [None] * len(table)
    for place, seat in seats.items():
        if seat < len(chairs) and chairs[seat] is None:
            chairs[seat] = place
    others = iter(place for place in table if place not in chairs)
    return [next(others) if place is None else place for place in chairs]


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
        draw=draw, words=words[:200], before={"tables": tables_by_number(draw), "locked": locked}, made_by=actor.user
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
