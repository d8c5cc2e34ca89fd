"""Pages of seating: how many tables a day needs, and the draw of a round from draft to published."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from secrets import randbelow
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.activity.news import open_to_the_public
from foundation.errors import Conflict, Refused
from foundation.file_exports import as_file, wants_file
from foundation.forms import number_in
from foundation.pages import PageRequest, door, press
from pairings import actions
from pairings.boards import Board, current_draw, reason
from pairings.drafts import tables_by_number, tables_to_print, who_moves
from pairings.forms import PlayersForm
from pairings.lists import DRAW, SEATING
from pairings.models import Draw, Seat
from pairings.proposals import ResultsMissing, late_changes, lot_of, propose, propose_repair
from pairings.queries import expected_in, plan_of, plans_by_attendance, totals_of
from pairings.seating import WAYS, public_tables, published_tables
from tournament.queries import divisions_of, events_of
from tournament.rounds.models import Round
from tournament.rounds.queries import rounds_of

SHEETS = "sheet."  # what is keyed from the tables moves nobody


@door("tables.plan")
def plan(request: PageRequest) -> HttpResponse:
    """How many tables and game sets the day needs, before anybody is registered."""
    divisions = list(divisions_of(request.tournament))
    form = PlayersForm(divisions, request.GET or None, expected=expected_in(request.tournament))
    plans = [plan_of(division, form.players_in(division)) for division in divisions]
    return render(request, "pairings/plan.html", {"form": form, "plans": plans, "totals": totals_of(plans)})


@door("tables.effect")
@require_GET
def effect(request: PageRequest, event_id: int) -> HttpResponse:
    """What the check-in means for the tables, as a part of its page: 23 players are 7 tables of 3 and 1 of 2."""
    event = get_object_or_404(events_of(request.tournament), pk=event_id)
    return render(request, "pairings/_effect.html", {"plans": plans_by_attendance(event)})


@door("draw.view")
@require_GET
def seating(request: PageRequest) -> HttpResponseBase:
    """Who sits where now, by table, player or school, and searched as one types."""
    return _seating(request, "pairings/seating.html", public=False)


@open_to_the_public(ignore=SHEETS)
@door("tournament.view_public")
@require_GET
def find_table(request: PageRequest) -> HttpResponseBase:
    """For a phone without signing in: by the name that the public sees, or by the number on the player's card."""
    return _seating(request, "pairings/find.html", public=True)


@open_to_the_public(ignore=SHEETS)
@door("tournament.view_public")
@require_GET
def wall(request: PageRequest) -> HttpResponse:
    """For a projector: everybody's table by name, turning its pages by itself."""
    rounds = public_tables(request.tournament, request.news)
    lines = [(each, sitting) for each in rounds for _, group in each.ordered("player") for sitting in group]
    template = "pairings/_wall.html" if request.htmx else "pairings/wall.html"
    return render(request, template, {"rounds": rounds, "lines": lines})


@door("draw.view")
@require_GET
def why(request: PageRequest, seat_id: int) -> HttpResponse:
    """Why somebody sits there, in a sentence."""
    live = [Draw.State.DRAFT, Draw.State.PUBLISHED]
    seats = Seat.objects.filter(draw__tournament=request.tournament, draw__state__in=live)
    seat = get_object_or_404(seats.select_related("draw__round__division__event__book"), pk=seat_id)
    board = Board(seat.draw)
    told = reason(board, next(each for each in board.seats if each.pk == seat.pk))
    return render(request, "pairings/_why.html", {"reason": told})


def _seating(request: PageRequest, page: str, *, public: bool) -> HttpResponseBase:
    words, way = request.GET.get("q", "")[:80], request.GET.get("by", "table")
    way = way if way in WAYS else "table"
    if public:
        rounds = public_tables(request.tournament, request.news, words)
    else:
        rounds = published_tables(request.tournament, words=words)
    shown = [(each, each.ordered("player" if public else way)) for each in rounds if each.sittings or not words]
    if wants_file(request) and not public:
        sat = [(each, sitting) for each, groups in shown for _, group in groups for sitting in group]
        return as_file(request, f"{request.tournament.slug} tables by {way}", SEATING, sat)
    context = {"rounds": rounds, "shown": shown, "words": words, "way": way, "ways": WAYS, "audience_is_public": public}
    return render(request, "pairings/_seating.html" if request.htmx else page, context)


@door("draw.view")
@require_GET
def draw_page(request: PageRequest, round_id: int) -> HttpResponseBase:
    """The round's tables: a draft to work on, or the published ones. Asked by the page itself, only its board."""
    round_ = _round(request, round_id)
    if wants_file(request):
        draw = current_draw(round_)
        seats = Board(draw).seats if draw else []
        return as_file(request, f"{request.tournament.slug} {round_.division} round {round_.number} draw", DRAW, seats)
    return _draw_page(request, round_)


@door("draw.make")
@require_POST
def make(request: PageRequest, round_id: int) -> HttpResponse:
    """Draw first, write afterwards: a search does not hold up anybody's saving."""
    round_ = _round(request, round_id)
    typed = request.POST.get("seed", "")[:9]
    seed = int(typed) if typed.isascii() and typed.isdecimal() else lot_of(request.POST.get("key"))
    try:
        proposal = propose(round_, seed=seed, without_results="without_results" in request.POST)
    except ResultsMissing as refusal:
        return _draw_page(request, round_, refusal.sentence, missing=refusal.missing)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect("draw", request.tournament.slug, round_.pk)
    return press(request, actions.make, round_, back=_back(request, round_), done="Drawn.", proposal=proposal)


