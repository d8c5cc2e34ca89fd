"""The activity log as a page and as a file."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from foundation.activity.forms import LogFilterForm
from foundation.activity.models import LogLine
from foundation.activity.queries import all_lines, page_of_lines
from foundation.file_exports import Column, as_file, wants_file
from foundation.pages import PageRequest, requires

LOG: tuple[Column[LogLine], ...] = (
    Column("When", lambda line: _local_time(line)),
    Column("Who", lambda line: line.who),
    Column("What", lambda line: line.sentence),
    Column("Tournament", lambda line: line.tournament.name if line.tournament else ""),
    Column("From", lambda line: line.get_origin_display()),
    Column("Device", lambda line: line.device),
    Column("Address", lambda line: line.address or ""),
)


@requires("log.view")
def log_page(request: PageRequest) -> HttpResponseBase:
    user = request.actor.user
    assert user is not None  # `requires` admits no one else
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
    return render(request, "foundation/activity/log.html", context)


def _local_time(line: LogLine) -> str:
    """Return the time in the tournament's time zone, with the UTC offset, since lines may be of several zones."""
    local = timezone.localtime(line.at, line.tournament.zone if line.tournament else None)
    return local.isoformat(" ", "seconds")
