"""The verbs of the day as a whole: start, finish, reopen; and a team that is added by hand."""

from __future__ import annotations

from tournament.activity.verbs import log, verb
from tournament.backups.actions import ask_for_backup
from tournament.errors import Conflict, Refused
from tournament.models import Team, Tournament
from tournament.people.actor import Actor
from tournament.rosters.people import school_key
from tournament.rounds.models import Round, State
from tournament.schools import find_or_make


@verb("tournament.start", says="started the day")
def start(actor: Actor, tournament: Tournament) -> Tournament:
    return _move(actor, tournament, Tournament.State.RUNNING)


@verb("tournament.finish", says="finished the tournament")
def finish(actor: Actor, tournament: Tournament) -> Tournament:
    """After the last round: a clock that runs is somebody who still plays."""
    playing = Round.objects.filter(tournament=tournament, state=State.RUNNING).select_related("division").first()
    if playing:
        raise Refused(f"{playing} is being played. Collect its sheets first.")
    finished = _move(actor, tournament, Tournament.State.FINISHED)
    ask_for_backup(actor, tournament, "tournament finished")
    return finished


@verb("tournament.reopen", says="opened the finished tournament again")
def reopen(actor: Actor, tournament: Tournament) -> Tournament:
    return _move(actor, tournament, Tournament.State.RUNNING)


@verb("team.add", says="added team {team} of {school}")
def add_team(actor: Actor, tournament: Tournament, *, school: str, name: str) -> Team:
    """A team and, if they are new, its school or the schools that send it together."""
    school, name = " ".join(school.split()), " ".join(name.split())
    if not school:
        raise Refused("Which school sends this team?", field="school")
    if not name:
        raise Refused("What is the team called?", field="name")
    sender = find_or_make(tournament, [school])[school_key(school)]
    if sender.teams.filter(name__iexact=name).exists():
        raise Refused(f"{sender.name} has a team called {name} already. Its names must differ.", field="name")
    team = Team.objects.create(tournament=tournament, school=sender, name=name)
    log(actor, team, team=team.name, school=sender.name)
    return team


def _move(actor: Actor, tournament: Tournament, state: Tournament.State) -> Tournament:
    """The access table says from which state each verb leads; of two at once, one wins."""
    if not Tournament.objects.filter(pk=tournament.pk, state=tournament.state).update(state=state):
        raise Conflict(f"Somebody else did this a moment ago: {tournament.name} is not {tournament.state} any more.")
    tournament.state = state
    log(actor, tournament)
    return tournament
