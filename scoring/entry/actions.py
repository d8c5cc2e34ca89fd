"""The verbs of one scoresheet: receive, enter, check, double entry, resolve, restore; flag, waive; attach a photo.

A sheet is never overwritten: each verb adds an entry or moves a pointer, and logs it. A verification writes the results
in the same transaction.
"""

from __future__ import annotations

from typing import Any

from foundation import steady_clock
from foundation.activity.sentences import CountedSentence, SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.images import CONTENT_TYPE, Picture
from foundation.people.actor import Actor
from foundation.tournaments import check_names_not_removed
from scoring.entry.access import BLIND, is_author, must_not_be_hidden
from scoring.entry.entries import (
    FROM_PAPER,
    EntryNote,
    compute_typed,
    current_entry,
    enter_paper,
    insert_entry,
    must_be_based_on,
    must_be_open,
    set_sheet_fields,
    verify_entry,
)
from scoring.entry.players import Names
from scoring.entry.queries import compute_entry, lock_sheet
from scoring.models import MOST_PHOTOS, Entry, Photo, Sheet
from scoring.paper import ComputedSheet, Difference, differences, differences_in_totals

NAMES_REMOVED = "Student names were removed from this tournament, so photos of scoresheets can’t be added."


@verb("sheet.receive", says="received the scoresheet for {sheet}", reload=lock_sheet, news=False)
def receive(actor: Actor, sheet: Sheet) -> Sheet:
    """Note that the paper is here, in the pile of the person who took it."""
    must_be_open(sheet)
    if sheet.received_at is None:
        set_sheet_fields(sheet, received_at=steady_clock.now(), received_by=actor.user)
    elif sheet.current_id is None and sheet.received_by_id != (actor.user.pk if actor.user else None):
        set_sheet_fields(sheet, received_by=actor.user)
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb(
    "sheet.enter",
    says=SentenceByCase(
        "shown",
        {
            "points": "entered the scoresheet for {sheet} ({entry}): {points}",
            "hidden": "entered the scoresheet for {sheet} ({entry})",
        },
    ),
    reload=lock_sheet,
    news=False,
)
def enter(
    actor: Actor, sheet: Sheet, *, paper: Any, base: int, names: Names | None = None, note: EntryNote = FROM_PAPER
) -> Entry:
    """Add an entry, made from the one with the number `base`, 0 for the first.

    `names`: who sat there instead of the printed players, by seat.
    """
    entry, computed = enter_paper(actor, sheet, paper=paper, base=base, names=names, note=note)
    counts = entry.sheet.verified_id is not None
    log(actor, entry, news=counts, sheet=str(entry.sheet), entry=str(entry), **_points_unless_blind(sheet, computed))
    return entry


@verb("sheet.check", says="verified the scoresheet for {sheet} ({entry})", reload=lock_sheet)
def check(actor: Actor, sheet: Sheet, *, base: int) -> Entry:
    """Verify the current entry, after a second person compared it with the paper.

    The author may do it where one person is enough: the entry is older than that setting.
    """
    entry = _entry_to_verify(actor, sheet, base)
    if sheet.round.division.event.verification in BLIND:
        raise Refused("This game uses double entry. Enter the scoresheet again instead of reviewing it.")
    how = "none" if is_author(actor, sheet, entry) else "check"
    verify_entry(actor, sheet, entry, compute_entry(sheet, sheet.seated, entry), how)
    log(actor, entry, sheet=str(sheet), entry=str(entry))
    return entry


