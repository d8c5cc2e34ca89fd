"""Previews: every document is rendered within the web request, one copy or about a page of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from foundation.people.models import User
from foundation.tournaments import Tournament
from printing.catalog import DOCUMENTS
from tests.helpers import SignIn
from tests.printing.pages import words
from tournament.models import Event
from tournament.queries import divisions_of
from tournament.rooms.models import Room, Tables


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_preview_of_every_document(
    two_rounds: Event, tournament: Tournament, director: User, client_of: SignIn, paper: str
) -> None:
    division = divisions_of(tournament).get()
    room = Room.objects.create(tournament=tournament, name="Gym B")
    Tables.objects.create(division=division, room=room, first=1, last=5)
    chosen: dict[str, Any] = {
        "paper": paper,
        "division": division.pk,
        "round": tournament.rounds.get(number=2).pk,
    }
    client, pages = client_of(director), {}
    refused = client.get(reverse("print_look", args=[tournament.slug, "player_sheets"]), chosen)
    assert "Only the Cup has player scoresheets" in refused.content.decode()
    for name in DOCUMENTS.keys() - {"player_sheets"}:
        answer = client.get(reverse("print_look", args=[tournament.slug, name]), chosen)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), name
        pages[name] = len(words(answer.content))
    assert {name: count for name, count in pages.items() if count > 2} == {}
