"""Seasons in the database: totals against the standings of their tournaments, access, and name removal."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from foundation.activity.models import LogLine
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Membership, Role, User
from foundation.tournaments import Tournament
from scoring.seasons import actions
from scoring.seasons.models import Season
from scoring.seasons.queries import SeasonRow, SeasonTotals, seasons_of
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tests.scoring.full_tournament import export_archive, import_from_bytes, play_rounds, prepare_tournament
from tournament.models import Event, School
from tournament.privacy.actions import purge
from tournament.queries import divisions_of
from tournament.rosters.models import Player


@pytest.fixture
@reused
def played(tournament: Tournament, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor) -> Tournament:
    return play_rounds(prepare_tournament(tournament, director_actor), director_actor, scorekeeper, other_scorekeeper)


@pytest.fixture
@reused
def again(played: Tournament, director_actor: Actor) -> Tournament:
    """A copy of the tournament: the same students on another day, judging by their names."""
    return import_from_bytes(export_archive(played), director_actor)


@pytest.fixture
@reused
def season(played: Tournament, again: Tournament, director_actor: Actor) -> Season:
    made = actions.create(director_actor, None, name=" Season 2026–27 ")
    actions.add(director_actor, played, season=made)
    return actions.add(director_actor, again, season=made)


def rows(season: Season, user: User, what: str = "players") -> list[SeasonRow]:
    return SeasonTotals(season, user).rows(what)


def by_name(found: list[SeasonRow]) -> dict[str, Decimal]:
    return {row.name: row.total.points for row in found}


def doubled(tournament: Tournament, kind: str) -> dict[str, Decimal]:
    """Return twice the points of one tournament's standings."""
    scope = Scope(tuple(divisions_of(tournament)))
    return {row.label.name: 2 * row.ranked.score.points for row in Standings(scope, kind).rows()}


def test_totals_are_the_sums_of_the_standings(season: Season, played: Tournament, director: User) -> None:
    players = doubled(played, "players")
    assert by_name(rows(season, director)) == players | {"One1 Player Letter F": 0}  # an alternate who attended
    assert by_name(rows(season, director, "teams")) == doubled(played, "teams")
    schools = by_name(rows(season, director, "schools"))
    assert sum(schools.values()) == sum(players.values())
    assert set(schools) == {"School 1", "School 2", "School 3"}


def test_bonus_and_short_teams_count_as_in_the_standings(season: Season, played: Tournament, director: User) -> None:
    Event.objects.update(attendance_bonus=2, short_teams="scale", team_size=6)
    assert by_name(rows(season, director, "teams")) == doubled(played, "teams")
    had_points = {name: points for name, points in by_name(rows(season, director)).items() if points}
    assert had_points == doubled(played, "players")


def test_best_and_attendance_are_the_directors_choice(season: Season, director_actor: Actor, director: User) -> None:
    before = rows(season, director)
    assert {row.total.qualified for row in before} == {False}
    actions.edit(director_actor, season, name="Season", best=1, needed=2)
    after = rows(Season.objects.get(), director)
    assert {row.name: row.total.points * 2 for row in after} == by_name(before)
    assert {(row.total.attended, row.total.days, row.total.qualified) for row in after} == {(2, 2, True)}
    assert [cell.counts for cell in after[0].cells] == [True, False]


def test_spelling_variants_of_a_name_match(season: Season, again: Tournament, director: User) -> None:
    before = by_name(rows(season, director))
    School.objects.filter(tournament=again, name="School 1").update(name="SCHOOL  1")
    Player.objects.filter(tournament=again, last_name="Letter A").update(last_name="LETTER Á")
    assert by_name(rows(season, director)) == before


def test_student_of_another_school_is_another_student(season: Season, again: Tournament, director: User) -> None:
    count = len(rows(season, director))
    elsewhere = School.objects.create(tournament=again, name="Elsewhere")
    moved = Player.objects.filter(tournament=again).first()
    Player.objects.filter(pk=require(moved).pk).update(school=elsewhere)
    found = rows(season, director)
    assert len(found) == count + 1
    assert sorted(row.school for row in found if row.name == require(moved).name) == ["Elsewhere", "School 1"]


def test_two_students_of_one_name_stay_separate(season: Season, played: Tournament, director: User) -> None:
    one, other = Player.objects.filter(tournament=played, school__name="School 1").order_by("number")[:2]
    Player.objects.filter(pk=other.pk).update(first_name=one.first_name, last_name=one.last_name)
    found = [row for row in rows(season, director) if row.name == one.name]
    assert sorted(row.note for row in found) == [f"{played.name} (another student has this name)"] * 3
    assert {row.total.attended for row in found} == {1}


def test_students_with_removed_names_are_numbers(
    season: Season, again: Tournament, director_actor: Actor, director: User
) -> None:
    Tournament.objects.filter(pk=again.pk).update(state="finished")
    before = sum(by_name(rows(season, director)).values())
    purge(director_actor, Tournament.objects.get(pk=again.pk))
    found = rows(season, director)
    numbers = [row for row in found if row.name.startswith("No. ")]
    assert {row.note for row in numbers} == {again.name}
    assert len(numbers) == len(found) - len(numbers) == 17
    assert sum(row.total.points for row in found) == before
    assert {row.total.attended for row in found} == {1}


# -- access ----------------------------------------------------------------------------------------------------------


