"""What the public page of a tournament leads to, by division, from the floors above.

@shows_public
def standings(tournament: Tournament) -> Mapping[int, Sequence[Shown]]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from foundation.tournaments import Tournament


@dataclass(frozen=True)
class Shown:
    """A page in words, how it stands, and where it is. `tone`: of the badge that says how it stands."""

    words: str
    state: str
    url: str
    tone: str = "info"


Source = Callable[[Tournament], Mapping[int, Sequence[Shown]]]
_sources: list[Source] = []


def shows_public(source: Source) -> Source:
    _sources.append(source)
    return source


def shown_by_division(tournament: Tournament) -> dict[int, list[Shown]]:
    """By the key of the division, in a constant number of questions to the database."""
    found: dict[int, list[Shown]] = {}
    for source in _sources:
        for division, pages in source(tournament).items():
            found.setdefault(division, []).extend(pages)
    return found
