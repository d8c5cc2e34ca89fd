"""Read models of a draw: its tables with everybody's marks, what a change would cost, its certificate and reasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from pairings.drafts import tables_of
from pairings.engine.bounds import least_spread
from pairings.engine.company import Company, Cost
from pairings.models import Draw, Seat, Table
from pairings.proposals import company_of, history_before
from tournament.rounds.models import Round


def current_draw(round_: Round) -> Draw | None:
    """The draft that is worked on, else the published one."""
    live = Draw.objects.filter(round=round_, state__in=[Draw.State.DRAFT, Draw.State.PUBLISHED])
    return live.select_related("round__division__event__book", "tournament").order_by("state").first()


@dataclass(frozen=True)
class Chip:
    """A player at a table. `cost`: of changing places with the one who is picked."""

    seat: Seat
    mates: int
    met: int
    twos: int
    points: float | None = None
    cost: Cost | None = None

    @property
    def tone(self) -> str:
        """Green where nothing gets worse, amber for a repeat or a school, red for a teammate."""
        if self.cost is None:
            return ""
        return "bad" if self.cost.clashes > 0 else "warn" if self.cost.repeats > 0 or self.cost.schools > 0 else "ok"


@dataclass(frozen=True)
class BoardTable:
    table: Table
    chips: tuple[Chip, ...]


class Board:
    """A draw as its page shows it, in a constant number of questions to the database."""

    def __init__(self, draw: Draw, picked: int | None = None) -> None:
        self.draw = draw
        self.seats = list(
            draw.seats.select_related(
                "table", "place__player__school", "place__entry__team__school", "place__division"
            ).order_by("table__number", "number")
        )
        self.picked = next((seat for seat in self.seats if seat.pk == picked), None)

    @cached_property
    def company(self) -> Company:
        return company_of(self.draw.round, [seat.place for seat in self.seats])

    @cached_property
    def seated(self) -> dict[int, list[Seat]]:
        tables: dict[int, list[Seat]] = {}
        for seat in self.seats:
            tables.setdefault(seat.table_id, []).append(seat)
        return tables

    @cached_property
    def _history(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        return history_before(self.draw.round)  # type: ignore[return-value]

    @cached_property
    def tables(self) -> list[BoardTable]:
        places = [[seat.place_id for seat in seats] for seats in self.seated.values()]
        costs = self.company.swaps(places, self.picked.place_id) if self.picked else {}
        twos: Counter[int] = Counter()
        for tables in self._history.values():
            largest = max(map(len, tables), default=0)
            twos.update(place for table in tables if len(table) < largest for place in table)
        found = []
        for seats in self.seated.values():
            chips = []
            for seat in seats:
                others = [other.place_id for other in seats if other is not seat]
                chips.append(
                    Chip(
                        seat,
                        sum(self.company.are_mates(seat.place_id, other) for other in others),
                        sum(self.company.met[frozenset({seat.place_id, other})] > 0 for other in others),
                        twos[seat.place_id],
                        self.company.points.get(seat.place_id, 0) if self.company.points else None,
                        costs.get(seat.place_id),
                    )
                )
            found.append(BoardTable(seats[0].table, tuple(chips)))
        return found

    @cached_property
    def cost(self) -> Cost:
        return self.company.of([[seat.place_id for seat in seats] for seats in self.seated.values()])

    @cached_property
    def cost_as_drawn(self) -> Cost:
        return self.company.of(self.draw.as_drawn)

    @property
    def by_hand(self) -> str:
        """What the changes by hand cost against the engine's tables."""
        return (self.cost - self.cost_as_drawn).words

    @property
    def is_as_drawn(self) -> bool:
        return sorted(map(sorted, self.draw.as_drawn)) == sorted(map(sorted, tables_of(self.draw)))

    @property
    def certificate(self) -> str:
        """`0 teammates · 0 repeats · 1 table of two, nobody for the second time`."""
        sizes = Counter(len(seats) for seats in self.seated.values())
        largest = max(sizes, default=0)
        small = {size: count for size, count in sizes.items() if size < largest}
        again = sum(chip.twos > 0 for table in self.tables if len(table.chips) < largest for chip in table.chips)
        parts = [_count(self.cost.clashes, "teammate pair"), _count(self.cost.repeats, "repeat")]
        if self.company.school:
            parts.append(_count(self.cost.schools, "pair of one school", "pairs of one school"))
        if self.company.points:
            parts.append(f"spread {self.cost.spread:g} points, at least {self.least_spread:g}")
        for size, count in sorted(small.items(), reverse=True):
            second = "nobody" if not again else "1 player" if again == 1 else f"{again} players"
            parts.append(f"{count} table{'s' * (count != 1)} of {size}, {second} for the second time")
        return " · ".join(parts)

    @cached_property
    def least_spread(self) -> float:
        """What no draw of these players at these tables can go below, in points."""
        points = self.company.points or {}
        seated = [seat.place_id for seat in self.seats]
        return least_spread([points.get(place, 0) for place in seated], [len(each) for each in self.seated.values()])

    @property
    def is_best(self) -> bool:
        """Nobody can draw this round with fewer teammates at a table, fewer repeats or nearer equals."""
        at_the_bound = self.cost.clashes <= self.draw.bound["clashes"] and self.cost.repeats == 0
        return at_the_bound and (not self.company.points or self.cost.spread <= self.least_spread)


def _count(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def reason(board: Board, seat: Seat) -> str:
    """Why somebody sits here, in a sentence that a parent accepts."""
    seats = board.seated[seat.table_id]
    others = [other for other in seats if other.pk != seat.pk]
    names = " and ".join(f"{other.place.name}" for other in others)
    mates = sum(board.company.are_mates(seat.place_id, other.place_id) for other in others)
    met = sum(board.company.met[frozenset({seat.place_id, other.place_id})] > 0 for other in others)
    swaps = board.company.swaps([[each.place_id for each in table] for table in board.seated.values()], seat.place_id)
    better = sum(cost.key < Cost().key for cost in swaps.values())
    first = f"{seat.place.name} plays {names} at table {seat.table.number}: "
    first += "nobody of the own team" if not mates else f"{mates} of the own team"
    first += ", which must be for somebody, as the team has more players than there are tables" * bool(
        mates and board.draw.bound["clashes"]
    )
    first += ", and nobody met before." if not met else f", and {met} met before."
    return first + (
        f" Of {len(swaps)} other seats none would make the round better."
        if not better
        else f" {better} of {len(swaps)} other seats would make the round better"
        + (": somebody chose this by hand." if not board.is_as_drawn else ".")
    )
