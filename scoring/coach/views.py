"""A coach's pages, by the link alone: the team or the school, live; the sheet behind a number; what to ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from foundation.activity.news import conditional
from foundation.pages import PageRequest, door
from foundation.people.models import Invitation
from scoring import hooks
from scoring.coach import actions
from scoring.coach.forms import AskForm, NameForm, SubstitutionForm
from scoring.coach.links import coach_link, news_for, teams_of
from scoring.coach.queries import TeamPage, team_pages
from scoring.coach.sheets import coach_sheet
from tournament.models import Team

FORMS: tuple[type[AskForm], ...] = (NameForm, SubstitutionForm)
Answer = Callable[[Invitation, str], HttpResponseBase]


def _over(request: PageRequest) -> HttpResponse:
    return render(request, "tournament/people/link_is_over.html", status=404)


def _by_link(request: PageRequest, token: str, answer: Answer) -> HttpResponseBase:
    """The page only if there is news since this browser got it."""
    news = news_for(token)
    if news is None:
        return _over(request)
    return conditional(request, str(news), lambda: _enter(request, token, lambda link: answer(link, news.shared)))


def _enter(request: PageRequest, token: str, answer: Callable[[Invitation], HttpResponseBase]) -> HttpResponseBase:
    link = coach_link(token)
    if link is None:
        return _over(request)
    request.actor.link = link
    request.actor.require("team.view_own", link.tournament)
    with timezone.override(link.tournament.zone):
        return answer(link)


def _show(request: PageRequest, token: str, team_id: int | None, *, live: bool) -> HttpResponseBase:
    """`live`: the part that changes."""

    def answer(link: Invitation, news: str) -> HttpResponse:
        if team_id is None and link.school is not None:
            pages = team_pages(link.tournament, teams_of(link), news)
            return _render(request, link, token, "school", live=live, school=link.school, pages=pages)
        return _team(request, link, token, team_id, news, live=live)

    return _by_link(request, token, answer)


def _team(
    request: PageRequest,
    link: Invitation,
    token: str,
    team_id: int | None,
    news: str,
    *,
    live: bool = False,
    status: int = 200,
    forms: list[AskForm] | None = None,
) -> HttpResponse:
    page = _page(link, team_id, news)
    context = {"page": page, "team": page.team}
    if not live:
        may_ask = bool(page.games) and request.actor.may("request.make", link.tournament)
        context["forms"] = forms or ([form(page) for form in FORMS] if may_ask else [])
    return _render(request, link, token, "team", live=live, status=status, **context)


def _page(link: Invitation, team_id: int | None, news: str) -> TeamPage:
    teams = [link.team] if link.team else list(teams_of(link))
    wanted = [each for each in teams if team_id in (None, each.pk)]
    if not wanted:
        raise Http404
    return team_pages(link.tournament, wanted, news)[0]


def _render(
    request: PageRequest, link: Invitation, token: str, name: str, *, live: bool = False, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"tournament": link.tournament, "link": link, "token": token, "audience": "coach"} | more
    if not live:
        context["offers"] = [page for page_now in hooks.coach_pages if (page := page_now(link.tournament))]
    template = f"scoring/coach/_{name}.html" if live else f"scoring/coach/{name}.html"
    return render(request, template, context, status=status)


@door("home.view")
@require_GET
def team_page(request: PageRequest, token: str) -> HttpResponseBase:
    return _show(request, token, None, live=False)


@door("home.view")
@require_GET
def team_page_live(request: PageRequest, token: str) -> HttpResponseBase:
    return _show(request, token, None, live=True)


@door("home.view")
@require_GET
def team_of_school(request: PageRequest, token: str, team_id: int) -> HttpResponseBase:
    return _show(request, token, team_id, live=False)


@door("home.view")
@require_GET
def team_of_school_live(request: PageRequest, token: str, team_id: int) -> HttpResponseBase:
    return _show(request, token, team_id, live=True)


@door("home.view")
@require_GET
def team_sheet(request: PageRequest, token: str, sheet_id: int) -> HttpResponseBase:
    """The verified figures of a table where the team sat."""

    def answer(link: Invitation, news: str) -> HttpResponseBase:
        teams = {team.pk: team for team in teams_of(link)}
        found = coach_sheet(teams, link.tournament.public_names, sheet_id)
        if found is None:
            raise Http404
        return _render(request, link, token, "sheet", found=found, back=_back(link, token, found.our_team))

    return _by_link(request, token, answer)


@door("home.view")
@require_POST
def team_ask(request: PageRequest, token: str, team_id: int) -> HttpResponseBase:
    """A name or a substitution is asked for. What is refused stays in its form."""

    def answer(link: Invitation) -> HttpResponse:
        news = news_for(token)
        if news is None:
            return _over(request)
        page = _page(link, team_id, news.shared)
        forms = [form(page, request.POST) for form in FORMS]
        sent = next((form for form in forms if form.is_bound), None)
        if sent is None:
            raise Http404
        if sent.carry_out(actions.make, request.actor, link.tournament, team=page.team):
            messages.success(request, "Your request is with the staff. The answer will appear here.")
            return redirect(_back(link, token, page.team))
        return _team(request, link, token, team_id, news.shared, status=sent.status, forms=forms)

    return _enter(request, token, answer)


def _back(link: Invitation, token: str, team: Team) -> str:
    if link.school_id:
        return reverse("team_of_school", args=[token, team.pk])
    return reverse("team_page", args=[token])
