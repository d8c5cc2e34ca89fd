"""The pages of the wall: the director's switches, the standings of the public, the projector, the ceremony."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.accounts.invitations import absolute
from foundation.activity.news import open_to_the_public
from foundation.errors import Refused
from foundation.forms import number_in
from foundation.pages import PageRequest, door
from scoring.ranks.forms import kinds_of
from scoring.ranks.lists import KINDS, Standings, full_name
from scoring.ranks.scope import Scope, choices_in
from scoring.wall import actions
from scoring.wall.ceremony import Ceremony
from scoring.wall.forms import CeremonyForm, read_ceremony, wanted_cycle, wanted_list
from scoring.wall.queries import PublicList, public_naming, released_in, switches_of
from tournament.models import Division
from tournament.queries import divisions_of

# -- what the public sees ---------------------------------------------------------------------------------------------


@open_to_the_public()
@door("tournament.view_public")
@require_GET
def standings(request: PageRequest) -> HttpResponse:
    """Players, teams or schools, as far as they are released, by the names that the public may see."""
    released = released_in(request.tournament)
    wanted = wanted_list(request.GET, released)
    context: dict[str, Any] = {"released": released, "wanted": wanted, "audience": "public"}
    if wanted is not None:
        found = PublicList(wanted.released, wanted.kind, request.tournament, wanted.section)
        kinds = kinds_of(wanted.released.choice)
        context |= {"list": found, "rows": found.standings.page(wanted.page), "kinds": kinds}
    template = "scoring/wall/_standings.html" if request.htmx else "scoring/wall/standings.html"
    return render(request, template, context)


@open_to_the_public()
@door("tournament.view_public")
@require_GET
def wall(request: PageRequest) -> HttpResponse:
    """For a projector: every released list in turn, a few rows at a time."""
    cycle = wanted_cycle(request.GET, released_in(request.tournament))
    lists = [PublicList(released, kind, request.tournament) for released, kind in cycle.shown]
    panels = [(each, each.top(cycle.top)) for each in lists]
    context = {"panels": [panel for panel in panels if panel[1]], "cycle": cycle, "audience": "public"}
    return render(request, "scoring/wall/_wall.html" if request.htmx else "scoring/wall/wall.html", context)


# -- what the director decides ----------------------------------------------------------------------------------------


@door("release.view")
@require_GET
def release_page(request: PageRequest) -> HttpResponse:
    """Each division with its switches, and in words what the public sees now."""
    return _release_page(request)


@door("release.set")
@require_POST
def release(request: PageRequest, division_id: int) -> HttpResponse:
    """One tap: the tables, or the results as far as a round."""
    division = get_object_or_404(divisions_of(request.tournament), pk=division_id)
    return _change(request, actions.release, division=division, **_switched(request))


@door("release.freeze")
@require_POST
def freeze(request: PageRequest) -> HttpResponse:
    return _change(request, actions.freeze, division=_one(request))


@door("release.thaw")
@require_POST
def thaw(request: PageRequest) -> HttpResponse:
    return _change(request, actions.thaw, division=_one(request))


def _switched(request: PageRequest) -> dict[str, Any]:
    draws, results = request.POST.get("draws", ""), request.POST.get("results", "")
    changes: dict[str, Any] = {}
    if draws in ("yes", "no"):
        changes["draws"] = draws == "yes"
    if results == "final":
        changes["is_final"] = True
    elif results.isascii() and results.isdecimal() and len(results) < 4:
        changes["rounds"] = int(results)
    return changes


def _one(request: PageRequest) -> Division | None:
    """The division that the button is about; none for all of them."""
    typed = request.POST.get("division", "")
    if not typed:
        return None
    return get_object_or_404(divisions_of(request.tournament), pk=number_in(typed))


def _change(request: PageRequest, verb: Callable[..., Any], **arguments: Any) -> HttpResponse:
    """The switches come back as they are now, with a sentence if something was refused."""
    request.actor.key = request.POST.get("key") or None
    refused = ""
    try:
        verb(request.actor, request.tournament, **arguments)
    except Refused as refusal:
        refused = refusal.sentence
    if request.htmx:
        return _release_page(request, refused)
    if refused:
        messages.error(request, refused)
    return redirect("release", request.tournament.slug)


def _release_page(request: PageRequest, refused: str = "") -> HttpResponse:
    switches = switches_of(request.tournament)
    host = request.build_absolute_uri("/").rstrip("/")
    context = {
        "switches": switches,
        "frozen": sum(each.release.frozen_at is not None for each in switches),
        "refused": refused,
        "address": absolute(reverse("public", args=[request.tournament.slug]), host),
    }
    return render(request, "scoring/wall/_release.html" if request.htmx else "scoring/wall/release.html", context)


# -- the ceremony -----------------------------------------------------------------------------------------------------


@door("ceremony.view")
@require_GET
def ceremony(request: PageRequest) -> HttpResponse:
    """Full screen, from the last place to the first, one key for each."""
    return render(request, "scoring/wall/ceremony.html", _ceremony(request))


@door("ceremony.view")
@require_GET
def announcing_list(request: PageRequest) -> HttpResponse:
    """On paper, for whoever reads it out and whoever hands out trophies and certificates."""
    return render(request, "scoring/wall/announcing.html", _ceremony(request))


def _ceremony(request: PageRequest) -> dict[str, Any]:
    choices = choices_in(request.tournament)
    if not choices:
        return {"choices": choices}
    wanted = read_ceremony(request.GET, choices)
    asked = wanted.asked
    naming = full_name if wanted.names == "full" else public_naming(request.tournament)
    found = Standings(Scope(asked.choice.divisions, playoff=asked.choice.playoff), asked.kind, naming=naming)
    form = CeremonyForm(initial={"top": wanted.top, "names": wanted.names})
    return {
        "choices": choices,
        "wanted": wanted,
        "asked": asked,
        "kinds": kinds_of(asked.choice),
        "title": KINDS[asked.kind],
        "form": form,
        "standings": found,
        "scope": found.scope,
        "ceremony": Ceremony(found, wanted.top),
    }
