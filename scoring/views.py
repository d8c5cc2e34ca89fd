"""Pages about all scoresheets: the board, receiving, piles; round results; the points calculator."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.activity.news import conditional, log_stamp
from foundation.errors import Refused
from foundation.file_exports import as_file, wants_file
from foundation.pages import PageRequest, requires
from rulebooks.wording import join_words, plural
from scoring.entry import actions
from scoring.entry.access import SheetViewer
from scoring.entry.presence import open_first_free_sheet
from scoring.forms import TotalsForm
from scoring.models import Closing, Sheet, SheetState
from scoring.queries import (
    COUNT_LABELS,
    RESULT_COLUMNS,
    RoundSheets,
    open_sheets,
    pile_of,
    piles_of,
    rounds_with_sheets,
    sheet_columns,
    sheets_by_number,
    sheets_to_verify,
)
from scoring.round_results import changed_points, results_by_table
from scoring.standings_pages.pending_results import pending_sheets_in
from tournament.queries import events_of
from tournament.rounds.models import RoundState
from tournament.rounds.queries import rounds_of

MOST_AT_ONCE = 60
MOST_WHO_VERIFY = 64  # at the same time
UNCLEAR = (
    "Not recognized: {words}. Enter table numbers (add the division letter if two tables share a number) "
    "or the code printed on the scoresheet."
)


def _viewer(request: PageRequest) -> SheetViewer:
    return SheetViewer(request.actor, request.tournament)


# -- the board --------------------------------------------------------------------------------------------------------


@requires("sheet.view")
@require_GET
def board(request: PageRequest) -> HttpResponseBase:
    """Every sheet of the rounds that are in progress or collecting, by room. A table number opens its sheet."""
    if wants_file(request):
        viewer, state = _viewer(request), request.GET.get("state", "")
        sheets = [sheet for sheet in open_sheets(request.tournament) if _has_state(viewer, sheet, state)]
        columns = sheet_columns(viewer)
        return as_file(request, f"{request.tournament.slug} sheets", columns, sheets)
    typed = request.GET.get("table", "").strip()
    found = sheets_by_number(request.tournament, typed) if typed else []
    if len(found) == 1:
        return redirect("sheet", request.tournament.slug, found[0].pk)
    if request.htmx:
        part = partial(render, request, "scoring/_sheets.html")
        return conditional(request, log_stamp(request.tournament), lambda: part(_boards(request)))
    user = request.actor.user
    assert user is not None  # `requires` admits staff only
    context = _boards(request) | {
        "typed": typed,
        "found": found,
        "pile": list(pile_of(request.tournament, user)),
        "waiting": sheets_to_verify(request.tournament, user).count(),
    }
    return render(request, "scoring/sheets.html", context, status=404 if typed and not found else 200)


def _boards(request: PageRequest) -> dict[str, Any]:
    state = request.GET.get("state", "")
    boards = rounds_with_sheets(request.tournament)
    return {
        "boards": boards,
        "pace": poll_seconds(sum(board.all for board in boards)),
        "marked": _pending_sheet_keys(_viewer(request), boards),
        "state": state if state in (*SheetState.values, "problem", "disputed") else "",
        "states": COUNT_LABELS.items(),
    }


def poll_seconds(tables: int) -> int:
    """Return the seconds between two polls of the board. A long board takes longer to render."""
    return 5 + tables // 100


def _pending_sheet_keys(viewer: SheetViewer, boards: Sequence[RoundSheets]) -> set[int]:
    """Return the sheets with something pending, such as a protest."""
    pending = pending_sheets_in([board.round.pk for board in boards]) if boards else {}
    sheets = [sheet for board in boards for room in board.rooms for sheet in room.sheets]
    return {*pending, *(sheet.pk for sheet in sheets if viewer.sees_dispute(sheet))}


def _has_state(viewer: SheetViewer, sheet: Sheet, state: str) -> bool:
    """Return whether the board lists this sheet when it is filtered by `state`."""
    if state == "problem":
        return bool(sheet.problem)
    if state == "disputed":
        return viewer.sees_dispute(sheet)
    return state not in SheetState.values or sheet.state == state


@requires("sheet.receive")
@require_POST
def receive(request: PageRequest) -> HttpResponse:
    """Receive sheets by their table numbers, into the pile of the person who types them."""
    words = request.POST.get("tables", "").replace(",", " ").split()
    back = reverse("sheets", args=[request.tournament.slug])
    done, unknown = [], []
    for word in words[:MOST_AT_ONCE]:
        sheets = _most_likely(sheets_by_number(request.tournament, word))
        if len(sheets) != 1:
            unknown.append(word)
            continue
        try:
            actions.receive(request.actor, sheets[0])
            done.append(word)
        except Refused as refusal:
            messages.error(request, refusal.sentence)
    if done:
        tables = join_words(done)
        messages.success(request, plural(len(done), f"Table {tables} received.", f"Tables {tables} received."))
    unknown += words[MOST_AT_ONCE:]
    if unknown or not words:
        sentence = UNCLEAR.format(words=", ".join(unknown)) if unknown else "Enter at least one table number."
        messages.error(request, sentence)
        return redirect(f"{back}?{urlencode({'in': ' '.join(unknown)})}")
    return redirect(back)


def _most_likely(sheets: Sequence[Sheet]) -> Sequence[Sheet]:
    """Prefer sheets that haven't been received, and among these the ones of a round that is collecting."""
    out = [sheet for sheet in sheets if sheet.received_at is None] or sheets
    return [sheet for sheet in out if sheet.round.state == RoundState.COLLECTING] or out


