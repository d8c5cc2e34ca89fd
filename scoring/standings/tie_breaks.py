"""The measures that tell apart who has equal points. Each says in words what it found (N11)."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.standings.scores import Key, Score


class Meetings:
    """Who met whom: at each table of each round, who of the ranked sat there with how many points."""

    def __init__(self, seats: Iterable[tuple[int, Key, float]] = ()) -> None:
        self._tables: dict[int, list[tuple[Key, float]]] = defaultdict(list)
        self._where: dict[Key, set[int]] = defaultdict(set)
        for table, key, points in seats:
            self._tables[table].append((key, points))
            self._where[key].add(table)

    def among(self, keys: Iterable[Key]) -> Iterable[list[tuple[Key, float]]]:
        """The tables where several of them sat, with those only."""
        wanted = set(keys)
        tables = sorted({table for key in wanted for table in self._where.get(key, ())})
        for table in tables:
            there = [(key, points) for key, points in self._tables[table] if key in wanted]
            if len(there) > 1:
                yield there


Asked = Callable[[], Meetings]


@dataclass(frozen=True)
class Lot:
    """A drawing of lots. `tickets`: what stands on each, the same wherever the tournament is read in again; asked only
    where lots are drawn. Who has none is drawn by the key."""

    seed: int = 0
    tickets: Callable[[], Mapping[Key, str]] = dict


@dataclass(frozen=True)
class TieBreak:
    """`values`: within a group that is tied, more is better. `words`: how two values read: `3 to 2`."""

    name: str
    says: str
    values: Callable[[Sequence[Score], Asked, Lot], Mapping[Key, float]]
    words: Callable[[float, float], str] = lambda more, less: f"{more:g} to {less:g}"


def _head_to_head(group: Sequence[Score], meetings: Asked, lot: Lot) -> dict[Key, float]:
    """At tables where several of the group met: one for each of them who got fewer points, minus one for each above."""
    won = {score.key: 0.0 for score in group}
    for there in meetings().among(won):
        for at, (key, points) in enumerate(there):
            for other, theirs in there[at + 1 :]:
                if key != other:
                    won[key] += (points > theirs) - (points < theirs)
                    won[other] += (theirs > points) - (theirs < points)
    return won


def _lot(group: Sequence[Score], meetings: Asked, lot: Lot) -> dict[Key, float]:
    """Drawn from the stored seed: the same seed always draws the same."""
    tickets = lot.tickets()
    keys = [score.key for score in group]
    drawn = {key: hashlib.sha256(f"{lot.seed} {tickets.get(key, key)}".encode()).digest() for key in keys}
    order = sorted(drawn, key=lambda key: drawn[key])
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
