"""The print page: what can be put on paper, and what was."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from printing import actions
from printing.forms import PaperForm
from printing.queries import recent_prints
from tournament.doors import door
from tournament.jobs.models import Job
from tournament.people.queries import printable_badges, printable_coach_links


@door("print.list")
def print_page(request: HttpRequest) -> HttpResponse:
    return _page(request, PaperForm())


@door("print.badges")
@require_POST
def badges(request: HttpRequest) -> HttpResponse:
    return _ask(request, actions.print_badges)


@door("print.coach_links")
@require_POST
def coach_links(request: HttpRequest) -> HttpResponse:
    return _ask(request, actions.print_coach_links)


def _ask(request: HttpRequest, verb: Callable[..., Job]) -> HttpResponse:
    form = PaperForm(request.POST)
    base = request.build_absolute_uri("/").rstrip("/")
    job = form.carry_out(verb, request.actor, request.tournament, base=base)
    return redirect(job) if job else _page(request, form)


def _page(request: HttpRequest, form: PaperForm) -> HttpResponse:
    context = {
        "form": form,
        "jobs": recent_prints(request.tournament),
        "badges": printable_badges(request.tournament).count(),
        "coach_links": printable_coach_links(request.tournament).count(),
    }
    return render(request, "printing/print.html", context, status=form.status)
