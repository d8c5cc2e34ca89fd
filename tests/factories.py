"""Factories for tests, which call the same verbs that people use. All names are invented."""

from __future__ import annotations

from datetime import date, timedelta
from secrets import token_hex

from django.test import Client
from django.utils import timezone

from foundation.accounts import actions as people_actions
from foundation.jobs.execution import run
from foundation.people.actor import Actor
from foundation.people.models import ApiToken, Invitation, Role, User
from foundation.tournaments import Tournament
from tournament import actions
from tournament.models import Event, School, Team
from tournament.rosters import actions as roster_actions
from tournament.setup import actions as setup_actions
from tournament.spreadsheets import read_pasted

PASSWORD = "cubes on the mat"


def user(name: str = "Ada Abacus", *, email: str | None = None) -> User:
    person = User(name=name, email=email or f"{name.split()[0].lower()}.{token_hex(4)}@example.org")
    person.set_password(PASSWORD)
    person.save()
    return person


def tournament(
    director: User, name: str = "Fall Meet", editions: tuple[str, ...] = ("agloa-equations-2019",)
) -> Tournament:
    return setup_actions.create_tournament(
        Actor(user=director),
        None,
        facts=setup_actions.TournamentFacts(
            name=name,
            starts_on=date(2026, 11, 14),
            ends_on=date(2026, 11, 14),
            venue="Pascal Middle School",
            time_zone="America/New_York",
        ),
        editions=list(editions),
    )


def director_of(tournament: Tournament) -> User:
    return User.objects.get(memberships__tournament=tournament, memberships__role=Role.DIRECTOR)


def badge(tournament: Tournament, role: str = Role.SCOREKEEPER, label: str = "Scores 1") -> Invitation:
    return people_actions.invite(
        Actor(user=director_of(tournament)),
        tournament,
        role=role,
        label=label,
        expires_at=timezone.now() + timedelta(days=1),
    )


def helper(tournament: Tournament, role: str) -> User:
    name = f"{Role(role).label.title()} Helper"
    return people_actions.use_badge(Actor(), badge(tournament, role, name), name=name)


def team(tournament: Tournament, name: str = "Calculators", school: str = "Pascal Middle School") -> Team:
    return actions.add_team(Actor(user=director_of(tournament)), tournament, school=school, name=name)


def roster(
    tournament: Tournament,
    *,
    teams: int = 2,
    alternates: int = 0,
    division: str = "Elementary",
    event: Event | None = None,
    first: int = 1,
) -> None:
    """Import teams of five with invented names, numbered from `first`, as a director would."""
    lines = ["School\tTeam\tDivision\tFirst name\tLast name\tGrade\tPosition"]
    for team in range(first, first + teams):
        for number in range(1, 6 + alternates):
            lines.append(
                f"School {team}\tTeam {team}\t{division}\tOne{team} Player\tLetter {chr(64 + number)}\t5\t{number}"
            )
    director_actor = Actor(user=director_of(tournament))
    event = event or tournament.events.get()
    sheet = read_pasted("\n".join(lines))
    upload = roster_actions.upload(director_actor, tournament, event=event, name="Roster", sheets=[sheet])
    run(roster_actions.import_upload(director_actor, upload).pk)


def api_token(
    tournament: Tournament, role: str = Role.DIRECTOR, *, may_write: bool = True, label: str = "Screen"
) -> ApiToken:
    """Return a new API token, with its `secret`."""
    return people_actions.make_token(
        Actor(user=director_of(tournament)),
        tournament,
        role=role,
        label=label,
        may_write=may_write,
        expires_at=timezone.now() + timedelta(days=1),
    )


def program(token: ApiToken) -> Client:
    """Return a client that sends this token with every request."""
    return Client(headers={"Authorization": f"Bearer {token.secret}"})


def coach_link(of: Team | School) -> Invitation:
    """Return a coach link to one team, or to all teams of a school."""
    return actions.create_coach_link(
        Actor(user=director_of(of.tournament)),
        of.tournament,
        label=f"Coach of {of.name}",
        expires_at=timezone.now() + timedelta(days=1),
        team=of if isinstance(of, Team) else None,
        school=of if isinstance(of, School) else None,
    )
