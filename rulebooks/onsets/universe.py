"""The Universe: the cards that were dealt. A set of cards is a number with one bit for each of them (OS I-B-1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rulebooks.onsets.symbols import COLORS
from rulebooks.set_names import BLANK_CARD

Cards = int
DECK = tuple(
    "".join(color for bit, color in enumerate(COLORS) if number >> bit & 1) or BLANK_CARD for number in range(16)
)


@dataclass(frozen=True)
class Universe:
    """`cards` by their letters, in the order dealt. `blank_as`: the colors that a writer put on the wild blank card."""

    cards: tuple[str, ...]
    blank_as: str = ""

    @cached_property
    def all(self) -> Cards:
        return (1 << len(self.cards)) - 1

    @cached_property
    def sets(self) -> dict[str, Cards]:
        """What each symbol of a set stands for."""
        dots = [self.dots(card) for card in self.cards]
        colors = {color: sum(1 << bit for bit, found in enumerate(dots) if color in found) for color in COLORS}
        return colors | {"V": self.all, "L": 0}

    def dots(self, card: str) -> str:
        """The colors on a card, for this writer."""
        return self.blank_as if card == BLANK_CARD else card

    def one(self, card: str) -> Cards:
        """A card of the pack itself, whatever was put on it; nothing if it was not dealt."""
        return 1 << self.cards.index(card) if card in self.cards else 0

    def named(self, found: Cards) -> tuple[str, ...]:
        return tuple(card for bit, card in enumerate(self.cards) if found >> bit & 1)
