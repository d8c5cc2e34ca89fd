"""A reading as a tree: which sign takes which numbers. It has no parentheses; `as_written` puts them in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from rulebooks.equations.numbers.formatting import format_number
from rulebooks.equations.numbers.kinds import Number

WORDS = ("rem", "log", "lcm", "gcf")
PREFIXES = ("factors", "prime")
BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
Span: TypeAlias = tuple[int, int]
"""The first and the last cube of a part, counted from 0 over the whole side."""


@dataclass(frozen=True)
class Leaf:
    """A numeral, a turned cube, a power of the base or i, as it is typed."""

    text: str
    value: Number = field(compare=False)
    span: Span = field(default=(0, 0), compare=False)
    kind: str = field(default="numeral", compare=False)


@dataclass(frozen=True)
class Node:
    """A sign and what it takes. `wild`: the cube that stands for the sign. `chosen`: the value the writer names.

    Signs: + - x / ^ % rem log lcm gcf take two; r takes a number, or index and number; ! factors prime take one;
    sup takes base and exponent; times is i beside a number.
    """

    sign: str
    parts: tuple[Tree, ...]
    wild: str = ""
    chosen: str | Number = ""
    span: Span = field(default=(0, 0), compare=False)


Tree: TypeAlias = Leaf | Node


def join_trees(sign: str, parts: tuple[Tree, ...], wild: str = "", at: int | None = None) -> Node:
    """A node whose span covers its parts and its own cube."""
    places = [place for part in parts for place in part.span] + ([] if at is None else [at])
    return Node(sign, parts, wild, span=(min(places), max(places)))


def walk(tree: Tree) -> Iterator[Tree]:
    """The tree itself and everything in it."""
    yield tree
    if isinstance(tree, Node):
        for part in tree.parts:
            yield from walk(part)


def as_written(tree: Tree) -> str:
    """The reading in the notation, with every grouping shown."""
    return _written(tree)[0]


def _written(tree: Tree) -> tuple[str, int]:
    """The text and how deep its brackets are."""
    if isinstance(tree, Leaf):
        return tree.text, 0
    text, depth = _node(tree)
    if tree.chosen != "":
        text, depth = _bracketed(text, depth)
        return f"{text}<{format_chosen(tree)}>", depth
    return text, depth


def format_chosen(tree: Node) -> str:
    """The value that is named for a root, as a writer would."""
    if isinstance(tree.chosen, str):
        return tree.chosen
    return format_number(tree.chosen).replace("*I", "i").replace("I", "i")


def _node(tree: Node) -> tuple[str, int]:
    if tree.sign == "sup":
        base, depth = _operand(tree.parts[0])
        exponent, inner = _written(tree.parts[1])
        return f"{base}sup({exponent})", max(depth, inner + 1)
    texts = [_written(part) if _is_chain(tree, part) else _operand(part) for part in tree.parts]
    depth = max(depth for _, depth in texts)
    words = [text for text, _ in texts]
    sign = _sign(tree)
    if tree.sign == "!":
        return f"{words[0]}{sign}", depth
    if len(words) == 1:
        return f"{sign}{words[0]}", depth
    return f"{words[0]}{sign}{words[1]}", depth


def _is_chain(tree: Node, part: Tree) -> bool:
    """7i2 and 9ii6 are written without brackets: beside a number stands i itself (EQ XIII-D-11)."""
    return isinstance(part, Node) and tree.sign == part.sign == "times" and part.chosen == ""


def _sign(tree: Node) -> str:
    if tree.sign == "times":
        return ""
    sign = "x" if tree.sign in PREFIXES else tree.sign
    if tree.wild:
        return f"w{tree.wild}({sign})"
    return f" {sign} " if sign in WORDS else sign


def _operand(tree: Tree) -> tuple[str, int]:
    text, depth = _written(tree)
    if isinstance(tree, Leaf) or tree.chosen != "":
        return text, depth
    return _bracketed(text, depth)


def _bracketed(text: str, depth: int) -> tuple[str, int]:
    left, right = BRACKETS[min(depth, 2)]
    return f"{left}{text}{right}", depth + 1


_DIGITS_ONLY = re.compile(r"\d\.\d")
_BINARY = {"+": "+", "-": "-", "x": "*", "times": "*", "/": "/", "^": "^", "sup": "^"}


def format_value(value: Number, tree: Tree, *, average: bool = False) -> str:
    """`31/5`, `sqrt(2)`, `sqrt(root(2,3)+1)`. Digits behind a point are left only where roots are named or many."""
    text = format_number(value)
    if not _DIGITS_ONLY.search(text) or average or not all(_is_plain(part) for part in walk(tree)):
        return text
    return _made(tree)


def _is_plain(part: Tree) -> bool:
    return isinstance(part, Leaf) or (part.chosen == "" and part.sign in (*_BINARY, "r"))


def _made(tree: Tree) -> str:
    if isinstance(tree, Leaf):
        return format_number(tree.value)
    if tree.sign == "r":
        return _root(tree)
    left, right = (_formula_operand(part) for part in tree.parts)
    return f"{left}{_BINARY[tree.sign]}{right}"


def _root(tree: Node) -> str:
    inside = _made(tree.parts[-1])
    if len(tree.parts) == 1:
        return f"sqrt({inside})"
    index = tree.parts[0]
    if isinstance(index, Leaf) and isinstance(index.value, Fraction) and index.value.denominator == 1 <= index.value:
        return f"root({inside},{index.value})"
    return f"({inside})^(1/({_made(index)}))"


def _formula_operand(tree: Tree) -> str:
    text = _made(tree)
    return text if re.fullmatch(r"\d+|(?:sqrt|root)\([^()]*\)", text) else f"({text})"
