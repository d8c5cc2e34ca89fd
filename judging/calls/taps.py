"""What a judge taps during a visit: what it is about, who is away, which case it resembles, the time given back.

Each answers with its part of the page, so that a ruling half typed stays; without a script with the whole page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from foundation.errors import Refused
from foundation.forms import number_in
from foundation.pages import PageRequest, door
from judging.calls import actions
from judging.calls.queries import away_from, cases_like, time_given
from judging.calls.time_back import OTHER
from judging.calls.views import call_and_page, is_judge_of, people_at
from judging.models import Call
from judging.own_cases.queries import own_cases
from pairings.models import Seat
from scoring.entry.queries import seated_players
from tournament.rounds import actions as rounds

TIMES, TIMES_PART = "times", "judging/_times.html"


def _tapped(
    request: PageRequest, call_id: int, act: Callable[[Call], Any], part: str, context: Callable[[Call], dict[str, Any]]
) -> HttpResponse:
    """Call the verb, then the part of the page as it is now, with the sentence of a refusal."""
    found, back = call_and_page(request, call_id)
    request.actor.key = request.POST.get("key") or None
    refused = ""
    try:
        act(found)
    except Refused as refusal:
        refused = refusal.sentence
    if not request.htmx:
        if refused:
            messages.error(request, refused)
        return redirect(back)
    found, _ = call_and_page(request, call_id)
    shown = {"call": found, "is_mine": is_judge_of(request, found), "refused": refused} | context(found)
    answer = render(request, part, shown)
    return answer if part == TIMES_PART else trigger_client_event(answer, TIMES)


@door("call.about")
@require_POST
def about(request: PageRequest, call_id: int) -> HttpResponse:
    chosen = request.POST.get("about", "")
    return _tapped(
        request,
        call_id,
        lambda call: actions.note_about(request.actor, call, about=chosen),
        "judging/_about.html",
        lambda _: {"abouts": Call.About.choices},
    )


@door("call.away")
@require_POST
def away(request: PageRequest, call_id: int) -> HttpResponse:
    """A player has left the table."""
    return _moved(request, call_id, actions.player_left)


@door("call.back")
@require_POST
def back(request: PageRequest, call_id: int) -> HttpResponse:
    """The player is back."""
    return _moved(request, call_id, actions.player_back)


def _moved(request: PageRequest, call_id: int, verb: Callable[..., Any]) -> HttpResponse:
    def act(call: Call) -> None:
        seat = get_object_or_404(Seat, pk=number_in(request.POST.get("seat", "")), table=call.sheet.table_id)
        verb(request.actor, call, seat=seat)

    def players(call: Call) -> dict[str, Any]:
        return {"people": people_at(request, seated_players(call.sheet, with_teams=True)), "away": away_from(call)}

    return _tapped(request, call_id, act, "judging/_players.html", players)


@door("case.view")
@require_POST
def like(request: PageRequest, call_id: int) -> HttpResponse:
    """Cases like what is being typed. Sent as a form: an address with what happened would stay in logs."""
    found, _ = call_and_page(request, call_id)
    text = " ".join(request.POST.get(name, "")[:1000] for name in ("situation", "decision"))
    cases = cases_like(found, text, own_cases()) if text.strip() else ()
    return render(request, "judging/_like.html", {"cases": cases, "can_cite": True})


@door("round.extra_time")
def times(request: PageRequest, call_id: int) -> HttpResponse:
    """What the edition proposes for a reason, and as the judge confirms it: on the clock, and at the scorekeepers'."""
    if request.method == "POST":
        return _tapped(request, call_id, lambda call: _give(request, call), TIMES_PART, _times_of(request))
    found, page = call_and_page(request, call_id)
    if not request.htmx:
        return redirect(page)
    return render(request, TIMES_PART, {"call": found} | _times_of(request)(found))


def _times_of(request: PageRequest) -> Callable[[Call], dict[str, Any]]:
    chosen = request.POST.get("reason") or request.GET.get("reason", "")
    return lambda call: {"time": time_given(call, chosen)}


def _give(request: PageRequest, call: Call) -> None:
    reason = time_given(call, request.POST.get("reason", "")).reason
    rounds.give_extra_time(
        request.actor,
        call.sheet.round,
        table=str(call.sheet.table.number),
        seconds=_seconds(request.POST.get("minutes", ""), request.POST.get("seconds", "")),
        reason=request.POST.get("why", "").strip()[:120] if reason == OTHER else reason.says,
    )


def _seconds(minutes: str, seconds: str) -> int:
    whole = [number_in(typed[:5]) for typed in (minutes, seconds)]
    return whole[0] * 60 + whole[1]
