"""The short code of a scoresheet opens the sheet when typed as a table number, like the QR code."""

from __future__ import annotations

import pytest
from django.urls import reverse

from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.models import Draw
from pairings.proposals import propose_tables
from scoring.models import Sheet
from scoring.queries import code_of, game_abbreviation, sheets_by_code, sheets_by_number
from tests import factories
from tests.helpers import SignIn
from tests.scoring.conftest import sheet_of
from tournament.models import Division, Event
from tournament.rounds.models import Round


@pytest.mark.parametrize(
    ("game", "sign"),
    [("Equations", "EQ"), ("On-Sets", "OS"), ("Equations Cup", "EC"), ("Basic Equations", "BE"), ("数学", "数学")],
)
def test_game_has_an_abbreviation(game: str, sign: str) -> None:
    assert game_abbreviation(game) == sign


def test_code_finds_its_sheet_in_any_spelling(round_: Round, director: User) -> None:
    sheet = sheet_of(round_, 3)
    assert code_of(sheet, 1) == "EQ-E-1-3-v1"
    for typed in ("EQ-E-1-3-v1", "eq-e-1-3-V1", " EQ-E-1-3 - v1 "):
        assert list(sheets_by_number(round_.tournament, typed)) == [sheet]
    for typed in ("OS-E-1-3-v1", "EQ-M-1-3-v1", "EQ-E-2-3-v1", "EQ-E-1-9-v1", "EQ-E-1-3-v2", "E-1-3-v1", "v1", "EQ-E"):
        assert (typed, list(sheets_by_number(round_.tournament, typed))) == (typed, [])
    assert sheets_by_code(factories.tournament(director, "Other Meet"), "EQ-E-1-3-v1") == []


def test_division_of_the_cup_has_a_dash_in_its_letter(round_: Round) -> None:
    sheet = sheet_of(round_, 3)
    Event.objects.update(game="Equations Cup")
    Division.objects.filter(pk=round_.division_id).update(letter="7-8")
    assert list(sheets_by_code(round_.tournament, "EC-7-8-1-3-v1")) == [sheet]


def test_code_of_replaced_tables_leads_to_the_current_sheet_with_a_warning(
    event: Event, director_actor: Actor, director: User, client_of: SignIn, tournament: Tournament
) -> None:
    round_ = Round.objects.select_related("tournament", "division__event__book").get(number=1)
    draws.publish(director_actor, draws.make(director_actor, round_, proposal=propose_tables(round_, seed=7)))
    old = sheet_of(round_, 2)
    draw = Draw.objects.select_related("round__division__event__book").get(state="published")
    draws.publish(director_actor, draws.revise(director_actor, draw))
    now, client, board = sheet_of(round_, 2), client_of(director), reverse("sheets", args=[tournament.slug])

    def opened(code: str) -> list[str]:
        return [where for where, _ in client.get(board, {"table": code}, follow=True).redirect_chain]

    def page(sheet: Sheet) -> str:
        return reverse("sheet", args=[tournament.slug, sheet.pk])

    assert opened("EQ-E-1-2-v2") == [page(now)]
    assert opened("EQ-E-1-2-v1") == [page(old), f"{page(now)}?printed={old.pk}"]
    assert client.get(board, {"table": "EQ-E-1-2-v3"}).status_code == 404
