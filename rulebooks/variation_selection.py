"""Is this pick of variations legal, and what does it cost (EQ II-B, OS II-C, JM A1 to A31, JM OS-A)?

A pick must be on the division's list, have its blank filled in, and be able to affect the shake; it may not repeat or
contradict one that was chosen before. Within one player's picks the order does not matter (JM A22).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulebooks.catalog import editions
from rulebooks.citations import Because
from rulebooks.edition import BookDivision, Edition
from rulebooks.variation_blanks import FilledVariation, fill_blank
from rulebooks.variation_effects import Mat, PickError, has_effect
from rulebooks.variations import Variation

UNLISTED = ("not-in-division", "not-this-year", "always-on")


@dataclass(frozen=True)
class VariationPick:
    """A circled variation, and what was written into its blank."""

    slug: str
    blank: object = None


@dataclass(frozen=True)
class VariationSelection:
    """One player's try at picking. `insulated`: nobody noticed before the next legal action."""

    division: str
    ending_year: int
    players: int
    is_goal_setter: bool
    picks: tuple[VariationPick, ...]
    mat: Mat
    already: tuple[VariationPick, ...] = ()
    attempt: int = 1
    before_roll: bool = False
    insulated: bool = False
    format: str = ""


@dataclass(frozen=True)
class SelectionVerdict:
    """`reason` is empty for a legal pick. `longer`: limits that the picks lengthen, and to what."""

    reason: str
    penalty: int
    because: Because
    consequence: str = ""
    longer: tuple[tuple[str, int], ...] = ()

    @property
    def is_legal(self) -> bool:
        return not self.reason


@dataclass(frozen=True)
class _Objection:
    reason: str
    rule: str
    sentence: str


def check_selection(edition: Edition, selection: VariationSelection) -> SelectionVerdict:
    """Legal or not, why, the penalty, and what it does to time limits."""
    rules = edition.variations
    division = edition.division(selection.division)
    if division is None:
        raise PickError(f"There is no division {selection.division!r} in {edition.title}.")
    played = edition.format(selection.format)
    if played is None:
        raise PickError(f"There is no format {selection.format!r} in {edition.title}.")
    if selection.players not in (2, 3) or selection.attempt not in (1, 2):
        raise PickError("A match has two or three players, and a player has two tries.")
    picks = rules.picks.get(division.letter)
    if not played.variations or picks is None or not rules.illegal or not rules.before_roll or not rules.too_many:
        rule = played.rule if not played.variations else rules.none_rule
        return SelectionVerdict("no-variations", 0, Because(rule, "No variations are picked here."))
    if selection.before_roll:
        sentence = "Variations are picked after the cubes are rolled and the cards dealt."
        return SelectionVerdict(
            "before-roll", rules.before_roll.value, Because(rules.before_roll.rule, sentence), "set aside"
        )
    least, most = picks.of(selection.players, selection.is_goal_setter)
    objection = _first_objection(edition, division, selection, selection.picks[:most])
    if objection is None and len(selection.picks) < least:
        must = "one variation" if least == 1 else f"{least} variations"
        objection = _Objection("too-few", picks.rule, f"This player must pick {must}.")
    if objection:
        return _illegal(edition, selection, objection)
    if len(selection.picks) > most:
        sentence = f"This player may pick {most}; what was circled beyond that is struck out."
        return SelectionVerdict("too-many", rules.too_many.value, Because(rules.too_many.rule, sentence), "struck out")
    slugs = tuple(pick.slug for pick in selection.picks)
    longer = tuple(
        (each.id, each.with_variations(slugs)) for each in edition.limits.values() if set(each.longer) & set(slugs)
    )
    return SelectionVerdict("", 0, Because(picks.rule, "A legal pick."), longer=longer)


def _illegal(edition: Edition, selection: VariationSelection, objection: _Objection) -> SelectionVerdict:
    """What an illegal pick costs, unless nobody noticed in time: then it is only ignored."""
    rules = edition.variations
    assert rules.illegal is not None
    assert rules.insulated is not None
    if selection.insulated:
        because = Because(rules.insulated.rule, f"{objection.sentence} Nobody noticed in time: it is ignored.")
        return SelectionVerdict(objection.reason, rules.insulated.value, because, "ignored")
    cost = rules.unlisted if objection.reason in UNLISTED and rules.unlisted else rules.illegal
    consequence = "pick again" if selection.attempt == 1 else "no pick for this shake"
    because = Because(objection.rule, objection.sentence)
    return SelectionVerdict(objection.reason, cost.value, because, consequence)


