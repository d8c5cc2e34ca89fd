"""The value of a reading as text: the number itself or, where it has no short form, how the reading makes it."""

from __future__ import annotations

import re
from fractions import Fraction

from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.writing import written
from rulebooks.equations.trees import Leaf, Node, Tree, walk

_DIGITS_ONLY = re.compile(r"\d\.\d")
_BINARY = {"+": "+", "-": "-", "x": "*", "times": "*", "/": "/", "^": "^", "sup": "^"}


def value_text(value: Number, tree: Tree, *, average: bool = False) -> str:
    """`31/5`, `sqrt(2)`, `sqrt(root(2,3)+1)`. Digits behind a point are left only where roots are named or many."""
    text = written(value)
    if not _DIGITS_ONLY.search(text) or average or not all(_is_plain(part) for part in walk(tree)):
        return text
    return _made(tree)


def _is_plain(part: Tree) -> bool:
    return isinstance(part, Leaf) or (part.chosen == "" and part.sign in (*_BINARY, "r"))


def _made(tree: Tree) -> str:
    if isinstance(tree, Leaf):
        return written(tree.value)
    if tree.sign == "r":
        return _root(tree)
    left, right = (_operand(part) for part in tree.parts)
    return f"{left}{_BINARY[tree.sign]}{right}"


def _root(tree: Node) -> str:
    inside = _made(tree.parts[-1])
    if len(tree.parts) == 1:
        return f"sqrt({inside})"
    index = tree.parts[0]
    if isinstance(index, Leaf) and isinstance(index.value, Fraction) and index.value.denominator == 1 <= index.value:
        return f"root({inside},{index.value})"
    return f"({inside})^(1/({_made(index)}))"


def _operand(tree: Tree) -> str:
    text = _made(tree)
    return text if re.fullmatch(r"\d+|(?:sqrt|root)\([^()]*\)", text) else f"({text})"
