"""The figures that the rule books fix, as files in `tests/data/vectors`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data" / "vectors"
BOOKS = {"EQ2019": "EQ", "OS2014": "OS"}


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


def whole(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def citations(source: str) -> list[str]:
    """`EQ2019 XI-A note; JM A4` as the editions cite it: book and place, without a comment's letter."""
    found = []
    for part in source.split(";"):
        book, _, place = part.strip().partition(" ")
        for tail in (" note", " comment", " (Part"):
            place = place.split(tail)[0]
        found.append(f"{BOOKS.get(book, book)} {place}")
    return found
