"""Readings as they are drawn: every grouping in parentheses, with the symbols as on the cubes or as they are typed.

B U (G - R)'        typed
B ∪ (G − R)′        drawn
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulebooks.onsets.reader import Mark
from rulebooks.onsets.restrictions import Stated
from rulebooks.onsets.trees import Plain, Read

Show = Callable[[Mark], str]

ON_CUBES: Mapping[str, str] = {"U": "∪", "n": "∩", "-": "−", "'": "′", "c": "⊂", "L": "Λ"}


def typed(read: Read | Stated) -> str:
    """The reading in plain letters, with the parentheses that make it the only one."""
    return _text(read, typed_mark)


def drawn(read: Read | Stated) -> str:
    """The reading with the symbols of the cubes. A wild cube shows what it stands for: Y→−."""
    return _text(read, drawn_mark)


def typed_mark(mark: Mark) -> str:
    return mark.written


def drawn_mark(mark: Mark) -> str:
    means = ON_CUBES.get(mark.means, mark.means)
    return f"{ON_CUBES.get(mark.cube, mark.cube)}→{means}" if mark.cube != mark.means else means


def _text(read: Read | Stated, show: Show) -> str:
    if isinstance(read, Stated):
        parts = [_text(read.sets[0], show)]
        for relation, found in zip(read.relations, read.sets[1:], strict=True):
            parts += [show(relation), _text(found, show)]
        return " ".join(parts)
    if isinstance(read, Plain):
        return show(read.mark) + _shown(read.primes, show)
    inside = f"{_operand(read.left, show)} {show(read.sign)} {_operand(read.right, show)}"
    return f"({inside}){_shown(read.primes, show)}" if read.primes else inside


def _operand(read: Read, show: Show) -> str:
    text = _text(read, show)
    return text if isinstance(read, Plain) or read.primes else f"({text})"


def _shown(marks: Sequence[Mark], show: Show) -> str:
    return "".join(show(mark) for mark in marks)
