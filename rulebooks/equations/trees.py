"""A reading as a tree: which sign applies to which numbers. Trees have no parentheses; `as_written` adds them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from rulebooks.equations.numbers.formatting import format_number
from rulebooks.equations.numbers.kinds import Number

WORD_SIGNS = ("rem", "log", "lcm", "gcf")
PREFIXES = ("factors", "prime")
BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_DECIMALS = re.compile(r"\d\.\d")
_BINARY = {"+": "+", "-": "-", "x": "*", "times": "*", "/": "/", "^": "^", "sup": "^"}
Span: TypeAlias = tuple[int, int]
"""The indexes of the first and last cube of a part, counted over the whole side."""


@dataclass(frozen=True)
class Leaf:
    """A numeral, a turned cube, a power of the base or i, as it is typed."""

    text: str
    value: Number = field(compare=False)
    span: Span = field(default=(0, 0), compare=False)
    kind: str = field(default="numeral", compare=False)


@dataclass(frozen=True)
class Node:
    """A sign and its operands. `wild`: the cube that stands for the sign. `chosen`: the root that the writer names.

    Two operands: + - x / ^ % rem log lcm gcf, sup (base and exponent), times (i next to a number). One: ! factors
    prime. r has a number, or index and number.
    """

    sign: str
    parts: tuple[Tree, ...]
    wild: str = ""
    chosen: str | Number = ""
    span: Span = field(default=(0, 0), compare=False)


Tree: TypeAlias = Leaf | Node


def join_trees(sign: str, parts: tuple[Tree, ...], wild: str = "", cube_index: int | None = None) -> Node:
    """Return a node whose span covers its parts and its own cube."""
    indexes = [cube_index for part in parts for cube_index in part.span] + ([] if cube_index is None else [cube_index])
    return Node(sign, parts, wild, span=(min(indexes), max(indexes)))


def walk(tree: Tree) -> Iterator[Tree]:
    """Yield the tree and all its parts."""
    yield tree
    if isinstance(tree, Node):
        for part in tree.parts:
            yield from walk(part)


def as_written(tree: Tree) -> str:
    """Return the reading in the notation, with every grouping shown."""
    return _write(tree)[0]


def _write(tree: Tree) -> tuple[str, int]:
    """Return the text and the depth of its brackets."""
    if isinstance(tree, Leaf):
        return tree.text, 0
    text, depth = _write_node(tree)
    if tree.chosen != "":
        text, depth = _add_brackets(text, depth)
        return f"{text}<{format_chosen(tree)}>", depth
    return text, depth


def format_chosen(tree: Node) -> str:
    """Return the named root as a writer would write it."""
    if isinstance(tree.chosen, str):
        return tree.chosen
    return format_number(tree.chosen).replace("*I", "i").replace("I", "i")


def _write_node(tree: Node) -> tuple[str, int]:
    if tree.sign == "sup":
        base, depth = _write_operand(tree.parts[0])
        exponent, inner = _write(tree.parts[1])
        return f"{base}sup({exponent})", max(depth, inner + 1)
    texts = [_write(part) if _is_product_chain(tree, part) else _write_operand(part) for part in tree.parts]
    depth = max(depth for _, depth in texts)
    words = [text for text, _ in texts]
    sign = _write_sign(tree)
    if tree.sign == "!":
        return f"{words[0]}{sign}", depth
    if len(words) == 1:
        return f"{sign}{words[0]}", depth
    return f"{words[0]}{sign}{words[1]}", depth


def _is_product_chain(tree: Node, part: Tree) -> bool:
    """7i2 and 9ii6 are written without brackets: i itself is next to a number (EQ XIII-D-11)."""
    return isinstance(part, Node) and tree.sign == part.sign == "times" and part.chosen == ""


def _write_sign(tree: Node) -> str:
    if tree.sign == "times":
        return ""
    sign = "x" if tree.sign in PREFIXES else tree.sign
    if tree.wild:
        return f"w{tree.wild}({sign})"
    return f" {sign} " if sign in WORD_SIGNS else sign


def _write_operand(tree: Tree) -> tuple[str, int]:
    text, depth = _write(tree)
    if isinstance(tree, Leaf) or tree.chosen != "":
        return text, depth
    return _add_brackets(text, depth)


def _add_brackets(text: str, depth: int) -> tuple[str, int]:
    left, right = BRACKETS[min(depth, 2)]
    return f"{left}{text}{right}", depth + 1


def format_value(value: Number, tree: Tree, *, average: bool = False) -> str:
    """Return the value as text: `31/5`, `sqrt(2)`, or how the reading makes it, `sqrt(root(2,3)+1)`.

    Decimals are used only where no such formula is possible.
    """
    text = format_number(value)
    if not _DECIMALS.search(text) or average or not all(_is_expressible(part) for part in walk(tree)):
        return text
    return _formula(tree)


def _is_expressible(part: Tree) -> bool:
    return isinstance(part, Leaf) or (part.chosen == "" and part.sign in (*_BINARY, "r"))


def _formula(tree: Tree) -> str:
    if isinstance(tree, Leaf):
        return format_number(tree.value)
    if tree.sign == "r":
        return _root_formula(tree)
    left, right = (_formula_operand(part) for part in tree.parts)
    return f"{left}{_BINARY[tree.sign]}{right}"


def _root_formula(tree: Node) -> str:
    inside = _formula(tree.parts[-1])
    if len(tree.parts) == 1:
        return f"sqrt({inside})"
    index = tree.parts[0]
    if isinstance(index, Leaf) and isinstance(index.value, Fraction) and index.value.denominator == 1 <= index.value:
        return f"root({inside},{index.value})"
    return f"({inside})^(1/({_formula(index)}))"


def _formula_operand(tree: Tree) -> str:
    text = _formula(tree)
    return text if re.fullmatch(r"\d+|(?:sqrt|root)\([^()]*\)", text) else f"({text})"
