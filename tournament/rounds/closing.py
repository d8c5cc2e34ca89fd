"""Who has a say when a round is closed: the floors above, which know its scoresheets.

@before_closing
def every_sheet_is_verified(round_: Round, *, lock: bool) -> str: ...   # a sentence for what is open, or nothing

@after_closing
def keep_the_results(actor: Actor, round_: Round) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from foundation.people.actor import Actor
from tournament.rounds.models import Round


class Guard(Protocol):
    """`lock`: what was looked at stays as it is until the round is closed."""

    def __call__(self, round_: Round, *, lock: bool) -> str: ...


Listener = Callable[[Actor, Round], None]
_guards: list[Guard] = []
_listeners: list[Listener] = []


def before_closing(guard: Guard) -> Guard:
    _guards.append(guard)
    return guard


def after_closing(listener: Listener) -> Listener:
    _listeners.append(listener)
    return listener


def still_open(round_: Round, *, lock: bool = False) -> str:
    """What must happen before this round can be closed; nothing if it can."""
    return " ".join(filter(None, (guard(round_, lock=lock) for guard in _guards)))


def tell_closed(actor: Actor, round_: Round) -> None:
    for listener in _listeners:
        listener(actor, round_)
