"""Figures on the day board by division, from the floors above: sheets out, entered, verified; each leads to its tables.

@gives_figures
def sheets(tournament: Tournament) -> Mapping[int, Sequence[Figure]]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from foundation.people.actor import Actor
from foundation.tournaments import Tournament


@dataclass(frozen=True)
class Figure:
    """`count` things, in words, and where exactly those are; None where the words say it all.

    `tone`: `warn` for what somebody should look at. `icon`: another one than that of the tone. `needs`: the row of the
    access table that the page behind it asks for, if not everybody who sees the board may open it.
    """

    count: int | None
    words: str
    url: str
    tone: str = ""
    icon: str = ""
    needs: str = ""


Source = Callable[[Tournament], Mapping[int, Sequence[Figure]]]
_sources: list[Source] = []


def gives_figures(source: Source) -> Source:
    _sources.append(source)
    return source


def figures_of(actor: Actor, tournament: Tournament) -> dict[int, list[Figure]]:
    """By the key of the division, in a constant number of questions to the database."""
    found: dict[int, list[Figure]] = {}
    for source in _sources:
        for division, figures in source(tournament).items():
            found.setdefault(division, []).extend(_for(actor, tournament, figure) for figure in figures)
    return found


def _for(actor: Actor, tournament: Tournament, figure: Figure) -> Figure:
    """Who may not open the page behind a figure sees it without a link."""
    return replace(figure, url="") if figure.needs and not actor.may(figure.needs, tournament) else figure
