"""Which checks somebody may see, and whether coaches may practice now."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from judging.calls.queries import is_in_charge
from judging.checker.models import Check, Practice
from judging.models import Call
from judging.protests.models import Protest
from judging.protests.queries import is_blind, may_read
from scoring.hooks import CoachPage
from tournament.rounds.models import Round, RoundState

PLAYED = (RoundState.RUNNING, RoundState.COLLECTING)


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
    """What the judge of this visit has asked here, the latest first."""
    return list(Check.objects.filter(call=call).order_by("-id"))


def may_see(actor: Actor, check: Check) -> bool:
    """Who asked, those in charge, the panel of the protest; never who is still to rule on the matter (JM General 7)."""
    if check.protest is not None:
        return may_read(actor, check.protest)
    call = check.call
    if call is None or actor.user is None:
        return False
    if check.asked_by_id == actor.user.pk:
        return True
    return is_in_charge(actor, call.tournament) and not is_blind(actor, call)


def is_allowed(tournament: Tournament) -> bool:
    return Practice.objects.filter(tournament=tournament).exists()


def may_practice(tournament: Tournament) -> bool:
    """The director allows it, and nobody plays just now."""
    played = Q(tournament=tournament, state__in=PLAYED)
    return is_allowed(tournament) and not Round.objects.filter(played).exists()


def practice_page(tournament: Tournament) -> CoachPage | None:
    """Return the coaches' link to the checker while practice is allowed and no round is in progress."""
    return CoachPage("practice", "Practice with the judge's checker") if may_practice(tournament) else None


def protest_open_to(actor: Actor, protest: Protest) -> bool:
    """Its panel asks the checker."""
    on_panel = protest.members.filter(user=actor.user, released_at__isnull=True).exists()
    return on_panel and may_read(actor, protest)
