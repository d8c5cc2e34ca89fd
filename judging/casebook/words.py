"""Tokenizing, stemming and stop words for the casebook search."""

from __future__ import annotations

import re

WORD = re.compile(r"[a-z0-9]+|[√÷∪∩⊂⊆−+=∅]|λ")
ENDINGS = ("ations", "ation", "ings", "ing", "ers", "er", "ed", "es", "s", "e", "ly", "y")
SHORTEST_STEM = 3
COMPOUNDS = {"upsidedown": "upside down", "setname": "set name", "goalsetter": "goal setter"}


def split(text: str) -> list[str]:
    """Return the lowercase words of a text without apostrophes: "Didn't" is one word, "two-digit" is two."""
    words = WORD.findall(text.lower().replace("'", "").replace("’", ""))
    return [part for word in words for part in COMPOUNDS.get(word, word).split()]


def _without_ending(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > SHORTEST_STEM and word[-1] == word[-2] else word


STOP_WORDS = frozenset(
    split(
        "a an and are as at be but by can do does for from had has have he her him his how i if in is it its me my of"
        " on or she so that the their them then there they this to was what when where which who will with you your"
    )
)

# Irregular forms, and synonyms at the table. Each group is indexed under its first word.
SYNONYMS = (
    "player boy child children competitor girl kid kids pupil somebody someone student",
    "cube dice die piece",
    "roll reroll rerolled threw throw thrown toss",
    "card deck",
    "shuffle mix",
    "mat board",
    "section area zone",
    "time clock hourglass sand timer",
    "phone cell cellphone mobile smartphone",
    "bathroom lavatory restroom toilet washroom",
    "pick choose chose chosen lift lifted select selection",
    "turn flip",
    "grab seize snatch",
    "forget forgot forgotten",
    "give gave given hand handed",
    "hold held",
    "lay laid lain",
    "leave left",
    "go gone goes went",
    "run ran",
    "say announce said speak spoke spoken state",
    "tell told",
    "take taken took",
    "write scrawl scribble written wrote",
    "read decipher illegible legible unreadable",
    "deal dealt",
    "change alter amend modify switch",
    "put place placed",
    "mean represent",
    "error fault mistake",
    "wrong incorrect",
    "illegal invalid",
    "right correct",
    "fast quick quickly rapid",
    "slow slowly",
    "ahead lead leader leading winning",
    "other another else",
    "everybody all everyone",
    "nobody none",
    "equation solution",
    "impossible never",
    "parenthesis bracket parentheses",
    "root radical",
    "judge official referee",
    "talk chat chatter",
    *("0 zero", "1 one", "2 two", "3 three", "4 four", "5 five", "6 six", "7 seven", "8 eight", "9 nine", "10 ten"),
    *("11 eleven", "12 twelve", "13 thirteen", "14 fourteen", "15 fifteen"),
)
_CANONICAL = {
    _without_ending(word): _without_ending(group.split()[0]) for group in SYNONYMS for word in group.split()[1:]
}


def stem(word: str) -> str:
    """Return the form that a word is indexed under: the same for challenge, challenged, challenging and Challenger."""
    short = _without_ending(word)
    return _CANONICAL.get(short, short)


def stems(text: str) -> list[str]:
    """Return the stems of a text's words, without stop words."""
    return [stem(word) for word in split(text) if word not in STOP_WORDS]
