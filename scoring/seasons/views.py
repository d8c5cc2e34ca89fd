"""The season pages: the user's seasons, and one season's totals by player, team, and school."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from foundation.file_exports import as_file, wants_file
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from foundation.people.models import User
from foundation.people.queries import directed_by
from scoring.seasons import actions
from scoring.seasons.forms import AddTournamentForm, NewSeasonForm, SeasonForm
from scoring.seasons.models import Season
from scoring.seasons.queries import LISTS, NAME_COLUMN, SeasonTotals, season_columns, seasons_of


@requires("season.list")
@require_GET
def seasons(request: PageRequest) -> HttpResponse:
    return _list_page(request, NewSeasonForm())


@requires("season.create")
@require_POST
def create(request: PageRequest) -> HttpResponse:
    form = NewSeasonForm(request.POST)
    created = form.carry_out(actions.create, request.actor, None)
    return redirect(created) if created else _list_page(request, form)


@requires("season.list")
@require_GET
def season(request: PageRequest, season_id: int) -> HttpResponseBase:
    """The season's totals over the tournaments that this user directs."""
    return _season_page(request, _get_season(request, season_id))


@requires("season.edit")
@require_POST
def edit(request: PageRequest, season_id: int) -> HttpResponseBase:
    season = _get_season(request, season_id)
    form = SeasonForm(request.POST)
    edited = form.carry_out(actions.edit, request.actor, season)
    return redirect(edited) if edited else _season_page(request, season, form=form)


@requires("season.edit")
@require_POST
def add(request: PageRequest, season_id: int) -> HttpResponseBase:
    season = _get_season(request, season_id)
    form = AddTournamentForm(season, _user(request), request.POST)
    if not form.is_valid():
        return _season_page(request, season, add_form=form)
    tournament = form.cleaned_data["tournament"]
    done = f"{tournament.name} added."
    return run_verb_and_redirect(
        request, actions.add, tournament, back=season.get_absolute_url(), done=done, season=season
    )


@requires("season.edit")
@require_POST
def remove(request: PageRequest, season_id: int, source: str) -> HttpResponse:
    season = _get_season(request, season_id)
    tournament = get_object_or_404(directed_by(_user(request)), slug=source)
    done = f"{tournament.name} removed."
    return run_verb_and_redirect(
        request, actions.remove, tournament, back=season.get_absolute_url(), done=done, season=season
    )


def _list_page(request: PageRequest, form: NewSeasonForm) -> HttpResponse:
    seasons = seasons_of(_user(request)).prefetch_related("tournaments")
    return render(request, "scoring/seasons/seasons.html", {"seasons": seasons, "form": form}, status=form.status)


def _season_page(
    request: PageRequest,
    season: Season,
    *,
    form: SeasonForm | None = None,
    add_form: AddTournamentForm | None = None,
) -> HttpResponseBase:
    totals = SeasonTotals(season, _user(request))
    kind = request.GET.get("of", "players")
    kind = kind if kind in LISTS else "players"
    rows = totals.rows(kind)
    if wants_file(request):
        return as_file(request, f"{season.name} {kind}", season_columns(totals, kind), rows)
    context: dict[str, Any] = {
        "season": season,
        "totals": totals,
        "rows": rows,
        "kind": kind,
        "name_column": NAME_COLUMN[kind],
        "lists": LISTS,
        "form": form or SeasonForm.of(season),
        "add": add_form or AddTournamentForm(season, _user(request)),
    }
    status = max(context["form"].status, 422 if add_form else 200)
    return render(request, "scoring/seasons/season.html", context, status=status)


def _get_season(request: PageRequest, season_id: int) -> Season:
    return get_object_or_404(seasons_of(_user(request)), pk=season_id)


def _user(request: PageRequest) -> User:
    user = request.actor.user
    assert user is not None  # the access table lets only signed-in users in
    return user
