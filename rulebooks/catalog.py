"""The shelf: printed editions that come with the program, and those that a league has put into a folder of its own."""

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

FOLDER = Path(__file__).parent / "editions"
MOST_BYTES = 1_000_000

Table = dict[str, Any]


@dataclass(frozen=True)
class Catalog:
    """Editions by id in the order of their titles, their complete tables, and the files that could not be read."""

    editions: Mapping[str, Edition]
    tables: Mapping[str, Table]
    problems: Mapping[str, str] = field(default_factory=dict)

    def get(self, edition_id: str) -> Edition:
        if edition_id not in self.editions:
            raise EditionError(f"There is no rule book {edition_id!r}; there are {', '.join(self.editions)}.")
        return self.editions[edition_id]


@functools.cache
def printed_catalog() -> Catalog:
    return _fill({path.stem: _parse(path) for path in sorted(FOLDER.glob("*.toml"))})


def editions() -> Mapping[str, Edition]:
    """Every printed edition by its id."""
    return printed_catalog().editions


def get(edition_id: str) -> Edition:
    return printed_catalog().get(edition_id)


def load_catalog(folder: Path) -> Catalog:
    """The printed editions and a league's own. Files are read again when they change; a broken one is only named."""
    paths = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    return _with(tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in paths if path.is_file()))


def read_file(path: Path) -> Edition:
    """One file, which may extend a printed edition or a file beside it."""
    beside = {}
    for other in sorted(path.parent.glob("*.toml")):
        try:
            beside[other.stem] = _parse(other)
        except EditionError:
            if other.stem == path.stem:
                raise
    tables = dict(printed_catalog().tables) | beside | {path.stem: _parse(path)}
    return _read(path.stem, _complete(path.stem, tables, ()))


@functools.lru_cache(maxsize=4)
def _with(files: tuple[tuple[Path, int, int], ...]) -> Catalog:
    problems: dict[str, str] = {}
    own: dict[str, Table] = {}
    for path, _, _ in files:
        try:
            if path.stem in printed_catalog().tables:
                raise EditionError(f"{path.name}: id {path.stem} is taken by a printed edition")
            own[path.stem] = _parse(path)
        except EditionError as problem:
            problems[path.name] = str(problem)
    everything = dict(printed_catalog().tables) | own
    found = dict(printed_catalog().editions)
    tables = dict(printed_catalog().tables)
    for name in own:
        try:
            tables[name] = _complete(name, everything, ())
            found[name] = _read(name, tables[name])
        except EditionError as problem:
            problems[f"{name}.toml"] = str(problem)
    return Catalog(_by_title(found), tables, problems)


def _fill(tables: Mapping[str, Table]) -> Catalog:
    complete = {name: _complete(name, tables, ()) for name in tables}
    return Catalog(_by_title({name: _read(name, table) for name, table in complete.items()}), complete)


def _by_title(found: Mapping[str, Edition]) -> dict[str, Edition]:
    return {edition.id: edition for edition in sorted(found.values(), key=lambda edition: edition.title)}


def _read(name: str, table: Table) -> Edition:
    edition = read_edition(table, f"{name}.toml")
    if edition.id != name:
        raise EditionError(f"{name}.toml: id must be {name}, the name of the file")
    return edition


def _parse(path: Path) -> Table:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise EditionError(f"{path.name}: the file is too large to be a rule book")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError, RecursionError) as problem:
        raise EditionError(f"{path.name}: {problem or 'cannot be read'}") from None


def _complete(name: str, tables: Mapping[str, Table], below: tuple[str, ...]) -> Table:
    """The table of an edition on top of the one that it extends, without what it leaves out."""
    table = dict(tables[name])
    base = table.pop("extends", None)
    without = table.pop("without", [])
    if base is None:
        if without:
            raise EditionError(f"{name}.toml: without is only for an edition that extends another")
        return table
    if not isinstance(base, str) or base not in tables or base in (name, *below):
        raise EditionError(f"{name}.toml: extends must name another edition, not {base}")
    if not isinstance(without, list) or not all(isinstance(key, str) for key in without):
        raise EditionError(f"{name}.toml: without must be a list of texts")
    whole = _complete(base, tables, (name, *below))
    for key in without:
        whole = _less(whole, key.split("."), f"{name}.toml: without names {key}, which {base} does not have")
    return _over(whole, table)


def _less(table: Table, keys: list[str], complaint: str) -> Table:
    first, *rest = keys
    if first not in table or (rest and not isinstance(table[first], dict)):
        raise EditionError(complaint)
    if not rest:
        return {key: value for key, value in table.items() if key != first}
    return table | {first: _less(table[first], rest, complaint)}


def _over(base: Table, changes: Table) -> Table:
    """Tables are merged key by key; everything else is replaced."""
    merged = dict(base)
    for key, value in changes.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        merged[key] = _over(base[key], value) if both else value
    return merged
