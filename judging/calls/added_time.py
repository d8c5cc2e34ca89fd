"""How much time a table gets added, by the reasons of its edition (EQ XI-B-3; JM General 2, C24, A16, A19, C29). Pure.

Each reason is a limit of the edition: how many seconds before the warning count. 0 means the whole round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulebooks import Edition
from rulebooks.wording import plural
from tournament.rounds.clock import format_clock

Span = tuple[float, float]
VISIT, ABSENCE, ANYTHING = "judge_time_added", "player_leaves_table", "anything"


@dataclass(frozen=True)
class TimeReason:
    """`id`: the limit of the edition. `label`: for the judge who chooses; `says`: for people who read it afterwards.

    `counts`: a sentence about what the judge should add to or subtract from the proposal.
    """

    id: str
    label: str
    says: str
    counts: str = ""


REASONS = (
    TimeReason(VISIT, "My visit", "judge’s visit"),
    TimeReason(ABSENCE, "Player away", "player away"),
    TimeReason(
        "shake_begun_again",
        "Shake replayed",
        "shake replayed",
        "This counts from when you arrived. Add the time the shake was played before that.",
    ),
    TimeReason(
        "third_opinion_argued",
        "Third-opinion argument",
        "argument over a third opinion",
        "This counts from when you arrived. Subtract any time not spent on that argument.",
    ),
    TimeReason("slow_charge", "Slow charge", "slow charge"),
)
OTHER = TimeReason(ANYTHING, "Something else", "")


@dataclass(frozen=True)
class VisitTimes:
    """A visit from `began` to `ended`, with `absences` of players during it, in seconds on the round's clock.

    `already_given`: seconds that the table got for the reason during this visit.
    """

    round_seconds: int
    began: float
    ended: float
    absences: Sequence[Span] = ()
    already_given: int = 0


@dataclass(frozen=True)
class ProposedTime:
    """Seconds to add, with the sentence and the rule that explain them."""

    seconds: int
    sentence: str
    rule: str

    @property
    def minutes(self) -> int:
        return self.seconds // 60

    @property
    def rest(self) -> int:
        return self.seconds % 60


def reasons_of(edition: Edition) -> tuple[TimeReason, ...]:
    """Return the reasons that the edition has, and one for any other reason."""
    return (*(reason for reason in REASONS if reason.id in edition.limits), OTHER)


def propose_time(edition: Edition, visit: VisitTimes, reason: str = VISIT) -> ProposedTime | None:
    """Return the time that the edition gives for this reason, or None if it doesn't mention the reason.

    An absence counts as an absence only, and not again as part of the visit.
    """
    limit = edition.limits.get(reason)
    if limit is None:
        return None
    window = (max(visit.round_seconds - limit.amount, 0) if limit.amount else 0, max(visit.ended, visit.began))
    away = _total_length(_clip(visit.absences, window))
    lost = away if reason == ABSENCE else _total_length(_clip([(visit.began, visit.ended)], window)) - away
    sentences = _explain(reason, limit.amount, round(lost), visit.already_given)
    return ProposedTime(max(round(lost) - visit.already_given, 0), " ".join(sentences), limit.rule)


def _explain(reason: str, window: int, lost: int, already_given: int) -> list[str]:
    if reason == ABSENCE:
        sentence = (
            f"Away for {format_clock(lost)}. All of this time is added." if lost else "No player was marked as away."
        )
    elif not window:
        sentence = f"You’ve spent {format_clock(lost)} at the table."
    elif lost:
        sentence = plural(
            window // 60,
            f"{format_clock(lost)} of your visit fell in the last minute before the warning.",
            f"{format_clock(lost)} of your visit fell in the last {{count}} minutes before the warning.",
        )
    else:
        sentence = plural(
            window // 60,
            "Only the last minute before the warning counts.",
            "Only the last {count} minutes before the warning count.",
        )
    counts = next((each.counts for each in REASONS if each.id == reason), "")
    return [
        sentence,
        *([counts] if counts else []),
        *([f"{format_clock(already_given)} was added earlier."] if already_given else []),
    ]


def _clip(spans: Iterable[Span], window: Span) -> list[Span]:
    clipped = ((max(start, window[0]), min(end, window[1])) for start, end in spans)
    return sorted((start, end) for start, end in clipped if end > start)


def _total_length(spans: list[Span]) -> float:
    """Return the length of the union of sorted spans: two players away at once count once."""
    total, reached = 0.0, float("-inf")
    for start, end in spans:
        total += max(end - max(start, reached), 0.0)
        reached = max(reached, end)
    return total
