"""Sheets of which somebody may not see what was entered, from the floor above: who is to judge a table afresh.

@hides_entries
def further_opinions(actor: Actor, sheet: Sheet) -> bool: ...
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from foundation.errors import NotAllowed
from foundation.people.actor import Actor
from scoring.models import Sheet

OWN_OPINION = "You are at table {table} for an opinion of your own. Rule there first, then key its sheet."
Source = Callable[[Actor, Sheet], bool]
_sources: list[Source] = []


def hides_entries(source: Source) -> Source:
    _sources.append(source)
    return source


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
    return any(source(actor, sheet) for source in _sources)
