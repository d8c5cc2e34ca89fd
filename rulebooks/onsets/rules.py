"""Which variations are in force, and what they say about Solutions (OS XIII).

What a division plays in every shake is in force whether listed or not. A pick that was illegal and stands on the list
all the same was not noticed in time: it is set aside (OS II-C-2, JM OS-A9, OS-A17).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulebooks.edition import BookDivision, Edition
from rulebooks.onsets.cubes_and_cards import BY_NAME, NAMES, PAIRS, SAME
from rulebooks.onsets.verdicts import SolutionViolation
from rulebooks.set_names import BLANK_CARD, cards_named_by
from rulebooks.variation_blanks import FilledVariation, fill_blank
from rulebooks.variation_selection import VariationPick
from rulebooks.variations import Variation

SET_ASIDE_RULE = "OS II-C-2"
WITHOUT_RESTRICTIONS = ("E",)  # = and ⊂ are not used in Elementary (OS I-B-2-d)


class OnSetsError(ValueError):
    """A question that makes no sense; the sentence says what is wrong with it."""


@dataclass(frozen=True)
class OnSetsRules:
    """The rules of one shake. `on` holds every variation in force by its slug."""

    division: BookDivision
    on: Mapping[str, Variation] = field(default_factory=dict)
    wild: str = ""
    required_cube: str = ""
    double_set: str = ""
    required_card: str = ""
    forbidden_card: str = ""
    set_aside: tuple[SolutionViolation, ...] = ()

    def has(self, slug: str) -> bool:
        return slug in self.on

    def rule(self, slug: str) -> str:
        return self.on[slug].rule

    @property
    def uses_restrictions(self) -> bool:
        return self.division.letter not in WITHOUT_RESTRICTIONS

    @property
    def pairs(self) -> tuple[str, ...]:
        """Symbols that may stand for each other: `Un`, `VL`."""
        return tuple(pair for slug, pair in PAIRS if slug in self.on)

    def pair_of(self, symbol: str) -> str:
        """The symbols that this one may stand for without being wild, itself among them."""
        return next((pair for pair in self.pairs if symbol in pair), symbol)


def rules_for_shake(
    edition: Edition,
    division: str,
    picks: Iterable[VariationPick],
    universe: tuple[str, ...],
    rolled: tuple[str, ...] = (),
) -> OnSetsRules:
    """What the picks make of a shake. `rolled`: the symbols of all cubes, where they are known."""
    found = edition.division(division)
    if found is None:
        raise OnSetsError(f"There is no division {division!r} in {edition.title}.")
    standing = [FilledVariation(variation) for variation in edition.variations.always_on(found.letter)]
    set_aside: list[SolutionViolation] = []
    filled = [_filled(edition, found, pick, set_aside) for pick in picks if pick.blank is not False]
    candidates = [each for each in filled if each is not None]
    symmetric = any(each.variation.slug == "symmetric-difference" for each in candidates)
    for each in candidates:
        problem = _objection(each, standing, universe, symmetric) or _not_rolled(each, rolled)
        if problem:
            set_aside.append(
                SolutionViolation("variation_set_aside", problem, f"{each.variation.rule}; {SET_ASIDE_RULE}")
            )
        else:
            standing.append(each)
    blanks = {each.variation.slug: each.text for each in standing}
    cards = dict(each.text.split(" ") for each in standing if each.variation.slug == "required-forbidden-card")
    return OnSetsRules(
        division=found,
        on={each.variation.slug: each.variation for each in standing},
        wild=_symbol(blanks.get("wild-cube", "")),
        required_cube=_symbol(blanks.get("required-cube", "")),
        double_set=blanks.get("double-set", ""),
        required_card=cards.get("required", ""),
        forbidden_card=cards.get("forbidden", ""),
        set_aside=tuple(set_aside),
    )


def _filled(
    edition: Edition, division: BookDivision, pick: VariationPick, set_aside: list[SolutionViolation]
) -> FilledVariation | None:
    if pick.slug not in edition.variations.slugs:
        raise OnSetsError(f"There is no variation {pick.slug!r} in {edition.title}.")
    variation = edition.variations.find(division.letter, pick.slug)
    if variation is None:
        sentence = f"{pick.slug} is not on the list of {division.name}."
        set_aside.append(SolutionViolation("variation_set_aside", sentence, SET_ASIDE_RULE))
        return None
    found = fill_blank(variation, _blank(variation, pick.blank))
    if isinstance(found, str):
        sentence = f"{variation.name}: that does not fit into its blank."
        set_aside.append(SolutionViolation("variation_set_aside", sentence, f"{variation.rule}; {SET_ASIDE_RULE}"))
        return None
    return found


def _blank(variation: Variation, written: object) -> object:
    """A symbol may be typed as on the cubes or by its name."""
    if variation.blank is None or variation.blank.kind != "choice" or not isinstance(written, str):
        return written
    return NAMES.get(SAME.get(written.strip(), ""), written)


def _symbol(name: str) -> str:
    return BY_NAME.get(name.casefold(), "")


def _objection(
    found: FilledVariation, standing: list[FilledVariation], universe: tuple[str, ...], symmetric: bool
) -> str:
    """Why this pick cannot stand, as far as the cards and the other picks tell; or nothing."""
    variation = found.variation
    for other in standing:
        if not variation.always and found.repeats(other):
            return f"{variation.name} was picked already."
        if found.conflict_with(other):
            return f"{variation.name} cannot stand beside {other.variation.name}."
    if not universe:
        return ""
    if variation.slug == "blank-card-wild" and BLANK_CARD not in universe:
        return "Blank Card Wild: the blank card was not dealt."
    if variation.slug == "required-forbidden-card" and found.text.split(" ")[1] not in universe:
        return f"{variation.name}: {found.text.split(' ')[1]} was not dealt."
    if variation.slug == "double-set" and variation.blank:
        cards = cards_named_by(found.text, universe, most=variation.blank.most, symmetric=symmetric)
        if not cards or len(cards) == len(universe):
            return f"Double Set: {found.text} names {'every card' if cards else 'no card'}."
    return ""


def _not_rolled(found: FilledVariation, rolled: tuple[str, ...]) -> str:
    """A cube that nobody rolled can be neither required nor wild (OS II-C-2, JM OS-A9, OS-A10)."""
    if not rolled or found.variation.slug not in ("required-cube", "wild-cube") or _symbol(found.text) in rolled:
        return ""
    return f"{found.variation.name}: no {_symbol(found.text)} was rolled."
