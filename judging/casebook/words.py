"""Words for the search: how a text is split, which forms are one word, and which words say nothing."""

from __future__ import annotations

import re

WORD = re.compile(r"[a-z0-9]+|[√÷∪∩⊂⊆−+=∅]|λ")
ENDINGS = ("ations", "ation", "ings", "ing", "ers", "er", "ed", "es", "s", "e", "ly", "y")
SHORTEST = 3


def split(text: str) -> list[str]:
    """Small letters, no apostrophes: "Didn't" is one word, "two-digit" is two."""
    return WORD.findall(text.lower().replace("'", "").replace("’", ""))


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

# Forms that endings do not explain, and words that mean the same at the table.
SAME = {
    "bracket": "parenthesis",
    "choose": "pick",
    "chose": "pick",
    "chosen": "pick",
    "clock": "time",
    "dealt": "deal",
    "flip": "turn",
    "forgot": "forget",
    "gave": "give",
    "held": "hold",
    "laid": "lay",
    "left": "leave",
    "lift": "pick",
    "never": "impossible",
    "parentheses": "parenthesis",
    "radical": "root",
    "ran": "run",
    "restroom": "bathroom",
    "said": "say",
    "select": "pick",
    "selection": "pick",
    "solution": "equation",
    "taken": "take",
    "toilet": "bathroom",
    "took": "take",
    "written": "write",
    "wrote": "write",
}
_SAME = {_short(word): _short(other) for word, other in SAME.items()}


def stem(word: str) -> str:
    """Challenge, challenged, challenges, challenging and Challenger are one word."""
    short = _short(word)
    return _SAME.get(short, short)


def stems(text: str) -> list[str]:
    """The words of a text that say something, each in its one form."""
    return [stem(word) for word in split(text) if word not in SILENT]
