"""The verbs of scoresheets: receive, enter, check, key again, settle, go back; flag, excuse; attach a photo.

A sheet is never overwritten: each of these adds an entry or moves a pointer, and says so in the log. Results follow in
the same transaction as the verification.
"""

from __future__ import annotations

from typing import Any

from foundation import steady_clock
from foundation.activity.verbs import log, verb
from foundation.errors import Conflict, NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from scoring.authors import is_own
from scoring.entries import (
    add,
    current_of,
    enter_paper,
    must_be_based_on,
    must_be_open,
    points_of,
    read_typed,
    set_sheet_fields,
    verify,
)
from scoring.models import Entry, Photo, Sheet
from scoring.paper import Reading, differences, differences_of_totals
from scoring.people import Names
from scoring.photos import CONTENT_TYPE, MOST_PHOTOS, Picture
from scoring.queries import BLIND
from scoring.sheets.hiding import must_not_be_hidden
from scoring.tables import fresh, reading_of_entry, sitters_of

COMPARE = {"rekey_totals": differences_of_totals}  # by the policy; else everything is compared


@verb("sheet.receive", says="received {sheet}", reload=fresh, news=False)
def receive(actor: Actor, sheet: Sheet) -> Sheet:
    """The paper is here; whose hands it came into decides whose pile it is in."""
    must_be_open(sheet)
    if sheet.received_at is None:
        set_sheet_fields(sheet, received_at=steady_clock.now(), received_by=actor.user)
    elif sheet.current_id is None and sheet.received_by_id != (actor.user.pk if actor.user else None):
        set_sheet_fields(sheet, received_by=actor.user)
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb("sheet.enter", says="entered {sheet}, {entry}{points}", reload=fresh, news=False)
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
    entry, reading = enter_paper(
        actor,
        sheet,
        paper=paper,
        base=base,
        source=source,
        correction=correction,
        reason=reason,
        names=names,
        printed=printed,
    )
    counted = entry.sheet.verified_id is not None
    points = _points_unless_blind(sheet, reading)
    log(actor, entry, news=counted, sheet=str(entry.sheet), entry=str(entry), points=points)
    return entry


@verb("sheet.check", says="checked {sheet}, {entry}: it is right", reload=fresh)
def check(actor: Actor, sheet: Sheet, *, base: int) -> Entry:
    """A second person has looked over the current entry with the paper in hand.

    Or the same one, where one is enough by now: the entry is from before the director said so.
    """
    entry = _to_verify(actor, sheet, base)
    if sheet.round.division.event.verification in BLIND:
        raise Refused("Here sheets are keyed a second time, blind. Key it instead of looking it over.")
    sitters = sitters_of(sheet)
    how = "none" if is_own(actor, sheet, entry) else "check"
    verify(actor, sheet, entry, sitters, reading_of_entry(sheet, sitters, entry), how)
    log(actor, entry, sheet=str(sheet), entry=str(entry))
    return entry


@verb("sheet.rekey", says="keyed {sheet} a second time: {outcome}", reload=fresh, news=False)
def rekey(actor: Actor, sheet: Sheet, *, paper: Any, base: int, names: Names | None = None) -> Entry:
    """A second person keys the sheet without seeing the first entry. If both say the same, it is verified."""
    first = _to_verify(actor, sheet, base)
    policy = sheet.round.division.event.verification
    if policy not in BLIND:
        raise Refused("Here a second person looks the entry over. Check it instead of keying it again.")
    sitters = sitters_of(sheet)
    second = read_typed(sheet, sitters, paper, names, blind=True)
    one = reading_of_entry(sheet, sitters, first)
    differing = COMPARE.get(policy, differences)(one, second)
    entry = add(actor, sheet, second, kind=Entry.Kind.REKEY)
    if differing:
        set_sheet_fields(sheet, differs=entry)
    else:
        verify(actor, sheet, first, sitters, one, policy)
    outcome = f"{len(differing)} differences" if differing else "the same"
    log(actor, entry, news=not differing, sheet=str(sheet), outcome=outcome)
    return entry


@verb("sheet.settle", says="settled {sheet}, {entry}{points}", reload=fresh)
def settle(actor: Actor, sheet: Sheet, *, paper: Any, base: int, reason: str = "", names: Names | None = None) -> Entry:
    """Two readings differed; with the paper in hand somebody says what it is, where they did.

    Two people have read everything else. Whoever changes more than that has made a correction, to be verified.
    """
    must_be_open(sheet)
    must_not_be_hidden(actor, sheet)
    must_be_based_on(sheet, base)
    if sheet.differs is None:
        raise Conflict("The two readings do not differ any more. Look at the sheet again.")
    sitters = sitters_of(sheet)
    reading = read_typed(sheet, sitters, paper, names)
    one, other = (reading_of_entry(sheet, sitters, each) for each in (current_of(sheet), sheet.differs))
    compare = COMPARE.get(sheet.round.division.event.verification, differences)
    changed, differing = ({each.field for each in compare(one, each) if each.field} for each in (reading, other))
    entry = add(actor, sheet, reading, correction="settled", reason=reason)
    if changed <= differing:
        verify(actor, sheet, entry, sitters, reading, "settled", current=entry)
        points = f": {points_of(reading)}"
    else:
        set_sheet_fields(sheet, current=entry, differs=None)
        points = _points_unless_blind(sheet, reading)
    log(actor, entry, sheet=str(sheet), entry=str(entry), points=points)
    return entry


