"""Pages about seating."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from pairings.forms import PlayersForm
from pairings.queries import plan_of, plans_by_attendance, totals_of
from tournament.doors import PageRequest, door
from tournament.queries import divisions_of, events_of


@door("tables.plan")
def plan(request: PageRequest) -> HttpResponse:
    """How many tables and game sets the day needs, before anybody is registered."""
    divisions = list(divisions_of(request.tournament))
    form = PlayersForm(divisions, request.GET or None)
    plans = [plan_of(division, form.players_in(division)) for division in divisions]
    return render(request, "pairings/plan.html", {"form": form, "plans": plans, "totals": totals_of(plans)})


@door("tables.effect")
@require_GET
def effect(request: PageRequest, event_id: int) -> HttpResponse:
    """What the check-in means for the tables, as a part of its page: 23 players are 7 tables of 3 and 1 of 2."""
    event = get_object_or_404(events_of(request.tournament), pk=event_id)
    return render(request, "pairings/_effect.html", {"plans": plans_by_attendance(event)})
