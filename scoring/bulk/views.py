"""Many sheets at once: the grid of a round, results from a file, and the file that comes out again."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET

from foundation.errors import Conflict, Refused
from foundation.file_exports import as_file, columns_of
from foundation.pages import PageRequest, door
from scoring import actions
from scoring.bulk import actions as bulk_actions
from scoring.bulk.export import WORDS, export_rows
from scoring.bulk.forms import ImportForm, ResultsForm, TypedRow, carry
from scoring.bulk.planning import Plan, plan_of
from scoring.bulk.rows import grid_of, sheets_of_round
from scoring.sheets.desk import reads_blind
from scoring.sheets.hiding import OWN_OPINION, is_hidden_from
from scoring.tables import sitters_by_table
from tournament.rounds.models import Round
from tournament.rounds.queries import rounds_of


@door("sheet.view")
def grid(request: PageRequest, round_id: int) -> HttpResponse:
    """Late mass entry. Each row is an entry of its own: one that is refused does not hold up the others."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    if request.method == "POST":
        return _save(request, round_)
    return _show(request, round_, {}, {})


def _save(request: PageRequest, round_: Round) -> HttpResponse:
    """Send the rows that are filled, or the one whose button was pressed; the others come back as they were typed."""
    only = request.POST.get("only", "")
    kept: dict[int, TypedRow] = {}
    refused: dict[int, Refused] = {}
    saved, closed = [], []
    found = sheets_of_round(round_)
    sitters = sitters_by_table(found)
    for sheet in found:
        typed = TypedRow.of(request.POST, sheet.pk, len(sitters.get(sheet.table_id, [])))
        if not typed.is_filled:
            continue
        if is_hidden_from(request.actor, sheet):
            closed.append(OWN_OPINION.format(table=sheet.table.number))
            continue
        if only not in ("", str(sheet.pk)):
            kept[sheet.pk] = typed
            continue
        request.actor.key = typed.key or None
        try:
            actions.enter(request.actor, sheet, paper=typed.paper(), base=typed.base, reason=typed.reason)
            saved.append(str(sheet.table.number))
        except Refused as refusal:
            refused[sheet.pk] = refusal
            kept[sheet.pk] = typed.with_new_key() if isinstance(refusal, Conflict) else typed
    for sentence in closed:
        messages.error(request, sentence)
    if saved:
        messages.success(request, f"Saved: table {', '.join(saved)}.")
    if not saved and not refused and not closed:
        messages.info(request, "Nothing was typed.")
    if kept:
        return _show(request, round_, kept, refused)
    return redirect("sheet_bulk", request.tournament.slug, round_.pk)


def _show(request: PageRequest, round_: Round, typed: dict[int, TypedRow], refused: dict[int, Refused]) -> HttpResponse:
    shown = grid_of(
        round_,
        may_type=request.actor.may("sheet.enter", request.tournament),
        is_hidden=partial(reads_blind, request),
        typed=typed,
        refused=refused,
    )
    status = max((refusal.status for refusal in refused.values()), default=200)
    return render(request, "scoring/bulk.html", {"round": round_, "grid": shown}, status=status)


@door("results.import")
def import_results(request: PageRequest) -> HttpResponse:
    """A file is looked at first, then the same cells are imported: all of them or none."""
    tournament = request.tournament
    if "cells" in request.POST:
        return _import(request, ImportForm(tournament, request.POST))
    form = ResultsForm(tournament, request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "scoring/import.html", {"form": form}, status=status)
    data = form.cleaned_data
    carried = {"event": data["event"], "name": data["name"][:200], "cells": carry(data["sheets"])}
    looked_at = ImportForm(tournament, initial=carried)
    plan = plan_of(data["event"], data["sheets"], partial(reads_blind, request))
    return _look(request, looked_at, plan, data["name"])


def _import(request: PageRequest, form: ImportForm) -> HttpResponse:
    if not form.is_valid():
        messages.error(request, "Send the file again.")
        return redirect("results_import", request.tournament.slug)
    event, cells, name = (form.cleaned_data[field] for field in ("event", "cells", "name"))
    if form.carry_out(bulk_actions.import_results, request.actor, event):
        messages.success(request, f"{name} is imported.")
        return redirect("sheets", request.tournament.slug)
    plan = plan_of(event, cells, partial(reads_blind, request))
    return _look(request, form, plan, name)


def _look(request: PageRequest, form: ImportForm, plan: Plan, name: str) -> HttpResponse:
    context = {"form": form, "plan": plan, "name": name}
    return render(request, "scoring/import_preview.html", context, status=form.status)


@door("sheet.view")
@require_GET
def export(request: PageRequest, round_id: int) -> HttpResponseBase:
    """The columns that an import understands."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    name = f"{request.tournament.slug} {round_.division.name} round {round_.number}"
    titles, *rows = export_rows(round_, partial(reads_blind, request))
    return as_file(request, name, columns_of(titles, words=WORDS), rows)
