"""How standings changed between two moments, and how far pending results could still change them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from scoring.standings.ranking import RankedScore, Ranking
from scoring.standings.scores import Key

BEYOND_ANY_RANK = 1_000_000_000


@dataclass(frozen=True)
class PendingPoints:
    """How many points someone could still lose or gain while a result is pending."""

    loss: Decimal
    gain: Decimal

    def __add__(self, other: PendingPoints) -> PendingPoints:
        return PendingPoints(self.loss + other.loss, self.gain + other.gain)


@dataclass(frozen=True)
class RankRange:
    best: int
    worst: int


def possible_ranks(ranking: Ranking, pending: Mapping[Key, PendingPoints]) -> dict[Key, RankRange]:
    """Return the range of possible ranks for everyone whose rank could still change.

    Tie-breaks between two scores that aren't pending stay as they are. A pending score could win or lose any tie-break.
    """
    if not pending:
        return {}
    lows, highs = {}, {}
    for row in ranking.rows:
        change, points = pending.get(row.score.key), row.score.points
        lows[row.score.key] = (points - change.loss, -BEYOND_ANY_RANK) if change else (points, -row.rank)
        highs[row.score.key] = (points + change.gain, BEYOND_ANY_RANK) if change else (points, -row.rank)
    all_lows, all_highs = sorted(lows.values()), sorted(highs.values())
    ranges = {}
    for row in ranking.rows:
        low, high = lows[row.score.key], highs[row.score.key]
        best = 1 + len(all_lows) - bisect_right(all_lows, high)
        worst = 1 + len(all_highs) - bisect_right(all_highs, low) - (low < high)
        if (best, worst) != (row.rank, row.rank):
            ranges[row.score.key] = RankRange(best, worst)
    return ranges


@dataclass(frozen=True)
class RankChange:
    """A score whose rank or points changed. `old_rank`: None if it is new."""

    row: RankedScore
    old_rank: int | None
    gained: Decimal


def rank_changes(before: Ranking, after: Ranking) -> list[RankChange]:
    """Return everyone whose rank or points changed, in the new order."""
    changes = []
    for row in after.rows:
        old_rank = before.rank_of(row.score.key)
        gained = row.score.points - (before.get(row.score.key).score.points if old_rank else 0)
        if old_rank != row.rank or gained:
            changes.append(RankChange(row, old_rank, gained))
    return changes
