"""What the verbs of a visit share: it is read again and locked, and only the judge who is at the table goes on."""

from __future__ import annotations

from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from judging.models import Call


def fresh_call(call: Call) -> Call:
    locked = Call.objects.select_for_update(of=("self",)).select_related(
        "sheet__table", "sheet__round__division__event__book", "tournament"
    )
    return locked.get(pk=call.pk)


def must_be_there(actor: Actor, call: Call) -> None:
    if call.ended_at is not None:
        raise Refused("This visit is over. Say again that you are at the table.")
    if actor.user is None or call.judge_id != actor.user.pk:
        raise NotAllowed("Only the judge who is at the table does this.")
