"""A sheet's form and its paper: the names of the inputs are the places on the sheet.

`shake-3-2` is the cell of the second player in the third shake, `row-2-total` that player's total as written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from foundation.forms import json_in, number_in
from scoring.models import Entry
from scoring.paper.paper import MOST_SHAKES

MOST_SEATS = 12
ROW = ("status", "total", "points", "initials", "refusal", "error")


def paper_from(typed: QueryDict, seats: int) -> dict[str, Any]:
    """What was typed, in the shape of `scoring.paper`, right or wrong."""
    return {
        "rows": [{name: typed.get(f"row-{seat}-{name}", "") for name in ROW} for seat in range(1, seats + 1)],
        "columns": [_column(typed, number, seats) for number in range(1, _last(typed) + 1)],
        "games": typed.get("games", ""),
        "turned_in_by": typed.get("turned_in_by", ""),
    }


def _column(typed: QueryDict, number: int, seats: int) -> dict[str, Any]:
    return {
        "cells": [typed.get(f"shake-{number}-{seat}", "") for seat in range(1, seats + 1)],
        "status": typed.get(f"status-{number}", ""),
        "story": _story(typed.get(f"story-{number}", "")),
    }


def _story(text: str) -> Any:
    try:
        return json_in(text) if text else None
    except ValueError:
        return {"unreadable": True}


def _last(typed: QueryDict) -> int:
    """The highest number of a shake that was sent."""
    numbers = [name.split("-")[1] for name in typed if name.startswith(("shake-", "status-", "story-"))]
    return max((found for found in map(number_in, numbers) if found <= MOST_SHAKES + 1), default=0)


def seats_in(typed: QueryDict) -> int:
    """How many players the form has rows for; whether so many sit there, the verb knows."""
    numbers = [name.split("-")[1] for name in typed if name.startswith("row-")]
    return max((found for found in map(number_in, numbers) if found <= MOST_SEATS), default=0)


def names_from(typed: QueryDict, seats: int) -> dict[int, str]:
    """Who sat there instead of who is printed, by seat."""
    found = {seat: typed.get(f"row-{seat}-who", "").strip() for seat in range(1, seats + 1)}
    return {seat: name[:200] for seat, name in found.items() if name}


@dataclass(frozen=True)
class Typed:
    """The rest of the form. `base`: the number of the entry that was on the screen."""

    base: int
    source: str
    correction: str
    reason: str
    key: str
    printed: int | None

    @classmethod
    def of(cls, typed: QueryDict) -> Typed:
        base, printed = typed.get("base", ""), typed.get("printed", "")
        source = typed.get("source", "")
        return cls(
            base=int(base) if base.isdecimal() and len(base) < 5 else 0,
            source=source if source in (Entry.Source.PAPER, Entry.Source.PHONE) else Entry.Source.PAPER,
            correction=typed.get("correction", ""),
            reason=typed.get("reason", ""),
            key=typed.get("key", "")[:64],
            printed=int(printed) if printed.isdecimal() and len(printed) < 12 else None,
        )
