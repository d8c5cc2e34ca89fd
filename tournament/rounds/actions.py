"""Verbs of rounds: publish, start, pause, resume, collect, close, reopen; add time for a table."""

from __future__ import annotations

from django.db.models import F

from foundation import steady_clock
from foundation.activity.sentences import SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.backups.actions import request_backup
from foundation.backups.models import Occasion
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from tournament import hooks
from tournament.rounds.clock import format_clock
from tournament.rounds.models import ExtraTime, Round, RoundState
from tournament.rounds.queries import close_blockers


@verb("round.publish", says="published {round}")
def publish(actor: Actor, round_: Round) -> Round:
    return _change_state(actor, round_, RoundState.DRAFT, RoundState.PUBLISHED)


@verb("round.unpublish", says="unpublished {round}")
def unpublish(actor: Actor, round_: Round) -> Round:
    return _change_state(actor, round_, RoundState.PUBLISHED, RoundState.DRAFT)


@verb("round.start", says="started {round}")
def start(actor: Actor, round_: Round) -> Round:
    """Start the clock. A division plays one round at a time, in order."""
    earlier = Round.objects.filter(division=round_.division, number__lt=round_.number)
    waiting = earlier.filter(state__in=[RoundState.DRAFT, RoundState.PUBLISHED]).order_by("number").first()
    if waiting:
        raise Refused(f"{waiting} hasn’t been played yet. Start that round first.")
    if Round.objects.filter(division=round_.division, state=RoundState.RUNNING).exists():
        raise Refused(f"{round_.division} is still playing another round. Collect its scoresheets first.")
    return _change_state(actor, round_, RoundState.PUBLISHED, RoundState.RUNNING, started_at=steady_clock.now())


@verb("round.pause", says="paused the clock for {round}")
def pause(actor: Actor, round_: Round) -> Round:
    if round_.paused_at:
        raise Refused("This clock is paused. Reload the page.")
    return _change_state(actor, round_, RoundState.RUNNING, RoundState.RUNNING, paused_at=steady_clock.now())


@verb("round.go_on", says="resumed the clock for {round}")
def resume(actor: Actor, round_: Round) -> Round:
    if not round_.paused_at:
        raise Refused("This clock is running. Reload the page.")
    pause = steady_clock.now() - round_.paused_at
    return _change_state(
        actor, round_, RoundState.RUNNING, RoundState.RUNNING, paused_at=None, paused_for=round_.paused_for + pause
    )


@verb("round.collect", says="started collecting scoresheets for {round}")
def collect(actor: Actor, round_: Round) -> Round:
    return _change_state(
        actor, round_, RoundState.RUNNING, RoundState.COLLECTING, paused_at=None, collected_at=steady_clock.now()
    )


@verb("round.complete", says="closed {round}")
def close(actor: Actor, round_: Round) -> Round:
    """Close the round, once every scoresheet is verified or waived."""
    if blockers := close_blockers(round_, lock=True):
        raise Refused(blockers)
    closed = _change_state(actor, round_, RoundState.COLLECTING, RoundState.COMPLETE)
    for after_close in hooks.round_closed:
        after_close(actor, closed)
    request_backup(actor, round_.tournament, Occasion.ROUND_CLOSED, f"{round_} closed")
    return closed


@verb("round.reopen", says="reopened {round}")
def reopen(actor: Actor, round_: Round) -> Round:
    return _change_state(actor, round_, RoundState.COMPLETE, RoundState.COLLECTING)


@verb(
    "round.extra_time",
    says=SentenceByCase(
        "change",
        {
            "added": "added {time} for Table {table} in {round}",
            "removed": "removed {time} of added time from Table {table} in {round}",
        },
    ),
)
def give_extra_time(actor: Actor, round_: Round, *, table: str, seconds: int, reason: str = "") -> Round:
    """Give a table back the time that a judge or an absence took (EQ XI-B-3, JM General 2, JM C24)."""
    table = table.strip()
    if not table:
        raise Refused("Enter the table number.", field="table")
    if not seconds or abs(seconds) > 3600:
        raise Refused("Enter up to 60 minutes, but not 0.", field="seconds")
    if round_.state not in (RoundState.PUBLISHED, RoundState.RUNNING):
        raise Refused(f"The clock for {round_} isn’t running.")
    ExtraTime.objects.create(round=round_, table=table, seconds=seconds, reason=reason.strip(), given_by=actor.user)
    change, time = "removed" if seconds < 0 else "added", format_clock(abs(seconds))
    log(actor, round_, table=table, change=change, time=time, round=str(round_))
    return round_


def _change_state(actor: Actor, round_: Round, before: RoundState, after: RoundState, **changes: object) -> Round:
    """Move a round to another state. If two people do it at once, the version check lets only one win."""
    updated = Round.objects.filter(pk=round_.pk, state=before, version=round_.version).update(
        state=after, version=F("version") + 1, **changes
    )
    if not updated:
        current = Round.objects.get(pk=round_.pk)
        if current.state == RoundState.DRAFT:
            raise EditConflict(f"{round_} isn’t published. Reload the page.")
        raise EditConflict(f"{round_} is now {current.get_state_display()}. Reload the page.")
    round_.refresh_from_db()
    log(actor, round_, round=str(round_))
    return round_
