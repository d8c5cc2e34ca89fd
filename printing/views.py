"""The print page: what can be put on paper, and what was."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from printing import actions
from printing.forms import PaperForm
from printing.queries import recent_prints
from tournament.doors import PageRequest, door
from tournament.jobs.models import Job
from tournament.people.queries import printable_badges, printable_coach_links


@door("print.list")
def print_page(request: PageRequest) -> HttpResponse:
    return _page(request, PaperForm())


@door("print.badges")
@require_POST
def badges(request: PageRequest) -> HttpResponse:
    return _ask(request, actions.print_badges)


@door("print.coach_links")
@require_POST
def coach_links(request: PageRequest) -> HttpResponse:
    return _ask(request, actions.print_coach_links)


def _ask(request: PageRequest, verb: Callable[..., Job]) -> HttpResponse:
    form = PaperForm(request.POST)
    base = request.build_absolute_uri("/").rstrip("/")
    job = form.carry_out(verb, request.actor, request.tournament, base=base)
    return redirect(job) if job else _page(request, form)


def _page(request: PageRequest, form: PaperForm) -> HttpResponse:
    context = {
        "form": form,
        "jobs": recent_prints(request.tournament),
        "badges": printable_badges(request.tournament).count(),
        "coach_links": printable_coach_links(request.tournament).count(),
    }
    return render(request, "printing/print.html", context, status=form.status)
