"""Floor 1, the rules of the games: one TOML file per printed edition, and pure Python that asks it.

Nothing here knows Django, a database or a clock. Every figure carries the rule that gives it.
"""

from rulebooks.because import Because, Ruled
from rulebooks.differences import Difference, differences
from rulebooks.edition import BookDivision, Edition, TableSizes
from rulebooks.effects import Cube, Mat, PickError
from rulebooks.facts import Chapter, Fact, chapters
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
from rulebooks.protests import Protest, judges_to_name, may_have_third_judge, may_protest
from rulebooks.reader import EditionError
from rulebooks.reading import read_edition
from rulebooks.rows import possible_rows
from rulebooks.shakes import Seat, Shake, ShakeError, ShakeScore, score_shake
from rulebooks.shelf import Shelf, editions, get, shelf_with

__all__ = [
    "Because",
    "BookDivision",
    "Cell",
    "Chapter",
    "Cube",
    "Difference",
    "Edition",
    "EditionError",
    "Fact",
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
    "chapters",
    "check_selection",
    "correct",
    "differences",
    "editions",
    "first_setter",
    "get",
    "goal_setters",
    "judges_to_name",
    "leaders",
    "may_bonus",
    "may_have_third_judge",
    "may_protest",
    "most_points",
    "place",
    "player_score",
    "possible_rows",
    "read_edition",
    "running_totals",
    "score_shake",
    "settle",
    "shelf_with",
]
