"""Who else has a sheet open: told to the second, kept for seconds in the cache, never in the way of saving."""

from __future__ import annotations

import time
from collections.abc import Sequence

from django.core.cache import caches

from foundation.people.models import User
from scoring.models import Sheet

SECONDS = 25


Here = dict[int, tuple[str, float]]


def others_at(sheet: Sheet, user: User) -> list[str]:
    """Note that this person is here, and name the others. Of two at the same instant one may be noted later."""
    here = _still_here(caches["notes"].get(_key(sheet)))
    caches["notes"].set(_key(sheet), here | {user.pk: (user.name, time.time())}, SECONDS)
    return sorted(name for pk, (name, _) in here.items() if pk != user.pk)


def first_free(sheets: Sequence[Sheet], user: User) -> Sheet | None:
    """The first that nobody else has open, from now on open here; if others have all of them open, the very first."""
    notes = caches["notes"].get_many([_key(sheet) for sheet in sheets])
    free = (sheet for sheet in sheets if _still_here(notes.get(_key(sheet))).keys() <= {user.pk})
    found = next(free, None) or next(iter(sheets), None)
    if found:
        others_at(found, user)
    return found


def _key(sheet: Sheet) -> str:
    return f"sheet-{sheet.pk}-open"


def _still_here(noted: Here | None) -> Here:
    now = time.time()
    return {pk: seen for pk, seen in (noted or {}).items() if abs(now - seen[1]) < SECONDS}
