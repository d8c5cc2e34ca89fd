"""Applies a penalty once everyone approved it, and undoes one.

Points go on the scoresheet, or off the Cup's score. A disqualified player is left out of later table assignments.
Called inside verbs, which log and have locked the sheet.
"""

from __future__ import annotations

from foundation import steady_clock
from foundation.people.actor import Actor
from judging.penalties.models import Penalty, State, What
from judging.sheet_decisions import update_sheet
from scoring.models import Adjustment, Sheet
from tournament.books import edition_of
from tournament.rosters.checkin.attendance import set_status
from tournament.rosters.checkin.models import Status
from tournament.rosters.models import Place


def move_penalties_to_player(place: Place) -> None:
    """Move penalties of an unnamed roster spot to the player who now has it."""
    Penalty.objects.filter(place=place, player__isnull=True).update(player=place.player_id)


def apply_penalty(actor: Actor, penalty: Penalty, sheet: Sheet) -> None:
    is_cup = edition_of(sheet.round.division.event).player_score is not None
    if penalty.what == What.POINTS and is_cup:
        penalty.adjustment = Adjustment.objects.create(
            sheet=sheet,
            place=penalty.place,
            player=penalty.player,
            of_team=penalty.of_team,
            points=penalty.points,
            since=steady_clock.now(),
        )
    set_state(penalty, State.GIVEN)
    update_sheet(actor, sheet, reason=_reason(penalty))
    if penalty.what == What.TOURNAMENT:
        _mark(actor, penalty, Status.WITHDRAWN)


def undo_penalty(actor: Actor, penalty: Penalty, sheet: Sheet) -> None:
    """Undo everything that a penalty did."""
    Adjustment.objects.filter(penalty=penalty).update(until=steady_clock.now())
    set_state(penalty, State.UNDONE)
    update_sheet(actor, sheet, reason=_reason(penalty))
    if penalty.what == What.TOURNAMENT:
        _mark(actor, penalty, Status.PRESENT)


def set_state(penalty: Penalty, state: str) -> None:
    penalty.state, penalty.settled_at = state, steady_clock.now()
    penalty.save(update_fields=["state", "settled_at", "adjustment", "undone"])


def _reason(penalty: Penalty) -> str:
    did = "taken back" if penalty.state == State.UNDONE else "given"
    taken = f"{-penalty.points.normalize():f} points" if penalty.what == What.POINTS else penalty.get_what_display()
    return f"{did}: {taken}, seat {penalty.seat}"


def _mark(actor: Actor, penalty: Penalty, status: str) -> None:
    """Take the player out of later table assignments in every game, or put them back in."""
    places = penalty.player.places.select_related("event") if penalty.player else [penalty.place]
    for place in places:
        set_status(actor, place.event, [place], status)
