"""Charts of a division or event, and of one player or team: drawn on the server, with their numbers as a table."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from foundation.activity.news import unless_unchanged
from foundation.pages import PageRequest, door
from scoring.charts.queries import BEST, distribution, places_over_rounds, points_by_round
from scoring.ranks.forms import read
from scoring.ranks.lists import Standings
from scoring.ranks.scope import choices_in


@door("standings.view")
@require_GET
@unless_unchanged
def charts(request: PageRequest) -> HttpResponse:
    """The best of the list over the rounds, and how everybody is spread; or one of them alone, with `who`."""
    choices = choices_in(request.tournament)
    asked = read(request.GET, choices) if choices else None
    context: dict[str, Any] = {"choices": choices, "asked": asked}
    if asked is not None and asked.is_drawn:
        standings = Standings(asked.scope, asked.kind)
        rows = standings.rows(_wanted(request, standings))
        if rows:
            context |= {
                "rows": rows,
                "who": rows[0] if request.GET.get("who") else None,
                "lines": [places_over_rounds(standings, rows), points_by_round(standings, rows)],
                "bars": distribution(standings),
            }
    return render(request, "scoring/charts.html", context)


def _wanted(request: PageRequest, standings: Standings) -> list[int]:
    """The first few, or the one that is asked for by its key: `player-17`."""
    who = request.GET.get("who", "")
    if not who:
        return list(range(min(BEST, len(standings.ranking.rows))))
    keys = ["-".join(map(str, cast("tuple[str, int]", row.score.key))) for row in standings.ranking.rows]
    if who not in keys:
        raise Http404
    return [keys.index(who)]
