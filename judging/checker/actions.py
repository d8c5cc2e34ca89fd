"""Verbs about the checker: open it once every player has taken a stand, ask it, and let coaches practice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from foundation import steady_clock
from foundation.activity.sentences import SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from judging.checker.answers import UnreadableInput, answer_question
from judging.checker.models import Check, Practice
from judging.models import Call
from judging.protests.models import Protest
from judging.protests.queries import panel_of
from judging.protests.transitions import lock_protest, must_be_on_panel
from judging.visits import lock_call, must_be_at_table
from tournament.books import edition_of


@verb("check.open", says="opened the checker at {table}", news=False)
def open_checker(actor: Actor, call: Call) -> Call:
    """Open the checker for this visit. It stays closed before, since a judge gives no hints (JM General 1)."""
    call = lock_call(call)
    must_be_at_table(actor, call)
    if call.stood_at is not None:
        raise Refused("The checker is open.")
    call.stood_at = steady_clock.now()
    Call.objects.filter(pk=call.pk).update(stood_at=call.stood_at)
    log(actor, call, table=f"Table {call.sheet.table.number}")
    return call


CHECK_SENTENCE = SentenceByCase(
    "verdict",
    {
        "correct": "checked a Solution at {table}, and it was correct",
        "incorrect": "checked a Solution at {table}, and it was incorrect",
        "ambiguous": "checked a Solution at {table}, and it was ambiguous",
        "undecided": "checked a Solution at {table}, and the checker couldn’t decide",
        "no_goal": "counted the cards of a Solution at {table}",
    },
)


@verb("check.ask", says=CHECK_SENTENCE, news=False)
def check(actor: Actor, subject: Call | Protest, *, question: Mapping[str, Any]) -> Check:
    """Ask the checker. The question and its answer are stored with the visit or the protest."""
    subject = _lock_subject(actor, subject)
    division = subject.sheet.round.division
    try:
        answer = answer_question(edition_of(division.event), division.letter, question)
    except UnreadableInput as problem:
        raise Refused(problem.sentence, field=problem.field) from None
    assert actor.user is not None
    row = Check.objects.create(
        tournament=subject.tournament,
        call=subject if isinstance(subject, Call) else None,
        protest=subject if isinstance(subject, Protest) else None,
        division=division,
        asked=question,
        verdict=answer.verdict,
        answer=answer.as_data(),
        asked_by=actor.user,
    )
    log(actor, row, table=f"Table {subject.sheet.table.number}", verdict=answer.verdict)
    return row


def _lock_subject(actor: Actor, subject: Call | Protest) -> Call | Protest:
    """Lock the visit or protest, and refuse people who may not ask about it."""
    if isinstance(subject, Protest):
        protest = lock_protest(actor, subject)
        must_be_on_panel(actor, protest, panel_of(protest))
        return protest
    call = lock_call(subject)
    must_be_at_table(actor, call)
    if call.stood_at is None:
        raise Refused("Confirm first that every player has taken a stand.")
    return call


PRACTICE_SENTENCE = SentenceByCase(
    "practice",
    {
        "allowed": "allowed coaches to practice with the checker",
        "stopped": "stopped coaches from practicing with the checker",
    },
)


@verb("practice.allow", says=PRACTICE_SENTENCE)
def allow_practice(actor: Actor, tournament: Tournament, *, allowed: bool) -> Tournament:
    if allowed:
        Practice.objects.get_or_create(tournament=tournament)
    else:
        Practice.objects.filter(tournament=tournament).delete()
    log(actor, tournament, practice="allowed" if allowed else "stopped")
    return tournament
