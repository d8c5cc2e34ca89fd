"""Floor 1, the rules of the games: one TOML file per printed edition, and pure Python that applies it.

Nothing here knows about Django, a database or a clock. Every number comes with the rule that sets it.
"""

from rulebooks.catalog import Catalog, editions, get, load_catalog
from rulebooks.citations import Because, Ruled
from rulebooks.differences import EditionDifference, differences
from rulebooks.edition import BookDivision, Edition, TableSizes
from rulebooks.edition_reader import read_edition
from rulebooks.facts import Chapter, Fact, chapters
from rulebooks.match import (
    GoalSetter,
    MatchError,
    MatchResult,
    Placing,
    ShakeCell,
    WrongTotal,
    award_places,
    can_move_bonus,
    correct_total,
    first_setter,
    goal_setters,
    leaders,
    most_points,
    player_score,
    running_totals,
    score_match,
)
from rulebooks.penalty_rulings import PenaltyRequest, PenaltyRuling, is_agreed, rule_on_penalty
from rulebooks.protests import (
    ProtestAnswer,
    ProtestFacts,
    answer_after_acceptance,
    answer_refusal_to_play,
    answer_scoring_dispute,
    can_have_third_judge,
    check_protest,
    hears_protests,
    judges_to_name,
    panel_decision,
    protest_policy,
)
from rulebooks.scoresheet_rows import possible_rows
from rulebooks.shakes import Shake, ShakeError, ShakeScore, ShakeSeat, score_shake
from rulebooks.toml_reader import EditionError
from rulebooks.variation_effects import Cube, Mat, PickError
from rulebooks.variation_selection import SelectionVerdict, VariationPick, VariationSelection, check_selection

__all__ = [
    "Because",
    "BookDivision",
    "Catalog",
    "Chapter",
    "Cube",
    "Edition",
    "EditionDifference",
    "EditionError",
    "Fact",
    "GoalSetter",
    "Mat",
    "MatchError",
    "MatchResult",
    "PenaltyRequest",
    "PenaltyRuling",
    "PickError",
    "Placing",
    "ProtestAnswer",
    "ProtestFacts",
    "Ruled",
    "SelectionVerdict",
    "Shake",
    "ShakeCell",
    "ShakeError",
    "ShakeScore",
    "ShakeSeat",
    "TableSizes",
    "VariationPick",
    "VariationSelection",
    "WrongTotal",
    "answer_after_acceptance",
    "answer_refusal_to_play",
    "answer_scoring_dispute",
    "award_places",
    "can_have_third_judge",
    "can_move_bonus",
    "chapters",
    "check_protest",
    "check_selection",
    "correct_total",
    "differences",
    "editions",
    "first_setter",
    "get",
    "goal_setters",
    "hears_protests",
    "is_agreed",
    "judges_to_name",
    "leaders",
    "load_catalog",
    "most_points",
    "panel_decision",
    "player_score",
    "possible_rows",
    "protest_policy",
    "read_edition",
    "rule_on_penalty",
    "running_totals",
    "score_match",
    "score_shake",
]
