"""A sheet on somebody's desk: what they do with it now, how it is saved, and how the page is shown again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from foundation.errors import Conflict, Refused
from foundation.forms import new_key
from foundation.pages import ActorRequest, PageRequest
from foundation.people.models import Role
from pairings.models import Draw
from scoring.authors import is_own
from scoring.errors import Doubtful, Unchanged
from scoring.models import Entry, Sheet
from scoring.paper import Given, corrections, differences, differences_of_totals, given_in_words
from scoring.people import who_is_meant
from scoring.photos import MOST_PHOTOS
from scoring.queries import BLIND, OPEN, extra_times_of
from scoring.ranks.pending import pending_in
from scoring.sheets.forms import Typed, names_from, paper_from, seats_in
from scoring.sheets.grids import Grid, situations
from scoring.sheets.hiding import as_seen_by, is_hidden_from
from scoring.tables import Sitter, names_on, reading_of_entry, sheets, sitters_of, with_names
from tournament.books import edition_of
from tournament.rosters.models import Place
from tournament.rounds.queries import hears_why

HIDDEN = "What was entered is hidden from you until you have keyed this sheet a second time, or ruled at the table."
MODES = {
    "enter": "Save and next",
    "check": "It is right",
    "rekey": "Compare and next",
    "settle": "This is what the paper says",
    "edit": "Save the change",
}


@dataclass
class Desk:
    """A sheet on somebody's desk: what they may do with it now, and what they have typed."""

    request: PageRequest
    sheet: Sheet
    sitters: list[Sitter]
    mode: str
    refused: Refused | None = None
    grid: Grid | None = None
    typed: Typed | None = None

    @property
    def status(self) -> int:
        return self.refused.status if self.refused else 200


def sheet_or_404(request: PageRequest, sheet_id: int) -> Sheet:
    sheet = sheets().filter(tournament=request.tournament, pk=sheet_id).first()
    if sheet is None:
        raise Http404
    return sheet


def live_sheet(sheet: Sheet) -> Sheet | None:
    """The sheet of the same table as it stands, if this one was printed for tables that were replaced."""
    if sheet.table.draw.state == Draw.State.PUBLISHED:
        return None
    number = sheet.table.number
    return sheets().filter(round=sheet.round, table__draw__state="published", table__number=number).first()


def wrong_paper(sheet: Sheet, printed: int | None) -> str:
    """Why the paper in hand may not be this table's: it was printed for an earlier version of the tables."""
    if printed is None or printed == sheet.pk:
        return ""
    of_both = sheets().filter(tournament=sheet.tournament_id, pk__in=[printed, sheet.pk]).in_bulk()
    other, sheet = of_both.get(printed), of_both.get(sheet.pk, sheet)
    if other is None:
        return ""
    if other.round_id != sheet.round_id:
        return f"The paper is of {other.round}."
    return f"The paper was printed for version {other.table.draw.version} of the tables. Check the names."


def mode_for(request: PageRequest, sheet: Sheet) -> str:
    """What this person does with this sheet now."""
    if not _may_change(request, sheet) or is_hidden_from(request.actor, sheet):
        return "show"
    if sheet.current is None:
        return "enter"
    step = _next_step(request, sheet, sheet.current)
    return "edit" if "edit" in request.GET and step != "rekey" else step


def reads_blind(request: ActorRequest, sheet: Sheet) -> bool:
    """Whether somebody does not see what was entered: they are to key it a second time, or to judge the table."""
    if is_hidden_from(request.actor, sheet):
        return True
    if sheet.current is None or not _may_change(request, sheet):
        return False
    return _next_step(request, sheet, sheet.current) == "rekey"


def tells_dispute(request: ActorRequest, sheet: Sheet) -> bool:
    """Whether somebody is told that a player refused to initial: it stands on the paper that they may have to read."""
    return sheet.is_disputed and not reads_blind(request, sheet)


def _may_change(request: ActorRequest, sheet: Sheet) -> bool:
    return request.actor.may("sheet.enter", request.tournament) and sheet.round.state in OPEN


