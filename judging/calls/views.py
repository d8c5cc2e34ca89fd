"""Pages of judges at tables: who waits and who is where, which table, one visit and its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation import steady_clock
from foundation.accounts.invitations import absolute
from foundation.errors import Refused
from foundation.forms import number_in
from foundation.pages import PageRequest, door, press
from judging.calls import actions
from judging.calls.forms import EndForm, RulingForm, TableForm
from judging.calls.queries import (
    at_table,
    calls_of,
    conflicts_at,
    my_call,
    open_calls,
    opinions_on,
    tables_played,
    time_given,
)
from judging.checker.models import Check, Practice
from judging.models import Call
from judging.penalties.queries import Record, records_of, waiting_for
from scoring.entry.queries import SeatedPlayer
from scoring.models import Sheet
from tournament.rounds.queries import clock_of


@door("call.view")
@require_GET
def board(request: PageRequest) -> HttpResponse:
    """Which tables wait and for how long, who is where; live."""
    calls = open_calls(request.tournament)
    context = {
        "calls": calls,
        "mine": next((call for call in calls if is_judge_of(request, call)), None),
        "tables": bool(calls) or tables_played(request.tournament).exists(),
        "consents": waiting_for(request.actor, request.tournament),
    }
    if request.actor.may("practice.allow", request.tournament):
        context["practice"] = Practice.objects.filter(tournament=request.tournament).exists()
    return render(request, "judging/_calls.html" if request.htmx else "judging/calls.html", context)


@door("call.begin")
@require_GET
def pick(request: PageRequest) -> HttpResponse:
    """A table by its number, with one thumb; where two divisions count alike, which of them."""
    form = TableForm(request.GET if "table" in request.GET else None)
    found = _numbered(request, form) if form.is_bound else []
    return render(request, "judging/pick.html", {"form": form, "found": found})


@door("call.at")
@require_GET
def at(request: PageRequest, round_id: int, number: int) -> HttpResponse:
    """The address on a table's card. Of a matter that waits there it says nothing but that it does (JM General 7)."""
    sheets = Sheet.objects.select_related("table__draw", "round__division__event__book", "tournament")
    found = sheets.filter(tournament=request.tournament, round=round_id, table__draw__state="published")
    sheet = get_object_or_404(found, table__number=number)
    calls = [call for call in open_calls(request.tournament) if call.sheet_id == sheet.pk]
    mine = my_call(request.actor, request.tournament)
    context = {
        "sheet": sheet,
        "calls": calls,
        "mine": mine,
        "is_here": mine is not None and mine.sheet_id == sheet.pk,
        "is_played": tables_played(request.tournament).filter(pk=sheet.pk).exists(),
        "conflicts": conflicts_at(request.actor, sheet),
    }
    return render(request, "judging/at.html", context)


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
    may_look = request.actor.may("call.view", request.tournament)
    board = reverse("calls" if may_look else "tournament", args=[request.tournament.slug])
    form = TableForm(request.POST)
    found = _tables(request, form)
    if len(found) > 1:
        which = urlencode({"table": form.cleaned_data["table"]})
        return redirect(f"{reverse('call_pick', args=[request.tournament.slug])}?{which}")
    if not found:
        messages.error(request, _which(form))
        return redirect(board)
    request.actor.key = request.POST.get("key") or None
    try:
        call = verb(request.actor, found[0])
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(board)
    if after == "call":
        return redirect("call", request.tournament.slug, call.pk)
    messages.success(request, f"Noted: table {found[0].table.number} waits for a judge.")
    return redirect(board)


def _tables(request: PageRequest, form: TableForm) -> list[Sheet]:
    if sheet := number_in(request.POST.get("sheet", "")):
        return [get_object_or_404(tables_played(request.tournament), pk=sheet)]
    return _numbered(request, form)


def _numbered(request: PageRequest, form: TableForm) -> list[Sheet]:
    played = tables_played(request.tournament)
    return list(played.filter(table__number=form.cleaned_data["table"])) if form.is_valid() else []


