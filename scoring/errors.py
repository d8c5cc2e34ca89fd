"""Why a scoresheet is not taken as it is: something is doubtful, cannot be read, or is newer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from foundation.errors import Conflict, Refused
from scoring.models import Sheet
from scoring.paper import Doubt, PaperError


class Doubtful(Refused):
    """There are doubts and no reason to go on all the same."""

    def __init__(self, doubts: Sequence[Doubt]) -> None:
        what = doubts[0].sentence if len(doubts) == 1 else f"{len(doubts)} things look wrong."
        super().__init__(f"{what} Put it right, or say why it is right all the same.", field="reason")
        self.doubts = tuple(doubts)

    @property
    def more(self) -> dict[str, Any]:
        return {"doubts": [asdict(doubt) for doubt in self.doubts]}


class WrongPaper(Refused):
    """Something typed cannot stand on a sheet."""

    def __init__(self, problem: PaperError) -> None:
        super().__init__(problem.problems[0].sentence, field=problem.problems[0].field)
        self.problems = problem.problems

    @property
    def more(self) -> dict[str, Any]:
        return {"problems": [asdict(each) for each in self.problems]}


class Unchanged(Refused):
    """What was sent is what stands there already."""

    def __init__(self) -> None:
        super().__init__("Nothing was changed: it stands there as you typed it.")


class Stale(Conflict):
    """Somebody entered this sheet while it was being typed."""

    def __init__(self, sheet: Sheet) -> None:
        by = sheet.current.entered_by if sheet.current else None
        who = by.name if by else "Somebody"
        super().__init__(f"{who} has entered this sheet in the meantime. Compare both, then save what is right.")
        self.current = sheet.current.number if sheet.current else 0

    @property
    def more(self) -> dict[str, Any]:
        return {"current": self.current}
