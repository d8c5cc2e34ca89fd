"""The verbs of scoresheets: receive, enter, check, key again, settle, go back; flag, excuse; attach a photo.

A sheet is never overwritten: each of these adds an entry or moves a pointer, and says so in the log. Results follow in
the same transaction as the verification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Max
from django.utils import timezone

from pairings.models import Draw
from scoring.errors import Doubtful, Stale, WrongPaper
from scoring.models import Entry, Photo, Sheet, Verification
from scoring.paper import (
    CORRECTIONS,
    Paper,
    PaperError,
    Reading,
    corrections,
    differences,
    differences_of_totals,
    read_paper,
    write_paper,
)
from scoring.people import Names, players_who_sat
from scoring.photos import CONTENT_TYPE, MOST_PHOTOS, Picture
from scoring.results import write_results
from scoring.tables import Sitter, locked_sheet, reading_of, reading_of_entry, sitters_of
from tournament.activity.verbs import log, verb
from tournament.books import edition_of
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import Tournament
from tournament.people.actor import Actor
from tournament.rounds.models import State as RoundState

OPEN = (RoundState.RUNNING, RoundState.COLLECTING)
BLIND = ("rekey", "rekey_totals")
DECIDED = (Entry.Source.RULING, Entry.Source.APPEAL)


@verb("sheet.receive", says="received {sheet}")
def receive(actor: Actor, sheet: Sheet) -> Sheet:
    """The paper is here; whose hands it came into decides whose pile it is in."""
    sheet = _fresh(sheet)
    _must_be_open(sheet)
    if sheet.received_at is None:
        _update(sheet, received_at=timezone.now(), received_by=actor.user)
    elif sheet.current_id is None and sheet.received_by_id != (actor.user.pk if actor.user else None):
        _update(sheet, received_by=actor.user)
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb("sheet.enter", says="entered {sheet}, {entry}: {points}")
def enter(
    actor: Actor,
    sheet: Sheet,
    *,
    paper: Any,
    base: int,
    source: str = Entry.Source.PAPER,
    correction: str = "",
    reason: str = "",
    names: Names | None = None,
    printed: str = "",
) -> Entry:
    """A new entry, made from the one with the number `base`, 0 for the first. `names`: who sat there instead.

    `printed`: why the paper may belong to another table or round, if it may.
    """
    sheet = _fresh(sheet)
    _must_be_open(sheet, decided=source in DECIDED)
    _must_be_based_on(sheet, base)
    sitters = sitters_of(sheet)
    reading = _read(sheet, sitters, paper, names, printed)
    if sheet.current is not None:
        _must_be_a_correction(sheet, sitters, correction, reading)
    entry = _add(actor, sheet, reading, source=source, correction=correction if base else "", reason=reason)
    change = {"current": entry, "differs": None, "excused": "", **_received(actor, sheet)}
    if sheet.round.division.event.verification == "none" or source in DECIDED:
        _verify(actor, sheet, entry, sitters, reading, "none", **change)
    else:
        _update(sheet, **change)
    log(actor, entry, sheet=str(sheet), entry=str(entry), points=_points(reading))
    return entry


@verb("sheet.check", says="checked {sheet}, {entry}: it is right")
def check(actor: Actor, sheet: Sheet, *, base: int) -> Entry:
    """A second person has looked over the current entry with the paper in hand."""
    sheet = _fresh(sheet)
    entry = _to_verify(actor, sheet, base)
    if sheet.round.division.event.verification in BLIND:
        raise Refused("Here sheets are keyed a second time, blind. Key it instead of looking it over.")
    sitters = sitters_of(sheet)
    _verify(actor, sheet, entry, sitters, reading_of_entry(sheet, sitters, entry), "check")
    log(actor, entry, sheet=str(sheet), entry=str(entry))
    return entry


@verb("sheet.rekey", says="keyed {sheet} a second time: {outcome}")
def rekey(actor: Actor, sheet: Sheet, *, paper: Any, base: int, names: Names | None = None) -> Entry:
    """A second person keys the sheet without seeing the first entry. If both say the same, it is verified."""
    sheet = _fresh(sheet)
    first = _to_verify(actor, sheet, base)
    policy = sheet.round.division.event.verification
    if policy not in BLIND:
        raise Refused("Here a second person looks the entry over. Check it instead of keying it again.")
    sitters = sitters_of(sheet)
    second = _read(sheet, sitters, paper, names, "")
    one = reading_of_entry(sheet, sitters, first)
    compare = differences_of_totals if policy == "rekey_totals" else differences
    differing = compare(one, second)
    entry = _add(actor, sheet, second, kind=Entry.Kind.REKEY)
    if differing:
        _update(sheet, differs=entry)
    else:
        _verify(actor, sheet, first, sitters, one, policy)
    log(actor, entry, sheet=str(sheet), outcome="the same" if not differing else f"{len(differing)} differences")
    return entry


@verb("sheet.settle", says="settled {sheet}, {entry}: {points}")
def settle(actor: Actor, sheet: Sheet, *, paper: Any, base: int, reason: str = "", names: Names | None = None) -> Entry:
    """Two readings differed; with the paper in hand somebody says what it is. Two people have read it by then."""
    sheet = _fresh(sheet)
    _must_be_open(sheet)
    _must_be_based_on(sheet, base)
    if sheet.differs_id is None:
        raise Conflict("The two readings do not differ any more. Look at the sheet again.")
    sitters = sitters_of(sheet)
    reading = _read(sheet, sitters, paper, names, "")
    entry = _add(actor, sheet, reading, correction="settled", reason=reason)
    _verify(actor, sheet, entry, sitters, reading, "settled", current=entry)
    log(actor, entry, sheet=str(sheet), entry=str(entry), points=_points(reading))
    return entry


@verb("sheet.go_back", says="went back in {sheet} to {earlier}, as {entry}: {points}")
def go_back(actor: Actor, sheet: Sheet, *, number: int, base: int, reason: str) -> Entry:
    """An earlier entry counts again: as a new one, with the same paper. It is verified like every other."""
    sheet = _fresh(sheet)
    _must_be_open(sheet)
    _must_be_based_on(sheet, base)
    earlier = sheet.entries.filter(number=number).first()
    if earlier is None or earlier.pk == sheet.current_id:
        raise Refused("Choose an earlier entry of this sheet.")
    if not reason.strip():
        raise Refused("Say why it goes back.", field="reason")
    sitters = sitters_of(sheet)
    reading = reading_of_entry(sheet, sitters, earlier)
    entry = _add(actor, sheet, reading, correction="back", reason=reason)
    if sheet.round.division.event.verification == "none":
        _verify(actor, sheet, entry, sitters, reading, "none", current=entry)
    else:
        _update(sheet, current=entry, differs=None)
    log(actor, entry, sheet=str(sheet), earlier=str(earlier), entry=str(entry), points=_points(reading))
    return entry


@verb("sheet.flag", says="flagged {sheet} for a judge")
def flag(actor: Actor, sheet: Sheet, *, problem: str) -> Sheet:
    """Something on the paper needs a judge, or the children who played."""
    sheet = _fresh(sheet)
    if not problem.strip():
        raise Refused("Say what is to be looked at.", field="problem")
    _update(sheet, problem=problem.strip()[:200])
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb("sheet.clear", says="cleared the problem of {sheet}")
def clear(actor: Actor, sheet: Sheet) -> Sheet:
    sheet = _fresh(sheet)
    if not sheet.problem:
        raise Refused("There is no problem noted.")
    _update(sheet, problem="")
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb("sheet.excuse", says="{did} {sheet}")
def excuse(actor: Actor, sheet: Sheet, *, reason: str) -> Sheet:
    """A table that will have no sheet: it does not hold up the round. Without a reason it is expected again."""
    sheet = _fresh(sheet)
    _must_be_open(sheet)
    if sheet.is_verified:
        raise Refused("This sheet is verified: there is nothing to excuse.")
    if bool(sheet.excused) == bool(reason.strip()):
        raise Refused("Say why no sheet will come." if not reason.strip() else "It is excused already.", field="reason")
    _update(sheet, excused=reason.strip()[:200])
    log(actor, sheet, sheet=str(sheet), did="excused" if reason.strip() else "expects again")
    return sheet


@verb("sheet.attach", says="attached a photo to {sheet}")
def attach(actor: Actor, sheet: Sheet, *, picture: Picture) -> Sheet:
    """A photo or scan of the paper, for whoever doubts the entry later."""
    sheet = _fresh(sheet)
    if Tournament.objects.filter(pk=sheet.tournament_id, purged_at__isnull=False).exists():
        raise Refused("The names of this tournament were removed, and a sheet shows names. No photo is kept any more.")
    if sheet.photos.count() >= MOST_PHOTOS:
        raise Refused(f"There are {MOST_PHOTOS} photos of this sheet already. Take one away first.")
    Photo.objects.create(
        sheet=sheet,
        content=picture.content,
        content_type=CONTENT_TYPE,
        width=picture.width,
        height=picture.height,
        added_by=actor.user,
    )
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb("sheet.detach", says="took a photo of {sheet} away")
def detach(actor: Actor, sheet: Sheet, *, photo: int) -> Sheet:
    """A photo that was taken by mistake. It is gone; who added it stays in the log."""
    sheet = _fresh(sheet)
    gone, _ = sheet.photos.filter(pk=photo).delete()
    if not gone:
        raise Refused("This photo is not there any more.")
    log(actor, sheet, sheet=str(sheet))
    return sheet


# -- what must be so --------------------------------------------------------------------------------------------------


def _fresh(sheet: Sheet) -> Sheet:
    found = locked_sheet(sheet.pk)
    found.tournament = sheet.tournament
    return found


def _must_be_open(sheet: Sheet, *, decided: bool = False) -> None:
    if sheet.table.draw.state != Draw.State.PUBLISHED:
        raise Refused(f"The tables of {sheet.round} were changed: this one is not played. Open it by its number.")
    state = sheet.round.state
    if state in OPEN or (decided and state == RoundState.COMPLETE):
        return
    if state == RoundState.COMPLETE:
        raise Refused(f"{sheet.round} is closed. A director can open it again.")
    raise Refused(f"{sheet.round} has not started yet. Sheets come after it.")


def _must_be_based_on(sheet: Sheet, base: int) -> None:
    now = sheet.current.number if sheet.current else 0
    if now != base:
        raise Stale(sheet)


def _must_be_a_correction(sheet: Sheet, sitters: list[Sitter], correction: str, reading: Reading) -> None:
    """An entry that is changed says why, as far as the book allows (JM General 6, EQ XII-B, ACC Additional Rules)."""
    before = reading_of_entry(sheet, sitters, _current(sheet))
    if before.paper == reading.paper:
        raise Refused("Nothing was changed.")
    if correction in ("ruling", "appeal"):
        return
    allowed = {
        each.kind: each
        for each in corrections(edition_of(sheet.round.division.event), initialed=before.paper.is_initialed)
    }
    if correction not in allowed:
        raise Refused("Say why it is changed.", field="correction")
    if allowed[correction].refused:
        raise Refused(f"{allowed[correction].refused} ({allowed[correction].rule})", field="correction")


def _to_verify(actor: Actor, sheet: Sheet, base: int) -> Entry:
    _must_be_open(sheet)
    _must_be_based_on(sheet, base)
    entry = _current(sheet)
    if sheet.is_verified:
        raise Refused("This sheet is verified already.")
    if actor.user is not None and entry.entered_by_id == actor.user.pk:
        raise NotAllowed("You entered this sheet yourself. Somebody else verifies it.")
    if sheet.differs_id is not None:
        raise Refused("It was keyed twice already, and the two differ. Settle it with the paper in hand.")
    return entry


def _current(sheet: Sheet) -> Entry:
    if sheet.current is None:
        raise Conflict("This sheet has not been entered yet.")
    return sheet.current


# -- what is done -----------------------------------------------------------------------------------------------------


def _read(sheet: Sheet, sitters: list[Sitter], data: Any, names: Names | None, printed: str) -> Reading:
    try:
        paper = read_paper(data, len(sitters))
    except PaperError as problem:
        raise WrongPaper(problem) from None
    return reading_of(sheet, sitters, _with_players(paper, players_who_sat(sheet, sitters, names or {})), printed)


def _with_players(paper: Paper, players: Mapping[int, int]) -> Paper:
    rows = [replace(row, player=players.get(seat, row.player)) for seat, row in enumerate(paper.rows, 1)]
    return replace(paper, rows=tuple(rows))


def _add(
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


def _verify(
    actor: Actor, sheet: Sheet, entry: Entry, sitters: Sequence[Sitter], reading: Reading, how: str, **change: Any
) -> None:
    """`change`: what else becomes of the sheet."""
    Verification.objects.create(entry=entry, how=how, entered_by_id=entry.entered_by_id, verified_by=actor.user)
    write_results(sheet, entry, sitters, reading)
    _update(sheet, **change | {"verified": entry, "differs": None})


def _received(actor: Actor, sheet: Sheet) -> dict[str, Any]:
    """Whoever enters a sheet has it in hand."""
    return {} if sheet.received_at else {"received_at": timezone.now(), "received_by": actor.user}


def _update(sheet: Sheet, **values: Any) -> None:
    for name, value in values.items():
        setattr(sheet, name, value)
    sheet.save(update_fields=list(values))


def _points(reading: Reading) -> str:
    return ", ".join("–" if line.points is None else f"{line.points.normalize():f}" for line in reading.lines)
