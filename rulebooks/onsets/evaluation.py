"""A Solution worked out: cards that disobey a Restriction are turned over, then the Set-Name selects (OS VI-B-1).

Every operation and every Restriction looks at single cards, so a Set-Name on the restricted Universe gives what it
gives on the whole one, without the cards that were turned over.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulebooks.onsets.cubes_and_cards import Cards, Universe
from rulebooks.onsets.groupings import Groupings, SetReadings
from rulebooks.onsets.restrictions import RestrictionReadings, WrittenRestriction, cards_kept_by
from rulebooks.onsets.rules import OnSetsRules
from rulebooks.onsets.set_trees import parse_set
from rulebooks.onsets.solution import ParsedSolution
from rulebooks.onsets.tokens import tokenize
from rulebooks.onsets.verdicts import NOT_EQUAL, SolutionReading, SolutionViolation


@dataclass(frozen=True)
class CountingRules:
    """What cards must do, by the variations: count double, be there, not be there, be removed; and equal the Goal."""

    universe: Universe
    rules: OnSetsRules
    goal_values: tuple[int, ...] | None

    def double(self) -> Cards:
        """The cards that count double; a wild blank card is among them if its colors say so (OS XIII-C-10, C-12-c)."""
        name = self.rules.double_set
        if not name:
            return 0
        return next(iter(self.groupings().of(parse_set(tokenize(name), len(name)))))

    def groupings(self) -> Groupings:
        return Groupings(self.universe, self.rules.has("symmetric-difference"))


def evaluate_solution(parsed: ParsedSolution, counting: CountingRules) -> tuple[SolutionReading, ...]:
    """Every reading that gives other cards or has other faults, in the order in which groupings are found."""
    groupings = counting.groupings()
    names = _names(parsed, groupings)
    restrictions = [_kept(forms, groupings) for forms in parsed.statements]
    groupings.spend(len(names) * math.prod(len(kept) for kept in restrictions))
    universe, double = counting.universe, counting.double()
    found: dict[tuple[Cards, tuple[SolutionViolation, ...]], SolutionReading] = {}
    for choice in itertools.product(*(kept.items() for kept in restrictions)):
        kept_cards = [cards for cards, _ in choice]
        left = _all_of(universe, kept_cards)
        null = _null(universe, kept_cards, counting.rules)
        for named, name in names.items():
            cards = named & left
            faults = null + _faults(cards, double, counting)
            if (cards, faults) not in found:
                found[cards, faults] = SolutionReading(
                    name=name,
                    restrictions=tuple(stated for _, stated in choice),
                    cards=universe.named(cards),
                    removed=universe.named(universe.all & ~left),
                    count=_count(cards, double),
                    faults=faults,
                )
    return tuple(found.values())


def _names(parsed: ParsedSolution, groupings: Groupings) -> SetReadings:
    found: SetReadings = {}
    for form in parsed.names:
        for cards, read in groupings.of(form).items():
            found.setdefault(cards, read)
    return found


def _kept(forms: Sequence[WrittenRestriction], groupings: Groupings) -> RestrictionReadings:
    found: RestrictionReadings = {}
    for form in forms:
        for cards, stated in cards_kept_by(form, groupings).items():
            found.setdefault(cards, stated)
    return found


def _all_of(universe: Universe, kept: Iterable[Cards]) -> Cards:
    """The cards that satisfy every Restriction."""
    left = universe.all
    for cards in kept:
        left &= cards
    return left


def _count(cards: Cards, double: Cards) -> int:
    return cards.bit_count() + (cards & double).bit_count()


def _null(universe: Universe, kept: Sequence[Cards], rules: OnSetsRules) -> tuple[SolutionViolation, ...]:
    """With No Null Restrictions each removes a card, whichever is applied first (OS XIII-B-8, JM OS-E13)."""
    if not rules.has("no-null-restrictions"):
        return ()
    found = []
    for number, each in enumerate(kept):
        others = _all_of(universe, (*kept[:number], *kept[number + 1 :]))
        if not others & ~each:
            after = " after the others" if len(kept) > 1 else ""
            sentence = f"Restriction {number + 1} removes no card{after}."
            rule = f"{rules.rule('no-null-restrictions')}; JM OS-E13"
            found.append(SolutionViolation("null_restriction", sentence, rule, f"restriction {number + 1}"))
    return tuple(found)


def _faults(cards: Cards, double: Cards, counting: CountingRules) -> tuple[SolutionViolation, ...]:
    """What is wrong with this set of cards.

    A blank card that was made like the forbidden card goes wherever that one goes (OS XIII-C-11 comment b).
    """
    universe, rules = counting.universe, counting.rules
    found = []
    if rules.required_card and not cards & universe.one(rules.required_card):
        sentence = f"The card {rules.required_card} must be in the set."
        found.append(SolutionViolation("required_card_missing", sentence, rules.rule("required-forbidden-card")))
    if rules.forbidden_card and cards & universe.one(rules.forbidden_card):
        sentence = f"The card {rules.forbidden_card} may not be in the set."
        found.append(SolutionViolation("forbidden_card_used", sentence, rules.rule("required-forbidden-card")))
    if counting.goal_values is not None and (count := _count(cards, double)) not in counting.goal_values:
        goal = " or ".join(map(str, counting.goal_values))
        found.append(
            SolutionViolation(NOT_EQUAL, f"The set counts {count}; the Goal is {goal}.", "OS VII-B-3; OS VII-C-5-b")
        )
    return tuple(found)
