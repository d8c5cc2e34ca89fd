"""Standings from verified scoresheets: players, teams, schools, sections, events; earlier moments; changes; pages."""

from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.models import Result
from scoring.round_results import live_sheets
from scoring.standings_pages import actions as standings_actions
from scoring.standings_pages.changes import changed_sheets_since, changes_since, last_change
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope, scope_choices
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, paper, play, sheet_of, verify_all
from tournament import actions as tournament_actions
from tournament.models import Division, Event
from tournament.rosters.models import Player, TeamEntry
from tournament.rounds.models import Round
from tournament.setup.actions import set_up


def scope_of(event: Event, **more: Any) -> Scope:
    return Scope(tuple(Division.objects.select_related("event__book").filter(event=event)), **more)


def standings(event: Event, kind: str = "players", **more: Any) -> Standings:
    return Standings(scope_of(event, **more), kind)


def points_of(found: Standings) -> dict[str, str]:
    return {row.label.name: row.points for row in found.rows()}


def verify_sheet(scorekeeper: Actor, other_scorekeeper: Actor, sheet: Any, *cells: str, **more: Any) -> None:
    actions.enter(scorekeeper, sheet, paper=paper(*cells), base=0, **more)
    actions.check(other_scorekeeper, sheet, base=1)


def test_players_and_teams_are_the_sum_of_their_rounds(two_rounds: Event) -> None:
    players, teams = standings(two_rounds), standings(two_rounds, "teams")
    assert sum(row.score.points for row in players.ranking.rows) == 2 * 5 * 12
    assert sum(row.score.points for row in teams.ranking.rows) == 2 * 5 * 12
    by_player = points_of(players)
    for result in Result.objects.select_related("player").filter(round__number=1):
        other = Result.objects.get(player=result.player, round__number=2)
        assert Decimal(by_player[require(result.player).name]) == require(result.points) + require(other.points)
    ranks = [row.rank for row in players.ranking.rows]
    assert ranks == sorted(ranks)
    assert (players.state, players.scope.open_sheets) == ("provisional", 0)


def test_points_link_to_their_sheet(two_rounds: Event) -> None:
    row = standings(two_rounds).rows([0])[0]
    key = row.ranked.score.key
    assert isinstance(key, tuple)
    _, player = key
    assert [(cell.sheet, cell.points) for cell in row.cells if cell.sheet] == [
        (result.sheet_id, f"{require(result.points).normalize():f}")
        for result in Result.objects.filter(player=player).order_by("round__number")
    ]


def test_standings_through_a_round(two_rounds: Event) -> None:
    found = standings(two_rounds, through=1)
    assert sum(row.score.points for row in found.ranking.rows) == 5 * 12
    assert [column.title for column in found.columns] == ["R1"]
    assert found.state == "final"


