"""The board of all sheets, what came in, whose pile a sheet is in, and what is next."""

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

from foundation.activity.news import conditional, stamp_of_everything
from foundation.errors import Refused
from foundation.file_exports import as_file, wants_file
from foundation.pages import PageRequest, door, press
from scoring import actions
from scoring.lists import sheet_columns
from scoring.models import Sheet, State
from scoring.queries import RoundSheets, boards_of, open_sheets, pile_of, piles_of, sheets_by_number, to_verify
from scoring.sheets.desk import board_of, sheet_or_404, tells_dispute
from scoring.sheets.presence import first_free
from scoring.standings_pages.pending_results import pending_sheets_in
from tournament.rounds.models import RoundState
from tournament.rounds.queries import rounds_of

MOST_AT_ONCE = 60
MOST_WHO_VERIFY = 64  # at the same time, each with a sheet of their own
UNCLEAR = (
    "Not clear: {words}. Type table numbers, with the division's letter where two share one, or the code on the paper."
)


@door("sheet.view")
@require_GET
def board(request: PageRequest) -> HttpResponseBase:
    """Every sheet of the rounds that are played or collected, by room; a table number opens its sheet."""
    if wants_file(request):
        asked = request.GET.get("state", "")
        sheets = [sheet for sheet in open_sheets(request.tournament) if _fits(request, sheet, asked)]
        columns = sheet_columns(partial(tells_dispute, request))
        return as_file(request, f"{request.tournament.slug} sheets", columns, sheets)
    typed = request.GET.get("table", "").strip()
    found = sheets_by_number(request.tournament, typed) if typed else []
    if len(found) == 1:
        return redirect("sheet", request.tournament.slug, found[0].pk)
    if request.htmx:
        part = partial(render, request, "scoring/_sheets.html")
        return conditional(request, stamp_of_everything(request.tournament), lambda: part(_boards(request)))
    user = request.actor.user
    assert user is not None  # the door lets in the staff alone
    context = _boards(request) | {
        "typed": typed,
        "found": found,
        "pile": list(pile_of(request.tournament, user)),
        "waiting": to_verify(request.tournament, user).count(),
    }
    return render(request, "scoring/sheets.html", context, status=404 if typed and not found else 200)


def _boards(request: PageRequest) -> dict[str, Any]:
    state = request.GET.get("state", "")
    boards = boards_of(request.tournament)
    return {
        "boards": boards,
        "pace": pace_of(sum(board.all for board in boards)),
        "marked": _marked(request, boards),
        "state": state if state in (*State.values, "problem", "disputed") else "",
        "states": State.choices,
    }


def pace_of(tables: int) -> int:
    """Seconds until the board asks again: one of a thousand tables is long, and takes its time to be made."""
    return 5 + tables // 100


def _marked(request: PageRequest, boards: Sequence[RoundSheets]) -> set[int]:
    """The sheets about which something is pending, or may be."""
    pending = pending_sheets_in([board.round.pk for board in boards]) if boards else {}
    sheets = [sheet for board in boards for room in board.rooms for sheet in room.sheets]
    return {*pending, *(sheet.pk for sheet in sheets if tells_dispute(request, sheet))}


def _fits(request: PageRequest, sheet: Sheet, state: str) -> bool:
    """Whether the board lists this sheet among those of a state."""
    if state == "problem":
        return bool(sheet.problem)
    return tells_dispute(request, sheet) if state == "disputed" else state not in State.values or sheet.state == state


@door("sheet.receive")
@require_POST
def receive(request: PageRequest) -> HttpResponse:
    """Sheets that were brought, by their table numbers: they are in, and in the pile of who typed them."""
    words = request.POST.get("tables", "").replace(",", " ").split()
    back = reverse("sheets", args=[request.tournament.slug])
    done, unknown = [], []
    for word in words[:MOST_AT_ONCE]:
        found = _brought(sheets_by_number(request.tournament, word))
        if len(found) != 1:
            unknown.append(word)
            continue
        try:
            actions.receive(request.actor, found[0])
            done.append(word)
        except Refused as refusal:
            messages.error(request, refusal.sentence)
    if done:
        messages.success(request, f"In: table {', '.join(done)}.")
    unknown += words[MOST_AT_ONCE:]
    if unknown or not words:
        which = ", ".join(unknown) or "nothing"
        messages.error(request, UNCLEAR.format(words=which))
        return redirect(f"{back}?{urlencode({'in': ' '.join(unknown)})}")
    return redirect(back)


def _brought(found: Sequence[Sheet]) -> Sequence[Sheet]:
    """Of the sheets that can be meant, those that are not in; of these, those of a round that is over."""
    out = [sheet for sheet in found if sheet.received_at is None] or found
    return [sheet for sheet in out if sheet.round.state == RoundState.COLLECTING] or out


@door("sheet.receive")
@require_POST
def receive_one(request: PageRequest, sheet_id: int) -> HttpResponse:
    sheet = sheet_or_404(request, sheet_id)
    return press(request, actions.receive, sheet, back=board_of(request), done=f"{sheet}: it is in.")


@door("sheet.view")
@require_GET
def next_in_pile(request: PageRequest) -> HttpResponse:
    """The next sheet of my pile; with `verify`, the next that others entered and nobody looks over at this moment; else
    the board, to type a number."""
    user = request.actor.user
    assert user is not None
    if "verify" in request.GET:
        following = first_free([*to_verify(request.tournament, user)[:MOST_WHO_VERIFY]], user)
    else:
        following = pile_of(request.tournament, user).first()
    if following is None:
        return redirect(board_of(request))
    return redirect("sheet", request.tournament.slug, following.pk)


@door("sheet.view")
@require_GET
def piles(request: PageRequest, round_id: int) -> HttpResponse:
    """Who entered which sheets and when, as the papers lie on the table."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    return render(request, "scoring/piles.html", {"round": round_, "piles": piles_of(round_)})
