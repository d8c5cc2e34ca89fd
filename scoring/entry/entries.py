"""Adds entries to a scoresheet and verifies them. Called inside verbs, which lock the sheet and log.

A sheet is never overwritten: each step adds an entry or moves a pointer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max

from foundation import steady_clock
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from pairings.models import Draw
from scoring.entry.access import OPEN_ROUND_STATES, must_not_be_hidden
from scoring.entry.errors import Stale, Unchanged, UnexplainedWarnings, UnreadablePaper
from scoring.entry.players import (
    Names,
    fill_roster_spots,
    find_or_create_players,
    find_players,
    must_sit_once,
    substitutes_in,
)
from scoring.entry.queries import compute_entry, compute_sheet, seated_players
from scoring.entry.results import write_results
from scoring.models import Entry, Sheet, Verification
from scoring.paper import CORRECTIONS, ComputedSheet, Paper, PaperError, possible_corrections, read_paper, write_paper
from tournament.books import edition_of
from tournament.rounds.models import RoundState


@dataclass(frozen=True)
class EntryNote:
    """What is noted with an entry. `correction`: why an earlier entry is changed. `reason`: why warnings are right.

    `wrong_sheet`: why the paper may belong to another table or round, if it may.
    """

    source: str = Entry.Source.PAPER
    correction: str = ""
    reason: str = ""
    wrong_sheet: str = ""


FROM_PAPER = EntryNote()


# -- guards -----------------------------------------------------------------------------------------------------------


def must_be_open(sheet: Sheet, *, decided: bool = False) -> None:
    """Refuse a sheet whose round isn't played or collected. `decided`: a decision also changes a closed round."""
    if sheet.table.draw.state != Draw.State.PUBLISHED:
        raise Refused(
            f"The tables for {sheet.round} changed, and this table is no longer used. "
            "Open the scoresheet by its new table number."
        )
    state = sheet.round.state
    if state in OPEN_ROUND_STATES or (decided and state == RoundState.COMPLETE):
        return
    if state == RoundState.COMPLETE:
        raise Refused(f"{sheet.round} is closed. A director can reopen it.")
    raise Refused(f"{sheet.round} hasn’t started yet. Enter its scoresheets once it starts.")


def must_be_based_on(sheet: Sheet, base: int) -> None:
    """Refuse a change that was typed from an entry that is no longer current."""
    if base != (sheet.current.number if sheet.current else 0):
        raise Stale(sheet)


def current_entry(sheet: Sheet) -> Entry:
    if sheet.current is None:
        raise EditConflict("This scoresheet hasn’t been entered yet. Enter it first.")
    return sheet.current


def _must_be_allowed(sheet: Sheet, correction: str, computed: ComputedSheet) -> None:
    """Refuse a change without a reason that the rule book accepts (JM General 6, EQ XII-B, ACC Additional Rules)."""
    before = compute_entry(sheet, seated_players(sheet), current_entry(sheet))
    if before.paper == computed.paper:
        raise Unchanged
    edition = edition_of(sheet.round.division.event)
    allowed = {each.kind: each for each in possible_corrections(edition, initialed=before.paper.is_initialed)}
    if correction not in allowed:
        raise Refused("Choose the reason for the change.", field="correction")
    if allowed[correction].refused:
        refused = allowed[correction].refused.removesuffix(".")
        raise Refused(f"{refused} ({allowed[correction].rule}).", field="correction")


# -- entries ----------------------------------------------------------------------------------------------------------


def enter_paper(
    actor: Actor, sheet: Sheet, *, paper: Any, base: int, note: EntryNote, names: Names | None = None
) -> tuple[Entry, ComputedSheet]:
    """Add the sheet's next entry, made from the one with the number `base`. Verify it where one person is enough."""
    must_be_open(sheet)
    must_not_be_hidden(actor, sheet)
    must_be_based_on(sheet, base)
    computed = compute_typed(sheet, paper, names, wrong_sheet=note.wrong_sheet)
    if sheet.current is not None:
        _must_be_allowed(sheet, note.correction, computed)
    entry = insert_entry(actor, sheet, computed, note=note if base else replace(note, correction=""))
    changes: dict[str, Any] = {"current": entry, "differs": None, "excused": ""}
    if sheet.received_at is None:  # a sheet that is entered has been received
        changes |= {"received_at": steady_clock.now(), "received_by": actor.user}
    if sheet.round.division.event.verification == "none":
        verify_entry(actor, sheet, entry, computed, "none", **changes)
    else:
        set_sheet_fields(sheet, **changes)
    return entry, computed


