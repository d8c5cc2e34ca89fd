"""What is asked about calls: which tables wait, who is where, which rulings somebody may see, what they resemble, and
what time a table gets back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, Sum

from foundation import steady_clock
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from judging.calls.time_back import ABSENCE, OTHER, VISIT, Reason, TimeBack, reasons, time_back
from judging.casebook.casebook import DIVISIONS, Case
from judging.casebook.search import like
from judging.models import Absence, Call, Conflict, Ruling
from judging.own_cases.queries import own_cases
from judging.queries import schools_at
from pairings.models import Draw
from scoring.models import Sheet
from scoring.queries import extra_times_of
from scoring.tables import Sitter, sitters_of
from tournament.books import edition_of
from tournament.rounds.models import ExtraTime
from tournament.rounds.models import State as RoundState

MOST_LIKE = 3
SEES_ALL = {Role.DIRECTOR, Role.HEAD_JUDGE, Role.APPEALS_PANEL}


def is_in_charge(actor: Actor, tournament: Tournament) -> bool:
    return bool(SEES_ALL & actor.roles_in(tournament))


def _calls() -> QuerySet[Call]:
    return Call.objects.select_related("sheet__table", "sheet__round__division__event__book", "judge", "tournament")


def calls_of(tournament: Tournament) -> QuerySet[Call]:
    return _calls().filter(tournament=tournament)


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


def opinions_on(call: Call) -> QuerySet[Call]:
    """All calls about the same matter. An archive that was taken in brings the same matters once more."""
    return Call.objects.filter(tournament=call.tournament_id, matter=call.matter)


def my_call(actor: Actor, tournament: Tournament) -> Call | None:
    """Where this judge is now."""
    return calls_of(tournament).filter(judge=actor.user, ended_at__isnull=True).first() if actor.user else None


def rulings_seen_by(actor: Actor, call: Call) -> list[Ruling]:
    """Earlier opinions of the matter, and one's own. Who is still to rule on it sees no earlier one (JM General 7).

    A judge sees what they ruled themselves and, once they have ruled, what was said before; those in charge see all,
    unless they are to give the next opinion.
    """
    of_matter = Ruling.objects.filter(call__in=opinions_on(call)).select_related("call", "made_by")
    rulings = list(of_matter.order_by("call__opinion", "number"))
    me = actor.user.pk if actor.user else None
    mine = [ruling for ruling in rulings if ruling.made_by_id == me]
    is_next = opinions_on(call).filter(judge=me, ended_at__isnull=True)
    blind = any(each.pk not in {ruling.call_id for ruling in mine} for each in is_next)
    if blind:
        return mine
    if is_in_charge(actor, call.tournament):
        return rulings
    last = max((ruling.call.opinion for ruling in mine), default=0)
    return [ruling for ruling in rulings if ruling.call.opinion <= last]


@dataclass(frozen=True)
class AtTable:
    """A visit as its judge sees it. `conflicts`: schools at the table that this judge should not judge (R-90).

    `rulings`: each with the cases that it resembles. `away`: since when, by the key of the seat.
    """

    call: Call
    sitters: list[Sitter]
    conflicts: list[str]
    rulings: list[tuple[Ruling, tuple[Case, ...]]]
    away: dict[int, datetime]


def at_table(actor: Actor, call: Call) -> AtTable:
    sitters = sitters_of(call.sheet, with_teams=True)
    rulings = rulings_seen_by(actor, call)
    added = own_cases() if rulings else ()
    return AtTable(
        call,
        sitters,
        conflicts_at(actor, call.sheet, sitters),
        [(ruling, cases_like(call, f"{ruling.situation} {ruling.decision}", added)) for ruling in rulings],
        away_from(call),
    )


def conflicts_at(actor: Actor, sheet: Sheet, sitters: list[Sitter] | None = None) -> list[str]:
    """Schools at a table that this judge should not judge; who sits there is asked only if there can be one."""
    own = Conflict.objects.filter(judge=actor.user, tournament=sheet.tournament_id, withdrawn_at__isnull=True)
    schools = dict(own.values_list("school_id", "school__name"))
    if not schools:
        return []
    here = schools_at(sitters if sitters is not None else sitters_of(sheet, with_teams=True))
    return sorted(name for pk, name in schools.items() if pk in here)


def away_from(call: Call) -> dict[int, datetime]:
    """Who has left the table and is not back: since when, by the key of the seat."""
    return dict(Absence.objects.filter(call=call, back_at__isnull=True).values_list("seat", "left_at"))


def cases_like(call: Call, text: str, added: tuple[Case, ...]) -> tuple[Case, ...]:
    """The few cases that resemble what a judge wrote, of this table's game and division."""
    division = call.sheet.round.division
    letter = division.letter if division.letter in DIVISIONS else None
    game = edition_of(division.event).game.lower()
    return like(text, game=game, division=letter, most=MOST_LIKE, own=added)


@dataclass(frozen=True)
class TimeGiven:
    """What the table of a call may get back for one reason, the other reasons, and what this judge gave it so far.

    Not what others gave: their reasons tell of what happened here before (JM General 7).
    """

    reason: Reason
    proposed: TimeBack | None
    reasons: tuple[Reason, ...]
    given: list[ExtraTime]


def time_given(call: Call, chosen: str = "") -> TimeGiven:
    """For the reason that was chosen; else for an absence if there was one, else for the visit."""
    offered = {reason.id: reason for reason in reasons(edition_of(call.sheet.round.division.event))}
    was_away = ABSENCE in offered and call.absences.exists()
    reason = offered.get(chosen) or offered.get(ABSENCE if was_away else VISIT) or OTHER
    mine = [each for each in extra_times_of(call.sheet) if each.given_by_id == call.judge_id]
    return TimeGiven(reason, _proposed(call, reason), tuple(offered.values()), mine)


def _proposed(call: Call, reason: Reason) -> TimeBack | None:
    """What the visit would give back if it ended now, or gave back when it ended."""
    round_ = call.sheet.round
    if call.began_at is None or round_.started_at is None:
        return None
    now = call.ended_at or steady_clock.now()
    times = [(absence.left_at, absence.back_at or now) for absence in call.absences.all()]
    earlier = ExtraTime.objects.filter(
        round=round_, table=str(call.sheet.table.number), reason=reason.says, given_at__gte=call.began_at
    )
    return time_back(
        edition_of(round_.division.event),
        round_.seconds or round_.division.event.minutes * 60,
        round_.elapsed(call.began_at).total_seconds(),
        round_.elapsed(now).total_seconds(),
        reason.id,
        [(round_.elapsed(left).total_seconds(), round_.elapsed(back).total_seconds()) for left, back in times],
        earlier.aggregate(seconds=Sum("seconds"))["seconds"] or 0,
    )
