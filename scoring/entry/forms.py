"""Parses the scoresheet form. Input names are positions on the paper.

`shake-3-2` is the second player's cell in the third shake, `row-2-total` that player's total as written.
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


@dataclass(frozen=True)
class SheetForm:
    """A scoresheet form as sent; the verb validates it. `paper`: in the shape that `scoring.paper` reads.

    `names`: who sat there instead of the printed players, by seat. `base`: the number of the entry that was on the
    screen. `key`: the idempotency key. `printed`: the sheet for which the paper in hand was printed, if another.
    """

    paper: dict[str, Any]
    names: dict[int, str]
    base: int
    source: str
    correction: str
    reason: str
    key: str
    printed: int | None

    @classmethod
    def parse(cls, data: QueryDict, seats: int | None = None) -> SheetForm:
        """`seats`: how many rows to read; without it, as many as the form has."""
        seats = _seats(data) if seats is None else seats
        base = data.get("base", "")
        source = data.get("source", "")
        return cls(
            paper=_paper(data, seats),
            names=_names(data, seats),
            base=int(base) if base.isdecimal() and len(base) < 5 else 0,
            source=source if source in (Entry.Source.PAPER, Entry.Source.PHONE) else Entry.Source.PAPER,
            correction=data.get("correction", ""),
            reason=data.get("reason", ""),
            key=data.get("key", "")[:64],
            printed=printed_in(data),
        )


def printed_in(data: QueryDict) -> int | None:
    """Return the key of the sheet that is printed on the paper in hand."""
    printed = data.get("printed", "")
    return int(printed) if printed.isdecimal() and len(printed) < 12 else None


def _paper(data: QueryDict, seats: int) -> dict[str, Any]:
    return {
        "rows": [{name: data.get(f"row-{seat}-{name}", "") for name in ROW} for seat in range(1, seats + 1)],
        "columns": [_column(data, number, seats) for number in range(1, _last_shake(data) + 1)],
        "games": data.get("games", ""),
        "turned_in_by": data.get("turned_in_by", ""),
    }


def _column(data: QueryDict, number: int, seats: int) -> dict[str, Any]:
    return {
        "cells": [data.get(f"shake-{number}-{seat}", "") for seat in range(1, seats + 1)],
        "status": data.get(f"status-{number}", ""),
        "story": _story(data.get(f"story-{number}", "")),
    }


def _story(text: str) -> Any:
    try:
        return json_in(text) if text else None
    except ValueError:
        return {"unreadable": True}


def _last_shake(data: QueryDict) -> int:
    """Return the highest shake number in the form."""
    numbers = [name.split("-")[1] for name in data if name.startswith(("shake-", "status-", "story-"))]
    return max((number for number in map(number_in, numbers) if number <= MOST_SHAKES + 1), default=0)


def _seats(data: QueryDict) -> int:
    """Return how many players the form has rows for. The verb knows how many sit there."""
    numbers = [name.split("-")[1] for name in data if name.startswith("row-")]
    return max((number for number in map(number_in, numbers) if number <= MOST_SEATS), default=0)


def _names(data: QueryDict, seats: int) -> dict[int, str]:
    names = {seat: data.get(f"row-{seat}-who", "").strip() for seat in range(1, seats + 1)}
    return {seat: name[:200] for seat, name in names.items() if name}
