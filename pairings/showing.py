"""Whose tables the public does not see yet, though they are published: the director's switch, on a floor above.

@hides_tables
def not_released(tournament: Tournament) -> Collection[int]: ...      # divisions by key
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from foundation.tournaments import Tournament

Source = Callable[[Tournament], Collection[int]]
_sources: list[Source] = []


def hides_tables(source: Source) -> Source:
    _sources.append(source)
    return source


def hidden_from_public(tournament: Tournament) -> set[int]:
    """Divisions by key."""
    return {division for source in _sources for division in source(tournament)}
