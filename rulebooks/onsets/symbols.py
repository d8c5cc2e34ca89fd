"""What stands on the cubes of On-Sets, typed in one character each (OS I-B-2).

B R G Y     the cards with that color          V L     all cards, no card
U n -       union, intersection, difference    '       complement, behind its set
= c         equals and subset, in Restrictions only
"""

from __future__ import annotations

from collections.abc import Mapping

COLORS = "BRGY"
SETS = COLORS + "VL"
JOINS = "Un-"
PRIME = "'"
OPERATIONS = JOINS + PRIME
RELATIONS = "=c"
SYMBOLS = SETS + OPERATIONS + RELATIONS
DIGITS = "0123456789"

NAMES: Mapping[str, str] = {
    **{color: color for color in COLORS},
    "V": "V",
    "L": "null",
    "U": "union",
    "n": "intersection",
    "-": "minus",
    "'": "prime",
    "=": "equals",
    "c": "subset",
}
BY_NAME: Mapping[str, str] = {name.casefold(): symbol for symbol, name in NAMES.items()}

# Other ways to type or write the same sign. The bars above and below the letters mean nothing (JM OS-E5), and the
# null set of mathematics books is taken for Λ (JM OS-E1).
SAME: Mapping[str, str] = {
    **{symbol: symbol for symbol in SYMBOLS + DIGITS},
    **{color.lower(): color for color in SETS + "U"},
    **dict.fromkeys("∪⋃", "U"),
    **dict.fromkeys("∩⋂N", "n"),
    **dict.fromkeys("−–‒", "-"),
    **dict.fromkeys("′’‘`", "'"),
    **dict.fromkeys("⊂⊆C", "c"),
    **dict.fromkeys("Λ∧⋀∅Øø", "L"),
    **dict.fromkeys("([{", "("),
    **dict.fromkeys(")]}", ")"),
}

PAIRS = (("union-intersection-interchangeable", "Un"), ("v-null-interchangeable", "VL"))