@requires("sheet.view")
@require_GET
def next_in_pile(request: PageRequest) -> HttpResponse:
    """Go to the next sheet of my pile, or with `verify` to the next one to verify that no one has open."""
    user = request.actor.user
    assert user is not None
    if "verify" in request.GET:
        following = open_first_free_sheet([*sheets_to_verify(request.tournament, user)[:MOST_WHO_VERIFY]], user)
    else:
        following = pile_of(request.tournament, user).first()
    if following is None:
        return redirect("sheets", request.tournament.slug)
    return redirect("sheet", request.tournament.slug, following.pk)


@requires("sheet.view")
@require_GET
def piles(request: PageRequest, round_id: int) -> HttpResponse:
    """Each scorekeeper's entries with their times, in the order of the paper piles."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    return render(request, "scoring/piles.html", {"round": round_, "piles": piles_of(round_)})


# -- results ----------------------------------------------------------------------------------------------------------


@requires("sheet.view")
@require_GET
def round_results(request: PageRequest, round_id: int) -> HttpResponseBase:
    """Verified round results by table, with links to the sheets, and changes since the round was closed."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    tables = results_by_table(round_)
    if wants_file(request):
        name = f"{request.tournament.slug} {round_.division} round {round_.number} results"
        return as_file(request, name, RESULT_COLUMNS, [result for table in tables for result in table.results])
    context = {
        "round": round_,
        "tables": tables,
        "changes": changed_points(round_),
        "closings": Closing.objects.filter(round=round_).select_related("closed_by"),
    }
    return render(request, "scoring/results.html", context)


@requires("points.work_out")
def points(request: PageRequest) -> HttpResponse:
    """The points calculator: totals in, places and match points out, each with its rule."""
    form = TotalsForm(events_of(request.tournament), request.GET or None)
    rows = []
    if form.is_bound and form.is_valid():
        placing = form.placing
        rows = [
            {
                "player": player,
                "total": total,
                "place": placing.places[player],
                "points": placing.points[player],
                "because": placing.because[player],
            }
            for player, total in form.totals.items()
        ]
    return render(request, "scoring/points.html", {"form": form, "rows": rows})
