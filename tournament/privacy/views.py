"""The page of student names: what the public sees, how long they are kept, and their removal."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from foundation.pages import PageRequest, door, press
from tournament.privacy import actions
from tournament.privacy.forms import NamesForm
from tournament.setup_steps import setup_steps


@door("tournament.privacy")
def privacy(request: PageRequest) -> HttpResponse:
    form = NamesForm(request.POST) if request.method == "POST" else NamesForm.of(request.tournament)
    steps = setup_steps(request.tournament, list(request.tournament.events.all()), request.path)
    if request.method == "POST" and form.carry_out(actions.choose_privacy, request.actor, request.tournament):
        messages.success(request, "Saved.")
        return redirect(steps.next_url)
    return render(request, "tournament/privacy/names.html", {"form": form, "setup_steps": steps}, status=form.status)


@door("tournament.ask_purge")
@require_POST
def remove(request: PageRequest) -> HttpResponse:
    back = reverse("privacy", args=[request.tournament.slug])
    done = "The names are being removed."
    return press(request, actions.ask_for_purge, request.tournament, back=back, done=done)
