"""Ranks: by points, then by each tie-break in turn; who is still equal shares a rank, and the next one is skipped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from itertools import groupby
from typing import NamedTuple

from scoring.standings.scores import Key, Score
from scoring.standings.tie_breaks import TIE_BREAKS, Asked, Lot, Meetings, TieBreak

NOTHING: Mapping[str, float] = {}
NO_LOT = Lot()


class Ranked(NamedTuple):
    """`tied`: shares the rank. `measures`: what each tie-break that was asked gave, by its name."""

    score: Score
    rank: int
    tied: bool
    measures: Mapping[str, float]


@dataclass(frozen=True)
class Ranking:
    rows: tuple[Ranked, ...]

    @cached_property
    def _by_key(self) -> dict[Key, Ranked]:
        return {row.score.key: row for row in self.rows}

    def of(self, key: Key) -> Ranked:
        return self._by_key[key]

    def rank_of(self, key: Key) -> int | None:
        return self._by_key[key].rank if key in self._by_key else None


def why(above: Ranked, below: Ranked, names: Mapping[Key, str]) -> str:
    """Why one is above the other, in a sentence."""
    first, second = names[above.score.key], names[below.score.key]
    points, others = plain(above.score.points), plain(below.score.points)
    if points != others:
        return f"{first} has {points} points, {second} {others}."
    for name, value in above.measures.items():
        if name in below.measures and value != below.measures[name]:
            tie_break = TIE_BREAKS[name]
            shown = tie_break.words(value, below.measures[name])
            return f"Both have {points} points. {first}: {tie_break.says}{f', {shown}' if shown else ''}."
    return f"{first} and {second} are tied with {points} points."


def plain(points: Decimal) -> str:
    """`12`, `12.5`, without zeros that say nothing."""
    return f"{points.normalize():f}"


def rank(
    scores: Iterable[Score], tie_breaks: Sequence[str] = (), meetings: Asked = Meetings, lot: Lot = NO_LOT
) -> Ranking:
    """Highest points first. Equal scores that nothing tells apart stay in the order in which they came.

    `meetings` is asked once, and only where a tie gets as far as head to head.
    """
    asked = cache(meetings)
    order = [TIE_BREAKS[name] for name in tie_breaks]
    rows: list[Ranked] = []
    for _, group in groupby(sorted(scores, key=_points, reverse=True), key=_points):
        for tied in _split(list(group), order, asked, lot, NOTHING):
            place = len(rows) + 1
            rows += [Ranked(score, place, len(tied) > 1, measures) for score, measures in tied]
    return Ranking(tuple(rows))


def _points(score: Score) -> Decimal:
    return score.points


def _split(
    group: list[Score], tie_breaks: Sequence[TieBreak], meetings: Asked, lot: Lot, measures: Mapping[str, float]
) -> Iterator[list[tuple[Score, Mapping[str, float]]]]:
    """Those with equal points in the order that the tie-breaks give; each that stays together is one tie.

    `measures`: what the tie-breaks asked before gave, the same for the whole group.
    """
    if len(group) == 1 or not tie_breaks:
        yield [(score, measures) for score in group]
        return
    first, *others = tie_breaks
    values = first.values(group, meetings, lot)
    group = sorted(group, key=lambda score: -values[score.key])
    for value, tied in groupby(group, key=lambda score: values[score.key]):
        yield from _split(list(tied), others, meetings, lot, {**measures, first.name: value})
