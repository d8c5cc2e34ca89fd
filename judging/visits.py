"""A judge's visit to a table: find it, lock it, and decide what a judge may see of earlier opinions.

Every package of this floor builds on these functions. A `Call` is a visit once a judge has come.
"""

from __future__ import annotations

from django.db.models import QuerySet

from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from judging.models import Call, Ruling, split_names
from tournament.rounds.models import RoundState

IN_PROGRESS = (RoundState.RUNNING, RoundState.COLLECTING)
SEES_ALL = {Role.DIRECTOR, Role.HEAD_JUDGE, Role.APPEALS_PANEL}


def is_in_charge(actor: Actor, tournament: Tournament) -> bool:
    return bool(SEES_ALL & actor.roles_in(tournament))


def is_judge_of(actor: Actor, call: Call) -> bool:
    return actor.user is not None and call.judge_id == actor.user.pk


# -- calls ------------------------------------------------------------------------------------------------------------


def all_calls() -> QuerySet[Call]:
    return Call.objects.select_related("sheet__table", "sheet__round__division__event__book", "judge", "tournament")


def calls_of(tournament: Tournament) -> QuerySet[Call]:
    return all_calls().filter(tournament=tournament)


def my_call(actor: Actor, tournament: Tournament) -> Call | None:
    """Return the visit that this judge is making now."""
    return calls_of(tournament).filter(judge=actor.user, ended_at__isnull=True).first() if actor.user else None


def opinions_on(call: Call) -> QuerySet[Call]:
    """Return all calls about the same matter. An imported archive repeats matters, so the tournament counts too."""
    return Call.objects.filter(tournament=call.tournament_id, matter=call.matter)


def lock_call(call: Call) -> Call:
    """Read the call again and lock it. Verbs call this first."""
    locked = Call.objects.select_for_update(of=("self",)).select_related(
        "sheet__table", "sheet__round__division__event__book", "tournament"
    )
    return locked.get(pk=call.pk)


def must_be_at_table(actor: Actor, call: Call) -> None:
    if call.ended_at is not None:
        raise Refused("This visit has ended. Start a new visit.")
    if not is_judge_of(actor, call):
        raise NotAllowed("Only the judge at the table can do this.")


# -- blind opinions (JM General 7) ------------------------------------------------------------------------------------


def opinions_owed_by(actor: Actor) -> QuerySet[Call]:
    """Return the visits where this judge is at the table and hasn't ruled yet."""
    return Call.objects.filter(judge=actor.user, ended_at__isnull=True).exclude(rulings__made_by=actor.user)


def is_blind(actor: Actor, call: Call | None) -> bool:
    """Return whether this judge is about to give an opinion on the matter and must not see earlier ones."""
    if call is None or actor.user is None:
        return False
    return opinions_owed_by(actor).filter(tournament=call.tournament_id, matter=call.matter).exists()


def rulings_on(call: Call) -> QuerySet[Ruling]:
    """Return every ruling on the matter, first opinion first."""
    rulings = Ruling.objects.filter(call__tournament=call.tournament_id, call__matter=call.matter)
    return rulings.select_related("call", "made_by").order_by("call__opinion", "number")


def other_judges_on(call: Call) -> list[str]:
    """Return the names of judges who ruled on the matter together with the judge at the table, each once."""
    texts = rulings_on(call).exclude(with_others="").values_list("with_others", flat=True)
    return list(dict.fromkeys(name for text in texts for name in split_names(text)))


def rulings_seen_by(actor: Actor, call: Call) -> list[Ruling]:
    """Return the rulings on the matter that this person may see (JM General 7).

    Judges see their own rulings and, once they have ruled, the earlier ones. People in charge see all, unless they are
    about to give the next opinion.
    """
    rulings = list(rulings_on(call))
    me = actor.user.pk if actor.user else None
    mine = [ruling for ruling in rulings if ruling.made_by_id == me]
    if is_blind(actor, call):
        return mine
    if is_in_charge(actor, call.tournament):
        return rulings
    last = max((ruling.call.opinion for ruling in mine), default=0)
    return [ruling for ruling in rulings if ruling.call.opinion <= last]
