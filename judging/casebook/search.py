"""Finds cases by what a judge types in a hurry, the likeliest first: title and keywords weigh more than the texts."""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from judging.casebook.casebook import Case, casebook
from judging.casebook.words import SILENT, split, stem, stems

TITLE, KEYWORDS, SITUATION, VARIATIONS, RULING = 5.0, 5.0, 3.0, 2.0, 1.0
WHOLE_KEYWORD = 3.0
PREFIX = 0.6
FAR_BELOW = 0.25
NUMBER = re.compile(r"^(?:JM )?((?:OS[- ]?)?[A-F])-?(\d+)(?: ?\(?(II?)\)?)?$")


@dataclass(frozen=True)
class Entry:
    """A case as the search sees it: what each word weighs in it, its title and its keywords as sets of words."""

    case: Case
    weights: Mapping[str, float]
    title: frozenset[str]
    keywords: tuple[frozenset[str], ...]
    length: float = 1.0


@dataclass(frozen=True)
class Index:
    """All entries, how rare each word is among them, and the words as they are written, for a word half typed."""

    entries: tuple[Entry, ...]
    rarity: Mapping[str, float]
    written: tuple[tuple[str, str], ...]


def search(
    query: str, game: str | None = None, division: str | None = None, variation: str | None = None
) -> tuple[Case, ...]:
    """Cases for these words, the likeliest first; without words all that pass, in the order of the manual.

    The last word may be half typed. A number such as `A5` or `OS-A4` finds that case.
    """
    entries = [entry for entry in _index().entries if entry.case.is_for(game, division, variation)]
    named = _by_number(query)
    if named:
        return tuple(entry.case for entry in entries if entry.case.id in named)
    wanted = _wanted(query)
    if not wanted:
        return () if split(query) else tuple(entry.case for entry in entries)
    return _ranked({entry.case: _score(entry, wanted) for entry in entries})


def like(
    text: str, game: str | None = None, division: str | None = None, variation: str | None = None, most: int = 5
) -> tuple[Case, ...]:
    """The few cases that resemble a longer text, such as what a judge wrote about a call."""
    index = _index()
    told = set(stems(text))
    scores = {}
    for entry in index.entries:
        if entry.case.is_for(game, division, variation):
            shared = sum(index.rarity[word] ** 2 * entry.weights[word] for word in told & entry.weights.keys())
            scores[entry.case] = shared / entry.length
    return _ranked(scores)[:most]


def _by_number(query: str) -> tuple[str, ...]:
    """`b38` names the case of either part that has this number; `b38 ii` only the one of part II."""
    match = NUMBER.match(" ".join(query.upper().split()))
    if match is None:
        return ()
    section = ("OS-" if match[1].startswith("OS") else "") + match[1][-1]
    number, part = match[2], match[3]
    first, second = f"JM {section}{number}", f"JM {section}{number} (II)"
    found = {"I": (first,), "II": (second,), None: (first, second)}[part]
    return tuple(case_id for case_id in found if casebook().get(case_id))


def _wanted(query: str) -> list[dict[str, float]]:
    """For each word of the query the words that answer it, and how well; a word that nothing answers stays, empty."""
    index = _index()
    written = split(query)
    wanted = []
    for place, word in enumerate(written):
        if word in SILENT:
            continue
        answers = {stem(word): 1.0} if stem(word) in index.rarity else {}
        if place == len(written) - 1 and len(word) > 1 and not query[-1].isspace():
            for other, other_stem in index.written:
                if other.startswith(word):
                    answers.setdefault(other_stem, PREFIX)
        wanted.append(answers)
    return wanted


def _score(entry: Entry, wanted: list[dict[str, float]]) -> float:
    """Rare words count more, missing words pull down; a whole keyword lifts, and so does most of a title."""
    rarity = _index().rarity
    score, answered, present = 0.0, 0, set()
    for answers in wanted:
        best = max(
            (
                (fit * rarity[word] * entry.weights[word], word)
                for word, fit in answers.items()
                if word in entry.weights
            ),
            default=None,
        )
        if best:
            score += best[0]
            answered += 1
            present.add(best[1])
    for keyword in entry.keywords:
        if len(keyword) > 1 and keyword <= present:
            score += WHOLE_KEYWORD * sum(rarity[word] for word in keyword)
    score *= 1 + len(entry.title & present) / len(entry.title)
    return score * (answered / len(wanted)) ** 2


def _ranked(scores: Mapping[Case, float]) -> tuple[Case, ...]:
    """Likeliest first, equal ones in the order of the manual; what lies far below the first is left out."""
    least = FAR_BELOW * max(scores.values(), default=0.0)
    found = [case for case, score in scores.items() if score > 0 and score >= least]
    return tuple(sorted(found, key=lambda case: -scores[case]))


@functools.cache
def _index() -> Index:
    entries = tuple(_entry(case) for case in casebook().cases)
    holding = Counter(word for entry in entries for word in entry.weights)
    rarity = {word: math.log(1 + len(entries) / count) for word, count in holding.items()}
    entries = tuple(replace(entry, length=_length(entry, rarity)) for entry in entries)
    written = {word for entry in entries for text in _texts(entry.case) for word in split(text)} - SILENT
    return Index(entries, rarity, tuple(sorted((word, stem(word)) for word in written)))


def _entry(case: Case) -> Entry:
    weights: dict[str, float] = {}
    for text, weight in _texts(case).items():
        for word in set(stems(text)):
            weights[word] = weights.get(word, 0.0) + weight
    keywords = tuple(frozenset(stems(keyword)) for keyword in case.keywords)
    return Entry(case, weights, frozenset(stems(case.title)), keywords)


def _length(entry: Entry, rarity: Mapping[str, float]) -> float:
    return math.sqrt(sum((rarity[word] * weight) ** 2 for word, weight in entry.weights.items()))


def _texts(case: Case) -> dict[str, float]:
    return {
        case.title: TITLE,
        "; ".join(case.keywords): KEYWORDS,
        case.situation: SITUATION,
        " ".join(case.variations): VARIATIONS,
        case.ruling: RULING,
    }
