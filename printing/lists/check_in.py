"""Check-in lists: each team with its players and boxes to tick, also for its game set."""

from __future__ import annotations

from collections.abc import Iterator

from foundation.errors import Refused
from printing.content import compose_pages
from printing.documents import Content, DocumentSubject, PrintableDocument, PrintScope
from printing.options import limit_rows
from tournament.models import Division
from tournament.queries import events_of
from tournament.rosters.checkin.queries import CheckinCard, cards_of


def compose_check_in_lists(scope: PrintScope) -> Iterator[Content]:
    """Compose each division on pages of its own, so that different people can check them in."""
    lists = [(event, *each) for event in events_of(scope.tournament) for each in _group_by_division(cards_of(event))]
    if not lists:
        raise Refused("No one is on the roster yet. Import a roster first.")
    for event, division, cards in lists[: scope.limit]:
        context = {
            "title": "Check-in",
            "division": division,
            "event": event,
            "cards": limit_rows(scope, cards),
            "players": sum(not spot.place.is_alternate for card in cards for spot in card.spots),
        }
        yield compose_pages("lists/check_in.html", scope, context, "list")


def _group_by_division(cards: list[CheckinCard]) -> list[tuple[Division, list[CheckinCard]]]:
    """Return the divisions from the youngest to the oldest, each with its teams in the given order."""
    groups: dict[int, tuple[Division, list[CheckinCard]]] = {}
    for card in cards:
        groups.setdefault(card.division.pk, (card.division, []))[1].append(card)
    return sorted(groups.values(), key=lambda each: (each[0].max_grade, each[0].pk))


CHECK_IN_LISTS = PrintableDocument(
    "check-in",
    "Check-in lists",
    about=DocumentSubject.TOURNAMENT,
    group="Check-in and seating",
    words="One list per division for the check-in tables, with boxes for players and game sets.",
    compose=compose_check_in_lists,
)
