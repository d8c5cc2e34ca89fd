"""The shelf of printed editions that come with the program."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path

from rulebooks.edition import Edition, EditionError, read_edition

FOLDER = Path(__file__).parent / "editions"


@functools.cache
def editions() -> Mapping[str, Edition]:
    """Every edition by its id, in the order of their titles."""
    found = [_load(path) for path in sorted(FOLDER.glob("*.toml"))]
    return {edition.id: edition for edition in sorted(found, key=lambda edition: edition.title)}


def get(edition_id: str) -> Edition:
    if edition_id not in editions():
        raise EditionError(f"There is no rule book {edition_id!r}; there are {', '.join(editions())}.")
    return editions()[edition_id]


def _load(path: Path) -> Edition:
    edition = read_edition(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
    if edition.id != path.stem:
        raise EditionError(f"{path.name}: id must be {path.stem}, the name of the file")
    return edition