def _next_step(request: ActorRequest, sheet: Sheet, entry: Entry) -> str:
    if sheet.is_verified:
        return "show"
    if sheet.differs_id:
        return "settle"
    policy = sheet.round.division.event.verification
    if policy != "none" and is_own(request.actor, sheet, entry):
        return "show"
    return "rekey" if policy in BLIND else "check"


def typed_grid(sheet: Sheet, sitters: list[Sitter], request: PageRequest) -> Grid:
    """What was typed, with the players who were named instead of the printed ones."""
    names = names_from(request.POST, len(sitters))
    data = paper_from(request.POST, len(sitters))
    meant = who_is_meant(sheet, sitters, names)
    for seat, player in meant.players.items():
        data["rows"][seat - 1]["player"] = player
    printed = wrong_paper(sheet, Typed.of(request.POST).printed)
    return Grid(as_seen_by(request.actor, sheet), sitters, data, names, printed, meant)


def save(
    request: PageRequest, sheet_id: int, mode: str, act: Callable[[Sheet, Typed, dict[str, Any]], Entry]
) -> HttpResponse:
    """Call the verb with the paper as typed; a refusal shows the page again with everything that was typed.

    The sheet is looked up by the verb alone, once.
    """
    sheet = Sheet(pk=sheet_id, tournament=request.tournament)
    typed = Typed.of(request.POST)
    request.actor.key = typed.key or None
    seats = seats_in(request.POST)
    arguments = {
        "paper": paper_from(request.POST, seats),
        "names": names_from(request.POST, seats),
        "base": typed.base,
    }
    try:
        entry = act(sheet, typed, arguments)
    except Sheet.DoesNotExist:
        raise Http404 from None
    except Unchanged as same:
        return _answer(request, 0, page_of(request, sheet), same.sentence, messages.INFO)
    except Refused as refusal:
        return _refuse(request, sheet_id, mode, typed, refusal)
    return _saved(request, entry, mode)


def _saved(request: PageRequest, entry: Entry, mode: str) -> HttpResponse:
    sheet = entry.sheet
    differs = mode == "rekey" and Sheet.objects.filter(pk=sheet.pk, differs=entry).exists()
    verify = "?verify" if mode in ("rekey", "settle") else ""
    following = page_of(request, sheet) if differs else _next_page(request.tournament.slug) + verify
    said = f"{sheet}: the two readings differ." if differs else f"{sheet}: saved as {entry}."
    return _answer(request, entry.number, following, said, messages.WARNING if differs else messages.SUCCESS)


def _answer(request: PageRequest, entry: int, following: str, said: str, level: int) -> HttpResponse:
    """For a script, which says it on the next page; or for a plain form."""
    if _wants_json(request):
        return JsonResponse({"entry": entry, "next": following, "said": said})
    messages.add_message(request, level, said)
    return redirect(following)


def _refuse(request: PageRequest, sheet_id: int, mode: str, typed: Typed, refusal: Refused) -> HttpResponse:
    """The page again, with everything typed. Whoever typed it blind goes on so: it becomes the second reading."""
    sheet = sheet_or_404(request, sheet_id)
    if isinstance(refusal, Conflict) and sheet.current is not None:
        mode = "rekey" if reads_blind(request, sheet) else "settle" if sheet.differs_id else "edit"
    sitters = sitters_of(sheet, with_teams=True)
    grid = typed_grid(sheet, sitters, request)
    if _wants_json(request):
        answer = grid.as_json() | {"refused": refusal.sentence, "field": refusal.field}
        answer |= {"doubtful": isinstance(refusal, Doubtful), "conflict": isinstance(refusal, Conflict)}
        return JsonResponse(answer, status=refusal.status)
    return show(Desk(request, sheet, sitters, mode, refusal, grid, typed))


