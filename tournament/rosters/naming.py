"""A place without a name gets one: whoever has kept something by the place alone hears of it.

@when_named
def results_follow(place: Place) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tournament.rosters.models import Place

Listener = Callable[[Place], None]
_listeners: list[Listener] = []


def when_named(listener: Listener) -> Listener:
    _listeners.append(listener)
    return listener


def tell_named(places: Iterable[Place]) -> None:
    """Inside the verb that names them: the child who played there without a name is the one who has it now."""
    for place in places:
        for listener in _listeners:
            listener(place)
