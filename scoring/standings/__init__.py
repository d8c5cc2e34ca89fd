"""Standings, pure: who has how much, in which order, and in words why one is above another.

*Score*: what a player, team or school has. *Tie-break*: a small declared measure by which those with equal points are
told apart, in the director's order. Without one that decides, a tie is a tie: the same rank, and the next is skipped.
"""

from scoring.standings.ranking import Meeting, Ranked, Ranking, rank
from scoring.standings.scores import PlayerRecord, Score, average_of, score_of_player, score_of_team, top_of
from scoring.standings.tie_breaks import TIE_BREAKS, TieBreak

__all__ = [
    "TIE_BREAKS",
    "Meeting",
    "PlayerRecord",
    "Ranked",
    "Ranking",
    "Score",
    "TieBreak",
    "average_of",
    "rank",
    "score_of_player",
    "score_of_team",
    "top_of",
]
