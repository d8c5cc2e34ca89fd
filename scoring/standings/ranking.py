"""Ranks: by points, then by each tie-break in turn; who is still equal shares a rank, and the next one is skipped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from scoring.standings.scores import Key, Score
from scoring.standings.tie_breaks import TIE_BREAKS, Meeting, TieBreak

__all__ = ["Meeting", "Ranked", "Ranking", "rank"]


@dataclass(frozen=True)
class Ranked:
    """`tied`: shares the rank. `measures`: what each tie-break that was asked gave, by its name."""

    score: Score
    rank: int
    tied: bool
    measures: Mapping[str, float]


@dataclass(frozen=True)
class Ranking:
    rows: tuple[Ranked, ...]

    def of(self, key: Key) -> Ranked:
        return next(row for row in self.rows if row.score.key == key)

    def why(self, above: Key, below: Key, names: Mapping[Key, str]) -> str:
        """Why one is above the other, in a sentence."""
        one, other = self.of(above), self.of(below)
        first, second = names[above], names[below]
        if one.score.points != other.score.points:
            return f"{first} has {_plain(one.score.points)} points, {second} {_plain(other.score.points)}."
        for name, value in one.measures.items():
            if name in other.measures and value != other.measures[name]:
                tie_break = TIE_BREAKS[name]
                shown = tie_break.words(value, other.measures[name])
                reason = f"{first}: {tie_break.says}{f', {shown}' if shown else ''}"
                return f"Both have {_plain(one.score.points)} points. {reason}."
        return f"{first} and {second} are tied with {_plain(one.score.points)} points."


def _plain(points: Decimal) -> str:
    return f"{points.normalize():f}"


def rank(
    scores: Iterable[Score], tie_breaks: Sequence[str] = (), meetings: Sequence[Meeting] = (), seed: int = 0
) -> Ranking:
    """Highest points first. Equal scores that nothing tells apart stay in the order in which they came."""
    ordered = sorted(scores, key=lambda score: -score.points)
    rows: list[Ranked] = []
    for _, group in groupby(ordered, key=lambda score: score.points):
        for tied in _split(list(group), [TIE_BREAKS[name] for name in tie_breaks], meetings, seed, {}):
            place = len(rows) + 1
            rows += [Ranked(score, place, len(tied) > 1, measures) for score, measures in tied]
    return Ranking(tuple(rows))


Measured = list[tuple[Score, Mapping[str, float]]]


def _split(
    group: list[Score],
    tie_breaks: Sequence[TieBreak],
    meetings: Sequence[Meeting],
    seed: int,
    measures: Mapping[Key, Mapping[str, float]],
) -> Iterator[Measured]:
    """Those with equal points in the order that the tie-breaks give; each that stays together is one tie."""
    if len(group) == 1 or not tie_breaks:
        yield [(score, measures.get(score.key, {})) for score in group]
        return
    first, *others = tie_breaks
    values = first.values(group, meetings, seed)
    known = {score.key: {**measures.get(score.key, {}), first.name: values[score.key]} for score in group}
    group = sorted(group, key=lambda score: -values[score.key])
    for _, tied in groupby(group, key=lambda score: values[score.key]):
        yield from _split(list(tied), others, meetings, seed, known)
