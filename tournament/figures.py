"""Figures on the day board by division, from the floors above: sheets out, entered, verified; each leads to its tables.

@gives_figures
def sheets(tournament: Tournament) -> Mapping[int, Sequence[Figure]]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournament.models import Tournament


@dataclass(frozen=True)
class Figure:
    """`count` things, in words, and where exactly those are. `tone`: `warn` for what somebody should look at."""

    count: int
    words: str
    url: str
    tone: str = ""


Source = Callable[[Tournament], Mapping[int, Sequence[Figure]]]
_sources: list[Source] = []


def gives_figures(source: Source) -> Source:
    _sources.append(source)
    return source


def figures_of(tournament: Tournament) -> dict[int, list[Figure]]:
    """By the key of the division, in a constant number of questions to the database."""
    found: dict[int, list[Figure]] = {}
    for source in _sources:
        for division, figures in source(tournament).items():
            found.setdefault(division, []).extend(figures)
    return found
