"""Pages about seating."""

from django.http import HttpResponse
from django.shortcuts import render

from pairings.forms import PlayersForm
from pairings.queries import plan_of, totals_of
from tournament.doors import PageRequest, door
from tournament.queries import divisions_of


@door("tables.plan")
def plan(request: PageRequest) -> HttpResponse:
    """How many tables and game sets the day needs, before anybody is registered."""
    divisions = list(divisions_of(request.tournament))
    form = PlayersForm(divisions, request.GET or None)
    plans = [plan_of(division, form.players_in(division)) for division in divisions]
    return render(request, "pairings/plan.html", {"form": form, "plans": plans, "totals": totals_of(plans)})
