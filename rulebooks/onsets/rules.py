"""Which variations are in force, and what they mean for Solutions (OS XIII).

Variations that a division always plays are in force whether listed or not. An illegal pick that is still on the list
was not noticed in time: it is set aside (OS II-C-2, JM OS-A9, OS-A17).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulebooks.edition import BookDivision, Edition
from rulebooks.onsets.cubes_and_cards import ALIASES, INTERCHANGEABLE_PAIRS, NAMES, SYMBOLS_BY_NAME, printed_symbol
from rulebooks.onsets.verdicts import SolutionViolation
from rulebooks.set_names import BLANK_CARD, cards_named_by
from rulebooks.variation_blanks import FilledVariation, fill_blank
from rulebooks.variation_selection import VariationPick
from rulebooks.variations import Variation
from rulebooks.wording import in_quotes

SET_ASIDE_RULE = "OS II-C-2"
WITHOUT_RESTRICTIONS = ("E",)  # = and ⊂ are not used in Elementary (OS I-B-2-d)


class OnSetsError(ValueError):
    """A question that makes no sense. The message says what is wrong with it."""


@dataclass(frozen=True)
class OnSetsRules:
    """The rules of one shake. `active`: every variation in force by slug."""

    division: BookDivision
    active: Mapping[str, Variation] = field(default_factory=dict)
    wild: str = ""
    required_cube: str = ""
    double_set: str = ""
    required_card: str = ""
    forbidden_card: str = ""
    set_aside: tuple[SolutionViolation, ...] = ()

    def has(self, slug: str) -> bool:
        return slug in self.active

    def rule(self, slug: str) -> str:
        return self.active[slug].rule

    @property
    def uses_restrictions(self) -> bool:
        return self.division.letter not in WITHOUT_RESTRICTIONS

    @property
    def pairs(self) -> tuple[str, ...]:
        """Symbols that may stand for each other: `Un`, `VL`."""
        return tuple(pair for slug, pair in INTERCHANGEABLE_PAIRS if slug in self.active)

    def pair_of(self, symbol: str) -> str:
        """Return the symbols that this one may stand for without being wild, including itself."""
        return next((pair for pair in self.pairs if symbol in pair), symbol)


def onsets_rules(
    edition: Edition,
    division: str,
    picks: Iterable[VariationPick],
    universe: tuple[str, ...],
    rolled: tuple[str, ...] = (),
) -> OnSetsRules:
    """Return the rules that result from the picks. `rolled`: the symbols of all cubes, if known."""
    book_division = edition.division(division)
    if book_division is None:
        raise OnSetsError(f"There’s no division {in_quotes(division)} in {edition.title}.")
    in_force = [FilledVariation(variation) for variation in edition.variations.always_on(book_division.letter)]
    set_aside: list[SolutionViolation] = []
    filled = [_fill_pick(edition, book_division, pick, set_aside) for pick in picks if pick.blank is not False]
    candidates = [each for each in filled if each is not None]
    symmetric = any(each.variation.slug == "symmetric-difference" for each in candidates)
    for each in candidates:
        problem = _find_objection(each, in_force, universe, symmetric) or _find_missing_cube(each, rolled)
        if problem:
            set_aside.append(
                SolutionViolation("variation_set_aside", problem, f"{each.variation.rule}; {SET_ASIDE_RULE}")
            )
        else:
            in_force.append(each)
    blanks = {each.variation.slug: each.text for each in in_force}
    cards = dict(each.text.split(" ") for each in in_force if each.variation.slug == "required-forbidden-card")
    return OnSetsRules(
        division=book_division,
        active={each.variation.slug: each.variation for each in in_force},
        wild=_symbol(blanks.get("wild-cube", "")),
        required_cube=_symbol(blanks.get("required-cube", "")),
        double_set=blanks.get("double-set", ""),
        required_card=cards.get("required", ""),
        forbidden_card=cards.get("forbidden", ""),
        set_aside=tuple(set_aside),
    )


def _fill_pick(
    edition: Edition, division: BookDivision, pick: VariationPick, set_aside: list[SolutionViolation]
) -> FilledVariation | None:
    if pick.slug not in edition.variations.slugs:
        raise OnSetsError(f"There’s no variation {in_quotes(pick.slug)} in {edition.title}.")
    variation = edition.variations.find(division.letter, pick.slug)
    if variation is None:
        listed = itertools.chain.from_iterable(edition.variations.lists.values())
        name = next(each.name for each in listed if each.slug == pick.slug)
        sentence = f"{name} isn’t on the {division.name} list."
        set_aside.append(SolutionViolation("variation_set_aside", sentence, SET_ASIDE_RULE))
        return None
    filled = fill_blank(variation, _normalize_blank(variation, pick.blank))
    if isinstance(filled, str):
        sentence = f"The blank of {variation.name} can’t be filled in that way."
        set_aside.append(SolutionViolation("variation_set_aside", sentence, f"{variation.rule}; {SET_ASIDE_RULE}"))
        return None
    return filled


def _normalize_blank(variation: Variation, written: object) -> object:
    """Accept a symbol as on the cubes or by name."""
    if variation.blank is None or variation.blank.kind != "choice" or not isinstance(written, str):
        return written
    return NAMES.get(ALIASES.get(written.strip(), ""), written)


def _symbol(name: str) -> str:
    return SYMBOLS_BY_NAME.get(name.casefold(), "")


def _find_objection(
    pick: FilledVariation, in_force: list[FilledVariation], universe: tuple[str, ...], symmetric: bool
) -> str:
    """Return why this pick can't be in force, judging by the cards and the other picks; or an empty text."""
    variation = pick.variation
    for other in in_force:
        if not variation.always and pick.repeats(other):
            return f"{variation.name} was already picked."
        if pick.conflict_with(other):
            return f"{variation.name} conflicts with {other.variation.name}."
    if not universe:
        return ""
    if variation.slug == "blank-card-wild" and BLANK_CARD not in universe:
        return "Blank Card Wild has no effect because the blank card wasn’t dealt."
    if variation.slug == "required-forbidden-card" and (card := pick.text.split(" ")[1]) not in universe:
        return f"{variation.name} has no effect because the {card} card wasn’t dealt."
    if variation.slug == "double-set" and variation.blank:
        cards = cards_named_by(pick.text, universe, most=variation.blank.most, symmetric=symmetric)
        if not cards or len(cards) == len(universe):
            if cards:
                return f"Double Set can’t be {pick.text} because that names every card."
            return f"Double Set can’t be {pick.text} because that names no cards."
    return ""


def _find_missing_cube(pick: FilledVariation, rolled: tuple[str, ...]) -> str:
    """Return why a required or wild cube has no effect: no one rolled it (OS II-C-2, JM OS-A9, OS-A10)."""
    if not rolled or pick.variation.slug not in ("required-cube", "wild-cube") or _symbol(pick.text) in rolled:
        return ""
    return f"{pick.variation.name} has no effect because no {printed_symbol(_symbol(pick.text))} was rolled."
