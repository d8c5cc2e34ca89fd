"""The time that a table gets back, for the reasons of its edition (EQ XI-B-3; JM General 2, C24, A16, A19, C29).

Pure. A reason is a limit of the edition: of so many seconds before the warning, or of the whole round where it is 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulebooks import Edition
from tournament.rounds.clock import format_clock

Span = tuple[float, float]
VISIT, ABSENCE, ANYTHING = "judge_time_added", "player_leaves_table", "anything"


@dataclass(frozen=True)
class Reason:
    """`id`: the limit that gives it. `label` for the judge who chooses, `says` for those who read of it afterwards.

    `counts`: in words, what of the time that is proposed the judge should think of.
    """

    id: str
    label: str
    says: str
    counts: str = ""


REASONS = (
    Reason(VISIT, "My visit", "a judge was there"),
    Reason(ABSENCE, "A player was away", "a player was away"),
    Reason(
        "shake_begun_again",
        "Shake begun again",
        "a shake was begun again",
        "This is since you came: add what was played of the shake before.",
    ),
    Reason(
        "third_opinion_argued",
        "Third opinion argued",
        "an argument over a third opinion",
        "This is since you came: take off what was not that argument.",
    ),
    Reason("slow_charge", "Slow charge", "a charge was slow to come"),
)
OTHER = Reason(ANYTHING, "Something else", "")


@dataclass(frozen=True)
class TimeBack:
    """`seconds` that are proposed, and in words why."""

    seconds: int
    sentence: str
    rule: str

    @property
    def minutes(self) -> int:
        return self.seconds // 60

    @property
    def rest(self) -> int:
        return self.seconds % 60


def reasons(edition: Edition) -> tuple[Reason, ...]:
    """Those that the edition knows, and one for whatever else a judge answers for."""
    return (*(reason for reason in REASONS if reason.id in edition.limits), OTHER)


def time_back(
    edition: Edition,
    round_seconds: int,
    began: float,
    ended: float,
    reason: str = VISIT,
    absences: Iterable[Span] = (),
    given: int = 0,
) -> TimeBack | None:
    """What the edition proposes; None where it says nothing of the reason.

    `began`, `ended`: the visit, and `absences` within it, in seconds on the clock of the round. An absence is given
    back as such and not once more as a visit. `given`: seconds that the table got for this reason during the visit.
    """
    limit = edition.limits.get(reason)
    if limit is None:
        return None
    window = (max(round_seconds - limit.amount, 0) if limit.amount else 0, max(ended, began))
    away = _length(_within(absences, window))
    taken = away if reason == ABSENCE else _length(_within([(began, ended)], window)) - away
    seconds = max(round(taken) - given, 0)
    return TimeBack(seconds, " ".join(_said(reason, limit.amount, round(taken), given)), limit.rule)


def _said(reason: str, window: int, taken: int, given: int) -> list[str]:
    if reason == ABSENCE:
        said = (
            f"Away for {format_clock(taken)}: all of it is given back." if taken else "Nobody has been noted as away."
        )
    elif not window:
        said = f"{format_clock(taken)} at the table."
    elif taken:
        said = f"{format_clock(taken)} of the visit lie in the last {window // 60} minutes before the warning."
    else:
        said = f"Only the last {window // 60} minutes before the warning are given back."
    counts = next((each.counts for each in REASONS if each.id == reason), "")
    return [said, *([counts] if counts else []), *([f"{format_clock(given)} was given already."] if given else [])]


def _within(spans: Iterable[Span], window: Span) -> list[Span]:
    clipped = ((max(start, window[0]), min(end, window[1])) for start, end in spans)
    return sorted((start, end) for start, end in clipped if end > start)


def _length(spans: list[Span]) -> float:
    """Of all together: two who are away at once are away once."""
    total, reached = 0.0, float("-inf")
    for start, end in spans:
        total += max(end - max(start, reached), 0.0)
        reached = max(reached, end)
    return total
