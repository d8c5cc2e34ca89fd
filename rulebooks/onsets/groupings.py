"""Every legal reading of what was written, by the set of cards that it gives (OS VII-B-6).

' comes first; the other operations have no order, so each way to group them is a reading. Groupings that give the same
cards are kept once, with the one that is found first: splitting at the first sign before the second, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import Cards, Universe
from rulebooks.onsets.set_trees import GroupedSet, SetOperation, SetSymbol, UngroupedSet, WrittenSet
from rulebooks.onsets.tokens import SetToken

MOST_WORK = 60_000

SetReadings = dict[Cards, GroupedSet]


class TooManyReadings(ValueError):
    """More groupings than can be tried in reasonable time."""


@dataclass
class Groupings:
    """Groups over one Universe. `symmetric`: − is the symmetric difference (OS XIII-D-13)."""

    universe: Universe
    symmetric: bool = False
    work: int = 0

    def of(self, written: WrittenSet) -> SetReadings:
        if isinstance(written, SetSymbol):
            return {self._complemented(self.universe.sets[written.token.means], len(written.primes)): written}
        found = self._grouped(written)
        if not written.primes:
            return found
        return {
            self._complemented(cards, len(written.primes)): SetOperation(
                read.left, read.sign, read.right, written.primes
            )
            for cards, read in found.items()
            if isinstance(read, SetOperation)
        }

    def _complemented(self, cards: Cards, primes: int) -> Cards:
        return self.universe.all ^ cards if primes % 2 else cards

    def _grouped(self, chain: UngroupedSet) -> SetReadings:
        """All spans of the chain, short ones first; each is split at every sign in it."""
        count = len(chain.operands)
        spans: dict[tuple[int, int], SetReadings] = {
            (number, number): self.of(operand) for number, operand in enumerate(chain.operands)
        }
        for length in range(1, count):
            for first in range(count - length):
                last = first + length
                found: SetReadings = {}
                for split in range(first, last):
                    self._join(found, spans[first, split], chain.signs[split], spans[split + 1, last])
                spans[first, last] = found
        return spans[0, count - 1]

    def _join(self, found: SetReadings, lefts: SetReadings, sign: SetToken, rights: SetReadings) -> None:
        self.spend(len(lefts) * len(rights))
        for left_cards, left in lefts.items():
            for right_cards, right in rights.items():
                if sign.means == "U":
                    cards = left_cards | right_cards
                elif sign.means == "n":
                    cards = left_cards & right_cards
                elif self.symmetric:
                    cards = left_cards ^ right_cards
                else:
                    cards = left_cards & ~right_cards
                if cards not in found:
                    found[cards] = SetOperation(left, sign, right)

    def spend(self, work: int) -> None:
        self.work += work
        if self.work > MOST_WORK:
            raise TooManyReadings("There are too many ways to group this.")
