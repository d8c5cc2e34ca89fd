"""A scoresheet as it lies on the clerk's desk, and what follows from it. Pure: it knows the rule books alone.

*Paper*: what is written on the sheet. *Reading*: totals, places and points that follow, each with its reason. *Doubt*:
something on the paper that should not be so; it can be overridden with a reason, never by accident.
"""

from scoring.paper.changes import CORRECTIONS, Correction, corrections
from scoring.paper.decisions import (
    Given,
    disqualified,
    fined,
    given_in_words,
    rescored,
    set_aside,
    shown_penalties,
    with_given,
    without_given,
)
from scoring.paper.differences import Difference, differences, differences_in_words, differences_of_totals
from scoring.paper.doubts import Doubt
from scoring.paper.paper import Column, Mark, Paper, PaperError, Problem, Row, mark, read_paper, write_paper
from scoring.paper.reading import Chair, Line, Reading, Table, read

__all__ = [
    "CORRECTIONS",
    "Chair",
    "Column",
    "Correction",
    "Difference",
    "Doubt",
    "Given",
    "Line",
    "Mark",
    "Paper",
    "PaperError",
    "Problem",
    "Reading",
    "Row",
    "Table",
    "corrections",
    "differences",
    "differences_in_words",
    "differences_of_totals",
    "disqualified",
    "fined",
    "given_in_words",
    "mark",
    "read",
    "read_paper",
    "rescored",
    "set_aside",
    "shown_penalties",
    "with_given",
    "without_given",
    "write_paper",
]
