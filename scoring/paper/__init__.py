"""A scoresheet as written on paper, and everything computed from it. Pure: imports only the rule books.

*Paper*: what is written on the sheet. *ComputedSheet*: totals, places, and points, each with its reason.
*SheetWarning*: something that looks wrong; saving it takes a reason.
"""

from scoring.paper.computed import ComputedSheet, SeatResult, SheetContext
from scoring.paper.corrections import CORRECTIONS, Correction, possible_corrections
from scoring.paper.decisions import (
    JudgeDecision,
    add_penalty,
    apply_decisions,
    describe_decision,
    disqualify,
    rescore_shake,
    void_shake,
    withdraw_decision,
)
from scoring.paper.differences import Difference, differences, differences_in_remarks, differences_in_totals
from scoring.paper.paper import (
    FieldProblem,
    Mark,
    Paper,
    PaperError,
    PaperRow,
    ShakeColumn,
    parse_mark,
    read_paper,
    write_paper,
)
from scoring.paper.warnings import SheetWarning

__all__ = [
    "CORRECTIONS",
    "ComputedSheet",
    "Correction",
    "Difference",
    "FieldProblem",
    "JudgeDecision",
    "Mark",
    "Paper",
    "PaperError",
    "PaperRow",
    "SeatResult",
    "ShakeColumn",
    "SheetContext",
    "SheetWarning",
    "add_penalty",
    "apply_decisions",
    "describe_decision",
    "differences",
    "differences_in_remarks",
    "differences_in_totals",
    "disqualify",
    "parse_mark",
    "possible_corrections",
    "read_paper",
    "rescore_shake",
    "void_shake",
    "withdraw_decision",
    "write_paper",
]
