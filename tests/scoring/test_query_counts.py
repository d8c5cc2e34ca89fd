"""The scoresheet page makes a constant number of queries, no matter how often the sheet was changed."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from foundation.images import Picture
from foundation.people.actor import Actor
from pairings.models import Seat
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.models import Sheet
from tests.helpers import SignIn
from tests.scoring.conftest import paper
from tournament.books import save_copy
from tournament.rosters.models import Place

ASKED = 9


def seat_players(sheet: Sheet, players: int) -> None:
    """Seat this many players at the table. Five play by the Cup's rule book."""
    if players == 5:
        sheet.tournament.events.update(book=save_copy("acc-2026"), edition="acc-2026")
    others = Seat.objects.filter(draw=sheet.table.draw).exclude(table=sheet.table)
    free = list(others.values_list("place", flat=True)[: players - 1])
    others.filter(place__in=free).delete()
    sheet.table.seats.exclude(number=1).delete()
    for number, place in enumerate(Place.objects.filter(pk__in=free), 2):
        Seat.objects.create(draw=sheet.table.draw, table=sheet.table, number=number, place=place)


def count_queries(client: Client, sheet: Sheet, more: str = "") -> int:
    page = reverse("sheet", args=[sheet.tournament.slug, sheet.pk]) + more
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(page)
    assert answer.status_code == 200
    return len(asked)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("entries", [1, 40])
def test_sheet_page_makes_a_constant_number_of_queries(
    sheet: Sheet, scorekeeper: Actor, client_of: SignIn, players: int, entries: int
) -> None:
    seat_players(sheet, players)
    client = client_of(scorekeeper.user)
    assert count_queries(client, sheet) == ASKED
    for number in range(entries):
        cells = f"{6 if number % 2 else 4} 4"
        note = EntryNote(correction="keyed", reason="So it stands on the paper.")
        actions.enter(scorekeeper, sheet, paper=paper(cells, *["2 2"] * (players - 1)), base=number, note=note)
    actions.attach(scorekeeper, sheet, picture=Picture(b"", 1, 1))
    assert (count_queries(client, sheet), count_queries(client, sheet, "?edit")) == (ASKED, ASKED)
