"""The verb that imports results from a file: one entry per table, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.activity.sentences import CountedSentence
from foundation.activity.verbs import log, verb
from foundation.backups.actions import request_backup
from foundation.backups.models import Occasion
from foundation.errors import Refused
from foundation.people.actor import Actor
from rulebooks.wording import join_words, plural
from scoring.bulk.import_plan import plan_import
from scoring.entry.entries import EntryNote, enter_paper
from scoring.entry.queries import lock_sheet
from scoring.models import Entry
from tournament.models import Event
from tournament.spreadsheets import Worksheet


@verb(
    "results.import",
    says=CountedSentence(
        "imported", "imported results for 1 table from {name}", "imported results for {imported} tables from {name}"
    ),
    names=("name",),
)
def import_results(actor: Actor, event: Event, *, name: str, sheets: Sequence[Worksheet], reason: str = "") -> Event:
    """Import results. The plan is made again: someone may have entered a sheet since the preview.

    `reason`: why all warnings of the file are right.
    """
    plan = plan_import(event, sheets)
    if plan.is_about_nothing:
        raise Refused("No players found. The file needs the headings Table and Player.")
    if plan.errors:
        one = "The file has 1 problem. Fix it and upload the file again."
        many = "The file has {count} problems. Fix them and upload the file again."
        raise Refused(plural(plan.errors, one, many))
    if plan.differing:
        which = join_words(table.sheet.table.number for table in plan.differing)
        one = f"Table {which} has a different entry. Correct its scoresheet, or remove the table from the file."
        many = f"Tables {which} have different entries. Correct their scoresheets, or remove the tables from the file."
        raise Refused(plural(len(plan.differing), one, many))
    if not plan.new:
        raise Refused("Everything in this file has been entered. Nothing changed.")
    if plan.warnings and not reason.strip():
        one = "1 thing looks wrong. Fix it, or say why it’s correct."
        many = "{count} things look wrong. Fix them, or say why they’re correct."
        raise Refused(plural(plan.warnings, one, many), field="reason")
    # Locked in one order, so that two imports can't deadlock.
    for table in sorted(plan.new, key=lambda table: table.sheet.pk):
        note = EntryNote(Entry.Source.IMPORT, reason=reason if table.warnings else "")
        enter_paper(actor, lock_sheet(table.sheet), paper=table.paper, base=0, note=note)
    request_backup(actor, event.tournament, Occasion.IMPORTED, f"{event.game} results imported")
    log(actor, event, name=name, imported=len(plan.new))
    return event
