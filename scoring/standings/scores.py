"""What counts for a player, a team, and a school (F2, F25, N10, N24), and across several games (F12)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

Key = Hashable
CENT = Decimal("0.01")


class Score(NamedTuple):
    """A total. `played`: how many players it comes from. `rounds`: how many results.

    `raw_points`: the points of the shakes. `penalties`: points lost in them, as a positive number. `adjustment`: the
    part of `points` that judges added or took away outside any scoresheet.
    """

    key: Key
    points: Decimal
    played: int = 1
    rounds: int = 0
    first_places: int = 0
    raw_points: int = 0
    penalties: int = 0
    adjustment: Decimal = Decimal(0)


def add_adjustment(score: Score, points: Decimal) -> Score:
    """Add what judges took away or gave, kept apart from the points earned (ACC Sportsmanship)."""
    return score._replace(points=score.points + points, adjustment=score.adjustment + points)


def add_attendance_bonus(score: Score, bonus: int) -> Score:
    """Add the league's bonus for each player who attended (N24)."""
    return score._replace(points=score.points + bonus * score.played) if bonus else score


def scale_short_team(score: Score, size: int, short_teams: str) -> Score:
    """Scale a short team's points up to the full team size if the league does that (N10).

    `short_teams`: the event's setting. Unless it is `scale`, the team counts as it is.
    """
    if short_teams != "scale" or not 0 < score.played < size:
        return score
    return score._replace(points=(score.points * size / score.played).quantize(CENT, ROUND_HALF_UP))


def school_average(key: Key, members: Iterable[Score]) -> Score:
    """Return a school's average over everyone who played for it, to two decimals (F25)."""
    played = [member for member in members if member.played]
    total = sum((member.points for member in played), Decimal(0))
    average = (total / len(played)).quantize(CENT, ROUND_HALF_UP) if played else Decimal("0.00")
    return Score(key, average, len(played))


def school_best_five(key: Key, members: Iterable[Score]) -> Score:
    """Return the sum of a school's five best players (F25)."""
    best = sorted((member for member in members if member.played), key=lambda member: -member.points)[:5]
    return Score(key, sum((member.points for member in best), Decimal(0)), len(best))


def sweepstakes_total(key: Key, events: Sequence[Score], *, best: int | None, least: int) -> Score | None:
    """Return the sum of the `best` events (None: all), or None for anyone who played fewer than `least` (F12)."""
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
        sum((event.adjustment for event in counted), Decimal(0)),
    )


def is_perfect_score(score: Score, *, rounds: int, best: int, bonus: int = 0) -> bool:
    """Return whether every round gave the most it can give: a tie for first spoils it (R-77, N15)."""
    return 0 < rounds == score.rounds and score.points == best * rounds + bonus * score.played
