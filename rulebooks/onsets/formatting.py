"""Readings as they are drawn: every grouping in parentheses, with the symbols as on the cubes or as they are typed.

B U (G - R)'        typed
B ∪ (G − R)′        drawn
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulebooks.onsets.restrictions import GroupedRestriction
from rulebooks.onsets.set_trees import GroupedSet, SetSymbol
from rulebooks.onsets.tokens import SetToken

Show = Callable[[SetToken], str]

ON_CUBES: Mapping[str, str] = {"U": "∪", "n": "∩", "-": "−", "'": "′", "c": "⊂", "L": "Λ"}


def format_typed(read: GroupedSet | GroupedRestriction) -> str:
    """The reading in plain letters, with the parentheses that make it the only one."""
    return _text(read, typed_mark)


def format_drawn(read: GroupedSet | GroupedRestriction) -> str:
    """The reading with the symbols of the cubes. A wild cube shows what it stands for: Y→−."""
    return _text(read, drawn_mark)


def typed_mark(token: SetToken) -> str:
    return token.written


def drawn_mark(token: SetToken) -> str:
    means = ON_CUBES.get(token.means, token.means)
    return f"{ON_CUBES.get(token.cube, token.cube)}→{means}" if token.cube != token.means else means


def _text(read: GroupedSet | GroupedRestriction, show: Show) -> str:
    if isinstance(read, GroupedRestriction):
        parts = [_text(read.sets[0], show)]
        for relation, found in zip(read.relations, read.sets[1:], strict=True):
            parts += [show(relation), _text(found, show)]
        return " ".join(parts)
    if isinstance(read, SetSymbol):
        return show(read.token) + _shown(read.primes, show)
    inside = f"{_operand(read.left, show)} {show(read.sign)} {_operand(read.right, show)}"
    return f"({inside}){_shown(read.primes, show)}" if read.primes else inside


def _operand(read: GroupedSet, show: Show) -> str:
    text = _text(read, show)
    return text if isinstance(read, SetSymbol) or read.primes else f"({text})"


def _shown(tokens: Sequence[SetToken], show: Show) -> str:
    return "".join(show(token) for token in tokens)
