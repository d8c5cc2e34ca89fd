"""The reason of a figure, shown to people where they ask "why?"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True)
class Because:
    """The rule that gives the figure (`EQ XII-A`) and one short sentence of our own."""

    rule: str
    sentence: str


@dataclass(frozen=True)
class Ruled(Generic[Value]):
    """A figure or a policy of an edition, and the rule that fixes it: `{ is = 6, rule = "EQ IV-B" }`."""

    value: Value
    rule: str
