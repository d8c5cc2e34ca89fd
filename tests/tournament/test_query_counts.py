"""Every list page asks the database the same number of questions at one row and at many."""

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.actions import declare_conflict
from judging.own_cases.models import OwnCase
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
    "home": 3,
    "tournament": 20,
    "teams": 5,
    "requests": 4,
    "staff": 4,
    "api_tokens": 3,
    "api_docs": 1,
    "conflicts": 7,
    "calls": 6,
    "penalties": 3,
    "cases": 4,
    "own_case_add": 2,
    "judges_reference": 2,
    "protests": 4,
    "print": 5,
    "letterhead": 4,
    "log": 3,
    "tables_plan": 4,
    "points": 4,
    "sheets": 7,
    "standings": 8,
    "release": 5,
    "ceremony": 6,
    "ceremony_list": 8,
    "book": 4,
    "roster": 5,
    "checkin": 8,
    "rounds": 4,
    "clock": 3,
    "checkin_missing": 5,
    "roster_upload": 5,
    "roster_grid": 6,
    "seating": 3,
    "tournament_create": 2,
    "tournament_edit": 3,
    "games": 5,
    "event_setup": 5,
    "rooms": 5,
    "privacy": 3,
    "backups": 6,
    "archive": 6,
    "seasons": 3,
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
        OwnCase.objects.create(title="Dog", situation="A dog ate a cube.", ruling="A spare one.", added_by=director)
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
