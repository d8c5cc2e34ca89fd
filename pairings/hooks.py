"""What the pairings floor asks of higher floors. See `foundation/hooks.py` for how hooks work."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from foundation.hooks import Hook

if TYPE_CHECKING:
    from foundation.tournaments import Tournament
    from pairings.models import Draw
    from tournament.rounds.models import Round

Ladder = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class EarlierResults:
    """What is known before a round, from verified scoresheets only.

    `points`: by roster spot. `ladder`: the tables of the last round, each from winner to last. `missing`: tables
    without a verified scoresheet, as `Round 1, table 7`.
    """

    points: Mapping[int, float] = field(default_factory=dict)
    ladder: Ladder = ()
    missing: tuple[str, ...] = ()


class EarlierResultsOf(Protocol):
    """Returns the results before a round. Called before tables are assigned, outside a transaction."""

    def __call__(self, round_: Round) -> EarlierResults: ...


class TablesPublished(Protocol):
    """Prepares what each table of a published round needs. Called in the transaction that publishes."""

    def __call__(self, draw: Draw) -> None: ...


class HiddenDivisions(Protocol):
    """Returns the keys of divisions whose published tables the public may not see yet. Called by public pages."""

    def __call__(self, tournament: Tournament) -> Collection[int]: ...


earlier_results: Hook[EarlierResultsOf] = Hook("pairings.hooks.earlier_results", single=True)
tables_published: Hook[TablesPublished] = Hook("pairings.hooks.tables_published")
hidden_divisions: Hook[HiddenDivisions] = Hook("pairings.hooks.hidden_divisions", single=True)
