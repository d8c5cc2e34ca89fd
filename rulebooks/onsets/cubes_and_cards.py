"""The symbols on the cubes of On-Sets, typed as one character each (OS I-B-2), and the cards dealt (OS I-B-1).

B R G Y     the cards with that color          V L     all cards, no card
U n -       union, intersection, difference    '       complement, after its set
= c         equals and subset, in Restrictions only
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rulebooks.set_names import BLANK_CARD

COLORS = "BRGY"
SETS = COLORS + "VL"
BINARY_OPERATIONS = "Un-"
PRIME = "'"
OPERATIONS = BINARY_OPERATIONS + PRIME
RELATIONS = "=c"
SYMBOLS = SETS + OPERATIONS + RELATIONS
DIGITS = "0123456789"

NAMES: Mapping[str, str] = {
    **{color: color for color in COLORS},
    "V": "V",
    "L": "null",
    "U": "union",
    "n": "intersection",
    "-": "minus",
    "'": "prime",
    "=": "equals",
    "c": "subset",
}
ON_CUBES: Mapping[str, str] = {"U": "∪", "n": "∩", "-": "−", "'": "′", "c": "⊂", "L": "Λ"}
SYMBOLS_BY_NAME: Mapping[str, str] = {name.casefold(): symbol for symbol, name in NAMES.items()}

# Other ways to type or write the same symbol. Bars above and below the letters mean nothing (JM OS-E5), and the
# mathematical null set counts as Λ (JM OS-E1).
ALIASES: Mapping[str, str] = {
    **{symbol: symbol for symbol in SYMBOLS + DIGITS},
    **{color.lower(): color for color in SETS + "U"},
    **dict.fromkeys("∪⋃", "U"),
    **dict.fromkeys("∩⋂N", "n"),
    **dict.fromkeys("−–‒", "-"),
    **dict.fromkeys("′’‘`", "'"),
    **dict.fromkeys("⊂⊆C", "c"),
    **dict.fromkeys("Λ∧⋀∅Øø", "L"),
    **dict.fromkeys("([{", "("),
    **dict.fromkeys(")]}", ")"),
}

INTERCHANGEABLE_PAIRS = (("union-intersection-interchangeable", "Un"), ("v-null-interchangeable", "VL"))


def printed_symbol(symbol: str) -> str:
    """Return a symbol as it is printed on the cubes: `∪` for `U`."""
    return ON_CUBES.get(symbol, symbol)


CardBits = int
DECK = tuple(
    "".join(color for bit, color in enumerate(COLORS) if number >> bit & 1) or BLANK_CARD for number in range(16)
)


@dataclass(frozen=True)
class Universe:
    """The cards that were dealt; a set of cards is an integer with one bit per card (OS I-B-1).

    `cards`: by their letters, in the order dealt. `blank_as`: the colors that the writer put on the wild blank card.
    """

    cards: tuple[str, ...]
    blank_as: str = ""

    @cached_property
    def all_cards(self) -> CardBits:
        return (1 << len(self.cards)) - 1

    @cached_property
    def sets(self) -> dict[str, CardBits]:
        """What each symbol of a set stands for."""
        dots = [self.dots(card) for card in self.cards]
        colors = {color: sum(1 << bit for bit, letters in enumerate(dots) if color in letters) for color in COLORS}
        return colors | {"V": self.all_cards, "L": 0}

    def dots(self, card: str) -> str:
        """Return the colors on a card, for this writer."""
        return self.blank_as if card == BLANK_CARD else card

    def bit_of(self, card: str) -> CardBits:
        """Return the bit of a card of the pack, whatever was put on it; 0 if it wasn't dealt."""
        return 1 << self.cards.index(card) if card in self.cards else 0

    def names_of(self, cards: CardBits) -> tuple[str, ...]:
        """Return the cards in a set."""
        return tuple(card for bit, card in enumerate(self.cards) if cards >> bit & 1)
