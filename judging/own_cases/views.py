"""Pages of a league's own cases: add one, from a ruling or a decided protest; change it; retire it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from foundation.pages import PageRequest, door, press
from judging.own_cases import actions
from judging.own_cases.actions import TEXTS
from judging.own_cases.forms import OwnCaseForm
from judging.own_cases.models import OwnCase


@door("own_case.add")
def add(request: PageRequest) -> HttpResponse:
    """Words of the address fill the form: `?situation=…&ruling=…&citation=…`."""
    given = {name: request.GET[name][:most] for name, most in TEXTS.items() if name in request.GET}
    form = OwnCaseForm(request.POST) if request.method == "POST" else OwnCaseForm(initial=_here(request) | given)
    if request.method == "POST" and (case := form.carry_out(actions.add, request.actor, request.tournament)):
        messages.success(request, f"In the casebook as {case.name}.")
        return redirect(_shown(request, case))
    return render(request, "judging/own_case.html", {"form": form, "case": None}, status=form.status)


@door("own_case.edit")
def edit(request: PageRequest, case_id: int) -> HttpResponse:
    case = get_object_or_404(OwnCase, pk=case_id, retired_at__isnull=True)
    now = {name: getattr(case, name) for name in (*TEXTS, "penalty", "game", "variations", "version")}
    now["divisions"] = list(case.divisions)
    form = OwnCaseForm(request.POST) if request.method == "POST" else OwnCaseForm(initial=now)
    if request.method == "POST" and form.carry_out(actions.edit, request.actor, request.tournament, case=case):
        messages.success(request, "Changed.")
        return redirect(_shown(request, case))
    return render(request, "judging/own_case.html", {"form": form, "case": case}, status=form.status)


@door("own_case.retire")
@require_POST
def retire(request: PageRequest, case_id: int) -> HttpResponse:
    case = get_object_or_404(OwnCase, pk=case_id)
    back = reverse("cases", args=[request.tournament.slug])
    return press(request, actions.retire, request.tournament, back=back, done="Retired.", case=case)


def _here(request: PageRequest) -> dict[str, str]:
    return {"source": request.tournament.name}


def _shown(request: PageRequest, case: OwnCase) -> str:
    return f"{reverse('cases', args=[request.tournament.slug])}?{urlencode({'q': case.name})}"
