"""Verbs about calls: a table asks for a judge; the judge comes, notes the subject and absences, rules, and leaves.

Another judge can be asked for a second or third opinion, and players say whether two opinions agree.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max

from foundation import steady_clock
from foundation.activity.sentences import SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.people.actor import Actor
from judging.checker.models import Check
from judging.models import Absence, Call, Ruling
from judging.penalties.sheet_decisions import VOIDED, update_sheet
from judging.visits import IN_PROGRESS, lock_call, must_be_at_table, opinions_on, other_judges_on, rulings_on
from pairings.models import Draw, Seat
from rulebooks import can_have_third_judge
from scoring.entry.queries import lock_sheet
from scoring.models import Sheet
from tournament.books import edition_of


@verb("call.ask", says="called a judge to {table}", news=False)
def ask(actor: Actor, sheet: Sheet, *, about: str = "") -> Call:
    """Note that a table waits for a judge. A table has one open call at a time."""
    _must_be_in_progress(sheet)
    if Call.objects.filter(sheet=sheet, ended_at__isnull=True).exists():
        raise Refused(f"A judge was called to Table {sheet.table.number}. You don’t need to call again.")
    call = Call.objects.create(tournament=sheet.tournament, sheet=sheet, about=about, asked_by=actor.user)
    log(actor, call, table=f"Table {sheet.table.number}")
    return call


@verb("call.begin", says="arrived at {table}", news=False)
def begin(actor: Actor, sheet: Sheet) -> Call:
    """Note that the judge is at a table. The judge takes the call that waits there, or starts a new one."""
    _must_be_in_progress(sheet)
    if Call.objects.filter(sheet=sheet, judge=actor.user, ended_at__isnull=True).exists():
        raise Refused(f"You’re at Table {sheet.table.number}. Open that visit to continue.")
    waiting = Call.objects.select_for_update().filter(sheet=sheet, judge__isnull=True, ended_at__isnull=True).first()
    call = waiting or Call(tournament=sheet.tournament, sheet=sheet, asked_by=actor.user)
    if call.opinion > 1 and _has_ruled(actor, call):
        raise NotAllowed("You ruled on this earlier. Another judge needs to hear it fresh.")
    call.judge, call.began_at = actor.user, steady_clock.now()
    try:
        with transaction.atomic():
            call.save()
    except IntegrityError:
        raise Refused("You’re still at another table. End that visit first.") from None
    log(actor, call, table=f"Table {sheet.table.number}")
    return call


@verb("call.about", says="set the topic of the call at {table}", news=False)
def note_about(actor: Actor, call: Call, *, about: str) -> Call:
    """Set what the visit is about. Setting the same again clears it."""
    call = lock_call(call)
    must_be_at_table(actor, call)
    if about not in Call.About.values:
        raise Refused("Choose what the call is about.", field="about")
    call.about = "" if call.about == about else about
    Call.objects.filter(pk=call.pk).update(about=call.about)
    log(actor, call, table=f"Table {call.sheet.table.number}")
    return call


@verb("call.away", says="marked a player as away from {table}", news=False)
def player_left(actor: Actor, call: Call, *, seat: Seat) -> Absence:
    """Note that a player left. The timer is laid down and the judge stays, so that no one touches anything (JM C24)."""
    call = lock_call(call)
    must_be_at_table(actor, call)
    if seat.table_id != call.sheet.table_id:
        raise Refused("Choose a player at this table.")
    if call.absences.filter(seat=seat, back_at__isnull=True).exists():
        raise Refused("This player is marked as away.")
    absence = Absence.objects.create(call=call, seat=seat)
    log(actor, absence, table=f"Table {call.sheet.table.number}")
    return absence


@verb("call.back", says="marked a player as back at {table}", news=False)
def player_back(actor: Actor, call: Call, *, seat: Seat) -> Call:
    call = lock_call(call)
    must_be_at_table(actor, call)
    if not call.absences.filter(seat=seat, back_at__isnull=True).update(back_at=steady_clock.now()):
        raise Refused("This player isn’t marked as away.")
    log(actor, call, table=f"Table {call.sheet.table.number}")
    return call


@dataclass(frozen=True)
class NewRuling:
    """A ruling as the judge fills in the form. The fields are described in `Ruling`."""

    decision: str
    situation: str = ""
    rule: str = ""
    shake: int | None = None
    effect: str = Ruling.Effect.NONE
    with_others: str = ""


@verb("ruling.make", says="made a ruling at {table}", news=False)
def rule(actor: Actor, call: Call, *, ruling: NewRuling, checked: Check | None = None) -> Ruling:
    """Record what the judge at the table decided, after the players have taken a stand (JM General 1).

    A voided or replayed shake goes on the scoresheet. `checked`: the checker's answer that the ruling rests on.
    """
    sheet = lock_sheet(call.sheet)
    call = lock_call(call)
    must_be_at_table(actor, call)
    if not ruling.decision.strip():
        raise Refused("Enter what you decided.", field="decision")
    if ruling.effect not in Ruling.Effect.values:
        raise Refused("Choose an outcome.", field="effect")
    if ruling.effect in VOIDED and not ruling.shake:
        raise Refused("Enter the shake to void or replay.", field="shake")
    if checked is not None and (checked.call_id, checked.asked_by_id) != (call.pk, call.judge_id):
        raise Refused("That check belongs to another visit. Check the Solution again here.", field="checked")
    last = call.rulings.aggregate(last=Max("number"))["last"] or 0
    assert actor.user is not None
    row = Ruling.objects.create(
        call=call,
        number=last + 1,
        situation=ruling.situation.strip()[:1000],
        decision=ruling.decision.strip()[:1000],
        rule=ruling.rule.strip()[:120],
        shake=ruling.shake,
        effect=ruling.effect,
        with_others=ruling.with_others.strip()[:300],
        checked=checked,
        made_by=actor.user,
    )
    reason = f"Ruling on shake {ruling.shake}" if ruling.shake else "New ruling"
    changed = update_sheet(actor, sheet, reason=reason)
    log(actor, row, news=changed, table=f"Table {call.sheet.table.number}")
    return row


@verb(
    "opinion.ask",
    says=SentenceByCase(
        "opinion",
        {"second": "asked for a second opinion at {table}", "third": "asked for a third opinion at {table}"},
    ),
    news=False,
)
def ask_for_another(actor: Actor, call: Call) -> Call:
    """Ask for another judge's opinion. A third is possible only if two disagree, and no one can demand it (JM 7)."""
    call = lock_call(call)
    if not call.rulings.exists():
        raise Refused("There’s no ruling yet. Save the first ruling before asking for a second opinion.")
    if call.opinion == 3:
        raise Refused("Three judges have ruled. The player can file a protest.")
    if call.opinion == 2:
        _must_allow_third_opinion(call)
    if opinions_on(call).filter(opinion=call.opinion + 1).exists():
        raise Refused("Another judge has been called to this table.")
    further = Call.objects.create(
        tournament=call.tournament,
        sheet=call.sheet,
        opinion=call.opinion + 1,
        matter=call.matter,
        asked_by=actor.user,
    )
    ordinal = "second" if further.opinion == 2 else "third"
    log(actor, further, opinion=ordinal, table=f"Table {call.sheet.table.number}")
    return further


