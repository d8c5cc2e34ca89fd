"""The pages of rehearsals: create one at a stage of the day, and remove one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from foundation.pages import PageRequest, requires, run_verb_and_redirect
from rehearsal import actions
from rehearsal.forms import RehearsalForm


@requires("rehearsal.ask")
def rehearsal(request: PageRequest) -> HttpResponse:
    form = RehearsalForm(request.POST or None)
    if request.method == "POST" and (job := form.carry_out(actions.ask, request.actor, None)):
        messages.success(request, "Rehearsal requested.")
        return redirect(job)
    return render(request, "rehearsal/rehearsal.html", {"form": form}, status=form.status)


@requires("rehearsal.remove")
@require_POST
def remove(request: PageRequest) -> HttpResponse:
    done = f"{request.tournament.name} deleted."
    return run_verb_and_redirect(request, actions.remove, request.tournament, back="/", done=done)
