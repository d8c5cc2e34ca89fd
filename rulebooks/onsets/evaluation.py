"""Computes the cards of a Solution (OS VI-B-1).

Cards that break a Restriction are turned over, then the Set-Name selects. Every operation and every Restriction applies
to single cards, so a Set-Name gives the same on the restricted Universe as on the whole one, minus the cards that were
turned over.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import CardBits, Universe
from rulebooks.onsets.groupings import Groupings, SetReadings
from rulebooks.onsets.restrictions import RestrictionReadings, WrittenRestriction, cards_kept_by
from rulebooks.onsets.rules import OnSetsRules
from rulebooks.onsets.set_trees import parse_set
from rulebooks.onsets.solution import ParsedSolution
from rulebooks.onsets.tokens import tokenize
from rulebooks.onsets.verdicts import NOT_EQUAL, SolutionReading, SolutionViolation
from rulebooks.wording import join_words


@dataclass(frozen=True)
class CountingRules:
    """What the variations require of cards: count double, be there, not be there, be removed; and the Goal."""

    universe: Universe
    rules: OnSetsRules
    goal_values: tuple[int, ...] | None

    def double(self) -> CardBits:
        """Return the cards that count double, a wild blank card included if its colors match (OS XIII-C-10, C-12-c)."""
        name = self.rules.double_set
        if not name:
            return 0
        return next(iter(self.groupings().readings_of(parse_set(tokenize(name), len(name)))))

    def groupings(self) -> Groupings:
        return Groupings(self.universe, self.rules.has("symmetric-difference"))


def evaluate_solution(parsed: ParsedSolution, counting: CountingRules) -> tuple[SolutionReading, ...]:
    """Return every reading with different cards or faults, in the order in which groupings are found."""
    groupings = counting.groupings()
    names = _name_readings(parsed, groupings)
    restrictions = [_restriction_readings(forms, groupings) for forms in parsed.restrictions]
    groupings.spend(len(names) * math.prod(len(kept) for kept in restrictions))
    universe, double = counting.universe, counting.double()
    readings: dict[tuple[CardBits, tuple[SolutionViolation, ...]], SolutionReading] = {}
    for choice in itertools.product(*(kept.items() for kept in restrictions)):
        kept_cards = [cards for cards, _ in choice]
        left = _cards_left(universe, kept_cards)
        null_faults = _null_restrictions(universe, kept_cards, counting.rules)
        for name_cards, name in names.items():
            cards = name_cards & left
            faults = null_faults + _faults(cards, double, counting)
            if (cards, faults) not in readings:
                readings[cards, faults] = SolutionReading(
                    name=name,
                    restrictions=tuple(stated for _, stated in choice),
                    cards=universe.names_of(cards),
                    removed=universe.names_of(universe.all_cards & ~left),
                    count=_count(cards, double),
                    faults=faults,
                )
    return tuple(readings.values())


def _name_readings(parsed: ParsedSolution, groupings: Groupings) -> SetReadings:
    readings: SetReadings = {}
    for variant in parsed.names:
        for cards, read in groupings.readings_of(variant).items():
            readings.setdefault(cards, read)
    return readings


def _restriction_readings(variants: Sequence[WrittenRestriction], groupings: Groupings) -> RestrictionReadings:
    readings: RestrictionReadings = {}
    for variant in variants:
        for cards, stated in cards_kept_by(variant, groupings).items():
            readings.setdefault(cards, stated)
    return readings


def _cards_left(universe: Universe, kept: Iterable[CardBits]) -> CardBits:
    """Return the cards that satisfy every Restriction."""
    left = universe.all_cards
    for cards in kept:
        left &= cards
    return left


def _count(cards: CardBits, double: CardBits) -> int:
    return cards.bit_count() + (cards & double).bit_count()


def _null_restrictions(
    universe: Universe, kept: Sequence[CardBits], rules: OnSetsRules
) -> tuple[SolutionViolation, ...]:
    """With No Null Restrictions each must remove a card, whichever is applied first (OS XIII-B-8, JM OS-E13)."""
    if not rules.has("no-null-restrictions"):
        return ()
    violations = []
    for number, each in enumerate(kept):
        others = _cards_left(universe, (*kept[:number], *kept[number + 1 :]))
        if not others & ~each:
            sentence = f"Restriction {number + 1} doesn’t remove any cards."
            if len(kept) > 1:
                sentence = f"After the other Restrictions, Restriction {number + 1} doesn’t remove any cards."
            rule = f"{rules.rule('no-null-restrictions')}; JM OS-E13"
            violations.append(SolutionViolation("null_restriction", sentence, rule, f"restriction {number + 1}"))
    return tuple(violations)


def _faults(cards: CardBits, double: CardBits, counting: CountingRules) -> tuple[SolutionViolation, ...]:
    """Return what is wrong with this set of cards.

    A blank card that was made like the forbidden card goes wherever that one goes (OS XIII-C-11 comment b).
    """
    universe, rules = counting.universe, counting.rules
    violations = []
    if rules.required_card and not cards & universe.bit_of(rules.required_card):
        sentence = f"The {rules.required_card} card must be in the set."
        violations.append(SolutionViolation("required_card_missing", sentence, rules.rule("required-forbidden-card")))
    if rules.forbidden_card and cards & universe.bit_of(rules.forbidden_card):
        sentence = f"The {rules.forbidden_card} card can’t be in the set."
        violations.append(SolutionViolation("forbidden_card_used", sentence, rules.rule("required-forbidden-card")))
    if counting.goal_values is not None and (count := _count(cards, double)) not in counting.goal_values:
        goal = join_words(counting.goal_values, "or")
        violations.append(
            SolutionViolation(NOT_EQUAL, f"The set counts {count}, but the Goal is {goal}.", "OS VII-B-3; OS VII-C-5-b")
        )
    return tuple(violations)
