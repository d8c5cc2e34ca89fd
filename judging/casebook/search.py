"""Full-text search of the casebook, best match first. Titles and keywords weigh more than the texts."""

from __future__ import annotations

import difflib
import functools
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from judging.casebook.casebook import MANUAL, Case, casebook
from judging.casebook.words import SHORTEST_STEM, STOP_WORDS, split, stem, stems

TITLE, KEYWORDS, SITUATION, VARIATIONS, RULING = 5.0, 5.0, 3.0, 2.0, 1.0  # weights of a word by field
WHOLE_KEYWORD = 3.0
PREFIX = 0.6
MISSPELLED, SHORTEST_MISSPELLED, SIMILARITY = 0.7, 4, 0.8
LEAST_OF_BEST = 0.25
ON_SETS = "on-sets"
GAME_NAMED = re.compile(r"\bon[- ]?sets\b")
AROUND_A_NUMBER = re.compile(r"\b(?:case|situation|comment|number|manual|jm)\b|[^\w ()-]")
NUMBER = re.compile(r"^(OS)?[- ]*([A-F])[- ]*(\d+)(?: ?\(?(II?)\)?)?$")


@dataclass(frozen=True)
class IndexedCase:
    """A case with the weight of each stem in it, and its title and keywords as sets of stems."""

    case: Case
    weights: Mapping[str, float]
    title: frozenset[str]
    keywords: tuple[frozenset[str], ...]
    length: float = 1.0


@dataclass(frozen=True)
class SearchIndex:
    """The indexed cases and how rare each stem is.

    `written`: each word as written with its stem, for a word half typed. `ids`: each id in lowercase with the id.
    """

    entries: tuple[IndexedCase, ...]
    rarity: Mapping[str, float]
    written: tuple[tuple[str, str], ...]
    ids: tuple[tuple[str, str], ...]


def search(
    query: str,
    game: str | None = None,
    division: str | None = None,
    variation: str | None = None,
    league_cases: tuple[Case, ...] = (),
) -> tuple[Case, ...]:
    """Return the cases that match these words, best first; without words, all that pass the filters, in manual order.

    The last word may be half typed, others misspelled. A number such as `A5`, `OS-A4` or `general 7` finds that case.
    "On-Sets" among the words leaves out cases of the other game. `league_cases` are searched too.
    """
    index = _index(league_cases)
    query, game = _game_named(query, game)
    entries = [entry for entry in index.entries if entry.case.is_for(game, division, variation)]
    ids = _ids_named(query, game, index)
    if ids:
        cases = [entry.case for entry in entries if entry.case.id in ids]
        return tuple(sorted(cases, key=lambda case: ids.index(case.id)))
    terms = _query_terms(query, index)
    if not terms:
        return () if split(query) else tuple(entry.case for entry in entries)
    return _ranked({entry.case: _score(entry, terms, index) for entry in entries})


def similar_cases(
    text: str,
    game: str | None = None,
    division: str | None = None,
    variation: str | None = None,
    most: int = 5,
    league_cases: tuple[Case, ...] = (),
) -> tuple[Case, ...]:
    """Return the few cases that resemble a longer text, such as what a judge wrote about a call."""
    index = _index(league_cases)
    words = set(stems(text))
    scores = {}
    for entry in index.entries:
        if entry.case.is_for(game, division, variation):
            shared = sum(index.rarity[word] ** 2 * entry.weights[word] for word in words & entry.weights.keys())
            scores[entry.case] = shared / entry.length
    return _ranked(scores)[:most]


def _game_named(query: str, game: str | None) -> tuple[str, str | None]:
    """Return the query without "On-Sets", and the game that it names."""
    without = GAME_NAMED.sub(" ", query.casefold())
    if game or not split(without) or without == query.casefold():
        return query, game
    return without, ON_SETS


def _ids_named(query: str, game: str | None, index: SearchIndex) -> tuple[str, ...]:
    """Return the ids that a number names: `b38` the case of either part, `b38 ii` only the one of part II.

    In On-Sets, `e27` of the On-Sets section comes first.
    """
    typed = " ".join(AROUND_A_NUMBER.sub(" ", query.casefold()).split()).lstrip("- ")
    match = NUMBER.match(typed.upper())
    if match is None:
        return tuple(case_id for key, case_id in index.ids if _is_number(typed, key))
    on_sets, section, number, part = match.groups()
    first, second = f"{MANUAL} {section}{number}", f"{MANUAL} {section}{number} (II)"
    ids = {"I": (first,), "II": (second,), None: (first, second)}[part]
    on_sets_ids = (f"{MANUAL} OS-{section}{number}",)
    ids = on_sets_ids if on_sets else on_sets_ids + ids if game == ON_SETS else ids
    return tuple(case_id for case_id in ids if casebook().get(case_id))


