"""Formats readings with every grouping in parentheses, using the symbols of the cubes or plain letters.

B U (G - R)'        typed
B ∪ (G − R)′        drawn
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebooks.onsets.cubes_and_cards import printed_symbol
from rulebooks.onsets.restrictions import GroupedRestriction
from rulebooks.onsets.set_trees import GroupedSet, SetSymbol
from rulebooks.onsets.tokens import SetToken

ShowToken = Callable[[SetToken], str]


def format_typed(read: GroupedSet | GroupedRestriction) -> str:
    """Return the reading in plain letters, with the parentheses that make it unambiguous."""
    return _format(read, typed_mark)


def format_drawn(read: GroupedSet | GroupedRestriction) -> str:
    """Return the reading with the symbols of the cubes. A wild cube shows what it stands for: Y→−."""
    return _format(read, drawn_mark)


def typed_mark(token: SetToken) -> str:
    return token.written


def drawn_mark(token: SetToken) -> str:
    means = printed_symbol(token.means)
    return f"{printed_symbol(token.cube)}→{means}" if token.cube != token.means else means


def _format(read: GroupedSet | GroupedRestriction, show_token: ShowToken) -> str:
    if isinstance(read, GroupedRestriction):
        parts = [_format(read.sets[0], show_token)]
        for relation, operand in zip(read.relations, read.sets[1:], strict=True):
            parts += [show_token(relation), _format(operand, show_token)]
        return " ".join(parts)
    if isinstance(read, SetSymbol):
        return show_token(read.token) + _format_tokens(read.primes, show_token)
    inside = (
        f"{_format_operand(read.left, show_token)} {show_token(read.sign)} {_format_operand(read.right, show_token)}"
    )
    return f"({inside}){_format_tokens(read.primes, show_token)}" if read.primes else inside


def _format_operand(read: GroupedSet, show_token: ShowToken) -> str:
    text = _format(read, show_token)
    return text if isinstance(read, SetSymbol) or read.primes else f"({text})"


def _format_tokens(tokens: Sequence[SetToken], show_token: ShowToken) -> str:
    return "".join(show_token(token) for token in tokens)
