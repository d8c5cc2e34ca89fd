"""Check-in lists: each team with its players and boxes to tick, and whether it brought its game set."""

from __future__ import annotations

from collections.abc import Iterator

from foundation.errors import Refused
from printing.documents import About, Asked, Report, document
from printing.lists.choosing import for_a_look
from printing.setting import set_plain
from tournament.models import Division
from tournament.queries import events_of
from tournament.rosters.checkin.queries import CheckinCard, cards_of


@document(
    "check-in",
    "Check-in lists",
    about=About.TOURNAMENT,
    group="Where to go",
    words="For the tables at the entrance: every division by team, with boxes to tick for players and game sets.",
)
def check_in(asked: Asked, report: Report) -> Iterator[bytes]:
    """Each division begins on a new page, so that it can be given to somebody else."""
    found = [(event, *each) for event in events_of(asked.tournament) for each in by_division(cards_of(event))]
    if not found:
        raise Refused("Nobody is on the roster yet.")
    for done, (event, division, cards) in enumerate(found[: asked.most], 1):
        players = sum(not spot.place.is_alternate for card in cards for spot in card.spots)
        context = {
            "title": "Check-in",
            "division": division,
            "event": event,
            "cards": for_a_look(asked, cards),
            "players": players,
        }
        yield set_plain("lists/check_in.html", asked, context, "list")
        report(done, len(found))


def by_division(cards: list[CheckinCard]) -> list[tuple[Division, list[CheckinCard]]]:
    """From the youngest division to the oldest, teams in the order in which they came."""
    found: dict[int, tuple[Division, list[CheckinCard]]] = {}
    for card in cards:
        found.setdefault(card.division.pk, (card.division, []))[1].append(card)
    return sorted(found.values(), key=lambda each: (each[0].max_grade, each[0].pk))