def _first_objection(
    edition: Edition, division: BookDivision, selection: VariationSelection, picks: tuple[VariationPick, ...]
) -> _Objection | None:
    """The first thing wrong with a pick, looked at beside what stands already and the player's other picks."""
    standing = _in_force(edition, division, selection)
    read = [_read(edition, division, selection.ending_year, pick) for pick in picks]
    readable = [found for found in read if isinstance(found, FilledVariation)]
    for number, found in enumerate(read):
        if isinstance(found, _Objection):
            return found
        before = standing + [each for each in read[:number] if isinstance(each, FilledVariation)]
        beside = standing + [each for each in readable if each is not found]
        objection = _against(edition, found, before, beside, selection.mat)
        if objection:
            return objection
    return None


def _in_force(edition: Edition, division: BookDivision, selection: VariationSelection) -> list[FilledVariation]:
    """What was chosen before, without what was illegal and went unnoticed: that has no effect (EQ II-B-2, JM A23)."""
    standing: list[FilledVariation] = []
    read = [_read(edition, division, selection.ending_year, pick) for pick in selection.already]
    filled = [found for found in read if isinstance(found, FilledVariation)]
    for number, found in enumerate(filled):
        before, others = filled[:number], [each for each in filled if each is not found]
        # Legal when it was picked, or beside what the same player picked after it: nobody tells who picked which.
        if any(not _against(edition, found, standing, beside, selection.mat) for beside in (before, others)):
            standing.append(found)
    return standing


def _read(
    edition: Edition, division: BookDivision, ending_year: int, pick: VariationPick
) -> FilledVariation | _Objection:
    """The variation on this division's list of this year, with its blank filled in."""
    rules = edition.variations
    if pick.slug not in rules.slugs and not any(pick.slug in other.variations.slugs for other in editions().values()):
        raise PickError(f"There is no variation {pick.slug!r} in any rule book.")
    variation = rules.find(division.letter, pick.slug)
    if variation is None:
        unlisted = rules.unlisted.rule if rules.unlisted else ""
        return _Objection("not-in-division", unlisted, f"It is not on the list of {division.name}.")
    if variation.always:
        sentence = f"{variation.name} is in force in every shake of {division.name} and is not picked."
        return _Objection("always-on", variation.rule, sentence)
    if not variation.is_played_in(ending_year):
        sentence = f"{variation.name} is played in {variation.years} years, and {ending_year} is not one."
        return _Objection("not-this-year", variation.rule, sentence)
    filled = fill_blank(variation, pick.blank)
    if isinstance(filled, str):
        says = {"missing-blank": "its blank must be filled in", "bad-blank": "that does not fit into its blank"}
        return _Objection(filled, variation.rule, f"{variation.name}: {says[filled]}.")
    return filled


def _against(
    edition: Edition, found: FilledVariation, before: Iterable[FilledVariation], beside: list[FilledVariation], mat: Mat
) -> _Objection | None:
    variation = found.variation
    rules = edition.variations
    illegal = rules.illegal.rule if rules.illegal else variation.rule
    for other in before:
        if found.repeats(other):
            return _Objection("duplicate", illegal, f"{variation.name} was picked already.")
        rule = found.conflict_with(other)
        if rule:
            return _Objection("conflict", rule, f"It cannot stand beside {_named(other)}.")
    if not has_effect(edition.cubes, found, beside, mat):
        because = "; it follows from the rule on picks without effect" if variation.derived else ""
        return _Objection("no-effect", f"{variation.rule}; {illegal}", f"{_lack(variation)}{because}.")
    return None


def _named(filled: FilledVariation) -> str:
    return f"{filled.variation.name} ({filled.text})" if filled.text else filled.variation.name


def _lack(variation: Variation) -> str:
    if not variation.needs:
        return f"{variation.name} changes nothing with what was filled in"
    return f"{variation.name} changes nothing without {' or '.join(variation.needs)}"
