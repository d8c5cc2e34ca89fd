"""What judges decided at a table, brought to its scoresheet: penalties, and shakes that are void or replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, astuple

from foundation.people.actor import Actor
from judging.models import Ruling
from judging.penalties.models import Penalty, State, What
from scoring.entries import decide, set_sheet_fields
from scoring.models import Entry, Sheet
from scoring.paper import Given, read_paper, with_given, without_given

VOIDED = {Ruling.Effect.VOID: "void", Ruling.Effect.REPLAY: "replayed"}


def update_sheet(actor: Actor, sheet: Sheet, *, reason: str) -> bool:
    """Store what stands on the sheet, and add an entry if that changes what was entered. Return whether it does.

    Called inside a verb, which logs and has locked the sheet. A sheet of totals has no cell for a penalty: it is marked
    as a problem, so that someone looks at it.
    """
    before = [Given(**each) for each in sheet.given]
    after = sorted((*_voided_shakes(sheet), *_penalties(sheet)), key=astuple)
    if before == after:
        return False
    set_sheet_fields(sheet, given=[asdict(each) for each in after])
    if sheet.current is None:
        return False
    paper = entered = read_paper(sheet.current.paper, len(sheet.current.paper["rows"]))
    for gone in (Counter(before) - Counter(after)).elements():
        paper = without_given(paper, gone)
    paper = with_given(paper, after)
    if paper != entered:
        decide(actor, sheet, paper, source=Entry.Source.RULING, reason=reason)
    elif not paper.columns:
        set_sheet_fields(
            sheet, problem=sheet.problem or "A judge's decision is not on this sheet of totals: look at it."
        )
    return paper != entered


def _voided_shakes(sheet: Sheet) -> list[Given]:
    """Return the shakes that are void or replayed, by the last ruling on each matter."""
    last: dict[str, Ruling] = {}
    for ruling in Ruling.objects.filter(call__sheet=sheet).select_related("call").order_by("call__opinion", "number"):
        last[ruling.call.matter] = ruling
    return [
        Given(0, each.shake, status=VOIDED[Ruling.Effect(each.effect)])
        for each in sorted(last.values(), key=lambda ruling: ruling.pk)
        if each.effect in VOIDED and each.shake
    ]


def _penalties(sheet: Sheet) -> Sequence[Given]:
    """Return the penalties that a scoresheet shows. Warnings and the Cup's points are on none."""
    given = Penalty.objects.filter(sheet=sheet, state=State.GIVEN).order_by("id")
    return [
        Given(each.seat, each.shake or 0, int(each.points))
        if each.what == What.POINTS
        else Given(each.seat, disqualified=True)
        for each in given.filter(adjustment__isnull=True).exclude(what=What.WARNING)
    ]