def _which(form: TableForm) -> str:
    if not form.is_valid():
        return "Type the number of the table."
    return f"No table {form.cleaned_data['table']} is being played now."


@door("call.view")
def call(request: PageRequest, call_id: int) -> HttpResponse:
    """One visit: the clock, the players, what it is about, the ruling, and the way on."""
    found = get_object_or_404(calls_of(request.tournament), pk=call_id)
    form = (RulingForm(request.POST) if request.method == "POST" else _ruling_form(request, found)).of(found)
    if request.method == "POST" and form.carry_out(actions.rule, request.actor, found):
        messages.success(request, "Noted.")
        return redirect("call", request.tournament.slug, found.pk)
    visit = at_table(request.actor, found)
    is_mine = is_judge_of(request, found)
    further = opinions_on(found).filter(opinion=found.opinion + 1).first()
    context = {
        "visit": visit,
        "people": people_at(request, visit.sitters),
        "call": found,
        "clock": clock_of(found.sheet.round),
        "form": form,
        "end_form": EndForm(),
        "is_mine": is_mine,
        "abouts": Call.About.choices,
        "further": further,
        "time": time_given(found, request.GET.get("reason", "")) if is_mine else None,
        "here": (steady_clock.now() - found.began_at).total_seconds() if found.began_at else 0.0,
        "card": card_of(request, found.sheet) if further and not further.judge_id and is_mine else "",
    }
    return render(request, "judging/call.html", context, status=form.status)


def _ruling_form(request: PageRequest, call: Call) -> RulingForm:
    """With what the checker said, if the judge comes from there."""
    asked = number_in(request.GET.get("check", ""))
    check = Check.objects.filter(call=call, asked_by=request.actor.user, pk=asked).first()
    if check is None:
        return RulingForm()
    return RulingForm(initial={"checked": check, "decision": str(check), "rule": str(check.answer["rule"])[:120]})


def people_at(request: PageRequest, sitters: Sequence[SeatedPlayer]) -> list[tuple[int, SeatedPlayer, list[Record]]]:
    """Everybody at a table, by seat, with what stands against them today."""
    records = records_of(request.actor, request.tournament, sitters)
    return [(seat, sitter, records.get(seat, [])) for seat, sitter in enumerate(sitters, 1)]


def is_judge_of(request: PageRequest, call: Call) -> bool:
    return call.judge_id is not None and request.actor.user is not None and call.judge_id == request.actor.user.pk


def card_of(request: PageRequest, sheet: Sheet) -> str:
    """The address of the table, as another judge's phone opens it."""
    path = reverse("at_table", args=[request.tournament.slug, sheet.round_id, sheet.table.number])
    return absolute(path, request.build_absolute_uri("/").rstrip("/"))


def call_and_page(request: PageRequest, call_id: int) -> tuple[Call, str]:
    found = get_object_or_404(calls_of(request.tournament), pk=call_id)
    return found, reverse("call", args=[request.tournament.slug, found.pk])


@door("opinion.ask")
@require_POST
def another(request: PageRequest, call_id: int) -> HttpResponse:
    found, back = call_and_page(request, call_id)
    return press(request, actions.ask_for_another, found, back=back, done="Another judge is asked for.")


@door("opinion.compare")
@require_POST
def compare(request: PageRequest, call_id: int) -> HttpResponse:
    found, back = call_and_page(request, call_id)
    agrees = request.POST.get("agrees") == "yes"
    return press(request, actions.compare, found, back=back, done="Noted.", agrees=agrees)


@door("call.cancel")
@require_POST
def cancel(request: PageRequest, call_id: int) -> HttpResponse:
    found, _ = call_and_page(request, call_id)
    board = reverse("calls", args=[request.tournament.slug])
    return press(request, actions.cancel, found, back=board, done="Taken back.")


@door("call.end")
@require_POST
def end(request: PageRequest, call_id: int) -> HttpResponse:
    found, back = call_and_page(request, call_id)
    form = EndForm(request.POST)
    ended = form.carry_out(actions.end, request.actor, found)
    if not ended:
        messages.error(request, " ".join(str(each) for errors in form.errors.values() for each in errors))
    return redirect(back)
