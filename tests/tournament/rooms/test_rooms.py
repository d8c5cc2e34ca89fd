"""Rooms and their table numbers."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests.helpers import SignIn
from tests.reused_fixtures import reused
from tournament.models import Event
from tournament.rooms.actions import TableRange, set_table_ranges
from tournament.rooms.models import Room, Tables
from tournament.rooms.queries import suggest_tables, tables_of
from tournament.setup.actions import add_event


@pytest.fixture
@reused
def event(tournament: Tournament) -> Event:
    return tournament.events.get()


def table_range(event: Event, letter: str, room: str, first: int, last: int) -> TableRange:
    return TableRange(event.divisions.get(letter=letter), room, first, last)


def describe_tables(event: Event) -> list[str]:
    return [f"{each.division.letter} {each}" for each in tables_of(event)]


def test_table_ranges_are_set_and_replaced(director_actor: Actor, tournament: Tournament, event: Event) -> None:
    set_table_ranges(
        director_actor,
        tournament,
        event=event,
        ranges=[
            table_range(event, "E", "Gym B", 1, 12),
            table_range(event, "M", "gym  b", 13, 20),
            table_range(event, "E", "Hall", 30, 30),
        ],
    )
    assert describe_tables(event) == ["E Gym B, tables 1 to 12", "E Hall, table 30", "M Gym B, tables 13 to 20"]
    assert LogLine.objects.latest("id").text == (
        "set the rooms for Equations: Elementary 1–12 in Gym B, Middle 13–20 in gym  b, Elementary 30–30 in Hall"
    )
    set_table_ranges(director_actor, tournament, event=event, ranges=[table_range(event, "J", "Hall", 1, 9)])
    assert describe_tables(event) == ["J Hall, tables 1 to 9"]
    assert [room.name for room in Room.objects.all()] == ["Hall"], "a room without tables is forgotten"


def test_table_number_is_used_once(director_actor: Actor, tournament: Tournament, event: Event) -> None:
    set_table_ranges(director_actor, tournament, event=event, ranges=[table_range(event, "J", "Hall", 1, 9)])
    with pytest.raises(Refused) as refusal:
        set_table_ranges(
            director_actor,
            tournament,
            event=event,
            ranges=[table_range(event, "E", "Gym B", 1, 12), table_range(event, "M", "Library", 12, 20)],
        )
    assert refusal.value.sentence == (
        "Table 12 is in Gym B for Elementary and in Library for Middle. Use each table number only once."
    )
    assert describe_tables(event) == ["J Hall, tables 1 to 9"]


@pytest.mark.parametrize(("first", "last"), [(0, 3), (5, 4), (1, 10_000)])
def test_range_must_ascend(director_actor: Actor, tournament: Tournament, event: Event, first: int, last: int) -> None:
    with pytest.raises(Refused, match="enter table numbers from low to high"):
        set_table_ranges(director_actor, tournament, event=event, ranges=[table_range(event, "E", "Gym", first, last)])


def test_another_game_may_use_the_same_tables(director_actor: Actor, tournament: Tournament, event: Event) -> None:
    set_table_ranges(director_actor, tournament, event=event, ranges=[table_range(event, "E", "Gym", 1, 9)])
    sets = add_event(director_actor, tournament, edition="agloa-onsets-2014", preset="custom")
    offered = suggest_tables(sets, [event, sets])
    assert [(each.division.event_id, str(each)) for each in offered] == [(sets.pk, "Gym, tables 1 to 9")]
    set_table_ranges(director_actor, tournament, event=sets, ranges=[table_range(sets, "E", "Gym", 1, 9)])
    assert Tables.objects.count() == 2


# -- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


def test_page_offers_a_line_for_each_division(client: Client, event: Event) -> None:
    form = client.get(reverse("rooms", args=[event.tournament.slug])).context["form"]
    assert [row[0].initial for row in form.rows] == ["E", "M", "J", "S", None, None]


def test_page_saves_complete_lines_and_ignores_empty_ones(client: Client, event: Event) -> None:
    path = reverse("rooms", args=[event.tournament.slug])
    whole = {"division-0": "E", "room-0": "Gym", "first-0": "1", "last-0": "9", "division-1": "M"}
    response = client.post(path, {"lines": "2"} | whole)
    assert (response.status_code, response.headers["Location"]) == (
        302,
        reverse("privacy", args=[event.tournament.slug]),
    )
    assert describe_tables(event) == ["E Gym, tables 1 to 9"]


def test_page_shows_what_is_missing_at_its_cell(client: Client, event: Event) -> None:
    path = reverse("rooms", args=[event.tournament.slug])
    refused = client.post(path, {"lines": "1", "division-0": "E", "room-0": "Gym", "first-0": "x"})
    assert (refused.status_code, dict(refused.context["form"].errors)) == (
        422,
        {"first-0": ["Enter a whole number."], "last-0": ["Enter the last table."]},
    )
    assert refused.context["form"]["room-0"].value() == "Gym"
