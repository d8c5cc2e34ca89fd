"""Every list page asks the database the same number of questions at one row and at many."""

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.actions import declare_conflict
from scoring.coach.models import Request
from scoring.seasons.models import Season
from tests import factories
from tournament.backups.models import Backup
from tournament.jobs.models import Job
from tournament.models import Tournament
from tournament.people.actor import Actor
from tournament.people.models import Role, User
from tournament.rooms.actions import Line, lay_out
from tournament.rosters.models import Place
from tournament.setup.actions import set_up

QUERIES = {
    "home": 4,
    "tournament": 14,
    "teams": 6,
    "requests": 5,
    "staff": 5,
    "api_tokens": 4,
    "api_docs": 2,
    "conflicts": 8,
    "calls": 6,
    "cases": 4,
    "judges_reference": 3,
    "print": 6,
    "log": 4,
    "tables_plan": 5,
    "points": 5,
    "sheets": 6,
    "standings": 8,
    "release": 6,
    "ceremony": 6,
    "ceremony_list": 7,
    "book": 5,
    "roster": 6,
    "checkin": 9,
    "rounds": 5,
    "clock": 4,
    "checkin_missing": 6,
    "roster_upload": 6,
    "roster_grid": 7,
    "seating": 4,
    "tournament_create": 3,
    "tournament_edit": 4,
    "games": 6,
    "event_setup": 6,
    "rooms": 6,
    "privacy": 4,
    "backups": 7,
    "archive": 6,
    "seasons": 4,
}


def fill(director: User, tournament: Tournament, rows: int) -> None:
    factories.roster(tournament, teams=rows)
    event = tournament.events.get()
    set_up(Actor(user=director), event, version=event.version, rounds=rows)
    elementary = event.divisions.get(letter="E")
    lines = [Line(elementary, f"Room {number}", number, number) for number in range(1, rows + 1)]
    lay_out(Actor(user=director), tournament, event=event, lines=lines)
    for number in range(rows):
        team = factories.team(tournament, f"Team {rows} {number}", f"School {rows} {number}")
        Request.objects.create(
            tournament=tournament,
            team=team,
            division=elementary,
            kind="name",
            place=Place.objects.filter(division=elementary)[number],
            state="done" if number % 2 else "open",
            settled_at=timezone.now() if number % 2 else None,
        )
        factories.coach_link(factories.coach_link(team).team.school)
        judge = factories.helper(tournament, Role.JUDGE)
        declare_conflict(Actor(user=director), tournament, judge=judge, school=team.school)
        factories.api_token(tournament, label=f"Screen {number}")
        meet = factories.tournament(director, f"Meet {rows} {number}")
        Season.objects.create(name=meet.name, made_by=director).tournaments.add(meet)
        Job.objects.create(
            tournament=tournament, kind="archive.make", title="Archive", state="done", fingerprint=f"{rows} {number}"
        )
        Backup.objects.create(
            tournament=tournament, reason="by hand", filename=f"{rows} {number}", made_at=timezone.now(), digest="d"
        )


@pytest.mark.parametrize("name", QUERIES)
def test_page_asks_a_constant_number_of_questions(
    client_of, director: User, tournament: Tournament, django_assert_num_queries, name: str
) -> None:
    client = client_of(director)
    event = [tournament.slug, tournament.events.get().pk]
    grid = [*event, tournament.events.get().divisions.first().pk]
    about = {
        "tournament_create": [],
        "event_setup": event,
        "roster_grid": grid,
        "book": event,
        "checkin_missing": event,
        "home": [],
        "seasons": [],
        "log": [],
        "api_docs": [],
    }
    path = reverse(name, args=about.get(name, [tournament.slug]))
    for rows in (1, 12):
        fill(director, tournament, rows)
        with django_assert_num_queries(QUERIES[name]):
            assert client.get(path).status_code == 200
