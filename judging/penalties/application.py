"""Applies a penalty once everyone approved it, and undoes one.

Points go on the scoresheet, or off the Cup's score. A disqualified player is left out of later table assignments.
Called inside verbs, which log and have locked the sheet.
"""

from __future__ import annotations

from foundation import steady_clock
from foundation.people.actor import Actor
from judging.penalties.models import Penalty, PenaltyKind, PenaltyState
from judging.penalties.sheet_decisions import update_sheet
from scoring.models import Adjustment, Sheet
from tournament.books import edition_of
from tournament.rosters.checkin.attendance import set_status
from tournament.rosters.checkin.models import Status

# Why the scoresheet has a new entry: when the penalty is given, and when it is withdrawn.
REASONS = {
    PenaltyKind.WARNING: ("Warning for seat {seat}", "Warning for seat {seat} withdrawn"),
    PenaltyKind.POINTS: ("{points}-point penalty for seat {seat}", "{points}-point penalty for seat {seat} withdrawn"),
    PenaltyKind.ROUND: (
        "Seat {seat} disqualified from the round",
        "Disqualification of seat {seat} from the round withdrawn",
    ),
    PenaltyKind.TOURNAMENT: (
        "Seat {seat} disqualified from the tournament",
        "Disqualification of seat {seat} from the tournament withdrawn",
    ),
}


def apply_penalty(actor: Actor, penalty: Penalty, sheet: Sheet) -> None:
    """Put the penalty on the scoresheet or the Cup score, and withdraw a player who is out of the tournament."""
    is_cup = edition_of(sheet.round.division.event).player_score is not None
    if penalty.what == PenaltyKind.POINTS and is_cup:
        penalty.adjustment = Adjustment.objects.create(
            sheet=sheet,
            place=penalty.place,
            player=penalty.player,
            of_team=penalty.of_team,
            points=penalty.points,
            since=steady_clock.now(),
        )
    set_state(penalty, PenaltyState.GIVEN)
    update_sheet(actor, sheet, reason=_reason(penalty))
    if penalty.what == PenaltyKind.TOURNAMENT:
        _set_checkin_status(actor, penalty, Status.WITHDRAWN)


def undo_penalty(actor: Actor, penalty: Penalty, sheet: Sheet) -> None:
    """Undo everything that a penalty did."""
    Adjustment.objects.filter(penalty=penalty).update(until=steady_clock.now())
    set_state(penalty, PenaltyState.UNDONE)
    update_sheet(actor, sheet, reason=_reason(penalty))
    if penalty.what == PenaltyKind.TOURNAMENT:
        _set_checkin_status(actor, penalty, Status.PRESENT)


def set_state(penalty: Penalty, state: str) -> None:
    penalty.state, penalty.settled_at = state, steady_clock.now()
    penalty.save(update_fields=["state", "settled_at", "adjustment", "undone"])


def _reason(penalty: Penalty) -> str:
    given, withdrawn = REASONS[PenaltyKind(penalty.what)]
    sentence = withdrawn if penalty.state == PenaltyState.UNDONE else given
    return sentence.format(points=f"{-penalty.points.normalize():f}", seat=penalty.seat)


def _set_checkin_status(actor: Actor, penalty: Penalty, status: str) -> None:
    """Take the player out of later table assignments in every game, or put them back in."""
    places = penalty.player.places.select_related("event") if penalty.player else [penalty.place]
    for place in places:
        set_status(actor, place.event, [place], status)