def test_only_directed_tournaments_count(season: Season, played: Tournament, director: User) -> None:
    other = factories.user("Olga Otherwhere")
    assert list(seasons_of(other)) == []
    Membership.objects.create(tournament=played, user=other, role=Role.DIRECTOR)
    assert list(seasons_of(other)) == [season]
    totals = SeasonTotals(season, other)
    assert ([each.pk for each in totals.tournaments], totals.hidden) == ([played.pk], 1)
    assert {row.total.attended for row in totals.rows("players")} == {1}


def test_stranger_finds_no_season_and_changes_none(client_of: SignIn, season: Season, played: Tournament) -> None:
    stranger = factories.user("Nora Norole")
    client = client_of(stranger)
    assert client.get(season.get_absolute_url()).status_code == 404
    for name, arguments in (("season_edit", []), ("season_add", []), ("season_remove", [played.slug])):
        assert client.post(reverse(name, args=[season.pk, *arguments])).status_code == 404
    with pytest.raises(NotAllowed):
        actions.edit(Actor(user=stranger), season, name="Mine", best=None, needed=1)
    with pytest.raises(NotAllowed):
        actions.remove(Actor(user=stranger), played, season=season)
    assert Season.objects.get().tournaments.count() == 2


def test_only_its_own_director_adds_a_tournament(season: Season, director_actor: Actor) -> None:
    theirs = factories.tournament(factories.user("Olga Otherwhere"), "Other Meet")
    with pytest.raises(NotAllowed):
        actions.add(director_actor, theirs, season=season)
    own = factories.tournament(factories.user("Paul Prime"), "Prime Meet")
    with pytest.raises(NotAllowed, match="Only the season’s creator"):
        actions.add(Actor(user=factories.director_of(own)), own, season=season)
    assert season.tournaments.count() == 2


def test_refusals_and_log(season: Season, played: Tournament, director_actor: Actor) -> None:
    with pytest.raises(Refused, match="is in this season"):
        actions.add(director_actor, played, season=season)
    actions.remove(director_actor, played, season=season)
    with pytest.raises(Refused, match="isn’t in this season"):
        actions.remove(director_actor, played, season=season)
    with pytest.raises(Refused, match="Enter a name for the season"):
        actions.create(director_actor, None, name="  ")
    with pytest.raises(Refused, match="Enter a number from 1 to 100"):
        actions.edit(director_actor, season, name="S", best=0, needed=3)
    assert [line.text for line in LogLine.objects.filter(action__startswith="season.").order_by("id")] == [
        "created the season “Season 2026–27”",
        "added the tournament to the season “Season 2026–27”",
        "added the tournament to the season “Season 2026–27”",
        "removed the tournament from the season “Season 2026–27”",
    ]


# -- pages ------------------------------------------------------------------------------------------------------------


def test_director_creates_a_season_on_the_pages(client_of: SignIn, director: User, tournament: Tournament) -> None:
    client = client_of(director)
    assert client.get(reverse("seasons")).status_code == 200
    made = client.post(reverse("season_create"), {"name": "Saturdays"})
    season = Season.objects.get()
    assert made.headers["Location"] == season.get_absolute_url()
    assert "No tournaments yet" in client.get(made.headers["Location"]).content.decode()
    client.post(reverse("season_add", args=[season.pk]), {"tournament": tournament.pk})
    assert "No results yet" in client.get(made.headers["Location"]).content.decode()
    refused = client.post(reverse("season_edit", args=[season.pk]), {"name": "Saturdays", "needed": "0"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["needed"])
    client.post(reverse("season_edit", args=[season.pk]), {"name": "Sundays", "best": "2", "needed": "1"})
    season.refresh_from_db()
    assert (season.name, season.best, season.needed) == ("Sundays", 2, 1)
    client.post(reverse("season_remove", args=[season.pk, tournament.slug]))
    assert season.tournaments.count() == 0
    wrong = client.post(reverse("season_add", args=[season.pk]), {"tournament": "0"})
    assert (wrong.status_code, list(wrong.context["add"].errors)) == (422, ["tournament"])


@pytest.mark.parametrize("what", ["players", "teams", "schools"])
def test_page_and_file_show_the_totals(client_of: SignIn, director: User, season: Season, what: str) -> None:
    client = client_of(director)
    page = client.get(season.get_absolute_url(), {"of": what})
    assert page.status_code == 200
    downloaded = json.loads(client.get(season.get_absolute_url(), {"of": what, "format": "json"}).getvalue())
    shown = page.context["rows"]
    assert [(row["rank"], row["points"]) for row in downloaded] == [(row.total.rank, row.total.points) for row in shown]
    titles = client.get(season.get_absolute_url(), {"of": what, "format": "csv"}).getvalue().decode().splitlines()[0]
    one = {"players": "Player,School", "teams": "Team,School", "schools": "School"}[what]
    assert (
        titles == f"\ufeffRank,Tied,{one},Points,Attended,Days,Qualified,Fall Meet 2026-11-14,Fall Meet 2026-11-14,Note"
    )


def test_page_needs_a_constant_number_of_queries(
    client_of: SignIn,
    director: User,
    season: Season,
    played: Tournament,
    director_actor: Actor,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client = client_of(director)
    for _ in range(2):
        with django_assert_num_queries(10):
            assert client.get(season.get_absolute_url()).status_code == 200
        actions.add(director_actor, import_from_bytes(export_archive(played), director_actor), season=season)
