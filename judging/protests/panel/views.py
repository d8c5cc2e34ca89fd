"""Pages of the panel: who sits on it, its votes, and the decision with what it would do."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from foundation.errors import Refused
from foundation.pages import PageRequest, door, press
from foundation.people.models import User
from judging.protests.deciding import effects_of
from judging.protests.forms import DecideForm, HearForm, MemberForm, ReplayForm, VoteForm, typed_in
from judging.protests.models import Outcome
from judging.protests.pages import grid_of, page_of
from judging.protests.panel import actions
from judging.protests.queries import may_read, panel_of
from judging.protests.views import act, page_at, protest_or_404, show, step
from judging.queries import judges_of
from scoring.entry.queries import seated_players


@door("panel.name")
@require_POST
def name_member(request: PageRequest, protest_id: int) -> HttpResponse:
    form = MemberForm(judges_of(request.tournament), request.POST)
    return act(request, protest_id, "member", form, actions.name_member, "Named for the panel.")


@door("panel.release")
@require_POST
def release_member(request: PageRequest, protest_id: int, user_id: int) -> HttpResponse:
    found = protest_or_404(request, protest_id)
    member = get_object_or_404(User, pk=user_id, panels__protest=found, panels__released_at__isnull=True)
    back = page_at(request, found)
    return press(request, actions.release_member, found, back=back, done="Released from the panel.", member=member)


hear = step("protest.hear", HearForm, actions.hear, "Heard. Now vote.")
vote = step("protest.vote", VoteForm, actions.vote, "Your vote is noted.")


@door("protest.decide")
def decide(request: PageRequest, protest_id: int) -> HttpResponse:
    """The table of the sheet, what the decision would do, and the decision."""
    found = protest_or_404(request, protest_id)
    if not may_read(request.actor, found) or request.actor.user not in panel_of(found):
        raise Http404
    page = page_of(found)
    typed = request.POST if request.method == "POST" else None
    outcome = (typed or request.GET).get("outcome", "") or page.count.outcome or Outcome.UPHELD
    form = DecideForm(typed) if typed is not None else DecideForm(initial={"outcome": outcome})
    context: dict[str, Any] = {"protest": found, "page": page, "outcome": outcome, "outcomes": Outcome}
    if typed is not None and "preview" in typed:
        form = DecideForm(initial={name: typed.get(name, "") for name in ("outcome", "rule", "reason")})
        context |= _would_do(request, found, outcome)
    elif typed is not None and form.carry_out(actions.decide, request.actor, found):
        messages.success(request, "Decided.")
        return redirect(page_at(request, found))
    elif outcome == Outcome.UPHELD and typed is None:
        context |= _would_do(request, found, outcome)
    grid = grid_of(found, page.sitters, typed)
    context |= {"form": form, "grid": grid}
    return render(request, "judging/protests/decide.html", context, status=context.get("status", form.status))


def _would_do(request: PageRequest, found: Any, outcome: str) -> dict[str, Any]:
    try:
        if outcome not in Outcome.values:
            raise Refused("Choose what is decided.")
        return {"effects": effects_of(request.actor, found, outcome, typed_in(request.POST))}
    except Refused as refusal:
        return {"refused": refusal.sentence, "wrong": refusal.field, "status": refusal.status}


@door("protest.replay")
@require_POST
def replay(request: PageRequest, protest_id: int) -> HttpResponse:
    """The points of the shake that was played again."""
    found = protest_or_404(request, protest_id)
    form = ReplayForm(found, seated_players(found.sheet, with_teams=True), request.POST)
    if form.carry_out(actions.replay, request.actor, found):
        messages.success(request, "The points of the shake that was played again are noted.")
        return redirect(page_at(request, found))
    return show(request, found, "replay", form)