@door("draw.swap")
@require_POST
def swap(request: PageRequest, round_id: int, seat_id: int, other_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    return _change(
        request,
        round_,
        lambda: actions.swap(request.actor, draw, seat=_seat(draw, seat_id), other=_seat(draw, other_id)),
    )


@door("draw.lock")
@require_POST
def lock(request: PageRequest, round_id: int, seat_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    return _change(request, round_, lambda: actions.lock(request.actor, draw, seat=_seat(draw, seat_id)))


@door("draw.undo")
@require_POST
def undo(request: PageRequest, round_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    return _change(request, round_, lambda: actions.undo(request.actor, draw))


@door("draw.improve")
@require_POST
def improve(request: PageRequest, round_id: int) -> HttpResponse:
    """Everything that is not locked is drawn anew."""
    round_, draw = _draft(request, round_id)
    tables: dict[int, list[int]] = {}
    for table, place in draw.seats.filter(is_locked=True).values_list("table_id", "place_id"):
        tables.setdefault(table, []).append(place)

    def draw_the_rest() -> None:
        proposal = propose(
            round_,
            seed=lot_of(request.POST.get("key")),
            locked=tuple(map(tuple, tables.values())),
            only_this=True,
            without_results=draw.without_results,
        )
        actions.improve(request.actor, draw, proposal=proposal)

    return _change(request, round_, draw_the_rest)


@door("draw.publish")
@require_POST
def publish(request: PageRequest, round_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    return press(request, actions.publish, draw, back=_back(request, round_), done="Published.")


@door("draw.revise")
@require_POST
def revise(request: PageRequest, round_id: int) -> HttpResponse:
    round_ = _round(request, round_id)
    draw = get_object_or_404(Draw.objects.select_related("round", "tournament"), round=round_, state="published")
    return press(request, actions.revise, draw, back=_back(request, round_), done="Change what you need, then publish.")


@door("draw.make")
@require_POST
def repair(request: PageRequest, round_id: int) -> HttpResponse:
    """A draft with the fewest moves after somebody came or left; the published tables stand until it is published."""
    round_ = _round(request, round_id)
    drawn = Draw.objects.select_related("round__division__event__book", "tournament")
    published = get_object_or_404(drawn, round=round_, state=Draw.State.PUBLISHED)
    try:
        proposal = propose_repair(published, tables_by_number(published))
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(_back(request, round_))
    done = "This is the smallest change. Publish it if you agree."
    return press(request, actions.make, round_, back=_back(request, round_), done=done, proposal=proposal)


@door("draw.discard")
@require_POST
def discard(request: PageRequest, round_id: int) -> HttpResponse:
    round_, draw = _draft(request, round_id)
    return press(request, actions.discard, draw, back=_back(request, round_), done="The draft is thrown away.")


def _change(request: PageRequest, round_: Round, change: Callable[[], Any]) -> HttpResponse:
    """A change by hand: the board comes back as it is now, with a sentence if it was refused."""
    request.actor.key = request.POST.get("key") or None
    try:
        change()
    except Refused as refusal:
        if not request.htmx:
            messages.error(request, refusal.sentence)
        return _draw_page(request, round_, refusal.sentence) if request.htmx else redirect(_back(request, round_))
    return _draw_page(request, round_) if request.htmx else redirect(_back(request, round_))


def _draw_page(request: PageRequest, round_: Round, refused: str = "", missing: Sequence[str] = ()) -> HttpResponse:
    draw = current_draw(round_)
    picked = number_in(request.GET.get("pick", ""))
    board = Board(draw, picked if picked and draw.is_draft else None) if draw else None
    context: dict[str, Any] = {"round": round_, "draw": draw, "board": board, "refused": refused, "missing": missing}
    context["seed"] = randbelow(10**6)
    if draw:
        gone, come = late_changes(draw)
        context["late"] = {"gone": [place.name for place in gone], "come": [place.name for place in come]}
    if draw and draw.is_draft:
        before = Draw.objects.filter(round=round_, state=Draw.State.PUBLISHED).first()
        context |= {"steps": draw.steps.all()[:10], "before": before}
        if before:
            context |= {"moves": len(who_moves(before, draw)), "reprint": tables_to_print(before, draw)}
    return render(request, "pairings/_board.html" if request.htmx else "pairings/draw.html", context)


def _round(request: PageRequest, round_id: int) -> Round:
    return get_object_or_404(rounds_of(request.tournament), pk=round_id)


def _draft(request: PageRequest, round_id: int) -> tuple[Round, Draw]:
    """The draft that the page was about; if it is gone, that is said."""
    round_ = _round(request, round_id)
    drafts = Draw.objects.filter(state=Draw.State.DRAFT).select_related("round__division__event__book", "tournament")
    draw = drafts.filter(round=round_).first()
    if draw is None:
        raise Conflict(f"There is no draft of {round_} any more. Look at its tables again.")
    return round_, draw


def _seat(draw: Draw, seat_id: int) -> Seat:
    seat = draw.seats.select_related("place__player", "place__entry__team", "table").filter(pk=seat_id).first()
    if seat is None:
        raise Conflict("Somebody changed this draft in the meantime. Look at its tables again.")
    return seat


def _back(request: PageRequest, round_: Round) -> str:
    return reverse("draw", args=[request.tournament.slug, round_.pk])
