"""Whole sentences with a number or a list in them, for texts that people read, and their translation.

Pure packages word what families read with `gettext` and `ngettext`. The translator is Django's once
`foundation/apps.py` has set it; without Django, texts stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

_translate: Callable[[str], str] | None = None
_translate_plural: Callable[[str, str, int], str] | None = None


def set_translator(translate: Callable[[str], str], translate_plural: Callable[[str, str, int], str]) -> None:
    """Set what translates texts into the language of the moment. Called once, when Django starts."""
    global _translate, _translate_plural
    _translate, _translate_plural = translate, translate_plural


def gettext(text: str) -> str:
    """Return the text in the language of the moment. It names its placeholders: `gettext("Round {number}")`."""
    return _translate(text) if _translate else text


def ngettext(one: str, many: str, count: int) -> str:
    """Return the sentence for this number in the language of the moment, with its placeholders."""
    if _translate_plural:
        return _translate_plural(one, many, count)
    return one if count == 1 else many


def plural(count: int, one: str, many: str) -> str:
    """Return the sentence for this number: `plural(3, "1 table is out.", "{count} tables are out.")`."""
    return one if count == 1 else many.replace("{count}", f"{count:,}")


def as_sentence(text: str) -> str:
    """Return the text with a capital letter at its start and a period at its end."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def in_quotes(text: str) -> str:
    """Return what someone typed in quotes, with control characters and lone surrogates escaped."""
    return f"“{''.join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)}”"


def ordinal(number: int) -> str:
    """Return `1st`, `12th`, or `23rd`."""
    endings = gettext("{number}st"), gettext("{number}nd"), gettext("{number}rd"), gettext("{number}th")
    return _with_ordinal(number, endings)


def ordinal_place(number: int) -> str:
    """Return `1st place` or `12th place`. Some languages write the ordinal differently before a noun."""
    places = gettext("{number}st place"), gettext("{number}nd place"), gettext("{number}rd place")
    return _with_ordinal(number, (*places, gettext("{number}th place")))


def _with_ordinal(number: int, patterns: tuple[str, ...]) -> str:
    """Return the pattern for 1, 2, 3, or any other number, with the number in it."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return patterns[last - 1 if last in (1, 2, 3) else 3].format(number=number)


def join_words(words: Iterable[object], last: str = "and") -> str:
    """Join words as a sentence does: `a`, `a and b`, or `a, b, and c`. `last`: `and` or `or`."""
    *first, end = [str(word) for word in words] or [""]
    if not first:
        return end
    if last == "or":
        pattern = gettext("{words} or {last}") if len(first) == 1 else gettext("{words}, or {last}")
    else:
        pattern = gettext("{words} and {last}") if len(first) == 1 else gettext("{words}, and {last}")
    return pattern.format(words=", ".join(first), last=end)
