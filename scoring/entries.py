"""How an entry comes to a sheet: what must be so before it, and what is done with it. Called inside verbs, which log.

A sheet is never overwritten: an entry is added, a pointer is moved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Max

from foundation import steady_clock
from foundation.errors import Conflict, Refused
from foundation.people.actor import Actor
from pairings.models import Draw
from scoring.errors import Doubtful, Stale, Unchanged, WrongPaper
from scoring.models import Entry, Sheet, Verification
from scoring.paper import CORRECTIONS, Paper, PaperError, Reading, corrections, read_paper, write_paper
from scoring.people import Names, fill_places, known_players, named_in, players_who_sat
from scoring.queries import OPEN
from scoring.results import write_results
from scoring.sheets.hiding import must_not_be_hidden
from scoring.tables import Sitter, names_of, players_of, reading_of, reading_of_entry, sitters_of
from tournament.books import edition_of
from tournament.rounds.models import State as RoundState

# -- what must be so --------------------------------------------------------------------------------------------------


def must_be_open(sheet: Sheet, *, decided: bool = False) -> None:
    if sheet.table.draw.state != Draw.State.PUBLISHED:
        raise Refused(f"The tables of {sheet.round} were changed: this one is not played. Open it by its number.")
    state = sheet.round.state
    if state in OPEN or (decided and state == RoundState.COMPLETE):
        return
    if state == RoundState.COMPLETE:
        raise Refused(f"{sheet.round} is closed. A director can open it again.")
    raise Refused(f"{sheet.round} has not started yet. Sheets come after it.")


def must_be_based_on(sheet: Sheet, base: int) -> None:
    now = sheet.current.number if sheet.current else 0
    if now != base:
        raise Stale(sheet)


def _must_be_a_correction(sheet: Sheet, sitters: list[Sitter], correction: str, reading: Reading) -> None:
    """An entry that is changed says why, as far as the book allows (JM General 6, EQ XII-B, ACC Additional Rules)."""
    before = reading_of_entry(sheet, sitters, current_of(sheet))
    if before.paper == reading.paper:
        raise Unchanged
    allowed = {
        each.kind: each
        for each in corrections(edition_of(sheet.round.division.event), initialed=before.paper.is_initialed)
    }
    if correction not in allowed:
        raise Refused("Say why it is changed.", field="correction")
    if allowed[correction].refused:
        raise Refused(f"{allowed[correction].refused} ({allowed[correction].rule})", field="correction")


def current_of(sheet: Sheet) -> Entry:
    if sheet.current is None:
        raise Conflict("This sheet has not been entered yet.")
    return sheet.current


# -- what is done -----------------------------------------------------------------------------------------------------


def enter_paper(
    actor: Actor,
    sheet: Sheet,
    *,
    paper: Any,
    base: int,
    source: str,
    correction: str = "",
    reason: str = "",
    names: Names | None = None,
    printed: str = "",
) -> tuple[Entry, Reading]:
    """Inside a verb: the sheet's next entry, made from the one with the number `base`, and what follows from it."""
    must_be_open(sheet)
    must_not_be_hidden(actor, sheet)
    must_be_based_on(sheet, base)
    sitters = sitters_of(sheet)
    reading = read_typed(sheet, sitters, paper, names, printed)
    if sheet.current is not None:
        _must_be_a_correction(sheet, sitters, correction, reading)
    entry = add(actor, sheet, reading, source=source, correction=correction if base else "", reason=reason)
    change = {"current": entry, "differs": None, "excused": "", **_received(actor, sheet)}
    if sheet.round.division.event.verification == "none":
        verify(actor, sheet, entry, sitters, reading, "none", **change)
    else:
        set_sheet_fields(sheet, **change)
    return entry, reading


def decide(actor: Actor, sheet: Sheet, paper: Paper, *, source: str, reason: str) -> tuple[Entry, Reading]:
    """Inside a verb: what judges or the appeals panel decided about a sheet that was entered, also of a closed round.

    If its results count already, the new ones do at once; else the entry is verified like every other.
    """
    must_be_open(sheet, decided=True)
    sitters = sitters_of(sheet)
    reading = reading_of(sheet, sitters, paper)
    if reading_of_entry(sheet, sitters, current_of(sheet)).paper == paper:
        raise Unchanged
    counts = sheet.is_verified or sheet.round.division.event.verification == "none"
    entry = add(actor, sheet, reading, source=source, correction=source, reason=reason)
    if counts:
        verify(actor, sheet, entry, sitters, reading, "none", current=entry)
    else:
        set_sheet_fields(sheet, current=entry, differs=None)
    return entry, reading


