"""Verbs about calls: a table asks for a judge; the judge comes, notes the subject and absences, rules, and leaves.

Another judge can be asked for a second or third opinion, and players say whether two opinions agree.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max

from foundation import steady_clock
from foundation.activity.verbs import log, verb
from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.people.actor import Actor
from judging.checker.models import Check
from judging.models import ORDINALS, Absence, Call, Ruling
from judging.penalties.sheet_decisions import VOIDED, update_sheet
from judging.visits import IN_PROGRESS, lock_call, must_be_at_table, opinions_on, other_judges_on, rulings_on
from pairings.models import Draw, Seat
from rulebooks import can_have_third_judge
from scoring.entry.queries import lock_sheet
from scoring.models import Sheet
from tournament.books import edition_of


@verb("call.ask", says="noted that {table} waits for a judge", news=False)
def ask(actor: Actor, sheet: Sheet, *, about: str = "") -> Call:
    """Note that a table waits for a judge. A table has one open call at a time."""
    _must_be_in_progress(sheet)
    if Call.objects.filter(sheet=sheet, ended_at__isnull=True).exists():
        raise Refused(f"Table {sheet.table.number} is noted already.")
    call = Call.objects.create(tournament=sheet.tournament, sheet=sheet, about=about, asked_by=actor.user)
    log(actor, call, table=f"table {sheet.table.number}")
    return call


@verb("call.begin", says="is at {table}", news=False)
def begin(actor: Actor, sheet: Sheet) -> Call:
    """Note that the judge is at a table. The judge takes the call that waits there, or starts a new one."""
    _must_be_in_progress(sheet)
    if Call.objects.filter(sheet=sheet, judge=actor.user, ended_at__isnull=True).exists():
        raise Refused(f"You are at table {sheet.table.number} already.")
    waiting = Call.objects.select_for_update().filter(sheet=sheet, judge__isnull=True, ended_at__isnull=True).first()
    call = waiting or Call(tournament=sheet.tournament, sheet=sheet, asked_by=actor.user)
    if call.opinion > 1 and _has_ruled(actor, call):
        raise NotAllowed("You have ruled on this already. Another judge hears it, and hears it fresh.")
    call.judge, call.began_at = actor.user, steady_clock.now()
    try:
        with transaction.atomic():
            call.save()
    except IntegrityError:
        raise Refused("You are still at another table. Say there that you have left.") from None
    log(actor, call, table=f"table {sheet.table.number}")
    return call


@verb("call.about", says="noted what it is about at {table}", news=False)
def note_about(actor: Actor, call: Call, *, about: str) -> Call:
    """Set what the visit is about. Setting the same again clears it."""
    call = lock_call(call)
    must_be_at_table(actor, call)
    if about not in Call.About.values:
        raise Refused("Choose what it is about.", field="about")
    call.about = "" if call.about == about else about
    Call.objects.filter(pk=call.pk).update(about=call.about)
    log(actor, call, table=f"table {call.sheet.table.number}")
    return call


@verb("call.away", says="noted that a player left {table}", news=False)
def player_left(actor: Actor, call: Call, *, seat: Seat) -> Absence:
    """Note that a player left. The timer is laid down and the judge stays, so that no one touches anything (JM C24)."""
    call = lock_call(call)
    must_be_at_table(actor, call)
    if seat.table_id != call.sheet.table_id:
        raise Refused("Choose a player of this table.")
    if call.absences.filter(seat=seat, back_at__isnull=True).exists():
        raise Refused("That is noted already.")
    absence = Absence.objects.create(call=call, seat=seat)
    log(actor, absence, table=f"table {call.sheet.table.number}")
    return absence


@verb("call.back", says="noted that a player is back at {table}", news=False)
def player_back(actor: Actor, call: Call, *, seat: Seat) -> Call:
    call = lock_call(call)
    must_be_at_table(actor, call)
    if not call.absences.filter(seat=seat, back_at__isnull=True).update(back_at=steady_clock.now()):
        raise Refused("Nobody is away from that seat.")
    log(actor, call, table=f"table {call.sheet.table.number}")
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


@verb("ruling.make", says="ruled at {table}", news=False)
def rule(actor: Actor, call: Call, *, ruling: NewRuling, checked: Check | None = None) -> Ruling:
    """Record what the judge at the table decided, after the players have taken a stand (JM General 1).

    A voided or replayed shake goes on the scoresheet. `checked`: the checker's answer that the ruling rests on.
    """
    sheet = lock_sheet(call.sheet)
    call = lock_call(call)
    must_be_at_table(actor, call)
    if not ruling.decision.strip():
        raise Refused("Say what you decided.", field="decision")
    if ruling.effect not in Ruling.Effect.values:
        raise Refused("Choose what follows.", field="effect")
    if ruling.effect in VOIDED and not ruling.shake:
        raise Refused("Which shake? It is set aside on the sheet.", field="shake")
    if checked is not None and (checked.call_id, checked.asked_by_id) != (call.pk, call.judge_id):
        raise Refused("That was checked elsewhere. Check it at this table.", field="checked")
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
    changed = update_sheet(actor, sheet, reason=f"a ruling about shake {ruling.shake}")
    log(actor, row, news=changed, table=f"table {call.sheet.table.number}")
    return row


@verb("opinion.ask", says="asked for a {opinion} at {table}", news=False)
def ask_for_another(actor: Actor, call: Call) -> Call:
    """Ask for another judge's opinion. A third is possible only if two disagree, and no one can demand it (JM 7)."""
    call = lock_call(call)
    if not call.rulings.exists():
        raise Refused("There is no ruling yet that a second judge could hear about.")
    if call.opinion == 3:
        raise Refused("Three judges have heard it. The player may protest.")
    if call.opinion == 2:
        _must_allow_third_opinion(call)
    if opinions_on(call).filter(opinion=call.opinion + 1).exists():
        raise Refused("Another judge was asked for already.")
    further = Call.objects.create(
        tournament=call.tournament,
        sheet=call.sheet,
        opinion=call.opinion + 1,
        matter=call.matter,
        asked_by=actor.user,
    )
    log(actor, further, opinion=ORDINALS[further.opinion].lower(), table=f"table {call.sheet.table.number}")
    return further


