"""Pages about points."""

from django.http import HttpResponse
from django.shortcuts import render

from foundation.pages import PageRequest, door
from scoring.forms import TotalsForm
from tournament.queries import events_of


@door("points.work_out")
def points(request: PageRequest) -> HttpResponse:
    """Totals in, places and match points out, each with its rule: for a sheet in doubt."""
    form = TotalsForm(events_of(request.tournament), request.GET or None)
    rows = []
    if form.is_bound and form.is_valid():
        placing = form.placing
        rows = [
            {
                "player": player,
                "total": total,
                "place": placing.places[player],
                "points": placing.points[player],
                "because": placing.because[player],
            }
            for player, total in form.totals.items()
        ]
    return render(request, "scoring/points.html", {"form": form, "rows": rows})
