"""Pages of one visit: its page with the ruling, the parts with buttons, further opinions, and its end.

A button's response is its part of the page, so a half-typed ruling stays. Without JavaScript, it redirects to the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from foundation import steady_clock
from foundation.accounts.invitations import absolute
from foundation.errors import Refused
from foundation.forms import number_in
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from judging.calls import actions
from judging.calls.added_time import OTHER
from judging.calls.forms import EndForm, RulingForm
from judging.calls.queries import added_time_for, away_from, cases_like, visit_of
from judging.checker.models import Check
from judging.league_cases.queries import league_cases
from judging.models import Call
from judging.penalties.queries import PenaltyRecord, records_of
from judging.visits import calls_of, is_judge_of, opinions_on
from pairings.models import Seat
from scoring.entry.queries import SeatedPlayer, seated_players
from scoring.models import Sheet
from tournament.rounds import actions as rounds
from tournament.rounds.queries import clock_of

TIMES_EVENT, TIMES_TEMPLATE = "times", "judging/_times.html"


def _call_or_404(request: PageRequest, call_id: int) -> Call:
    return get_object_or_404(calls_of(request.tournament), pk=call_id)


def _url(request: PageRequest, call: Call) -> str:
    return reverse("call", args=[request.tournament.slug, call.pk])


# -- the page ---------------------------------------------------------------------------------------------------------


@requires("call.view")
def call(request: PageRequest, call_id: int) -> HttpResponse:
    """Show one visit: the clock, the players, the subject, the ruling, and what comes next."""
    call = _call_or_404(request, call_id)
    form = RulingForm(call, request.POST) if request.method == "POST" else _blank_ruling_form(request, call)
    if request.method == "POST" and form.carry_out(actions.rule, request.actor, call):
        messages.success(request, "Ruling saved.")
        return redirect(_url(request, call))
    visit = visit_of(request.actor, call)
    is_mine = is_judge_of(request.actor, call)
    further = opinions_on(call).filter(opinion=call.opinion + 1).first()
    context = {
        "visit": visit,
        "people": _players_with_records(request, visit.seated),
        "call": call,
        "clock": clock_of(call.sheet.round),
        "form": form,
        "end_form": EndForm(),
        "is_mine": is_mine,
        "subjects": Call.About.choices,
        "further": further,
        "time": added_time_for(call, request.GET.get("reason", "")) if is_mine else None,
        "seconds_here": (steady_clock.now() - call.began_at).total_seconds() if call.began_at else 0.0,
        "table_url": _table_url(request, call.sheet) if further and not further.judge_id and is_mine else "",
    }
    return render(request, "judging/call.html", context, status=form.status)


def _blank_ruling_form(request: PageRequest, call: Call) -> RulingForm:
    """Return a ruling form, filled in with the checker's answer if the judge comes from there."""
    check_id = number_in(request.GET.get("check", ""))
    check = Check.objects.filter(call=call, asked_by=request.actor.user, pk=check_id).first()
    if check is None:
        return RulingForm(call)
    initial = {"checked": check, "decision": str(check), "rule": str(check.answer["rule"])[:120]}
    return RulingForm(call, initial=initial)


def _players_with_records(
    request: PageRequest, seated: Sequence[SeatedPlayer]
) -> list[tuple[int, SeatedPlayer, list[PenaltyRecord]]]:
    """Return everyone at a table by seat, with their warnings and penalties."""
    records = records_of(request.actor, request.tournament, seated)
    return [(seat, seated_player, records.get(seat, [])) for seat, seated_player in enumerate(seated, 1)]


def _table_url(request: PageRequest, sheet: Sheet) -> str:
    """Return the absolute URL of the table, for the QR code that another judge's phone scans."""
    path = reverse("at_table", args=[request.tournament.slug, sheet.round_id, sheet.table.number])
    return absolute(path, request.build_absolute_uri("/").rstrip("/"))


# -- further opinions, and the end ------------------------------------------------------------------------------------


@requires("opinion.ask")
@require_POST
def ask_for_another(request: PageRequest, call_id: int) -> HttpResponse:
    call = _call_or_404(request, call_id)
    done = "Another judge called."
    return run_verb_and_redirect(request, actions.ask_for_another, call, back=_url(request, call), done=done)


@requires("opinion.compare")
@require_POST
def compare(request: PageRequest, call_id: int) -> HttpResponse:
    call = _call_or_404(request, call_id)
    agrees = request.POST.get("agrees") == "yes"
    return run_verb_and_redirect(
        request, actions.compare, call, back=_url(request, call), done="Answer saved.", agrees=agrees
    )


@requires("call.cancel")
@require_POST
def cancel(request: PageRequest, call_id: int) -> HttpResponse:
    board = reverse("calls", args=[request.tournament.slug])
    return run_verb_and_redirect(
        request, actions.cancel, _call_or_404(request, call_id), back=board, done="Call canceled."
    )


