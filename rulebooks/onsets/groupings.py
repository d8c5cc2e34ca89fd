"""Every legal reading of a written set, by the set of cards that it gives (OS VII-B-6).

' comes first; the other operations have no order, so each way to group them is a reading. Of groupings with the same
cards only the first is kept: splitting at the first sign before the second, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import CardBits, Universe
from rulebooks.onsets.set_trees import GroupedSet, SetOperation, SetSymbol, UngroupedSet, WrittenSet
from rulebooks.onsets.tokens import SetToken

MAX_WORK = 60_000

SetReadings = dict[CardBits, GroupedSet]


class TooManyReadings(ValueError):
    """More groupings than can be tried in reasonable time."""


@dataclass
class Groupings:
    """Groups sets over one Universe. `symmetric`: − is the symmetric difference (OS XIII-D-13)."""

    universe: Universe
    symmetric: bool = False
    work: int = 0

    def readings_of(self, written: WrittenSet) -> SetReadings:
        if isinstance(written, SetSymbol):
            return {self._complemented(self.universe.sets[written.token.means], len(written.primes)): written}
        readings = self._group_chain(written)
        if not written.primes:
            return readings
        return {
            self._complemented(cards, len(written.primes)): SetOperation(
                read.left, read.sign, read.right, written.primes
            )
            for cards, read in readings.items()
            if isinstance(read, SetOperation)
        }

    def _complemented(self, cards: CardBits, primes: int) -> CardBits:
        return self.universe.all_cards ^ cards if primes % 2 else cards

    def _group_chain(self, chain: UngroupedSet) -> SetReadings:
        """Compute all spans of the chain, short ones first; each is split at every sign in it."""
        count = len(chain.operands)
        spans: dict[tuple[int, int], SetReadings] = {
            (number, number): self.readings_of(operand) for number, operand in enumerate(chain.operands)
        }
        for length in range(1, count):
            for first in range(count - length):
                last = first + length
                readings: SetReadings = {}
                for split in range(first, last):
                    self._join_spans(readings, spans[first, split], chain.signs[split], spans[split + 1, last])
                spans[first, last] = readings
        return spans[0, count - 1]

    def _join_spans(self, readings: SetReadings, lefts: SetReadings, sign: SetToken, rights: SetReadings) -> None:
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
                if cards not in readings:
                    readings[cards] = SetOperation(left, sign, right)

    def spend(self, work: int) -> None:
        """Count work, and give up beyond the limit."""
        self.work += work
        if self.work > MAX_WORK:
            raise TooManyReadings("There are too many ways to group this.")
