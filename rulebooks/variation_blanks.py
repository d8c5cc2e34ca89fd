"""Blanks of variations: what a player may write in, normalized (EQ II-B-1-c, OS II-C-1-c)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebooks.set_names import is_set_name, parse_card
from rulebooks.variations import Variation

NUMBER_WORDS = {"8": "eight", "9": "nine", "10": "ten", "11": "eleven", "12": "twelve"}
SYMBOL_NAMES = {
    "∪": "union",
    "∩": "intersection",
    "-": "minus",
    "−": "minus",
    "'": "prime",
    "′": "prime",
    "Λ": "null",
    "∅": "null",
    "=": "equals",
    "⊂": "subset",
    "⊆": "subset",
    "×": "x",
}
MODES = ("required", "forbidden")


@dataclass(frozen=True)
class FilledVariation:
    """A variation with its blank. `text` is normalized (`eight`, `6`, `minus`, `forbidden BR`), or empty."""

    variation: Variation
    text: str = ""

    def repeats(self, other: FilledVariation) -> bool:
        """Whether this is the same variation again, whatever the blank.

        Except that one card may be required and another forbidden (JM OS-A26).
        """
        if self.variation.slug != other.variation.slug:
            return False
        return not self._is_card or self._mode == other._mode

    def conflict_with(self, other: FilledVariation) -> str:
        """Return the rule that bars this combination, or an empty text."""
        if self._is_card and self.variation.slug == other.variation.slug:
            same_card = self.text.partition(" ")[2] == other.text.partition(" ")[2]
            return self.variation.rule if same_card else ""
        return self._forbids(other) or other._forbids(self)

    def _forbids(self, other: FilledVariation) -> str:
        for conflict in self.variation.conflicts:
            if conflict.slug == other.variation.slug and conflict.blank in ("", other.text):
                return conflict.rule
        return ""

    @property
    def _is_card(self) -> bool:
        return self.variation.blank is not None and self.variation.blank.kind == "card"

    @property
    def _mode(self) -> str:
        return self.text.partition(" ")[0]


def fill_blank(variation: Variation, written: object) -> FilledVariation | str:
    """Return the filled-in variation, or the problem: `missing-blank` or `bad-blank`."""
    blank = variation.blank
    if blank is None:
        return FilledVariation(variation)
    if blank.kind == "card":
        return _fill_card(variation, written)
    if written is None or written == "":
        return "missing-blank"
    if isinstance(written, bool) or not isinstance(written, str | int):
        return "bad-blank"
    text = str(written).strip()
    if blank.kind == "choice":
        text = next((form for form in _spellings(text) if form in blank.of), "")
    elif blank.kind == "number":
        text = text if text in map(str, range(blank.least, blank.most + 1)) else ""
    elif not is_set_name(text, most=blank.most):
        text = ""
    return FilledVariation(variation, text) if text else "bad-blank"


def _spellings(text: str) -> tuple[str, ...]:
    """Return the text as written, in lowercase, as a number word, as a symbol name, and in uppercase."""
    return (text, text.casefold(), NUMBER_WORDS.get(text, ""), SYMBOL_NAMES.get(text, ""), text.upper())


def _fill_card(variation: Variation, written: object) -> FilledVariation | str:
    if not isinstance(written, Mapping) or not written.get("mode") or not written.get("card"):
        return "missing-blank" if written is None or isinstance(written, Mapping) else "bad-blank"
    mode, name = written["mode"], written["card"]
    if mode not in MODES or not isinstance(name, str) or not parse_card(name):
        return "bad-blank"
    return FilledVariation(variation, f"{mode} {parse_card(name)}")
