"""Verbs of coach requests: a coach asks by the team's link, and the staff answers once."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext

from foundation.activity.sentences import SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament, check_names_not_removed
from scoring.coach.links import teams_of
from scoring.coach.models import Request, RequestKind, RequestState
from tournament.models import Team
from tournament.rosters.models import Place

MOST_OPEN = 6


@dataclass(frozen=True)
class RequestedChange:
    """What a coach asks for. `place`, `alternate`: keys of the roster spots of the player and of the substitute."""

    kind: str
    place: int
    words: str = ""
    alternate: int | None = None
    from_round: int | None = None


@verb(
    "request.make",
    says=SentenceByCase(
        "kind",
        {
            "name": "requested a name correction for {team}",
            "substitution": "requested a substitution for {team}",
        },
    ),
)
def make_request(actor: Actor, tournament: Tournament, *, team: Team, change: RequestedChange) -> Request:
    """Ask for a name to be corrected or a player to be substituted. A team can have `MOST_OPEN` open requests."""
    if actor.coach_link is None or not teams_of(actor.coach_link).filter(pk=team.pk).exists():
        raise NotAllowed(gettext("This link is for another team."))
    check_names_not_removed(tournament.pk)
    place, alternate = _load_places(team, change)
    Team.objects.select_for_update().get(pk=team.pk)  # lock, so that two requests at once can't exceed the limit
    if Request.objects.filter(team=team, state=RequestState.OPEN).count() >= MOST_OPEN:
        words = gettext("{count} requests from your team are still open. Please talk to the staff.")
        raise Refused(words.format(count=MOST_OPEN))
    request = Request.objects.create(
        tournament=tournament,
        team=team,
        division_id=place.division_id,
        kind=change.kind,
        place=place,
        alternate=alternate,
        from_round=change.from_round,
        words=change.words.strip(),
    )
    log(actor, request, kind=request.kind, team=team.name)
    return request


def _load_places(team: Team, change: RequestedChange) -> tuple[Place, Place | None]:
    """Return the roster spots of a change, or refuse one that makes no sense."""
    places = Place.objects.select_related("entry").in_bulk([change.place, change.alternate or 0])
    place, alternate = places.get(change.place), places.get(change.alternate or 0)
    if place is None or place.entry is None or place.entry.team_id != team.pk:
        raise Refused(gettext("Choose a player on your team."), field="place")
    if change.kind == RequestKind.NAME and not change.words.strip():
        raise Refused(gettext("Enter the correct name."), field="words")
    if change.kind == RequestKind.SUBSTITUTION and change.alternate is None and not change.words.strip():
        raise Refused(gettext("Choose a substitute, or enter the name in the note."), field="alternate")
    is_on_team = alternate is not None and alternate.entry_id == place.entry_id and alternate.is_alternate
    if change.alternate is not None and not is_on_team:
        raise Refused(gettext("Choose an alternate from the same team."), field="alternate")
    return place, alternate


@verb(
    "request.settle",
    says=SentenceByCase(
        "kind",
        {
            "name": SentenceByCase(
                "outcome",
                {
                    "done": "marked a name correction for {team} as done",
                    "declined": "declined a name correction for {team}",
                },
            ),
            "substitution": SentenceByCase(
                "outcome",
                {
                    "done": "marked a substitution for {team} as done",
                    "declined": "declined a substitution for {team}",
                },
            ),
        },
    ),
)
def answer_request(actor: Actor, request: Request, *, state: str, reply: str = "") -> Request:
    """Mark a request done, or decline it with a reason. The change itself is made on the roster or at check-in."""
    if state not in (RequestState.DONE, RequestState.DECLINED):
        raise Refused("Mark the request as done, or decline it.")
    if state == RequestState.DECLINED and not reply.strip():
        raise Refused("Enter a reason for the coach.", field="reply")
    answer = {"state": state, "reply": reply.strip(), "settled_by": actor.user, "settled_at": timezone.now()}
    if not Request.objects.filter(pk=request.pk, state=RequestState.OPEN).update(**answer):
        raise Refused("Someone else answered this request.")
    log(actor, request, team=request.team.name, kind=request.kind, outcome=state)
    return request
