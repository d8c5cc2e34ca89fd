"""The pages of seasons: those of this person, and one with its totals by player, team and school."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from foundation.file_exports import as_file, wants_file
from foundation.pages import PageRequest, door, press
from foundation.people.models import User
from foundation.people.queries import directed_by
from scoring.seasons import actions
from scoring.seasons.forms import AddForm, NewSeasonForm, SeasonForm
from scoring.seasons.lists import ONE, columns_of
from scoring.seasons.models import Season
from scoring.seasons.queries import LISTS, SeasonTotals, seasons_of


@door("season.list")
@require_GET
def seasons(request: PageRequest) -> HttpResponse:
    return _list(request, NewSeasonForm())


@door("season.create")
@require_POST
def create(request: PageRequest) -> HttpResponse:
    form = NewSeasonForm(request.POST)
    made = form.carry_out(actions.create, request.actor, None)
    return redirect(made) if made else _list(request, form)


@door("season.list")
@require_GET
def season(request: PageRequest, season_id: int) -> HttpResponseBase:
    """Totals of the tournaments that this person directs."""
    return _page(request, _season(request, season_id))


@door("season.edit")
@require_POST
def edit(request: PageRequest, season_id: int) -> HttpResponseBase:
    found = _season(request, season_id)
    form = SeasonForm(request.POST)
    made = form.carry_out(actions.edit, request.actor, found)
    return redirect(made) if made else _page(request, found, form=form)


@door("season.edit")
@require_POST
def add(request: PageRequest, season_id: int) -> HttpResponseBase:
    found = _season(request, season_id)
    form = AddForm(found, _user(request), request.POST)
    if not form.is_valid():
        return _page(request, found, add=form)
    tournament = form.cleaned_data["tournament"]
    done = f"{tournament.name} counts."
    return press(request, actions.add, tournament, back=found.get_absolute_url(), done=done, season=found)


@door("season.edit")
@require_POST
def remove(request: PageRequest, season_id: int, source: str) -> HttpResponse:
    found = _season(request, season_id)
    tournament = get_object_or_404(directed_by(_user(request)), slug=source)
    done = f"{tournament.name} does not count any more."
    return press(request, actions.remove, tournament, back=found.get_absolute_url(), done=done, season=found)


def _list(request: PageRequest, form: NewSeasonForm) -> HttpResponse:
    found = seasons_of(_user(request)).prefetch_related("tournaments")
    return render(request, "scoring/seasons/seasons.html", {"seasons": found, "form": form}, status=form.status)


def _page(
    request: PageRequest, found: Season, *, form: SeasonForm | None = None, add: AddForm | None = None
) -> HttpResponseBase:
    told = SeasonTotals(found, _user(request))
    what = request.GET.get("of", "players")
    what = what if what in LISTS else "players"
    rows = told.rows(what)
    if wants_file(request):
        return as_file(request, f"{found.name} {what}", columns_of(told, what), rows)
    context: dict[str, Any] = {
        "season": found,
        "totals": told,
        "rows": rows,
        "what": what,
        "one": ONE[what],
        "lists": LISTS,
        "form": form or SeasonForm.of(found),
        "add": add or AddForm(found, _user(request)),
    }
    status = max(context["form"].status, 422 if add else 200)
    return render(request, "scoring/seasons/season.html", context, status=status)


def _season(request: PageRequest, season_id: int) -> Season:
    return get_object_or_404(seasons_of(_user(request)), pk=season_id)


def _user(request: PageRequest) -> User:
    user = request.actor.user
    assert user is not None  # behind the door
    return user
