"""A child as the public sees it. Pure.

Full names are for the staff and the team's own coach. Everybody else sees what the tournament says: first name and
last initial, or a number; and for a child whose switch is set always the number.
"""

from __future__ import annotations


def public_name(first: str, last: str, number: int, *, policy: str, is_hidden: bool) -> str:
    """`Ada B.`, or `No. 12`. A name in one word is a first name."""
    if policy == "initial" and not is_hidden and first:
        return f"{first} {last[0]}." if last else first
    return f"No. {number}"
