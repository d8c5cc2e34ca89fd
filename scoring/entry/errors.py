"""Refusals of a scoresheet that carry more than a sentence: warnings, unreadable fields, or a newer entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from foundation.errors import EditConflict, Refused
from rulebooks.wording import plural
from scoring.models import Sheet
from scoring.paper import PaperError, SheetWarning


class UnexplainedWarnings(Refused):
    """The sheet has warnings and no reason why it is right."""

    def __init__(self, warnings: Sequence[SheetWarning]) -> None:
        only = f"{warnings[0].sentence} Fix it, or say why it’s correct."
        sentence = plural(len(warnings), only, "{count} things look wrong. Fix them, or say why they’re correct.")
        super().__init__(sentence, field="reason")
        self.warnings = tuple(warnings)

    @property
    def more(self) -> dict[str, Any]:
        return {"doubts": [asdict(each) for each in self.warnings]}


class UnreadablePaper(Refused):
    """Something typed can't be on a scoresheet."""

    def __init__(self, problem: PaperError) -> None:
        super().__init__(problem.problems[0].sentence, field=problem.problems[0].field)
        self.problems = problem.problems

    @property
    def more(self) -> dict[str, Any]:
        return {"problems": [asdict(each) for each in self.problems]}


class Unchanged(Refused):
    """The paper is the same as in the current entry."""

    def __init__(self) -> None:
        super().__init__("No changes to save. The entry is the same as before.")


class Stale(EditConflict):
    """Someone else entered this sheet since the form was loaded."""

    def __init__(self, sheet: Sheet) -> None:
        by = sheet.current.entered_by if sheet.current else None
        name = by.name if by else "Someone else"
        super().__init__(
            f"{name} entered this scoresheet while you were working. Compare the two and save the correct one."
        )
        self.current = sheet.current.number if sheet.current else 0

    @property
    def more(self) -> dict[str, Any]:
        return {"current": self.current}
