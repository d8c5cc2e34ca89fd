"""Pages around a visit: the board, choosing a table, a table's card, and starting a visit."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.errors import Refused
from foundation.forms import number_in
from foundation.pages import PageRequest, requires
from judging.calls import actions
from judging.calls.forms import TableForm
from judging.calls.queries import conflicts_at, open_calls, tables_in_play
from judging.checker.queries import is_practice_allowed
from judging.penalties.queries import count_waiting_for
from judging.visits import is_judge_of, my_call
from scoring.models import Sheet


@requires("call.view")
@require_GET
def board(request: PageRequest) -> HttpResponse:
    """Show which tables wait and where judges are. The page polls."""
    calls = open_calls(request.tournament)
    context = {
        "calls": calls,
        "mine": next((call for call in calls if is_judge_of(request.actor, call)), None),
        "tables": bool(calls) or tables_in_play(request.tournament).exists(),
        "consents": count_waiting_for(request.actor, request.tournament),
    }
    if request.actor.may("practice.allow", request.tournament):
        context["practice"] = is_practice_allowed(request.tournament)
    return render(request, "judging/_calls.html" if request.htmx else "judging/calls.html", context)


@requires("call.begin")
@require_GET
def choose_table(request: PageRequest) -> HttpResponse:
    """Choose a table by its number, and the division if two divisions use the same number."""
    form = TableForm(request.GET if "table" in request.GET else None)
    sheets = _sheets_numbered(request, form) if form.is_bound else []
    return render(request, "judging/choose_table.html", {"form": form, "found": sheets})


@requires("call.at")
@require_GET
def table_card(request: PageRequest, round_id: int, number: int) -> HttpResponse:
    """Show the page that a table's printed card opens. It says that a call waits, but not what about (JM General 7)."""
    sheets = Sheet.objects.select_related("table__draw", "round__division__event__book", "tournament")
    of_round = sheets.filter(tournament=request.tournament, round=round_id, table__draw__state="published")
    sheet = get_object_or_404(of_round, table__number=number)
    calls = [call for call in open_calls(request.tournament) if call.sheet_id == sheet.pk]
    mine = my_call(request.actor, request.tournament)
    context = {
        "sheet": sheet,
        "calls": calls,
        "mine": mine,
        "is_here": mine is not None and mine.sheet_id == sheet.pk,
        "is_played": tables_in_play(request.tournament).filter(pk=sheet.pk).exists(),
        "conflicts": conflicts_at(request.actor, sheet),
    }
    return render(request, "judging/table_card.html", context)


@requires("call.begin")
@require_POST
def begin(request: PageRequest) -> HttpResponse:
    """Start a visit: the judge is at a table."""
    return _call_verb_for_table(request, actions.begin, "call")


@requires("call.ask")
@require_POST
def ask(request: PageRequest) -> HttpResponse:
    """Note that a table waits for a judge."""
    return _call_verb_for_table(request, actions.ask, "calls")


def _call_verb_for_table(request: PageRequest, verb: Any, next_page: str) -> HttpResponse:
    may_look = request.actor.may("call.view", request.tournament)
    board = reverse("calls" if may_look else "tournament", args=[request.tournament.slug])
    form = TableForm(request.POST)
    sheets = _posted_sheets(request, form)
    if len(sheets) > 1:
        query = urlencode({"table": form.cleaned_data["table"]})
        return redirect(f"{reverse('call_pick', args=[request.tournament.slug])}?{query}")
    if not sheets:
        messages.error(request, _no_such_table(form))
        return redirect(board)
    request.actor.key = request.POST.get("key") or None
    try:
        call = verb(request.actor, sheets[0])
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(board)
    if next_page == "call":
        return redirect("call", request.tournament.slug, call.pk)
    messages.success(request, f"Judge called to Table {sheets[0].table.number}.")
    return redirect(board)


def _posted_sheets(request: PageRequest, form: TableForm) -> list[Sheet]:
    if sheet := number_in(request.POST.get("sheet", "")):
        return [get_object_or_404(tables_in_play(request.tournament), pk=sheet)]
    return _sheets_numbered(request, form)


def _sheets_numbered(request: PageRequest, form: TableForm) -> list[Sheet]:
    if not form.is_valid():
        return []
    return list(tables_in_play(request.tournament).filter(table__number=form.cleaned_data["table"]))


def _no_such_table(form: TableForm) -> str:
    if not form.is_valid():
        return "Enter the table number."
    return f"Table {form.cleaned_data['table']} isn’t in play. Check the number."
