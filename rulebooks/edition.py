"""An edition: what one printed rule book fixes, as frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebooks.shakes import ShakeRules


@dataclass(frozen=True)
class BookDivision:
    """A grade band: players up to `max_grade`. Playing up is allowed, playing down is not."""

    letter: str
    name: str
    max_grade: int
    rule: str


@dataclass(frozen=True)
class TableSizes:
    minimum: int
    preferred: int
    maximum: int
    rule: str


@dataclass(frozen=True)
class Edition:
    id: str
    title: str
    game: str
    book: str
    shake: str
    solution: str
    divisions: tuple[BookDivision, ...]
    tables: TableSizes
    shakes: ShakeRules
    match_points: Mapping[tuple[int, ...], tuple[int, ...]]
    match_points_rule: str
