"""What the page of a draw shows: its tables with marks on each player, the cost of swaps, its quality, and reasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from pairings.drafts import places_by_table
from pairings.engine.bounds import least_spread
from pairings.engine.seating_costs import Cost, SeatingCosts
from pairings.models import Draw, Seat, Table
from pairings.proposals import seating_costs_of, tables_of_earlier_rounds, times_at_small_table
from rulebooks.wording import join_words, plural
from tournament.rounds.models import Round

FOUND_BY = {
    "a known design": "from a known design",
    "search": "by computer search",
    "sections": "section by section",
    "the ladder": "from the last round’s finishes",
    "by hand": "in roster order",
    "the fewest moves": "with the fewest moves",
    "level against level": "from the playoff matches",
}


def current_draw(round_: Round) -> Draw | None:
    """The round's draft if there is one, else its published draw."""
    live = Draw.objects.filter(round=round_, state__in=[Draw.State.DRAFT, Draw.State.PUBLISHED])
    return live.select_related("round__division__event__book", "tournament").order_by("state").first()


@dataclass(frozen=True)
class PlayerChip:
    """A player at a table. `cost`: what swapping with the picked player would change."""

    seat: Seat
    mates: int
    met: int
    times_at_small_table: int
    points: float | None = None
    cost: Cost | None = None

    @property
    def tone(self) -> str:
        """The color of the swap: ok if nothing gets worse, warn for a repeat or a school, bad for a teammate."""
        if self.cost is None:
            return ""
        return "bad" if self.cost.clashes > 0 else "warn" if self.cost.repeats > 0 or self.cost.schools > 0 else "ok"


@dataclass(frozen=True)
class BoardTable:
    table: Table
    chips: tuple[PlayerChip, ...]


class SeatingBoard:
    """A draw as its page shows it, read in a constant number of queries."""

    def __init__(self, draw: Draw, picked: int | None = None) -> None:
        self.draw = draw
        self.seats = list(
            draw.seats.select_related(
                "table", "place__player__school", "place__entry__team__school", "place__division"
            ).order_by("table__number", "number")
        )
        self.picked = next((seat for seat in self.seats if seat.pk == picked), None)

    @cached_property
    def costs(self) -> SeatingCosts:
        return seating_costs_of(self.draw.round, [seat.place for seat in self.seats])

    @cached_property
    def seated(self) -> dict[int, list[Seat]]:
        tables: dict[int, list[Seat]] = {}
        for seat in self.seats:
            tables.setdefault(seat.table_id, []).append(seat)
        return tables

    @cached_property
    def tables(self) -> list[BoardTable]:
        places = [[seat.place_id for seat in seats] for seats in self.seated.values()]
        swap_costs = self.costs.swap_costs(places, self.picked.place_id) if self.picked else {}
        small_table_counts = times_at_small_table(tables_of_earlier_rounds(self.draw.round).values())
        board_tables = []
        for seats in self.seated.values():
            chips = []
            for seat in seats:
                others = [other.place_id for other in seats if other is not seat]
                chips.append(
                    PlayerChip(
                        seat,
                        sum(self.costs.are_teammates(seat.place_id, other) for other in others),
                        sum(self.costs.met[frozenset({seat.place_id, other})] > 0 for other in others),
                        small_table_counts[seat.place_id],
                        self.costs.points.get(seat.place_id, 0) if self.costs.points else None,
                        swap_costs.get(seat.place_id),
                    )
                )
            board_tables.append(BoardTable(seats[0].table, tuple(chips)))
        return board_tables

    @cached_property
    def cost(self) -> Cost:
        return self.costs.cost_of_tables([[seat.place_id for seat in seats] for seats in self.seated.values()])

    @cached_property
    def cost_as_drawn(self) -> Cost:
        return self.costs.cost_of_tables(self.draw.as_drawn)

    @property
    def cost_of_manual_changes(self) -> str:
        """What the manual changes cost compared with the engine's tables, in words."""
        return (self.cost - self.cost_as_drawn).description

    @property
    def found_by(self) -> str:
        """How these tables were found, in words."""
        return FOUND_BY.get(self.draw.found_by, self.draw.found_by)

    @property
    def is_unchanged(self) -> bool:
        return sorted(map(sorted, self.draw.as_drawn)) == sorted(map(sorted, places_by_table(self.draw)))

    @property
    def summary(self) -> str:
        """The quality of the tables in words: `0 teammate pairs · 0 repeats · 1 table of 2, …`."""
        sizes = Counter(len(seats) for seats in self.seated.values())
        largest = max(sizes, default=0)
        small = {size: count for size, count in sizes.items() if size < largest}
        again = sum(
            chip.times_at_small_table > 0 for table in self.tables if len(table.chips) < largest for chip in table.chips
        )
        parts = [
            plural(self.cost.clashes, "1 teammate pair", "{count} teammate pairs"),
            plural(self.cost.repeats, "1 repeat", "{count} repeats"),
        ]
        if self.costs.school:
            parts.append(plural(self.cost.schools, "1 school pair", "{count} school pairs"))
        if self.costs.points:
            parts.append(f"point spread {self.cost.spread:g} (best possible {self.least_spread:g})")
        for size, count in sorted(small.items(), reverse=True):
            parts.append(plural(count, f"1 table of {size}", f"{{count}} tables of {size}"))
        if again:
            parts.append(plural(again, "1 player at a small table again", "{count} players at a small table again"))
        return " · ".join(parts)

    @cached_property
    def least_spread(self) -> float:
        """The least spread, in points, that these players can have at these tables."""
        points = self.costs.points or {}
        seated = [seat.place_id for seat in self.seats]
        return least_spread([points.get(place, 0) for place in seated], [len(each) for each in self.seated.values()])

    @property
    def is_optimal(self) -> bool:
        """Whether no draw of this round could have fewer clashes, fewer repeats, or less spread."""
        is_at_bound = self.cost.clashes <= self.draw.bound["clashes"] and self.cost.repeats == 0
        return is_at_bound and (not self.costs.points or self.cost.spread <= self.least_spread)


def explain_seat(board: SeatingBoard, seat: Seat) -> str:
    """Why a player sits here, in words that a parent understands."""
    seats = board.seated[seat.table_id]
    others = [other for other in seats if other.pk != seat.pk]
    name, names = seat.place.name, join_words(other.place.name for other in others)
    mates = sum(board.costs.are_teammates(seat.place_id, other.place_id) for other in others)
    met = sum(board.costs.met[frozenset({seat.place_id, other.place_id})] > 0 for other in others)
    swaps = board.costs.swap_costs(
        [[each.place_id for each in table] for table in board.seated.values()], seat.place_id
    )
    better = sum(cost.key < Cost().key for cost in swaps.values())
    sentences = [f"{name} plays {names} at Table {seat.table.number}."]
    if not mates:
        sentences.append("No teammates are at this table.")
    else:
        sentences.append(plural(mates, "1 teammate is at this table.", "{count} teammates are at this table."))
        if board.draw.bound["clashes"]:
            sentences.append("The team has more players than there are tables, so some teammates must meet.")
    if not met:
        sentences.append(f"{name} hasn’t played anyone here before.")
    else:
        sentences.append(
            plural(
                met,
                f"{name} played 1 of these players in an earlier round.",
                f"{name} played {{count}} of these players in earlier rounds.",
            )
        )
    if not better:
        sentences.append("No swap with another table would make this round better.")
    else:
        sentences.append(
            plural(better, "1 swap would make this round better.", "{count} swaps would make this round better.")
        )
        if not board.is_unchanged:
            sentences.append("These tables were changed by hand.")
    return " ".join(sentences)
