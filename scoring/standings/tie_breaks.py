"""Tie-breaks: measures that order scores with equal points. Each explains its outcome in a sentence (N11)."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.standings.scores import Key, Score


class Meetings:
    """The players or teams that met at each table of each round, with their points."""

    def __init__(self, seats: Iterable[tuple[int, Key, float]] = ()) -> None:
        self._tables: dict[int, list[tuple[Key, float]]] = defaultdict(list)
        self._tables_of: dict[Key, set[int]] = defaultdict(set)
        for table, key, points in seats:
            self._tables[table].append((key, points))
            self._tables_of[key].add(table)

    def among(self, keys: Iterable[Key]) -> Iterable[list[tuple[Key, float]]]:
        """Yield each table where at least two of these met, leaving out everyone else."""
        wanted = set(keys)
        tables = sorted({table for key in wanted for table in self._tables_of.get(key, ())})
        for table in tables:
            seats = [(key, points) for key, points in self._tables[table] if key in wanted]
            if len(seats) > 1:
                yield seats


MeetingsLoader = Callable[[], Meetings]


@dataclass(frozen=True)
class RandomDraw:
    """A random draw, repeatable from its seed (the shuffle number).

    `load_tickets`: returns a text for each key that stays the same after the tournament is restored from an archive.
    Called only if a draw is needed. A key without a ticket is drawn by the key itself.
    """

    seed: int = 0
    load_tickets: Callable[[], Mapping[Key, str]] = dict


@dataclass(frozen=True)
class TieBreak:
    """`measure`: values for a tied group, where more is better. `sentence`: why `first` is above `second`.

    `is_loss`: the values are negative because fewer is better, and are shown without their sign.
    """

    name: str
    label: str
    sentence: str
    measure: Callable[[Sequence[Score], MeetingsLoader, RandomDraw], Mapping[Key, float]]
    is_loss: bool = False

    def explain(self, first: str, second: str, more: float, less: float) -> str:
        values = {"more": self._format(more), "less": self._format(less)}
        return self.sentence.format(first=first, second=second, **values)

    def _format(self, value: float) -> str:
        return f"{-value if self.is_loss else value:g}".replace("-", "−")


def _head_to_head(group: Sequence[Score], load_meetings: MeetingsLoader, random_draw: RandomDraw) -> dict[Key, float]:
    """Return wins minus losses in points against others of the group, over every table where they met."""
    balance = {score.key: 0.0 for score in group}
    for seats in load_meetings().among(balance):
        for index, (key, points) in enumerate(seats):
            for other, other_points in seats[index + 1 :]:
                if key != other:
                    balance[key] += (points > other_points) - (points < other_points)
                    balance[other] += (other_points > points) - (other_points < points)
    return balance


def _random_draw(group: Sequence[Score], load_meetings: MeetingsLoader, random_draw: RandomDraw) -> dict[Key, float]:
    """Return a random order; the same seed always gives the same one."""
    tickets = random_draw.load_tickets()
    keys = [score.key for score in group]
    drawn = {key: hashlib.sha256(f"{random_draw.seed} {tickets.get(key, key)}".encode()).digest() for key in keys}
    order = sorted(drawn, key=lambda key: drawn[key])
    return {key: float(len(order) - index) for index, key in enumerate(order)}


TIE_BREAKS: Mapping[str, TieBreak] = {
    each.name: each
    for each in (
        TieBreak(
            "first_places",
            "first places",
            "{first} has more first places, {more} to {less}.",
            lambda group, _, __: {s.key: s.first_places for s in group},
        ),
        TieBreak(
            "raw_points",
            "points in shakes",
            "{first} scored more points in shakes, {more} to {less}.",
            lambda group, _, __: {s.key: s.raw_points for s in group},
        ),
        TieBreak(
            "head_to_head",
            "head to head",
            "Head to head (wins minus losses), {first} has {more} and {second} has {less}.",
            _head_to_head,
        ),
        TieBreak(
            "fewest_penalties",
            "fewest points lost to penalties",
            "{first} lost fewer points to penalties, {more} to {less}.",
            lambda group, _, __: {s.key: -s.penalties for s in group},
            is_loss=True,
        ),
        TieBreak("lot", "random draw", "{first} won the random draw.", _random_draw),
    )
}
