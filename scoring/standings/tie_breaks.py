"""The measures that tell apart who has equal points. Each says in words what it found (N11)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.standings.scores import Key, Score


@dataclass(frozen=True)
class Meeting:
    """Players, or players of teams, at one table of one round, with the points that each got."""

    points: Mapping[Key, Sequence[float]]


@dataclass(frozen=True)
class TieBreak:
    """`values`: within a group that is tied, more is better. `words`: how two values read: `3 to 2`."""

    name: str
    says: str
    values: Callable[[Sequence[Score], Iterable[Meeting], int], Mapping[Key, float]]
    words: Callable[[float, float], str] = lambda more, less: f"{more:g} to {less:g}"


def _head_to_head(group: Sequence[Score], meetings: Iterable[Meeting], seed: int) -> dict[Key, float]:
    """At tables where several of the group met: one for each of them who got fewer points, minus one for each above."""
    tied = {score.key for score in group}
    won = dict.fromkeys(tied, 0.0)
    for meeting in meetings:
        there = [(key, points) for key, several in meeting.points.items() if key in tied for points in several]
        for at, (key, points) in enumerate(there):
            for other, theirs in there[at + 1 :]:
                if key != other:
                    won[key] += (points > theirs) - (points < theirs)
                    won[other] += (theirs > points) - (theirs < points)
    return won


def _lot(group: Sequence[Score], meetings: Iterable[Meeting], seed: int) -> dict[Key, float]:
    """Drawn from the stored seed: the same seed always draws the same."""
    tickets = {score.key: hashlib.sha256(f"{seed} {score.key}".encode()).digest() for score in group}
    order = sorted(tickets, key=lambda key: tickets[key])
    return {key: float(len(order) - at) for at, key in enumerate(order)}


TIE_BREAKS: Mapping[str, TieBreak] = {
    each.name: each
    for each in (
        TieBreak("first_places", "more first places", lambda group, _, __: {s.key: s.first_places for s in group}),
        TieBreak("raw_points", "more points in the shakes", lambda group, _, __: {s.key: s.raw_points for s in group}),
        TieBreak("head_to_head", "better against each other", _head_to_head),
        TieBreak(
            "fewest_penalties",
            "fewer penalties",
            lambda group, _, __: {s.key: -s.penalties for s in group},
            lambda more, less: f"{-more:g} to {-less:g}",
        ),
        TieBreak("lot", "drawn by lot", _lot, lambda more, less: ""),
    )
}
