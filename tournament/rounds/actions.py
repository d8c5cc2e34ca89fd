"""Verbs of rounds: publish, start, pause, resume, collect, close, reopen; add time for a table."""

from __future__ import annotations

from django.db.models import F

from foundation import steady_clock
from foundation.activity.verbs import log, verb
from foundation.backups.actions import request_backup
from foundation.backups.models import Occasion
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from tournament import hooks
from tournament.rounds.models import ExtraTime, Round, RoundState
from tournament.rounds.queries import close_blockers


@verb("round.publish", says="published {round}")
def publish(actor: Actor, round_: Round) -> Round:
    return _change_state(actor, round_, RoundState.DRAFT, RoundState.PUBLISHED)


@verb("round.unpublish", says="took back {round}")
def unpublish(actor: Actor, round_: Round) -> Round:
    return _change_state(actor, round_, RoundState.PUBLISHED, RoundState.DRAFT)


@verb("round.start", says="started {round}")
def start(actor: Actor, round_: Round) -> Round:
    """Start the clock. A division plays one round at a time, in order."""
    earlier = Round.objects.filter(division=round_.division, number__lt=round_.number)
    waiting = earlier.filter(state__in=[RoundState.DRAFT, RoundState.PUBLISHED]).order_by("number").first()
    if waiting:
        raise Refused(f"{waiting} has not been played yet. Start it first.")
    if Round.objects.filter(division=round_.division, state=RoundState.RUNNING).exists():
        raise Refused(f"A round of {round_.division} is being played. Collect its sheets first.")
    return _change_state(actor, round_, RoundState.PUBLISHED, RoundState.RUNNING, started_at=steady_clock.now())


@verb("round.pause", says="paused the clock of {round}")
def pause(actor: Actor, round_: Round) -> Round:
    if round_.paused_at:
        raise Refused("The clock stands still already.")
    return _change_state(actor, round_, RoundState.RUNNING, RoundState.RUNNING, paused_at=steady_clock.now())


@verb("round.go_on", says="let the clock of {round} go on")
def resume(actor: Actor, round_: Round) -> Round:
    if not round_.paused_at:
        raise Refused("The clock is running.")
    pause = steady_clock.now() - round_.paused_at
    return _change_state(
        actor, round_, RoundState.RUNNING, RoundState.RUNNING, paused_at=None, paused_for=round_.paused_for + pause
    )


@verb("round.collect", says="ended {round}: the sheets are collected")
def collect(actor: Actor, round_: Round) -> Round:
    return _change_state(
        actor, round_, RoundState.RUNNING, RoundState.COLLECTING, paused_at=None, collected_at=steady_clock.now()
    )


@verb("round.complete", says="completed {round}")
def close(actor: Actor, round_: Round) -> Round:
    """Close the round, once every scoresheet is verified or waived."""
    if blockers := close_blockers(round_, lock=True):
        raise Refused(blockers)
    closed = _change_state(actor, round_, RoundState.COLLECTING, RoundState.COMPLETE)
    for after_close in hooks.round_closed:
        after_close(actor, closed)
    request_backup(actor, round_.tournament, Occasion.ROUND_CLOSED, f"{round_} closed")
    return closed


@verb("round.reopen", says="opened {round} again")
def reopen(actor: Actor, round_: Round) -> Round:
    return _change_state(actor, round_, RoundState.COMPLETE, RoundState.COLLECTING)


@verb("round.extra_time", says="gave table {table} {minutes} more in {round}")
def give_extra_time(actor: Actor, round_: Round, *, table: str, seconds: int, reason: str = "") -> Round:
    """Give a table back the time that a judge or an absence took (EQ XI-B-3, JM General 2, JM C24)."""
    table = table.strip()
    if not table:
        raise Refused("Which table?", field="table")
    if not seconds or abs(seconds) > 3600:
        raise Refused("Between a second and an hour.", field="seconds")
    if round_.state not in (RoundState.PUBLISHED, RoundState.RUNNING):
        raise Refused(f"{round_} is {round_.get_state_display()}: its clock is not running.")
    ExtraTime.objects.create(round=round_, table=table, seconds=seconds, reason=reason.strip(), given_by=actor.user)
    sign = "-" if seconds < 0 else ""
    log(actor, round_, table=table, minutes=f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02}", round=str(round_))
    return round_


def _change_state(actor: Actor, round_: Round, before: RoundState, after: RoundState, **changes: object) -> Round:
    """Move a round to another state. If two people do it at once, the version check lets only one win."""
    updated = Round.objects.filter(pk=round_.pk, state=before, version=round_.version).update(
        state=after, version=F("version") + 1, **changes
    )
    if not updated:
        current = Round.objects.get(pk=round_.pk)
        raise EditConflict(f"{round_} is {current.get_state_display()} now. Look at the page again.")
    round_.refresh_from_db()
    log(actor, round_, round=str(round_))
    return round_
