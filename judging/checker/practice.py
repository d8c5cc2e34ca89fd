"""A coach's practice: the same checker by the coach's link, while nobody plays and the director allows it.

Nothing is kept. How often a link may ask is limited, since an answer may take the server a second or two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST
from rest_framework.throttling import SimpleRateThrottle

from foundation.pages import PageRequest, door
from foundation.people.models import Invitation
from foundation.people.tokens import hash_of
from judging.checker.asking import Unclear, ask
from judging.checker.forms import CheckForm
from judging.checker.queries import may_practice
from judging.checker.views import form_in, looks_of, page_of
from scoring.coach.links import find_coach_link
from tournament.models import Division


class ByLink(SimpleRateThrottle):
    """Enough for somebody who types, too little for a program that keeps the server busy."""

    rate = "120/min"

    def __init__(self, token: str) -> None:
        super().__init__()
        self.token = token

    def allows(self, request: Any) -> bool:
        return self.allow_request(request, cast(Any, None))

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"practice-{hash_of(self.token)}"


def _enter(request: PageRequest, token: str, answer: Callable[[Invitation], HttpResponse]) -> HttpResponseBase:
    link = find_coach_link(token)
    if link is None:
        return render(request, "tournament/people/link_is_over.html", status=404)
    request.actor.link = link
    request.actor.require("team.view_own", link.tournament)
    with timezone.override(link.tournament.zone):
        if not may_practice(link.tournament):
            return _page(request, link, token, "practice_closed.html", status=404)
        if not ByLink(token).allows(request):
            return _page(request, link, token, "practice_closed.html", status=429, is_busy=True)
        return answer(link)


def _page(
    request: PageRequest, link: Invitation, token: str, name: str, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"tournament": link.tournament, "link": link, "token": token, "audience": "coach"} | more
    return render(request, f"judging/checker/{name}", context, status=status)


def _division(link: Invitation, division_id: int) -> Division:
    found = Division.objects.select_related("event__tournament", "event__book")
    return get_object_or_404(found, pk=division_id, event__tournament=link.tournament)


@door("home.view")
@require_GET
def choose(request: PageRequest, token: str) -> HttpResponseBase:
    """Which division, as the event has them."""

    def answer(link: Invitation) -> HttpResponse:
        found = Division.objects.filter(event__tournament=link.tournament).select_related("event")
        return _page(request, link, token, "practice.html", divisions=found.order_by("event_id", "max_grade"))

    return _enter(request, token, answer)


@door("home.view")
def practice(request: PageRequest, token: str, division_id: int) -> HttpResponseBase:
    def answer(link: Invitation) -> HttpResponse:
        division = _division(link, division_id)
        form = form_in(division, request.POST) if request.method == "POST" else form_in(division)
        said = _said(form) if form.is_bound else None
        looking = reverse("practice_look", args=[token, division.pk])
        context = page_of(division, form) | {"answer": said, "looking": looking}
        status = 422 if form.errors else 200
        return _page(request, link, token, "practice_in.html", status=status, **context)

    return _enter(request, token, answer)


def _said(form: CheckForm) -> Any:
    if not form.is_valid():
        return None
    try:
        return ask(form.edition, form.letter, form.asked())
    except Unclear as problem:
        form.add_error(problem.field if problem.field in form.fields else None, problem.sentence)
        return None


@door("home.view")
@require_POST
def look_at(request: PageRequest, token: str, division_id: int) -> HttpResponseBase:
    def answer(link: Invitation) -> HttpResponse:
        division = _division(link, division_id)
        return render(request, "judging/checker/_looks.html", looks_of(division, form_in(division, request.POST)))

    return _enter(request, token, answer)
