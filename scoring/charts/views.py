"""The charts page: SVG drawn on the server, with the same numbers as a table."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from foundation.activity.news import conditional_page
from foundation.pages import PageRequest, requires
from scoring.charts.queries import LINES_PER_CHART, points_by_round, points_distribution, ranks_by_round
from scoring.standings_pages.forms import parse_selection
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import scope_choices


@requires("standings.view")
@require_GET
@conditional_page
def charts(request: PageRequest) -> HttpResponse:
    """Rank and points of the leaders over the rounds, and the distribution of points; one player or team with `who`."""
    choices = scope_choices(request.tournament)
    selection = parse_selection(request.GET, choices) if choices else None
    context: dict[str, Any] = {"choices": choices, "selection": selection}
    if selection is not None and selection.has_charts:
        standings = Standings(selection.scope, selection.kind)
        rows = standings.rows(_selected_indexes(request, standings))
        if rows:
            context |= {
                "rows": rows,
                "who": rows[0] if request.GET.get("who") else None,
                "lines": [ranks_by_round(standings, rows), points_by_round(standings, rows)],
                "bars": points_distribution(standings),
            }
    return render(request, "scoring/charts.html", context)


def _selected_indexes(request: PageRequest, standings: Standings) -> list[int]:
    """Return the leaders, or the one that `who` names by key, like `player-17`."""
    who = request.GET.get("who", "")
    if not who:
        return list(range(min(LINES_PER_CHART, len(standings.ranking.rows))))
    keys = ["-".join(map(str, cast("tuple[str, int]", row.score.key))) for row in standings.ranking.rows]
    if who not in keys:
        raise Http404
    return [keys.index(who)]
