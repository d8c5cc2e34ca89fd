"""The numbers that the rule books set, as files in `tests/data/vectors`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data" / "vectors"
BOOKS = {"EQ2019": "EQ", "OS2014": "OS"}


def read_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


def read_json(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def citations(source: str) -> list[str]:
    """Return citations as the editions write them: book and place, without a comment's letter.

    `EQ2019 XI-A note; JM A4` becomes `EQ XI-A` and `JM A4`.
    """
    found = []
    for part in source.split(";"):
        book, _, place = part.strip().partition(" ")
        for tail in (" note", " comment", " (Part"):
            place = place.split(tail)[0]
        found.append(f"{BOOKS.get(book, book)} {place}")
    return found
