"""Finds cases by what a judge types in a hurry, the likeliest first: title and keywords weigh more than the texts."""

from __future__ import annotations

import difflib
import functools
import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from judging.casebook.casebook import MANUAL, Case, casebook
from judging.casebook.words import SHORTEST, SILENT, split, stem, stems

TITLE, KEYWORDS, SITUATION, VARIATIONS, RULING = 5.0, 5.0, 3.0, 2.0, 1.0
WHOLE_KEYWORD = 3.0
PREFIX = 0.6
MISSPELLED, SHORTEST_MISSPELLED, ALIKE = 0.7, 4, 0.8
FAR_BELOW = 0.25
ON_SETS = "on-sets"
GAME_NAMED = re.compile(r"\bon[- ]?sets\b")
BESIDE_A_NUMBER = re.compile(r"\b(?:case|situation|comment|number|manual|jm)\b|[^\w ()-]")
NUMBER = re.compile(r"^(OS)?[- ]*([A-F])[- ]*(\d+)(?: ?\(?(II?)\)?)?$")


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
    """All entries, how rare each word is among them, the words as they are written, for a word half typed, and the
    numbers of the cases in small letters."""

    entries: tuple[Entry, ...]
    rarity: Mapping[str, float]
    written: tuple[tuple[str, str], ...]
    ids: tuple[tuple[str, str], ...]


def search(
    query: str,
    game: str | None = None,
    division: str | None = None,
    variation: str | None = None,
    own: tuple[Case, ...] = (),
) -> tuple[Case, ...]:
    """Cases for these words, the likeliest first; without words all that pass, in the order of the manual.

    The last word may be half typed, others misspelled. A number such as `A5`, `OS-A4` or `general 7` finds that case;
    the name of On-Sets leaves out what is not for it. `own`: cases of the league, among which is searched as well.
    """
    index = _index(own)
    query, game = _game_named(query, game)
    entries = [entry for entry in index.entries if entry.case.is_for(game, division, variation)]
    named = _by_number(query, game, index)
    if named:
        found = [entry.case for entry in entries if entry.case.id in named]
        return tuple(sorted(found, key=lambda case: named.index(case.id)))
    wanted = _wanted(query, index)
    if not wanted:
        return () if split(query) else tuple(entry.case for entry in entries)
    return _ranked({entry.case: _score(entry, wanted, index) for entry in entries})


def like(
    text: str,
    game: str | None = None,
    division: str | None = None,
    variation: str | None = None,
    most: int = 5,
    own: tuple[Case, ...] = (),
) -> tuple[Case, ...]:
    """The few cases that resemble a longer text, such as what a judge wrote about a call."""
    index = _index(own)
    told = set(stems(text))
    scores = {}
    for entry in index.entries:
        if entry.case.is_for(game, division, variation):
            shared = sum(index.rarity[word] ** 2 * entry.weights[word] for word in told & entry.weights.keys())
            scores[entry.case] = shared / entry.length
    return _ranked(scores)[:most]


def _game_named(query: str, game: str | None) -> tuple[str, str | None]:
    """On-Sets named among the words says which game is meant."""
    without = GAME_NAMED.sub(" ", query.casefold())
    if game or not split(without) or without == query.casefold():
        return query, game
    return without, ON_SETS


def _by_number(query: str, game: str | None, index: Index) -> tuple[str, ...]:
    """`b38` names the case of either part that has this number; `b38 ii` only the one of part II.

    In On-Sets `e27` is first of all the one of its own section.
    """
    typed = " ".join(BESIDE_A_NUMBER.sub(" ", query.casefold()).split()).lstrip("- ")
    match = NUMBER.match(typed.upper())
    if match is None:
        return tuple(case_id for key, case_id in index.ids if _is_number(typed, key))
    on_sets, section, number, part = match.groups()
    first, second = f"{MANUAL} {section}{number}", f"{MANUAL} {section}{number} (II)"
    found = {"I": (first,), "II": (second,), None: (first, second)}[part]
    of_on_sets = (f"{MANUAL} OS-{section}{number}",)
    found = of_on_sets if on_sets else of_on_sets + found if game == ON_SETS else found
    return tuple(case_id for case_id in found if casebook().get(case_id))


def _is_number(typed: str, key: str) -> bool:
    """`general 7`, `gen 7`, `eq ix-c`: the book may be left out, and the first word cut short."""
    name, _, number = key.partition(" ")[2].rpartition(" ")
    short, _, rest = typed.rpartition(" ")
    cut_short = len(short) >= SHORTEST and name.startswith(short) and rest == number
    return typed in (key, key.partition(" ")[2]) or cut_short


def _wanted(query: str, index: Index) -> list[dict[str, float]]:
    """For each word of the query the words that answer it, and how well; a word that nothing answers stays, empty."""
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
        wanted.append(answers or _misspelled(word, index))
    return wanted


def _misspelled(word: str, index: Index) -> dict[str, float]:
    """What a word may have been meant for that is written nowhere."""
    if len(word) < SHORTEST_MISSPELLED or word.isdigit():
        return {}
    spelled = dict(index.written)
    alike = difflib.get_close_matches(word, spelled, cutoff=ALIKE)
    return {spelled[other]: MISSPELLED for other in alike}


def _score(entry: Entry, wanted: list[dict[str, float]], index: Index) -> float:
    """Rare words count more, missing words pull down; a whole keyword lifts, and so does most of a title."""
    rarity = index.rarity
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


@functools.lru_cache(maxsize=4)
def _index(own: tuple[Case, ...]) -> Index:
    """The printed cases are read once; what a league adds changes only how rare each word is."""
    printed, words = _printed()
    entries = printed + tuple(_entry(case) for case in own)
    holding = Counter(word for entry in entries for word in entry.weights)
    rarity = {word: math.log(1 + len(entries) / count) for word, count in holding.items()}
    entries = tuple(replace(entry, length=_length(entry, rarity)) for entry in entries)
    written = words | _written(own)
    ids = tuple((entry.case.id.casefold(), entry.case.id) for entry in entries)
    return Index(entries, rarity, tuple(sorted(written)), ids)


@functools.cache
def _printed() -> tuple[tuple[Entry, ...], frozenset[tuple[str, str]]]:
    cases = casebook().cases
    return tuple(_entry(case) for case in cases), _written(cases)


def _written(cases: tuple[Case, ...]) -> frozenset[tuple[str, str]]:
    """Each word as it stands in a case, with its one form."""
    words = {word for case in cases for text in _texts(case) for word in split(text)} - SILENT
    return frozenset((word, stem(word)) for word in words)


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
