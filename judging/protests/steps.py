"""What the verbs of a protest share: it is read again and locked, moved from state to state, and each step is written
down."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from foundation.errors import Conflict, NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from judging.protests.models import LENGTH, Protest, State, Step
from judging.protests.queries import fitness_of, may_read
from pairings.models import Draw
from scoring.models import Entry, Sheet
from tournament.rounds.models import RoundState

BEFORE = (RoundState.DRAFT, RoundState.PUBLISHED)
NOT_YOURS = "Only those in charge, the panel, and who wrote this protest down can do this."


def fresh_sheet(sheet: Sheet) -> Sheet:
    """As it is now, locked, with what is around it."""
    found = Sheet.objects.select_for_update(of=("self",)).select_related(
        "tournament", "table__draw", "round__division__event__book", "current"
    )
    sheet = found.get(pk=sheet.pk)
    if sheet.table.draw.state != Draw.State.PUBLISHED:
        raise Refused("The tables of this round were changed: this one is not played.")
    if sheet.round.state in BEFORE:
        raise Refused(f"{sheet.round} has not been played yet.")
    return sheet


def fresh_protest(actor: Actor, protest: Protest) -> Protest:
    """As it is now, locked. Who may not read it does nothing with it."""
    locked = Protest.objects.select_for_update(of=("self",)).select_related(
        "tournament",
        "call",
        "sheet__table",
        "sheet__round__division__event__book",
        "sheet__current",
        "sheet__tournament",
    )
    found = locked.get(pk=protest.pk)
    if not may_read(actor, found):
        raise NotAllowed(NOT_YOURS)
    return found


def must_say(reason: str, sentence: str) -> None:
    if not reason.strip():
        raise Refused(sentence, field="reason")


def must_be_on_the_panel(actor: Actor, protest: Protest, panel: list[User]) -> User:
    """A conflict that came up after somebody was named counts as well."""
    if actor.user is None or actor.user not in panel:
        raise NotAllowed("Only the members of its panel do this.")
    if why_not := fitness_of(protest).why_not(actor.user):
        raise NotAllowed(f"{why_not} Ask the head judge to name somebody else.")
    return actor.user


def move(protest: Protest, from_: list[State], to: State, **change: Any) -> None:
    """Conditionally: of two who do something else with it at once, one gets a sentence."""
    if not Protest.objects.filter(pk=protest.pk, state__in=from_).update(state=to, **change):
        raise Conflict(f"This protest is {protest.get_state_display()}. Look at the page again.")
    protest.state = to
    for name, value in change.items():
        setattr(protest, name, value)


def step(actor: Actor, protest: Protest, kind: str, words: str = "", entry: Entry | None = None) -> Step:
    last = protest.steps.aggregate(last=Max("number"))["last"] or 0
    return Step.objects.create(
        protest=protest, number=last + 1, kind=kind, words=words.strip()[:LENGTH], entry=entry, made_by=actor.user
    )


def table_of(protest: Protest) -> str:
    return f"table {protest.sheet.table.number}"
