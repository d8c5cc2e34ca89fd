"""One sheet in the order of the paper: entered, checked or keyed again, settled, corrected; and its history."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.pages import PageRequest, door, press
from scoring import actions
from scoring.models import Entry, Sheet
from scoring.paper import differences, differences_in_words
from scoring.sheets.desk import (
    HIDDEN,
    Desk,
    live_sheet,
    mode_for,
    page_of,
    reads_blind,
    save,
    sheet_or_404,
    show,
    typed_grid,
    wrong_paper,
)
from scoring.sheets.forms import Typed
from scoring.sheets.presence import others_at
from scoring.tables import reading_of_entry, sitters_of, with_names


@door("sheet.view")
@require_GET
def sheet_page(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    live = live_sheet(sheet)
    if live is not None:
        return redirect(f"{reverse('sheet', args=[request.tournament.slug, live.pk])}?printed={sheet.pk}")
    sitters = sitters_of(sheet, with_teams=True)
    desk = Desk(request, sheet, sitters, mode_for(request, sheet))
    return show(desk)


@door("sheet.view")
@require_POST
def preview(request: PageRequest, sheet_id: int) -> HttpResponse:
    """What follows from what is typed so far, by the same code that saves it; and who else is in this sheet."""
    sheet = sheet_or_404(request, sheet_id)
    sitters = sitters_of(sheet)
    assert request.actor.user is not None
    grid = typed_grid(sheet, sitters, request)
    answer = grid.as_json() | {"others": others_at(sheet, request.actor.user)}
    return JsonResponse(answer | {"current": sheet.current.number if sheet.current else 0})


@door("sheet.enter")
@require_POST
def enter(request: PageRequest, sheet_id: int) -> HttpResponse:
    def act(sheet: Sheet, typed: Typed, arguments: dict[str, Any]) -> Entry:
        return actions.enter(
            request.actor,
            sheet,
            **arguments,
            source=typed.source,
            correction=typed.correction,
            reason=typed.reason,
            printed=wrong_paper(sheet, typed.printed),
        )

    return save(request, sheet_id, "edit" if request.POST.get("base", "0") != "0" else "enter", act)


@door("sheet.rekey")
@require_POST
def rekey(request: PageRequest, sheet_id: int) -> HttpResponse:
    def act(sheet: Sheet, typed: Typed, arguments: dict[str, Any]) -> Entry:
        return actions.rekey(request.actor, sheet, **arguments)

    return save(request, sheet_id, "rekey", act)


@door("sheet.settle")
@require_POST
def settle(request: PageRequest, sheet_id: int) -> HttpResponse:
    def act(sheet: Sheet, typed: Typed, arguments: dict[str, Any]) -> Entry:
        return actions.settle(request.actor, sheet, **arguments, reason=typed.reason)

    return save(request, sheet_id, "settle", act)


@door("sheet.check")
@require_POST
def check(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    base = Typed.of(request.POST).base
    following = reverse("sheet_next", args=[request.tournament.slug]) + "?verify"
    return press(request, actions.check, sheet, back=following, done=f"{sheet}: verified.", base=base)


@door("sheet.go_back")
@require_POST
def go_back(request: PageRequest, sheet_id: int, number: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    typed = Typed.of(request.POST)
    return press(
        request,
        actions.go_back,
        sheet,
        back=reverse("sheet_history", args=[request.tournament.slug, sheet.pk]),
        done=f"{sheet}: entry {number} counts again.",
        number=number,
        base=typed.base,
        reason=typed.reason,
    )


@door("sheet.flag")
@require_POST
def flag(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    problem = request.POST.get("problem", "")
    return press(request, actions.flag, sheet, back=page_of(request, sheet), done="Flagged.", problem=problem)


@door("sheet.clear")
@require_POST
def clear(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    return press(request, actions.clear, sheet, back=page_of(request, sheet), done="The problem is cleared.")


@door("sheet.excuse")
@require_POST
def excuse(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    reason = request.POST.get("reason", "")
    done = "This table holds nothing up." if reason.strip() else "The sheet is expected again."
    return press(request, actions.excuse, sheet, back=page_of(request, sheet), done=done, reason=reason)


@door("sheet.view")
@require_GET
def history(request: PageRequest, sheet_id: int) -> HttpResponse:
    """Every entry of a sheet, and the difference between any two. A blind reader is not shown what was entered."""
    sheet = sheet_or_404(request, sheet_id)
    if reads_blind(request, sheet):
        messages.info(request, HIDDEN)
        return redirect(page_of(request, sheet))
    sitters = sitters_of(sheet, with_teams=True)
    entries = list(sheet.entries.select_related("entered_by", "verification__verified_by").order_by("-number"))
    context: dict[str, Any] = {"sheet": sheet, "entries": entries}
    chosen = [_chosen(entries, request.GET.get(name, "")) for name in ("one", "other")]
    if chosen[0] and chosen[1]:
        one, other = (reading_of_entry(sheet, sitters, each) for each in chosen if each)
        found = [*with_names(differences(one, other)), *differences_in_words(one, other)]
        context |= {"one": chosen[0], "other": chosen[1], "differences": found}
    return render(request, "scoring/history.html", context)


def _chosen(entries: list[Entry], number: str) -> Entry | None:
    return next((each for each in entries if str(each.number) == number), None)
