"""The page of standings: one division at a time, players and teams."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scoring.ranks.queries import Standings
from tournament.doors import PageRequest, door
from tournament.queries import divisions_of


@door("standings.view")
@require_GET
def standings(request: PageRequest) -> HttpResponse:
    """From verified results alone; provisional until every round is closed."""
    divisions = list(divisions_of(request.tournament).order_by("event_id", "max_grade", "id"))
    asked = request.GET.get("division", "")
    chosen = next((each for each in divisions if str(each.pk) == asked), divisions[0] if divisions else None)
    found = Standings(chosen) if chosen else None
    template = "scoring/_standings.html" if request.htmx else "scoring/standings.html"
    return render(request, template, {"divisions": divisions, "division": chosen, "standings": found})
