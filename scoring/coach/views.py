"""Coach pages, opened by a private link: team, school, and scoresheet. And the staff's page of coach requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from foundation.pages import PageRequest, requires
from scoring import hooks
from scoring.coach import actions
from scoring.coach.forms import AnswerForm, NameCorrectionForm, RequestForm, SubstitutionForm
from scoring.coach.links import CoachPageRequest, CoachVisit, coach_page, teams_of, with_coach_news
from scoring.coach.models import Request, RequestState
from scoring.coach.queries import TeamPage, requests_of, team_pages
from scoring.coach.sheets import coach_sheet
from tournament.models import Team

REQUEST_FORMS: tuple[type[RequestForm], ...] = (NameCorrectionForm, SubstitutionForm)
LATEST_SETTLED = 50


# -- by a coach link --------------------------------------------------------------------------------------------------


@requires("home.view")
@require_GET
@with_coach_news
@coach_page
def team_page(request: CoachPageRequest) -> HttpResponse:
    """The link's team, or all teams of its school."""
    return _render_link(request, live=False)


@requires("home.view")
@require_GET
@with_coach_news
@coach_page
def team_page_live(request: CoachPageRequest) -> HttpResponse:
    """The part of `team_page` that changes."""
    return _render_link(request, live=True)


@requires("home.view")
@require_GET
@with_coach_news
@coach_page
def team_of_school(request: CoachPageRequest, team_id: int) -> HttpResponse:
    return _render_team(request, team_id, live=False)


@requires("home.view")
@require_GET
@with_coach_news
@coach_page
def team_of_school_live(request: CoachPageRequest, team_id: int) -> HttpResponse:
    return _render_team(request, team_id, live=True)


@requires("home.view")
@require_GET
@with_coach_news
@coach_page
def team_sheet(request: CoachPageRequest, sheet_id: int) -> HttpResponse:
    """A verified scoresheet of a table where the team sat."""
    visit = request.coach_visit
    teams = {team.pk for team in teams_of(visit.link)}
    sheet = coach_sheet(teams, visit.tournament.public_names, sheet_id)
    if sheet is None:
        raise Http404
    return _render(request, "sheet", coach_sheet=sheet, back=_team_url(visit, sheet.our_team))


@requires("home.view")
@require_POST
@with_coach_news
@coach_page
def team_ask(request: CoachPageRequest, team_id: int) -> HttpResponse:
    """Request a name correction or a substitution. A refused request stays in its form."""
    visit = request.coach_visit
    page = _load_team_page(request, team_id)
    forms = [form(page, request.POST) for form in REQUEST_FORMS]
    sent = next((form for form in forms if form.is_bound), None)
    if sent is None:
        raise Http404
    if sent.carry_out(actions.make_request, request.actor, visit.tournament, team=page.team):
        messages.success(request, gettext("Request sent. The answer will appear here."))
        return redirect(_team_url(visit, page.team))
    return _render_team(request, team_id, status=sent.status, forms=forms)


def _render_link(request: CoachPageRequest, *, live: bool) -> HttpResponse:
    """Render the page of a link's team or school. `live`: only the part that changes."""
    visit = request.coach_visit
    if visit.link.school is None:
        return _render_team(request, None, live=live)
    pages = team_pages(visit.tournament, teams_of(visit.link), request.news)
    return _render(request, "school", live=live, school=visit.link.school, pages=pages)


def _render_team(
    request: CoachPageRequest,
    team_id: int | None,
    *,
    live: bool = False,
    status: int = 200,
    forms: Sequence[RequestForm] = (),
) -> HttpResponse:
    page = _load_team_page(request, team_id)
    context = {"page": page, "team": page.team}
    if not live:
        may_ask = bool(page.games) and request.actor.may("request.make", request.coach_visit.tournament)
        context["forms"] = forms or ([form(page) for form in REQUEST_FORMS] if may_ask else [])
    return _render(request, "team", live=live, status=status, **context)


def _load_team_page(request: CoachPageRequest, team_id: int | None) -> TeamPage:
    link = request.coach_visit.link
    teams = [link.team] if link.team else list(teams_of(link))
    wanted = [each for each in teams if team_id in (None, each.pk)]
    if not wanted:
        raise Http404
    return team_pages(link.tournament, wanted, request.news)[0]


def _render(
    request: CoachPageRequest, name: str, *, live: bool = False, status: int = 200, **more: Any
) -> HttpResponse:
    visit = request.coach_visit
    context = {"tournament": visit.tournament, "link": visit.link, "token": visit.token, "audience": "coach"} | more
    if not live:
        context["offers"] = [page for page_now in hooks.coach_pages if (page := page_now(visit.tournament))]
    template = f"scoring/coach/_{name}.html" if live else f"scoring/coach/{name}.html"
    return render(request, template, context, status=status)


def _team_url(visit: CoachVisit, team: Team) -> str:
    if visit.link.school_id:
        return reverse("team_of_school", args=[visit.token, team.pk])
    return reverse("team_page", args=[visit.token])


# -- for the staff ----------------------------------------------------------------------------------------------------


@requires("request.list")
@require_GET
def requests(request: PageRequest) -> HttpResponse:
    """Coach requests that wait for an answer, each with a link to where the change is made."""
    return _requests_page(request)


@requires("request.settle")
@require_POST
def answer_request(request: PageRequest, request_id: int) -> HttpResponse:
    rows = Request.objects.select_related("tournament", "team")
    coach_request = get_object_or_404(rows, pk=request_id, tournament=request.tournament)
    form = AnswerForm(request.POST)
    if form.carry_out(actions.answer_request, request.actor, coach_request):
        messages.success(request, f"Answer sent to {coach_request.team.name}.")
        return redirect("requests", request.tournament.slug)
    return _requests_page(request, refused=(coach_request.pk, form))


def _requests_page(request: PageRequest, refused: tuple[int, AnswerForm] | None = None) -> HttpResponse:
    """Render the page. `refused`: a request whose answer was refused, and its form as typed."""
    every = requests_of(request.tournament).select_related("team__school", "division__event")
    waiting = every.filter(state=RequestState.OPEN).order_by("id")
    forms = [(each, refused[1] if refused and refused[0] == each.pk else AnswerForm()) for each in waiting]
    context = {"waiting": forms, "settled": every.exclude(state=RequestState.OPEN)[:LATEST_SETTLED]}
    return render(request, "scoring/coach/requests.html", context, status=refused[1].status if refused else 200)
