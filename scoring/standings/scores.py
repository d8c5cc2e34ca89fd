"""What counts for a player, a team and a school (F2, F25, N10, N24), and over several events (F12)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

Key = Hashable
CENT = Decimal("0.01")


class Score(NamedTuple):
    """What was earned, added up. `played`: how many players it comes from; `rounds`: how many results.

    `raw_points`: of the shakes; `penalties`: points lost in them, as a positive number. `adjusted`: what of `points`
    judges took or gave outside any sheet.
    """

    key: Key
    points: Decimal
    played: int = 1
    rounds: int = 0
    first_places: int = 0
    raw_points: int = 0
    penalties: int = 0
    adjusted: Decimal = Decimal(0)


def adjusted(score: Score, points: Decimal) -> Score:
    """What judges took off a score, apart from what was earned (ACC Sportsmanship)."""
    return score._replace(points=score.points + points, adjusted=score.adjusted + points)


def with_bonus(score: Score, bonus: int) -> Score:
    """What the league adds for each player who came (N24)."""
    return score._replace(points=score.points + bonus * score.played) if bonus else score


def of_full_size(score: Score, size: int, short: str) -> Score:
    """A team that is short counts what is there, or is scaled up to its size (N10)."""
    if short != "scale" or not 0 < score.played < size:
        return score
    return score._replace(points=(score.points * size / score.played).quantize(CENT, ROUND_HALF_UP))


def average_of(key: Key, members: Iterable[Score]) -> Score:
    """A school by the average of everybody who played for it, to two places (F25)."""
    played = [member for member in members if member.played]
    total = sum((member.points for member in played), Decimal(0))
    average = (total / len(played)).quantize(CENT, ROUND_HALF_UP) if played else Decimal("0.00")
    return Score(key, average, len(played))


def top_of(key: Key, members: Iterable[Score], count: int = 5) -> Score:
    """A school by the sum of its best five (F25)."""
    best = sorted((member for member in members if member.played), key=lambda member: -member.points)[:count]
    return Score(key, sum((member.points for member in best), Decimal(0)), len(best))


def best_of(key: Key, events: Sequence[Score], *, best: int | None, least: int) -> Score | None:
    """Sweepstakes: the sum of the best events, for who played in enough of them; else nothing (F12)."""
    played = sorted((event for event in events if event.played), key=lambda event: -event.points)
    if len(played) < least:
        return None
    counted = played[:best]
    return Score(
        key,
        sum((event.points for event in counted), Decimal(0)),
        max((event.played for event in counted), default=0),
        sum(event.rounds for event in counted),
        sum(event.first_places for event in counted),
        sum(event.raw_points for event in counted),
        sum(event.penalties for event in counted),
        sum((event.adjusted for event in counted), Decimal(0)),
    )


def is_perfect(score: Score, *, rounds: int, best: int, bonus: int = 0) -> bool:
    """The most that a round can give, in every round: a tie for first spoils it (R-77, N15)."""
    return 0 < rounds == score.rounds and score.points == best * rounds + bonus * score.played
