"""Pages of rosters: the roster, importing a file with a preview, the grid for editing, and the export."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.file_exports import as_file, columns_of
from foundation.forms import number_in
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from tournament.models import Division, Event
from tournament.queries import events_of
from tournament.rosters import actions
from tournament.rosters.file_import.plan import ImportPlan, PlannedRow
from tournament.rosters.file_import.preview import STATE_BADGES, STATE_LABELS, DivisionSummary, summarize_by_division
from tournament.rosters.forms import DivisionForm, ImportForm, LayoutForm, PlaceForm, UploadForm
from tournament.rosters.models import Upload
from tournament.rosters.queries import (
    division_infos,
    export_rows,
    import_plan_of,
    is_open,
    places_of,
    questions_about,
    roster_of,
    worksheets_of,
)
from tournament.rosters.sample_file import COLUMNS, columns_in_words, sample_rows

PAGE = 200
NOTES = "note"
TEXT_COLUMNS = ("School", "Team", "Division", "First name", "Last name", "Home school")
PREVIEW_CELLS = ("school", "team", "division", "name", "grade", "position")
CELL_OF = {"first": "name", "last": "name", "seed": "team", "alternate": "position", "own": "name"}


@requires("roster.view")
@require_GET
def roster(request: PageRequest) -> HttpResponse:
    """Show the roster of one event by division and team."""
    events = list(events_of(request.tournament))
    event = next((each for each in events if str(each.pk) == request.GET.get("event")), events[0])
    places = roster_of(event)
    divisions = [
        (division, [(entry, list(of_team)) for entry, of_team in groupby(of_division, key=lambda place: place.entry)])
        for division, of_division in groupby(places, key=lambda place: place.division)
    ]
    context = {"events": events, "event": event, "divisions": divisions, "count": len(places)}
    return render(request, "tournament/rosters/roster.html", context)


@requires("roster.upload")
def upload(request: PageRequest) -> HttpResponse:
    form = UploadForm(request.tournament, request.POST or None, request.FILES or None)
    if request.method == "POST" and (created := form.carry_out(actions.upload, request.actor, request.tournament)):
        return redirect("roster_preview", request.tournament.slug, created.pk)
    context = {"form": form, "events": request.tournament.events.all(), "columns": columns_in_words()}
    return render(request, "tournament/rosters/upload.html", context, status=form.status)


@requires("roster.upload")
@require_GET
def sample(request: PageRequest, event_id: int) -> HttpResponseBase:
    """Return a file that can be imported as it is, for coaches to fill in."""
    event = get_object_or_404(request.tournament.events, pk=event_id)
    return as_file(request, f"sample roster {event.game}", COLUMNS, sample_rows(event))


@requires("roster.upload")
@require_GET
def preview(request: PageRequest, upload_id: int) -> HttpResponse:
    """Show what the import will do with every row, and every problem at its cell."""
    return _preview(request, _upload(request, upload_id))


@requires("roster.lay_out")
@require_POST
def set_columns(request: PageRequest, upload_id: int) -> HttpResponse:
    upload = _upload(request, upload_id)
    sheets = worksheets_of(upload)
    number = number_in(request.POST.get("sheet", ""))
    sheet, layout = sheets[min(number, len(sheets) - 1)]
    form = LayoutForm(min(number, len(sheets) - 1), sheet, layout, request.POST)
    if form.carry_out(actions.set_columns, request.actor, upload):
        return redirect("roster_preview", request.tournament.slug, upload.pk)
    return _preview(request, upload, layout=form)


@requires("roster.fill_in")
@require_POST
def set_default_division(request: PageRequest, upload_id: int) -> HttpResponse:
    upload = _upload(request, upload_id)
    form = DivisionForm(upload, request.POST)
    if form.carry_out(actions.set_default_division, request.actor, upload):
        return redirect("roster_preview", request.tournament.slug, upload.pk)
    return _preview(request, upload, division=form)


@requires("roster.read_as")
@require_POST
def set_word_meaning(request: PageRequest, upload_id: int) -> HttpResponse:
    """Answer a question of the preview: what one word means on every line."""
    upload = _upload(request, upload_id)
    back = reverse("roster_preview", args=[request.tournament.slug, upload.pk])
    answer = {name: request.POST.get(name, "") for name in ("field", "word", "meaning")}
    return run_verb_and_redirect(
        request, actions.set_word_meaning, upload, back=back, done="Applied to every line.", **answer
    )


@requires("roster.import")
@require_POST
def import_upload(request: PageRequest, upload_id: int) -> HttpResponse:
    upload = _upload(request, upload_id)
    form = ImportForm(request.POST)
    job = form.carry_out(actions.import_upload, request.actor, upload)
    return redirect(job) if job else _preview(request, upload, form=form)


@requires("place.edit")
@require_GET
def grid(request: PageRequest, event_id: int, division_id: int) -> HttpResponse:
    """Show a division as a grid with editable cells, and a button that undoes the last change."""
    event = _event(request, event_id)
    return _grid(request, event, get_object_or_404(event.divisions, pk=division_id), PlaceForm(prefix="new"))


@requires("place.edit")
@require_POST
def edit(request: PageRequest, event_id: int, place_id: int) -> HttpResponse:
    """Save one row of the grid when the cursor leaves it. The row comes back with its current values and errors."""
    event = _event(request, event_id)
    place = get_object_or_404(places_of(event), pk=place_id)
    form = PlaceForm(request.POST, prefix=f"p{place.pk}", auto_id=f"p{place.pk}-%s")
    saved = form.carry_out(actions.edit_place, request.actor, event, place=place)
    if not request.htmx:
        return redirect("roster_grid", request.tournament.slug, event.pk, place.division_id)
    row = {"form": PlaceForm.of(place) if saved else form, "place": place, "saved": bool(saved)}
    return render(request, "tournament/rosters/_row.html", {"event": event, "row": row})


@requires("place.add")
@require_POST
def add(request: PageRequest, event_id: int, division_id: int) -> HttpResponse:
    event = _event(request, event_id)
    division = get_object_or_404(event.divisions, pk=division_id)
    form = PlaceForm(request.POST, prefix="new")
    added = form.carry_out(actions.add_place, request.actor, event, division=division.letter)
    if not added:
        return _grid(request, event, division, form)
    messages.success(request, f"{added.name} added to the roster.")
    return redirect("roster_grid", request.tournament.slug, event.pk, division.pk)


@requires("place.remove")
@require_POST
def remove(request: PageRequest, event_id: int, place_id: int) -> HttpResponse:
    event = _event(request, event_id)
    place = get_object_or_404(places_of(event), pk=place_id)
    back = reverse("roster_grid", args=[request.tournament.slug, event.pk, place.division_id])
    return run_verb_and_redirect(
        request, actions.remove_place, event, back=back, done="Removed from the roster.", place=place
    )


@requires("place.undo")
@require_POST
def undo(request: PageRequest, event_id: int, division_id: int) -> HttpResponse:
    event = _event(request, event_id)
    back = reverse("roster_grid", args=[request.tournament.slug, event.pk, division_id])
    return run_verb_and_redirect(request, actions.undo, event, back=back, done="Change undone.")


def _grid(request: PageRequest, event: Event, division: Division, form: PlaceForm) -> HttpResponse:
    rows = [{"place": place, "form": PlaceForm.of(place)} for place in roster_of(event, division)]
    context = {"event": event, "division": division, "rows": rows, "form": form}
    return render(request, "tournament/rosters/grid.html", context, status=form.status)


def _event(request: PageRequest, event_id: int) -> Event:
    return get_object_or_404(events_of(request.tournament), pk=event_id)


@requires("roster.view")
@require_GET
def export(request: PageRequest, event_id: int) -> HttpResponseBase:
    """Download the roster in the columns that an import understands."""
    event = _event(request, event_id)
    headings, *rows = export_rows(event)
    return as_file(
        request, f"{request.tournament.slug} {event.game} roster", columns_of(headings, words=TEXT_COLUMNS), rows
    )


def _upload(request: PageRequest, upload_id: int) -> Upload:
    uploads = request.tournament.uploads.select_related("tournament", "event__tournament")
    return get_object_or_404(uploads, pk=upload_id)


def _preview(
    request: PageRequest,
    upload: Upload,
    *,
    form: ImportForm | None = None,
    layout: LayoutForm | None = None,
    division: DivisionForm | None = None,
) -> HttpResponse:
    """Render the preview. A form is passed in if it was refused, to show its errors; the others are fresh."""
    plan = import_plan_of(upload)
    show = request.GET.get("show", "problem" if plan.errors else "")
    rows = [each for each in plan.rows if show in ("", each.state) or (show == NOTES and each.has_note)]
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    layouts = [LayoutForm(number, sheet, columns) for number, (sheet, columns) in enumerate(worksheets_of(upload))]
    if layout:
        layouts[layout.number] = layout
    form, division = form or ImportForm(), division or DivisionForm(upload)
    context = {
        "upload": upload,
        "is_open": is_open(upload),
        "plan": plan,
        "summaries": _summaries(upload.event, plan),
        "questions": questions_about(upload, plan),
        "tabs": _tabs(plan),
        "show": show,
        "page": page,
        "rows": [_preview_row(planned) for planned in page],
        "layouts": layouts,
        "division_form": division,
        "form": form,
    }
    status = max(each.status for each in (form, division, *layouts))
    return render(request, "tournament/rosters/preview.html", context, status=status)


def _summaries(event: Event, plan: ImportPlan) -> list[tuple[Division | None, DivisionSummary]]:
    divisions = {each.letter: each for each in event.divisions.all()}
    return [(divisions.get(each.letter), each) for each in summarize_by_division(plan, division_infos(event))]


def _tabs(plan: ImportPlan) -> list[dict[str, Any]]:
    counts = plan.counts
    tabs = [{"show": "", "label": "all", "count": len(plan.rows)}]
    tabs += [
        {"show": state, "label": STATE_LABELS[state], "count": counts[state]} for state in STATE_LABELS if counts[state]
    ]
    notes = sum(each.has_note for each in plan.rows)
    if notes:
        tabs.append({"show": NOTES, "label": "with a warning", "count": notes})
    return tabs


def _preview_row(planned: PlannedRow) -> dict[str, Any]:
    """Return a row as the preview shows it: each cell with its problems, and what changes."""
    row = planned.row
    values = {
        "school": row.school,
        "team": row.team or "no team",
        "division": row.division or row.cells.get("division", ""),
        "name": ", ".join(filter(None, (row.name or f"Player {row.number} of the {row.team}", row.home_school))),
        "grade": row.cells.get("grade", "") if row.grade is None else row.grade,
        "position": ", ".join(filter(None, (str(row.number or ""), "alternate" if row.is_alternate else ""))),
    }
    cells = [
        {
            "field": name,
            "value": values[name],
            "problems": [problem for problem in row.problems if CELL_OF.get(problem.field, problem.field) == name],
        }
        for name in PREVIEW_CELLS
    ]
    return {
        "line": row.line,
        "sheet": row.sheet,
        "state": planned.state,
        "state_label": STATE_BADGES[planned.state],
        "cells": cells,
        "changes": planned.changes,
    }