@verb("opinion.compare", says="recorded whether two judges agreed at {table}", news=False)
def compare(actor: Actor, call: Call, *, agrees: bool) -> Call:
    """Record whether the players find a second or third ruling the same as the one before."""
    call = lock_call(call)
    must_be_at_table(actor, call)
    if call.opinion == 1:
        raise Refused("You’re the first judge. There’s no earlier ruling to compare.")
    if not call.rulings.exists():
        raise Refused("Save your ruling first. Then ask the players whether the rulings are the same.")
    Call.objects.filter(pk=call.pk).update(agrees=agrees)
    call.agrees = agrees
    log(actor, call, table=f"Table {call.sheet.table.number}")
    return call


@verb("call.end", says="left {table}", news=False)
def end(actor: Actor, call: Call, *, about: str = "") -> Call:
    """End the visit. Opinions must be compared first, since the next one depends on it, and no player may be away."""
    call = lock_call(call)
    must_be_at_table(actor, call)
    if about and about not in Call.About.values:
        raise Refused("Choose what the call was about.", field="about")
    if call.opinion > 1 and call.rulings.exists() and call.agrees is None:
        raise Refused("Ask the players whether your ruling is the same as the earlier one.")
    if call.absences.filter(back_at__isnull=True).exists():
        raise Refused(
            "A player is still away from the table, and a judge must stay (JM C24). Mark the player as back first."
        )
    Call.objects.filter(pk=call.pk).update(ended_at=steady_clock.now(), about=about or call.about)
    log(actor, call, table=f"Table {call.sheet.table.number}")
    return Call.objects.select_related("sheet__table", "sheet__round__division__event__book").get(pk=call.pk)


@verb("call.cancel", says="canceled the call at {table}", news=False)
def cancel(actor: Actor, call: Call) -> Call:
    """Cancel a call that still waits. The update is conditional, so a judge who comes at the same time wins."""
    canceled = Call.objects.filter(pk=call.pk, judge__isnull=True, ended_at__isnull=True).update(
        ended_at=steady_clock.now()
    )
    if not canceled:
        raise EditConflict("A judge is at the table, or the call was canceled. Reload the page.")
    log(actor, call, table=f"Table {call.sheet.table.number}")
    return call


def _must_be_in_progress(sheet: Sheet) -> None:
    if sheet.table.draw.state != Draw.State.PUBLISHED or sheet.round.state not in IN_PROGRESS:
        raise Refused(f"{sheet.round} isn’t in progress. Choose a table in a round that is.")


def _has_ruled(actor: Actor, call: Call) -> bool:
    """Return whether this judge ruled on the matter, or is named as ruling together with another judge."""
    assert actor.user is not None
    name = actor.user.name.casefold()
    is_named = name in (other.casefold() for other in other_judges_on(call))
    return is_named or rulings_on(call).filter(made_by=actor.user).exists()


def _must_allow_third_opinion(call: Call) -> None:
    if call.agrees is None:
        raise Refused("First ask the players whether the two rulings are the same.")
    event = call.sheet.round.division.event
    allowed, because = can_have_third_judge(edition_of(event), judges_agreed=call.agrees)
    if not allowed:
        raise Refused(f"{because.sentence} ({because.rule})")
