"""The standings pages: players, teams, and schools of a division, an event, or the tournament; changes; playoffs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import models
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from foundation.activity.news import conditional_page
from foundation.file_exports import as_file, wants_file
from foundation.forms import VerbForm
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from scoring.models import Sweepstakes
from scoring.standings import TIE_BREAKS
from scoring.standings_pages import actions
from scoring.standings_pages.changes import SHORTEST_TIME, changed_sheets_since, changes_since, last_change
from scoring.standings_pages.forms import (
    CutoffForm,
    MomentForm,
    PlayoffForm,
    SinceForm,
    StandingsSelection,
    SweepstakesForm,
    kinds_of,
    parse_selection,
)
from scoring.standings_pages.playoffs import PlayoffCandidates
from scoring.standings_pages.queries import KINDS, Standings, standings_columns
from scoring.standings_pages.scope import scope_choices, sections_in
from scoring.standings_pages.score_totals import SCHOOL_MEASURES
from tournament.rounds.models import Playoff, RoundState
from tournament.rounds.queries import rounds_of


def _selection(request: PageRequest) -> tuple[StandingsSelection | None, dict[str, Any]]:
    """Return the selected list and the context that every page here needs; None without any division."""
    choices = scope_choices(request.tournament)
    selection = parse_selection(request.GET, choices) if choices else None
    return selection, {"choices": choices, "selection": selection}


def _selection_for_verb(request: PageRequest) -> StandingsSelection:
    """Return exactly what the query string names, never a fallback."""
    selection, _ = _selection(request)
    if selection is None or not selection.is_named_in(request.GET):
        raise Http404
    return selection


@requires("standings.view")
@require_GET
@conditional_page
def standings(request: PageRequest) -> HttpResponseBase:
    """Standings from verified results; provisional until every round is closed and nothing is pending."""
    selection, context = _selection(request)
    if selection is not None and wants_file(request):
        return _file(request, selection)
    if selection is not None:
        context |= _standings_context(request, selection)
    template = "scoring/_standings.html" if request.htmx else "scoring/standings.html"
    return render(request, template, context)


def _file(request: PageRequest, selection: StandingsSelection) -> HttpResponseBase:
    """Return the whole list, not only one page of it."""
    standings = Standings(selection.scope, selection.kind)
    name = f"{request.tournament.slug} {selection.choice.words} {KINDS[selection.kind]}"
    return as_file(request, name, standings_columns(standings), standings.rows())


def _standings_context(request: PageRequest, selection: StandingsSelection) -> dict[str, Any]:
    standings = Standings(selection.scope, selection.kind)
    scope = standings.scope
    context = {
        "standings": standings,
        "scope": scope,
        "rows": standings.page(selection.page),
        "kinds": kinds_of(selection.choice),
        "sections": sections_in(scope.division),
        "tie_breaks": (
            [] if standings.kind in SCHOOL_MEASURES else [TIE_BREAKS[name].label for name in scope.tie_breaks]
        ),
        "moment_form": None if scope.playoff else MomentForm.of(selection),
    }
    if scope.division and request.actor.may("playoffs.call", request.tournament):
        context |= _playoff_context(standings)
    if request.actor.may("standings.cut", request.tournament):
        if scope.division and not scope.playoff:
            context["cut_form"] = CutoffForm.of(standings.cut)
        elif scope.is_sweepstakes:
            rule = Sweepstakes.objects.filter(tournament=request.tournament).first()
            context["sweepstakes_form"] = SweepstakesForm.of(rule)
    return context


def _playoff_context(standings: Standings) -> dict[str, Any]:
    """Return the form that calls candidates once the rounds are closed, or the latest playoff round while a draft."""
    scope = standings.scope
    assert scope.division
    is_ready = scope.playoff or (scope.is_over and standings.advancement)
    if standings.kind not in Playoff.values or scope.section or not is_ready:
        return {}
    offered = PlayoffCandidates(scope.division, Playoff(standings.kind))
    draft = next((each for each in offered.standings.scope.rounds if each.state == RoundState.DRAFT), None)
    problem = offered.problem
    form = None if problem else PlayoffForm.of(offered)
    return {"playoff_draft": draft, "playoff_problem": problem, "call_form": form}


@requires("standings.view")
@require_GET
def changes(request: PageRequest) -> HttpResponse:
    """Rank changes since a minute, or since the last verified scoresheet, and the scoresheets that caused them."""
    selection, context = _selection(request)
    if selection is not None:
        scope = selection.scope
        last = last_change(scope)
        since = selection.since or (last - SHORTEST_TIME if last else timezone.now())
        context |= {
            "since": since,
            "since_form": SinceForm.of(selection, since),
            "changes": changes_since(Standings(scope, selection.kind), since),
            "changed_sheets": changed_sheets_since(scope, since),
        }
    return render(request, "scoring/standings_changes.html", context)


@requires("standings.cut")
@require_POST
def set_cutoff(request: PageRequest) -> HttpResponse:
    """Set how many of a division advance to the playoffs."""
    selection = _selection_for_verb(request)
    if selection.scope.division is None:
        raise Http404
    form = CutoffForm(request.POST)
    return _save(request, selection, form, actions.set_cutoff, division=selection.scope.division)


@requires("playoffs.call")
@require_POST
def call_playoffs(request: PageRequest) -> HttpResponse:
    """Set up a playoff round of a division."""
    selection = _selection_for_verb(request)
    if selection.scope.division is None or selection.kind not in Playoff.values:
        raise Http404
    offered = PlayoffCandidates(selection.scope.division, Playoff(selection.kind))
    form = PlayoffForm.of(offered, request.POST)
    called = form.carry_out(
        actions.call_playoffs,
        request.actor,
        request.tournament,
        division=offered.division,
        playoff=selection.kind,
    )
    if called is None:
        return _refuse(request, selection, form)
    messages.success(request, f"{called} is set up. Now assign its tables.")
    return redirect("draw", request.tournament.slug, called.pk)


@requires("playoffs.call_off")
@require_POST
def cancel_playoffs(request: PageRequest, round_id: int) -> HttpResponse:
    """Cancel a playoff round that was set up by mistake."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    back = f"{reverse('standings', args=[request.tournament.slug])}?division={round_.division_id}&list={round_.playoff}"
    return run_verb_and_redirect(request, actions.cancel_playoffs, round_, back=back, done=f"{round_} canceled.")


@requires("standings.sweepstakes")
@require_POST
def set_sweepstakes(request: PageRequest) -> HttpResponse:
    """Set how many events count for the whole tournament."""
    selection = _selection_for_verb(request)
    return _save(request, selection, SweepstakesForm(request.POST), actions.set_sweepstakes)


def _save(
    request: PageRequest, selection: StandingsSelection, form: VerbForm, verb: Callable[..., models.Model], **more: Any
) -> HttpResponse:
    if not form.carry_out(verb, request.actor, request.tournament, **more):
        return _refuse(request, selection, form)
    messages.success(request, "Saved.")
    return _back(request, selection)


def _refuse(request: PageRequest, selection: StandingsSelection, form: VerbForm) -> HttpResponse:
    messages.error(request, " ".join(str(sentence) for sentences in form.errors.values() for sentence in sentences))
    return _back(request, selection)


def _back(request: PageRequest, selection: StandingsSelection) -> HttpResponse:
    return redirect(reverse("standings", args=[request.tournament.slug]) + selection.query())
