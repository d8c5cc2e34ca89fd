"""A rule citation next to the number or sentence that it justifies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True)
class Because:
    """The rule that decides something (`EQ XII-A`), and one short sentence that answers "why?"."""

    rule: str
    sentence: str


@dataclass(frozen=True)
class Ruled(Generic[Value]):
    """A number or policy of an edition, and the rule that sets it: `{ is = 6, rule = "EQ IV-B" }`."""

    value: Value
    rule: str
