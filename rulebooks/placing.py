"""Totals of a match → places and match points, ties included (EQ XII-A, MLAG XII-A, OS XII-A)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebooks.because import Because
from rulebooks.edition import Edition
from rulebooks.reader import EditionError


@dataclass(frozen=True)
class Placing:
    places: Mapping[str, int]
    points: Mapping[str, int]
    because: Mapping[str, Because]


def place(edition: Edition, totals: Mapping[str, int]) -> Placing:
    """Places by total of the shakes, highest first; equal totals share a place and the points of that tie."""
    ranked = sorted(totals, key=lambda name: -totals[name])
    places = {name: 1 + sum(other > totals[name] for other in totals.values()) for name in ranked}
    pattern = tuple(places[name] for name in ranked)
    if not edition.match_points:
        raise EditionError(f"{edition.title} gives no match points: it averages the points of a round's games.")
    if pattern not in edition.match_points:
        sizes = sorted({len(key) for key in edition.match_points})
        raise EditionError(f"{edition.title} has matches of {' or '.join(map(str, sizes))} players, not {len(totals)}.")
    points = dict(zip(ranked, edition.match_points[pattern], strict=True))
    because = {
        name: Because(edition.match_points_rule, _sentence(places[name], pattern, points[name])) for name in ranked
    }
    return Placing(places, points, because)


def _sentence(place: int, pattern: tuple[int, ...], points: int) -> str:
    ordinal = {1: "first", 2: "second", 3: "third"}[place]
    shared = pattern.count(place)
    match = {2: "a two-player match", 3: "a three-player match"}[len(pattern)]
    if shared == 1:
        return f"{ordinal.capitalize()} place in {match} is worth {points}."
    how_many = {2: "two", 3: "three"}[shared]
    return f"A {how_many}-way tie for {ordinal} place in {match} is worth {points} each."