@requires("call.end")
@require_POST
def end(request: PageRequest, call_id: int) -> HttpResponse:
    call = _call_or_404(request, call_id)
    form = EndForm(request.POST)
    if not form.carry_out(actions.end, request.actor, call):
        messages.error(request, " ".join(str(each) for errors in form.errors.values() for each in errors))
    return redirect(_url(request, call))


# -- parts of the page ------------------------------------------------------------------------------------------------


def _call_verb(request: PageRequest, verb: Callable[..., Any], subject: Any, **arguments: Any) -> str:
    """Call a verb for a button of the page. Return the sentence of a refusal, or an empty string."""
    request.actor.key = request.POST.get("key") or None
    try:
        verb(request.actor, subject, **arguments)
    except Refused as refusal:
        return refusal.sentence
    return ""


def _render_part(request: PageRequest, call: Call, template: str, refused: str, **context: Any) -> HttpResponse:
    """Render a part of the page after its button was pressed. Without JavaScript, redirect to the whole page."""
    if not request.htmx:
        if refused:
            messages.error(request, refused)
        return redirect(_url(request, call))
    context |= {"call": call, "is_mine": is_judge_of(request.actor, call), "refused": refused}
    response = render(request, template, context)
    return response if template == TIMES_TEMPLATE else trigger_client_event(response, TIMES_EVENT)


@requires("call.about")
@require_POST
def set_subject(request: PageRequest, call_id: int) -> HttpResponse:
    """Record what the call is about."""
    subject = request.POST.get("about", "")
    refused = _call_verb(request, actions.note_about, _call_or_404(request, call_id), about=subject)
    call = _call_or_404(request, call_id)
    return _render_part(request, call, "judging/_about.html", refused, subjects=Call.About.choices)


@requires("call.away")
@require_POST
def player_left(request: PageRequest, call_id: int) -> HttpResponse:
    """Record that a player has left the table."""
    call = _call_or_404(request, call_id)
    refused = _call_verb(request, actions.player_left, call, seat=_posted_seat(request, call))
    return _render_players(request, _call_or_404(request, call_id), refused)


@requires("call.back")
@require_POST
def player_back(request: PageRequest, call_id: int) -> HttpResponse:
    """Record that the player is back."""
    call = _call_or_404(request, call_id)
    refused = _call_verb(request, actions.player_back, call, seat=_posted_seat(request, call))
    return _render_players(request, _call_or_404(request, call_id), refused)


def _posted_seat(request: PageRequest, call: Call) -> Seat:
    return get_object_or_404(Seat, pk=number_in(request.POST.get("seat", "")), table=call.sheet.table_id)


def _render_players(request: PageRequest, call: Call, refused: str) -> HttpResponse:
    people = _players_with_records(request, seated_players(call.sheet, with_teams=True))
    return _render_part(request, call, "judging/_players.html", refused, people=people, away=away_from(call))


@requires("case.view")
@require_POST
def similar_cases(request: PageRequest, call_id: int) -> HttpResponse:
    """Show cases like what is being typed. Sent by POST, since a query string with the text would end up in logs."""
    call = _call_or_404(request, call_id)
    text = " ".join(request.POST.get(name, "")[:1000] for name in ("situation", "decision"))
    cases = cases_like(call, text, league_cases()) if text.strip() else ()
    return render(request, "judging/_similar_cases.html", {"cases": cases, "can_cite": True})


@requires("round.extra_time")
def added_time(request: PageRequest, call_id: int) -> HttpResponse:
    """Show the time that the edition proposes for a reason, and add the time that the judge confirms."""
    call = _call_or_404(request, call_id)
    if request.method == "POST":
        refused = _call_verb(request, rounds.give_extra_time, call.sheet.round, **_posted_time(request, call))
        call = _call_or_404(request, call_id)
        time = added_time_for(call, request.POST.get("reason") or request.GET.get("reason", ""))
        return _render_part(request, call, TIMES_TEMPLATE, refused, time=time)
    if not request.htmx:
        return redirect(_url(request, call))
    time = added_time_for(call, request.GET.get("reason", ""))
    return render(request, TIMES_TEMPLATE, {"call": call, "time": time})


def _posted_time(request: PageRequest, call: Call) -> dict[str, Any]:
    reason = added_time_for(call, request.POST.get("reason", "")).reason
    minutes, seconds = (number_in(request.POST.get(name, "")[:5]) for name in ("minutes", "seconds"))
    return {
        "table": str(call.sheet.table.number),
        "seconds": minutes * 60 + seconds,
        "reason": request.POST.get("why", "").strip()[:120] if reason == OTHER else reason.says,
    }
