"""What is asked about calls: which tables wait, who is where, and which rulings somebody may see."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from judging.calls.time_back import TimeBack, time_back
from judging.models import Call, Conflict, Ruling
from pairings.models import Draw
from scoring.models import Sheet
from scoring.tables import Sitter, sitters_of
from tournament.books import edition_of
from tournament.models import Tournament
from tournament.people.actor import Actor
from tournament.people.models import Role
from tournament.rounds.models import State as RoundState

SEES_ALL = {Role.DIRECTOR, Role.HEAD_JUDGE, Role.APPEALS_PANEL}


def calls_of(tournament: Tournament) -> QuerySet[Call]:
    return Call.objects.filter(tournament=tournament).select_related(
        "sheet__table", "sheet__round__division__event__book", "judge", "tournament"
    )


def open_calls(tournament: Tournament) -> list[Call]:
    """Those that wait first, the longest first; then where judges are."""
    found = calls_of(tournament).filter(ended_at__isnull=True)
    return sorted(found, key=lambda call: (call.judge_id is not None, call.began_at or call.asked_at))


def tables_played(tournament: Tournament) -> QuerySet[Sheet]:
    """The tables of the rounds that are played now, by division and number."""
    states = [RoundState.RUNNING, RoundState.COLLECTING]
    found = Sheet.objects.filter(
        tournament=tournament, round__state__in=states, table__draw__state=Draw.State.PUBLISHED
    )
    return found.select_related("table__draw", "round__division__event__book", "tournament").order_by(
        "round__division__max_grade", "table__number"
    )


def my_call(actor: Actor, tournament: Tournament) -> Call | None:
    """Where this judge is now."""
    return calls_of(tournament).filter(judge=actor.user, ended_at__isnull=True).first() if actor.user else None


def rulings_seen_by(actor: Actor, call: Call) -> list[Ruling]:
    """Earlier opinions of the matter, and one's own. Who is still to rule on it sees no earlier one (JM General 7).

    A judge sees what they ruled themselves and, once they have ruled, what was said before; those in charge see all,
    unless they are to give the next opinion.
    """
    of_matter = Ruling.objects.filter(call__matter=call.matter).select_related("call", "made_by")
    rulings = list(of_matter.order_by("call__opinion", "number"))
    me = actor.user.pk if actor.user else None
    mine = [ruling for ruling in rulings if ruling.made_by_id == me]
    is_next = Call.objects.filter(matter=call.matter, judge=me, ended_at__isnull=True)
    blind = any(each.pk not in {ruling.call_id for ruling in mine} for each in is_next)
    if blind:
        return mine
    if SEES_ALL & actor.roles_in(call.tournament):
        return rulings
    last = max((ruling.call.opinion for ruling in mine), default=0)
    return [ruling for ruling in rulings if ruling.call.opinion <= last]


@dataclass(frozen=True)
class AtTable:
    """A visit as its judge sees it. `conflicts`: schools at the table that this judge should not judge (R-90)."""

    call: Call
    sitters: list[Sitter]
    conflicts: list[str]
    rulings: list[Ruling]
    time_back: TimeBack | None


def at_table(actor: Actor, call: Call) -> AtTable:
    sitters = sitters_of(call.sheet, with_teams=True)
    own = Conflict.objects.filter(judge=actor.user, tournament=call.tournament, withdrawn_at__isnull=True)
    schools = dict(own.values_list("school_id", "school__name"))
    here = {entry.team.school_id for sitter in sitters if (entry := sitter.seat.place.entry)}
    return AtTable(
        call,
        sitters,
        sorted(name for pk, name in schools.items() if pk in here),
        rulings_seen_by(actor, call),
        time_back_of(call),
    )


def time_back_of(call: Call) -> TimeBack | None:
    """What the visit would give back if it ended now, or gave back when it ended."""
    round_ = call.sheet.round
    if call.began_at is None or round_.started_at is None:
        return None
    edition = edition_of(round_.division.event)
    seconds = round_.seconds or round_.division.event.minutes * 60
    began = round_.elapsed(call.began_at).total_seconds()
    ended = round_.elapsed(call.ended_at or timezone.now()).total_seconds()
    return time_back(edition, seconds, began, ended)
