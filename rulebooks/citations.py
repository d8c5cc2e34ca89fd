"""A rule citation next to the number or sentence that it justifies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")
OWN = "HT "
"""The tag of an interpretation of our own, where the books are silent."""

CITED_BOOK = re.compile(r"(?P<before>^|[;,(]\s*)(?P<book>[A-Z]{2,6})(?= \S)")
"""The tag of a book at the beginning of each citation: `EQ` and `JM` in `EQ I-A; JM C24`."""


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


def citation_in_words(rule: str) -> str:
    """Return a citation as people read it: `EQ I-A; HT table sizes` becomes `EQ I-A; Headtable: table sizes`."""
    citations = (citation.strip() for citation in rule.split(";"))
    return "; ".join(
        f"Headtable: {each.removeprefix(OWN)}" if each.startswith(OWN) else each for each in citations if each
    )


def cited_books(citations: str) -> list[str]:
    """Return the tags of the books that are cited, each once."""
    return sorted({found["book"] for found in CITED_BOOK.finditer(citations)})
