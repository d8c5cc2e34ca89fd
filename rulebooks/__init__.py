"""Floor 1, the rules of the games: one TOML file per printed edition, and pure Python that asks it.

Nothing here knows Django, a database or a clock. Every figure carries the rule that gives it.
"""

from rulebooks.edition import Because, BookDivision, Edition, EditionError, TableSizes
from rulebooks.placing import Placing, place
from rulebooks.shelf import editions, get

__all__ = [
    "Because",
    "BookDivision",
    "Edition",
    "EditionError",
    "Placing",
    "TableSizes",
    "editions",
    "get",
    "place",
]