def _wants_json(request: PageRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def show(desk: Desk) -> HttpResponse:
    """The sheet as it is typed, or as it was entered; empty for who is to read it blind."""
    request, sheet, sitters = desk.request, desk.sheet, desk.sitters
    event = sheet.round.division.event
    hidden = reads_blind(request, sheet)
    entered = sheet.current.paper if sheet.current and not hidden else {}
    typed = desk.typed
    printed = typed.printed if typed else _printed(request)
    seen = as_seen_by(request.actor, sheet)
    grid = desk.grid or Grid(seen, sitters, entered, names_on(entered), wrong_paper(sheet, printed))
    stale = isinstance(desk.refused, Conflict)
    context: dict[str, Any] = {
        "sheet": sheet,
        "round": sheet.round,
        "event": event,
        "mode": desk.mode,
        "is_open": sheet.round.state in OPEN,
        "hidden": hidden,
        "save": MODES.get(desk.mode, ""),
        "grid": grid,
        "refused": desk.refused.sentence if desk.refused else "",
        "typed": typed,
        "tell": typed is not None or sheet.current is not None,
        "printed": printed,
        "key": new_key() if typed is None or (desk.refused and desk.refused.status == 409) else typed.key,
        "base": sheet.current.number if sheet.current else 0,
        "alternates": _alternates(sitters),
        "situations": situations(edition_of(event), event.no_goal),
        "entry_depth": "totals" if event.verification == "rekey_totals" and desk.mode == "rekey" else event.entry,
        "photos": sheet.photos.defer("content").select_related("added_by"),
        "most_photos": MOST_PHOTOS,
        "entries": sheet.entries.count(),
        "given": _given(request, sheet, sitters),
        "extra_times": extra_times_of(sheet),
        "hears_why": hears_why(request.actor, request.tournament) and not is_hidden_from(request.actor, sheet),
        "pending": pending_in([sheet.round_id]).get(sheet.pk, "").rpartition(": ")[2],
    }
    if sheet.current is not None and desk.mode in ("edit", "settle"):
        context |= _compared(desk, grid, stale=stale)
    return render(request, "scoring/sheet.html", context, status=desk.status)


def _compared(desk: Desk, grid: Grid, *, stale: bool) -> dict[str, Any]:
    """Both versions side by side: two readings that differ, or what was typed and what is saved by now."""
    sheet, sitters = desk.sheet, desk.sitters
    assert sheet.current is not None
    now = reading_of_entry(sheet, sitters, sheet.current)
    context: dict[str, Any] = {
        "corrections": corrections(edition_of(sheet.round.division.event), initialed=now.paper.is_initialed)
    }
    if stale and grid.reading is not None:
        context["both"] = {
            "one": f"Saved by {sheet.current.entered_by or 'somebody'}",
            "other": "Typed by you",
            "differences": with_names(differences(now, grid.reading)),
        }
    elif desk.mode == "settle" and sheet.differs is not None:
        second = reading_of_entry(sheet, sitters, sheet.differs)
        totals = sheet.round.division.event.verification == "rekey_totals"
        context["both"] = {
            "one": f"{sheet.current.entered_by or 'Somebody'} read",
            "other": f"{sheet.differs.entered_by or 'Somebody'} read",
            "differences": with_names((differences_of_totals if totals else differences)(now, second)),
        }
    return context


def _printed(request: PageRequest) -> int | None:
    asked = request.GET.get("printed", "")
    return int(asked) if asked.isdecimal() and len(asked) < 12 else None


def _given(request: PageRequest, sheet: Sheet, sitters: list[Sitter]) -> list[str]:
    """What judges gave at this table, for who keys the sheet; not for judges: one may still be asked about it."""
    judges = {Role.JUDGE, Role.HEAD_JUDGE} & request.actor.roles_in(request.tournament)
    if judges or is_hidden_from(request.actor, sheet):
        return []
    word = edition_of(sheet.round.division.event).names.shake
    return [given_in_words(Given(**each), [sitter.name for sitter in sitters], word) for each in sheet.given]


def _alternates(sitters: list[Sitter]) -> list[str]:
    """Who may have played for somebody at this table."""
    entries = [sitter.seat.place.entry_id for sitter in sitters if sitter.seat.place.entry_id]
    places = Place.objects.filter(entry__in=entries, is_alternate=True, player__isnull=False).select_related("player")
    return [place.name for place in places]


@lru_cache(maxsize=100)
def _next_page(slug: str) -> str:
    return reverse("sheet_next", args=[slug])


def page_of(request: PageRequest, sheet: Sheet) -> str:
    return reverse("sheet", args=[request.tournament.slug, sheet.pk])


def board_of(request: PageRequest) -> str:
    return reverse("sheets", args=[request.tournament.slug])
