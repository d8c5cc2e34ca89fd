"""The page of rooms: which tables are where."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from foundation.pages import PageRequest, door
from tournament.queries import events_of
from tournament.rooms import actions
from tournament.rooms.forms import RoomsForm
from tournament.rooms.queries import suggested, tables_of
from tournament.setup_steps import way


@door("rooms.lay_out")
def rooms(request: PageRequest) -> HttpResponse:
    """One event at a time. The next one that has no tables yet comes after it, then the next step."""
    events = list(events_of(request.tournament))
    event = next((each for each in events if str(each.pk) == request.GET.get("event")), events[0])
    there = list(tables_of(event))
    tables = there or suggested(event, events)
    form = RoomsForm(event, request.POST or None, tables=tables)
    steps = way(request.tournament, events, request.path)
    if request.method == "POST" and form.carry_out(actions.lay_out, request.actor, request.tournament, event=event):
        messages.success(request, "Saved.")
        after = next((each for each in events[events.index(event) + 1 :]), None)
        return redirect(f"{request.path}?event={after.pk}" if after else steps.next_url)
    context = {
        "form": form,
        "way": steps,
        "events": events,
        "event": event,
        "names": sorted({each.room.name for each in tables}),
        "is_suggested": bool(tables) and not there,
    }
    return render(request, "tournament/rooms/rooms.html", context, status=form.status)
