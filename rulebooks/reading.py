"""Reads an edition from parsed TOML, and refuses what contradicts itself with file, key and reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebooks.edition import BookDivision, Edition, TableSizes
from rulebooks.reader import Reader
from rulebooks.reading_shakes import read_shakes


def read_edition(data: Mapping[str, Any], source: str) -> Edition:
    """An edition from parsed TOML. Unknown or missing keys and impossible figures are refused with file and key."""
    reader = Reader(data, source)
    tables = reader.section("tables")
    match = reader.section("match_points") if reader.has("match_points") else None
    sizes = TableSizes(
        tables.number("minimum"), tables.number("preferred"), tables.number("maximum"), tables.text("rule")
    )
    solution = reader.text("solution")
    edition = Edition(
        id=reader.text("id"),
        title=reader.text("title"),
        game=reader.text("game"),
        book=reader.text("book"),
        shake=reader.text("shake"),
        solution=solution,
        divisions=tuple(_division(item) for item in reader.sections("divisions")),
        tables=sizes,
        shakes=read_shakes(reader, sizes, solution),
        match_points=_match_points(match.section("by_places"), match) if match else {},
        match_points_rule=match.text("rule") if match else "",
    )
    for part in filter(None, (reader, tables, match)):
        part.finish()
    if not 2 <= edition.tables.minimum <= edition.tables.preferred <= edition.tables.maximum:
        tables.refuse("minimum", "sizes must be 2 or more, and minimum, preferred, maximum in this order")
    return edition


def _division(item: Reader) -> BookDivision:
    division = BookDivision(item.text("letter"), item.text("name"), item.number("max_grade"), item.text("rule"))
    item.finish()
    return division


def _match_points(by_places: Reader, match: Reader) -> dict[tuple[int, ...], tuple[int, ...]]:
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
