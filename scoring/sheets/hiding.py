"""Sheets of which somebody may not see what was entered, from the floor above: who is to judge a table afresh.

@hides_entries
def further_opinions(actor: Actor, sheet: Sheet) -> bool: ...
"""

from __future__ import annotations

from collections.abc import Callable

from scoring.models import Sheet
from tournament.people.actor import Actor

Source = Callable[[Actor, Sheet], bool]
_sources: list[Source] = []


def hides_entries(source: Source) -> Source:
    _sources.append(source)
    return source


def is_hidden_from(actor: Actor, sheet: Sheet) -> bool:
    return any(source(actor, sheet) for source in _sources)
