"""Documents made as a worker makes them, without the job."""

from __future__ import annotations

from foundation.tournaments import Tournament
from printing.documents import DOCUMENTS, Asked
from printing.press.joining import join
from printing.queries import rounds_of
from tournament.models import Division
from tournament.queries import divisions_of
from tournament.rounds.models import Round

BASE = "http://192.0.2.10:8000"


def about_division(division: Division, paper: str = "letter", **options: str) -> Asked:
    tournament = Tournament.objects.get(events=division.event_id)
    return Asked(tournament, paper, BASE, division=divisions_of(tournament).get(pk=division.pk), options=options)


def about_round(round_: Round, paper: str = "letter", **options: str) -> Asked:
    return Asked(round_.tournament, paper, BASE, round=rounds_of(round_.tournament).get(pk=round_.pk), options=options)


def made(document: str, asked: Asked) -> bytes:
    return join(DOCUMENTS[document].make(asked, lambda done, total: None), title="Test")
