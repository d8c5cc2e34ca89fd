"""Carries out what a panel decided: changes the scoresheet, and settles the dispute about initials.

Every function is called in the transaction of a verb, or of a preview that is rolled back.
"""

from __future__ import annotations

from dataclasses import dataclass

from foundation import steady_clock
from foundation.errors import Refused
from foundation.people.actor import Actor
from judging.protests.models import Outcome, Protest, ProtestStep
from judging.protests.sheet_edits import PanelEdits, with_points, with_replayed_shake, without_shakes
from scoring.entry.entries import current_entry, enter_decision, must_be_based_on
from scoring.entry.queries import compute_entry, lock_sheet, seated_players
from scoring.models import Dispute, Entry, Sheet
from scoring.paper import read_paper


@dataclass(frozen=True)
class SheetChange:
    """`base`: the entry that the panel decided about; `entry`: the new one, None if the ruling stands unchanged."""

    base: Entry | None
    entry: Entry | None
    shakes: list[int]


def apply_decision(actor: Actor, protest: Protest, outcome: str, edits: PanelEdits, reason: str) -> SheetChange:
    """Change the scoresheet as the panel decided, and settle the dispute about initials."""
    sheet = lock_sheet(protest.sheet)
    if outcome == Outcome.UPHELD:
        change = _uphold(actor, protest, sheet, reason)
    else:
        change = _overturn(actor, sheet, outcome, edits, reason)
    close_dispute(sheet)
    return change


def _overturn(actor: Actor, sheet: Sheet, outcome: str, edits: PanelEdits, reason: str) -> SheetChange:
    base = current_entry(sheet)
    must_be_based_on(sheet, edits.base)
    computed_sheet = compute_entry(sheet, seated_players(sheet), base)
    if outcome == Outcome.RESCORED:
        paper, shakes = with_points(computed_sheet, edits)
    else:
        paper, shakes = without_shakes(computed_sheet.paper, edits)
    entry = enter_decision(actor, sheet, paper, source=Entry.Source.APPEAL, reason=reason)
    return SheetChange(base, entry, shakes)


def _uphold(actor: Actor, protest: Protest, sheet: Sheet, reason: str) -> SheetChange:
    """Let the ruling stand. If an earlier decision had overturned it, the paper from before counts again."""
    first = protest.decisions.filter(entry__isnull=False).order_by("number").first()
    if first is None or first.base is None:
        return SheetChange(sheet.current, None, [])
    latest = ProtestStep.objects.filter(protest=protest, entry__isnull=False).order_by("number").last()
    if latest is None or latest.entry_id != sheet.current_id:
        raise Refused("The scoresheet changed after the decision. Overturn the ruling and enter the correct points.")
    base = current_entry(sheet)
    before = read_paper(first.base.paper, len(first.base.paper["rows"]))
    if read_paper(base.paper, len(base.paper["rows"])) == before:
        return SheetChange(base, None, [])
    entry = enter_decision(actor, sheet, before, source=Entry.Source.APPEAL, reason=reason)
    return SheetChange(base, entry, [])


def add_replayed_shake(actor: Actor, protest: Protest, cells: list[str], base: int, reason: str) -> Entry:
    """Add the points of a replayed shake to the scoresheet."""
    sheet = lock_sheet(protest.sheet)
    must_be_based_on(sheet, base)
    paper = compute_entry(sheet, seated_players(sheet), current_entry(sheet)).paper
    if not paper.columns:
        raise Refused("This scoresheet has totals only. Have the panel decide again and enter the totals.")
    replayed = with_replayed_shake(paper, cells)
    return enter_decision(actor, sheet, replayed, source=Entry.Source.APPEAL, reason=reason)


def close_dispute(sheet: Sheet) -> None:
    """Settle the dispute about the initials on this sheet, if there is one."""
    Dispute.objects.filter(sheet=sheet, until__isnull=True).update(until=steady_clock.now())
