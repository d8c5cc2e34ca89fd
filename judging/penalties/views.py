"""Pages of penalties: the list, with those that wait for approval, and giving one in two taps and a confirmation."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from foundation.file_exports import Column, as_file, wants_file
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from foundation.people.models import Role
from judging.models import Call
from judging.penalties import actions
from judging.penalties.forms import PenaltyForm
from judging.penalties.models import Penalty, PenaltyState
from judging.penalties.queries import can_approve, choices_of, penalties_seen_by, records_of, rule_of, summarize_penalty
from judging.visits import my_call
from rulebooks.facts import describe_penalty
from scoring.entry.queries import detailed_sheets, seated_players
from scoring.models import Sheet
from tournament.books import edition_of

WAITING_FIRST = {PenaltyState.WAITS: 0}
COLUMNS: tuple[Column[Penalty], ...] = (
    Column("Round", lambda each: str(each.sheet.round)),
    Column("Table", lambda each: each.sheet.table.number),
    Column("Player", lambda each: each.player.name if each.player else each.place.name),
    Column("Penalty", summarize_penalty),
    Column("Reason", lambda each: rule.what if (rule := rule_of(each)) else each.reason),
    Column("Shake", lambda each: each.shake or ""),
    Column("Status", lambda each: each.get_state_display()),
    Column("Judge", lambda each: each.asked_by.name),
)


@requires("penalty.list")
def penalties(request: PageRequest) -> HttpResponseBase:
    """List the penalties, those that wait for approval first."""
    penalties = list(penalties_seen_by(request.actor, request.tournament).prefetch_related("consents__judge"))
    penalties.sort(key=lambda each: (WAITING_FIRST.get(PenaltyState(each.state), 1), -each.pk))
    if wants_file(request):
        return as_file(request, f"{request.tournament.slug} penalties", COLUMNS, penalties)
    in_charge = bool({Role.DIRECTOR, Role.HEAD_JUDGE} & request.actor.roles_in(request.tournament))
    me = request.actor.user.pk if request.actor.user else None
    rows = [
        {
            "penalty": each,
            "words": summarize_penalty(each),
            "rule": rule_of(each),
            "may_agree": can_approve(request.actor, each),
            "may_undo": each.state in (PenaltyState.WAITS, PenaltyState.GIVEN)
            and (in_charge or (each.state == PenaltyState.WAITS and each.asked_by_id == me)),
        }
        for each in penalties
    ]
    return render(request, "judging/penalties/penalties.html", {"rows": rows})


@requires("penalty.give")
def give(request: PageRequest, sheet_id: int, seat: int) -> HttpResponse:
    """Choose the reason first, then fill in only what that reason needs."""
    sheet = get_object_or_404(detailed_sheets(), pk=sheet_id, tournament=request.tournament)
    seated = seated_players(sheet)
    seated_player = seated[seat - 1] if 0 < seat <= len(seated) else None
    event = sheet.round.division.event
    rule = edition_of(event).penalties.reasons.get(request.GET.get("reason", ""))
    context: dict[str, Any] = {
        "sheet": sheet,
        "seated_player": seated_player,
        "seat": seat,
        "back": _back(request, sheet),
    }
    if seated_player is None:
        messages.error(request, "Choose a player at this table.")
        return redirect(context["back"])
    context["records"] = records_of(request.actor, request.tournament, seated).get(seat, [])
    if rule is None or rule.kind == "none":
        context["penalized"], context["not_penalized"] = choices_of(event)
        return render(request, "judging/penalties/reasons.html", context)
    form = PenaltyForm(edition_of(event), rule, seat, request.POST or None)
    if request.method == "POST":
        penalty = form.carry_out(actions.give, request.actor, sheet, call=_my_call_at(request, sheet))
        if penalty:
            messages.success(request, _success_message(penalty))
            return redirect(context["back"])
    context |= {"rule": rule, "rule_in_words": describe_penalty(rule), "form": form}
    return render(request, "judging/penalties/give.html", context, status=form.status)


def _my_call_at(request: PageRequest, sheet: Sheet) -> Call | None:
    call = my_call(request.actor, request.tournament)
    return call if call and call.sheet_id == sheet.pk else None


def _back(request: PageRequest, sheet: Sheet) -> str:
    """Return the URL of the visit if this judge is at the table, else of the list."""
    if call := _my_call_at(request, sheet):
        return reverse("call", args=[request.tournament.slug, call.pk])
    return reverse("penalties", args=[request.tournament.slug])


def _success_message(penalty: Penalty) -> str:
    if penalty.state == PenaltyState.GIVEN:
        return "Saved. The scorekeeper will see it on the scoresheet."
    return {
        "two judges": "Saved. It counts once a second judge approves.",
        "head judge": "Saved. It counts once the head judge approves.",
    }[penalty.consent]


def _penalty_or_404(request: PageRequest, penalty_id: int) -> Penalty:
    return get_object_or_404(penalties_seen_by(request.actor, request.tournament), pk=penalty_id)


@requires("penalty.consent")
@require_POST
def consent(request: PageRequest, penalty_id: int) -> HttpResponse:
    agrees = request.POST.get("agrees") == "yes"
    back = reverse("penalties", args=[request.tournament.slug])
    done = "Penalty approved." if agrees else "Penalty rejected."
    return run_verb_and_redirect(
        request, actions.consent, _penalty_or_404(request, penalty_id), back=back, done=done, agrees=agrees
    )


@requires("penalty.take_back")
@require_POST
def withdraw(request: PageRequest, penalty_id: int) -> HttpResponse:
    back = reverse("penalties", args=[request.tournament.slug])
    reason = request.POST.get("reason", "")
    penalty = _penalty_or_404(request, penalty_id)
    return run_verb_and_redirect(
        request, actions.withdraw_penalty, penalty, back=back, done="Penalty withdrawn.", reason=reason
    )
