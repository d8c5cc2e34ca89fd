"""An edition: what one printed rule book fixes, read from its TOML file and checked while it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn


class EditionError(ValueError):
    """A rule book file that contradicts itself, or lacks something: file, key and reason in one sentence."""


@dataclass(frozen=True)
class Because:
    """A figure's reason: the rule that gives it (`EQ XII-A`) and one short sentence."""

    rule: str
    sentence: str


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
    divisions: tuple[BookDivision, ...]
    tables: TableSizes
    match_points: Mapping[tuple[int, ...], tuple[int, ...]]
    match_points_rule: str


def read_edition(data: Mapping[str, Any], source: str) -> Edition:
    """An edition from parsed TOML. Unknown or missing keys and impossible figures are refused with file and key."""
    reader = _Reader(data, source)
    tables = reader.section("tables")
    match = reader.section("match_points") if reader.has("match_points") else None
    edition = Edition(
        id=reader.text("id"),
        title=reader.text("title"),
        game=reader.text("game"),
        book=reader.text("book"),
        shake=reader.text("shake"),
        divisions=tuple(_division(item) for item in reader.sections("divisions")),
        tables=TableSizes(
            tables.number("minimum"), tables.number("preferred"), tables.number("maximum"), tables.text("rule")
        ),
        match_points=_match_points(match.section("by_places"), match) if match else {},
        match_points_rule=match.text("rule") if match else "",
    )
    for part in filter(None, (reader, tables, match)):
        part.finish()
    if not 2 <= edition.tables.minimum <= edition.tables.preferred <= edition.tables.maximum:
        tables.refuse("minimum", "sizes must be 2 or more, and minimum, preferred, maximum in this order")
    return edition


def _division(item: _Reader) -> BookDivision:
    division = BookDivision(item.text("letter"), item.text("name"), item.number("max_grade"), item.text("rule"))
    item.finish()
    return division


def _match_points(by_places: _Reader, match: _Reader) -> dict[tuple[int, ...], tuple[int, ...]]:
    """`"1-1-3" = [5, 5, 2]`: two tie for first, the third is third."""
    table: dict[tuple[int, ...], tuple[int, ...]] = {}
    for key, points in by_places.rest().items():
        places = tuple(int(part) for part in key.split("-")) if key.replace("-", "").isdigit() else ()
        if not places or places != tuple(1 + sum(other < place for other in places) for place in places):
            match.refuse(key, "is not a possible order of places")
        if len(points) != len(places) or not all(isinstance(point, int) for point in points):
            match.refuse(key, "needs one whole number for each place")
        table[places] = tuple(points)
    return table


class _Reader:
    """Takes keys out of a TOML table one by one; what is left over was not expected."""

    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        self._data = dict(data)
        self._source = source

    def refuse(self, key: str, reason: str) -> NoReturn:
        raise EditionError(f"{self._source}: {key} {reason}")

    def text(self, key: str) -> str:
        value = self._take(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(key, "must be a text")
        return value

    def number(self, key: str) -> int:
        value = self._take(key)
        if not isinstance(value, int) or isinstance(value, bool):
            self.refuse(key, "must be a whole number")
        return value

    def has(self, key: str) -> bool:
        return key in self._data

    def section(self, key: str) -> _Reader:
        value = self._take(key)
        if not isinstance(value, dict):
            self.refuse(key, "must be a table")
        return _Reader(value, f"{self._source} [{key}]")

    def sections(self, key: str) -> list[_Reader]:
        value = self._take(key)
        if not isinstance(value, list) or not value:
            self.refuse(key, "must be a list of tables")
        return [_Reader(item, f"{self._source} [{key} {number}]") for number, item in enumerate(value, 1)]

    def rest(self) -> dict[str, Any]:
        rest, self._data = self._data, {}
        return rest

    def finish(self) -> None:
        for key in self._data:
            self.refuse(key, "is not known")

    def _take(self, key: str) -> Any:
        if key not in self._data:
            self.refuse(key, "is missing")
        return self._data.pop(key)
