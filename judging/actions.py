"""Verbs about judges' conflicts: declare one, withdraw one."""

from __future__ import annotations

from django.utils import timezone

from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.models import Conflict
from judging.queries import judges_of
from tournament.models import School


@verb("conflict.declare", says="added a conflict between {judge} and {school}", news=False)
def declare_conflict(actor: Actor, tournament: Tournament, *, judge: User, school: School) -> Conflict:
    """Judges declare their own conflicts; directors and the head judge declare anyone's."""
    _must_be_own_or_in_charge(actor, tournament, judge)
    if school.tournament_id != tournament.pk or not judges_of(tournament).filter(pk=judge.pk).exists():
        raise Refused("Choose a judge and a school from this tournament.")
    conflict, is_new = Conflict.objects.get_or_create(
        tournament=tournament, judge=judge, school=school, withdrawn_at=None
    )
    if not is_new:
        raise Refused(f"{judge.name}’s conflict with {school.name} is on the list.", field="school")
    log(actor, conflict, judge=judge.name, school=school.name)
    return conflict


@verb("conflict.withdraw", says="withdrew the conflict between {judge} and {school}", news=False)
def withdraw_conflict(actor: Actor, conflict: Conflict) -> Conflict:
    _must_be_own_or_in_charge(actor, conflict.tournament, conflict.judge)
    if conflict.withdrawn_at is not None:
        raise Refused("This conflict was withdrawn.")
    conflict.withdrawn_at = timezone.now()
    conflict.save(update_fields=["withdrawn_at"])
    log(actor, conflict, judge=conflict.judge.name, school=conflict.school.name)
    return conflict


def _must_be_own_or_in_charge(actor: Actor, tournament: Tournament, judge: User) -> None:
    if actor.user != judge and not actor.may("conflict.for_others", tournament):
        raise NotAllowed("You can only add or withdraw your own conflicts. Ask the head judge to change this one.")
