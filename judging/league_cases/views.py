"""Pages of league cases: add one, possibly from a ruling or a decided protest; edit it; retire it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from foundation.pages import PageRequest, requires, run_verb_and_redirect
from judging.league_cases import actions
from judging.league_cases.actions import TEXT_LENGTHS
from judging.league_cases.forms import LeagueCaseForm
from judging.league_cases.models import OwnCase


@requires("own_case.add")
def add(request: PageRequest) -> HttpResponse:
    """Add a case. The query string fills in the form: `?situation=…&ruling=…&citation=…`."""
    initial = {name: request.GET[name][:most] for name, most in TEXT_LENGTHS.items() if name in request.GET}
    initial.setdefault("source", request.tournament.name)
    form = LeagueCaseForm(request.POST) if request.method == "POST" else LeagueCaseForm(initial=initial)
    if request.method == "POST" and (case := form.carry_out(actions.add, request.actor, request.tournament)):
        messages.success(request, f"Case {case.name} added.")
        return redirect(_search_for(request, case))
    return render(request, "judging/own_case.html", {"form": form, "case": None}, status=form.status)


@requires("own_case.edit")
def edit(request: PageRequest, case_id: int) -> HttpResponse:
    case = get_object_or_404(OwnCase, pk=case_id, retired_at__isnull=True)
    initial = {name: getattr(case, name) for name in (*TEXT_LENGTHS, "penalty", "game", "variations", "version")}
    initial["divisions"] = list(case.divisions)
    form = LeagueCaseForm(request.POST) if request.method == "POST" else LeagueCaseForm(initial=initial)
    if request.method == "POST" and form.carry_out(actions.edit, request.actor, request.tournament, case=case):
        messages.success(request, "Case saved.")
        return redirect(_search_for(request, case))
    return render(request, "judging/own_case.html", {"form": form, "case": case}, status=form.status)


@requires("own_case.retire")
@require_POST
def retire(request: PageRequest, case_id: int) -> HttpResponse:
    case = get_object_or_404(OwnCase, pk=case_id)
    back = reverse("cases", args=[request.tournament.slug])
    return run_verb_and_redirect(
        request, actions.retire, request.tournament, back=back, done="Case retired.", case=case
    )


def _search_for(request: PageRequest, case: OwnCase) -> str:
    return f"{reverse('cases', args=[request.tournament.slug])}?{urlencode({'q': case.name})}"
