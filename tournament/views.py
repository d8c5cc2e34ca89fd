"""Pages of tournaments: mine, a new one, the day board, teams, the public page, the style guide."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from rulebooks import chapters
from tournament import actions, books
from tournament.doors import PageRequest, door
from tournament.forms import DEFAULT_ZONE, CreateTournamentForm, EditTournamentForm, PlayForm, TeamForm, new_key
from tournament.models import Event, Tournament
from tournament.people import actions as people_actions
from tournament.people.forms import end_of_day
from tournament.people.invitations import find
from tournament.people.models import Role
from tournament.people.queries import first_account_exists, staff_of
from tournament.press import press
from tournament.queries import events_of, states_of, steps_of, teams_of, tournaments_of


@door("home.view")
def home(request: PageRequest) -> HttpResponse:
    """The tournaments of this person. A helper with one tournament goes straight there."""
    user = request.actor.user
    if user is None:
        return redirect("account_login") if first_account_exists() else render(request, "tournament/not_set_up.html")
    mine = list(tournaments_of(user))
    if len(mine) == 1 and not user.has_account:
        return redirect(mine[0])
    return render(request, "tournament/home.html", {"tournaments": mine})


@door("tournament.create")
def create(request: PageRequest) -> HttpResponse:
    today = timezone.localdate(timezone=ZoneInfo(DEFAULT_ZONE))
    form = CreateTournamentForm(request.POST or None, today=today)
    if request.method == "POST" and (made := form.carry_out(actions.create_tournament, request.actor, None)):
        messages.success(request, f"{made.name} is set up. You are its director.")
        return redirect(made)
    problems = books.shelf().problems.values()
    return render(request, "tournament/create.html", {"form": form, "problems": problems}, status=form.status)


@door("tournament.view")
def board(request: PageRequest) -> HttpResponse:
    """The day board: each division, what is done, and the one next step."""
    divisions = {"events": events_of(request.tournament), "states": states_of(request.tournament)}
    if request.htmx:
        return render(request, "tournament/_divisions.html", divisions)
    steps = steps_of(request.tournament) if request.actor.may("tournament.edit", request.tournament) else []
    context = divisions | {
        "staff": staff_of(request.tournament),
        "steps": steps,
        "next_step": next((step for step in steps if not step.done), None),
    }
    return render(request, "tournament/board.html", context)


@door("tournament.edit")
def edit(request: PageRequest) -> HttpResponse:
    form = EditTournamentForm(request.POST) if request.method == "POST" else EditTournamentForm.of(request.tournament)
    if request.method == "POST" and form.carry_out(actions.edit_tournament, request.actor, request.tournament):
        messages.success(request, "Saved.")
        return redirect(request.tournament)
    if form.status == 409:
        form.retype(version=Tournament.objects.get(pk=request.tournament.pk).version, key=new_key())
    return render(request, "tournament/edit.html", {"form": form}, status=form.status)


@door("tournament.start")
@require_POST
def start(request: PageRequest) -> HttpResponse:
    return press(request, actions.start, request.tournament, back=_board(request), done="The day has started.")


@door("tournament.finish")
@require_POST
def finish(request: PageRequest) -> HttpResponse:
    return press(request, actions.finish, request.tournament, back=_board(request), done="The tournament is finished.")


@door("tournament.reopen")
@require_POST
def reopen(request: PageRequest) -> HttpResponse:
    return press(
        request, actions.reopen, request.tournament, back=_board(request), done="The tournament is open again."
    )


def _board(request: PageRequest) -> str:
    return request.tournament.get_absolute_url()


@door("book.view")
def book(request: PageRequest, event_id: int) -> HttpResponse:
    """Everything that the event's rule book fixes, each with its rule; what the shelf says differently; the choices."""
    event = get_object_or_404(events_of(request.tournament), pk=event_id)
    chosen = {"format": event.format, "no_goal": event.no_goal}
    return _book_page(request, event, PlayForm(books.edition_of(event), initial=chosen))


@door("event.choose_play")
@require_POST
def choose_play(request: PageRequest, event_id: int) -> HttpResponse:
    event = get_object_or_404(events_of(request.tournament), pk=event_id)
    form = PlayForm(books.edition_of(event), request.POST)
    if not form.carry_out(actions.choose_play, request.actor, event):
        return _book_page(request, event, form)
    messages.success(request, "Saved.")
    return redirect("book", request.tournament.slug, event.pk)


def _book_page(request: PageRequest, event: Event, form: PlayForm) -> HttpResponse:
    edition = books.edition_of(event)
    context = {
        "event": event,
        "edition": edition,
        "chapters": chapters(edition),
        "form": form,
        "format": edition.format(event.format),
        "changes": books.changes_of(event),
        "digest": books.digest_on_shelf(event.edition),
    }
    return render(request, "tournament/book.html", context, status=form.status)


@door("event.renew_book")
@require_POST
def renew_book(request: PageRequest, event_id: int) -> HttpResponse:
    event = get_object_or_404(events_of(request.tournament), pk=event_id)
    back = reverse("book", args=[request.tournament.slug, event.pk])
    digest = request.POST.get("digest", "")
    return press(request, actions.renew_book, event, back=back, done="The rule book is up to date.", digest=digest)


@door("team.list")
def teams(request: PageRequest) -> HttpResponse:
    """Teams by school with their coach's link, and a line to add one."""
    form = TeamForm(request.POST) if request.method == "POST" else TeamForm.after(request.GET.get("school", ""))
    if request.method == "POST" and (made := form.carry_out(actions.add_team, request.actor, request.tournament)):
        messages.success(request, f"{made.name} added.")
        query = urlencode({"school": made.school.name})
        return redirect(f"{reverse('teams', args=[request.tournament.slug])}?{query}")
    found = list(teams_of(request.tournament))
    context = {"form": form, "teams": found, "schools": dict.fromkeys(team.school.name for team in found)}
    return render(request, "tournament/teams.html", context, status=form.status)


@door("invitation.create")
@require_POST
def make_coach_link(request: PageRequest, team_id: int) -> HttpResponse:
    """A link for the coach of one team, good until a week after the tournament."""
    team = get_object_or_404(request.tournament.teams, pk=team_id)
    last_day = max(request.tournament.ends_on, timezone.localdate()) + timedelta(days=7)
    return press(
        request,
        people_actions.invite,
        request.tournament,
        back=reverse("teams", args=[request.tournament.slug]),
        done=f"The coach of {team.name} has a link.",
        role=Role.COACH,
        label=f"Coach of {team.name}",
        team=team,
        expires_at=end_of_day(last_day, request.tournament),
    )


@door("home.view")
def team_page(request: PageRequest, token: str) -> HttpResponse:
    """A coach's page, by the link alone: no account, nothing to install."""
    link = find(token)
    if link is None or link.role != Role.COACH:
        return render(request, "tournament/people/link_is_over.html", status=404)
    request.actor.link = link
    request.actor.require("team.view_own", link.tournament)
    with timezone.override(link.tournament.zone):
        context = {"team": link.team, "tournament": link.tournament, "events": events_of(link.tournament)}
        return render(request, "tournament/team_page.html", context | {"audience": "coach"})


@door("tournament.view_public")
def public(request: PageRequest) -> HttpResponse:
    if not request.tournament.is_public:
        raise Http404
    return render(request, "tournament/public.html", {"events": events_of(request.tournament), "audience": "public"})


@door("style.view")
def style(request: PageRequest) -> HttpResponse:
    """The living style guide."""
    return render(request, "tournament/style.html", {"form": CreateTournamentForm({"name": ""})})
