"""The verbs of the checker: open it once everybody at the table has taken a stand, ask it; let coaches practice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from foundation import steady_clock
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from judging.calls.steps import fresh_call, must_be_there
from judging.checker.asking import Unclear, ask
from judging.checker.models import Check, Practice
from judging.models import Call
from judging.protests.models import Protest
from judging.protests.queries import panel_of
from judging.protests.steps import fresh_protest, must_be_on_the_panel
from tournament.books import edition_of


@verb("check.open", says="said that everybody at {table} has taken a stand", news=False)
def open_checker(actor: Actor, call: Call) -> Call:
    """Never before: a judge gives nobody a hint (JM General 1)."""
    call = fresh_call(call)
    must_be_there(actor, call)
    if call.stood_at is not None:
        raise Refused("The checker is open already.")
    call.stood_at = steady_clock.now()
    Call.objects.filter(pk=call.pk).update(stood_at=call.stood_at)
    log(actor, call, table=f"table {call.sheet.table.number}")
    return call


@verb("check.ask", says="asked the checker about {table}: {verdict}", news=False)
def check(actor: Actor, where: Call | Protest, *, question: Mapping[str, Any]) -> Check:
    """What was typed and what was answered are kept with the visit, or with the protest."""
    where = _open_to(actor, where)
    division = where.sheet.round.division
    try:
        answer = ask(edition_of(division.event), division.letter, question)
    except Unclear as problem:
        raise Refused(problem.sentence, field=problem.field) from None
    assert actor.user is not None
    made = Check.objects.create(
        tournament=where.tournament,
        call=where if isinstance(where, Call) else None,
        protest=where if isinstance(where, Protest) else None,
        division=division,
        asked=question,
        verdict=answer.verdict,
        answer=answer.as_data(),
        asked_by=actor.user,
    )
    log(actor, made, table=f"table {where.sheet.table.number}", verdict=answer.verdict)
    return made


def _open_to(actor: Actor, where: Call | Protest) -> Call | Protest:
    if isinstance(where, Protest):
        protest = fresh_protest(actor, where)
        must_be_on_the_panel(actor, protest, panel_of(protest))
        return protest
    call = fresh_call(where)
    must_be_there(actor, call)
    if call.stood_at is None:
        raise Refused("Say first that every player has taken a stand.")
    return call


@verb("practice.allow", says="{decided} that coaches practice with the checker")
def allow_practice(actor: Actor, tournament: Tournament, *, allowed: bool) -> Tournament:
    if allowed:
        Practice.objects.get_or_create(tournament=tournament)
    else:
        Practice.objects.filter(tournament=tournament).delete()
    log(actor, tournament, decided="allowed" if allowed else "no longer allows")
    return tournament
