"""Pages for many scoresheets at once: the grid of a round, and importing and exporting results."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET

from foundation.errors import EditConflict, Refused
from foundation.file_exports import as_file, columns_of
from foundation.pages import PageRequest, requires
from rulebooks.wording import join_words, plural
from scoring.bulk.actions import import_results as import_results_verb
from scoring.bulk.export import TEXT_COLUMNS, export_rows
from scoring.bulk.forms import ResultsForm, ResultsImportForm, TypedRow, cells_as_json
from scoring.bulk.grid import build_grid, sheets_of_round
from scoring.bulk.import_plan import ResultsImportPlan, plan_import
from scoring.entry import actions
from scoring.entry.access import OWN_OPINION, SheetViewer, is_hidden_from
from scoring.entry.entries import EntryNote
from scoring.entry.queries import seated_players_by_table
from tournament.rounds.models import Round
from tournament.rounds.queries import rounds_of


def _viewer(request: PageRequest) -> SheetViewer:
    return SheetViewer(request.actor, request.tournament)


@requires("sheet.view")
def grid(request: PageRequest, round_id: int) -> HttpResponse:
    """Enter many sheets. Each row is an entry of its own: a refused one doesn't hold up the others."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    if request.method == "POST":
        return _save(request, round_)
    return _show(request, round_, {}, {})


def _save(request: PageRequest, round_: Round) -> HttpResponse:
    """Save the filled rows, or the one whose button was pressed. The others come back as typed."""
    only = request.POST.get("only", "")
    kept: dict[int, TypedRow] = {}
    refused: dict[int, Refused] = {}
    saved, hidden = [], []
    sheets = sheets_of_round(round_)
    seated = seated_players_by_table(sheets)
    for sheet in sheets:
        typed = TypedRow.parse(request.POST, sheet.pk, len(seated.get(sheet.table_id, [])))
        if not typed.is_filled:
            continue
        if is_hidden_from(request.actor, sheet):
            hidden.append(OWN_OPINION.format(table=sheet.table.number))
            continue
        if only not in ("", str(sheet.pk)):
            kept[sheet.pk] = typed
            continue
        request.actor.key = typed.key or None
        try:
            note = EntryNote(reason=typed.reason)
            actions.enter(request.actor, sheet, paper=typed.paper(), base=typed.base, note=note)
            saved.append(str(sheet.table.number))
        except Refused as refusal:
            refused[sheet.pk] = refusal
            kept[sheet.pk] = typed.with_new_key() if isinstance(refusal, EditConflict) else typed
    for sentence in hidden:
        messages.error(request, sentence)
    if saved:
        tables = join_words(saved)
        messages.success(request, plural(len(saved), f"Table {tables} saved.", f"Tables {tables} saved."))
    if not saved and not refused and not hidden:
        messages.info(request, "Nothing to save.")
    if kept:
        return _show(request, round_, kept, refused)
    return redirect("sheet_bulk", request.tournament.slug, round_.pk)


def _show(request: PageRequest, round_: Round, typed: dict[int, TypedRow], refused: dict[int, Refused]) -> HttpResponse:
    shown = build_grid(round_, _viewer(request), typed, refused)
    status = max((refusal.status for refusal in refused.values()), default=200)
    return render(request, "scoring/bulk.html", {"round": round_, "grid": shown}, status=status)


@requires("results.import")
def import_results(request: PageRequest) -> HttpResponse:
    """Preview a file, then import the same cells, all or nothing."""
    tournament = request.tournament
    if "cells" in request.POST:
        return _import(request, ResultsImportForm(tournament, request.POST))
    form = ResultsForm(tournament, request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "scoring/import.html", {"form": form}, status=status)
    data = form.cleaned_data
    carried = {"event": data["event"], "name": data["name"][:200], "cells": cells_as_json(data["sheets"])}
    plan = plan_import(data["event"], data["sheets"], _viewer(request))
    return _preview(request, ResultsImportForm(tournament, initial=carried), plan, data["name"])


def _import(request: PageRequest, form: ResultsImportForm) -> HttpResponse:
    if not form.is_valid():
        messages.error(request, "Upload the file again.")
        return redirect("results_import", request.tournament.slug)
    event, cells, name = (form.cleaned_data[field] for field in ("event", "cells", "name"))
    if form.carry_out(import_results_verb, request.actor, event):
        messages.success(request, f"{name} imported.")
        return redirect("sheets", request.tournament.slug)
    plan = plan_import(event, cells, _viewer(request))
    return _preview(request, form, plan, name)


def _preview(request: PageRequest, form: ResultsImportForm, plan: ResultsImportPlan, name: str) -> HttpResponse:
    context = {"form": form, "plan": plan, "name": name}
    return render(request, "scoring/import_preview.html", context, status=form.status)


@requires("sheet.view")
@require_GET
def export(request: PageRequest, round_id: int) -> HttpResponseBase:
    """Download a round with the columns that an import reads."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    name = f"{request.tournament.slug} {round_.division.name} round {round_.number}"
    titles, *rows = export_rows(round_, _viewer(request))
    return as_file(request, name, columns_of(titles, words=TEXT_COLUMNS), rows)
