"""Reads about the checker: which answers a person may see, and whether coaches may practice now."""

from __future__ import annotations

from django.db.models import QuerySet

from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from judging.checker.models import Check, Practice
from judging.models import Call
from judging.protests.models import Protest
from judging.protests.queries import may_read
from judging.visits import IN_PROGRESS, is_blind, is_in_charge
from tournament.rounds.models import Round


def checks_of(tournament: Tournament) -> QuerySet[Check]:
    return Check.objects.filter(tournament=tournament).select_related(
        "division__event__book",
        "call__sheet__table",
        "call__tournament",
        "protest__tournament",
        "protest__sheet__table",
        "protest__call",
        "asked_by",
    )


def checks_at(call: Call) -> list[Check]:
    """Return what the judge has asked on this visit, latest first."""
    return list(Check.objects.filter(call=call).order_by("-id"))


def may_see(actor: Actor, check: Check) -> bool:
    """Return whether this person may see an answer: the judge who asked, people in charge, the protest's panel.

    A judge who is about to give an opinion on the matter may not (JM General 7).
    """
    if check.protest is not None:
        return may_read(actor, check.protest)
    call = check.call
    if call is None or actor.user is None:
        return False
    if check.asked_by_id == actor.user.pk:
        return True
    return is_in_charge(actor, call.tournament) and not is_blind(actor, call)


def may_check_protest(actor: Actor, protest: Protest) -> bool:
    """Return whether this person is on the protest's panel and may ask the checker about it."""
    is_on_panel = protest.members.filter(user=actor.user, released_at__isnull=True).exists()
    return is_on_panel and may_read(actor, protest)


def is_practice_allowed(tournament: Tournament) -> bool:
    return Practice.objects.filter(tournament=tournament).exists()


def may_practice(tournament: Tournament) -> bool:
    """Return whether coaches may use the checker now: the director allows it and no round is in progress."""
    rounds = Round.objects.filter(tournament=tournament, state__in=IN_PROGRESS)
    return is_practice_allowed(tournament) and not rounds.exists()
