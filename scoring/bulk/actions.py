"""The verb that imports results from a file: one entry per table, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.activity.verbs import log, verb
from foundation.backups.actions import request_backup
from foundation.backups.models import Occasion
from foundation.errors import Refused
from foundation.people.actor import Actor
from scoring.bulk.import_plan import plan_import
from scoring.entry.entries import EntryNote, enter_paper
from scoring.entry.queries import lock_sheet
from scoring.models import Entry
from tournament.models import Event
from tournament.spreadsheets import Worksheet


@verb("results.import", says="imported results of {tables} from {name}", names=("name",))
def import_results(actor: Actor, event: Event, *, name: str, sheets: Sequence[Worksheet], reason: str = "") -> Event:
    """Import results. The plan is made again: someone may have entered a sheet since the preview.

    `reason`: why all warnings of the file are right.
    """
    plan = plan_import(event, sheets)
    if plan.is_about_nothing:
        raise Refused("No line is about a player at a table. The file needs the headings Table and Player.")
    if plan.errors:
        raise Refused(f"{_count(plan.errors, 'problem')} to solve first. Correct the file and send it again.")
    if plan.differing:
        which = ", ".join(str(table.sheet.table.number) for table in plan.differing)
        raise Refused(f"Table {which}: something else is entered. Correct it on the sheet, or take it out of the file.")
    if not plan.new:
        raise Refused("Everything in this file is entered already. Nothing was changed.")
    if plan.warnings and not reason.strip():
        wrong = "1 thing looks" if plan.warnings == 1 else f"{plan.warnings} things look"
        raise Refused(f"{wrong} wrong. Put it right, or say why it is right all the same.", field="reason")
    # Locked in one order, so that two imports can't deadlock.
    for table in sorted(plan.new, key=lambda table: table.sheet.pk):
        note = EntryNote(Entry.Source.IMPORT, reason=reason if table.warnings else "")
        enter_paper(actor, lock_sheet(table.sheet), paper=table.paper, base=0, note=note)
    request_backup(actor, event.tournament, Occasion.IMPORTED, f"{event.game} results imported")
    log(actor, event, name=name, tables=_count(len(plan.new), "table"))
    return event


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
