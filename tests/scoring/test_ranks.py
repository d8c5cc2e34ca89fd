"""Standings of a division from verified sheets: players, teams, substitutes, ties, and the page."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from scoring import actions
from scoring.models import Result
from scoring.ranks.queries import Standings
from scoring.results import live_sheets
from tests.scoring.conftest import PLAIN, paper, play, sheet_of
from tests.scoring.test_sheets import verify_all
from tournament.models import Division, Event
from tournament.people.actor import Actor
from tournament.people.models import User
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round


def standings(event: Event) -> Standings:
    return Standings(Division.objects.select_related("event").get(event=event))


def test_players_and_teams_are_the_sum_of_their_rounds(event: Event, boss: Actor, clerk: Actor, second: Actor) -> None:
    for number in (1, 2):
        round_ = play(boss, event, number)
        verify_all(round_, clerk, second)
        rounds.complete(boss, round_)
    found = standings(event)
    assert sum(row.ranked.score.points for row in found.players) == 2 * 5 * 12
    assert sum(row.ranked.score.points for row in found.teams) == 2 * 5 * 12
    by_player = {row.name: row.ranked.score.points for row in found.players}
    for result in Result.objects.select_related("player").filter(round__number=1):
        other = Result.objects.get(player=result.player, round__number=2)
        assert by_player[result.player.name] == result.points + other.points
    assert [row.ranked.rank for row in found.players] == sorted(row.ranked.rank for row in found.players)
    assert (found.is_final, found.open_sheets) == (False, 0)


def test_substitute_gets_the_points_and_so_does_the_team(
    round_: Round, event: Event, clerk: Actor, second: Actor
) -> None:
    sheet = sheet_of(round_)
    actions.enter(clerk, sheet, paper=paper("6", "2", "2"), base=0, names={1: "Nova Newcomer"})
    actions.check(second, sheet, base=1)
    found = standings(event)
    team = sheet.table.seats.get(number=1).place.entry.team.name
    assert next((row.name, row.team, row.points) for row in found.players) == ("Nova Newcomer", team, "6")
    assert {row.name: row.points for row in found.teams}[team] == "6"
    assert found.open_sheets == 4


def test_tie_breaks_of_the_event_decide_and_say_why(round_: Round, event: Event, clerk: Actor, second: Actor) -> None:
    one, other = live_sheets(round_)[:2]
    for sheet, cells in ((one, ("6 6", "2 2", "2 2")), (other, ("6 4", "2 4", "2 2"))):
        actions.enter(clerk, sheet, paper=paper(*cells), base=0)
        actions.check(second, sheet, base=1)
    Event.objects.filter(pk=event.pk).update(tie_breaks=["raw_points"])
    first, following = standings(event).players[:2]
    assert (first.ranked.rank, following.ranked.rank) == (1, 2)
    assert first.why == f"Both have 6 points. {first.name}: more points in the shakes, 12 to 10."


def test_penalties_are_counted_for_the_tie_break(round_: Round, clerk: Actor, second: Actor) -> None:
    sheet = sheet_of(round_)
    actions.enter(clerk, sheet, paper=paper("6-1j 2", "2 6-1-1j", "2 2"), base=0)
    actions.check(second, sheet, base=1)
    assert list(Result.objects.order_by("seat").values_list("penalties", flat=True)) == [1, 2, 0]


def test_page_asks_a_constant_number_of_questions(
    client_of: Any, director: User, round_: Round, clerk: Actor, second: Actor, django_assert_num_queries: Any
) -> None:
    address = reverse("standings", args=[round_.tournament.slug])
    client = client_of(director)
    assert "No results yet" in client.get(address).content.decode()
    sheets = live_sheets(round_)
    for done in (1, 5):
        for sheet in sheets[:done]:
            if sheet.current_id is None and not Result.objects.filter(sheet=sheet).exists():
                actions.enter(clerk, sheet, paper=PLAIN, base=0)
                actions.check(second, sheet, base=1)
        with django_assert_num_queries(8):
            assert client.get(address).status_code == 200
