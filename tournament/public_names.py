"""A child as the public sees it. Pure.

Full names are for the staff and the team's own coach. Everybody else sees what the tournament says: first name and
last initial, or a number; and for a child whose switch is set always the number.
"""

from __future__ import annotations

import unicodedata

RIGHT_TO_LEFT = ("R", "AL")
MARK = "\u200f"  # says that the period before it is read from right to left too


def public_name(first: str, last: str, number: int, *, policy: str, is_hidden: bool) -> str:
    """`Ada B.`, or `No. 12`. A name in one word is a first name; of more words without a last name, the first is."""
    if not last:
        first, _, last = " ".join(first.split()).partition(" ")
    if policy == "initial" and not is_hidden and first:
        return f"{first} {_initial(last)}" if last else first
    return f"No. {number}"


def _initial(last: str) -> str:
    """`B.`; where a script runs from right to left the period stays on its left."""
    return f"{last[0]}.{MARK if unicodedata.bidirectional(last[0]) in RIGHT_TO_LEFT else ''}"
