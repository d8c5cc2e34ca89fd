"""Pages of tournaments: the home page, the dashboard, teams with coach links, the public page, the style guide."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from foundation.accounts.forms import end_of_day
from foundation.activity.news import open_to_the_public
from foundation.file_exports import Column, as_file, wants_file
from foundation.forms import VerbForm
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from foundation.people.models import Invitation
from foundation.people.queries import first_account_exists, staff_of, tournaments_of
from tournament import actions
from tournament.dashboard import counts_by_division, division_states, teams_of
from tournament.models import School, Team
from tournament.queries import events_of, public_links_by_division
from tournament.setup.forms import NewTournamentForm
from tournament.setup.presets import PRESETS
from tournament.todo_list import next_todo_step, todo_steps_of

TEAMS: tuple[Column[Team], ...] = (
    Column("School", lambda team: team.school.name),
    Column("Team", lambda team: team.name),
)
LONGEST_LABEL = Invitation._meta.get_field("label").max_length


class TeamForm(VerbForm):
    school = forms.CharField(
        label="School", max_length=250, widget=forms.TextInput({"list": "schools", "autocomplete": "off"})
    )
    name = forms.CharField(label="Team", max_length=120, widget=forms.TextInput({"autocomplete": "off"}))

    @classmethod
    def after(cls, school: str) -> TeamForm:
        """Return the form for the next team, often of the same school, so only the name must be typed."""
        form = cls(initial={"school": school})
        if school:
            form.fields["name"].widget.attrs["autofocus"] = True
        return form


@requires("home.view")
def home(request: PageRequest) -> HttpResponse:
    """List this person's tournaments. A helper with one tournament goes straight to its dashboard."""
    user = request.actor.user
    if user is None:
        return redirect("account_login") if first_account_exists() else render(request, "tournament/not_set_up.html")
    mine = list(tournaments_of(user))
    if len(mine) == 1 and not user.has_account:
        return redirect(mine[0])
    return render(request, "tournament/home.html", {"tournaments": mine})


@requires("tournament.view")
def board(request: PageRequest) -> HttpResponse:
    """Show the dashboard: each division, the to-do list, and its next step."""
    states = division_states(request.tournament)
    divisions = {
        "events": events_of(request.tournament),
        "states": states,
        "figures": counts_by_division(request.actor, request.tournament),
    }
    if request.htmx:
        return render(request, "tournament/_divisions.html", divisions)
    steps = todo_steps_of(request.tournament) if request.actor.may("tournament.edit", request.tournament) else []
    context = divisions | {
        "staff": staff_of(request.tournament),
        "steps": steps,
        "next_step": next_todo_step(steps),
        "is_playing": any(each.is_playing for each in states.values()),
    }
    return render(request, "tournament/board.html", context)


@requires("tournament.start")
@require_POST
def start(request: PageRequest) -> HttpResponse:
    return run_verb_and_redirect(
        request, actions.start, request.tournament, back=_dashboard_url(request), done="Tournament started."
    )


@requires("tournament.finish")
@require_POST
def finish(request: PageRequest) -> HttpResponse:
    return run_verb_and_redirect(
        request, actions.finish, request.tournament, back=_dashboard_url(request), done="Tournament finished."
    )


@requires("tournament.reopen")
@require_POST
def reopen(request: PageRequest) -> HttpResponse:
    return run_verb_and_redirect(
        request, actions.reopen, request.tournament, back=_dashboard_url(request), done="Tournament reopened."
    )


def _dashboard_url(request: PageRequest) -> str:
    return request.tournament.get_absolute_url()


@requires("team.list")
def teams(request: PageRequest) -> HttpResponseBase:
    """List teams by school with their coach links, and a form to add one."""
    form = TeamForm(request.POST) if request.method == "POST" else TeamForm.after(request.GET.get("school", ""))
    if request.method == "POST" and (added := form.carry_out(actions.add_team, request.actor, request.tournament)):
        messages.success(request, f"{added.name} added.")
        query = urlencode({"school": added.school.name})
        return redirect(f"{reverse('teams', args=[request.tournament.slug])}?{query}")
    listed = teams_of(request.tournament)
    if wants_file(request):
        return as_file(request, f"{request.tournament.slug} teams", TEAMS, listed)
    context = {"form": form, "teams": listed, "schools": Counter(team.school.name for team in listed)}
    return render(request, "tournament/teams.html", context, status=form.status)


@requires("invitation.create")
@require_POST
def make_coach_link(request: PageRequest, team_id: int) -> HttpResponse:
    team = get_object_or_404(request.tournament.teams, pk=team_id)
    return _create_link(request, f"Coach of {team.name}", team=team)


@requires("invitation.create")
@require_POST
def make_school_link(request: PageRequest, school_id: int) -> HttpResponse:
    school = get_object_or_404(request.tournament.schools, pk=school_id)
    return _create_link(request, f"Coach of {school.name}", school=school)


def _create_link(request: PageRequest, label: str, **owner: Team | School) -> HttpResponse:
    """Create a coach link for a team or school. It expires a week after the tournament."""
    last_day = max(request.tournament.ends_on, timezone.localdate()) + timedelta(days=7)
    return run_verb_and_redirect(
        request,
        actions.create_coach_link,
        request.tournament,
        back=reverse("teams", args=[request.tournament.slug]),
        done="Coach link created.",
        label=label[:LONGEST_LABEL],
        expires_at=end_of_day(last_day, request.tournament),
        **owner,
    )


@open_to_the_public()
@requires("tournament.view_public")
@require_GET
def public(request: PageRequest) -> HttpResponse:
    """Show the public page, where families begin: each division with links to what is public."""
    context = {"events": events_of(request.tournament), "shown": public_links_by_division(request.tournament)}
    return render(request, "tournament/public.html", context | {"audience": "public"})


@requires("style.view")
def style(request: PageRequest) -> HttpResponse:
    """Show the style guide."""
    return render(request, "tournament/style.html", {"form": NewTournamentForm(PRESETS[0], {"name": ""})})
