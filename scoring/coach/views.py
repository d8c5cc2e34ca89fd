"""Coach pages, opened by a private link: team, school, and scoresheet. And the staff's page of coach requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from foundation.activity.news import conditional
from foundation.pages import PageRequest, requires
from foundation.people.models import Invitation
from scoring import hooks
from scoring.coach import actions
from scoring.coach.forms import AnswerForm, NameForm, RequestForm, SubstitutionForm
from scoring.coach.links import find_coach_link, news_stamp, teams_of
from scoring.coach.models import Request, RequestState
from scoring.coach.queries import TeamPage, requests_of, team_pages
from scoring.coach.sheets import coach_sheet
from tournament.models import Team

REQUEST_FORMS: tuple[type[RequestForm], ...] = (NameForm, SubstitutionForm)
LATEST_SETTLED = 50


# -- by a coach link --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CoachVisit:
    """A request by a coach link. `news`: the stamp that all coaches share."""

    request: PageRequest
    link: Invitation
    token: str
    news: str


View = Callable[[CoachVisit], HttpResponseBase]


def _get_by_link(request: PageRequest, token: str, view: View) -> HttpResponseBase:
    """Return the page, or 304 if nothing has changed since this browser got it."""
    stamp = news_stamp(token)
    if stamp is None:
        return _link_is_over(request)
    return conditional(request, str(stamp), lambda: _visit(request, token, stamp.shared, view))


def _visit(request: PageRequest, token: str, news: str, view: View) -> HttpResponseBase:
    link = find_coach_link(token)
    if link is None:
        return _link_is_over(request)
    request.actor.coach_link = link
    request.actor.require("team.view_own", link.tournament)
    with timezone.override(link.tournament.zone):
        return view(CoachVisit(request, link, token, news))


def _link_is_over(request: PageRequest) -> HttpResponse:
    return render(request, "foundation/people/link_is_over.html", status=404)


@requires("home.view")
@require_GET
def team_page(request: PageRequest, token: str) -> HttpResponseBase:
    return _get_by_link(request, token, lambda visit: _link_page(visit, live=False))


@requires("home.view")
@require_GET
def team_page_live(request: PageRequest, token: str) -> HttpResponseBase:
    return _get_by_link(request, token, lambda visit: _link_page(visit, live=True))


@requires("home.view")
@require_GET
def team_of_school(request: PageRequest, token: str, team_id: int) -> HttpResponseBase:
    return _get_by_link(request, token, lambda visit: _team_page(visit, team_id, live=False))


@requires("home.view")
@require_GET
def team_of_school_live(request: PageRequest, token: str, team_id: int) -> HttpResponseBase:
    return _get_by_link(request, token, lambda visit: _team_page(visit, team_id, live=True))


@requires("home.view")
@require_GET
def team_sheet(request: PageRequest, token: str, sheet_id: int) -> HttpResponseBase:
    """A verified scoresheet of a table where the team sat."""

    def view(visit: CoachVisit) -> HttpResponseBase:
        teams = {team.pk for team in teams_of(visit.link)}
        sheet = coach_sheet(teams, visit.link.tournament.public_names, sheet_id)
        if sheet is None:
            raise Http404
        return _render(visit, "sheet", coach_sheet=sheet, back=_team_url(visit, sheet.our_team))

    return _get_by_link(request, token, view)


@requires("home.view")
@require_POST
def team_ask(request: PageRequest, token: str, team_id: int) -> HttpResponseBase:
    """Request a name correction or a substitution. A refused request stays in its form."""

    def view(visit: CoachVisit) -> HttpResponse:
        page = _load_team_page(visit, team_id)
        forms = [form(page, request.POST) for form in REQUEST_FORMS]
        sent = next((form for form in forms if form.is_bound), None)
        if sent is None:
            raise Http404
        if sent.carry_out(actions.make_request, request.actor, visit.link.tournament, team=page.team):
            messages.success(request, "Your request is with the staff. The answer will appear here.")
            return redirect(_team_url(visit, page.team))
        return _team_page(visit, team_id, status=sent.status, forms=forms)

    stamp = news_stamp(token)
    return _link_is_over(request) if stamp is None else _visit(request, token, stamp.shared, view)


def _link_page(visit: CoachVisit, *, live: bool) -> HttpResponse:
    """Render the page of a link's team or school. `live`: only the part that changes."""
    if visit.link.school is None:
        return _team_page(visit, None, live=live)
    pages = team_pages(visit.link.tournament, teams_of(visit.link), visit.news)
    return _render(visit, "school", live=live, school=visit.link.school, pages=pages)


def _team_page(
    visit: CoachVisit,
    team_id: int | None,
    *,
    live: bool = False,
    status: int = 200,
    forms: Sequence[RequestForm] = (),
) -> HttpResponse:
    page = _load_team_page(visit, team_id)
    context = {"page": page, "team": page.team}
    if not live:
        may_ask = bool(page.games) and visit.request.actor.may("request.make", visit.link.tournament)
        context["forms"] = forms or ([form(page) for form in REQUEST_FORMS] if may_ask else [])
    return _render(visit, "team", live=live, status=status, **context)


def _load_team_page(visit: CoachVisit, team_id: int | None) -> TeamPage:
    link = visit.link
    teams = [link.team] if link.team else list(teams_of(link))
    wanted = [each for each in teams if team_id in (None, each.pk)]
    if not wanted:
        raise Http404
    return team_pages(link.tournament, wanted, visit.news)[0]


def _render(visit: CoachVisit, name: str, *, live: bool = False, status: int = 200, **more: Any) -> HttpResponse:
    tournament = visit.link.tournament
    context = {"tournament": tournament, "link": visit.link, "token": visit.token, "audience": "coach"} | more
    if not live:
        context["offers"] = [page for page_now in hooks.coach_pages if (page := page_now(tournament))]
    template = f"scoring/coach/_{name}.html" if live else f"scoring/coach/{name}.html"
    return render(visit.request, template, context, status=status)


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
def settle_request(request: PageRequest, request_id: int) -> HttpResponse:
    rows = Request.objects.select_related("tournament", "team")
    coach_request = get_object_or_404(rows, pk=request_id, tournament=request.tournament)
    form = AnswerForm(request.POST)
    if form.carry_out(actions.settle, request.actor, coach_request):
        messages.success(request, f"Answered: {coach_request.team.name} sees it on the team's page.")
        return redirect("requests", request.tournament.slug)
    return _requests_page(request, refused=(coach_request.pk, form))


def _requests_page(request: PageRequest, refused: tuple[int, AnswerForm] | None = None) -> HttpResponse:
    """Render the page. `refused`: a request whose answer was refused, and its form as typed."""
    every = requests_of(request.tournament).select_related("team__school", "division__event")
    waiting = every.filter(state=RequestState.OPEN).order_by("id")
    forms = [(each, refused[1] if refused and refused[0] == each.pk else AnswerForm()) for each in waiting]
    context = {"waiting": forms, "settled": every.exclude(state=RequestState.OPEN)[:LATEST_SETTLED]}
    return render(request, "scoring/coach/requests.html", context, status=refused[1].status if refused else 200)
