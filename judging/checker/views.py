"""Pages of the checker: at a table, before the panel of a protest, and one answer."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from foundation.pages import PageRequest, door, press
from judging.calls.queries import calls_of
from judging.calls.views import is_judge_of
from judging.checker import actions
from judging.checker.asking import Answer, is_on_sets, look
from judging.checker.forms import CheckForm, form_for
from judging.checker.keys import keys_for
from judging.checker.queries import checks_at, checks_of, may_see, protest_open_to
from judging.models import Call
from judging.protests.models import Protest
from judging.protests.queries import protests_of
from rulebooks.variations import ending_year
from tournament.books import edition_of
from tournament.models import Division


def form_in(division: Division, *typed: Any, **more: Any) -> CheckForm:
    edition = edition_of(division.event)
    year = ending_year(division.event.tournament.starts_on)
    return form_for(edition)(edition, division.letter, year, *typed, **more)


def looks_of(division: Division, form: CheckForm) -> dict[str, Any]:
    """Everything typed so far as it will be read. What is not valid yet is left out."""
    form.is_valid()
    asked = form.asked()
    looks = look(form.edition, form.letter, asked)
    return {
        "looks": [(_label(form, each.name), each) for each in looks if not each.name or form[each.name].value()],
        "asked": asked,
        "division": division,
    }


def _label(form: CheckForm, name: str) -> str:
    return str(form[name].label) if name else ""


def page_of(division: Division, form: CheckForm) -> dict[str, Any]:
    edition = form.edition
    return {"division": division, "form": form, "keys": keys_for(edition), "is_on_sets": is_on_sets(edition)}


# -- at a table -------------------------------------------------------------------------------------------------------


def _visit(request: PageRequest, call_id: int) -> Call:
    found = get_object_or_404(calls_of(request.tournament), pk=call_id)
    if not is_judge_of(request, found) or found.ended_at is not None:
        raise Http404
    return found


@door("check.ask")
def at_call(request: PageRequest, call_id: int) -> HttpResponse:
    """Closed until the judge says that everybody has taken a stand."""
    found = _visit(request, call_id)
    if found.stood_at is None:
        return render(request, "judging/checker/closed.html", {"call": found})
    division = found.sheet.round.division
    back = reverse("call", args=[request.tournament.slug, found.pk])
    more = {"call": found, "back": back, "before": checks_at(found), "looking": _at(request, "check_look", found.pk)}
    return _check(request, found, division, more)


@door("check.open")
@require_POST
def open_at(request: PageRequest, call_id: int) -> HttpResponse:
    found = _visit(request, call_id)
    where = _at(request, "check", found.pk)
    return press(request, actions.open_checker, found, back=where, done="The checker is open for this visit.")


@door("check.ask")
@require_POST
def look_at_call(request: PageRequest, call_id: int) -> HttpResponse:
    found = _visit(request, call_id)
    if found.stood_at is None:
        raise Http404
    return _look(request, found.sheet.round.division)


# -- before the panel -------------------------------------------------------------------------------------------------


def _protest(request: PageRequest, protest_id: int) -> Protest:
    found = get_object_or_404(protests_of(request.tournament), pk=protest_id)
    if not protest_open_to(request.actor, found):
        raise Http404
    return found


@door("check.ask")
def at_protest(request: PageRequest, protest_id: int) -> HttpResponse:
    """The panel asks about a Solution; everybody has taken a stand long ago."""
    found = _protest(request, protest_id)
    back = reverse("protest", args=[request.tournament.slug, found.pk])
    before = list(found.checks.order_by("-id"))
    more = {"protest": found, "back": back, "before": before, "looking": _at(request, "protest_look", found.pk)}
    return _check(request, found, found.sheet.round.division, more)


@door("check.ask")
@require_POST
def look_at_protest(request: PageRequest, protest_id: int) -> HttpResponse:
    return _look(request, _protest(request, protest_id).sheet.round.division)


# -- what both have ---------------------------------------------------------------------------------------------------


def _at(request: PageRequest, name: str, pk: int) -> str:
    return reverse(name, args=[request.tournament.slug, pk])


def _check(request: PageRequest, where: Call | Protest, division: Division, more: dict[str, Any]) -> HttpResponse:
    form = form_in(division, request.POST) if request.method == "POST" else form_in(division)
    if request.method == "POST" and (made := form.carry_out(actions.check, request.actor, where)):
        return redirect("check_answer", request.tournament.slug, made.pk)
    return render(request, "judging/checker/check.html", page_of(division, form) | more, status=form.status)


def _look(request: PageRequest, division: Division) -> HttpResponse:
    return render(request, "judging/checker/_looks.html", looks_of(division, form_in(division, request.POST)))


@door("check.view")
@require_GET
def answer(request: PageRequest, check_id: int) -> HttpResponse:
    """What the checker said, with the way to the ruling."""
    found = get_object_or_404(checks_of(request.tournament), pk=check_id)
    if not may_see(request.actor, found):
        raise Http404
    context: dict[str, Any] = {"check": found, "answer": Answer.of_data(found.answer), "division": found.division}
    if found.call is not None:
        context |= {"call": found.call, "again": _at(request, "check", found.call.pk)}
        context["can_rule"] = is_judge_of(request, found.call) and found.call.ended_at is None
    elif found.protest is not None:
        context |= {"protest": found.protest, "again": _at(request, "protest_check", found.protest.pk)}
    return render(request, "judging/checker/answer.html", context)


@door("practice.allow")
@require_POST
def allow(request: PageRequest) -> HttpResponse:
    allowed = request.POST.get("allowed") == "yes"
    words = "Coaches may practice while no round is played." if allowed else "Coaches may not practice any more."
    board = reverse("calls", args=[request.tournament.slug])
    return press(request, actions.allow_practice, request.tournament, back=board, done=words, allowed=allowed)
