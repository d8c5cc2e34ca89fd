"""Whole sentences with a number or a list in them, for texts that people read."""

from __future__ import annotations

from collections.abc import Iterable


def plural(count: int, one: str, many: str) -> str:
    """Return the sentence for this number: `plural(3, "1 table is out.", "{count} tables are out.")`."""
    return one if count == 1 else many.replace("{count}", f"{count:,}")


def as_sentence(text: str) -> str:
    """Return the text with a capital letter at its start and a period at its end."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def in_quotes(text: str) -> str:
    """Return what someone typed in quotes, with control characters and lone surrogates escaped."""
    return f"“{''.join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)}”"


def join_words(words: Iterable[object], last: str = "and") -> str:
    """Join words as a sentence does: `a`, `a and b`, or `a, b, and c`. `last`: the word before the last one."""
    listed = [str(word) for word in words]
    if len(listed) < 3:
        return f" {last} ".join(listed)
    return f"{', '.join(listed[:-1])}, {last} {listed[-1]}"
