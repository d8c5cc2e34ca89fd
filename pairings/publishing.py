"""The backup that is made before tables are published."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.backups.actions import PendingStep, request_backup
from foundation.people.actor import Actor
from pairings.models import Draw


def back_up_before_publishing(actor: Actor, drafts: Sequence[Draw]) -> None:
    """Asked for as soon as there is a draft: publishing waits for nobody, and what is before it cannot be had later."""
    first, last = drafts[0].round, drafts[-1].round
    one = len(drafts) == 1
    words = str(first) if one else f"Rounds {first.number} to {last.number} {first.division}"
    before = PendingStep("draw.publish", drafts, too_late=f"{words} published")
    request_backup(actor, drafts[0].tournament, f"before {words} {'is' if one else 'are'} published", before)
