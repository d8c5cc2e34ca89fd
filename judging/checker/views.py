"""Pages of the checker: at a table, for the panel of a protest, one answer, and practice for coaches."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST
from rest_framework.throttling import SimpleRateThrottle

from foundation.languages import is_english
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from foundation.people.tokens import hash_of
from judging.checker import actions
from judging.checker.answers import CheckerAnswer, UnreadableInput, answer_question, is_on_sets, preview_fields
from judging.checker.forms import CheckForm, form_class_for
from judging.checker.keypad import keypad_for
from judging.checker.queries import checks_at, checks_of, may_check_protest, may_practice, may_see
from judging.models import Call
from judging.protests.models import Protest
from judging.protests.queries import protests_of
from judging.visits import calls_of, is_judge_of
from rulebooks.variations import ending_year
from scoring.coach.links import CoachPageRequest, CoachVisit, coach_page
from tournament.books import edition_of
from tournament.models import Division

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

# -- shared by all pages ----------------------------------------------------------------------------------------------


def _form_for(request: PageRequest, division: Division) -> CheckForm:
    edition = edition_of(division.event)
    year = ending_year(division.event.tournament.starts_on)
    data = [request.POST] if request.method == "POST" else []
    return form_class_for(edition)(edition, division.letter, year, *data)


def _form_context(division: Division, form: CheckForm) -> dict[str, Any]:
    edition = form.edition
    return {"division": division, "form": form, "keys": keypad_for(edition), "is_on_sets": is_on_sets(edition)}


def _render_previews(request: PageRequest, division: Division) -> HttpResponse:
    """Show everything typed so far as the checker will read it. Invalid fields are left out."""
    form = _form_for(request, division)
    form.is_valid()
    question = form.question()
    previews = preview_fields(form.edition, form.letter, question)
    context = {
        "previews": [(_label(form, each.name), each) for each in previews if not each.name or form[each.name].value()],
        "question": question,
        "division": division,
    }
    return render(request, "judging/checker/_previews.html", context)


def _label(form: CheckForm, name: str) -> str:
    return str(form[name].label) if name else ""


def _check(request: PageRequest, subject: Call | Protest, context: dict[str, Any]) -> HttpResponse:
    division = subject.sheet.round.division
    form = _form_for(request, division)
    if request.method == "POST" and (check := form.carry_out(actions.check, request.actor, subject)):
        return redirect("check_answer", request.tournament.slug, check.pk)
    return render(request, "judging/checker/check.html", _form_context(division, form) | context, status=form.status)


def _url(request: PageRequest, name: str, pk: int) -> str:
    return reverse(name, args=[request.tournament.slug, pk])


# -- at a table -------------------------------------------------------------------------------------------------------


def _my_visit_or_404(request: PageRequest, call_id: int) -> Call:
    call = get_object_or_404(calls_of(request.tournament), pk=call_id)
    if not is_judge_of(request.actor, call) or call.ended_at is not None:
        raise Http404
    return call


@requires("check.ask")
def check_at_table(request: PageRequest, call_id: int) -> HttpResponse:
    """Check at a table. Closed until the judge says that every player has taken a stand."""
    call = _my_visit_or_404(request, call_id)
    if call.stood_at is None:
        return render(request, "judging/checker/closed.html", {"call": call})
    context = {
        "call": call,
        "back": _url(request, "call", call.pk),
        "earlier_checks": checks_at(call),
        "preview_url": _url(request, "check_look", call.pk),
    }
    return _check(request, call, context)


@requires("check.open")
@require_POST
def open_checker(request: PageRequest, call_id: int) -> HttpResponse:
    call = _my_visit_or_404(request, call_id)
    back = _url(request, "check", call.pk)
    return run_verb_and_redirect(request, actions.open_checker, call, back=back, done="Checker opened for this visit.")


@requires("check.ask")
@require_POST
def preview_at_table(request: PageRequest, call_id: int) -> HttpResponse:
    call = _my_visit_or_404(request, call_id)
    if call.stood_at is None:
        raise Http404
    return _render_previews(request, call.sheet.round.division)


# -- for the panel of a protest ---------------------------------------------------------------------------------------


def _panel_protest_or_404(request: PageRequest, protest_id: int) -> Protest:
    protest = get_object_or_404(protests_of(request.tournament), pk=protest_id)
    if not may_check_protest(request.actor, protest):
        raise Http404
    return protest


@requires("check.ask")
def check_for_panel(request: PageRequest, protest_id: int) -> HttpResponse:
    """Check for the panel. There is nothing to open: every player took a stand long ago."""
    protest = _panel_protest_or_404(request, protest_id)
    context = {
        "protest": protest,
        "back": _url(request, "protest", protest.pk),
        "earlier_checks": list(protest.checks.order_by("-id")),
        "preview_url": _url(request, "protest_look", protest.pk),
    }
    return _check(request, protest, context)


@requires("check.ask")
@require_POST
def preview_for_panel(request: PageRequest, protest_id: int) -> HttpResponse:
    return _render_previews(request, _panel_protest_or_404(request, protest_id).sheet.round.division)


# -- answers ----------------------------------------------------------------------------------------------------------


@requires("check.view")
@require_GET
def answer(request: PageRequest, check_id: int) -> HttpResponse:
    """Show an answer, with a link to the ruling."""
    check = get_object_or_404(checks_of(request.tournament), pk=check_id)
    if not may_see(request.actor, check):
        raise Http404
    stored = CheckerAnswer.from_data(check.answer)
    context: dict[str, Any] = {"check": check, "answer": stored, "division": check.division}
    if check.call is not None:
        context |= {"call": check.call, "again": _url(request, "check", check.call.pk)}
        context["can_rule"] = is_judge_of(request.actor, check.call) and check.call.ended_at is None
    elif check.protest is not None:
        context |= {"protest": check.protest, "again": _url(request, "protest_check", check.protest.pk)}
    return render(request, "judging/checker/answer.html", context)


# -- practice for coaches ---------------------------------------------------------------------------------------------


@requires("practice.allow")
@require_POST
def allow_practice(request: PageRequest) -> HttpResponse:
    allowed = request.POST.get("allowed") == "yes"
    words = "Practice allowed for coaches." if allowed else "Practice stopped for coaches."
    board = reverse("calls", args=[request.tournament.slug])
    return run_verb_and_redirect(
        request, actions.allow_practice, request.tournament, back=board, done=words, allowed=allowed
    )


class PracticeThrottle(SimpleRateThrottle):
    """Limits requests per coach link, since one answer can take a second or two. Plenty for a person who types."""

    rate = "120/min"

    def __init__(self, token: str) -> None:
        super().__init__()
        self.token = token

    def allows(self, request: Any) -> bool:
        return self.allow_request(request, cast(Any, None))

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"practice-{hash_of(self.token)}"


def practice_page(view: View) -> View:
    """Open a coach link while coaches may practice. Practice stores nothing."""

    @coach_page
    @functools.wraps(view)
    def open_practice(request: CoachPageRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        visit = request.coach_visit
        if not may_practice(visit.tournament):
            return _render_practice(request, "practice_closed.html", status=404)
        if not PracticeThrottle(visit.token).allows(request):
            return _render_practice(request, "practice_closed.html", status=429, is_busy=True)
        return view(request, *args, **kwargs)

    return cast(View, open_practice)


def _render_practice(request: CoachPageRequest, template: str, status: int = 200, **extra: Any) -> HttpResponse:
    visit = request.coach_visit
    context = {"tournament": visit.tournament, "link": visit.link, "token": visit.token, "audience": "coach"} | extra
    return render(request, f"judging/checker/{template}", context, status=status)


def _division_or_404(visit: CoachVisit, division_id: int) -> Division:
    divisions = Division.objects.select_related("event__tournament", "event__book")
    return get_object_or_404(divisions, pk=division_id, event__tournament=visit.tournament)


@requires("home.view")
@require_GET
@practice_page
def choose_division(request: CoachPageRequest) -> HttpResponse:
    divisions = Division.objects.filter(event__tournament=request.coach_visit.tournament).select_related("event")
    in_order = divisions.order_by("event_id", "max_grade")
    return _render_practice(request, "practice.html", divisions=in_order)


@requires("home.view")
@practice_page
def practice(request: CoachPageRequest, division_id: int) -> HttpResponse:
    visit = request.coach_visit
    division = _division_or_404(visit, division_id)
    form = _form_for(request, division)
    answer = _practice_answer(form) if form.is_bound else None
    preview_url = reverse("practice_look", args=[visit.token, division.pk])
    context = _form_context(division, form) | {"answer": answer, "preview_url": preview_url}
    return _render_practice(request, "practice_in.html", status=422 if form.errors else 200, **context)


def _practice_answer(form: CheckForm) -> CheckerAnswer | None:
    if not form.is_valid():
        return None
    try:
        return answer_question(form.edition, form.letter, form.question())
    except UnreadableInput as problem:
        sentence = problem.sentence if is_english() else gettext("The checker can’t read this yet.")
        form.add_error(problem.field if problem.field in form.fields else None, sentence)
        return None


@requires("home.view")
@require_POST
@practice_page
def preview_in_practice(request: CoachPageRequest, division_id: int) -> HttpResponse:
    return _render_previews(request, _division_or_404(request.coach_visit, division_id))
