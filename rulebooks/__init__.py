"""Floor 1, the rules of the games: one TOML file per printed edition, and pure Python that asks it.

Nothing here knows Django, a database or a clock. Every figure carries the rule that gives it.
"""

from rulebooks.because import Because
from rulebooks.edition import BookDivision, Edition, TableSizes
from rulebooks.placing import Placing, place
from rulebooks.reader import EditionError
from rulebooks.rows import possible_rows
from rulebooks.shakes import Seat, Shake, ShakeError, ShakeScore, score_shake
from rulebooks.shelf import editions, get

__all__ = [
    "Because",
    "BookDivision",
    "Edition",
    "EditionError",
    "Placing",
    "Seat",
    "Shake",
    "ShakeError",
    "ShakeScore",
    "TableSizes",
    "editions",
    "get",
    "place",
    "possible_rows",
    "score_shake",
]
