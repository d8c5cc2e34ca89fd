"""The activity log page."""

from django.http.response import HttpResponseBase
from django.shortcuts import render

from foundation.activity.forms import LogFilterForm
from foundation.activity.lists import LOG
from foundation.activity.queries import all_lines, page_of_lines
from foundation.file_exports import as_file, wants_file
from foundation.pages import PageRequest, door


@door("log.view")
def log_page(request: PageRequest) -> HttpResponseBase:
    user = request.actor.user
    assert user is not None  # behind the door
    form = LogFilterForm(user, request.GET)
    filters = form.filters()
    if filters.tournament:
        request.tournament = filters.tournament  # shows its navigation
    if wants_file(request):
        name = f"{filters.tournament.slug} log" if filters.tournament else "log"
        return as_file(request, name, LOG, all_lines(user, filters).iterator(chunk_size=1000))
    lines, older = page_of_lines(user, filters)
    query = request.GET.copy()
    query["before"] = str(older or "")
    context = {"form": form, "lines": lines, "older": query.urlencode() if older else None}
    return render(request, "tournament/activity/log.html", context)
