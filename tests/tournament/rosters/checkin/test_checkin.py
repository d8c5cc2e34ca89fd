"""Check-in: statuses, several helpers at once, game sets, and the effect on the number of tables."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from pairings.queries import plans_by_attendance
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tournament.models import Event
from tournament.rosters.checkin import actions
from tournament.rosters.checkin.models import Attendance, Status
from tournament.rosters.checkin.queries import attendance_by_division, cards_of, changed_since, missing_of, serial_of
from tournament.rosters.models import Place, TeamEntry


@pytest.fixture
@reused
def event(tournament: Tournament) -> Event:
    factories.roster(tournament, teams=2, alternates=1)
    return tournament.events.get()


@pytest.fixture
def entry(event: Event) -> TeamEntry:
    return TeamEntry.objects.select_related("team").get(team__name="Team 1")


def statuses(event: Event) -> dict[str, str]:
    return {spot.place.name: spot.status for card in cards_of(event) for spot in card.spots}


def test_everyone_starts_as_expected(event: Event) -> None:
    assert set(statuses(event).values()) == {"expected"}
    (elementary, *_) = attendance_by_division(event)
    assert (elementary.all, elementary.playing, elementary.here, elementary.missing) == (10, 10, 0, 10)


def test_latest_status_of_a_player_wins(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    place = entry.places.first()
    actions.mark(director_actor, event, place=require(place), status="late")
    actions.mark(director_actor, event, place=require(place), status="present")
    assert statuses(event)[require(place).name] == "present"
    assert LogLine.objects.latest("id").text == f"marked {require(place).name} here"
    assert Attendance.objects.count() == 1


def test_marking_a_team_here_keeps_players_marked_before(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    absent = entry.places.order_by("number").first()
    actions.mark(director_actor, event, place=require(absent), status="absent")
    actions.mark_team(director_actor, event, entry=entry, status="present")
    (card, _) = cards_of(event)
    assert [spot.status for spot in card.spots] == ["absent", *["present"] * 4, "expected"]
    assert card.is_complete


def test_marking_a_team_here_includes_players_reset_to_expected(
    director_actor: Actor, event: Event, entry: TeamEntry
) -> None:
    for status in ("absent", "expected"):
        actions.mark(director_actor, event, place=entry.places.get(number=1), status=status)
    actions.mark_team(director_actor, event, entry=entry, status="present")
    assert cards_of(event)[0].spots[0].status == "present"


def test_whole_team_can_withdraw(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    actions.mark_team(director_actor, event, entry=entry, status="present")
    actions.mark_team(director_actor, event, entry=entry, status="withdrawn")
    (elementary, *_) = attendance_by_division(event)
    assert (elementary.playing, elementary.counts["withdrawn"]) == (5, 5)


@pytest.mark.parametrize("status", ["", "asleep"])
def test_unknown_status_is_refused(director_actor: Actor, event: Event, entry: TeamEntry, status: str) -> None:
    with pytest.raises(Refused, match="Choose here, late, absent, or withdrawn"):
        actions.mark(director_actor, event, place=require(entry.places.first()), status=status)


def test_absences_change_the_tables_at_once(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    assert [plan.sentence for plan in plans_by_attendance(event)] == ["2 tables of 3 and 2 tables of 2"]
    actions.mark(director_actor, event, place=require(entry.places.first()), status="absent")
    assert [plan.sentence for plan in plans_by_attendance(event)] == ["3 tables of 3"]


def test_missing_list_has_expected_and_late_players(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    one, two, *_ = entry.places.order_by("number")
    actions.mark(director_actor, event, place=one, status="late")
    actions.mark(director_actor, event, place=two, status="present")
    names = [place.name for place in missing_of(event)]
    assert (len(names), one.name in names, two.name in names) == (9, True, False)


def test_page_gets_changes_since_it_last_asked(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    actions.mark_team(director_actor, event, entry=entry, status="present")
    serial = serial_of(event)
    other = TeamEntry.objects.get(team__name="Team 2")
    actions.tick_game_set(director_actor, event, entry=other, is_here=True)
    changed = cards_of(event, only=changed_since(event, serial))
    assert [(card.title, card.has_game_set) for card in changed] == [("Team 2", True)]


# -- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, tournament: Tournament) -> Client:
    return client_of(factories.helper(tournament, Role.SCOREKEEPER))


def url_of(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.tournament.slug, *more])


def tap_button(client: Client, path: str, **data: Any) -> Any:
    """Send what a button of the page sends."""
    return client.post(path, data, headers={"HX-Request": "true"})


def test_status_is_set_on_a_phone(client: Client, event: Event, entry: TeamEntry) -> None:
    place = entry.places.first()
    answer = tap_button(client, url_of("checkin_mark", event, event.pk, require(place).pk), status="present")
    assert [card.title for card in answer.context["cards"]] == ["Team 1"]
    assert statuses(event)[require(place).name] == "present"


def test_page_works_without_javascript(client: Client, event: Event, entry: TeamEntry) -> None:
    answer = client.post(url_of("checkin_team", event, event.pk, entry.pk), {"status": "present"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{url_of('checkin', event)}?event={event.pk}")


def test_refusal_is_a_sentence_on_the_card(client: Client, event: Event, entry: TeamEntry) -> None:
    answer = tap_button(
        client, url_of("checkin_mark", event, event.pk, require(entry.places.first()).pk), status="asleep"
    )
    assert answer.context["problem"] == "Choose here, late, absent, or withdrawn."


def test_page_shows_changes_from_another_device(
    client_of: SignIn, event: Event, entry: TeamEntry, tournament: Tournament
) -> None:
    one, two = (client_of(factories.helper(tournament, Role.JUDGE)) for _ in range(2))
    serial = two.get(url_of("checkin", event)).context["serial"]
    quiet = two.get(url_of("checkin_changes", event, event.pk), {"since": serial})
    tap_button(one, url_of("checkin_team", event, event.pk, entry.pk), status="present")
    news = two.get(url_of("checkin_changes", event, event.pk), {"since": serial})
    assert (quiet.context["cards"], [card.title for card in news.context["cards"]]) == ([], ["Team 1"])


@pytest.mark.parametrize(
    ("search", "found"),
    [("team 2", ["Team 2"]), ("school 1", ["Team 1"]), ("one1 player", ["Team 1"]), ("nobody", [])],
)
def test_search_finds_schools_teams_and_names(client: Client, event: Event, search: str, found: list[str]) -> None:
    page = client.get(url_of("checkin", event), {"q": search})
    assert [card.title for card in page.context["cards"]] == found


@pytest.fixture
def two_divisions(director_actor: Actor, event: Event) -> None:
    """Team 2 plays in Middle."""
    middle = event.divisions.get(letter="M")
    TeamEntry.objects.filter(team__name="Team 2").update(division=middle)
    Place.objects.filter(entry__team__name="Team 2").update(division=middle)


@pytest.mark.usefixtures("two_divisions")
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"division": "E"}, ["Team 1"]),
        ({"division": "M"}, ["Team 2"]),
        ({"division": "M", "q": "school 1"}, []),
        ({"division": "J"}, []),
        ({"division": "none"}, ["Team 1", "Team 2"]),
    ],
)
def test_page_shows_one_division_only(client: Client, event: Event, asked: dict, found: list[str]) -> None:
    page = client.get(url_of("checkin", event), asked)
    assert [card.title for card in page.context["cards"]] == found


@pytest.mark.usefixtures("two_divisions")
def test_page_of_one_division_counts_all_and_keeps_the_search(client: Client, event: Event) -> None:
    page = client.get(url_of("checkin", event), {"division": "E", "q": "team"})
    choices = [(each.division.letter, each.all, where) for each, where in page.context["choices"]]
    start = f"?event={event.pk}"
    assert choices == [("E", 5, f"{start}&division=E&q=team"), ("M", 5, f"{start}&division=M&q=team")]
    assert [each.division.letter for each in page.context["attendances"]] == ["E"]


@pytest.mark.usefixtures("two_divisions")
def test_page_of_one_division_gets_only_its_changes(director_actor: Actor, client: Client, event: Event) -> None:
    page = client.get(url_of("checkin", event), {"division": "E"})
    feed = f"{url_of('checkin_changes', event, event.pk)}?event={event.pk}&amp;division=E&amp;since=0"
    assert f'hx-get="{feed}"' in page.content.decode()
    for entry in TeamEntry.objects.all():
        actions.mark_team(director_actor, event, entry=entry, status="present")
    news = client.get(url_of("checkin_changes", event, event.pk), {"since": "0", "division": "E"})
    assert [card.title for card in news.context["cards"]] == ["Team 1"]
    assert [(each.division.letter, each.here) for each, _ in news.context["choices"]] == [("E", 5), ("M", 5)]


def test_division_and_search_stay_without_javascript(client: Client, event: Event, entry: TeamEntry) -> None:
    shown = f"?event={event.pk}&division=E&q=team+1"
    answer = client.post(url_of("checkin_team", event, event.pk, entry.pk) + shown, {"status": "present"})
    assert answer.headers["Location"] == url_of("checkin", event) + shown


def test_pages_of_an_empty_roster_say_what_to_do(client: Client, tournament: Tournament) -> None:
    event = tournament.events.get()
    assert client.get(url_of("checkin", event)).context["cards"] == []
    assert client.get(url_of("checkin_missing", event, event.pk)).context["places"] == []


def test_player_without_a_team_has_a_card(director_actor: Actor, event: Event) -> None:
    player = Place.objects.get(entry__team__name="Team 2", number=6).player
    Place.objects.filter(player=player).update(player=None)
    Place.objects.create(event=event, division=event.divisions.earliest("pk"), player=player)
    assert cards_of(event)[-1].title == require(player).name


def test_status_labels() -> None:
    assert [str(label) for label in Status.labels] == ["expected", "here", "late", "absent", "withdrawn"]


def test_finished_tournament_refuses_changes(client: Client, event: Event, entry: TeamEntry, director: User) -> None:
    Tournament.objects.update(state="finished")
    assert tap_button(client, url_of("checkin_team", event, event.pk, entry.pk), status="present").status_code == 403
    assert not Attendance.objects.exists()
