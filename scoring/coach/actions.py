"""The verbs of requests: a coach asks by the team's link, and the staff answers once."""

from __future__ import annotations

from django.utils import timezone

from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from scoring.coach.links import teams_of
from scoring.coach.models import Kind, Request, State
from tournament.models import Team
from tournament.rosters.models import Place

MOST_OPEN = 6


@verb("request.make", says="asked for {kind} to be changed in {team}")
def make(
    actor: Actor,
    tournament: Tournament,
    *,
    team: Team,
    kind: str,
    place: Place,
    words: str = "",
    alternate: Place | None = None,
    from_round: int | None = None,
) -> Request:
    """A name that is wrong, or who is to play for whom. So many wait for an answer at a time, not more."""
    if actor.link is None or not teams_of(actor.link).filter(pk=team.pk).exists():
        raise NotAllowed("This link is for another team.")
    if tournament.purged_at:
        raise Refused("The names of this tournament were removed.")
    if place.entry is None or place.entry.team_id != team.pk:
        raise Refused("Choose a player of the team.", field="place")
    if kind == Kind.NAME and not words.strip():
        raise Refused("Write the name as it should be.", field="words")
    if kind == Kind.SUBSTITUTION and alternate is None and not words.strip():
        raise Refused("Choose who plays instead, or write it down.", field="alternate")
    if alternate is not None and (alternate.entry_id != place.entry_id or not alternate.is_alternate):
        raise Refused("Choose an alternate of the same team.", field="alternate")
    Team.objects.select_for_update().get(pk=team.pk)  # two who ask at once are counted one after the other
    if Request.objects.filter(team=team, state=State.OPEN).count() >= MOST_OPEN:
        raise Refused(f"{MOST_OPEN} requests wait for an answer already. Speak with the staff, please.")
    made = Request.objects.create(
        tournament=tournament,
        team=team,
        division_id=place.division_id,
        kind=kind,
        place=place,
        alternate=alternate,
        from_round=from_round,
        words=words.strip(),
    )
    log(actor, made, kind=made.get_kind_display(), team=team.name)
    return made


@verb("request.settle", says="answered a request of {team} about {kind}: {outcome}")
def settle(actor: Actor, request: Request, *, state: str, reply: str = "") -> Request:
    """Done, or declined with the reason. What is asked for is done on the roster or at the check-in."""
    if state not in (State.DONE, State.DECLINED):
        raise Refused("A request is done or declined.")
    if state == State.DECLINED and not reply.strip():
        raise Refused("Say why, so that the coach knows.", field="reply")
    answer = {"state": state, "reply": reply.strip(), "settled_by": actor.user, "settled_at": timezone.now()}
    if not Request.objects.filter(pk=request.pk, state=State.OPEN).update(**answer):
        raise Refused("Somebody has answered this request already.")
    log(actor, request, team=request.team.name, kind=request.get_kind_display(), outcome=State(state).label)
    return request
