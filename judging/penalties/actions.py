"""Verbs about penalties: give one, approve or reject it, withdraw it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from foundation.activity.sentences import SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role
from judging.models import Call
from judging.penalties.application import apply_penalty, set_state, undo_penalty
from judging.penalties.models import Consent, Penalty, PenaltyKind, PenaltyState
from judging.penalties.queries import was_warned
from rulebooks import PenaltyRequest, is_agreed, rule_on_penalty
from scoring.entry.entries import must_be_open
from scoring.entry.queries import lock_sheet, seated_players
from scoring.models import Sheet
from tournament.books import edition_of

IN_CHARGE = {Role.DIRECTOR, Role.HEAD_JUDGE}
MISSING_SHAKE = "Enter the shake. The penalty is recorded there on the scoresheet."


@dataclass(frozen=True)
class NewPenalty:
    """A penalty as the judge fills in the form. The fields are described in `Penalty`.

    `countdown`: whether the judge counted the ten seconds aloud. `points` may be typed with or without a minus sign.
    """

    seat: int
    reason: str
    what: str = PenaltyKind.POINTS
    again: bool = False
    countdown: bool = False
    points: Decimal | None = None
    shake: int | None = None
    of_team: bool = False
    words: str = ""


@verb("penalty.give", says="recorded a penalty at {table}", reload=lock_sheet, news=False)
def give(actor: Actor, sheet: Sheet, *, penalty: NewPenalty, call: Call | None = None) -> Penalty:
    """Give a penalty that the rule book allows. It counts at once if the book requires no other judge."""
    must_be_open(sheet, decided=True)
    seated = seated_players(sheet)
    if not 1 <= penalty.seat <= len(seated):
        raise Refused("Choose a player at this table.", field="seat")
    place, player = seated[penalty.seat - 1].seat.place, seated[penalty.seat - 1].player
    edition = edition_of(sheet.round.division.event)
    points = -abs(penalty.points or Decimal(0))
    request = PenaltyRequest(
        penalty.reason, penalty.what, penalty.again, points, was_warned(place, player), penalty.countdown
    )
    verdict = rule_on_penalty(edition, request)
    if verdict.refused:
        because = verdict.because
        raise Refused(f"{because.sentence} ({because.rule})" if because.rule else because.sentence)
    is_cup = edition.player_score is not None
    if verdict.points and not is_cup and penalty.shake is None:
        raise Refused(MISSING_SHAKE, field="shake")
    assert actor.user is not None
    row = Penalty.objects.create(
        tournament=sheet.tournament,
        sheet=sheet,
        call=call,
        seat=penalty.seat,
        place=place,
        player=player,
        what=penalty.what,
        reason=penalty.reason,
        again=penalty.again,
        shake=penalty.shake,
        points=verdict.points,
        of_team=penalty.of_team and is_cup and penalty.what == PenaltyKind.POINTS,
        words=penalty.words.strip()[:300],
        consent=verdict.consent,
        asked_by=actor.user,
    )
    _record_consent(actor, row, agrees=True)
    is_applied = _apply_if_approved(actor, row, sheet)
    log(actor, row, news=is_applied, table=f"Table {sheet.table.number}")
    return row


CONSENT_SENTENCE = SentenceByCase(
    "answer", {"approved": "approved a penalty at {table}", "rejected": "rejected a penalty at {table}"}
)


@verb("penalty.consent", says=CONSENT_SENTENCE, news=False)
def consent(actor: Actor, penalty: Penalty, *, agrees: bool) -> Penalty:
    """Approve or reject a penalty, where the book requires another judge or the head judge. One rejection ends it."""
    penalty, sheet = _lock_penalty(penalty)
    if penalty.state != PenaltyState.WAITS:
        raise Refused("This penalty no longer needs approval.")
    if penalty.consents.filter(judge=actor.user).exists():
        raise NotAllowed("Your answer is on record. Another judge needs to answer.")
    if penalty.consent == "head judge" and Role.HEAD_JUDGE not in actor.roles_in(penalty.tournament):
        raise NotAllowed("Only the head judge can approve or reject this penalty.")
    _record_consent(actor, penalty, agrees=agrees)
    is_applied = False
    if agrees:
        is_applied = _apply_if_approved(actor, penalty, sheet)
    else:
        set_state(penalty, PenaltyState.DECLINED)
    answer = "approved" if agrees else "rejected"
    log(actor, penalty, news=is_applied, answer=answer, table=f"Table {sheet.table.number}")
    return penalty


@verb("penalty.take_back", says="withdrew a penalty at {table}")
def withdraw_penalty(actor: Actor, penalty: Penalty, *, reason: str) -> Penalty:
    """Withdraw a penalty. The judge who asked for it can until it is approved; the people in charge always can."""
    penalty, sheet = _lock_penalty(penalty)
    if penalty.state not in (PenaltyState.WAITS, PenaltyState.GIVEN):
        raise Refused("This penalty is no longer in effect.")
    is_mine = penalty.state == PenaltyState.WAITS and penalty.asked_by_id == (actor.user.pk if actor.user else None)
    if not is_mine and not IN_CHARGE & actor.roles_in(penalty.tournament):
        raise NotAllowed("Ask the head judge to withdraw this penalty.")
    if not reason.strip():
        raise Refused("Enter the reason for withdrawing the penalty.", field="reason")
    must_be_open(sheet, decided=True)
    penalty.undone = reason.strip()[:300]
    if penalty.state == PenaltyState.GIVEN:
        undo_penalty(actor, penalty, sheet)
    else:
        set_state(penalty, PenaltyState.UNDONE)
    log(actor, penalty, table=f"Table {sheet.table.number}")
    return penalty


def _record_consent(actor: Actor, penalty: Penalty, *, agrees: bool) -> None:
    assert actor.user is not None
    is_head_judge = Role.HEAD_JUDGE in actor.roles_in(penalty.tournament)
    Consent.objects.create(penalty=penalty, judge=actor.user, agrees=agrees, as_head_judge=is_head_judge)


def _apply_if_approved(actor: Actor, penalty: Penalty, sheet: Sheet) -> bool:
    approvals = [{"head_judge"} if each.as_head_judge else {"judge"} for each in penalty.consents.filter(agrees=True)]
    if not is_agreed(penalty.consent, approvals):
        return False
    apply_penalty(actor, penalty, sheet)
    return True


def _lock_penalty(penalty: Penalty) -> tuple[Penalty, Sheet]:
    """Lock the scoresheet, then read the penalty again. The lock serializes two judges who approve at once."""
    sheet = lock_sheet(penalty.sheet)
    row = Penalty.objects.select_related("tournament", "place__event", "player", "asked_by").get(pk=penalty.pk)
    return row, sheet
