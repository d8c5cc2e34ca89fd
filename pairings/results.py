"""What a draw may know of earlier rounds: verified results alone. The floor above, which keeps them, says them here.

@gives_results
def verified(round_: Round) -> Results: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pairings.models import Draw, Table
from tournament.rounds.models import Round

Ladder = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Results:
    """Before a round: the points of each place so far, the tables of the last round from winner to last, and which
    tables have no verified sheet yet, as `Round 1, table 7`."""

    points: Mapping[int, float] = field(default_factory=dict)
    ladder: Ladder = ()
    missing: tuple[str, ...] = ()


Source = Callable[[Round], Results]
_sources: list[Source] = []


def gives_results(source: Source) -> Source:
    _sources.append(source)
    return source


def results_before(round_: Round) -> Results:
    """Without anybody who keeps results, every table of the earlier rounds is missing."""
    if _sources:
        return _sources[-1](round_)
    tables = Table.objects.filter(
        draw__round__division=round_.division, draw__round__number__lt=round_.number, draw__state=Draw.State.PUBLISHED
    ).order_by("draw__round__number", "number")
    rows = tables.values_list("draw__round__number", "number")
    return Results(missing=tuple(f"Round {number}, table {table}" for number, table in rows))
