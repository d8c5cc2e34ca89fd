"""The catalog of rule books: printed editions that come with the program, plus the ones in a league's own folder."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulebooks.edition import Edition
from rulebooks.edition_reader import read_edition
from rulebooks.toml_reader import EditionError
from rulebooks.wording import in_quotes, join_words

FOLDER = Path(__file__).parent / "editions"
MAX_BYTES = 1_000_000

TomlTable = dict[str, Any]


@dataclass(frozen=True)
class Catalog:
    """Editions by id, sorted by title; their complete TOML tables; and for each file that could not be read, why."""

    editions: Mapping[str, Edition]
    tables: Mapping[str, TomlTable]
    problems: Mapping[str, str] = field(default_factory=dict)

    def get(self, edition_id: str) -> Edition:
        if edition_id not in self.editions:
            raise EditionError(
                f"There’s no rule book {in_quotes(edition_id)}. Choose {join_words(self.editions, 'or')}."
            )
        return self.editions[edition_id]


@functools.cache
def printed_catalog() -> Catalog:
    """Return the editions that come with the program."""
    return _load_tables({path.stem: _parse_file(path) for path in sorted(FOLDER.glob("*.toml"))})


def editions() -> Mapping[str, Edition]:
    """Return every printed edition by id."""
    return printed_catalog().editions


def get(edition_id: str) -> Edition:
    """Return a printed edition by id."""
    return printed_catalog().get(edition_id)


def load_catalog(folder: Path) -> Catalog:
    """Return the printed editions and a league's own.

    A file is read again when it changes. A broken file doesn't raise; it is listed in `problems`.
    """
    paths = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    return _load_files(tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in paths if path.is_file()))


def book_titles(catalog: Catalog) -> dict[str, str]:
    """Return the title of each book that an edition cites, by its tag: of several titles, the shortest."""
    titles: dict[str, str] = {}
    for edition in catalog.editions.values():
        for tag, title in edition.books.items():
            titles[tag] = min(titles.get(tag, title), title, key=len)
    return titles


def read_file(path: Path) -> Edition:
    """Read one edition file. It may extend a printed edition or a file in the same folder."""
    siblings = {}
    for other in sorted(path.parent.glob("*.toml")):
        try:
            siblings[other.stem] = _parse_file(other)
        except EditionError:
            if other.stem == path.stem:
                raise
    tables = dict(printed_catalog().tables) | siblings | {path.stem: _parse_file(path)}
    return _read_named(path.stem, _resolve_extends(path.stem, tables, ()))


@functools.lru_cache(maxsize=4)
def _load_files(files: tuple[tuple[Path, int, int], ...]) -> Catalog:
    problems: dict[str, str] = {}
    league_tables: dict[str, TomlTable] = {}
    for path, _, _ in files:
        try:
            if path.stem in printed_catalog().tables:
                raise EditionError(f"{path.name}: A printed edition has the id {path.stem}. Rename the file.")
            league_tables[path.stem] = _parse_file(path)
        except EditionError as problem:
            problems[path.name] = str(problem)
    all_tables = dict(printed_catalog().tables) | league_tables
    editions = dict(printed_catalog().editions)
    tables = dict(printed_catalog().tables)
    for name in league_tables:
        try:
            tables[name] = _resolve_extends(name, all_tables, ())
            editions[name] = _read_named(name, tables[name])
        except EditionError as problem:
            problems[f"{name}.toml"] = str(problem)
    return Catalog(_sort_by_title(editions), tables, problems)


def _load_tables(tables: Mapping[str, TomlTable]) -> Catalog:
    complete = {name: _resolve_extends(name, tables, ()) for name in tables}
    return Catalog(_sort_by_title({name: _read_named(name, table) for name, table in complete.items()}), complete)


def _sort_by_title(editions: Mapping[str, Edition]) -> dict[str, Edition]:
    return {edition.id: edition for edition in sorted(editions.values(), key=lambda edition: edition.title)}


def _read_named(name: str, table: TomlTable) -> Edition:
    edition = read_edition(table, f"{name}.toml")
    if edition.id != name:
        raise EditionError(f"{name}.toml: id must be {name}, the name of the file.")
    return edition


def _parse_file(path: Path) -> TomlTable:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise EditionError(f"{path.name}: The file is too large to be a rule book.")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError, RecursionError) as problem:
        raise EditionError(f"{path.name}: {problem or 'The file can’t be read.'}") from None


def _resolve_extends(name: str, tables: Mapping[str, TomlTable], extending: tuple[str, ...]) -> TomlTable:
    """Return an edition's table merged into the one it extends, minus the keys listed in `without`.

    `extending`: the editions that led here, to detect a loop.
    """
    table = dict(tables[name])
    base = table.pop("extends", None)
    without = table.pop("without", [])
    if base is None:
        if without:
            raise EditionError(f"{name}.toml: without is only for an edition that extends another.")
        return table
    if not isinstance(base, str) or base not in tables or base in (name, *extending):
        raise EditionError(f"{name}.toml: extends must name another edition, not {base}.")
    if not isinstance(without, list) or not all(isinstance(key, str) for key in without):
        raise EditionError(f"{name}.toml: without must be a list of text values.")
    merged = _resolve_extends(base, tables, (name, *extending))
    for key in without:
        merged = _without_key(merged, key.split("."), f"{name}.toml: without names {key}, which {base} doesn’t have.")
    return _merge_tables(merged, table)


def _without_key(table: TomlTable, keys: list[str], error: str) -> TomlTable:
    first, *rest = keys
    if first not in table or (rest and not isinstance(table[first], dict)):
        raise EditionError(error)
    if not rest:
        return {key: value for key, value in table.items() if key != first}
    return table | {first: _without_key(table[first], rest, error)}


def _merge_tables(base: TomlTable, changes: TomlTable) -> TomlTable:
    """Merge tables key by key; replace everything else."""
    merged = dict(base)
    for key, value in changes.items():
        both_are_tables = isinstance(value, dict) and isinstance(base.get(key), dict)
        merged[key] = _merge_tables(base[key], value) if both_are_tables else value
    return merged
