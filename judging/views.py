"""Pages about judges' conflicts, and the casebook on a judge's phone: search, filters, and the reference card."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.file_exports import Column, as_file, wants_file
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from foundation.people.models import User
from judging import actions
from judging.casebook.casebook import MAY_NOT_TELL, MAY_TELL, casebook
from judging.casebook.search import search
from judging.forms import CaseSearchForm, ConflictForm
from judging.models import Conflict
from judging.queries import conflicts_of, judges_of

MOST_CASES = 20
CONFLICT_COLUMNS: tuple[Column[tuple[User, str]], ...] = (
    Column("Judge", lambda row: row[0].name),
    Column("School", lambda row: row[1]),
)


# -- conflicts --------------------------------------------------------------------------------------------------------


@requires("conflict.list")
def conflicts(request: PageRequest) -> HttpResponseBase:
    """Show which judge should not judge which school."""
    if wants_file(request):
        rows = conflicts_of(request.tournament)
        return as_file(request, f"{request.tournament.slug} judges", CONFLICT_COLUMNS, rows)
    form = ConflictForm(request.actor, request.tournament, request.POST or None)
    if request.method == "POST" and form.carry_out(actions.declare_conflict, request.actor, request.tournament):
        messages.success(request, "Conflict added.")
        return redirect("conflicts", request.tournament.slug)
    context = {"form": form, "judges": judges_of(request.tournament)}
    return render(request, "judging/conflicts.html", context, status=form.status)


@requires("conflict.withdraw")
@require_POST
def withdraw(request: PageRequest, conflict_id: int) -> HttpResponse:
    conflict = get_object_or_404(
        Conflict.objects.select_related("judge", "school", "tournament"),
        pk=conflict_id,
        tournament=request.tournament,
    )
    back = reverse("conflicts", args=[request.tournament.slug])
    return run_verb_and_redirect(request, actions.withdraw_conflict, conflict, back=back, done="Conflict withdrawn.")


# -- the casebook -----------------------------------------------------------------------------------------------------


@requires("case.view")
@require_GET
def cases(request: PageRequest) -> HttpResponse:
    """Search the manual and the league's cases while the judge types. Nothing is listed without words or filters."""
    form = CaseSearchForm(request)
    filters = form.filters()
    words, only_league = form.cleaned_data.get("q", ""), form.cleaned_data.get("ours", False)
    is_search = bool(words or only_league or any(filters.values()))
    results = search(words, **filters, league_cases=form.league_cases) if is_search else ()
    if only_league:
        results = tuple(case for case in results if case.is_league_case)
    context = {
        "form": form,
        "words": words,
        "found": results[:MOST_CASES],
        "more": max(len(results) - MOST_CASES, 0),
        "count": len(casebook().cases),
        "count_own": len(form.league_cases),
        "asked": is_search,
    }
    return render(request, "judging/_cases.html" if request.htmx else "judging/cases.html", context)


@requires("case.view")
@require_GET
def reference(request: PageRequest) -> HttpResponse:
    """Show what a judge may and may not tell players (R-80, JM General 1, 7 and 9)."""
    return render(request, "judging/reference.html", {"may": MAY_TELL, "may_not": MAY_NOT_TELL})
