"""Names of judges as somebody types them into one field, where they have no account to choose."""

from __future__ import annotations

import re


def names_in(text: str) -> list[str]:
    """One to a line, or with commas or "and" between them."""
    return [name.strip() for name in re.split(r"[\n,&]|\band\b", text) if name.strip()]
