"""Who else has a sheet open: told to the second, kept for seconds in the cache, never in the way of saving."""

from __future__ import annotations

import time

from django.core.cache import caches

from scoring.models import Sheet
from tournament.people.models import User

SECONDS = 25


def others_at(sheet: Sheet, user: User) -> list[str]:
    """Note that this person is here, and name the others. Of two at the same instant one may be noted later."""
    key = f"sheet-{sheet.pk}-open"
    now = time.time()
    here: dict[int, tuple[str, float]] = caches["notes"].get(key) or {}
    here = {pk: seen for pk, seen in here.items() if abs(now - seen[1]) < SECONDS}
    others = sorted(name for pk, (name, _) in here.items() if pk != user.pk)
    caches["notes"].set(key, here | {user.pk: (user.name, now)}, SECONDS)
    return others
