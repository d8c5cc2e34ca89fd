"""Tracks who has a scoresheet open, in the cache for a few seconds. It never blocks saving."""

from __future__ import annotations

import time
from collections.abc import Sequence

from django.core.cache import caches

from foundation.people.models import User
from scoring.models import Sheet

SECONDS = 25

Visitors = dict[int, tuple[str, float]]  # by user: name, and when they were last seen


def record_presence(sheet: Sheet, user: User) -> list[str]:
    """Record that this person has the sheet open, and return the names of the others.

    Not atomic: if two people arrive at the same instant, one may be recorded with the next poll.
    """
    here = _still_here(caches["notes"].get(_key(sheet)))
    caches["notes"].set(_key(sheet), here | {user.pk: (user.name, time.time())}, SECONDS)
    return sorted(name for pk, (name, _) in here.items() if pk != user.pk)


def open_first_free_sheet(sheets: Sequence[Sheet], user: User) -> Sheet | None:
    """Return the first sheet that no one else has open, or the very first one, and record it as open here."""
    notes = caches["notes"].get_many([_key(sheet) for sheet in sheets])
    free = (sheet for sheet in sheets if _still_here(notes.get(_key(sheet))).keys() <= {user.pk})
    chosen = next(free, None) or next(iter(sheets), None)
    if chosen:
        record_presence(chosen, user)
    return chosen


def _key(sheet: Sheet) -> str:
    return f"sheet-{sheet.pk}-open"


def _still_here(visitors: Visitors | None) -> Visitors:
    now = time.time()
    return {pk: seen for pk, seen in (visitors or {}).items() if abs(now - seen[1]) < SECONDS}