def test_substitute_gets_the_points_and_so_does_the_team(
    round_: Round, event: Event, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    sheet = sheet_of(round_)
    verify_sheet(scorekeeper, other_scorekeeper, sheet, "6", "2", "2", names={1: "Nova Newcomer"})
    found = standings(event)
    team = require(sheet.table.seats.get(number=1).place.entry).team.name
    first = found.rows([0])[0]
    assert (first.label.name, first.label.beside, first.points) == ("Nova Newcomer", team, "6")
    assert points_of(standings(event, "teams"))[team] == "6"
    assert found.scope.open_sheets == 4


def test_tie_breaks_of_the_event_decide_and_say_why(
    round_: Round, event: Event, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    one, other = live_sheets(round_)[:2]
    for sheet, cells in ((one, ("6 6", "2 2", "2 2")), (other, ("6 4", "2 4", "2 2"))):
        verify_sheet(scorekeeper, other_scorekeeper, sheet, *cells)
    Event.objects.filter(pk=event.pk).update(tie_breaks=["raw_points"])
    first, following = standings(event).rows()[:2]
    assert (first.ranked.rank, following.ranked.rank) == (1, 2)
    assert first.why == f"Both have 6 points. {first.label.name} scored more points in shakes, 12 to 10."


def test_head_to_head_loads_who_met_whom(
    round_: Round, event: Event, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    verify_sheet(scorekeeper, other_scorekeeper, sheet_of(round_), "6", "6", "2")
    Event.objects.filter(pk=event.pk).update(tie_breaks=["head_to_head", "lot"])
    found = standings(event)
    assert [row.ranked.rank for row in found.rows()] == [1, 2, 3]
    assert found.rows()[0].why.endswith(" won the random draw.")
    Division.objects.filter(event=event).update(lot=7)
    drawn = [row.label.name for row in standings(event).rows()]
    assert drawn == [row.label.name for row in standings(event).rows()]


def test_penalties_are_counted_for_the_tie_break(round_: Round, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    verify_sheet(scorekeeper, other_scorekeeper, sheet_of(round_), "6-1j 2", "2 6-1-1j", "2 2")
    assert list(Result.objects.order_by("seat").values_list("penalties", flat=True)) == [1, 2, 0]


def test_schools_by_average_and_best_five(two_rounds: Event) -> None:
    average, top = standings(two_rounds, "average"), standings(two_rounds, "top")
    teams = standings(two_rounds, "teams")
    schools = {entry.team.school.name: entry.team.name for entry in TeamEntry.objects.filter(event=two_rounds)}
    by_team = {row.label.name: row.ranked.score for row in teams.rows()}
    for row in average.rows():
        team = by_team[schools[row.label.name]]
        assert row.ranked.score.points == round(team.points / team.played, 2)
    assert points_of(top) == {school: f"{by_team[team].points.normalize():f}" for school, team in schools.items()}


def test_section_has_its_own_standings(two_rounds: Event) -> None:
    first, *_ = TeamEntry.objects.filter(event=two_rounds).order_by("id")
    TeamEntry.objects.filter(pk=first.pk).update(section="B")
    found = standings(two_rounds, "teams", section="B")
    assert [(row.label.name, row.ranked.rank, row.label.section) for row in found.rows()] == [(first.team.name, 1, "B")]
    players = standings(two_rounds, section="B").rows()
    assert {row.label.beside for row in players} == {first.team.name}


def test_perfect_score_is_shown(two_rounds: Event) -> None:
    for row in standings(two_rounds).rows():
        assert row.is_perfect is (row.ranked.score.points == 12)


def test_standings_of_an_earlier_moment(
    round_: Round, event: Event, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    """Before a correction, standings are exactly what they were."""
    sheet = sheet_of(round_)
    verify_sheet(scorekeeper, other_scorekeeper, sheet, "6", "4", "2")
    before = timezone.now()
    old = [(row.label.name, row.points) for row in standings(event).rows()]
    actions.enter(
        scorekeeper,
        sheet,
        paper=paper("2", "4", "6"),
        base=1,
        note=EntryNote(correction="keyed", reason="the wrong way round"),
    )
    actions.check(other_scorekeeper, sheet, base=2)
    assert (Result.objects.count(), Result.with_replaced.count()) == (3, 6)
    now = [(row.label.name, row.points) for row in standings(event).rows()]
    assert [(row.label.name, row.points) for row in standings(event, at=before).rows()] == old != now
    assert list(reversed([name for name, _ in old])) == [name for name, _ in now]
    assert standings(event, at=before - timedelta(hours=1)).rows() == []


def test_changes_and_the_sheets_that_caused_them(
    round_: Round, event: Event, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    one, other = live_sheets(round_)[:2]
    verify_sheet(scorekeeper, other_scorekeeper, one, "6", "4", "2")
    since = timezone.now()
    verify_sheet(scorekeeper, other_scorekeeper, other, "6", "4", "2")
    changes = changes_since(standings(event), since)
    assert {(each.old_rank, each.new_rank, each.gained, each.direction) for each in changes} == {
        (None, 1, "+6 points", "new"),
        (2, 3, "", "down"),
        (None, 3, "+4 points", "new"),
        (3, 5, "", "down"),
        (None, 5, "+2 points", "new"),
    }
    assert [(each.sheet.pk, each.is_correction) for each in changed_sheets_since(scope_of(event), since)] == [
        (other.pk, False)
    ]
    actions.enter(
        scorekeeper,
        one,
        paper=paper("2", "4", "6"),
        base=1,
        note=EntryNote(correction="keyed", reason="wrong way round"),
    )
    actions.check(other_scorekeeper, one, base=2)
    changed = changed_sheets_since(scope_of(event), since)
    assert [(each.sheet.pk, each.is_correction) for each in changed] == [(one.pk, True), (other.pk, False)]
    assert last_change(scope_of(event)) == changed[0].at


def test_table_with_missing_initials_is_pending(
    round_: Round, event: Event, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    one, other = live_sheets(round_)[:2]
    verify_sheet(scorekeeper, other_scorekeeper, other, "6", "4", "2")
    disputed = paper("6", "4", "2")
    disputed["rows"][2]["initials"] = "refused"
    actions.enter(scorekeeper, one, paper=disputed, base=0, note=EntryNote(reason="player 3 protests"))
    actions.check(other_scorekeeper, one, base=1)
    found = standings(event)
    assert (found.state, list(found.pending)) == ("provisional", [one.pk])
    ranges = [
        (row.ranked.rank, row.possible_ranks.best, row.possible_ranks.worst)
        for row in found.rows()
        if row.possible_ranks
    ]
    assert sorted(ranges) == [(1, 1, 4), (1, 1, 6), (3, 1, 6), (3, 2, 5), (5, 1, 6), (5, 3, 6)]


def test_director_sets_the_cutoff_and_ties_are_shown(
    two_rounds: Event, director_actor: Actor, scorekeeper: Actor
) -> None:
    division = Division.objects.get(event=two_rounds)
    standings_actions.set_cutoff(director_actor, two_rounds.tournament, division=division, teams=2, players=0)
    advancement = [row.advancement for row in standings(two_rounds, "teams").rows()]
    assert advancement[:2] == ["advances", "advances"] or "tied at cutoff" in advancement
    assert {row.advancement for row in standings(two_rounds).rows()} == {""}
    with pytest.raises(NotAllowed):
        standings_actions.set_cutoff(scorekeeper, two_rounds.tournament, division=division, teams=2, players=0)


def test_sweepstakes_cannot_need_more_events_than_exist(two_rounds: Event, director_actor: Actor) -> None:
    with pytest.raises(Refused) as refusal:
        standings_actions.set_sweepstakes(director_actor, two_rounds.tournament, best=2, least=1)
    assert refusal.value.sentence == "Enter 1, or leave this blank to count all events."


@pytest.fixture
@reused
def two_events(director: User) -> Tournament:
    """One round of Equations and one of On-Sets, played by the same 15 students."""
    director_actor = Actor(user=director)
    tournament = factories.tournament(director, "Two Games", ("agloa-equations-2019", "agloa-onsets-2014"))
    one, other = (Actor(user=factories.helper(tournament, Role.SCOREKEEPER)) for _ in range(2))
    for event in tournament.events.all():
        factories.roster(tournament, teams=3, event=event)
        set_up(director_actor, event, version=event.version, rounds=1, divisions=("E",))
    tournament_actions.start(director_actor, tournament)
    for event in tournament.events.all():
        verify_all(play(director_actor, event, 1), one, other)
    return tournament


def test_sweepstakes_add_up_the_best_events(two_events: Tournament, director: User) -> None:
    *single, all_events = scope_choices(two_events)
    assert all_events.words == "Sweepstakes"
    totals = {row.score.key: row.score.points for row in Standings(Scope(all_events.divisions)).ranking.rows}
    each = [Standings(Scope(choice.divisions)).ranking for choice in single]
    assert len(totals) == 15
    assert totals == {key: sum(ranking.get(key).score.points for ranking in each) for key in totals}
    standings_actions.set_sweepstakes(Actor(user=director), two_events, best=1, least=2)
    best = Standings(Scope(all_events.divisions))
    for row in best.ranking.rows:
        assert row.score.points == max(ranking.get(row.score.key).score.points for ranking in each)
    first = best.rows([0])[0]
    assert sorted(float(cell.points) for cell in first.cells)[-1] == first.ranked.score.points
    teams = Standings(Scope(all_events.divisions), "teams").ranking
    assert len(teams.rows) == 3


def test_sweepstakes_have_a_page(client_of: SignIn, two_events: Tournament, director: User) -> None:
    address = reverse("standings", args=[two_events.slug])
    page = client_of(director).get(f"{address}?event=all&list=teams")
    assert [column.title for column in page.context["standings"].columns] == ["Equations", "On-Sets"]
    saved = client_of(director).post(
        f"{reverse('standings_sweepstakes', args=[two_events.slug])}?event=all", {"least": "2"}
    )
    assert saved.status_code == 302
    assert two_events.sweepstakes.least == 2


def test_choices_are_divisions_then_events_then_all(event: Event) -> None:
    assert [(choice.words, len(choice.divisions)) for choice in scope_choices(event.tournament)] == [("Elementary", 1)]


def test_page_needs_a_constant_number_of_queries(
    client_of: SignIn,
    director: User,
    round_: Round,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    address = reverse("standings", args=[round_.tournament.slug])
    client = client_of(director)
    assert "No results yet" in client.get(address).content.decode()
    sheets = live_sheets(round_)
    for done in (1, 5):
        for sheet in sheets[:done]:
            if not Result.objects.filter(sheet=sheet).exists():
                actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
                actions.check(other_scorekeeper, sheet, base=1)
        for kind, count in (("players", 12), ("teams", 14), ("average", 11)):
            with django_assert_num_queries(count):
                assert client.get(f"{address}?list={kind}").status_code == 200


def test_unchanged_page_is_304_after_one_query(
    client_of: SignIn,
    director: User,
    round_: Round,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    address = reverse("standings", args=[round_.tournament.slug])
    client = client_of(director)
    verify_sheet(scorekeeper, other_scorekeeper, sheet_of(round_), "6", "4", "2")
    client.get(address)  # the first page gets its CSRF cookie
    etag = client.get(address).headers["ETag"]
    with django_assert_num_queries(2):  # the session with its user and roles, and the news stamp
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    following = live_sheets(round_)[1]
    actions.enter(scorekeeper, following, paper=PLAIN, base=0)
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    actions.check(other_scorekeeper, following, base=1)
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_changes_have_a_page(client_of: SignIn, director: User, two_rounds: Event) -> None:
    address = reverse("standings_changes", args=[two_rounds.tournament.slug])
    page = client_of(director).get(address)
    assert page.status_code == 200
    assert page.context["changed_sheets"][0].sheet.round.number == 2


def test_lists_can_be_downloaded(
    client_of: SignIn, director: User, round_: Round, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    sheet = sheet_of(round_)
    verify_sheet(scorekeeper, other_scorekeeper, sheet, "6", "2", "2")
    Player.objects.filter(results__rank=1).update(first_name="=Nova()", last_name="Newcomer")
    address = reverse("standings", args=[round_.tournament.slug])
    client = client_of(director)
    teams = json.loads(client.get(address, {"format": "json", "list": "teams"}).getvalue())
    assert next((row["rank"], row["points"], row["r1"]) for row in teams) == (1, 6, 6)
    lines = client.get(address, {"format": "csv", "list": "players"}).getvalue().decode("utf-8-sig").splitlines()
    assert lines[0] == "Rank,Tied,Player,Team,R1,R2,R3,Points,Playoffs,Why"
    assert lines[1].split(",")[2] == "'=Nova() Newcomer"
    schools = client.get(address, {"format": "csv", "list": "average"}).getvalue().decode("utf-8-sig").splitlines()
    assert schools[0] == "Rank,Tied,School,Average,Playoffs,Why"
    assert client.get(address).content.decode().count("format=xlsx") == 1
