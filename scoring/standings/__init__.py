"""Pure standings: ranks scores, breaks ties, and explains the order in words. Knows nothing of Django or the database.

`scoring.standings_pages` fills it from the database and shows it.

*Score*: what a player, team, or school has. *Tie-break*: a measure that orders equal points, in the director's order.
If no tie-break decides, the tied share a rank and the next ranks are skipped. *Pending points*: what a pending protest
could add or take away. *Cutoff*: who advances to the playoffs. *Announced place*: one place called at the awards.
"""

from scoring.standings.awards import (
    AnnouncedPlace,
    AwardWinner,
    CertificateCounts,
    announcing_order,
    count_certificates,
)
from scoring.standings.changes import PendingPoints, RankChange, RankRange, possible_ranks, rank_changes
from scoring.standings.cutoff import Advancement, apply_cutoff
from scoring.standings.ranking import (
    RankedScore,
    Ranking,
    explain_order,
    format_points,
    points_in_words,
    rank_scores,
)
from scoring.standings.scores import (
    Key,
    Score,
    add_adjustment,
    add_attendance_bonus,
    is_perfect_score,
    scale_short_team,
    school_average,
    school_best_five,
    sweepstakes_total,
)
from scoring.standings.tie_breaks import TIE_BREAKS, Meetings, RandomDraw, TieBreak

__all__ = [
    "TIE_BREAKS",
    "Advancement",
    "AnnouncedPlace",
    "AwardWinner",
    "CertificateCounts",
    "Key",
    "Meetings",
    "PendingPoints",
    "RandomDraw",
    "RankChange",
    "RankRange",
    "RankedScore",
    "Ranking",
    "Score",
    "TieBreak",
    "add_adjustment",
    "add_attendance_bonus",
    "announcing_order",
    "apply_cutoff",
    "count_certificates",
    "explain_order",
    "format_points",
    "is_perfect_score",
    "points_in_words",
    "possible_ranks",
    "rank_changes",
    "rank_scores",
    "scale_short_team",
    "school_average",
    "school_best_five",
    "sweepstakes_total",
]
