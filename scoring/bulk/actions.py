"""The verb of results from a file: every table an entry of its own, all of them or none."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.activity.verbs import log, verb
from foundation.backups.actions import request_backup
from foundation.errors import Refused
from foundation.people.actor import Actor
from scoring.bulk.planning import plan_of
from scoring.entries import enter_paper
from scoring.models import Entry
from scoring.tables import fresh
from tournament.models import Event
from tournament.rosters.files import Sheet as Cells


@verb("results.import", says="imported results of {tables} from {name}", names=("name",))
def import_results(actor: Actor, event: Event, *, name: str, sheets: Sequence[Cells], reason: str = "") -> Event:
    """Planned anew: somebody may have entered a sheet since it was looked at. `reason`: for every doubt of the file."""
    plan = plan_of(event, sheets)
    if plan.is_about_nothing:
        raise Refused("No line is about a player at a table. The file needs the headings Table and Player.")
    if plan.errors:
        raise Refused(f"{_count(plan.errors, 'problem')} to solve first. Correct the file and send it again.")
    if plan.differing:
        which = ", ".join(str(table.sheet.table.number) for table in plan.differing)
        raise Refused(f"Table {which}: something else is entered. Correct it on the sheet, or take it out of the file.")
    if not plan.new:
        raise Refused("Everything in this file is entered already. Nothing was changed.")
    if plan.doubts and not reason.strip():
        wrong = "1 thing looks" if plan.doubts == 1 else f"{plan.doubts} things look"
        raise Refused(f"{wrong} wrong. Put it right, or say why it is right all the same.", field="reason")
    for table in sorted(
        plan.new, key=lambda table: table.sheet.pk
    ):  # in one order: two imports never wait for each other
        why = reason if table.doubts else ""
        enter_paper(actor, fresh(table.sheet), paper=table.paper, base=0, source=Entry.Source.IMPORT, reason=why)
    request_backup(actor, event.tournament, f"{event.game} results imported")
    log(actor, event, name=name, tables=_count(len(plan.new), "table"))
    return event


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
