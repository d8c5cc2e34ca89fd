"""The verbs of penalties: give, agree or not, take back."""

from __future__ import annotations

from decimal import Decimal

from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role
from judging.models import Call
from judging.penalties.application import apply_penalty, set_state, undo_penalty
from judging.penalties.models import Consent, Penalty, State, What
from judging.penalties.queries import was_warned
from rulebooks import Asked, fine, is_agreed
from scoring.entries import must_be_open
from scoring.models import Sheet
from scoring.tables import fresh, sitters_of
from tournament.books import edition_of

IN_CHARGE = {Role.DIRECTOR, Role.HEAD_JUDGE}


@verb("penalty.give", says="noted a penalty at {table}", reload=fresh, news=False)
def give(
    actor: Actor,
    sheet: Sheet,
    *,
    seat: int,
    reason: str,
    what: str = What.POINTS,
    again: bool = False,
    countdown: bool = False,
    points: Decimal | None = None,
    shake: int | None = None,
    of_team: bool = False,
    words: str = "",
    call: Call | None = None,
) -> Penalty:
    """As far as the book allows it. It counts at once if the book asks for no other judge than this one."""
    must_be_open(sheet, decided=True)
    sitters = sitters_of(sheet)
    if not 1 <= seat <= len(sitters):
        raise Refused("Choose a player of this table.", field="seat")
    place, player = sitters[seat - 1].seat.place, sitters[seat - 1].player
    edition = edition_of(sheet.round.division.event)
    asked = Asked(reason, what, again, -abs(points or Decimal(0)), was_warned(place, player), countdown)
    said = fine(edition, asked)
    if said.refused:
        raise Refused(f"{said.because.sentence} ({said.because.rule})" if said.because.rule else said.because.sentence)
    if said.points and edition.player_score is None and shake is None:
        raise Refused("In which shake? The penalty stands there on the sheet.", field="shake")
    assert actor.user is not None
    penalty = Penalty.objects.create(
        tournament=sheet.tournament,
        sheet=sheet,
        call=call,
        seat=seat,
        place=place,
        player=player,
        what=what,
        reason=reason,
        again=again,
        shake=shake,
        points=said.points,
        of_team=of_team and edition.player_score is not None and what == What.POINTS,
        words=words.strip()[:300],
        consent=said.consent,
        asked_by=actor.user,
    )
    _note_consent(actor, penalty, agrees=True)
    landed = _land_if_agreed(actor, penalty, sheet)
    log(actor, penalty, news=landed, table=f"table {sheet.table.number}")
    return penalty


@verb("penalty.consent", says="{did} a penalty at {table}", news=False)
def consent(actor: Actor, penalty: Penalty, *, agrees: bool) -> Penalty:
    """Another judge, or the head judge, where the book asks for one. Who does not agree ends it."""
    penalty, sheet = _fresh(penalty)
    if penalty.state != State.WAITS:
        raise Refused("It waits for nobody any more.")
    if penalty.consents.filter(judge=actor.user).exists():
        raise NotAllowed("You have said what you think already. Another judge is asked.")
    if penalty.consent == "head judge" and Role.HEAD_JUDGE not in actor.roles_in(penalty.tournament):
        raise NotAllowed("The head judge decides this.")
    _note_consent(actor, penalty, agrees=agrees)
    landed = False
    if agrees:
        landed = _land_if_agreed(actor, penalty, sheet)
    else:
        set_state(penalty, State.DECLINED)
    did = "agreed to" if agrees else "did not agree to"
    log(actor, penalty, news=landed, did=did, table=f"table {sheet.table.number}")
    return penalty


@verb("penalty.take_back", says="took back a penalty at {table}")
def take_back(actor: Actor, penalty: Penalty, *, reason: str) -> Penalty:
    """One that waits by who asked for it; one that was given by the head judge or a director."""
    penalty, sheet = _fresh(penalty)
    if penalty.state not in (State.WAITS, State.GIVEN):
        raise Refused("It does not hold any more.")
    mine = penalty.state == State.WAITS and penalty.asked_by_id == (actor.user.pk if actor.user else None)
    if not mine and not IN_CHARGE & actor.roles_in(penalty.tournament):
        raise NotAllowed("Ask the head judge to take it back.")
    if not reason.strip():
        raise Refused("Say why it is taken back.", field="reason")
    must_be_open(sheet, decided=True)
    penalty.undone = reason.strip()[:300]
    if penalty.state == State.GIVEN:
        undo_penalty(actor, penalty, sheet)
    else:
        set_state(penalty, State.UNDONE)
    log(actor, penalty, table=f"table {sheet.table.number}")
    return penalty


def _note_consent(actor: Actor, penalty: Penalty, *, agrees: bool) -> None:
    assert actor.user is not None
    head = Role.HEAD_JUDGE in actor.roles_in(penalty.tournament)
    Consent.objects.create(penalty=penalty, judge=actor.user, agrees=agrees, as_head_judge=head)


def _land_if_agreed(actor: Actor, penalty: Penalty, sheet: Sheet) -> bool:
    agreed = [{"head_judge"} if each.as_head_judge else {"judge"} for each in penalty.consents.filter(agrees=True)]
    if not is_agreed(penalty.consent, agreed):
        return False
    apply_penalty(actor, penalty, sheet)
    return True


def _fresh(penalty: Penalty) -> tuple[Penalty, Sheet]:
    """As they are now. The sheet is locked first, as everywhere: two who agree at once come one after the other."""
    sheet = fresh(penalty.sheet)
    found = Penalty.objects.select_related("tournament", "place__event", "player", "asked_by").get(pk=penalty.pk)
    return found, sheet
