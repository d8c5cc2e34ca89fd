"""Whether a player's picks of variations are legal (EQ II-B, OS II-C, JM A1 to A31, JM OS-A).

A pick must be on the division's list, have its blank filled in, and be able to affect the shake. It may not repeat or
contradict an earlier one. The order of one player's own picks doesn't matter (JM A22).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulebooks.catalog import editions
from rulebooks.citations import Because
from rulebooks.edition import BookDivision, Edition
from rulebooks.variation_blanks import FilledVariation, fill_blank
from rulebooks.variation_effects import Mat, PickError, has_effect
from rulebooks.variations import Variation, describe_needs
from rulebooks.wording import plural

UNLISTED = ("not-in-division", "not-this-year", "always-on")


@dataclass(frozen=True)
class VariationPick:
    """A circled variation, and what was written into its blank."""

    slug: str
    blank: object = None


@dataclass(frozen=True)
class VariationSelection:
    """One player's attempt to pick. `insulated`: no one noticed the illegal pick before the next legal action."""

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
    """`reason` is empty for a legal pick. `longer`: the limits that the picks lengthen, and to what."""

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
    """Return whether the picks are legal, why, the penalty, and the effect on time limits."""
    rules = edition.variations
    division = edition.division(selection.division)
    if division is None:
        raise PickError(f"There’s no division “{selection.division}” in {edition.title}.")
    played = edition.format(selection.format)
    if played is None:
        raise PickError(f"There’s no format “{selection.format}” in {edition.title}.")
    if selection.players not in (2, 3) or selection.attempt not in (1, 2):
        raise PickError("A match has 2 or 3 players, and each player has 2 tries.")
    picks = rules.picks.get(division.letter)
    if not played.variations or picks is None or not rules.illegal or not rules.before_roll or not rules.too_many:
        rule = played.rule if not played.variations else rules.none_rule
        return SelectionVerdict("no-variations", 0, Because(rule, "There are no variations to pick here."))
    if selection.before_roll:
        sentence = "Variations are picked after the cubes are rolled and any cards are dealt."
        return SelectionVerdict(
            "before-roll", rules.before_roll.value, Because(rules.before_roll.rule, sentence), "set aside"
        )
    least, most = picks.of(selection.players, selection.is_goal_setter)
    objection = _first_objection(edition, division, selection, selection.picks[:most])
    if objection is None and len(selection.picks) < least:
        sentence = plural(least, "This player must pick 1 variation.", "This player must pick {count} variations.")
        objection = _Objection("too-few", picks.rule, sentence)
    if objection:
        return _illegal_verdict(edition, selection, objection)
    if len(selection.picks) > most:
        sentence = plural(
            most,
            "This player may pick 1 variation. The extra ones are crossed out.",
            "This player may pick {count} variations. The extra ones are crossed out.",
        )
        return SelectionVerdict("too-many", rules.too_many.value, Because(rules.too_many.rule, sentence), "struck out")
    slugs = tuple(pick.slug for pick in selection.picks)
    longer = tuple(
        (each.id, each.with_variations(slugs)) for each in edition.limits.values() if set(each.longer) & set(slugs)
    )
    return SelectionVerdict("", 0, Because(picks.rule, "This pick is legal."), longer=longer)


def _illegal_verdict(edition: Edition, selection: VariationSelection, objection: _Objection) -> SelectionVerdict:
    """Return what an illegal pick costs. If no one noticed in time, it is only ignored."""
    rules = edition.variations
    assert rules.illegal is not None
    assert rules.insulated is not None
    if selection.insulated:
        because = Because(rules.insulated.rule, f"{objection.sentence} No one noticed in time, so the pick is ignored.")
        return SelectionVerdict(objection.reason, rules.insulated.value, because, "ignored")
    cost = rules.unlisted if objection.reason in UNLISTED and rules.unlisted else rules.illegal
    consequence = "pick again" if selection.attempt == 1 else "no pick for this shake"
    because = Because(objection.rule, objection.sentence)
    return SelectionVerdict(objection.reason, cost.value, because, consequence)


