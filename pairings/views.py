"""The pages of seating: how many tables a tournament needs, who sits where, and the draw of a round."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbelow
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.activity.news import open_to_the_public
from foundation.errors import EditConflict, Refused
from foundation.file_exports import as_file, wants_file
from foundation.forms import number_in
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from foundation.people.actor import Actor
from pairings import actions
from pairings.drafts import get_seat, moved_places, places_by_table_number, tables_to_reprint
from pairings.forms import PlayersForm
from pairings.models import Draw, Seat
from pairings.proposals import ResultsMissing, late_changes, propose_repair, propose_tables, shuffle_number
from pairings.published_tables import DRAW_COLUMNS, GROUPINGS, SEATING_COLUMNS, public_tables, published_tables
from pairings.queries import expected_players, plans_by_attendance, table_plan, totals_of
from pairings.seating_board import SeatingBoard, current_draw, explain_seat
from tournament.queries import divisions_of, events_of
from tournament.rounds.models import Round
from tournament.rounds.queries import rounds_of

SHEETS = "sheet."  # verbs on scoresheets, which don't change who sits where


@requires("tables.plan")
def plan(request: PageRequest) -> HttpResponse:
    """How many tables and game sets the tournament needs, even before anyone is registered."""
    divisions = list(divisions_of(request.tournament))
    form = PlayersForm(divisions, request.GET or None, expected=expected_players(request.tournament))
    plans = [table_plan(division, form.players_in(division)) for division in divisions]
    return render(request, "pairings/plan.html", {"form": form, "plans": plans, "totals": totals_of(plans)})


@requires("tables.effect")
@require_GET
def effect(request: PageRequest, event_id: int) -> HttpResponse:
    """The part of the check-in page that says how many tables the players who are here need."""
    event = get_object_or_404(events_of(request.tournament), pk=event_id)
    return render(request, "pairings/_effect.html", {"plans": plans_by_attendance(event)})


@requires("draw.view")
@require_GET
def seating(request: PageRequest) -> HttpResponseBase:
    """The current seats by table, player, or school, with a search as you type."""
    return _seating(request, "pairings/seating.html", public=False)


@open_to_the_public(ignore=SHEETS)
@requires("tournament.view_public")
@require_GET
def find_table(request: PageRequest) -> HttpResponseBase:
    """The public seat search, for phones: by public name or by the number on the player's card."""
    return _seating(request, "pairings/find.html", public=True)


@open_to_the_public(ignore=SHEETS)
@requires("tournament.view_public")
@require_GET
def wall(request: PageRequest) -> HttpResponse:
    """The projector display: everyone's table by name, with pages that turn automatically."""
    rounds = public_tables(request.tournament, request.news)
    lines = [(each, seat) for each in rounds for _, group in each.grouped("player") for seat in group]
    template = "pairings/_wall.html" if request.htmx else "pairings/wall.html"
    return render(request, template, {"rounds": rounds, "lines": lines})


@requires("draw.view")
@require_GET
def why(request: PageRequest, seat_id: int) -> HttpResponse:
    """Why a player sits there."""
    live = [Draw.State.DRAFT, Draw.State.PUBLISHED]
    seats = Seat.objects.filter(draw__tournament=request.tournament, draw__state__in=live)
    seat = get_object_or_404(seats.select_related("draw__round__division__event__book"), pk=seat_id)
    board = SeatingBoard(seat.draw)
    reason = explain_seat(board, next(each for each in board.seats if each.pk == seat.pk))
    return render(request, "pairings/_why.html", {"reason": reason})


def _seating(request: PageRequest, page: str, *, public: bool) -> HttpResponseBase:
    words, grouping = request.GET.get("q", "")[:80], request.GET.get("by", "table")
    grouping = grouping if grouping in GROUPINGS else "table"
    if public:
        rounds = public_tables(request.tournament, request.news, words)
    else:
        rounds = published_tables(request.tournament, words=words)
    shown = [(each, each.grouped("player" if public else grouping)) for each in rounds if each.seats or not words]
    if wants_file(request) and not public:
        rows = [(each, seat) for each, groups in shown for _, group in groups for seat in group]
        return as_file(request, f"{request.tournament.slug} tables by {grouping}", SEATING_COLUMNS, rows)
    context = {
        "rounds": rounds,
        "shown": shown,
        "words": words,
        "grouping": grouping,
        "groupings": GROUPINGS,
        "audience_is_public": public,
    }
    return render(request, "pairings/_seating.html" if request.htmx else page, context)


@requires("draw.view")
@require_GET
def draw_page(request: PageRequest, round_id: int) -> HttpResponseBase:
    """The round's tables: the draft, or the published ones. An htmx request gets only the board."""
    round_ = _round(request, round_id)
    if wants_file(request):
        draw = current_draw(round_)
        seats = SeatingBoard(draw).seats if draw else []
        name = f"{request.tournament.slug} {round_.division} round {round_.number} tables"
        return as_file(request, name, DRAW_COLUMNS, seats)
    return _draw_page(request, round_)


@requires("draw.make")
@require_POST
def make(request: PageRequest, round_id: int) -> HttpResponse:
    """Make a draw. The engine runs before the transaction, so that a search doesn't block anyone's save."""
    round_ = _round(request, round_id)
    typed = request.POST.get("seed", "")[:9]
    seed = int(typed) if typed.isascii() and typed.isdecimal() else shuffle_number(request.POST.get("key"))
    try:
        proposal = propose_tables(round_, seed=seed, without_results="without_results" in request.POST)
    except ResultsMissing as refusal:
        return _draw_page(request, round_, refusal.sentence, missing=refusal.missing)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect("draw", request.tournament.slug, round_.pk)
    return run_verb_and_redirect(
        request, actions.make, round_, back=_back(request, round_), done="Tables assigned.", proposal=proposal
    )


