"""Hides entries from a judge who still has to rule at that table without knowing what was decided."""

from __future__ import annotations

from copy import copy

from foundation.errors import NotAllowed
from foundation.people.actor import Actor
from scoring import hooks
from scoring.models import Sheet

OWN_OPINION = "You are at table {table} for an opinion of your own. Rule there first, then key its sheet."


def as_seen_by(actor: Actor, sheet: Sheet) -> Sheet:
    """The sheet, without what judges gave there for who may not know of it yet: doubts would tell."""
    if not is_hidden_from(actor, sheet):
        return sheet
    seen = copy(sheet)
    seen.given = []
    return seen


def must_not_be_hidden(actor: Actor, sheet: Sheet) -> None:
    """Whoever judges a table afresh does not key its sheet: what is missing there would tell them."""
    if is_hidden_from(actor, sheet):
        raise NotAllowed(OWN_OPINION.format(table=sheet.table.number))


def is_hidden_from(actor: Actor, sheet: Sheet) -> bool:
    return any(hidden_from(actor, sheet) for hidden_from in hooks.entry_hidden_from)
