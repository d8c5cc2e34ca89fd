"""Whether a variation can affect a shake. It needs certain cubes or cards, or a wild cube that may stand for them.

A variation that changes nothing may not be picked (EQ II-B-2, OS II-C-2, JM Principle 1). For some variations the books
name the cubes they need; for the others it follows from the rule.
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
    """A question that can't be answered: unknown variation, impossible seat, or cubes or cards that weren't given."""


@dataclass(frozen=True)
class Cube:
    symbol: str
    color: str = ""


@dataclass(frozen=True)
class Mat:
    """The cubes rolled and, in On-Sets, the cards dealt."""

    resources: tuple[Cube, ...]
    universe: tuple[str, ...] = ()

    def has(self, symbol: str) -> bool:
        return any(cube.symbol == symbol for cube in self.resources)


@dataclass(frozen=True)
class _WildCube:
    """A wild cube in play, and the symbols that it may stand for."""

    symbol: str
    stands_for: frozenset[str]


def has_effect(cubes: Cubes, filled: FilledVariation, others: Iterable[FilledVariation], mat: Mat) -> bool:
    """Whether the variation can change anything, given the `others` in force and the mat."""
    others = list(others)
    blank = filled.variation.blank
    _check_known(filled, mat)
    if blank and blank.kind == "set":
        symmetric = any(other.variation.slug == "symmetric-difference" for other in others)
        cards = cards_named_by(filled.text, mat.universe, most=blank.most, symmetric=symmetric)
        return bool(cards) and cards != frozenset(mat.universe)
    needs = filled.variation.needs
    return not needs or any(_is_met(cubes, need, filled, others, mat) for need in needs)


def _check_known(filled: FilledVariation, mat: Mat) -> None:
    """Raise if the mat lacks what the answer depends on. Missing data can't count against a player."""
    needs, blank = filled.variation.needs, filled.variation.blank
    if needs and not mat.resources:
        raise PickError("Enter the cubes that were rolled.")
    asks_for_cards = {"the chosen card", "the blank card"} & set(needs) or (blank and blank.kind == "set")
    if asks_for_cards and not mat.universe:
        raise PickError("Enter the cards that were dealt.")
    if "a digit of the chosen color" in needs and not any(cube.color for cube in mat.resources):
        raise PickError("Enter the colors of the cubes.")


def _is_met(cubes: Cubes, need: str, filled: FilledVariation, others: list[FilledVariation], mat: Mat) -> bool:
    if need == "the chosen symbol":
        return mat.has(filled.text)  # the cube itself: a wild cube standing for it is not enough (JM OS-A8)
    if need == "the chosen card":
        return filled.text.partition(" ")[2] in mat.universe
    if need == "the blank card":
        return BLANK_CARD in mat.universe
    wilds = _wilds(cubes, others, mat)
    if need == "a digit of the chosen color":
        return _has_digit_of_color(cubes, filled.text, others, wilds, mat)
    if need == "two digits":
        return sum(cube.symbol in cubes.digits or _can_be_digit(cubes, cube, wilds) for cube in mat.resources) >= 2
    symbols = {
        "digit": cubes.digits,
        "non-zero digit": tuple(digit for digit in cubes.digits if digit != "0"),
        "operation": cubes.operations,
    }.get(need, (need,))
    return any(mat.has(symbol) or any(symbol in wild.stands_for for wild in wilds) for symbol in symbols)


def _wilds(cubes: Cubes, others: list[FilledVariation], mat: Mat) -> list[_WildCube]:
    """Return the wild cubes that were rolled, by the variations that make them wild."""
    wilds = []
    for variation, text in ((each.variation, each.text) for each in others):
        symbol = text if variation.wild_cube == "the chosen symbol" else variation.wild_cube
        if symbol and mat.has(symbol):
            stands_for = {
                "digits": frozenset(cubes.digits),
                "any symbol": frozenset(cubes.symbols),
                "any but a digit": frozenset(cubes.symbols) - frozenset(cubes.digits),
            }[variation.wild_as]
            wilds.append(_WildCube(symbol, stands_for))
    return wilds


def _can_be_digit(cubes: Cubes, cube: Cube, wilds: list[_WildCube]) -> bool:
    return any(cube.symbol == wild.symbol and wild.stands_for & set(cubes.digits) for wild in wilds)


def _has_digit_of_color(
    cubes: Cubes, color: str, others: list[FilledVariation], wilds: list[_WildCube], mat: Mat
) -> bool:
    """Whether a cube of that color is a digit that the base allows, or is wild (EQ XIII-B-12, JM A27)."""
    base = next((each.text for each in others if each.variation.slug == "base-m"), "ten")
    digits = {digit for digit in cubes.digits if int(digit) < BASES[base]} | set(EXTRA_DIGITS.get(base, ()))
    of_color = [cube for cube in mat.resources if cube.color == color]
    return any(cube.symbol in digits or _can_be_digit(cubes, cube, wilds) for cube in of_color)
