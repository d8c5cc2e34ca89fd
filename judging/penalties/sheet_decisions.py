"""Puts judges' decisions on the scoresheet: penalties, and shakes that are voided or replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, astuple

from foundation.people.actor import Actor
from judging.models import Ruling
from judging.penalties.models import Penalty, PenaltyKind, PenaltyState
from scoring.entry.entries import enter_decision, set_sheet_fields
from scoring.models import Entry, Sheet
from scoring.paper import JudgeDecision, apply_decisions, read_paper, withdraw_decision

VOIDED = {Ruling.Effect.VOID: "void", Ruling.Effect.REPLAY: "replayed"}


def update_sheet(actor: Actor, sheet: Sheet, *, reason: str) -> bool:
    """Store the current decisions with the sheet, and add an entry if they change what was entered. Return whether so.

    Called inside a verb, which logs and has locked the sheet. A sheet with totals only has no cell for a penalty, so it
    is flagged as a problem for someone to review.
    """
    before = [JudgeDecision(**each) for each in sheet.given]
    after = sorted((*_voided_shakes(sheet), *_penalties(sheet)), key=astuple)
    if before == after:
        return False
    set_sheet_fields(sheet, given=[asdict(each) for each in after])
    if sheet.current is None:
        return False
    paper = entered = read_paper(sheet.current.paper, len(sheet.current.paper["rows"]))
    for gone in (Counter(before) - Counter(after)).elements():
        paper = withdraw_decision(paper, gone)
    paper = apply_decisions(paper, after)
    if paper != entered:
        enter_decision(actor, sheet, paper, source=Entry.Source.RULING, reason=reason)
    elif not paper.columns:
        set_sheet_fields(
            sheet, problem=sheet.problem or "A judge’s decision isn’t on this totals-only scoresheet. Review it."
        )
    return paper != entered


def _voided_shakes(sheet: Sheet) -> list[JudgeDecision]:
    """Return the shakes that are voided or replayed, by the last ruling on each matter."""
    last: dict[str, Ruling] = {}
    for ruling in Ruling.objects.filter(call__sheet=sheet).select_related("call").order_by("call__opinion", "number"):
        last[ruling.call.matter] = ruling
    return [
        JudgeDecision(0, each.shake, status=VOIDED[Ruling.Effect(each.effect)])
        for each in sorted(last.values(), key=lambda ruling: ruling.pk)
        if each.effect in VOIDED and each.shake
    ]


def _penalties(sheet: Sheet) -> Sequence[JudgeDecision]:
    """Return the penalties that a scoresheet shows. It shows no warnings and no Cup points."""
    given = Penalty.objects.filter(sheet=sheet, state=PenaltyState.GIVEN).order_by("id")
    return [
        JudgeDecision(each.seat, each.shake or 0, int(each.points))
        if each.what == PenaltyKind.POINTS
        else JudgeDecision(each.seat, disqualified=True)
        for each in given.filter(adjustment__isnull=True).exclude(what=PenaltyKind.WARNING)
    ]
