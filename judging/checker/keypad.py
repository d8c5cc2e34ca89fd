"""The on-screen keypad for a judge's phone: the game's cubes first, then how they can be turned, read and grouped."""

from __future__ import annotations

from dataclasses import dataclass

from judging.checker.answers import is_on_sets
from rulebooks import Edition


@dataclass(frozen=True)
class KeypadKey:
    """`types`: the text that it inserts, with `|` for the caret; `says`: its name for screen readers."""

    shows: str
    types: str
    says: str = ""

    @property
    def name(self) -> str:
        return self.says or self.shows


@dataclass(frozen=True)
class Keypad:
    """`first`: always visible. `more`: behind a button."""

    first: tuple[KeypadKey, ...]
    more: tuple[KeypadKey, ...]


CUBES = (
    *(KeypadKey(digit, digit) for digit in "1234567890"),
    KeypadKey("+", "+", "plus"),
    KeypadKey("−", "-", "minus"),
    KeypadKey("×", "x", "times"),
    KeypadKey("÷", "/", "divided by"),
    KeypadKey("^", "^", "power"),
    KeypadKey("√", "r", "root"),
    KeypadKey("( )", "(|)", "parentheses"),
    KeypadKey("gap", " ", "gap on the mat"),
)
READINGS = (
    KeypadKey("sideways", "sw(|)"),
    KeypadKey("upside-down", "ud(|)"),
    KeypadKey("0 wild", "w0(|)"),
    KeypadKey("× wild", "wx(|)"),
    KeypadKey("superscript", "sup(|)"),
    KeypadKey("power of the base", "pob(|)"),
    KeypadKey("!", "!", "factorial"),
    KeypadKey(".", ".", "decimal point"),
    KeypadKey("i", "i"),
    KeypadKey("ten", "T"),
    KeypadKey("eleven", "E"),
    KeypadKey("%", "%", "percent of"),
    KeypadKey("rem", " rem ", "remainder"),
    KeypadKey("log", " log "),
    KeypadKey("lcm", " lcm "),
    KeypadKey("gcf", " gcf "),
    KeypadKey("value", "<|>", "value named by the writer"),
)
SETS = (
    KeypadKey("B", "B", "blue"),
    KeypadKey("R", "R", "red"),
    KeypadKey("G", "G", "green"),
    KeypadKey("Y", "Y", "yellow"),
    KeypadKey("V", "V", "universe"),
    KeypadKey("Λ", "L", "null set"),
    KeypadKey("∪", "U", "union"),
    KeypadKey("∩", "n", "intersection"),
    KeypadKey("−", "-", "minus"),
    KeypadKey("′", "'", "complement"),
    KeypadKey("=", "=", "equals"),
    KeypadKey("⊂", "c", "subset of"),
    KeypadKey("( )", "(|)", "parentheses"),
)
WILD_SETS = tuple(KeypadKey(f"{color} wild", f"w{color}(|)") for color in "BRGY")


def keypad_for(edition: Edition) -> Keypad:
    return Keypad(SETS, WILD_SETS) if is_on_sets(edition) else Keypad(CUBES, READINGS)
