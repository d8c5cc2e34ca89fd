"""Who wants to know that tables were published: the floors above, which make a scoresheet for each.

@when_published
def make_sheets(draw: Draw) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable

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
