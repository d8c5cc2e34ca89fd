"""The page of rooms."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from foundation.pages import PageRequest, requires
from tournament.queries import events_of
from tournament.rooms import actions
from tournament.rooms.forms import RoomsForm
from tournament.rooms.queries import suggest_tables, tables_of
from tournament.setup_steps import setup_steps


@requires("rooms.lay_out")
def rooms(request: PageRequest) -> HttpResponse:
    """Edit the tables of one event. Saving leads to the next event, and after the last one to the next setup step."""
    events = list(events_of(request.tournament))
    event = next((each for each in events if str(each.pk) == request.GET.get("event")), events[0])
    saved = list(tables_of(event))
    tables = saved or suggest_tables(event, events)
    form = RoomsForm(event, request.POST or None, tables=tables)
    steps = setup_steps(request.tournament, events, request.path)
    if request.method == "POST" and form.carry_out(
        actions.set_table_ranges, request.actor, request.tournament, event=event
    ):
        messages.success(request, "Saved.")
        next_event = next((each for each in events[events.index(event) + 1 :]), None)
        return redirect(f"{request.path}?event={next_event.pk}" if next_event else steps.next_url)
    context = {
        "form": form,
        "setup_steps": steps,
        "events": events,
        "event": event,
        "names": sorted({each.room.name for each in tables}),
        "is_suggested": bool(tables) and not saved,
    }
    return render(request, "tournament/rooms/rooms.html", context, status=form.status)
