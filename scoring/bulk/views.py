"""The grid of a round: a row for each table, saved one by one or all together."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring import actions
from scoring.bulk.forms import TypedRow
from scoring.bulk.rows import grid_of, sheets_of_round
from scoring.sheets.desk import mode_for
from scoring.tables import sitters_by_table
from tournament.doors import PageRequest, door
from tournament.errors import Conflict, Refused
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
    saved = []
    found = sheets_of_round(round_)
    sitters = sitters_by_table(found)
    for sheet in found:
        typed = TypedRow.of(request.POST, sheet.pk, len(sitters.get(sheet.table_id, [])))
        if not typed.is_filled:
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
    if saved:
        messages.success(request, f"Saved: table {', '.join(saved)}.")
    if not saved and not refused:
        messages.info(request, "Nothing was typed.")
    if kept:
        return _show(request, round_, kept, refused)
    return redirect("sheet_bulk", request.tournament.slug, round_.pk)


def _show(request: PageRequest, round_: Round, typed: dict[int, TypedRow], refused: dict[int, Refused]) -> HttpResponse:
    shown = grid_of(
        round_,
        may_type=request.actor.may("sheet.enter", request.tournament),
        is_hidden=lambda sheet: mode_for(request, sheet) == "rekey",
        typed=typed,
        refused=refused,
    )
    status = max((refusal.status for refusal in refused.values()), default=200)
    return render(request, "scoring/bulk.html", {"round": round_, "grid": shown}, status=status)
