"""Ranks: by points, then by each tie-break in turn; who is still equal shares a rank, and the next one is skipped."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from itertools import accumulate, chain, groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple, overload

from scoring.standings.scores import Key, Score
from scoring.standings.tie_breaks import TIE_BREAKS, Asked, Lot, Meetings, TieBreak

NOTHING: Mapping[str, float] = {}
NO_LOT = Lot()
POINTS = attrgetter("points")
VALUE = itemgetter(0)


Tied = list[tuple[Score, Mapping[str, float]]]


class Ranked(NamedTuple):
    """`tied`: shares the rank. `measures`: what each tie-break that was asked gave, by its name."""

    score: Score
    rank: int
    tied: bool
    measures: Mapping[str, float]


class Rows(Sequence[Ranked]):
    """Everybody in order. Those with equal points are told apart when one of them is first looked at: a page of a long
    list asks for few."""

    def __init__(self, groups: Sequence[list[Score]], tell_apart: Callable[[list[Score]], Iterable[Tied]]) -> None:
        self._groups, self._tell_apart = groups, tell_apart
        self._ends = list(accumulate(map(len, groups)))
        self._told: dict[int, list[Ranked]] = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> Ranked: ...
    @overload
    def __getitem__(self, at: slice) -> list[Ranked]: ...
    def __getitem__(self, at: int | slice) -> Ranked | list[Ranked]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        place = range(len(self))[at]
        group = bisect_right(self._ends, place)
        return self._of(group)[place - self._ends[group]]  # counted from the end of the group

    def __iter__(self) -> Iterator[Ranked]:
        return chain.from_iterable(map(self._of, range(len(self._groups))))

    def _of(self, group: int) -> list[Ranked]:
        if group not in self._told:
            rows: list[Ranked] = []
            before = self._ends[group] - len(self._groups[group])
            for tied in self._tell_apart(self._groups[group]):
                place = before + len(rows) + 1
                rows += [Ranked(score, place, len(tied) > 1, measures) for score, measures in tied]
            self._told[group] = rows
        return self._told[group]


@dataclass(frozen=True)
class Ranking:
    rows: Rows

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
    groups = [list(group) for _, group in groupby(sorted(scores, key=POINTS, reverse=True), key=POINTS)]
    return Ranking(Rows(groups, lambda group: _split(group, order, asked, lot, NOTHING)))


def _split(
    group: list[Score], tie_breaks: Sequence[TieBreak], meetings: Asked, lot: Lot, measures: Mapping[str, float]
) -> Iterator[Tied]:
    """Those with equal points in the order that the tie-breaks give; each that stays together is one tie.

    `measures`: what the tie-breaks asked before gave, the same for the whole group.
    """
    if len(group) == 1 or not tie_breaks:
        yield [(score, measures) for score in group]
        return
    first, *others = tie_breaks
    values = first.values(group, meetings, lot)
    measured = sorted(((values[score.key], score) for score in group), key=VALUE, reverse=True)
    for value, tied in groupby(measured, key=VALUE):
        yield from _split([score for _, score in tied], others, meetings, lot, {**measures, first.name: value})