@verb(
    "sheet.rekey",
    says=CountedSentence(
        "differences",
        "entered the scoresheet for {sheet} a second time, with 1 difference",
        "entered the scoresheet for {sheet} a second time, with {differences} differences",
    ),
    reload=lock_sheet,
    news=False,
)
def add_double_entry(actor: Actor, sheet: Sheet, *, paper: Any, base: int, names: Names | None = None) -> Entry:
    """Add a double entry, typed without seeing the first. If both match, the first is verified."""
    first = _entry_to_verify(actor, sheet, base)
    policy = sheet.round.division.event.verification
    if policy not in BLIND:
        raise Refused("This game doesn’t use double entry. Review the entry instead.")
    second = compute_typed(sheet, paper, names, creates_players=False)
    one = compute_entry(sheet, sheet.seated, first)
    differing = _differences(sheet, one, second)
    entry = insert_entry(actor, sheet, second, kind=Entry.Kind.REKEY)
    if differing:
        set_sheet_fields(sheet, differs=entry)
    else:
        verify_entry(actor, sheet, first, one, policy)
    log(actor, entry, news=not differing, sheet=str(sheet), differences=len(differing))
    return entry


@verb(
    "sheet.settle",
    says=SentenceByCase(
        "shown",
        {
            "points": "resolved the two entries for {sheet} as {entry}: {points}",
            "hidden": "resolved the two entries for {sheet} as {entry}",
        },
    ),
    reload=lock_sheet,
)
def resolve_double_entry(
    actor: Actor, sheet: Sheet, *, paper: Any, base: int, reason: str = "", names: Names | None = None
) -> Entry:
    """Resolve a double entry that doesn't match: someone with the paper in hand says what it says there.

    Two people agree about everything else. A change beyond the differences is a correction, which needs verification.
    """
    must_be_open(sheet)
    must_not_be_hidden(actor, sheet)
    must_be_based_on(sheet, base)
    if sheet.differs is None:
        raise EditConflict("These two entries no longer need resolving. Reload the page.")
    computed = compute_typed(sheet, paper, names)
    first = compute_entry(sheet, sheet.seated, current_entry(sheet))
    second = compute_entry(sheet, sheet.seated, sheet.differs)
    changed = _changed_fields(sheet, first, computed)
    differing = _changed_fields(sheet, first, second)
    entry = insert_entry(actor, sheet, computed, note=EntryNote(correction="settled", reason=reason))
    if changed <= differing:
        verify_entry(actor, sheet, entry, computed, "settled", current=entry)
        points = _points(computed)
    else:
        set_sheet_fields(sheet, current=entry, differs=None)
        points = _points_unless_blind(sheet, computed)
    log(actor, entry, sheet=str(sheet), entry=str(entry), **points)
    return entry


@verb(
    "sheet.go_back",
    says=SentenceByCase(
        "shown",
        {
            "points": "restored {earlier} for {sheet} as {entry}: {points}",
            "hidden": "restored {earlier} for {sheet} as {entry}",
        },
    ),
    reload=lock_sheet,
)
def restore_entry(actor: Actor, sheet: Sheet, *, number: int, base: int, reason: str) -> Entry:
    """Restore an earlier entry: add a new one with the same paper, which needs verification like any other."""
    must_be_open(sheet)
    must_not_be_hidden(actor, sheet)
    must_be_based_on(sheet, base)
    earlier = sheet.entries.filter(number=number).first()
    if earlier is None or earlier.pk == sheet.current_id:
        raise Refused("Choose an earlier entry for this scoresheet.")
    if not reason.strip():
        raise Refused("Enter the reason for restoring this version.", field="reason")
    computed = compute_entry(sheet, sheet.seated, earlier)
    entry = insert_entry(actor, sheet, computed, note=EntryNote(correction="back", reason=reason))
    if sheet.round.division.event.verification == "none":
        verify_entry(actor, sheet, entry, computed, "none", current=entry)
    else:
        set_sheet_fields(sheet, current=entry, differs=None, excused="")
    points = _points_unless_blind(sheet, computed)
    log(actor, entry, sheet=str(sheet), earlier=str(earlier), entry=str(entry), **points)
    return entry