@requires("draw.swap")
@require_POST
def swap(request: PageRequest, round_id: int, seat_id: int, other_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    try:
        actions.swap(_keyed_actor(request), draw, seat=get_seat(draw, seat_id), other=get_seat(draw, other_id))
    except Refused as refusal:
        return _board_response(request, round_, refusal)
    return _board_response(request, round_)


@requires("draw.lock")
@require_POST
def lock(request: PageRequest, round_id: int, seat_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    try:
        actions.lock(_keyed_actor(request), draw, seat=get_seat(draw, seat_id))
    except Refused as refusal:
        return _board_response(request, round_, refusal)
    return _board_response(request, round_)


@requires("draw.undo")
@require_POST
def undo(request: PageRequest, round_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    try:
        actions.undo(_keyed_actor(request), draw)
    except Refused as refusal:
        return _board_response(request, round_, refusal)
    return _board_response(request, round_)


@requires("draw.improve")
@require_POST
def reassign_unlocked(request: PageRequest, round_id: int) -> HttpResponse:
    """Reassign everyone who isn't locked."""
    round_, draw = _draft(request, round_id)
    tables: dict[int, list[int]] = {}
    for table, place in draw.seats.filter(is_locked=True).values_list("table_id", "place_id"):
        tables.setdefault(table, []).append(place)
    try:
        proposal = propose_tables(
            round_,
            seed=shuffle_number(request.POST.get("key")),
            locked=tuple(map(tuple, tables.values())),
            only_this=True,
            without_results=draw.without_results,
        )
        actions.reassign_unlocked(_keyed_actor(request), draw, proposal=proposal)
    except Refused as refusal:
        return _board_response(request, round_, refusal)
    return _board_response(request, round_)


@requires("draw.publish")
@require_POST
def publish(request: PageRequest, round_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    return run_verb_and_redirect(request, actions.publish, draw, back=_back(request, round_), done="Tables published.")


@requires("draw.revise")
@require_POST
def revise(request: PageRequest, round_id: int) -> HttpResponse:
    round_ = _round(request, round_id)
    draw = get_object_or_404(Draw.objects.select_related("round", "tournament"), round=round_, state="published")
    return run_verb_and_redirect(
        request, actions.revise, draw, back=_back(request, round_), done="Make your changes, then publish."
    )


@requires("draw.make")
@require_POST
def repair(request: PageRequest, round_id: int) -> HttpResponse:
    """Make a draft with the fewest moves after players came or left."""
    round_ = _round(request, round_id)
    draws = Draw.objects.select_related("round__division__event__book", "tournament")
    published = get_object_or_404(draws, round=round_, state=Draw.State.PUBLISHED)
    try:
        proposal = propose_repair(published, places_by_table_number(published))
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(_back(request, round_))
    done = "This draft has the fewest moves. Check the tables, then publish."
    return run_verb_and_redirect(
        request, actions.make, round_, back=_back(request, round_), done=done, proposal=proposal
    )


@requires("draw.discard")
@require_POST
def discard(request: PageRequest, round_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    return run_verb_and_redirect(request, actions.discard, draw, back=_back(request, round_), done="Draft discarded.")


def _keyed_actor(request: PageRequest) -> Actor:
    """The actor with the form's idempotency key, so that a retried change is made once."""
    request.actor.key = request.POST.get("key") or None
    return request.actor


def _board_response(request: PageRequest, round_: Round, refusal: Refused | None = None) -> HttpResponse:
    """The board after a manual change, with a message if the change was refused."""
    if request.htmx:
        return _draw_page(request, round_, refusal.sentence if refusal else "")
    if refusal:
        messages.error(request, refusal.sentence)
    return redirect(_back(request, round_))


def _draw_page(request: PageRequest, round_: Round, refused: str = "", missing: Sequence[str] = ()) -> HttpResponse:
    draw = current_draw(round_)
    picked = number_in(request.GET.get("pick", ""))
    board = SeatingBoard(draw, picked if picked and draw.is_draft else None) if draw else None
    context: dict[str, Any] = {"round": round_, "draw": draw, "board": board, "refused": refused, "missing": missing}
    context["seed"] = randbelow(10**6)
    if draw:
        gone, come = late_changes(draw)
        context["late"] = {"gone": [place.name for place in gone], "come": [place.name for place in come]}
    if draw and draw.is_draft:
        before = Draw.objects.filter(round=round_, state=Draw.State.PUBLISHED).first()
        context |= {"steps": draw.steps.all()[:10], "before": before}
        if before:
            context |= {"moves": len(moved_places(before, draw)), "reprint": tables_to_reprint(before, draw)}
    return render(request, "pairings/_board.html" if request.htmx else "pairings/draw.html", context)


def _round(request: PageRequest, round_id: int) -> Round:
    return get_object_or_404(rounds_of(request.tournament), pk=round_id)


def _draft(request: PageRequest, round_id: int) -> tuple[Round, Draw]:
    """The round and its draft. Raises an `EditConflict` if the draft is gone."""
    round_ = _round(request, round_id)
    drafts = Draw.objects.filter(state=Draw.State.DRAFT).select_related("round__division__event__book", "tournament")
    draw = drafts.filter(round=round_).first()
    if draw is None:
        raise EditConflict(f"{round_} no longer has a draft. Reload the page.")
    return round_, draw


def _back(request: PageRequest, round_: Round) -> str:
    return reverse("draw", args=[request.tournament.slug, round_.pk])
