"""Pages of rounds: the rounds of all divisions, one round with its clock and script, and the projector clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.file_exports import Column, as_file, wants_file
from foundation.forms import VerbForm
from foundation.languages import for_families
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from tournament.rounds import actions
from tournament.rounds.models import Round, RoundState
from tournament.rounds.queries import (
    can_see_reasons,
    clock_of,
    close_blockers,
    rounds_by_division,
    rounds_of,
    running_clocks,
    state_words,
    states_in_words,
)

ROUNDS: tuple[Column[tuple[Round, str]], ...] = (
    Column("Game", lambda row: row[0].division.event.game),
    Column("Division", lambda row: row[0].division.name),
    Column("Round", lambda row: row[0].number),
    Column("State", lambda row: row[1]),
    Column("Started", lambda row: row[0].started_at),
)


class ExtraTimeForm(VerbForm):
    table = forms.CharField(label="Table", max_length=12)
    minutes = forms.DecimalField(label="Minutes", max_digits=4, decimal_places=1, min_value=-60, max_value=60)
    reason = forms.CharField(label="Reason", max_length=120, required=False)

    def arguments(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        return data | {"seconds": int(data.pop("minutes") * 60)}


@requires("round.view")
@require_GET
def rounds(request: PageRequest) -> HttpResponseBase:
    """Show the rounds of each division, and the next step of the current one."""
    divisions = rounds_by_division(request.tournament)
    states = states_in_words([each for division in divisions for each in division.rounds])
    if wants_file(request):
        rows = [(each, states[each.pk]) for division in divisions for each in division.rounds]
        return as_file(request, f"{request.tournament.slug} rounds", ROUNDS, rows)
    return render(request, "tournament/rounds/rounds.html", {"divisions": divisions, "states": states})


@requires("round.view")
@require_GET
def round_page(request: PageRequest, round_id: int) -> HttpResponse:
    """Show one round. An htmx request gets only the part that changes."""
    return _round_page(request, _round(request, round_id), ExtraTimeForm())


@requires("round.extra_time")
@require_POST
def extra_time(request: PageRequest, round_id: int) -> HttpResponse:
    round_ = _round(request, round_id)
    form = ExtraTimeForm(request.POST)
    if not form.carry_out(actions.give_extra_time, request.actor, round_):
        return _round_page(request, round_, form)
    messages.success(request, "Time added. It’s on the room clock.")
    return redirect("round", request.tournament.slug, round_.pk)


def _round_page(request: PageRequest, round_: Round, form: ExtraTimeForm) -> HttpResponse:
    template = "tournament/rounds/_clock.html" if request.htmx else "tournament/rounds/round.html"
    blockers = close_blockers(round_) if round_.state == RoundState.COLLECTING else ""
    context = {"clock": clock_of(round_), "form": form, "still_open": blockers, "state": state_words(round_)}
    context |= {"hears_why": can_see_reasons(request.actor, request.tournament)}
    return render(request, template, context, status=form.status)


@for_families
@requires("round.view")
@require_GET
def clock(request: PageRequest) -> HttpResponse:
    """Show every round in progress on the projector, as large as the screen allows. The page refreshes itself."""
    template = "tournament/rounds/_clocks.html" if request.htmx else "tournament/rounds/clock.html"
    return render(request, template, {"clocks": running_clocks(request.tournament)})


def _step(action: str, verb: Callable[..., Any], done: str) -> Callable[..., HttpResponse]:
    """Return the view of a button that moves a round to its next state."""

    @requires(action)
    @require_POST
    def view(request: PageRequest, round_id: int) -> HttpResponse:
        round_ = _round(request, round_id)
        back = reverse("round", args=[request.tournament.slug, round_.pk])
        return run_verb_and_redirect(request, verb, round_, back=back, done=done)

    return view


publish = _step("round.publish", actions.publish, "Round published.")
unpublish = _step("round.unpublish", actions.unpublish, "Round unpublished.")
start = _step("round.start", actions.start, "Clock started.")
pause = _step("round.pause", actions.pause, "Clock paused.")
resume = _step("round.go_on", actions.resume, "Clock resumed.")
collect = _step("round.collect", actions.collect, "Round ended. Collect the scoresheets.")
close = _step("round.complete", actions.close, "Round closed.")
reopen = _step("round.reopen", actions.reopen, "Round reopened.")


def _round(request: PageRequest, round_id: int) -> Round:
    return get_object_or_404(rounds_of(request.tournament), pk=round_id)
