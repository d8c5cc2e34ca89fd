"""The log page: who did what, when and from where, in sentences."""

from django.http import HttpResponse
from django.shortcuts import render

from tournament.activity.forms import LogFilterForm
from tournament.activity.queries import page_of_lines
from tournament.doors import PageRequest, door


@door("log.view")
def log_page(request: PageRequest) -> HttpResponse:
    user = request.actor.user
    assert user is not None  # behind the door
    form = LogFilterForm(user, request.GET)
    filters = form.filters()
    if filters.tournament:
        request.tournament = filters.tournament  # its tabs stay in sight
    lines, older = page_of_lines(user, filters)
    query = request.GET.copy()
    query["before"] = str(older or "")
    context = {"form": form, "lines": lines, "older": query.urlencode() if older else None}
    return render(request, "tournament/activity/log.html", context)
