"""The page of one scoresheet: enter, check, double entry, resolve, correct; its history and photos."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.errors import EditConflict, Refused
from foundation.images import MOST_BYTES, clean_photo, thumbnail
from foundation.pages import PageRequest, private_file, read_upload, requires, run_verb_and_redirect
from scoring.entry import actions
from scoring.entry.access import ENTRY_IS_HIDDEN, SheetViewer
from scoring.entry.entries import EntryNote
from scoring.entry.errors import Unchanged, UnexplainedWarnings
from scoring.entry.forms import SheetForm, printed_in
from scoring.entry.page import SheetPage, typed_grid
from scoring.entry.players import with_player_names
from scoring.entry.presence import record_presence
from scoring.entry.queries import compute_entry, detailed_sheets, published_sheet, seated_players, wrong_sheet_warning
from scoring.models import Entry, Photo, Sheet
from scoring.paper import differences, differences_in_remarks

NOT_SAVED = (Sheet.DoesNotExist, Refused)


def _viewer(request: PageRequest) -> SheetViewer:
    return SheetViewer(request.actor, request.tournament)


def _sheet_or_404(request: PageRequest, sheet_id: int) -> Sheet:
    sheet = detailed_sheets().filter(tournament=request.tournament, pk=sheet_id).first()
    if sheet is None:
        raise Http404
    return sheet


def _sheet_url(request: PageRequest, sheet: Sheet) -> str:
    return reverse("sheet", args=[request.tournament.slug, sheet.pk])


@lru_cache(maxsize=100)
def _next_url(slug: str) -> str:
    return reverse("sheet_next", args=[slug])


# -- the page ---------------------------------------------------------------------------------------------------------


@requires("sheet.view")
@require_GET
def sheet_page(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = _sheet_or_404(request, sheet_id)
    replacement = published_sheet(sheet)
    if replacement is not None:
        return redirect(f"{_sheet_url(request, replacement)}?printed={sheet.pk}")
    viewer = _viewer(request)
    mode = viewer.mode(sheet, wants_edit="edit" in request.GET)
    seated = seated_players(sheet, with_teams=True)
    return _render(request, SheetPage(viewer, sheet, seated, mode, printed_in(request.GET)))


def _render(request: PageRequest, page: SheetPage) -> HttpResponse:
    status = page.refused.status if page.refused else 200
    return render(request, "scoring/sheet.html", page.context(), status=status)


@requires("sheet.view")
@require_POST
def preview(request: PageRequest, sheet_id: int) -> HttpResponse:
    """Compute what is typed so far, by the same code that saves it, and say who else has this sheet open."""
    sheet = _sheet_or_404(request, sheet_id)
    assert request.actor.user is not None
    grid = typed_grid(_viewer(request), sheet, seated_players(sheet), request.POST)
    answer = grid.as_json() | {"others": record_presence(sheet, request.actor.user)}
    return JsonResponse(answer | {"current": sheet.current.number if sheet.current else 0})


# -- saving -----------------------------------------------------------------------------------------------------------
# The verb reads and locks the sheet, so these views don't query it first.


@requires("sheet.enter")
@require_POST
def enter(request: PageRequest, sheet_id: int) -> HttpResponse:
    form, sheet = _parse(request, sheet_id)
    wrong_sheet = wrong_sheet_warning(sheet, form.printed)
    note = EntryNote(form.source, form.correction, form.reason, wrong_sheet)
    mode = "edit" if form.base else "enter"
    try:
        entry = actions.enter(request.actor, sheet, paper=form.paper, base=form.base, names=form.names, note=note)
    except NOT_SAVED as problem:
        return _not_saved(request, sheet, mode, form, problem)
    return _saved(request, entry, mode)


@requires("sheet.rekey")
@require_POST
def add_double_entry(request: PageRequest, sheet_id: int) -> HttpResponse:
    form, sheet = _parse(request, sheet_id)
    try:
        entry = actions.add_double_entry(request.actor, sheet, paper=form.paper, base=form.base, names=form.names)
    except NOT_SAVED as problem:
        return _not_saved(request, sheet, "rekey", form, problem)
    return _saved(request, entry, "rekey")


@requires("sheet.settle")
@require_POST
def resolve_double_entry(request: PageRequest, sheet_id: int) -> HttpResponse:
    form, sheet = _parse(request, sheet_id)
    try:
        entry = actions.resolve_double_entry(
            request.actor, sheet, paper=form.paper, base=form.base, names=form.names, reason=form.reason
        )
    except NOT_SAVED as problem:
        return _not_saved(request, sheet, "settle", form, problem)
    return _saved(request, entry, "settle")


def _parse(request: PageRequest, sheet_id: int) -> tuple[SheetForm, Sheet]:
    form = SheetForm.parse(request.POST)
    request.actor.key = form.key or None
    return form, Sheet(pk=sheet_id, tournament=request.tournament)


def _saved(request: PageRequest, entry: Entry, mode: str) -> HttpResponse:
    sheet = entry.sheet
    if mode == "rekey" and Sheet.objects.filter(pk=sheet.pk, differs=entry).exists():
        message = f"The two entries for {sheet} don’t match."
        return _answer(request, entry.number, _sheet_url(request, sheet), message, messages.WARNING)
    next_page = _next_url(request.tournament.slug) + ("?verify" if mode in ("rekey", "settle") else "")
    return _answer(request, entry.number, next_page, f"{sheet} saved as {entry}.", messages.SUCCESS)


def _not_saved(request: PageRequest, sheet: Sheet, mode: str, form: SheetForm, problem: Exception) -> HttpResponse:
    """Show the page again with everything typed. Someone who typed it blind continues with a double entry."""
    if not isinstance(problem, Refused):
        raise Http404 from problem
    if isinstance(problem, Unchanged):
        return _answer(request, 0, _sheet_url(request, sheet), problem.sentence, messages.INFO)
    sheet = _sheet_or_404(request, sheet.pk)
    viewer = _viewer(request)
    if isinstance(problem, EditConflict) and sheet.current is not None:
        mode = "rekey" if viewer.reads_blind(sheet) else "settle" if sheet.differs_id else "edit"
    seated = seated_players(sheet, with_teams=True)
    grid = typed_grid(viewer, sheet, seated, request.POST)
    if _wants_json(request):
        answer = grid.as_json() | {"refused": problem.sentence, "field": problem.field}
        answer |= {
            "doubtful": isinstance(problem, UnexplainedWarnings),
            "conflict": isinstance(problem, EditConflict),
        }
        return JsonResponse(answer, status=problem.status)
    return _render(request, SheetPage(viewer, sheet, seated, mode, form.printed, problem, form, grid))


def _answer(request: PageRequest, entry: int, next_page: str, message: str, level: int) -> HttpResponse:
    """Answer a script with JSON, which shows the message on the next page, and a plain form with a redirect."""
    if _wants_json(request):
        return JsonResponse({"entry": entry, "next": next_page, "said": message})
    messages.add_message(request, level, message)
    return redirect(next_page)


def _wants_json(request: PageRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


# -- one button -------------------------------------------------------------------------------------------------------


@requires("sheet.receive")
@require_POST
def receive(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = _sheet_or_404(request, sheet_id)
    board = reverse("sheets", args=[request.tournament.slug])
    return run_verb_and_redirect(request, actions.receive, sheet, back=board, done=f"{sheet} received.")


@requires("sheet.check")
@require_POST
def check(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = _sheet_or_404(request, sheet_id)
    base = SheetForm.parse(request.POST).base
    next_page = _next_url(request.tournament.slug) + "?verify"
    return run_verb_and_redirect(request, actions.check, sheet, back=next_page, done=f"{sheet} verified.", base=base)


@requires("sheet.go_back")
@require_POST
def restore_entry(request: PageRequest, sheet_id: int, number: int) -> HttpResponse:
    sheet = _sheet_or_404(request, sheet_id)
    form = SheetForm.parse(request.POST)
    return run_verb_and_redirect(
        request,
        actions.restore_entry,
        sheet,
        back=reverse("sheet_history", args=[request.tournament.slug, sheet.pk]),
        done=f"Entry {number} restored.",
        number=number,
        base=form.base,
        reason=form.reason,
    )


@requires("sheet.flag")
@require_POST
def flag(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = _sheet_or_404(request, sheet_id)
    problem = request.POST.get("problem", "")
    return run_verb_and_redirect(
        request, actions.flag, sheet, back=_sheet_url(request, sheet), done="Scoresheet flagged.", problem=problem
    )


@requires("sheet.clear")
@require_POST
def clear_problem(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = _sheet_or_404(request, sheet_id)
    return run_verb_and_redirect(
        request, actions.clear_problem, sheet, back=_sheet_url(request, sheet), done="Flag cleared."
    )


@requires("sheet.excuse")
@require_POST
def waive(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = _sheet_or_404(request, sheet_id)
    reason = request.POST.get("reason", "")
    waived = "No scoresheet needed for this table. It won’t hold up the round."
    done = waived if reason.strip() else "A scoresheet is expected again."
    return run_verb_and_redirect(
        request, actions.waive, sheet, back=_sheet_url(request, sheet), done=done, reason=reason
    )


# -- history ----------------------------------------------------------------------------------------------------------


@requires("sheet.view")
@require_GET
def history(request: PageRequest, sheet_id: int) -> HttpResponse:
    """Every entry of a sheet, and the differences between any two. Hidden from a blind reader."""
    sheet = _sheet_or_404(request, sheet_id)
    if _viewer(request).reads_blind(sheet):
        messages.info(request, ENTRY_IS_HIDDEN)
        return redirect(_sheet_url(request, sheet))
    seated = seated_players(sheet, with_teams=True)
    entries = list(sheet.entries.select_related("entered_by", "verification__verified_by").order_by("-number"))
    context: dict[str, Any] = {"sheet": sheet, "entries": entries}
    chosen = [_with_number(entries, request.GET.get(name, "")) for name in ("one", "other")]
    if chosen[0] and chosen[1]:
        one, other = (compute_entry(sheet, seated, each) for each in chosen if each)
        differing = [*with_player_names(differences(one, other)), *differences_in_remarks(one, other)]
        context |= {"one": chosen[0], "other": chosen[1], "differences": differing}
    return render(request, "scoring/history.html", context)


def _with_number(entries: list[Entry], number: str) -> Entry | None:
    return next((each for each in entries if str(each.number) == number), None)


# -- photos -----------------------------------------------------------------------------------------------------------


@requires("sheet.attach")
@require_POST
def attach(request: PageRequest, sheet_id: int) -> HttpResponse:
    """Add a photo. It is cleaned before the verb starts, so that the transaction stays short."""
    sheet = _sheet_or_404(request, sheet_id)
    back = _sheet_url(request, sheet)
    try:
        upload = read_upload(request, "photo", missing="Choose a photo.", max_bytes=MOST_BYTES)
        picture = clean_photo(upload)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(back)
    return run_verb_and_redirect(request, actions.attach, sheet, back=back, done="Photo attached.", picture=picture)


@requires("sheet.view")
@require_GET
def photo(request: PageRequest, sheet_id: int, photo_id: int) -> HttpResponse:
    """The photo, or with `small` its thumbnail. Never cached, not even by the browser."""
    stored = get_object_or_404(Photo, pk=photo_id, sheet=sheet_id, sheet__tournament=request.tournament)
    content = bytes(stored.content)
    shown = thumbnail(content) if "small" in request.GET else content
    return private_file(shown, stored.content_type, f"sheet-{sheet_id}-photo-{photo_id}.jpg", inline=True)


@requires("sheet.detach")
@require_POST
def detach(request: PageRequest, sheet_id: int, photo_id: int) -> HttpResponse:
    sheet = _sheet_or_404(request, sheet_id)
    back = _sheet_url(request, sheet)
    return run_verb_and_redirect(request, actions.detach, sheet, back=back, done="Photo deleted.", photo=photo_id)
