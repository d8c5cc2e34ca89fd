"""What judges decided at a table, brought to its scoresheet. Called inside verbs, which log; the sheet is locked.

@notes
def penalties(sheet: Sheet) -> Sequence[Given]: ...      # what stands at this table
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple

from foundation.people.actor import Actor
from scoring.entries import decide, update
from scoring.models import Entry, Sheet
from scoring.paper import Given, read_paper, with_given, without_given

Source = Callable[[Sheet], Sequence[Given]]
_sources: list[Source] = []


def notes(source: Source) -> Source:
    _sources.append(source)
    return source


def note(actor: Actor, sheet: Sheet, *, reason: str) -> bool:
    """Whoever keys the sheet is told what stands. One that was entered gets a new entry, if it shows something else.

    Whether it was changed. A penalty has no cell on a sheet of totals alone: somebody has to look.
    """
    before = [Given(**each) for each in sheet.given]
    after = sorted((given for source in _sources for given in source(sheet)), key=astuple)
    if before == after:
        return False
    update(sheet, given=[asdict(each) for each in after])
    if sheet.current is None:
        return False
    paper = entered = read_paper(sheet.current.paper, len(sheet.current.paper["rows"]))
    for gone in (Counter(before) - Counter(after)).elements():
        paper = without_given(paper, gone)
    paper = with_given(paper, after)
    if paper != entered:
        decide(actor, sheet, paper, source=Entry.Source.RULING, reason=reason)
    elif not paper.columns:
        update(sheet, problem=sheet.problem or "A judge's decision is not on this sheet of totals: look at it.")
    return paper != entered
