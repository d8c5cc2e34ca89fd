"""Coach pages: seats, points, released ranks, names, and scoresheets; only by the team's or school's own link."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from foundation.accounts import actions as people
from foundation.accounts.invitations import path_of
from foundation.activity.models import LogLine
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import Invitation, User
from foundation.people.tokens import token_for
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.proposals import propose_tables
from scoring.coach.links import teams_of
from scoring.coach.queries import PlayerCard, TeamGame, TeamPage, team_pages
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.models import Release, Result, Sheet
from scoring.round_results import live_sheets
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, paper, play, verify_all
from tournament.models import Event, School, Team
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.models import Place
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round


def team_of(event: Event, name: str = "Team 1") -> Team:
    return Team.objects.select_related("school").get(entries__event=event, name=name)


def page_of(event: Event, name: str = "Team 1") -> TeamPage:
    return team_pages(event.tournament, [team_of(event, name)], "now")[0]


def game_of(event: Event, name: str = "Team 1") -> TeamGame:
    (game,) = page_of(event, name).games
    return game


def cards(game: TeamGame) -> dict[str, PlayerCard]:
    return {card.name: card for card in game.cards}


def publish_tables(director_actor: Actor, event: Event, number: int = 1) -> Round:
    found = Round.objects.select_related("tournament", "division__event__book")
    round_ = found.get(division__event=event, number=number)
    draws.publish(director_actor, draws.make(director_actor, round_, proposal=propose_tables(round_, seed=7)))
    return found.get(pk=round_.pk)


def set_release(event: Event, **what: Any) -> None:
    Release.objects.update_or_create(division=event.divisions.get(), defaults=what)


@pytest.fixture
@reused
def link(event: Event) -> Invitation:
    return factories.coach_link(team_of(event))


@pytest.fixture
def path(link: Invitation) -> str:
    return path_of(link)


# -- seats and points -------------------------------------------------------------------------------------------------


def test_no_seats_before_tables_are_assigned(event: Event) -> None:
    game = game_of(event)
    assert [(card.name, card.seats, card.earned) for card in game.cards] == [
        (f"One1 Player Letter {letter}", (), ()) for letter in "ABCDE"
    ]
    assert game.no_seat_reason == "The tables for Round 1 aren’t published yet."
    assert (game.rank, game.neighbors, game.as_of) == (None, (), "")


def test_published_tables_show_seats(event: Event, director_actor: Actor) -> None:
    round_ = publish_tables(director_actor, event)
    for place in Place.objects.filter(entry__team=team_of(event)):
        seat = place.seats.get(draw__state="published")
        (shown,) = cards(game_of(event))[place.name].seats
        assert (shown.table, shown.room, shown.seat) == (seat.table.number, seat.table.room, seat.number)
        assert (shown.round, shown.is_now) == (round_, False)
    rounds.start(director_actor, round_)
    assert all(card.seats[0].is_now for card in game_of(event).cards)


def test_seats_of_this_round_and_the_next_but_not_of_finished_ones(event: Event, director_actor: Actor) -> None:
    first = publish_tables(director_actor, event)
    publish_tables(director_actor, event, 2)
    numbers = [[seat.round.number for seat in card.seats] for card in game_of(event).cards]
    assert numbers == [[1, 2]] * 5
    rounds.start(director_actor, first)
    rounds.collect(director_actor, Round.objects.select_related("tournament", "division__event__book").get(pk=first.pk))
    game = game_of(event)
    assert [[seat.round.number for seat in card.seats] for card in game.cards] == [[2]] * 5
    assert game.no_seat_reason == "Scoresheets for Round 1 are being collected."


def test_hidden_tables_show_once_the_round_is_in_progress(event: Event, director_actor: Actor) -> None:
    set_release(event, draws=False)
    round_ = publish_tables(director_actor, event)
    assert {card.seats for card in game_of(event).cards} == {()}
    rounds.start(director_actor, round_)
    assert {len(card.seats) for card in game_of(event).cards} == {1}


def test_only_verified_points_show_each_with_its_sheet(
    round_: Round, event: Event, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    one, other = live_sheets(round_)[:2]
    for sheet in (one, other):
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.check(other_scorekeeper, one, base=1)
    verified = {require(result.place.entry).team.name for result in Result.objects.select_related("place__entry__team")}
    for name in ("Team 1", "Team 2", "Team 3"):
        shown = {
            (card.name, each.number, each.sheet, each.points)
            for card in game_of(event, name).cards
            for each in card.earned
        }
        mine = Result.objects.filter(place__entry__team__name=name).select_related("player")
        assert shown == {
            (require(each.player).name, 1, one.pk, f"{require(each.points).normalize():f}") for each in mine
        }
    assert len(verified) > 1


def test_totals_of_players_and_of_the_team(
    event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    Event.objects.filter(pk=event.pk).update(attendance_bonus=2)
    for number in (1, 2):
        verify_all(play(director_actor, event, number), scorekeeper, other_scorekeeper)
    game = game_of(event)
    for card in game.cards:
        mine = Result.objects.filter(player__last_name=card.name.removeprefix("One1 Player "), place__entry=game.entry)
        assert [each.number for each in card.earned] == [1, 2]
        assert int(card.total) == sum(require(each.points) for each in mine) + 2
    teams = Result.objects.filter(place__entry=game.entry)
    assert [int(each.points) for each in game.earned] == [
        sum(require(result.points) for result in teams.filter(round__number=number)) for number in (1, 2)
    ]
    assert game.sparkline is not None
    assert (game.sparkline.labels, game.sparkline.values) == (
        ("R1", "R2"),
        tuple(float(each.points) for each in game.earned),
    )


def test_sparkline_needs_two_rounds(
    event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor, path: str
) -> None:
    verify_all(play(director_actor, event, 1), scorekeeper, other_scorekeeper)
    assert (game_of(event).sparkline, re.findall("<svg class=.small-line", Client().get(path).content.decode())) == (
        None,
        [],
    )
    verify_all(play(director_actor, event, 2), scorekeeper, other_scorekeeper)
    first, then = (each.points for each in game_of(event).earned)
    said = re.findall(r'role="img"\s+aria-label="([^"]*)"', Client().get(path).content.decode())
    assert said == [f"Team points by round: R1 {first}, R2 {then}."]


def test_points_go_to_the_player_who_earned_them(
    tournament: Tournament, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    """A substitute keeps what they earned, and so does a player who left. A newcomer on no roster has a public name."""
    factories.roster(tournament, teams=3, alternates=1)
    event = _start_tournament(tournament, director_actor)
    round_ = play(director_actor, event, 1)
    sheet = Sheet.objects.get(table__seats__place__number=1, table__seats__place__entry__team__name="Team 1")
    seat = sheet.table.seats.get(place__entry__team__name="Team 1", place__number=1).number
    actions.enter(scorekeeper, sheet, paper=paper("6", "4", "2"), base=0, names={seat: "Nova Newcomer"})
    actions.check(other_scorekeeper, sheet, base=1)
    places = {each.number: each for each in Place.objects.filter(entry__team__name="Team 1").select_related("player")}
    places[1].entry = places[6].entry = game_of(event).entry
    checkin.substitute(director_actor, event, place=places[1], alternate=places[6])
    found = cards(game_of(event))
    assert list(found) == [
        *(f"One1 Player Letter {letter}" for letter in "FBCDEA"),
        "Nova N.",
    ]
    assert [len(card.earned) for card in found.values()].count(1) >= 1
    assert [each.number for each in found["Nova N."].earned] == [1]
    assert found["One1 Player Letter A"].is_alternate
    assert round_.number == 1


def _start_tournament(tournament: Tournament, director_actor: Actor) -> Event:
    from tournament import actions as day
    from tournament.setup.actions import set_up

    event = set_up(director_actor, tournament.events.get(), version=1, rounds=3, divisions=("E",))
    day.start(director_actor, tournament)
    return event


# -- released ranks ----------------------------------------------------------------------------------------------------


@pytest.fixture
@reused
def two_rounds(event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor) -> Event:
    for number in (1, 2):
        round_ = play(director_actor, event, number)
        verify_all(round_, scorekeeper, other_scorekeeper)
        rounds.close(director_actor, round_)
    return event


def test_only_released_ranks_show(two_rounds: Event) -> None:
    assert game_of(two_rounds).rank is None
    set_release(two_rounds, rounds=1)
    game = game_of(two_rounds)
    sums = {
        name: sum(
            require(each.points) for each in Result.objects.filter(place__entry__team__name=name, round__number=1)
        )
        for name in ("Team 1", "Team 2", "Team 3")
    }
    assert game.rank is not None
    assert (int(game.rank.points), game.of, game.as_of) == (sums["Team 1"], 3, "after Round 1")
    assert game.rank.rank == 1 + sum(each > sums["Team 1"] for each in sums.values())
    assert [(each.team.name, int(each.rank.points)) for each in game.neighbors] == sorted(
        sums.items(), key=lambda each: (-each[1], each[0])
    )
    assert [each.team.name for each in game.neighbors if each.is_us] == ["Team 1"]
    assert [len(card.earned) for card in game.cards] == [2] * 5
    set_release(two_rounds, is_final=True)
    assert game_of(two_rounds).as_of == "final"


def test_frozen_ranks_say_as_of_when(two_rounds: Event) -> None:
    frozen = timezone.now().replace(hour=14, minute=5)
    set_release(two_rounds, rounds=2, frozen_at=frozen - timedelta(days=1))
    game = game_of(two_rounds)
    assert game.rank is not None
    assert (game.rank.points, game.rank.tied) == ("0", True)
    assert game.as_of.startswith("after Round 2, as of ")


def test_neighbors_are_the_leader_and_two_on_each_side(tournament: Tournament, director_actor: Actor) -> None:
    factories.roster(tournament, teams=9)
    event = _start_tournament(tournament, director_actor)
    set_release(event, rounds=1)
    shown = {
        name: [each.team.name for each in game_of(event, name).neighbors] for name in ("Team 1", "Team 5", "Team 9")
    }
    assert shown == {
        "Team 1": ["Team 1", "Team 2", "Team 3"],
        "Team 5": ["Team 1", "Team 3", "Team 4", "Team 5", "Team 6", "Team 7"],
        "Team 9": ["Team 1", "Team 7", "Team 8", "Team 9"],
    }


# -- access by link --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", ["", "live/"])
def test_page_has_full_names_of_own_students_only(path: str, two_rounds: Event, client: Client, more: str) -> None:
    set_release(two_rounds, rounds=2)
    page = client.get(path + more).content.decode()
    assert sorted(set(re.findall(r"One\d Player Letter \w", page))) == [
        f"One1 Player Letter {each}" for each in "ABCDE"
    ]
    assert sorted(set(re.findall(r"Team \d", page))) == ["Team 1", "Team 2", "Team 3"]


def test_points_lead_to_the_scoresheet(path: str, two_rounds: Event, client: Client) -> None:
    (first, *_) = game_of(two_rounds).cards[0].earned
    answer: Any = client.get(f"{path}sheets/{first.sheet}/")
    seats = answer.context["coach_sheet"].seats
    results = Result.objects.filter(sheet=first.sheet).select_related("player", "place__entry__team").order_by("seat")
    assert [(seat.name, seat.cells, seat.result.total) for seat in seats] == [
        (
            require(each.player).name
            if require(each.place.entry).team.name == "Team 1"
            else require(each.player).public_name("initial"),
            cells,
            total,
        )
        for each, cells, total in zip(
            results, [("6", "4", "2"), ("2", "4", "6"), ("2", "2", "2")], [12, 12, 6], strict=True
        )
    ]
    others = [seat for seat in seats if not seat.is_ours]
    assert others
    assert not any(seat.result.player.name in answer.content.decode() for seat in others)


def test_sheet_shows_points_and_penalties_but_not_what_happened(
    path: str, sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor, client: Client
) -> None:
    seated = [require(seat.place.entry).team.name for seat in sheet.table.seats.select_related("place__entry__team")]
    assert "Team 1" in seated
    refused = paper("6-1 4", "2 4", "4 2")
    refused["columns"][1]["status"] = "void"
    refused["rows"][2] = {"initials": "refused", "refusal": "The goal was unclear"}
    actions.enter(scorekeeper, sheet, paper=refused, base=0, note=EntryNote(reason="So it is."))
    actions.check(other_scorekeeper, sheet, base=1)
    answer: Any = client.get(f"{path}sheets/{sheet.pk}/")
    found = answer.context["coach_sheet"]
    assert [seat.cells[0] for seat in found.seats] == ["6−1", "2", "4"]
    assert (found.columns, found.is_initialed) == (("", "void"), False)
    page = answer.content.decode()
    assert ("The goal was unclear" in page, "So it is." in page) == (False, False)
    notices = page_of(sheet.round.division.event).notices
    assert [(notice.words, notice.state) for notice in notices] == [("Round 1, Table 1", "initials missing")]


def test_unverified_sheets_and_those_of_others_are_404(
    path: str, round_: Round, scorekeeper: Actor, other_scorekeeper: Actor, client: Client
) -> None:
    for sheet in live_sheets(round_):
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        assert client.get(f"{path}sheets/{sheet.pk}/").status_code == 404
        actions.check(other_scorekeeper, sheet, base=1)
        ours = sheet.table.seats.filter(place__entry__team__name="Team 1").exists()
        assert client.get(f"{path}sheets/{sheet.pk}/").status_code == (200 if ours else 404)


def test_link_opens_only_its_own_team(link: Invitation, event: Event, client: Client) -> None:
    other = team_of(event, "Team 2")
    token = token_for(link.nonce)
    for name in ("team_of_school", "team_of_school_live"):
        assert client.get(reverse(name, args=[token, other.pk])).status_code == 404
        assert client.get(reverse(name, args=[token, link.team_id])).status_code == 200
    assert client.post(reverse("team_ask", args=[token, other.pk]), {"kind": "name"}).status_code == 404


@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_expired_or_revoked_link_is_404(
    link: Invitation, two_rounds: Event, client: Client, director_actor: Actor, end: str
) -> None:
    path = path_of(link)
    sheet = game_of(two_rounds).cards[0].earned[0].sheet
    paths = [path, f"{path}live/", f"{path}sheets/{sheet}/"]
    tags = [client.get(each) for each in paths]
    assert [answer.status_code for answer in tags] == [200] * 3
    if end == "revoked":
        people.revoke(director_actor, link)
    else:
        Invitation.objects.filter(pk=link.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    again = [client.get(each, headers={"If-None-Match": tag["ETag"]}) for each, tag in zip(paths, tags, strict=True)]
    assert [answer.status_code for answer in again] == [404] * 3
    assert client.post(f"{path}{link.team_id}/ask/", {"kind": "name"}).status_code == 404


# -- a school ---------------------------------------------------------------------------------------------------------


def test_school_has_a_page_of_its_teams(event: Event, director_actor: Actor, client: Client) -> None:
    first = team_of(event)
    Team.objects.filter(name="Team 2", tournament=event.tournament).update(school=first.school)
    union = School.objects.create(tournament=event.tournament, name="School 1 / Gauss School")
    union.members.add(first.school)
    together = factories.team(event.tournament, "Together", union.name)
    publish_tables(director_actor, event)
    path = path_of(factories.coach_link(first.school))
    for more in ("", "live/"):
        answer: Any = client.get(path + more)
        assert [page.team.name for page in answer.context["pages"]] == ["Team 1", "Team 2", "Together"]
        assert "One3" not in answer.content.decode()
    of_team: Any = client.get(f"{path}{together.pk}/")
    assert of_team.context["team"] == together
    assert client.get(f"{path}{team_of(event, 'Team 3').pk}/").status_code == 404


def test_school_has_one_active_link(event: Event, director_actor: Actor) -> None:
    school = team_of(event).school
    link = factories.coach_link(school)
    with pytest.raises(Refused, match="School 1 has a coach link"):
        factories.coach_link(school)
    factories.coach_link(team_of(event))
    people.revoke(director_actor, link)
    assert [team.name for team in teams_of(factories.coach_link(school))] == ["Team 1"]


def test_director_creates_a_school_link_on_the_page(event: Event, client_of: SignIn, director: User) -> None:
    school = team_of(event).school
    Team.objects.filter(name="Team 2").update(school=school)
    client = client_of(director)
    teams = reverse("teams", args=[event.tournament.slug])
    where = reverse("school_link", args=[event.tournament.slug, school.pk])
    assert client.get(teams).content.decode().count(where) == 1
    client.post(where)
    link = Invitation.objects.get(school=school)
    page = client.get(teams).content.decode()
    badge = reverse("badge", args=[event.tournament.slug, link.pk])
    assert (page.count(where), page.count(f'href="{badge}"')) == (0, 1)
    shown = client.get(badge).content.decode()
    assert re.findall(r'<input id="link" readonly value="([^"]+)"', shown) == [f"http://testserver{path_of(link)}"]
    client.post(reverse("invitation_revoke", args=[event.tournament.slug, link.pk]))
    assert client.get(path_of(link)).status_code == 404


# -- queries -----------------------------------------------------------------------------------------------------------

QUERIES = {"": 19, "live/": 18}
QUERIES_IF_UNCHANGED = 1


def count_queries(client: Client, path: str, **more: Any) -> tuple[int, Any]:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path, **more)
    return len(queries), answer


@pytest.mark.parametrize("more", QUERIES)
def test_page_needs_a_constant_number_of_queries(
    tournament: Tournament,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    client: Client,
    more: str,
) -> None:
    counts = []
    for teams in (3, 12):
        tournament = factories.tournament(require(director_actor.user), f"Meet of {teams}")
        factories.roster(tournament, teams=teams)
        event = _start_tournament(tournament, director_actor)
        badge = Actor(user=factories.helper(tournament, "scorekeeper"))
        other = Actor(user=factories.helper(tournament, "scorekeeper"))
        for number in (1, 2) if teams > 3 else (1,):
            verify_all(play(director_actor, event, number), badge, other)
        publish_tables(director_actor, event, 3)
        set_release(event, rounds=1)
        path = path_of(factories.coach_link(team_of(event)))
        counts.append(count_queries(client, path + more)[0])
    assert counts == [QUERIES[more]] * 2


def test_school_page_needs_a_constant_number_of_queries(tournament: Tournament, event: Event, client: Client) -> None:
    school = team_of(event).school
    path = path_of(factories.coach_link(school))
    few = count_queries(client, path)[0]
    Team.objects.update(school=school)
    many, answer = count_queries(client, path)
    assert (many, len(answer.context["pages"])) == (few, 3)


def test_unchanged_page_is_one_query(path: str, two_rounds: Event, client: Client, director_actor: Actor) -> None:
    for more in ("", "live/"):
        client.get(path + more)
        answer = client.get(path + more)
        count, same = count_queries(client, path + more, headers={"If-None-Match": answer["ETag"]})
        assert (count, same.status_code, same.content) == (QUERIES_IF_UNCHANGED, 304, b"")
    factories.team(two_rounds.tournament)
    assert client.get(path + "live/", headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_own_sheets_show_at_once_and_others_within_a_minute(
    round_: Round,
    event: Event,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also with more log lines than the stamp includes."""
    now = timezone.now().replace(second=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    paths = [path_of(factories.coach_link(team_of(event, f"Team {number}"))) + "live/" for number in (1, 2, 3)]
    paths.append(path_of(factories.coach_link(team_of(event, "Team 1").school)) + "live/")

    def answers() -> list[int]:
        found = [client.get(path, headers={"If-None-Match": tag}) for path, tag in zip(paths, tags, strict=True)]
        tags[:] = [answer["ETag"] for answer in found]
        return [answer.status_code for answer in found]

    tags = [""] * 4
    answers()
    for sheet in live_sheets(round_):
        names = sheet.table.seats.values_list("place__entry__team__name", flat=True)
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        assert answers() == [304] * 4
        actions.check(other_scorekeeper, sheet, base=1)
        mine = [200 if f"Team {number}" in names else 304 for number in (1, 2, 3)]
        assert answers() == [*mine, mine[0]]
    for number in range(40):
        place = Place.objects.filter(entry__team__name="Team 2")[number % 5]
        checkin.mark(director_actor, event, place=place, status="present")
    assert answers() == [304] * 4
    now += timedelta(minutes=1)
    assert (answers(), answers()) == ([200] * 4, [304] * 4)


def test_ranks_are_computed_once_for_all_coaches(two_rounds: Event, client: Client) -> None:
    set_release(two_rounds, rounds=2)
    first, other = (path_of(factories.coach_link(team_of(two_rounds, name))) for name in ("Team 1", "Team 2"))
    cold, warm = count_queries(client, first + "live/")[0], count_queries(client, other + "live/")[0]
    assert cold - warm == 6
    LogLine.objects.filter(action="round.complete").redact(is_news=False)
    assert count_queries(client, other + "live/")[0] == cold


def test_unknown_token_is_404_after_one_query(client: Client, db: None) -> None:
    count, answer = count_queries(client, reverse("team_page", args=["nothing"]))
    assert (count, answer.status_code) == (1, 404)
