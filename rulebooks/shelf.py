"""The shelf of printed editions that come with the program."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulebooks.edition import Edition
from rulebooks.reader import EditionError
from rulebooks.reading import read_edition

FOLDER = Path(__file__).parent / "editions"


@functools.cache
def editions() -> Mapping[str, Edition]:
    """Every edition by its id, in the order of their titles."""
    return read_all({path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.toml"))})


def get(edition_id: str) -> Edition:
    if edition_id not in editions():
        raise EditionError(f"There is no rule book {edition_id!r}; there are {', '.join(editions())}.")
    return editions()[edition_id]


def read_all(texts: Mapping[str, str]) -> dict[str, Edition]:
    """Editions from the texts of their files. One that extends another says only what differs."""
    tables = {name: _parse(name, text) for name, text in texts.items()}
    found = [read_edition(_complete(name, tables, ()), f"{name}.toml") for name in tables]
    for name, edition in zip(tables, found, strict=True):
        if edition.id != name:
            raise EditionError(f"{name}.toml: id must be {name}, the name of the file")
    return {edition.id: edition for edition in sorted(found, key=lambda edition: edition.title)}


def _parse(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise EditionError(f"{name}.toml: {problem}") from None


def _complete(name: str, tables: Mapping[str, dict[str, Any]], below: tuple[str, ...]) -> dict[str, Any]:
    """The table of an edition on top of the one that it extends."""
    table = dict(tables[name])
    base = table.pop("extends", None)
    if base is None:
        return table
    if base not in tables or base in (name, *below):
        raise EditionError(f"{name}.toml: extends must name another edition, not {base}")
    return _over(_complete(base, tables, (name, *below)), table)


def _over(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; everything else is replaced."""
    merged = dict(base)
    for key, value in changes.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        merged[key] = _over(base[key], value) if both else value
    return merged
