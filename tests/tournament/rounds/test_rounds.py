"""Rounds: the timetable of each rule book, the steps from draft to complete, the clock, and added time."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from rulebooks import Edition, editions, get
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tournament import actions as tournament_actions
from tournament.models import Event
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.checkin.models import Substitution
from tournament.rosters.models import TeamEntry
from tournament.rounds import actions
from tournament.rounds.clock import format_clock, timetable
from tournament.rounds.models import ExtraTime, Round, RoundState
from tournament.rounds.queries import clock_of, rounds_by_division, running_clocks
from tournament.setup.actions import set_up

NINE = datetime(2026, 11, 14, 9, 0, tzinfo=UTC)

# -- the timetable ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "phases"),
    [
        ("agloa-equations-2019", [("running", 1500), ("warning", 1800), ("last_shake", 2100), ("stopped", 2220)]),
        ("mlag-basic-2018", [("running", 1800), ("last_shake", 2100), ("stopped", 2220)]),
        ("agloa-onsets-2014", [("running", 1500), ("warning", 1800), ("last_shake", 2100), ("stopped", 2220)]),
        ("acc-2026", [("running", 1200), ("stopped", 1320)]),
    ],
)
def test_phases_are_those_of_the_book(edition: str, phases: list) -> None:
    table = timetable(get(edition))
    assert [(phase.key, phase.ends) for phase in table.phases] == [*phases, ("collecting", None)]


def test_shorter_round_moves_everything_after_it() -> None:
    table = timetable(get("agloa-equations-2019"), 1200)
    assert [phase.ends for phase in table.phases] == [900, 1200, 1500, 1620, None]
    assert [at for at, _, _ in table.script] == [0, 900, 1200, 1500, 1620]


@pytest.mark.parametrize("edition", editions().values(), ids=lambda edition: edition.id)
def test_script_has_a_line_for_every_moment(edition: Edition) -> None:
    table = timetable(edition)
    assert table.script[0][0] == 0
    assert require(table.next_line(0))[0] > 0
    assert table.next_line(99_999) is None
    assert table.phase_at(99_999).key == "collecting"


@pytest.mark.parametrize(
    ("seconds", "shown"), [(1800, "30:00"), (1799.2, "30:00"), (1799, "29:59"), (0, "0:00"), (-12.4, "-0:12")]
)
def test_seconds_are_formatted_like_a_clock(seconds: float, shown: str) -> None:
    assert format_clock(seconds) == shown


# -- the steps --------------------------------------------------------------------------------------------------------


@pytest.fixture
@reused
def event(tournament: Tournament, director_actor: Actor) -> Event:
    event = tournament.events.get()
    event = set_up(director_actor, event, version=event.version, rounds=2)
    tournament_actions.start(director_actor, tournament)
    return event


def round_of(event: Event, number: int = 1, letter: str = "E") -> Round:
    return Round.objects.select_related("tournament", "division__event__book").get(
        division__event=event, division__letter=letter, number=number
    )


def start_round(director_actor: Actor, event: Event, number: int = 1, letter: str = "E") -> Round:
    return actions.start(director_actor, actions.publish(director_actor, round_of(event, number, letter)))


def test_each_division_gets_its_rounds(event: Event, tournament: Tournament) -> None:
    plan = rounds_by_division(tournament)
    assert [(each.division.letter, len(each.rounds)) for each in plan] == [("E", 2), ("M", 2), ("J", 2), ("S", 2)]


def test_number_of_rounds_can_change_until_they_are_published(director_actor: Actor, event: Event) -> None:
    event = set_up(director_actor, event, version=event.version, rounds=4)
    actions.publish(director_actor, round_of(event, 3))
    with pytest.raises(Refused, match="Round 3 is published"):
        set_up(director_actor, event, version=event.version, rounds=2)
    event = set_up(director_actor, event, version=event.version, rounds=3)
    assert Round.objects.count() == 12
    with pytest.raises(Refused, match="Enter 1 to 40 rounds"):
        set_up(director_actor, event, version=event.version, rounds=0)


def test_length_of_a_round_can_change_until_it_starts(director_actor: Actor, event: Event) -> None:
    running = start_round(director_actor, event)
    set_up(director_actor, event, version=event.version, minutes=20)
    assert {each.number: each.seconds for each in Round.objects.filter(division=running.division)} == {1: None, 2: 1200}


def test_round_goes_from_draft_to_closed(director_actor: Actor, event: Event) -> None:
    states = []
    for step in (actions.publish, actions.start, actions.collect, actions.close, actions.reopen):
        states.append(step(director_actor, round_of(event)).state)
    assert states == ["published", "running", "collecting", "complete", "collecting"]
    assert LogLine.objects.latest("id").text == "reopened Round 1 Elementary"


def test_published_round_can_be_unpublished(director_actor: Actor, event: Event) -> None:
    actions.publish(director_actor, round_of(event))
    assert actions.unpublish(director_actor, round_of(event)).state == "draft"


@pytest.mark.parametrize("step", [actions.start, actions.collect, actions.close, actions.reopen, actions.unpublish])
def test_step_that_is_not_next_is_refused(director_actor: Actor, event: Event, step: Any) -> None:
    with pytest.raises(EditConflict, match="Round 1 Elementary isn’t published"):
        step(director_actor, round_of(event))


def test_second_of_two_people_gets_a_conflict(director_actor: Actor, event: Event) -> None:
    one, two = round_of(event), round_of(event)
    actions.publish(director_actor, one)
    with pytest.raises(EditConflict, match="is now published"):
        actions.publish(director_actor, two)


def test_rounds_are_played_in_order(director_actor: Actor, event: Event) -> None:
    actions.publish(director_actor, round_of(event, 2))
    with pytest.raises(Refused, match="Round 1 Elementary hasn’t been played yet"):
        actions.start(director_actor, round_of(event, 2))
    start_round(director_actor, event)
    with pytest.raises(Refused, match="Elementary is still playing another round"):
        actions.start(director_actor, round_of(event, 2))
    actions.collect(director_actor, round_of(event))
    assert actions.start(director_actor, round_of(event, 2)).state == "running"


def test_database_allows_one_running_round_per_division(director_actor: Actor, event: Event) -> None:
    start_round(director_actor, event)
    with pytest.raises(IntegrityError):
        Round.objects.filter(pk=round_of(event, 2).pk).update(state="running", started_at=NINE)


def test_divisions_play_at_the_same_time(director_actor: Actor, event: Event, tournament: Tournament) -> None:
    start_round(director_actor, event)
    start_round(director_actor, event, letter="S")
    assert [clock.round.division.letter for clock in running_clocks(tournament)] == ["E", "S"]


# -- the clock --------------------------------------------------------------------------------------------------------


def clock_at(round_: Round, **ago: float) -> Any:
    return clock_of(round_, NINE + timedelta(**ago))


def start_round_at_nine(director_actor: Actor, event: Event) -> Round:
    start_round(director_actor, event)
    Round.objects.filter(pk=round_of(event).pk).update(started_at=NINE)
    return round_of(event)


def test_clock_counts_down_to_the_end_of_each_phase(director_actor: Actor, event: Event) -> None:
    round_ = start_round_at_nine(director_actor, event)
    assert (clock_at(round_, minutes=10).phase.key, clock_at(round_, minutes=10).left) == ("running", 1200)
    assert (clock_at(round_, minutes=26).phase.key, clock_at(round_, minutes=26).left) == ("warning", 240)
    assert (clock_at(round_, minutes=31).phase.key, clock_at(round_, minutes=31).left) == ("last_shake", 240)
    assert (clock_at(round_, minutes=36).phase.key, clock_at(round_, minutes=40).left) == ("stopped", None)
    assert clock_at(round_, minutes=10).next_line[0] == 1500


def test_paused_clock_resumes_where_it_was(director_actor: Actor, event: Event) -> None:
    round_ = start_round_at_nine(director_actor, event)
    Round.objects.filter(pk=round_.pk).update(paused_at=NINE + timedelta(minutes=5))
    assert clock_at(round_of(event), minutes=20).elapsed == 300
    Round.objects.filter(pk=round_.pk).update(paused_at=None, paused_for=timedelta(minutes=15))
    assert clock_at(round_of(event), minutes=21).elapsed == 360


def test_pause_does_not_count_as_time_played(director_actor: Actor, event: Event) -> None:
    start_round(director_actor, event)
    paused = actions.pause(director_actor, round_of(event))
    with pytest.raises(Refused, match="This clock is paused"):
        actions.pause(director_actor, paused)
    gone_on = actions.resume(director_actor, round_of(event))
    assert (gone_on.paused_at, gone_on.paused_for > timedelta()) == (None, True)
    with pytest.raises(Refused, match="This clock is running"):
        actions.resume(director_actor, gone_on)


def test_extra_time_is_added_up_for_each_table(director_actor: Actor, event: Event) -> None:
    round_ = start_round_at_nine(director_actor, event)
    actions.give_extra_time(director_actor, round_, table="7", seconds=120, reason="judge")
    actions.give_extra_time(director_actor, round_, table="7", seconds=-30)
    text = LogLine.objects.latest("id").text
    assert text == "removed 0:30 of added time from Table 7 in Round 1 Elementary"
    actions.give_extra_time(director_actor, round_, table="12", seconds=60)
    assert clock_of(round_of(event), NINE).tables == [("12", 60, 2160), ("7", 90, 2190)]
    assert LogLine.objects.latest("id").text == "added 1:00 for Table 12 in Round 1 Elementary"


@pytest.mark.parametrize(
    ("table", "seconds", "field"), [(" ", 60, "table"), ("7", 0, "seconds"), ("7", 4000, "seconds")]
)
def test_invalid_extra_time_is_refused(
    director_actor: Actor, event: Event, table: str, seconds: int, field: str
) -> None:
    start_round(director_actor, event)
    with pytest.raises(Refused) as refusal:
        actions.give_extra_time(director_actor, round_of(event), table=table, seconds=seconds)
    assert refusal.value.field == field


def test_extra_time_needs_a_running_clock(director_actor: Actor, event: Event) -> None:
    with pytest.raises(Refused, match="isn’t running"):
        actions.give_extra_time(director_actor, round_of(event), table="7", seconds=60)
    assert not ExtraTime.objects.exists()


# -- who plays for whom, from which round -----------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "joins"), [("agloa-equations-2019", 2), ("acc-2026", 1)])
def test_substitute_joins_the_next_round_or_in_the_cup_the_running_one(
    director_actor: Actor, director: User, edition: str, joins: int
) -> None:
    tournament = factories.tournament(director, "Sub Day", (edition,))
    event = tournament.events.get()
    division = event.divisions.last()
    factories.roster(tournament, teams=1, alternates=1, division=require(division).name)
    tournament_actions.start(director_actor, tournament)
    start_round(director_actor, event, letter=require(division).letter)
    entry = TeamEntry.objects.get()
    place, alternate = entry.places.get(number=1), entry.places.get(number=6)
    checkin.substitute(director_actor, event, place=place, alternate=alternate)
    assert Substitution.objects.get().from_round == joins


# -- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


def page(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.tournament.slug, *more])


def test_page_shows_and_runs_a_round(client: Client, event: Event) -> None:
    planned = client.get(page("rounds", event))
    assert [len(each.rounds) for each in planned.context["divisions"]] == [2, 2, 2, 2]
    round_ = round_of(event)
    for step in ("publish", "start"):
        client.post(page(f"round_{step}", event, round_.pk))
    assert client.get(page("round", event, round_.pk)).context["clock"].phase.key == "running"
    assert [clock.round for clock in client.get(page("clock", event)).context["clocks"]] == [round_]


def test_page_says_why_a_step_is_refused(client: Client, event: Event) -> None:
    answer = client.post(page("round_start", event, round_of(event, 2).pk), follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "Round 1 Elementary hasn’t been played yet. Start that round first."
    ]


def test_judge_gives_a_table_extra_time(
    client_of: SignIn, event: Event, tournament: Tournament, director_actor: Actor
) -> None:
    start_round(director_actor, event)
    judge = client_of(factories.helper(tournament, Role.JUDGE))
    path = page("round_extra_time", event, round_of(event).pk)
    wrong = judge.post(path, {"table": "", "minutes": "2"})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["table"])
    judge.post(path, {"table": "7", "minutes": "1.5"})
    assert ExtraTime.objects.get().seconds == 90


@pytest.mark.parametrize(("role", "while_playing"), [(Role.JUDGE, "Judging"), (Role.SCOREKEEPER, "Scoresheets")])
def test_dashboard_leads_staff_to_the_work_of_the_moment(
    client_of: SignIn, event: Event, tournament: Tournament, director_actor: Actor, role: Role, while_playing: str
) -> None:
    client = client_of(factories.helper(tournament, role))

    def main_button() -> str:
        text = client.get(tournament.get_absolute_url()).content.decode()
        return require(
            re.search(r'<a class="button primary"[^>]*>(?:<svg.*?</svg>)?\s*([^<]+?)\s*</a>', text, re.S)
        ).group(1)

    assert main_button() == "Check in players"
    start_round(director_actor, event)
    assert main_button() == while_playing


def test_page_refreshes_only_the_part_that_changes(client: Client, event: Event, director_actor: Actor) -> None:
    start_round(director_actor, event)
    part = client.get(page("round", event, round_of(event).pk), headers={"HX-Request": "true"})
    assert part.templates[0].name == "tournament/rounds/_clock.html"
    wall = client.get(page("clock", event), headers={"HX-Request": "true"})
    assert wall.templates[0].name == "tournament/rounds/_clocks.html"


def test_next_announcement_shows_the_clock_time(director_actor: Actor, event: Event) -> None:
    clock = clock_of(start_round(director_actor, event))
    assert clock.next_line is not None
    assert (clock.next_line[0], clock.next_shown) == (1500, 300)


def test_state_labels() -> None:
    assert [str(label) for label in RoundState.labels] == ["draft", "published", "in progress", "collecting", "closed"]