def read_typed(
    sheet: Sheet, sitters: list[Sitter], data: Any, names: Names | None, printed: str = "", *, blind: bool = False
) -> Reading:
    """What was typed, with whoever was named. A name that nobody has makes a new player, but not in a blind reading."""
    try:
        paper = read_paper(data, len(sitters))
    except PaperError as problem:
        raise WrongPaper(problem) from None
    who = known_players if blind else players_who_sat
    paper = _with_players(paper, who(sheet, sitters, names or {}))
    _must_sit_once(sitters, paper)
    return reading_of(sheet, sitters, paper, printed)


def _must_sit_once(sitters: Sequence[Sitter], paper: Paper) -> None:
    """Nobody fills two seats of a table: one of them is somebody else's."""
    seats: dict[int, int] = {}
    for seat, player in enumerate(players_of(sitters, paper), 1):
        if player is None:
            continue
        if player in seats:
            one, other = seats[player], seat
            named, taken = (other, one) if paper.rows[other - 1].player else (one, other)
            name = names_of([player])[player]
            raise Refused(f"{name} is in seat {taken} of this table already. Who sat here?", field=f"row-{named}-who")
        seats[player] = seat


def _with_players(paper: Paper, players: Mapping[int, int]) -> Paper:
    rows = [replace(row, player=players.get(seat, row.player)) for seat, row in enumerate(paper.rows, 1)]
    return replace(paper, rows=tuple(rows))


def add(
    actor: Actor,
    sheet: Sheet,
    reading: Reading,
    *,
    kind: str = Entry.Kind.ENTRY,
    source: str = Entry.Source.PAPER,
    correction: str = "",
    reason: str = "",
) -> Entry:
    """The next entry of the sheet. Whatever is doubtful in it needs a reason; a blind second reading does not."""
    doubts = reading.doubts if kind == Entry.Kind.ENTRY else ()
    if doubts and not reason.strip():
        raise Doubtful(doubts)
    if correction and correction not in CORRECTIONS:
        raise Refused("Say why it is changed.", field="correction")
    last = sheet.entries.aggregate(last=Max("number"))["last"] if sheet.current_id else 0
    return Entry.objects.create(
        sheet=sheet,
        number=last + 1,
        kind=kind,
        based_on=sheet.current.number if sheet.current else 0,
        paper=write_paper(reading.paper),
        depth=reading.paper.depth,
        source=source,
        correction=correction,
        reason=reason.strip()[:300],
        doubts=[{"key": doubt.key, "sentence": doubt.sentence, "rule": doubt.rule} for doubt in doubts],
        is_doubtful=bool(doubts),
        entered_by=actor.user,
    )


def verify(
    actor: Actor, sheet: Sheet, entry: Entry, sitters: Sequence[Sitter], reading: Reading, how: str, **change: Any
) -> None:
    """The entry is verified, and its results follow. `change`: what else becomes of the sheet."""
    Verification.objects.create(entry=entry, how=how, entered_by_id=entry.entered_by_id, verified_by=actor.user)
    write_results(sheet, entry, sitters, reading)
    fill_places(sitters, [row.player for row in reading.paper.rows], named_in(sheet.verified))
    set_sheet_fields(sheet, **change | {"verified": entry, "differs": None, "excused": ""})


def set_sheet_fields(sheet: Sheet, **values: Any) -> None:
    """Set these fields, in the database and on the object."""
    for name, value in values.items():
        setattr(sheet, name, value)
    sheet.save(update_fields=[*values])


def _received(actor: Actor, sheet: Sheet) -> dict[str, Any]:
    """Whoever enters a sheet has it in hand."""
    return {} if sheet.received_at else {"received_at": steady_clock.now(), "received_by": actor.user}


def points_of(reading: Reading) -> str:
    return ", ".join("–" if line.points is None else f"{line.points.normalize():f}" for line in reading.lines)
