"""What goes with publishing: a backup of before, and the floors above, which make a scoresheet for each table.

@when_published
def make_sheets(draw: Draw) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from foundation.backups.actions import Before, ask_for_backup
from foundation.people.actor import Actor
from pairings.models import Draw

Listener = Callable[[Draw], None]
_listeners: list[Listener] = []


def when_published(listener: Listener) -> Listener:
    _listeners.append(listener)
    return listener


def tell_published(draw: Draw) -> None:
    """Inside the verb that publishes: all of it happens, or nothing."""
    for listener in _listeners:
        listener(draw)


def back_up_before_publishing(actor: Actor, drafts: Sequence[Draw]) -> None:
    """Asked for as soon as there is a draft: publishing waits for nobody, and what is before it cannot be had later."""
    first, last = drafts[0].round, drafts[-1].round
    one = len(drafts) == 1
    words = str(first) if one else f"Rounds {first.number} to {last.number} {first.division}"
    before = Before("draw.publish", drafts, too_late=f"{words} published")
    ask_for_backup(actor, drafts[0].tournament, f"before {words} {'is' if one else 'are'} published", before)