@verb("opinion.compare", says="noted whether two judges agree at {table}", news=False)
def compare(actor: Actor, call: Call, *, agrees: bool) -> Call:
    """Record whether the players find a second or third ruling the same as the one before."""
    call = lock_call(call)
    must_be_at_table(actor, call)
    if call.opinion == 1:
        raise Refused("This is the first judge: there is nothing to compare.")
    if not call.rulings.exists():
        raise Refused("Rule first. Only then ask whether it is the same.")
    Call.objects.filter(pk=call.pk).update(agrees=agrees)
    call.agrees = agrees
    log(actor, call, table=f"table {call.sheet.table.number}")
    return call


@verb("call.end", says="left {table}", news=False)
def end(actor: Actor, call: Call, *, about: str = "") -> Call:
    """End the visit. Opinions must be compared first, since the next one depends on it, and no player may be away."""
    call = lock_call(call)
    must_be_at_table(actor, call)
    if about and about not in Call.About.values:
        raise Refused("Choose what it was about.", field="about")
    if call.opinion > 1 and call.rulings.exists() and call.agrees is None:
        raise Refused("Ask the players whether your ruling is the same as the one before.")
    if call.absences.filter(back_at__isnull=True).exists():
        raise Refused("A player is still away, and a judge stays (JM C24). Say first that the player is back.")
    Call.objects.filter(pk=call.pk).update(ended_at=steady_clock.now(), about=about or call.about)
    log(actor, call, table=f"table {call.sheet.table.number}")
    return Call.objects.select_related("sheet__table", "sheet__round__division__event__book").get(pk=call.pk)


@verb("call.cancel", says="took back that {table} waits", news=False)
def cancel(actor: Actor, call: Call) -> Call:
    """Cancel a call that still waits. The update is conditional, so a judge who comes at the same time wins."""
    canceled = Call.objects.filter(pk=call.pk, judge__isnull=True, ended_at__isnull=True).update(
        ended_at=steady_clock.now()
    )
    if not canceled:
        raise EditConflict("A judge is there already, or it is over.")
    log(actor, call, table=f"table {call.sheet.table.number}")
    return call


def _must_be_in_progress(sheet: Sheet) -> None:
    if sheet.table.draw.state != Draw.State.PUBLISHED or sheet.round.state not in IN_PROGRESS:
        raise Refused(f"{sheet.round} is not being played. Choose a table of a round that is.")


def _has_ruled(actor: Actor, call: Call) -> bool:
    """Return whether this judge ruled on the matter, or is named as ruling together with another judge."""
    assert actor.user is not None
    name = actor.user.name.casefold()
    is_named = name in (other.casefold() for other in other_judges_on(call))
    return is_named or rulings_on(call).filter(made_by=actor.user).exists()


def _must_allow_third_opinion(call: Call) -> None:
    if call.agrees is None:
        raise Refused("Ask the players first whether the two rulings are the same.")
    event = call.sheet.round.division.event
    allowed, because = can_have_third_judge(edition_of(event), judges_agreed=call.agrees)
    if not allowed:
        raise Refused(f"{because.sentence} ({because.rule})")
