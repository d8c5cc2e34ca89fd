"""The on-screen keypad for a judge's phone: the game's cubes first, then how they can be turned, read and grouped."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.checker.answers import is_on_sets
from rulebooks import Edition


@dataclass(frozen=True)
class KeypadKey:
    """`types`: the text that it inserts, with `|` for the caret; `says`: its name for screen readers."""

    shows: str | Promise
    types: str
    says: str | Promise = ""

    @property
    def name(self) -> str | Promise:
        return self.says or self.shows


@dataclass(frozen=True)
class Keypad:
    """`first`: always visible. `more`: behind a button."""

    first: tuple[KeypadKey, ...]
    more: tuple[KeypadKey, ...]


CUBES = (
    *(KeypadKey(digit, digit) for digit in "1234567890"),
    KeypadKey("+", "+", _("plus")),
    KeypadKey("−", "-", _("minus")),
    KeypadKey("×", "x", _("times")),
    KeypadKey("÷", "/", _("divided by")),
    KeypadKey("^", "^", _("power")),
    KeypadKey("√", "r", _("root")),
    KeypadKey("( )", "(|)", _("parentheses")),
    KeypadKey(_("gap"), " ", _("gap on the mat")),
)
READINGS = (
    KeypadKey(_("sideways"), "sw(|)"),
    KeypadKey(_("upside-down"), "ud(|)"),
    KeypadKey(_("0 wild"), "w0(|)"),
    KeypadKey(_("× wild"), "wx(|)"),
    KeypadKey(_("superscript"), "sup(|)"),
    KeypadKey(_("power of the base"), "pob(|)"),
    KeypadKey("!", "!", _("factorial")),
    KeypadKey(".", ".", _("decimal point")),
    KeypadKey("i", "i"),
    KeypadKey(_("ten"), "T"),
    KeypadKey(_("eleven"), "E"),
    KeypadKey("%", "%", _("percent of")),
    KeypadKey("rem", " rem ", _("remainder")),
    KeypadKey("log", " log "),
    KeypadKey("lcm", " lcm "),
    KeypadKey("gcf", " gcf "),
    KeypadKey(_("value"), "<|>", _("value named by the writer")),
)
SETS = (
    KeypadKey("B", "B", _("blue")),
    KeypadKey("R", "R", _("red")),
    KeypadKey("G", "G", _("green")),
    KeypadKey("Y", "Y", _("yellow")),
    KeypadKey("V", "V", _("universe")),
    KeypadKey("Λ", "L", _("null set")),
    KeypadKey("∪", "U", _("union")),
    KeypadKey("∩", "n", _("intersection")),
    KeypadKey("−", "-", _("minus")),
    KeypadKey("′", "'", _("complement")),
    KeypadKey("=", "=", _("equals")),
    KeypadKey("⊂", "c", _("subset of")),
    KeypadKey("( )", "(|)", _("parentheses")),
)
WILD_SETS = tuple(
    KeypadKey(words, f"w{color}(|)")
    for color, words in zip("BRGY", (_("B wild"), _("R wild"), _("G wild"), _("Y wild")), strict=True)
)


def keypad_for(edition: Edition) -> Keypad:
    return Keypad(SETS, WILD_SETS) if is_on_sets(edition) else Keypad(CUBES, READINGS)
