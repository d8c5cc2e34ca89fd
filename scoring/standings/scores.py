"""What counts for a player, a team and a school (F2, F25, N10, N24)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

Key = Hashable
CENT = Decimal("0.01")


@dataclass(frozen=True)
class PlayerRecord:
    """A player's verified rounds, added up. `rounds`: those with points; `best`: the most that a round can give."""

    key: Key
    points: Decimal
    rounds: int
    first_places: int = 0
    raw_points: int = 0
    penalties: int = 0


@dataclass(frozen=True)
class Score:
    """`played`: how many players it comes from. `penalties`: points lost by them, as a positive number."""

    key: Key
    points: Decimal
    played: int = 1
    first_places: int = 0
    raw_points: int = 0
    penalties: int = 0


def score_of_player(record: PlayerRecord, *, bonus: int = 0) -> Score:
    """The sum of the rounds, and what the league adds for having come (N24)."""
    there = record.rounds > 0
    return Score(
        record.key,
        record.points + (bonus if there else 0),
        int(there),
        record.first_places,
        record.raw_points,
        record.penalties,
    )


def score_of_team(key: Key, members: Sequence[Score], *, size: int, short: str) -> Score:
    """The sum of its members (F2). A team that is short counts what is there, or is scaled up to its size (N10)."""
    played = sum(member.played for member in members)
    points = sum((member.points for member in members), Decimal(0))
    if short == "scale" and 0 < played < size:
        points = (points * size / played).quantize(CENT, ROUND_HALF_UP)
    return Score(
        key,
        points,
        played,
        sum(member.first_places for member in members),
        sum(member.raw_points for member in members),
        sum(member.penalties for member in members),
    )


def average_of(key: Key, members: Sequence[Score]) -> Score:
    """A school by the average of everybody who played for it, to two places (F25)."""
    played = [member for member in members if member.played]
    total = sum((member.points for member in played), Decimal(0))
    average = (total / len(played)).quantize(CENT, ROUND_HALF_UP) if played else Decimal("0.00")
    return Score(key, average, len(played))


def top_of(key: Key, members: Sequence[Score], count: int = 5) -> Score:
    """A school by the sum of its best five (F25)."""
    best = sorted((member for member in members if member.played), key=lambda member: -member.points)[:count]
    return Score(key, sum((member.points for member in best), Decimal(0)), len(best))
