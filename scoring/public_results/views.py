"""Pages of released results: public standings, the projector display, the release page, and the ceremony."""

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
from foundation.pages import PageRequest, requires
from scoring.public_results import actions
from scoring.public_results.ceremony import Ceremony
from scoring.public_results.forms import (
    CeremonyForm,
    parse_ceremony_selection,
    parse_projector_cycle,
    parse_public_selection,
)
from scoring.public_results.queries import PublicStandings, public_name_format, release_controls, released_results
from scoring.standings_pages.forms import kinds_of
from scoring.standings_pages.queries import KINDS, Standings
from scoring.standings_pages.row_details import full_name
from scoring.standings_pages.scope import Scope, scope_choices
from tournament.models import Division
from tournament.queries import divisions_of

SHEETS = "sheet."  # verbs on scoresheets, hundreds in an hour

# -- for the public ---------------------------------------------------------------------------------------------------


@open_to_the_public(frequent=SHEETS)
@requires("tournament.view_public")
@require_GET
def public_standings(request: PageRequest) -> HttpResponse:
    """Released standings of players, teams, or schools, with the names that the public may see."""
    released = released_results(request.tournament)
    selection = parse_public_selection(request.GET, released)
    context: dict[str, Any] = {"released": released, "selection": selection, "audience": "public"}
    if selection is not None:
        standings = PublicStandings(selection.released, selection.kind, request.tournament, selection.section)
        kinds = kinds_of(selection.released.choice)
        context |= {"list": standings, "rows": standings.standings.page(selection.page), "kinds": kinds}
    template = "scoring/wall/_standings.html" if request.htmx else "scoring/wall/standings.html"
    return render(request, template, context)


@open_to_the_public(frequent=SHEETS)
@requires("tournament.view_public")
@require_GET
def projector_display(request: PageRequest) -> HttpResponse:
    """Every released list in turn, a few rows at a time, for a projector."""
    cycle = parse_projector_cycle(request.GET, released_results(request.tournament))
    lists = [PublicStandings(released, kind, request.tournament) for released, kind in cycle.lists]
    panels = [(each, each.top(cycle.top)) for each in lists]
    context = {"panels": [panel for panel in panels if panel[1]], "cycle": cycle, "audience": "public"}
    return render(request, "scoring/wall/_wall.html" if request.htmx else "scoring/wall/wall.html", context)


# -- the release page -------------------------------------------------------------------------------------------------


@requires("release.view")
@require_GET
def release_page(request: PageRequest) -> HttpResponse:
    """Each division with its controls, and what the public sees of it now."""
    return _release_page(request)


@requires("release.set")
@require_POST
def release(request: PageRequest, division_id: int) -> HttpResponse:
    """Show or hide the tables, or release results through a round, with one tap."""
    division = get_object_or_404(divisions_of(request.tournament), pk=division_id)
    return _change(request, actions.release, division=division, **_parse_release(request))


@requires("release.freeze")
@require_POST
def freeze(request: PageRequest) -> HttpResponse:
    return _change(request, actions.freeze, division=_posted_division(request))


@requires("release.thaw")
@require_POST
def unfreeze(request: PageRequest) -> HttpResponse:
    return _change(request, actions.unfreeze, division=_posted_division(request))


def _parse_release(request: PageRequest) -> dict[str, Any]:
    draws, results = request.POST.get("draws", ""), request.POST.get("results", "")
    changes: dict[str, Any] = {}
    if draws in ("yes", "no"):
        changes["draws"] = draws == "yes"
    if results == "final":
        changes["is_final"] = True
    elif results.isascii() and results.isdecimal() and len(results) < 4:
        changes["rounds"] = int(results)
    return changes


def _posted_division(request: PageRequest) -> Division | None:
    """Return the division that the button is for; None for all divisions."""
    text = request.POST.get("division", "")
    if not text:
        return None
    return get_object_or_404(divisions_of(request.tournament), pk=number_in(text))


def _change(request: PageRequest, verb: Callable[..., Any], **arguments: Any) -> HttpResponse:
    """Call the verb and return the controls as they are now, with a sentence if it refused."""
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
    controls = release_controls(request.tournament)
    host = request.build_absolute_uri("/").rstrip("/")
    context = {
        "controls": controls,
        "frozen": sum(each.release.frozen_at is not None for each in controls),
        "refused": refused,
        "address": absolute(reverse("public", args=[request.tournament.slug]), host),
    }
    return render(request, "scoring/wall/_release.html" if request.htmx else "scoring/wall/release.html", context)


# -- the ceremony -----------------------------------------------------------------------------------------------------


@requires("ceremony.view")
@require_GET
def ceremony(request: PageRequest) -> HttpResponse:
    """The ceremony, full screen: each key press reveals the next place, last to first."""
    return render(request, "scoring/wall/ceremony.html", _ceremony_context(request))


@requires("ceremony.view")
@require_GET
def announcing_list(request: PageRequest) -> HttpResponse:
    """The announcing order as a list to print, with the certificates to hand out."""
    return render(request, "scoring/wall/announcing.html", _ceremony_context(request))


def _ceremony_context(request: PageRequest) -> dict[str, Any]:
    choices = scope_choices(request.tournament)
    if not choices:
        return {"choices": choices}
    ceremony_selection = parse_ceremony_selection(request.GET, choices)
    selection = ceremony_selection.standings
    name_format = full_name if ceremony_selection.names == "full" else public_name_format(request.tournament)
    scope = Scope(selection.choice.divisions, playoff=selection.choice.playoff)
    standings = Standings(scope, selection.kind, name_format=name_format)
    return {
        "choices": choices,
        "ceremony_selection": ceremony_selection,
        "selection": selection,
        "kinds": kinds_of(selection.choice),
        "title": KINDS[selection.kind],
        "form": CeremonyForm(
            initial={name: getattr(ceremony_selection, name) for name in ("top", "names", "language")}
        ),
        "standings": standings,
        "scope": scope,
        "ceremony": Ceremony(standings, ceremony_selection.top),
    }
