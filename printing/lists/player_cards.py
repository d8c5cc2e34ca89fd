"""Player cards: room, table and seat of each published round. Eight or four to a page, for cutting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext

from foundation.errors import Refused
from pairings.models import Draw, Seat
from printing.cards import split_into_pages, stack_cards
from printing.content import compose_form
from printing.documents import Content, DocumentOption, DocumentSubject, PrintableDocument, PrintScope
from printing.options import LANGUAGE, in_chosen_language
from printing.pdf import FormCopy
from tournament.models import Division
from tournament.rosters.models import Place
from tournament.rosters.sort_keys import place_sort_key

SMALL_CARDS_PER_PAGE = 8
LARGE_CARDS_PER_PAGE = 4
MAX_ROUNDS_ON_SMALL_CARD = 6
MAX_ROUNDS_IN_LARGE_PRINT = 3  # players read the card while they walk
MAX_ROUNDS = 16
ORDER = DocumentOption(
    "order",
    "Order",
    {"stacked": "stacked (cut the whole pile once, then stack the cut piles in order)", "pages": "page by page"},
)

SeatsByRound = Mapping[int, Seat]


@in_chosen_language
def compose_player_cards(scope: PrintScope) -> Iterator[Content]:
    division = scope.chosen_division
    players = seats_by_player(division)
    if not players:
        raise Refused(f"{division} has no tables yet. Publish the tables for a round first.")
    rounds = sorted({number for _, seats in players for number in seats})[-MAX_ROUNDS:]
    size = SMALL_CARDS_PER_PAGE if len(rounds) <= MAX_ROUNDS_ON_SMALL_CARD else LARGE_CARDS_PER_PAGE
    arrange = stack_cards if scope.chosen(ORDER) == "stacked" else split_into_pages
    copies = [_fill_page(page, rounds) for page in scope.select_copies(arrange(players, size))]
    context = {
        "division": division,
        "event": division.event,
        "shape": _card_shape(len(rounds)),
        "cards": [(at, [(number, *_slot_names(at, number)) for number in rounds]) for at in range(size)],
    }
    yield compose_form("lists/player_cards.html", scope, context, copies, "player_cards")


PLAYER_CARDS = PrintableDocument(
    "player-cards",
    "Player cards",
    about=DocumentSubject.DIVISION,
    group="Check-in and seating",
    words="Cards to cut apart, with each player’s room, table, and seat for every published round.",
    options=(ORDER, LANGUAGE),
    compose=compose_player_cards,
)


def _card_shape(rounds: int) -> str:
    """Return the CSS class for this number of rounds."""
    return "few" if rounds <= MAX_ROUNDS_IN_LARGE_PRINT else "long" if rounds > MAX_ROUNDS_ON_SMALL_CARD else ""


def seats_by_player(division: Division) -> list[tuple[Place, SeatsByRound]]:
    """Return everyone who has a seat, by team and position, each with their seats by number of the round."""
    seats = Seat.objects.filter(draw__round__division=division, draw__state=Draw.State.PUBLISHED).select_related(
        "table", "draw__round", "place__player", "place__entry__team__school"
    )
    players: dict[int, tuple[Place, dict[int, Seat]]] = {}
    for seat in seats.defer("draw__as_drawn", "draw__bound"):
        players.setdefault(seat.place_id, (seat.place, {}))[1][seat.draw.round.number] = seat
    return sorted(players.values(), key=lambda each: place_sort_key(each[0]))


def _fill_page(page: Sequence[tuple[Place, SeatsByRound] | None], rounds: Sequence[int]) -> FormCopy:
    texts: dict[str, str] = {}
    for at, card in enumerate(page):
        if card is None:
            continue
        place, seats = card
        texts[f"name{at}"] = place.name
        texts[f"team{at}"] = _format_team(place)
        texts[f"number{at}"] = gettext("No. {number}").format(number=place.player.number) if place.player else ""
        for number in rounds:
            texts |= zip(_slot_names(at, number), _format_seat(seats.get(number)), strict=True)
    return FormCopy(texts)


def _slot_names(at: int, number: int) -> tuple[str, str, str]:
    """Return the slots of room, table and seat, for one card of the page and one round."""
    return f"room{at}r{number}", f"table{at}r{number}", f"seat{at}r{number}"


def _format_seat(seat: Seat | None) -> tuple[str, str, str]:
    return (seat.table.room, str(seat.table.number), str(seat.number)) if seat else (gettext("not playing"), "", "")


def _format_team(place: Place) -> str:
    """Return `Calculators, Pascal Middle School`."""
    return f"{place.entry.team.name}, {place.entry.team.school.name}" if place.entry else gettext("no team")
