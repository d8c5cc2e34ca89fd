"""How log lines read: a sentence for each action, which is worded when a line is shown.

Changing a sentence changes how earlier lines read too. A line that lacks the data of today's sentence keeps the words
it was written with, so a new sentence may need new data. Don't rename a key that holds a student's name: names are
removed by key.

The data are names, numbers, and codes, never words of the sentence. Data of another shape get another key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from string import Formatter
from typing import Any

from django.utils.formats import date_format


@dataclass(frozen=True)
class CountedSentence:
    """A sentence that depends on a number: `CountedSentence("teams", "added 1 team", "added {teams} teams")`."""

    count: str
    one: str
    many: str

    def format_map(self, data: Mapping[str, Any]) -> str:
        return (self.one if data[self.count] == 1 else self.many).format_map(data)


@dataclass(frozen=True)
class SentenceByCase:
    """A sentence that depends on a word in the data: `SentenceByCase("state", {"done": "…", "declined": "…"})`."""

    key: str
    cases: Mapping[str, Sentence]

    def format_map(self, data: Mapping[str, Any]) -> str:
        return self.cases[data[self.key]].format_map(data)


@dataclass(frozen=True)
class SentenceWithParts:
    """A sentence with data that a function words: `SentenceWithParts("joined ({role})", {"role": role_name})`."""

    sentence: str | CountedSentence | SentenceByCase
    parts: Mapping[str, Callable[[Any], str]]

    def format_map(self, data: Mapping[str, Any]) -> str:
        worded = {key: word(data[key]) for key, word in self.parts.items()}
        return self.sentence.format_map({**data, **worded})


Sentence = str | CountedSentence | SentenceByCase | SentenceWithParts

SENTENCE_BY_ACTION: dict[str, Sentence] = {}
NAME_FIELDS_BY_ACTION: dict[str, tuple[str, ...]] = {}


def register_sentence(action: str, sentence: Sentence, names: tuple[str, ...] = (), *, shared: bool = False) -> None:
    """Set how a log line of this action reads, after the person's name, and which of its data may be student names.

    `shared`: an earlier registration must say the same.
    """
    if action in SENTENCE_BY_ACTION:
        same = (SENTENCE_BY_ACTION[action], NAME_FIELDS_BY_ACTION.get(action, ())) == (sentence, names)
        if not (shared and same):
            raise ValueError(f"{action} is registered twice")
    SENTENCE_BY_ACTION[action] = sentence
    if names:
        NAME_FIELDS_BY_ACTION[action] = names


def word_line(action: str, data: Mapping[str, Any], written: str) -> str:
    """Return the sentence of a log line; `written` if today's sentence doesn't fit its data."""
    sentence = SENTENCE_BY_ACTION.get(action)
    return written if sentence is None else word_sentence(sentence, data, written)


def word_sentence(sentence: Sentence, data: Mapping[str, Any], written: str) -> str:
    """Return the sentence; `written` if it doesn't fit the data, which may be of an earlier version or an archive."""
    try:
        return sentence.format_map(data)
    except (AttributeError, KeyError, TypeError, ValueError):
        return written


def day_in_words(day: str) -> str:
    """Return `November 14, 2026` for `2026-11-14`."""
    return date_format(date.fromisoformat(day), "F j, Y")


def actions_that_say(words: str) -> list[str]:
    """Return the actions whose sentence contains these words."""
    return [action for action, sentence in SENTENCE_BY_ACTION.items() if words.lower() in _fixed_words(sentence)]


def wordings(sentence: Sentence) -> list[str]:
    """Return every way in which a sentence can read."""
    if isinstance(sentence, CountedSentence):
        return [sentence.one, sentence.many]
    if isinstance(sentence, SentenceByCase):
        return [words for case in sentence.cases.values() for words in wordings(case)]
    if isinstance(sentence, SentenceWithParts):
        return wordings(sentence.sentence)
    return [sentence]


def _fixed_words(sentence: Sentence) -> str:
    return "\n".join(text for words in wordings(sentence) for text, *_ in Formatter().parse(words)).lower()
