"""Player cards: for each round drawn so far the room, table and seat. Eight to a page, or four, for cutting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from foundation.errors import Refused
from pairings.models import Draw, Seat
from printing.cutting import in_order, piled
from printing.documents import About, Asked, Option, Report, document
from printing.press.copies import Copy
from printing.setting import set_copies
from tournament.models import Division
from tournament.rosters.models import Place
from tournament.rosters.sort_keys import place_sort_key

ON_A_PAGE = 8
OF_MANY_ROUNDS = 4  # as many cards are on a page when there are more rounds than fit on a small one
FEW_ROUNDS = 6
VERY_FEW_ROUNDS = 3  # set large: a child reads the card on the way
MOST_ROUNDS = 16
ORDER = Option(
    "order",
    "Order",
    {"stacked": "stacked: cut the pile once, and put the piles on each other", "pages": "page by page"},
)

Seats = Mapping[int, Seat]


@document(
    "player-cards",
    "Player cards",
    about=About.DIVISION,
    group="Where to go",
    words="For each player: room, table and seat of every round drawn so far. Several to a page, for cutting.",
    options=(ORDER,),
)
def player_cards(asked: Asked, report: Report) -> Iterator[bytes]:
    division = asked.the_division
    players = seats_by_place(division)
    if not players:
        raise Refused(f"{division} has no tables yet. Draw and publish a round first.")
    rounds = sorted({number for _, seats in players for number in seats})[-MOST_ROUNDS:]
    stacked = asked.option(ORDER) == "stacked"
    size = ON_A_PAGE if len(rounds) <= FEW_ROUNDS else OF_MANY_ROUNDS
    pages = asked.cut((piled if stacked else in_order)(players, size))
    copies = [copy_of(page, rounds) for page in pages]
    context = {
        "division": division,
        "event": division.event,
        "shape": shape_of(len(rounds)),
        "cards": [(at, [(number, *slots_of(at, number)) for number in rounds]) for at in range(size)],
    }
    yield from set_copies(
        "lists/player_cards.html",
        asked,
        context,
        copies,
        "player_cards",
        report=lambda done: report(done, len(copies)),
    )


def shape_of(rounds: int) -> str:
    return "few" if rounds <= VERY_FEW_ROUNDS else "long" if rounds > FEW_ROUNDS else ""


def seats_by_place(division: Division) -> list[tuple[Place, Seats]]:
    """Who sits anywhere, by team and position, with the seat of each round by its number."""
    found = Seat.objects.filter(draw__round__division=division, draw__state=Draw.State.PUBLISHED).select_related(
        "table", "draw__round", "place__player", "place__entry__team__school"
    )
    places: dict[int, tuple[Place, dict[int, Seat]]] = {}
    for seat in found.defer("draw__as_drawn", "draw__bound"):
        places.setdefault(seat.place_id, (seat.place, {}))[1][seat.draw.round.number] = seat
    return sorted(places.values(), key=lambda each: place_sort_key(each[0]))


def copy_of(page: Sequence[tuple[Place, Seats] | None], rounds: Sequence[int]) -> Copy:
    texts: dict[str, str] = {}
    for at, card in enumerate(page):
        if card is None:
            continue
        place, seats = card
        texts[f"name{at}"] = place.name
        texts[f"team{at}"] = team_of(place)
        texts[f"number{at}"] = f"No. {place.player.number}" if place.player else ""
        for number in rounds:
            texts |= zip(slots_of(at, number), where(seats.get(number)), strict=True)
    return Copy(texts)


def slots_of(at: int, number: int) -> tuple[str, str, str]:
    """Of room, table and seat, on one of the cards, in a round."""
    return f"room{at}r{number}", f"table{at}r{number}", f"seat{at}r{number}"


def where(seat: Seat | None) -> tuple[str, str, str]:
    return (seat.table.room, str(seat.table.number), str(seat.number)) if seat else ("does not play", "", "")


def team_of(place: Place) -> str:
    """`Calculators, Pascal Middle School`."""
    return f"{place.entry.team.name}, {place.entry.team.school.name}" if place.entry else "plays without a team"
