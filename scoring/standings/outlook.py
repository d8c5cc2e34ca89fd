"""What is not settled yet: how far a pending protest could move somebody, who goes on to the playoffs, what moved."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.standings.ranking import Ranked, Ranking
from scoring.standings.scores import Key

FAR = 1_000_000_000


@dataclass(frozen=True)
class Swing:
    """By how many points somebody could end up below and above what counts now."""

    down: Decimal
    up: Decimal

    def __add__(self, other: Swing) -> Swing:
        return Swing(self.down + other.down, self.up + other.up)


@dataclass(frozen=True)
class Reach:
    best: int
    worst: int


def reach(ranking: Ranking, swings: Mapping[Key, Swing]) -> dict[Key, Reach]:
    """Whose rank could still change by what is pending, from where to where.

    Between two who are not concerned the tie-breaks stay as they are; whoever is concerned could win or lose them.
    """
    if not swings:
        return {}
    lows, highs = {}, {}
    for row in ranking.rows:
        swing, points = swings.get(row.score.key), row.score.points
        lows[row.score.key] = (points - swing.down, -FAR) if swing else (points, -row.rank)
        highs[row.score.key] = (points + swing.up, FAR) if swing else (points, -row.rank)
    all_lows, all_highs = sorted(lows.values()), sorted(highs.values())
    found = {}
    for row in ranking.rows:
        low, high = lows[row.score.key], highs[row.score.key]
        best = 1 + len(all_lows) - bisect_right(all_lows, high)
        worst = 1 + len(all_highs) - bisect_right(all_highs, low) - (low < high)
        if (best, worst) != (row.rank, row.rank):
            found[row.score.key] = Reach(best, worst)
    return found


class Fate(StrEnum):
    """What a cut says about somebody."""

    ON = "goes on"
    TIED = "tied at the cut"
    OUT = ""


def cut(ranking: Ranking, places: int, sections: Mapping[Key, str] | None = None) -> dict[Key, Fate]:
    """Who goes on: the winners of the sections, then the next best until the places are full (N12).

    Of those who share the last place that goes on, nobody is let through by chance: the director decides.
    """
    winners = _winners(ranking, sections or {})
    fates = dict.fromkeys((row.score.key for row in ranking.rows), Fate.OUT)
    if len(winners) > places:
        return fates | dict.fromkeys(winners, Fate.TIED)
    fates |= dict.fromkeys(winners, Fate.ON)
    free = places - len(winners)
    others = [row for row in ranking.rows if row.score.key not in winners]
    if free and others:
        last = others[min(free, len(others)) - 1].rank
        tied = [row for row in others if row.rank == last]
        fits = sum(row.rank <= last for row in others) <= free
        fates |= {row.score.key: Fate.ON for row in others if row.rank < last}
        fates |= {row.score.key: Fate.ON if fits else Fate.TIED for row in tied}
    return fates


def _winners(ranking: Ranking, sections: Mapping[Key, str]) -> set[Key]:
    """Everybody who is first of their section: there may be several."""
    first: dict[str, int] = {}
    for row in ranking.rows:
        if section := sections.get(row.score.key):
            first.setdefault(section, row.rank)
    return {key for row in ranking.rows if first.get(sections.get(key := row.score.key, "")) == row.rank}


@dataclass(frozen=True)
class Move:
    """`was`: None for somebody who is new."""

    row: Ranked
    was: int | None
    gained: Decimal


def moves(before: Ranking, after: Ranking) -> list[Move]:
    """Whose rank or points are others than they were, in the order of today."""
    return list(_moves(before, after))


def _moves(before: Ranking, after: Ranking) -> Iterable[Move]:
    for row in after.rows:
        was = before.rank_of(row.score.key)
        gained = row.score.points - (before.of(row.score.key).score.points if was else 0)
        if was != row.rank or gained:
            yield Move(row, was, gained)
