"""Where a penalty lands once all agree: in the scoresheet as a penalty, off the Cup's score, or out of the next draws.

Called inside verbs, which log. The sheet is locked by then.
"""

from __future__ import annotations

from collections.abc import Sequence

from foundation import steady_clock
from foundation.people.actor import Actor
from judging.noting import note, notes
from judging.penalties.models import Penalty, State, What
from scoring.models import Adjustment, Sheet
from scoring.paper import Given
from tournament.books import edition_of
from tournament.rosters.checkin.marks import write_marks
from tournament.rosters.checkin.models import Status
from tournament.rosters.models import Place
from tournament.rosters.naming import when_named


@when_named
def warnings_follow(place: Place) -> None:
    """What was given to a place without a name follows the child who has it now."""
    Penalty.objects.filter(place=place, player__isnull=True).update(player=place.player_id)


def land(actor: Actor, penalty: Penalty, sheet: Sheet) -> None:
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
    settle(penalty, State.GIVEN)
    note(actor, sheet, reason=_reason(penalty))
    if penalty.what == What.TOURNAMENT:
        _mark(actor, penalty, Status.WITHDRAWN)


def take_off(actor: Actor, penalty: Penalty, sheet: Sheet) -> None:
    """A penalty that was given does not hold: everything as if it had not been."""
    Adjustment.objects.filter(penalty=penalty).update(until=steady_clock.now())
    settle(penalty, State.UNDONE)
    note(actor, sheet, reason=_reason(penalty))
    if penalty.what == What.TOURNAMENT:
        _mark(actor, penalty, Status.PRESENT)


def settle(penalty: Penalty, state: str) -> None:
    penalty.state, penalty.settled_at = state, steady_clock.now()
    penalty.save(update_fields=["state", "settled_at", "adjustment", "undone"])


@notes
def penalties_at(sheet: Sheet) -> Sequence[Given]:
    """As the sheet has them: warnings and the Cup's points stand on none."""
    given = Penalty.objects.filter(sheet=sheet, state=State.GIVEN).order_by("id")
    return [
        Given(each.seat, each.shake or 0, int(each.points))
        if each.what == What.POINTS
        else Given(each.seat, disqualified=True)
        for each in given.filter(adjustment__isnull=True).exclude(what=What.WARNING)
    ]


def _reason(penalty: Penalty) -> str:
    did = "taken back" if penalty.state == State.UNDONE else "given"
    taken = f"{-penalty.points.normalize():f} points" if penalty.what == What.POINTS else penalty.get_what_display()
    return f"{did}: {taken}, seat {penalty.seat}"


def _mark(actor: Actor, penalty: Penalty, status: str) -> None:
    """Out of every later draw, in all events; or back in."""
    places = penalty.player.places.select_related("event") if penalty.player else [penalty.place]
    for place in places:
        write_marks(actor, place.event, [place], status)
