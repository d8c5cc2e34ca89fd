"""Helpers of the protest verbs: lock a protest, check who acts, move it to another state, and record the step."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from judging.protests.models import LENGTH, Protest, ProtestState, ProtestStep
from judging.protests.queries import PanelEligibility, may_read
from pairings.models import Draw
from scoring.models import Entry, Sheet
from tournament.rounds.models import RoundState

NOT_STARTED = (RoundState.DRAFT, RoundState.PUBLISHED)
NOT_YOURS = "Only a director, the head judge, the panel, or the person who filed this protest can do this."


def lock_played_sheet(sheet: Sheet) -> Sheet:
    """Lock the scoresheet and read it with its round. Refuse tables that aren't or weren't played."""
    locked = Sheet.objects.select_for_update(of=("self",)).select_related(
        "tournament", "table__draw", "round__division__event__book", "current"
    )
    sheet = locked.get(pk=sheet.pk)
    if sheet.table.draw.state != Draw.State.PUBLISHED:
        raise Refused("Tables were reassigned, and this one isn’t used anymore. Choose another table.")
    if sheet.round.state in NOT_STARTED:
        raise Refused(f"{sheet.round} hasn’t been played yet.")
    return sheet


def lock_protest(actor: Actor, protest: Protest) -> Protest:
    """Lock the protest and read it again. Refuse people who may not read it."""
    locked = Protest.objects.select_for_update(of=("self",)).select_related(
        "tournament",
        "call",
        "sheet__table",
        "sheet__round__division__event__book",
        "sheet__current",
        "sheet__tournament",
    )
    row = locked.get(pk=protest.pk)
    if not may_read(actor, row):
        raise NotAllowed(NOT_YOURS)
    return row


def must_give_reason(reason: str, sentence: str) -> None:
    if not reason.strip():
        raise Refused(sentence, field="reason")


def must_be_on_panel(actor: Actor, protest: Protest, panel: list[User]) -> User:
    """Return the panel member who acts. A conflict that was declared after the member was named counts too."""
    if actor.user is None or actor.user not in panel:
        raise NotAllowed("Only members of this panel can do this.")
    if objection := PanelEligibility(protest).objection_to(actor.user):
        raise NotAllowed(f"{objection} Ask the head judge to name someone else.")
    return actor.user


def change_state(protest: Protest, from_: list[ProtestState], to: ProtestState, **fields: Any) -> None:
    """Move a protest to another state. The update is conditional, so the slower of two people is refused."""
    if not Protest.objects.filter(pk=protest.pk, state__in=from_).update(state=to, **fields):
        raise EditConflict(f"This protest is now {protest.get_state_display()}. Reload the page.")
    protest.state = to
    for name, value in fields.items():
        setattr(protest, name, value)


def record_step(actor: Actor, protest: Protest, kind: str, words: str = "", entry: Entry | None = None) -> ProtestStep:
    last = protest.steps.aggregate(last=Max("number"))["last"] or 0
    return ProtestStep.objects.create(
        protest=protest, number=last + 1, kind=kind, words=words.strip()[:LENGTH], entry=entry, made_by=actor.user
    )


def table_of(protest: Protest) -> str:
    return f"Table {protest.sheet.table.number}"