@verb("sheet.go_back", says="went back in {sheet} to {earlier}, as {entry}{points}", reload=fresh)
def go_back(actor: Actor, sheet: Sheet, *, number: int, base: int, reason: str) -> Entry:
    """An earlier entry counts again: as a new one, with the same paper. It is verified like every other."""
    must_be_open(sheet)
    must_not_be_hidden(actor, sheet)
    must_be_based_on(sheet, base)
    earlier = sheet.entries.filter(number=number).first()
    if earlier is None or earlier.pk == sheet.current_id:
        raise Refused("Choose an earlier entry of this sheet.")
    if not reason.strip():
        raise Refused("Say why it goes back.", field="reason")
    sitters = sitters_of(sheet)
    reading = reading_of_entry(sheet, sitters, earlier)
    entry = add(actor, sheet, reading, correction="back", reason=reason)
    if sheet.round.division.event.verification == "none":
        verify(actor, sheet, entry, sitters, reading, "none", current=entry)
    else:
        set_sheet_fields(sheet, current=entry, differs=None, excused="")
    points = _points_unless_blind(sheet, reading)
    log(actor, entry, sheet=str(sheet), earlier=str(earlier), entry=str(entry), points=points)
    return entry


@verb("sheet.flag", says="flagged {sheet} for a judge", reload=fresh, news=False)
def flag(actor: Actor, sheet: Sheet, *, problem: str) -> Sheet:
    """Something on the paper needs a judge, or the children who played."""
    if not problem.strip():
        raise Refused("Say what is to be looked at.", field="problem")
    set_sheet_fields(sheet, problem=problem.strip()[:200])
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb("sheet.clear", says="cleared the problem of {sheet}", reload=fresh, news=False)
def clear(actor: Actor, sheet: Sheet) -> Sheet:
    if not sheet.problem:
        raise Refused("There is no problem noted.")
    set_sheet_fields(sheet, problem="")
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb("sheet.excuse", says="{did} {sheet}", reload=fresh)
def excuse(actor: Actor, sheet: Sheet, *, reason: str) -> Sheet:
    """A table that will have no sheet: it does not hold up the round. Without a reason it is expected again."""
    must_be_open(sheet)
    if sheet.verified_id is not None:
        raise Refused("This table has verified results: there is nothing to excuse.")
    if bool(sheet.excused) == bool(reason.strip()):
        raise Refused("Say why no sheet will come." if not reason.strip() else "It is excused already.", field="reason")
    set_sheet_fields(sheet, excused=reason.strip()[:200])
    log(actor, sheet, sheet=str(sheet), did="excused" if reason.strip() else "expects again")
    return sheet


@verb("sheet.attach", says="attached a photo to {sheet}", reload=fresh, news=False)
def attach(actor: Actor, sheet: Sheet, *, picture: Picture) -> Sheet:
    """A photo or scan of the paper, for whoever doubts the entry later."""
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


@verb("sheet.detach", says="took a photo of {sheet} away", reload=fresh, news=False)
def detach(actor: Actor, sheet: Sheet, *, photo: int) -> Sheet:
    """A photo that was taken by mistake. It is gone; who added it stays in the log."""
    gone, _ = sheet.photos.filter(pk=photo).delete()
    if not gone:
        raise Refused("This photo is not there any more.")
    log(actor, sheet, sheet=str(sheet))
    return sheet


def _points_unless_blind(sheet: Sheet, reading: Reading) -> str:
    """For the log, which a director reads who may be the one to key the sheet a second time."""
    return "" if sheet.round.division.event.verification in BLIND else f": {points_of(reading)}"


def _to_verify(actor: Actor, sheet: Sheet, base: int) -> Entry:
    must_be_open(sheet)
    must_not_be_hidden(actor, sheet)
    must_be_based_on(sheet, base)
    entry = current_of(sheet)
    if sheet.is_verified:
        raise Refused("This sheet is verified already.")
    if sheet.round.division.event.verification != "none" and is_own(actor, sheet, entry):
        raise NotAllowed("You entered this sheet yourself. Somebody else verifies it.")
    if sheet.differs_id is not None:
        raise Refused("It was keyed twice already, and the two differ. Settle it with the paper in hand.")
    return entry
