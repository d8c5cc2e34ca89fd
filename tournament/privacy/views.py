"""The page of student names: what the public sees, how long they are kept, and their removal."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from foundation.forms import DayField, VerbForm
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from foundation.tournaments import PUBLIC_NAMES, Tournament
from tournament.privacy import actions
from tournament.setup_steps import setup_steps


class NamesForm(VerbForm):
    """What the public sees of a student's name, and until when names are kept."""

    is_public = forms.BooleanField(
        label="Public page",
        required=False,
        help_text="Anyone with the link can see the name, dates, venue, divisions, and published table assignments.",
    )
    public_names = forms.ChoiceField(
        label="Show students publicly as",
        choices=list(PUBLIC_NAMES.items()),
        widget=forms.RadioSelect,
        help_text="Applies to public pages, projector displays, and posted lists. Staff and the team’s own coach see "
        "full names. To hide one student’s name, use Hidden on the roster.",
    )
    names_until = DayField(
        label="Student names: kept until",
        help_text="The next day, names and grades are removed from rosters, uploaded files, the activity log, PDFs, "
        "and backups. Standings stay, by player number.",
    )

    @classmethod
    def of(cls, tournament: Tournament) -> NamesForm:
        names = ("is_public", "public_names", "names_until")
        return cls(initial={name: getattr(tournament, name) for name in names})


@requires("tournament.privacy")
def privacy(request: PageRequest) -> HttpResponse:
    form = NamesForm(request.POST) if request.method == "POST" else NamesForm.of(request.tournament)
    steps = setup_steps(request.tournament, list(request.tournament.events.all()), request.path)
    if request.method == "POST" and form.carry_out(actions.choose_privacy, request.actor, request.tournament):
        messages.success(request, "Saved.")
        return redirect(steps.next_url)
    return render(request, "tournament/privacy/names.html", {"form": form, "setup_steps": steps}, status=form.status)


@requires("tournament.ask_purge")
@require_POST
def remove(request: PageRequest) -> HttpResponse:
    back = reverse("privacy", args=[request.tournament.slug])
    done = "Name removal started."
    return run_verb_and_redirect(request, actions.request_purge, request.tournament, back=back, done=done)