@verb("sheet.flag", says="flagged {sheet} for a judge", reload=lock_sheet, news=False)
def flag(actor: Actor, sheet: Sheet, *, problem: str) -> Sheet:
    """Note that a judge, or the players, must look at the paper."""
    if not problem.strip():
        raise Refused("Enter what the judge should look at.", field="problem")
    set_sheet_fields(sheet, problem=problem.strip()[:200])
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb("sheet.clear", says="cleared the flag on {sheet}", reload=lock_sheet, news=False)
def clear_problem(actor: Actor, sheet: Sheet) -> Sheet:
    if not sheet.problem:
        raise Refused("This scoresheet isn’t flagged. Reload the page.")
    set_sheet_fields(sheet, problem="")
    log(actor, sheet, sheet=str(sheet))
    return sheet


@verb(
    "sheet.excuse",
    says=CountedSentence("waived", "waived the scoresheet for {sheet}", "undid the waiver for {sheet}"),
    reload=lock_sheet,
)
def waive(actor: Actor, sheet: Sheet, *, reason: str) -> Sheet:
    """Waive the sheet of a table, so that it doesn't hold up the round. Without a reason it is expected again."""
    must_be_open(sheet)
    if sheet.verified_id is not None:
        raise Refused("This table has verified results, so its scoresheet can’t be waived.")
    is_waived = bool(reason.strip())
    if bool(sheet.excused) == is_waived:
        sentence = (
            "This scoresheet was waived. Reload the page." if is_waived else "Enter why no scoresheet is expected."
        )
        raise Refused(sentence, field="reason")
    set_sheet_fields(sheet, excused=reason.strip()[:200])
    log(actor, sheet, sheet=str(sheet), waived=int(is_waived))
    return sheet


@verb("sheet.attach", says="attached a photo to the scoresheet for {sheet}", reload=lock_sheet, news=False)
def attach(actor: Actor, sheet: Sheet, *, picture: Picture) -> Sheet:
    """Add a photo or scan of the paper, to compare with the entry later."""
    check_names_not_removed(sheet.tournament_id, NAMES_REMOVED)
    if sheet.photos.count() >= MOST_PHOTOS:
        raise Refused(f"A scoresheet can have up to {MOST_PHOTOS} photos. Delete one first.")
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


@verb("sheet.detach", says="deleted a photo of the scoresheet for {sheet}", reload=lock_sheet, news=False)
def detach(actor: Actor, sheet: Sheet, *, photo: int) -> Sheet:
    """Delete a photo. The log still says who added it."""
    deleted, _ = sheet.photos.filter(pk=photo).delete()
    if not deleted:
        raise Refused("This photo was deleted. Reload the page.")
    log(actor, sheet, sheet=str(sheet))
    return sheet


def _differences(sheet: Sheet, one: ComputedSheet, other: ComputedSheet) -> list[Difference]:
    """Compare what the event's verification policy compares."""
    if sheet.round.division.event.verification == "rekey_totals":
        return differences_in_totals(one, other)
    return differences(one, other)


def _changed_fields(sheet: Sheet, one: ComputedSheet, other: ComputedSheet) -> set[str]:
    return {each.field for each in _differences(sheet, one, other) if each.field}


def _points_unless_blind(sheet: Sheet, computed: ComputedSheet) -> dict[str, Any]:
    """Return the points for the log. A director who reads it may be the one to do the double entry."""
    return {"shown": "hidden", "points": ""} if sheet.round.division.event.verification in BLIND else _points(computed)


def _points(computed: ComputedSheet) -> dict[str, Any]:
    points = ", ".join("–" if each.points is None else f"{each.points.normalize():f}" for each in computed.results)
    return {"shown": "points", "points": points}


def _entry_to_verify(actor: Actor, sheet: Sheet, base: int) -> Entry:
    must_be_open(sheet)
    must_not_be_hidden(actor, sheet)
    must_be_based_on(sheet, base)
    entry = current_entry(sheet)
    if sheet.is_verified:
        raise Refused("This scoresheet was verified. Reload the page.")
    if sheet.round.division.event.verification != "none" and is_author(actor, sheet, entry):
        raise NotAllowed("You entered this scoresheet, so someone else has to verify it.")
    if sheet.differs_id is not None:
        raise Refused("This scoresheet was entered twice and the entries don’t match. Resolve it from the paper.")
    return entry
