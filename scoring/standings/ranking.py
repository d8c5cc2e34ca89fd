"""Ranks scores by points, then by each tie-break in turn. Ties that remain share a rank, and the next is skipped."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from itertools import accumulate, chain, groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple, overload

from rulebooks.wording import ngettext
from scoring.standings.scores import Key, Score
from scoring.standings.tie_breaks import TIE_BREAKS, Meetings, MeetingsLoader, RandomDraw, TieBreak

NO_MEASURES: Mapping[str, float] = {}
NO_DRAW = RandomDraw()
POINTS = attrgetter("points")
VALUE = itemgetter(0)


# Scores that share a rank, each with its tie-break measures.
TiedScores = list[tuple[Score, Mapping[str, float]]]


class RankedScore(NamedTuple):
    """`tied`: shares its rank. `measures`: the value of each tie-break that was applied, by name."""

    score: Score
    rank: int
    tied: bool
    measures: Mapping[str, float]


class RankedScores(Sequence[RankedScore]):
    """All scores in order. Tie-breaks run lazily, the first time a score of a tied group is read.

    One page of a long list reads only a few groups.
    """

    def __init__(
        self, groups: Sequence[list[Score]], break_ties: Callable[[list[Score]], Iterable[TiedScores]]
    ) -> None:
        self._groups, self._break_ties = groups, break_ties
        self._ends = list(accumulate(map(len, groups)))
        self._ranked: dict[int, list[RankedScore]] = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> RankedScore: ...
    @overload
    def __getitem__(self, index: slice) -> list[RankedScore]: ...
    def __getitem__(self, index: int | slice) -> RankedScore | list[RankedScore]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        position = range(len(self))[index]
        group = bisect_right(self._ends, position)
        return self._rank_group(group)[position - self._start_of(group)]

    def __iter__(self) -> Iterator[RankedScore]:
        return chain.from_iterable(map(self._rank_group, range(len(self._groups))))

    def _start_of(self, group: int) -> int:
        return self._ends[group] - len(self._groups[group])

    def _rank_group(self, group: int) -> list[RankedScore]:
        if group not in self._ranked:
            rows: list[RankedScore] = []
            above = self._start_of(group)
            for tied in self._break_ties(self._groups[group]):
                rank = above + len(rows) + 1
                rows += [RankedScore(score, rank, len(tied) > 1, measures) for score, measures in tied]
            self._ranked[group] = rows
        return self._ranked[group]


@dataclass(frozen=True)
class Ranking:
    rows: RankedScores

    @cached_property
    def _by_key(self) -> dict[Key, RankedScore]:
        return {row.score.key: row for row in self.rows}

    def get(self, key: Key) -> RankedScore:
        return self._by_key[key]

    def rank_of(self, key: Key) -> int | None:
        return self._by_key[key].rank if key in self._by_key else None


def explain_order(above: RankedScore, below: RankedScore, names: Mapping[Key, str]) -> str:
    """Return a sentence that says why one is above the other."""
    first, second = names[above.score.key], names[below.score.key]
    points, others = format_points(above.score.points), format_points(below.score.points)
    if points != others:
        if points == "1":
            return f"{first} has 1 point, and {second} has {others}."
        return f"{first} has {points} points, and {second} has {others}."
    for name, value in above.measures.items():
        if name in below.measures and value != below.measures[name]:
            both = "Both have 1 point." if points == "1" else f"Both have {points} points."
            return f"{both} {TIE_BREAKS[name].explain(first, second, value, below.measures[name])}"
    if points == "1":
        return f"{first} and {second} are tied with 1 point."
    return f"{first} and {second} are tied with {points} points."


def format_points(points: Decimal) -> str:
    """Return `12` or `12.5`, without trailing zeros."""
    return f"{points.normalize():f}"


def points_in_words(points: str) -> str:
    """Return `1 point` or `12.5 points`."""
    return ngettext("{points} point", "{points} points", 1 if points == "1" else 2).format(points=points)


def rank_scores(
    scores: Iterable[Score],
    tie_breaks: Sequence[str] = (),
    load_meetings: MeetingsLoader = Meetings,
    random_draw: RandomDraw = NO_DRAW,
) -> Ranking:
    """Rank scores, highest points first. Scores that stay tied keep the order they came in.

    `load_meetings` is called at most once, and only if a tie gets as far as head to head.
    """
    load_once = cache(load_meetings)
    order = [TIE_BREAKS[name] for name in tie_breaks]
    groups = [list(group) for _, group in groupby(sorted(scores, key=POINTS, reverse=True), key=POINTS)]
    return Ranking(RankedScores(groups, lambda group: _break_ties(group, order, load_once, random_draw, NO_MEASURES)))


def _break_ties(
    group: list[Score],
    tie_breaks: Sequence[TieBreak],
    load_meetings: MeetingsLoader,
    random_draw: RandomDraw,
    measures: Mapping[str, float],
) -> Iterator[TiedScores]:
    """Split scores with equal points by the tie-breaks, best first. Each list it yields stays tied.

    `measures`: what earlier tie-breaks gave, the same for the whole group.
    """
    if len(group) == 1 or not tie_breaks:
        yield [(score, measures) for score in group]
        return
    first, *others = tie_breaks
    values = first.measure(group, load_meetings, random_draw)
    measured = sorted(((values[score.key], score) for score in group), key=VALUE, reverse=True)
    for value, tied in groupby(measured, key=VALUE):
        scores = [score for _, score in tied]
        yield from _break_ties(scores, others, load_meetings, random_draw, {**measures, first.name: value})
