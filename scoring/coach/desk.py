"""The staff's page of requests: what coaches wait for, where it is done, and the answer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from foundation.pages import PageRequest, door
from scoring.coach import actions
from scoring.coach.forms import AnswerForm
from scoring.coach.models import Request, State
from scoring.coach.queries import requests_of

LATEST = 50


@door("request.list")
@require_GET
def requests(request: PageRequest) -> HttpResponse:
    return _page(request)


@door("request.settle")
@require_POST
def settle(request: PageRequest, request_id: int) -> HttpResponse:
    asked = get_object_or_404(Request.objects.select_related("tournament", "team"), **_mine(request, request_id))
    form = AnswerForm(request.POST)
    if form.carry_out(actions.settle, request.actor, asked):
        messages.success(request, f"Answered: {asked.team.name} sees it on the team's page.")
        return redirect("requests", request.tournament.slug)
    return _page(request, refused=(asked.pk, form))


def _mine(request: PageRequest, request_id: int) -> dict[str, object]:
    return {"pk": request_id, "tournament": request.tournament}


def _page(request: PageRequest, refused: tuple[int, AnswerForm] | None = None) -> HttpResponse:
    """`refused`: an answer that was not taken, with what was typed."""
    every = requests_of(request.tournament).select_related("team__school", "division__event")
    waiting = every.filter(state=State.OPEN).order_by("id")
    forms = [(each, refused[1] if refused and refused[0] == each.pk else AnswerForm()) for each in waiting]
    context = {"waiting": forms, "settled": every.exclude(state=State.OPEN)[:LATEST]}
    return render(request, "scoring/coach/requests.html", context, status=refused[1].status if refused else 200)
