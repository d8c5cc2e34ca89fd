"""The pages of standings: players, teams and schools of a division, an event or the tournament; what moved and why."""

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

from foundation.activity.news import unless_unchanged
from foundation.file_exports import as_file, wants_file
from foundation.forms import VerbForm
from foundation.pages import PageRequest, door, press
from scoring.models import Sweepstakes
from scoring.ranks import actions
from scoring.ranks.changes import MOMENT, causes_since, last_change, moved_since
from scoring.ranks.files import columns_of
from scoring.ranks.forms import Asked, CallForm, CutForm, MomentForm, SinceForm, SweepstakesForm, kinds_of, read
from scoring.ranks.lists import KINDS, Standings
from scoring.ranks.playoffs import Candidates
from scoring.ranks.scope import choices_in, sections_of
from scoring.ranks.sums import SCHOOLS
from scoring.standings import TIE_BREAKS
from tournament.rounds.models import Playoff, RoundState
from tournament.rounds.queries import rounds_of


def _asked(request: PageRequest) -> tuple[Asked | None, dict[str, Any]]:
    choices = choices_in(request.tournament)
    asked = read(request.GET, choices) if choices else None
    return asked, {"choices": choices, "asked": asked}


def _named(request: PageRequest) -> Asked:
    """For a verb: what the address names, never another instead."""
    asked, _ = _asked(request)
    if asked is None or not asked.is_named_in(request.GET):
        raise Http404
    return asked


@door("standings.view")
@require_GET
@unless_unchanged
def standings(request: PageRequest) -> HttpResponseBase:
    """From verified results alone; provisional until every round is closed and nothing is pending."""
    asked, context = _asked(request)
    if asked is not None and wants_file(request):
        return _file(request, asked)
    if asked is not None:
        context |= _shown(request, asked)
    template = "scoring/_standings.html" if request.htmx else "scoring/standings.html"
    return render(request, template, context)


def _file(request: PageRequest, asked: Asked) -> HttpResponseBase:
    """The whole list, not only a page of it."""
    found = Standings(asked.scope, asked.kind)
    name = f"{request.tournament.slug} {asked.choice.words} {KINDS[asked.kind]}"
    return as_file(request, name, columns_of(found), found.rows())


def _shown(request: PageRequest, asked: Asked) -> dict[str, Any]:
    found = Standings(asked.scope, asked.kind)
    scope = found.scope
    shown = {
        "standings": found,
        "scope": scope,
        "rows": found.page(asked.page),
        "kinds": kinds_of(asked.choice),
        "sections": sections_of(scope.division),
        "tie_breaks": [] if found.kind in SCHOOLS else [TIE_BREAKS[name].says for name in scope.tie_breaks],
        "moment_form": None if scope.playoff else MomentForm.of(asked),
    }
    if scope.division and request.actor.may("playoffs.call", request.tournament):
        shown |= _playoffs(found)
    if request.actor.may("standings.cut", request.tournament):
        if scope.division and not scope.playoff:
            shown["cut_form"] = CutForm.of(found.cut)
        elif scope.is_sweepstakes:
            rule = Sweepstakes.objects.filter(tournament=request.tournament).first()
            shown["sweepstakes_form"] = SweepstakesForm.of(rule)
    return shown


def _playoffs(found: Standings) -> dict[str, Any]:
    """Whoever can be called, once the rounds are closed; and the round that was called last, until it is drawn."""
    scope = found.scope
    assert scope.division
    if found.kind not in Playoff.values or scope.section or not (scope.playoff or (scope.is_over and found.fates)):
        return {}
    candidates = Candidates(scope.division, Playoff(found.kind))
    draft = next((each for each in candidates.standings.scope.rounds if each.state == RoundState.DRAFT), None)
    problem = candidates.problem
    form = None if problem else CallForm.of(candidates)
    return {"playoff_draft": draft, "playoff_problem": problem, "call_form": form}


@door("standings.view")
@require_GET
def changes(request: PageRequest) -> HttpResponse:
    """What moved since a minute, or by the last sheet that was verified; and the sheets that did it."""
    asked, context = _asked(request)
    if asked is not None:
        scope = asked.scope
        last = last_change(scope)
        since = asked.since or (last - MOMENT if last else timezone.now())
        context |= {
            "since": since,
            "since_form": SinceForm.of(asked, since),
            "moved": moved_since(Standings(scope, asked.kind), since),
            "causes": causes_since(scope, since),
        }
    return render(request, "scoring/standings_changes.html", context)


@door("standings.cut")
@require_POST
def cut(request: PageRequest) -> HttpResponse:
    """How many of a division go on to the playoffs."""
    asked = _named(request)
    if asked.scope.division is None:
        raise Http404
    return _decide(request, asked, CutForm(request.POST), actions.set_cut, division=asked.scope.division)


@door("playoffs.call")
@require_POST
def call(request: PageRequest) -> HttpResponse:
    """One more round, for those of a division who play it off."""
    asked = _named(request)
    if asked.scope.division is None or asked.kind not in Playoff.values:
        raise Http404
    candidates = Candidates(asked.scope.division, Playoff(asked.kind))
    form = CallForm.of(candidates, request.POST)
    called = form.carry_out(
        actions.call_playoffs,
        request.actor,
        request.tournament,
        division=candidates.division,
        playoff=asked.kind,
    )
    if called is None:
        return _refused(request, asked, form)
    messages.success(request, f"{called} is called. Draw its tables.")
    return redirect("draw", request.tournament.slug, called.pk)


@door("playoffs.call_off")
@require_POST
def call_off(request: PageRequest, round_id: int) -> HttpResponse:
    """A round of the playoffs that was called by mistake."""
    round_ = get_object_or_404(rounds_of(request.tournament), pk=round_id)
    back = f"{reverse('standings', args=[request.tournament.slug])}?division={round_.division_id}&list={round_.playoff}"
    return press(request, actions.call_off, round_, back=back, done=f"{round_} is called off.")


@door("standings.sweepstakes")
@require_POST
def sweepstakes(request: PageRequest) -> HttpResponse:
    """How many events count, over the whole tournament."""
    asked = _named(request)
    return _decide(request, asked, SweepstakesForm(request.POST), actions.set_sweepstakes)


def _decide(
    request: PageRequest, asked: Asked, form: VerbForm, verb: Callable[..., models.Model], **more: Any
) -> HttpResponse:
    if not form.carry_out(verb, request.actor, request.tournament, **more):
        return _refused(request, asked, form)
    messages.success(request, "Saved.")
    return _back(request, asked)


def _refused(request: PageRequest, asked: Asked, form: VerbForm) -> HttpResponse:
    messages.error(request, " ".join(str(sentence) for sentences in form.errors.values() for sentence in sentences))
    return _back(request, asked)


def _back(request: PageRequest, asked: Asked) -> HttpResponse:
    return redirect(reverse("standings", args=[request.tournament.slug]) + asked.query())
