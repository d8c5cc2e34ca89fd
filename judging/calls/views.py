"""Pages of judges at tables: who waits and who is where, one visit, and the time that a table gets back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from judging.calls import actions
from judging.calls.forms import EndForm, RulingForm, TableForm
from judging.calls.queries import at_table, calls_of, my_call, open_calls, tables_played
from judging.models import Call
from scoring.models import Sheet
from tournament.doors import PageRequest, door
from tournament.errors import Refused
from tournament.press import press
from tournament.rounds import actions as rounds


@door("call.view")
@require_GET
def board(request: PageRequest) -> HttpResponse:
    """Which tables wait and for how long, who is where; live."""
    context = {
        "calls": open_calls(request.tournament),
        "mine": my_call(request.actor, request.tournament),
        "form": TableForm(),
        "tables": tables_played(request.tournament).count(),
    }
    return render(request, "judging/_calls.html" if request.htmx else "judging/calls.html", context)


@door("call.begin")
@require_POST
def begin(request: PageRequest) -> HttpResponse:
    """I am at a table."""
    return _at(request, actions.begin, "call")


@door("call.ask")
@require_POST
def ask(request: PageRequest) -> HttpResponse:
    """A table waits for a judge."""
    return _at(request, actions.ask, "calls")


def _at(request: PageRequest, verb: Any, after: str) -> HttpResponse:
    board = reverse("calls", args=[request.tournament.slug])
    form = TableForm(request.POST)
    found = _tables(request, form)
    if len(found) != 1:
        messages.error(request, _which(form, found))
        return redirect(board)
    request.actor.key = request.POST.get("key") or None
    try:
        call = verb(request.actor, found[0])
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(board)
    return redirect("call", request.tournament.slug, call.pk) if after == "call" else redirect(board)


def _tables(request: PageRequest, form: TableForm) -> list[Sheet]:
    played = tables_played(request.tournament)
    if (sheet := request.POST.get("sheet", "")).isdigit():
        return [get_object_or_404(played, pk=sheet)]
    return list(played.filter(table__number=form.cleaned_data["table"])) if form.is_valid() else []


def _which(form: TableForm, found: list[Sheet]) -> str:
    if not form.is_valid():
        return "Type the number of the table."
    number = form.cleaned_data["table"]
    if not found:
        return f"No table {number} is being played now."
    rounds_ = " and ".join(str(sheet.round) for sheet in found)
    return f"There are two tables {number}: {rounds_}. Choose it in the list of tables."


@door("call.view")
def call(request: PageRequest, call_id: int) -> HttpResponse:
    """One visit: the players, the ruling, and the way on."""
    found = get_object_or_404(calls_of(request.tournament), pk=call_id)
    form = RulingForm(request.POST) if request.method == "POST" else RulingForm()
    if request.method == "POST" and form.carry_out(actions.rule, request.actor, found):
        messages.success(request, "Noted.")
        return redirect("call", request.tournament.slug, found.pk)
    context = {
        "visit": at_table(request.actor, found),
        "call": found,
        "form": form,
        "end_form": EndForm(initial={"about": found.about}),
        "is_mine": found.judge_id == (request.actor.user.pk if request.actor.user else None),
        "further": Call.objects.filter(matter=found.matter, opinion=found.opinion + 1).exists(),
    }
    return render(request, "judging/call.html", context, status=form.status)


def _call(request: PageRequest, call_id: int) -> tuple[Call, str]:
    found = get_object_or_404(calls_of(request.tournament), pk=call_id)
    return found, reverse("call", args=[request.tournament.slug, found.pk])


@door("opinion.ask")
@require_POST
def another(request: PageRequest, call_id: int) -> HttpResponse:
    found, back = _call(request, call_id)
    return press(request, actions.ask_for_another, found, back=back, done="Another judge is asked for.")


@door("opinion.compare")
@require_POST
def compare(request: PageRequest, call_id: int) -> HttpResponse:
    found, back = _call(request, call_id)
    agrees = request.POST.get("agrees") == "yes"
    return press(request, actions.compare, found, back=back, done="Noted.", agrees=agrees)


@door("call.cancel")
@require_POST
def cancel(request: PageRequest, call_id: int) -> HttpResponse:
    found, _ = _call(request, call_id)
    board = reverse("calls", args=[request.tournament.slug])
    return press(request, actions.cancel, found, back=board, done="Taken back.")


@door("call.end")
@require_POST
def end(request: PageRequest, call_id: int) -> HttpResponse:
    found, back = _call(request, call_id)
    form = EndForm(request.POST)
    ended = form.carry_out(actions.end, request.actor, found)
    if not ended:
        messages.error(request, " ".join(str(each) for errors in form.errors.values() for each in errors))
    return redirect(back)


@door("round.extra_time")
@require_POST
def give_time(request: PageRequest, call_id: int) -> HttpResponse:
    """What the visit took, as the judge confirms it: on the clock of the room, and at the scorekeepers'."""
    found, back = _call(request, call_id)
    typed = request.POST.get("seconds", "")
    return press(
        request,
        rounds.give_extra_time,
        found.sheet.round,
        back=back,
        done="Given back to the table.",
        table=str(found.sheet.table.number),
        seconds=int(typed) if typed.isdigit() else 0,
        reason="a judge was there",
    )
