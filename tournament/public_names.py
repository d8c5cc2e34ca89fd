"""A student's name as the public sees it. Pure.

Only the staff and the team's coach see full names. Everyone else sees what the tournament's policy allows: the first
name and last initial, or the player number. A hidden student is always shown by number.
"""

from __future__ import annotations

import unicodedata

RIGHT_TO_LEFT = ("R", "AL")
RIGHT_TO_LEFT_MARK = "\u200f"  # makes the period before it part of the right-to-left text


def public_name(first: str, last: str, number: int, *, policy: str, is_hidden: bool) -> str:
    """Return `Ada B.` or `No. 12`. Without a last name, the first word is the first name."""
    if not last:
        first, _, last = " ".join(first.split()).partition(" ")
    if policy == "initial" and not is_hidden and first:
        return f"{first} {_initial(last)}" if last else first
    return f"No. {number}"


def _initial(last: str) -> str:
    """Return `B.`. In a right-to-left script the period stays to the left of the letter."""
    return f"{last[0]}.{RIGHT_TO_LEFT_MARK if unicodedata.bidirectional(last[0]) in RIGHT_TO_LEFT else ''}"
