"""The number of queries of a list page does not depend on the number of rows."""

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from foundation.backups.models import Backup
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from judging.actions import declare_conflict
from judging.league_cases.models import OwnCase
from scoring.coach.models import Request
from scoring.seasons.models import Season
from tests import factories
from tests.helpers import SignIn, require
from tournament.rooms.actions import TableRange, set_table_ranges
from tournament.rosters.models import Place
from tournament.setup.actions import set_up

QUERIES = {
    "home": 3,
    "tournament": 19,
    "teams": 4,
    "requests": 3,
    "staff": 3,
    "api_tokens": 2,
    "api_docs": 1,
    "conflicts": 6,
    "calls": 5,
    "penalties": 2,
    "cases": 3,
    "own_case_add": 1,
    "judges_reference": 1,
    "protests": 3,
    "print": 4,
    "letterhead": 3,
    "log": 3,
    "tables_plan": 3,
    "points": 3,
    "sheets": 7,
    "standings": 7,
    "release": 4,
    "ceremony": 5,
    "ceremony_list": 7,
    "book": 3,
    "roster": 4,
    "checkin": 7,
    "rounds": 4,
    "clock": 2,
    "checkin_missing": 4,
    "roster_upload": 4,
    "roster_grid": 5,
    "seating": 2,
    "tournament_create": 2,
    "tournament_edit": 2,
    "games": 4,
    "event_setup": 4,
    "rooms": 4,
    "privacy": 2,
    "backups": 5,
    "archive": 5,
    "seasons": 3,
}


def fill(director: User, tournament: Tournament, rows: int) -> None:
    factories.roster(tournament, teams=rows)
    event = tournament.events.get()
    set_up(Actor(user=director), event, version=event.version, rounds=rows)
    elementary = event.divisions.get(letter="E")
    lines = [TableRange(elementary, f"Room {number}", number, number) for number in range(1, rows + 1)]
    set_table_ranges(Actor(user=director), tournament, event=event, ranges=lines)
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
        factories.coach_link(require(factories.coach_link(team).team).school)
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
def test_page_makes_a_constant_number_of_queries(
    client_of: SignIn,
    director: User,
    tournament: Tournament,
    django_assert_num_queries: DjangoAssertNumQueries,
    name: str,
) -> None:
    client = client_of(director)
    event = [tournament.slug, tournament.events.get().pk]
    grid = [*event, require(tournament.events.get().divisions.first()).pk]
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