def enter_decision(actor: Actor, sheet: Sheet, paper: Paper, *, source: str, reason: str) -> Entry:
    """Add an entry for what judges or the appeals panel decided, also in a closed round.

    If the sheet's results count already, the new ones replace them at once. Otherwise the entry needs verification.
    """
    must_be_open(sheet, decided=True)
    seated = seated_players(sheet)
    if compute_entry(sheet, seated, current_entry(sheet)).paper == paper:
        raise Unchanged
    computed = compute_sheet(sheet, seated, paper)
    counts = sheet.is_verified or sheet.round.division.event.verification == "none"
    entry = insert_entry(actor, sheet, computed, note=EntryNote(source, correction=source, reason=reason))
    if counts:
        verify_entry(actor, sheet, entry, computed, "none", current=entry)
    else:
        set_sheet_fields(sheet, current=entry, differs=None)
    return entry


def compute_typed(
    sheet: Sheet, data: Any, names: Names | None, *, wrong_sheet: str = "", creates_players: bool = True
) -> ComputedSheet:
    """Return the computed sheet for a paper as typed, with the players who were named in place of the printed ones.

    `creates_players`: a name that isn't on the roster becomes a new player.
    """
    seated = seated_players(sheet)
    try:
        paper = read_paper(data, len(seated))
    except PaperError as problem:
        raise UnreadablePaper(problem) from None
    if creates_players:
        players = find_or_create_players(sheet, seated, names or {})
    else:
        players = find_players(sheet, seated, names or {})
    paper = _with_players(paper, players)
    must_sit_once(seated, paper)
    return compute_sheet(sheet, seated, paper, wrong_sheet)


def _with_players(paper: Paper, players: Mapping[int, int]) -> Paper:
    rows = [replace(row, player=players.get(seat, row.player)) for seat, row in enumerate(paper.rows, 1)]
    return replace(paper, rows=tuple(rows))


def insert_entry(
    actor: Actor,
    sheet: Sheet,
    computed: ComputedSheet,
    *,
    kind: str = Entry.Kind.ENTRY,
    note: EntryNote = FROM_PAPER,
) -> Entry:
    """Insert the sheet's next entry. Warnings need a reason, except in a double entry."""
    warnings = computed.warnings if kind == Entry.Kind.ENTRY else ()
    if warnings and not note.reason.strip():
        raise UnexplainedWarnings(warnings)
    if note.correction and note.correction not in CORRECTIONS:
        raise Refused("Choose the reason for the change.", field="correction")
    last = sheet.entries.aggregate(last=Max("number"))["last"] if sheet.current_id else 0
    return Entry.objects.create(
        sheet=sheet,
        number=last + 1,
        kind=kind,
        based_on=sheet.current.number if sheet.current else 0,
        paper=write_paper(computed.paper),
        depth=computed.paper.depth,
        source=note.source,
        correction=note.correction,
        reason=note.reason.strip()[:300],
        doubts=[{"key": each.key, "sentence": each.sentence, "rule": each.rule} for each in warnings],
        is_doubtful=bool(warnings),
        entered_by=actor.user,
    )


def verify_entry(actor: Actor, sheet: Sheet, entry: Entry, computed: ComputedSheet, how: str, **changes: Any) -> None:
    """Mark the entry as verified and write its results. `changes`: more columns of the sheet to update."""
    Verification.objects.create(entry=entry, how=how, entered_by_id=entry.entered_by_id, verified_by=actor.user)
    write_results(sheet, entry, computed)
    players = [row.player for row in computed.paper.rows]
    fill_roster_spots(seated_players(sheet), players, substitutes_in(sheet.verified))
    set_sheet_fields(sheet, **changes | {"verified": entry, "differs": None, "excused": ""})


def set_sheet_fields(sheet: Sheet, **values: Any) -> None:
    """Set these fields, in the database and on the object."""
    for name, value in values.items():
        setattr(sheet, name, value)
    sheet.save(update_fields=[*values])
