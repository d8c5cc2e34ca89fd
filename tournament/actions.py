"""Start, finish and reopen a tournament; add a team by hand; create coach links."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F
from django.db.models.functions import Now

from foundation.accounts.actions import CREATES_INVITATION, create_invitation
from foundation.activity.verbs import log, verb
from foundation.backups.actions import request_backup
from foundation.backups.models import Occasion
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from foundation.people.models import Invitation, Role
from foundation.tournaments import Tournament
from tournament.models import School, Team
from tournament.rosters.names import school_key
from tournament.rosters.schools import get_or_create_schools
from tournament.rounds.models import Round, RoundState


@verb("tournament.start", says="started the tournament")
def start(actor: Actor, tournament: Tournament) -> Tournament:
    return _change_state(actor, tournament, Tournament.State.RUNNING)


@verb("tournament.finish", says="finished the tournament")
def finish(actor: Actor, tournament: Tournament) -> Tournament:
    """Finish the tournament. Refused while a round is in progress."""
    playing = Round.objects.filter(tournament=tournament, state=RoundState.RUNNING).select_related("division").first()
    if playing:
        raise Refused(f"{playing} is still in progress. Collect its scoresheets first.")
    finished = _change_state(actor, tournament, Tournament.State.FINISHED)
    request_backup(actor, tournament, Occasion.FINISHED, "tournament finished")
    return finished


@verb("tournament.reopen", says="reopened the tournament")
def reopen(actor: Actor, tournament: Tournament) -> Tournament:
    return _change_state(actor, tournament, Tournament.State.RUNNING)


@verb("team.add", says="added team {team} from {school}")
def add_team(actor: Actor, tournament: Tournament, *, school: str, name: str) -> Team:
    """Add a team. Also creates its school, or the union of schools that send it together, if it is new."""
    school, name = " ".join(school.split()), " ".join(name.split())
    if not school:
        raise Refused("Enter the school.", field="school")
    if not name:
        raise Refused("Enter the team name.", field="name")
    sending_school = get_or_create_schools(tournament, [school])[school_key(school)]
    if sending_school.teams.filter(name__iexact=name).exists():
        raise Refused(f"{sending_school.name} has a team named {name}. Choose a different name.", field="name")
    team = Team.objects.create(tournament=tournament, school=sending_school, name=name)
    log(actor, team, team=team.name, school=sending_school.name)
    return team


@verb("invitation.create", says=CREATES_INVITATION, news=False, shared=True)
def create_coach_link(
    actor: Actor,
    tournament: Tournament,
    *,
    label: str,
    expires_at: datetime,
    team: Team | None = None,
    school: School | None = None,
) -> Invitation:
    """Create the private link to a team's page, or to the page of a school with all its teams."""
    if team is not None and team.tournament_id != tournament.pk:
        raise Refused("Choose a team from this tournament.", field="team")
    if school is not None and school.tournament_id != tournament.pk:
        raise Refused("Choose a school from this tournament.", field="school")
    links = Invitation.objects.filter(team=team, school=school)
    # An expired link makes room for a new one.
    links.filter(revoked_at__isnull=True, expires_at__lte=Now()).update(revoked_at=F("expires_at"))
    coached = team or school
    if coached is not None and links.alive().exists():
        raise Refused(f"{coached.name} has a coach link. Revoke it before you create a new one.")
    link = Invitation(tournament=tournament, role=Role.COACH, label=label, expires_at=expires_at)
    link.team, link.school = team, school
    return create_invitation(actor, link)


def _change_state(actor: Actor, tournament: Tournament, state: Tournament.State) -> Tournament:
    """Move the tournament to another state. The access table checks the old one; if two people race, one wins."""
    if not Tournament.objects.filter(pk=tournament.pk, state=tournament.state).update(state=state):
        raise EditConflict(f"Someone else just changed {tournament.name}. Reload the page.")
    tournament.state = state
    log(actor, tournament)
    return tournament
