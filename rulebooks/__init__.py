"""Floor 1, the rules of the games: one TOML file per printed edition, and pure Python that asks it.

Nothing here knows Django, a database or a clock. Every figure carries the rule that gives it.
"""

from rulebooks.because import Because, Ruled
from rulebooks.differences import Difference, differences
from rulebooks.edition import BookDivision, Edition, TableSizes
from rulebooks.effects import Cube, Mat, PickError
from rulebooks.facts import Chapter, Fact, chapters
from rulebooks.fines import Asked, Fine, fine, is_agreed
from rulebooks.match import (
    Cell,
    MatchError,
    Result,
    Setter,
    SheetError,
    correct,
    first_setter,
    goal_setters,
    leaders,
    may_bonus,
    most_points,
    player_score,
    running_totals,
    settle,
)
from rulebooks.picks import Pick, Selection, Verdict, check_selection
from rulebooks.placing import Placing, place
from rulebooks.protests import (
    Answer,
    Protest,
    about_scoring,
    after_acceptance,
    hears_protests,
    judges_to_name,
    may_have_third_judge,
    may_protest,
    panel_must,
    policy_of,
    refuses_to_go_on,
)
from rulebooks.reader import EditionError
from rulebooks.reading import read_edition
from rulebooks.rows import possible_rows
from rulebooks.shakes import Seat, Shake, ShakeError, ShakeScore, score_shake
from rulebooks.shelf import Shelf, editions, get, shelf_with

__all__ = [
    "Answer",
    "Asked",
    "Because",
    "BookDivision",
    "Cell",
    "Chapter",
    "Cube",
    "Difference",
    "Edition",
    "EditionError",
    "Fact",
    "Fine",
    "Mat",
    "MatchError",
    "Pick",
    "PickError",
    "Placing",
    "Protest",
    "Result",
    "Ruled",
    "Seat",
    "Selection",
    "Setter",
    "Shake",
    "ShakeError",
    "ShakeScore",
    "SheetError",
    "Shelf",
    "TableSizes",
    "Verdict",
    "about_scoring",
    "after_acceptance",
    "chapters",
    "check_selection",
    "correct",
    "differences",
    "editions",
    "fine",
    "first_setter",
    "get",
    "goal_setters",
    "hears_protests",
    "is_agreed",
    "judges_to_name",
    "leaders",
    "may_bonus",
    "may_have_third_judge",
    "may_protest",
    "most_points",
    "panel_must",
    "place",
    "player_score",
    "policy_of",
    "possible_rows",
    "read_edition",
    "refuses_to_go_on",
    "running_totals",
    "score_shake",
    "settle",
    "shelf_with",
]
