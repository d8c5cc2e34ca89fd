"""What a further judge does not see on the scoresheet: a decision at this table stands there as soon as it is made."""

from __future__ import annotations

from foundation.people.actor import Actor
from judging.models import Call
from scoring.models import Sheet


def further_opinions(actor: Actor, sheet: Sheet) -> bool:
    """Whether this judge is at the table for a second or third opinion and has not ruled yet (JM General 7).

    Only of sheets on which judges have decided something: all others cost no question.
    """
    if not sheet.given or actor.user is None:
        return False
    mine = Call.objects.filter(sheet=sheet, judge=actor.user, ended_at__isnull=True, opinion__gt=1)
    return mine.exclude(rulings__made_by=actor.user).exists()
