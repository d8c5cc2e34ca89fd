"""Words for the search: how a text is split, which forms are one word, and which words say nothing."""

from __future__ import annotations

import re

WORD = re.compile(r"[a-z0-9]+|[√÷∪∩⊂⊆−+=∅]|λ")
ENDINGS = ("ations", "ation", "ings", "ing", "ers", "er", "ed", "es", "s", "e", "ly", "y")
SHORTEST = 3
APART = {"upsidedown": "upside down", "setname": "set name", "goalsetter": "goal setter"}


def split(text: str) -> list[str]:
    """Small letters, no apostrophes: "Didn't" is one word, "two-digit" is two."""
    found = WORD.findall(text.lower().replace("'", "").replace("’", ""))
    return [part for word in found for part in APART.get(word, word).split()]


def _short(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > SHORTEST and word[-1] == word[-2] else word


SILENT = frozenset(
    split(
        "a an and are as at be but by can do does for from had has have he her him his how i if in is it its me my of"
        " on or she so that the their them then there they this to was what when where which who will with you your"
    )
)

# Forms that endings do not explain, and words that mean the same at the table: each group under its first word.
GROUPS = (
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
_SAME = {_short(word): _short(group.split()[0]) for group in GROUPS for word in group.split()[1:]}


def stem(word: str) -> str:
    """Challenge, challenged, challenges, challenging and Challenger are one word."""
    short = _short(word)
    return _SAME.get(short, short)


def stems(text: str) -> list[str]:
    """The words of a text that say something, each in its one form."""
    return [stem(word) for word in split(text) if word not in SILENT]
