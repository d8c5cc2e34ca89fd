"""The keys under a judge's thumb: the cubes of the game first, then how they may be turned, read and grouped."""

from __future__ import annotations

from dataclasses import dataclass

from judging.checker.asking import is_on_sets
from rulebooks import Edition


@dataclass(frozen=True)
class Key:
    """`types`: what it puts into the field, with the caret where `|` stands; `says`: how it is read aloud."""

    shows: str
    types: str
    says: str = ""

    @property
    def name(self) -> str:
        return self.says or self.shows


@dataclass(frozen=True)
class Keys:
    first: tuple[Key, ...]
    more: tuple[Key, ...]


CUBES = (
    *(Key(digit, digit) for digit in "1234567890"),
    Key("+", "+", "plus"),
    Key("−", "-", "minus"),
    Key("×", "x", "times"),
    Key("÷", "/", "divided by"),
    Key("^", "^", "power"),
    Key("√", "r", "root"),
    Key("( )", "(|)", "parentheses"),
    Key("gap", " ", "gap on the mat"),
)
READINGS = (
    Key("sideways", "sw(|)"),
    Key("upside-down", "ud(|)"),
    Key("0 wild", "w0(|)"),
    Key("× wild", "wx(|)"),
    Key("superscript", "sup(|)"),
    Key("power of the base", "pob(|)"),
    Key("!", "!", "factorial"),
    Key(".", ".", "decimal point"),
    Key("i", "i"),
    Key("ten", "T"),
    Key("eleven", "E"),
    Key("%", "%", "percent of"),
    Key("rem", " rem ", "remainder"),
    Key("log", " log "),
    Key("lcm", " lcm "),
    Key("gcf", " gcf "),
    Key("value", "<|>", "value that the writer names"),
)
SETS = (
    Key("B", "B", "blue"),
    Key("R", "R", "red"),
    Key("G", "G", "green"),
    Key("Y", "Y", "yellow"),
    Key("V", "V", "universe"),
    Key("Λ", "L", "null set"),
    Key("∪", "U", "union"),
    Key("∩", "n", "intersection"),
    Key("−", "-", "minus"),
    Key("′", "'", "complement"),
    Key("=", "=", "equals"),
    Key("⊂", "c", "subset of"),
    Key("( )", "(|)", "parentheses"),
)
WILD_SETS = tuple(Key(f"{color} wild", f"w{color}(|)") for color in "BRGY")


def keys_for(edition: Edition) -> Keys:
    return Keys(SETS, WILD_SETS) if is_on_sets(edition) else Keys(CUBES, READINGS)
