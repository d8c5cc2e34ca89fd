"""Standings, pure: who has how much, in which order, and in words why one is above another.

*Score*: what a player, team or school has. *Tie-break*: a small declared measure by which those with equal points are
told apart, in the director's order. Without one that decides, a tie is a tie: the same rank, and the next is skipped.
*Swing*: what a pending protest could change. *Cut*: who goes on to the playoffs. *Announced*: a place of the ceremony.
"""

from scoring.standings.announcing import Announced, Certificates, Honored, announcing, certificates
from scoring.standings.outlook import Fate, Move, Reach, Swing, cut, moves, reach
from scoring.standings.ranking import Ranked, Ranking, plain, rank, why
from scoring.standings.scores import (
    Key,
    Score,
    adjusted,
    average_of,
    best_of,
    is_perfect,
    of_full_size,
    top_of,
    with_bonus,
)
from scoring.standings.tie_breaks import TIE_BREAKS, Lot, Meetings, TieBreak

__all__ = [
    "TIE_BREAKS",
    "Announced",
    "Certificates",
    "Fate",
    "Honored",
    "Key",
    "Lot",
    "Meetings",
    "Move",
    "Ranked",
    "Ranking",
    "Reach",
    "Score",
    "Swing",
    "TieBreak",
    "adjusted",
    "announcing",
    "average_of",
    "best_of",
    "certificates",
    "cut",
    "is_perfect",
    "moves",
    "of_full_size",
    "plain",
    "rank",
    "reach",
    "top_of",
    "why",
    "with_bonus",
]
