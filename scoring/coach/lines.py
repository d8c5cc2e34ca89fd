"""What is pending about a team's tables, line by line, from whoever decides it: protests and their state.

@tells_coaches
def protests(teams: Collection[int]) -> Mapping[int, Sequence[Line]]: ...      # by the key of the team
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from foundation.tournaments import Tournament


@dataclass(frozen=True)
class Line:
    """`state`: how far it has come, in a word or two. `sheet`: what it is about, if the coach can open it."""

    words: str
    state: str
    tone: str = "warn"
    sheet: int | None = None


Source = Callable[[Collection[int]], Mapping[int, Sequence[Line]]]
_sources: list[Source] = []


def tells_coaches(source: Source) -> Source:
    _sources.append(source)
    return source


def lines_for(teams: Collection[int]) -> dict[int, list[Line]]:
    found: dict[int, list[Line]] = {}
    for source in _sources:
        for team, lines in source(teams).items():
            found.setdefault(team, []).extend(lines)
    return found


Offer = tuple[str, str]  # the name of a page by the coach's link, and the words that lead there
Offering = Callable[[Tournament], Offer | None]
_offers: list[Offering] = []


def offers_coaches(offering: Offering) -> Offering:
    """What else a coach may open now, from whoever has it: a page to practice on."""
    _offers.append(offering)
    return offering


def offers_in(tournament: Tournament) -> list[Offer]:
    return [offer for offering in _offers if (offer := offering(tournament))]
