"""Can this variation affect this shake? It needs certain cubes or cards, or a wild cube that may stand for them.

A variation that changes nothing may not be picked (EQ II-B-2, OS II-C-2, JM Principle 1). Which cubes it takes is named
by the books for some variations and follows from the rule for the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulebooks.edition import Cubes
from rulebooks.set_names import BLANK_CARD, cards_named_by
from rulebooks.variation_blanks import FilledVariation

BASES = {"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
EXTRA_DIGITS = {"eleven": ("^",), "twelve": ("^", "√")}


class PickError(ValueError):
    """A question that makes no sense: unknown variation, impossible seat, cubes or cards that nobody named."""


@dataclass(frozen=True)
class Cube:
    symbol: str
    color: str = ""


@dataclass(frozen=True)
class Mat:
    """What was rolled, and in On-Sets dealt."""

    resources: tuple[Cube, ...]
    universe: tuple[str, ...] = ()

    def has(self, symbol: str) -> bool:
        return any(cube.symbol == symbol for cube in self.resources)


@dataclass(frozen=True)
class _Wild:
    """A wild cube in play, and the symbols that it may stand for."""

    symbol: str
    stands_for: frozenset[str]


def has_effect(cubes: Cubes, filled: FilledVariation, beside: Iterable[FilledVariation], mat: Mat) -> bool:
    beside = list(beside)
    blank = filled.variation.blank
    _check_known(filled, mat)
    if blank and blank.kind == "set":
        symmetric = any(other.variation.slug == "symmetric-difference" for other in beside)
        cards = cards_named_by(filled.text, mat.universe, most=blank.most, symmetric=symmetric)
        return bool(cards) and cards != frozenset(mat.universe)
    needs = filled.variation.needs
    return not needs or any(_is_met(cubes, need, filled, beside, mat) for need in needs)


def _check_known(filled: FilledVariation, mat: Mat) -> None:
    """What nobody told cannot be held against a player."""
    needs, blank = filled.variation.needs, filled.variation.blank
    if needs and not mat.resources:
        raise PickError("Which cubes were rolled?")
    asks_for_cards = {"the chosen card", "the blank card"} & set(needs) or (blank and blank.kind == "set")
    if asks_for_cards and not mat.universe:
        raise PickError("Which cards were dealt?")
    if "a digit of the chosen color" in needs and not any(cube.color for cube in mat.resources):
        raise PickError("Which colors do the cubes have?")


def _is_met(cubes: Cubes, need: str, filled: FilledVariation, beside: list[FilledVariation], mat: Mat) -> bool:
    if need == "the chosen symbol":
        return mat.has(filled.text)  # the cube itself: a wild one standing for it does not do (JM OS-A8)
    if need == "the chosen card":
        return filled.text.partition(" ")[2] in mat.universe
    if need == "the blank card":
        return BLANK_CARD in mat.universe
    wilds = _wilds(cubes, beside, mat)
    if need == "a digit of the chosen color":
        return _has_digit_of_color(cubes, filled.text, beside, wilds, mat)
    if need == "two digits":
        return sum(cube.symbol in cubes.digits or _can_be_digit(cubes, cube, wilds) for cube in mat.resources) >= 2
    wanted = {
        "digit": cubes.digits,
        "non-zero digit": tuple(digit for digit in cubes.digits if digit != "0"),
        "operation": cubes.operations,
    }.get(need, (need,))
    return any(mat.has(symbol) or any(symbol in wild.stands_for for wild in wilds) for symbol in wanted)


def _wilds(cubes: Cubes, beside: list[FilledVariation], mat: Mat) -> list[_Wild]:
    """The wild cubes that were rolled, by the variations that make them wild."""
    found = []
    for variation, text in ((each.variation, each.text) for each in beside):
        symbol = text if variation.wild_cube == "the chosen symbol" else variation.wild_cube
        if symbol and mat.has(symbol):
            stands_for = {
                "digits": frozenset(cubes.digits),
                "any symbol": frozenset(cubes.symbols),
                "any but a digit": frozenset(cubes.symbols) - frozenset(cubes.digits),
            }[variation.wild_as]
            found.append(_Wild(symbol, stands_for))
    return found


def _can_be_digit(cubes: Cubes, cube: Cube, wilds: list[_Wild]) -> bool:
    return any(cube.symbol == wild.symbol and wild.stands_for & set(cubes.digits) for wild in wilds)


def _has_digit_of_color(cubes: Cubes, color: str, beside: list[FilledVariation], wilds: list[_Wild], mat: Mat) -> bool:
    """A digit of that color which the base allows, or a wild cube of that color (EQ XIII-B-12, JM A27)."""
    base = next((each.text for each in beside if each.variation.slug == "base-m"), "ten")
    digits = {digit for digit in cubes.digits if int(digit) < BASES[base]} | set(EXTRA_DIGITS.get(base, ()))
    of_color = [cube for cube in mat.resources if cube.color == color]
    return any(cube.symbol in digits or _can_be_digit(cubes, cube, wilds) for cube in of_color)
