"""The reason of a figure, shown to people where they ask "why?"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Because:
    """The rule that gives the figure (`EQ XII-A`) and one short sentence of our own."""

    rule: str
    sentence: str