def _first_objection(
    edition: Edition, division: BookDivision, selection: VariationSelection, picks: tuple[VariationPick, ...]
) -> _Objection | None:
    """Return the first thing wrong with a pick, given the picks in force and the player's other picks."""
    in_force = _picks_in_force(edition, division, selection)
    read_picks = [_read_pick(edition, division, selection.ending_year, pick) for pick in picks]
    filled = [pick for pick in read_picks if isinstance(pick, FilledVariation)]
    for number, pick in enumerate(read_picks):
        if isinstance(pick, _Objection):
            return pick
        before = in_force + [each for each in read_picks[:number] if isinstance(each, FilledVariation)]
        others = in_force + [each for each in filled if each is not pick]
        objection = _objection_to(edition, pick, before, others, selection.mat)
        if objection:
            return objection
    return None


def _picks_in_force(edition: Edition, division: BookDivision, selection: VariationSelection) -> list[FilledVariation]:
    """Return the earlier picks, without illegal ones that went unnoticed: those have no effect (EQ II-B-2, JM A23)."""
    in_force: list[FilledVariation] = []
    read_picks = [_read_pick(edition, division, selection.ending_year, pick) for pick in selection.already]
    filled = [pick for pick in read_picks if isinstance(pick, FilledVariation)]
    for number, pick in enumerate(filled):
        before, others = filled[:number], [each for each in filled if each is not pick]
        # Legal on its own turn, or next to the same player's later picks: the request doesn't say who picked which.
        if any(
            not _objection_to(edition, pick, in_force, companions, selection.mat) for companions in (before, others)
        ):
            in_force.append(pick)
    return in_force


def _read_pick(
    edition: Edition, division: BookDivision, ending_year: int, pick: VariationPick
) -> FilledVariation | _Objection:
    """Return the variation from the division's list of this year with its blank filled in, or what is wrong."""
    rules = edition.variations
    if pick.slug not in rules.slugs and not any(pick.slug in other.variations.slugs for other in editions().values()):
        raise PickError(f"There’s no variation “{pick.slug}” in any rule book.")
    variation = rules.find(division.letter, pick.slug)
    if variation is None:
        unlisted = rules.unlisted.rule if rules.unlisted else ""
        return _Objection("not-in-division", unlisted, f"This variation isn’t on the {division.name} list.")
    if variation.always:
        sentence = f"{variation.name} is always in force in {division.name}, so it isn’t picked."
        return _Objection("always-on", variation.rule, sentence)
    if not variation.is_played_in(ending_year):
        sentence = f"{variation.name} is played only in {variation.years} years, and {ending_year} isn’t one."
        return _Objection("not-this-year", variation.rule, sentence)
    filled = fill_blank(variation, pick.blank)
    if isinstance(filled, str):
        sentences = {
            "missing-blank": f"The blank of {variation.name} must be filled in.",
            "bad-blank": f"The blank of {variation.name} can’t be filled in that way.",
        }
        return _Objection(filled, variation.rule, sentences[filled])
    return filled


def _objection_to(
    edition: Edition, pick: FilledVariation, before: Iterable[FilledVariation], others: list[FilledVariation], mat: Mat
) -> _Objection | None:
    variation = pick.variation
    rules = edition.variations
    illegal = rules.illegal.rule if rules.illegal else variation.rule
    for other in before:
        if pick.repeats(other):
            return _Objection("duplicate", illegal, f"{variation.name} was already picked.")
        rule = pick.conflict_with(other)
        if rule:
            return _Objection("conflict", rule, f"{variation.name} conflicts with {_name_with_blank(other)}.")
    if not has_effect(edition.cubes, pick, others, mat):
        return _Objection("no-effect", f"{variation.rule}; {illegal}", _missing_needs(variation))
    return None


def _name_with_blank(filled: FilledVariation) -> str:
    return f"{filled.variation.name} ({filled.text})" if filled.text else filled.variation.name


def _missing_needs(variation: Variation) -> str:
    if not variation.needs:
        return f"{variation.name} has no effect with this blank."
    needs = describe_needs(variation)
    if variation.derived:
        return f"By the rule on picks with no effect, {variation.name} needs {needs}."
    return f"{variation.name} has no effect without {needs}."