def _is_number(typed: str, key: str) -> bool:
    """Return whether the text names this id: the book may be left out, and the first word abbreviated (`gen 7`)."""
    name, _, number = key.partition(" ")[2].rpartition(" ")
    short, _, rest = typed.rpartition(" ")
    is_abbreviated = len(short) >= SHORTEST_STEM and name.startswith(short) and rest == number
    return typed in (key, key.partition(" ")[2]) or is_abbreviated


def _query_terms(query: str, index: SearchIndex) -> list[dict[str, float]]:
    """Return, for each word of the query, the stems that match it and how well; empty for a word without a match."""
    words = split(query)
    terms = []
    for position, word in enumerate(words):
        if word in STOP_WORDS:
            continue
        matches = {stem(word): 1.0} if stem(word) in index.rarity else {}
        if position == len(words) - 1 and len(word) > 1 and not query[-1].isspace():
            for other, other_stem in index.written:
                if other.startswith(word):
                    matches.setdefault(other_stem, PREFIX)
        terms.append(matches or _correct_spelling(word, index))
    return terms


def _correct_spelling(word: str, index: SearchIndex) -> dict[str, float]:
    """Return the stems that a word found nowhere may be a misspelling of."""
    if len(word) < SHORTEST_MISSPELLED or word.isdigit():
        return {}
    spelled = dict(index.written)
    close = difflib.get_close_matches(word, spelled, cutoff=SIMILARITY)
    return {spelled[other]: MISSPELLED for other in close}


def _score(entry: IndexedCase, terms: list[dict[str, float]], index: SearchIndex) -> float:
    """Score a case: rare words count more, missing words lower it, a whole keyword or most of a title raises it."""
    rarity = index.rarity
    score, matched, present = 0.0, 0, set()
    for matches in terms:
        best = max(
            (
                (fit * rarity[word] * entry.weights[word], word)
                for word, fit in matches.items()
                if word in entry.weights
            ),
            default=None,
        )
        if best:
            score += best[0]
            matched += 1
            present.add(best[1])
    for keyword in entry.keywords:
        if len(keyword) > 1 and keyword <= present:
            score += WHOLE_KEYWORD * sum(rarity[word] for word in keyword)
    score *= 1 + len(entry.title & present) / len(entry.title)
    return score * (matched / len(terms)) ** 2


def _ranked(scores: Mapping[Case, float]) -> tuple[Case, ...]:
    """Return the best first, equal ones in manual order, without those that score far below the best."""
    least = LEAST_OF_BEST * max(scores.values(), default=0.0)
    cases = [case for case, score in scores.items() if score > 0 and score >= least]
    return tuple(sorted(cases, key=lambda case: -scores[case]))


@functools.lru_cache(maxsize=4)
def _index(league_cases: tuple[Case, ...]) -> SearchIndex:
    """Index the printed cases, which are cached, and the league cases, which change how rare each word is."""
    printed, words = _index_printed()
    entries = printed + tuple(_index_case(case) for case in league_cases)
    frequency = Counter(word for entry in entries for word in entry.weights)
    rarity = {word: math.log(1 + len(entries) / count) for word, count in frequency.items()}
    entries = tuple(replace(entry, length=_length(entry, rarity)) for entry in entries)
    written = words | _written_words(league_cases)
    ids = tuple((entry.case.id.casefold(), entry.case.id) for entry in entries)
    return SearchIndex(entries, rarity, tuple(sorted(written)), ids)


@functools.cache
def _index_printed() -> tuple[tuple[IndexedCase, ...], frozenset[tuple[str, str]]]:
    cases = casebook().cases
    return tuple(_index_case(case) for case in cases), _written_words(cases)


def _written_words(cases: tuple[Case, ...]) -> frozenset[tuple[str, str]]:
    """Return each word as written in these cases, with its stem."""
    words = {word for case in cases for text in _weighted_texts(case) for word in split(text)} - STOP_WORDS
    return frozenset((word, stem(word)) for word in words)


def _index_case(case: Case) -> IndexedCase:
    weights: dict[str, float] = {}
    for text, weight in _weighted_texts(case).items():
        for word in set(stems(text)):
            weights[word] = weights.get(word, 0.0) + weight
    keywords = tuple(frozenset(stems(keyword)) for keyword in case.keywords)
    return IndexedCase(case, weights, frozenset(stems(case.title)), keywords)


def _length(entry: IndexedCase, rarity: Mapping[str, float]) -> float:
    return math.sqrt(sum((rarity[word] * weight) ** 2 for word, weight in entry.weights.items()))


def _weighted_texts(case: Case) -> dict[str, float]:
    return {
        case.title: TITLE,
        "; ".join(case.keywords): KEYWORDS,
        case.situation: SITUATION,
        " ".join(case.variations): VARIATIONS,
        case.ruling: RULING,
    }
