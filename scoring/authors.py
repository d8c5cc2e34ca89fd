"""Whose reading of the paper an entry is: nobody verifies what they have read themselves.

Judges change points and not the reading, and who goes back to an earlier entry has read nothing anew: behind such an
entry stands the one that it was made from, with whoever typed that.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from foundation.people.actor import Actor
from scoring.models import Entry, Sheet

BACK = "back"
DECIDED = (Entry.Source.RULING, Entry.Source.APPEAL)
# As `_is_made_from_another` says it, about the current entry of a sheet.
MADE_FROM_ANOTHER = Q(current__source__in=DECIDED) | Q(current__correction=BACK)


def authors_of(entry: Entry, entries: Sequence[Entry]) -> set[int | None]:
    """The keys of the people behind an entry. `entries`: all of its sheet, in the order of their numbers."""
    found = {entry.entered_by_id}
    while _is_made_from_another(entry):
        entry = _made_from(entry, entries)
        found.add(entry.entered_by_id)
    return found


def is_own(actor: Actor, sheet: Sheet, entry: Entry) -> bool:
    """Whether somebody is an author of this entry. Asks the database only about one that was made from another."""
    user = actor.user.pk if actor.user else None
    if entry.entered_by_id == user:
        return True
    return _is_made_from_another(entry) and user in authors_of(entry, list(sheet.entries.order_by("number")))


def _is_made_from_another(entry: Entry) -> bool:
    return entry.source in DECIDED or entry.correction == BACK


def _made_from(entry: Entry, entries: Sequence[Entry]) -> Entry:
    """The entry that judges changed; or the first one with the paper that somebody went back to."""
    earlier = {each.number: each for each in entries if each.number < entry.number}
    before = earlier[entry.based_on]
    if entry.source in DECIDED:
        return before
    return next((each for each in earlier.values() if each.paper == entry.paper), before)
