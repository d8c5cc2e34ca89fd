"""Draws a reading as MathML, with what a cube stands for written under it (EQ Appendix A)."""

from __future__ import annotations

import re
from html import escape

from rulebooks.equations.trees import Leaf, Node, Tree, format_chosen

SIGNS = {"x": "×", "/": "÷", "-": "−", "+": "+", "%": "%", "times": "⁢"}
"""As on the cubes. A number next to i is multiplied by an invisible sign."""
_TURNED = re.compile(r"(swud|sw|ud)\((.*)\)")
_WILD = re.compile(r"w([0x])\((.*)\)")
_POWER = re.compile(r"pob\((-?\d+)\)")
_PIECE = re.compile(r"w[0x]\([^)]*\)|[0-9TE.]")


def as_mathml(tree: Tree) -> str:
    """Return the whole formula, ready for a page."""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{_drawn(tree)}</math>'


def _drawn(tree: Tree) -> str:
    drawn = _leaf(tree.text) if isinstance(tree, Leaf) else _node(tree)
    if isinstance(tree, Node) and tree.chosen != "":
        return _under(f"<mrow>{drawn}</mrow>", f"= {format_chosen(tree)}")
    return drawn


def _node(tree: Node) -> str:
    parts = tree.parts
    if tree.sign in ("^", "sup"):
        return f"<msup>{_operand(parts[0])}{_row(parts[1])}</msup>"
    if tree.sign == "r":
        if len(parts) == 1:
            return f"<msqrt>{_drawn(parts[0])}</msqrt>"
        return f"<mroot>{_row(parts[1])}{_row(parts[0])}</mroot>"
    if tree.sign == "log":
        return f"<mrow><msub><mi>log</mi>{_row(parts[1])}</msub>{_operand(parts[0])}</mrow>"
    if tree.sign == "!":
        return f"<mrow>{_operand(parts[0])}<mo>!</mo></mrow>"
    if len(parts) == 1:
        return f"<mrow>{_sign('x', tree.wild)}{_operand(parts[0])}</mrow>"
    return f"<mrow>{_operand(parts[0])}{_sign(tree.sign, tree.wild)}{_operand(parts[1])}</mrow>"


def _sign(sign: str, wild: str) -> str:
    drawn = f"<mo>{escape(SIGNS.get(sign, sign))}</mo>"
    return _under(drawn, wild) if wild else drawn


def _operand(tree: Tree) -> str:
    """Add brackets, except around a single number or a root, whose bar shows its extent."""
    if isinstance(tree, Leaf) or tree.chosen != "" or tree.sign == "r":
        return _row(tree)
    return f"<mrow><mo>(</mo>{_drawn(tree)}<mo>)</mo></mrow>"


def _row(tree: Tree) -> str:
    return f"<mrow>{_drawn(tree)}</mrow>"


def _leaf(text: str) -> str:
    turned, wild, power = _TURNED.fullmatch(text), _WILD.fullmatch(text), _POWER.fullmatch(text)
    if turned:
        return _under(_leaf(turned[2]), turned[1])
    if wild:
        return _under(_leaf(wild[2]), wild[1])
    if power:
        return _under(f"<msup><mn>10</mn><mn>{escape(power[1])}</mn></msup>", "pob")
    if text == "i":
        return "<mi>i</mi>"
    pieces = _PIECE.findall(text)
    if any(piece.startswith("w") for piece in pieces):
        return f"<mrow>{''.join(_leaf(piece) for piece in pieces)}</mrow>"
    return f"<mn>{escape(text)}</mn>"


def _under(drawn: str, note: str) -> str:
    return f"<munder>{drawn}<mtext>{escape(note)}</mtext></munder>"
