"""The check-in page, made for phones: one card per team. Changes by other helpers appear within seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.errors import Refused
from foundation.file_exports import as_file, wants_file
from foundation.forms import number_in
from foundation.pages import PageRequest, requires
from tournament.models import Division, Event
from tournament.queries import events_of
from tournament.rosters.checkin import actions
from tournament.rosters.checkin.lists import CHECKIN, MISSING, checkin_rows
from tournament.rosters.checkin.models import Status
from tournament.rosters.checkin.queries import (
    MOST_CARDS,
    attendance_by_division,
    cards_of,
    changed_since,
    missing_of,
    serial_of,
)
from tournament.rosters.models import Place


@dataclass(frozen=True)
class CheckinFilter:
    """Which cards the page shows: those of one event, in one division or matching a search."""

    event: Event
    search: str
    division: Division | None

    @classmethod
    def from_request(cls, request: PageRequest, event: Event) -> CheckinFilter:
        letter = request.GET.get("division")
        division = next((each for each in event.divisions.all() if each.letter == letter), None)
        return cls(event, request.GET.get("q", "").strip(), division)

    def query_string(self, **changes: str) -> str:
        """Return the query string for the same cards, with some values changed."""
        values = {"event": self.event.pk, "division": self.division.letter if self.division else "", "q": self.search}
        return "?" + urlencode({name: value for name, value in (values | changes).items() if value})

    def context(self) -> dict[str, Any]:
        """Return what every part of the page needs: counts, the divisions to choose from, and query strings."""
        attendances = attendance_by_division(self.event)
        return {
            "event": self.event,
            "statuses": Status,
            "filter": self,
            "query_string": self.query_string(),
            "attendances": [each for each in attendances if self.division in (None, each.division)],
            "choices": [(each, self.query_string(division=each.division.letter)) for each in attendances if each.all],
            "all_divisions": self.query_string(division=""),
            "without_search": self.query_string(q=""),
        }


@requires("checkin.view")
@require_GET
def checkin(request: PageRequest) -> HttpResponseBase:
    """Show one event. `q` searches schools, teams, and players; `division` limits the page to one division."""
    events = list(events_of(request.tournament))
    event = next((each for each in events if str(each.pk) == request.GET.get("event")), events[0])
    filter_ = CheckinFilter.from_request(request, event)
    serial = serial_of(event)
    cards = cards_of(event, search=filter_.search, division=filter_.division)
    if wants_file(request):
        return as_file(request, f"{request.tournament.slug} {event.game} check-in", CHECKIN, checkin_rows(cards))
    context = filter_.context() | {
        "events": events,
        "cards": cards[:MOST_CARDS],
        "more": max(0, len(cards) - MOST_CARDS),
        "serial": serial,
    }
    return render(request, "tournament/checkin/checkin.html", context)


@requires("checkin.view")
@require_GET
def changes(request: PageRequest, event_id: int) -> HttpResponse:
    """Return the cards that changed since the page last asked, and the counts."""
    filter_ = CheckinFilter.from_request(request, _event(request, event_id))
    since = number_in(request.GET.get("since", ""))
    serial = serial_of(filter_.event)
    only = changed_since(filter_.event, since)
    cards = (
        cards_of(filter_.event, search=filter_.search, division=filter_.division, only=only) if serial != since else []
    )
    context = filter_.context() | {"cards": cards, "serial": serial, "is_news": serial != since}
    return render(request, "tournament/checkin/_changes.html", context)


@requires("checkin.view")
@require_GET
def missing(request: PageRequest, event_id: int) -> HttpResponseBase:
    """List the players who are missing, to be called out."""
    event = _event(request, event_id)
    places = missing_of(event)
    if wants_file(request):
        return as_file(request, f"{request.tournament.slug} {event.game} missing", MISSING, places)
    return render(request, "tournament/checkin/missing.html", {"event": event, "places": places})


@requires("checkin.mark")
@require_POST
def mark(request: PageRequest, event_id: int, place_id: int) -> HttpResponse:
    event = _event(request, event_id)
    place = _place(event, place_id)
    return _perform(request, event, place, actions.mark, place=place, status=request.POST.get("status", ""))


@requires("checkin.mark_team")
@require_POST
def mark_team(request: PageRequest, event_id: int, entry_id: int) -> HttpResponse:
    event = _event(request, event_id)
    entry = get_object_or_404(event.entries.select_related("team"), pk=entry_id)
    status = request.POST.get("status", Status.PRESENT)
    return _perform(request, event, entry.places.first(), actions.mark_team, entry=entry, status=status)


@requires("checkin.game_set")
@require_POST
def game_set(request: PageRequest, event_id: int, entry_id: int) -> HttpResponse:
    event = _event(request, event_id)
    entry = get_object_or_404(event.entries.select_related("team"), pk=entry_id)
    is_here = request.POST.get("is_here") == "yes"
    return _perform(request, event, entry.places.first(), actions.tick_game_set, entry=entry, is_here=is_here)


@requires("checkin.substitute")
@require_POST
def substitute(request: PageRequest, event_id: int, place_id: int) -> HttpResponse:
    event = _event(request, event_id)
    place = _place(event, place_id)
    places = event.places.select_related("player", "entry__team")
    alternate = places.filter(pk=number_in(request.POST.get("alternate", ""))).first()
    return _perform(request, event, place, actions.substitute, place=place, alternate=alternate)


@requires("checkin.take_back")
@require_POST
def undo_substitution(request: PageRequest, event_id: int, place_id: int) -> HttpResponse:
    event = _event(request, event_id)
    place = _place(event, place_id)
    return _perform(request, event, place, actions.undo_substitution, place=place)


def _perform(
    request: PageRequest, event: Event, changed: Place | None, verb: Callable[..., Any], **arguments: Any
) -> HttpResponse:
    """Call the verb and return the updated card of this spot, or redirect to the page if there is no JavaScript."""
    request.actor.key = request.POST.get("key") or None
    problem = ""
    try:
        verb(request.actor, event, **arguments)
    except Refused as refusal:
        problem = refusal.sentence
    filter_ = CheckinFilter.from_request(request, event)
    if not request.htmx:
        if problem:
            messages.error(request, problem)
        return redirect(reverse("checkin", args=[request.tournament.slug]) + filter_.query_string())
    only = Place.objects.filter(pk=changed.pk) if changed else Place.objects.none()
    context = filter_.context() | {"cards": cards_of(event, only=only), "problem": problem}
    return render(request, "tournament/checkin/_cards.html", context)


def _event(request: PageRequest, event_id: int) -> Event:
    return get_object_or_404(events_of(request.tournament), pk=event_id)


def _place(event: Event, place_id: int) -> Place:
    return get_object_or_404(event.places.select_related("player", "entry__team"), pk=place_id)
