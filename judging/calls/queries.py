"""Reads about calls: which tables wait, where judges are, what a visit's page shows, and the time that a table gets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, Sum

from foundation import steady_clock
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from judging.calls.added_time import (
    ABSENCE,
    OTHER,
    VISIT,
    ProposedTime,
    TimeReason,
    VisitTimes,
    propose_time,
    reasons_of,
)
from judging.casebook.casebook import DIVISIONS, Case
from judging.casebook.search import similar_cases
from judging.league_cases.queries import league_cases
from judging.models import Absence, Call, Conflict, Ruling
from judging.queries import schools_at
from judging.visits import IN_PROGRESS, all_calls, rulings_seen_by
from pairings.models import Draw
from scoring.entry.queries import SeatedPlayer, extra_times_of, seated_players
from scoring.models import Sheet
from tournament.books import edition_of
from tournament.rounds.models import ExtraTime

MOST_SIMILAR = 3


def open_calls(tournament: Tournament) -> list[Call]:
    """Return tables that wait, longest wait first, then tables where a judge is."""
    calls = all_calls().filter(tournament=tournament, ended_at__isnull=True)
    return sorted(calls, key=lambda call: (call.judge_id is not None, call.began_at or call.asked_at))


def tables_in_play(tournament: Tournament) -> QuerySet[Sheet]:
    """Return the tables of rounds in progress, by division and number."""
    sheets = Sheet.objects.filter(
        tournament=tournament, round__state__in=IN_PROGRESS, table__draw__state=Draw.State.PUBLISHED
    )
    return sheets.select_related("table__draw", "round__division__event__book", "tournament").order_by(
        "round__division__max_grade", "table__number"
    )


# -- one visit --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Visit:
    """A visit as its judge sees it. `conflicts`: schools at the table that this judge should not judge (R-90).

    `rulings`: each with similar cases. `away`: when each absent player left, by seat key.
    """

    call: Call
    seated: list[SeatedPlayer]
    conflicts: list[str]
    rulings: list[tuple[Ruling, tuple[Case, ...]]]
    away: dict[int, datetime]


def visit_of(actor: Actor, call: Call) -> Visit:
    seated = seated_players(call.sheet, with_teams=True)
    rulings = rulings_seen_by(actor, call)
    added = league_cases() if rulings else ()
    return Visit(
        call,
        seated,
        conflicts_at(actor, call.sheet, seated),
        [(ruling, cases_like(call, f"{ruling.situation} {ruling.decision}", added)) for ruling in rulings],
        away_from(call),
    )


def conflicts_at(actor: Actor, sheet: Sheet, seated: list[SeatedPlayer] | None = None) -> list[str]:
    """Return schools at a table that this judge should not judge. Loads the players only if the judge has conflicts."""
    conflicts = Conflict.objects.filter(judge=actor.user, tournament=sheet.tournament_id, withdrawn_at__isnull=True)
    schools = dict(conflicts.values_list("school_id", "school__name"))
    if not schools:
        return []
    here = schools_at(seated if seated is not None else seated_players(sheet, with_teams=True))
    return sorted(name for pk, name in schools.items() if pk in here)


def away_from(call: Call) -> dict[int, datetime]:
    """Return when each player who is still away left, by seat key."""
    return dict(Absence.objects.filter(call=call, back_at__isnull=True).values_list("seat", "left_at"))


def cases_like(call: Call, text: str, added: tuple[Case, ...]) -> tuple[Case, ...]:
    """Return the few cases of this game and division that resemble what a judge wrote. `added`: league cases."""
    division = call.sheet.round.division
    letter = division.letter if division.letter in DIVISIONS else None
    game = edition_of(division.event).game.lower()
    return similar_cases(text, game=game, division=letter, most=MOST_SIMILAR, league_cases=added)


# -- added time -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AddedTime:
    """The time proposed for one reason, the reasons to choose from, and the time that this judge gave so far.

    Time from other judges is left out: their reasons would reveal what happened before (JM General 7).
    """

    reason: TimeReason
    proposed: ProposedTime | None
    reasons: tuple[TimeReason, ...]
    given: list[ExtraTime]


def added_time_for(call: Call, reason_id: str = "") -> AddedTime:
    """Return the added time for a reason. Without one, the reason is an absence if there was one, else the visit."""
    offered = {reason.id: reason for reason in reasons_of(edition_of(call.sheet.round.division.event))}
    was_away = ABSENCE in offered and call.absences.exists()
    reason = offered.get(reason_id) or offered.get(ABSENCE if was_away else VISIT) or OTHER
    mine = [each for each in extra_times_of(call.sheet) if each.given_by_id == call.judge_id]
    return AddedTime(reason, _propose(call, reason), tuple(offered.values()), mine)


def _propose(call: Call, reason: TimeReason) -> ProposedTime | None:
    """Return the proposal for a visit that has ended, or as if it ended now."""
    round_ = call.sheet.round
    if call.began_at is None or round_.started_at is None:
        return None

    def on_clock(moment: datetime) -> float:
        return round_.elapsed(moment).total_seconds()

    ended_at = call.ended_at or steady_clock.now()
    earlier = ExtraTime.objects.filter(
        round=round_, table=str(call.sheet.table.number), reason=reason.says, given_at__gte=call.began_at
    )
    visit = VisitTimes(
        round_.seconds or round_.division.event.minutes * 60,
        on_clock(call.began_at),
        on_clock(ended_at),
        [(on_clock(each.left_at), on_clock(each.back_at or ended_at)) for each in call.absences.all()],
        earlier.aggregate(seconds=Sum("seconds"))["seconds"] or 0,
    )
    return propose_time(edition_of(round_.division.event), visit, reason.id)
