"""The time that a table gets back for a judge's visit (EQ XI-B-3, JM General 2). Pure."""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks import Edition

NO_LIMIT = "judge_time_added"


@dataclass(frozen=True)
class TimeBack:
    """`seconds` that are proposed, and in words why."""

    seconds: int
    sentence: str
    rule: str


def time_back(edition: Edition, round_seconds: int, began: float, ended: float) -> TimeBack | None:
    """A visit counts as far as it lies in the last minutes before the warning, or after it.

    `began`, `ended`: seconds on the clock of the round. None where the book gives nothing back.
    """
    limit = edition.limits.get(NO_LIMIT)
    if limit is None:
        return None
    window = max(round_seconds - limit.amount, 0)
    seconds = round(max(ended - max(began, window), 0))
    minutes = limit.amount // 60
    if not seconds:
        return TimeBack(0, f"Only the last {minutes} minutes before the warning are given back.", limit.rule)
    shown = f"{seconds // 60}:{seconds % 60:02}"
    return TimeBack(seconds, f"{shown} of the visit lie in the last {minutes} minutes before the warning.", limit.rule)
