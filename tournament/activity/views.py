"""The log page: who did what, when and from where, in sentences."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.activity.forms import LogFilterForm
from tournament.activity.queries import page_of_lines
from tournament.doors import door


@door("log.view")
def log_page(request: HttpRequest) -> HttpResponse:
    form = LogFilterForm(request.actor.user, request.GET)
    lines, older = page_of_lines(request.actor.user, form.filters())
    query = request.GET.copy()
    query["before"] = older or ""
    context = {"form": form, "lines": lines, "older": query.urlencode() if older else None}
    return render(request, "tournament/activity/log.html", context)
