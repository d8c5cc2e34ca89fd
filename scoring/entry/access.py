"""Rules about seeing, entering, and verifying a scoresheet.

No one verifies an entry that they typed themselves. Whoever does the double entry doesn't see the first entry. A judge
who still has to give an opinion at a table neither sees nor enters its scoresheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from django.db.models import Q

from foundation.errors import NotAllowed
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from scoring import hooks
from scoring.models import Entry, Sheet
from tournament.rounds.models import RoundState

OPEN_ROUND_STATES = (RoundState.RUNNING, RoundState.COLLECTING)  # rounds whose sheets are entered
BLIND = ("rekey", "rekey_totals")  # verification policies with a double entry
ENTRY_IS_HIDDEN = "Entries are hidden until you’ve entered this scoresheet yourself or ruled at the table."
OWN_OPINION = "You’re giving a separate opinion at Table {table}. Rule there first, then enter the scoresheet."

# -- authors ----------------------------------------------------------------------------------------------------------

RESTORED = "back"
DECIDED = (Entry.Source.RULING, Entry.Source.APPEAL)
# The same condition as `_is_derived` for the current entry of a sheet, in the database.
IS_DERIVED = Q(current__source__in=DECIDED) | Q(current__correction=RESTORED)


def authors_of(entry: Entry, entries: Sequence[Entry]) -> set[int | None]:
    """Return the keys of everyone who typed what this entry says.

    A judge's decision changes points but not what was read from the paper, and restoring an earlier entry reads nothing
    new. Such an entry has the authors of the entry that it was made from, too. `entries`: all entries of the sheet, by
    number.
    """
    authors = {entry.entered_by_id}
    while _is_derived(entry):
        entry = _origin_of(entry, entries)
        authors.add(entry.entered_by_id)
    return authors


def is_author(actor: Actor, sheet: Sheet, entry: Entry) -> bool:
    """Return whether this person typed the entry. Queries the database only if it was made from another one."""
    user = actor.user.pk if actor.user else None
    if entry.entered_by_id == user:
        return True
    return _is_derived(entry) and user in authors_of(entry, list(sheet.entries.order_by("number")))


def _is_derived(entry: Entry) -> bool:
    return entry.source in DECIDED or entry.correction == RESTORED


def _origin_of(entry: Entry, entries: Sequence[Entry]) -> Entry:
    """Return the entry that judges changed, or the first one with the paper that was restored."""
    earlier = {each.number: each for each in entries if each.number < entry.number}
    before = earlier[entry.based_on]
    if entry.source in DECIDED:
        return before
    return next((each for each in earlier.values() if each.paper == entry.paper), before)


# -- judges who rule blind --------------------------------------------------------------------------------------------


def is_hidden_from(actor: Actor, sheet: Sheet) -> bool:
    """Return whether this person still has to rule at the table without knowing what was decided."""
    return any(hidden_from(actor, sheet) for hidden_from in hooks.entry_hidden_from)


def must_not_be_hidden(actor: Actor, sheet: Sheet) -> None:
    """Refuse a judge who rules at this table: what is missing on the sheet would give the decision away."""
    if is_hidden_from(actor, sheet):
        raise NotAllowed(OWN_OPINION.format(table=sheet.table.number))


def as_seen_by(actor: Actor, sheet: Sheet) -> Sheet:
    """Return the sheet, without judges' decisions if they are hidden from this person: warnings would reveal them."""
    if not is_hidden_from(actor, sheet):
        return sheet
    seen = copy(sheet)
    seen.given = []
    return seen


# -- what someone sees and does next ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class SheetViewer:
    """A person looking at scoresheets of one tournament."""

    actor: Actor
    tournament: Tournament

    def can_change(self, sheet: Sheet) -> bool:
        return self.actor.may("sheet.enter", self.tournament) and sheet.round.state in OPEN_ROUND_STATES

    def mode(self, sheet: Sheet, *, wants_edit: bool = False) -> str:
        """Return what this person does with the sheet now: enter, check, rekey, settle, edit, or just show it."""
        if not self.can_change(sheet) or is_hidden_from(self.actor, sheet):
            return "show"
        if sheet.current is None:
            return "enter"
        step = self._verification_step(sheet, sheet.current)
        return "edit" if wants_edit and step != "rekey" else step

    def reads_blind(self, sheet: Sheet) -> bool:
        """Return whether the entry is hidden: this person does the double entry, or rules at the table."""
        if is_hidden_from(self.actor, sheet):
            return True
        if sheet.current is None or not self.can_change(sheet):
            return False
        return self._verification_step(sheet, sheet.current) == "rekey"

    def sees_dispute(self, sheet: Sheet) -> bool:
        """Return whether to say that a player refused to initial. A blind reader has to find that on the paper."""
        return sheet.is_disputed and not self.reads_blind(sheet)

    def _verification_step(self, sheet: Sheet, entry: Entry) -> str:
        if sheet.is_verified:
            return "show"
        if sheet.differs_id:
            return "settle"
        policy = sheet.round.division.event.verification
        if policy != "none" and is_author(self.actor, sheet, entry):
            return "show"
        return "rekey" if policy in BLIND else "check"
