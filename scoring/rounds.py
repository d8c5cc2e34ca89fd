"""What a round has brought: everybody's points by table with the reason, and what is different since it was closed."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from foundation.file_exports import as_file, wants_file
from foundation.pages import PageRequest, door
from scoring.lists import RESULTS
from scoring.models import Closing, Result, Sheet
from scoring.results import changes_since_closing
from tournament.rosters.models import Place
from tournament.rounds.models import Round
from tournament.rounds.queries import rounds_of


@dataclass(frozen=True)
class TableResults:
    sheet: Sheet
    results: tuple[Result, ...]


@dataclass(frozen=True)
class Change:
    name: str
    before: str
    now: str


def results_of(round_: Round) -> list[TableResults]:
    found = (
        Result.objects.filter(round=round_)
        .select_related("sheet__table", "player", "place__player", "place__entry__team")
        .order_by("sheet__table__number", "rank", "seat")
    )
    return [
        TableResults(results[0].sheet, tuple(results))
        for results in (list(group) for _, group in groupby(found, key=lambda each: each.sheet_id))
    ]


def changes_of(round_: Round) -> list[Change]:
    changed = changes_since_closing(round_)
    places = Place.objects.filter(pk__in=[place for place, _, _ in changed]).select_related("player", "entry__team")
    names = {place.pk: place.name for place in places}
    return [Change(names.get(place, "somebody"), _plain(before), _plain(now)) for place, before, now in changed]


def _plain(points: Decimal | None) -> str:
    return "none" if points is None else f"{points.normalize():f}"


@door("sheet.view")
@require_GET
def results(request: PageRequest, round_id: int) -> HttpResponseBase:
    """The verified results of a round by table; each leads to its sheet."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    tables = results_of(round_)
    if wants_file(request):
        name = f"{request.tournament.slug} {round_.division} round {round_.number} results"
        return as_file(request, name, RESULTS, [result for table in tables for result in table.results])
    context = {
        "round": round_,
        "tables": tables,
        "changes": changes_of(round_),
        "closings": Closing.objects.filter(round=round_).select_related("closed_by"),
    }
    return render(request, "scoring/results.html", context)
