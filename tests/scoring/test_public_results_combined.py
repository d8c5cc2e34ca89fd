"""Public lists of several divisions together, and of sections: never more than each division has released."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.proposals import propose_tables
from scoring.entry import actions as sheets
from scoring.entry.entries import EntryNote
from scoring.models import Release, Result
from scoring.public_results import actions
from scoring.round_results import live_sheets
from scoring.standings import Key
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope
from tests import factories
from tests.reused_fixtures import reused
from tests.scoring.conftest import Stranger, paper, verify_all
from tournament import actions as tournament_actions
from tournament.models import Division, Event
from tournament.rosters.models import Player, TeamEntry
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up


@pytest.fixture
@reused
def tournament(director_actor: Actor) -> Tournament:
    """Equations in two divisions and On-Sets in one, with two rounds each."""
    assert director_actor.user is not None
    tournament = factories.tournament(director_actor.user, "Two Games", ("agloa-equations-2019", "agloa-onsets-2014"))
    equations, onsets = tournament.events.order_by("id")
    factories.roster(tournament, teams=3, event=equations)
    factories.roster(tournament, teams=3, event=onsets)
    factories.roster(tournament, teams=3, event=equations, division="Middle", first=4)
    set_up(director_actor, equations, version=equations.version, rounds=2, divisions=("E", "M"))
    set_up(director_actor, onsets, version=onsets.version, rounds=2, divisions=("E",))
    tournament_actions.start(director_actor, tournament)
    Tournament.objects.update(is_public=True)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
@reused
def scorekeepers(tournament: Tournament) -> tuple[Actor, Actor]:
    one, other = (Actor(user=factories.helper(tournament, Role.SCOREKEEPER)) for _ in range(2))
    return one, other


@pytest.fixture
@reused
def divisions(tournament: Tournament, director_actor: Actor, scorekeepers: tuple[Actor, Actor]) -> list[Division]:
    """Elementary and Middle of Equations, and Elementary of On-Sets, each with its first round verified."""
    found = list(Division.objects.select_related("event__tournament").order_by("event_id", "max_grade"))
    for each in found:
        verify_all(play(director_actor, each, 1), *scorekeepers)
    return found


def play(director_actor: Actor, division: Division, number: int) -> Round:
    found = Round.objects.select_related("tournament", "division__event__book")
    round_ = found.get(division=division, number=number)
    draws.publish(director_actor, draws.make(director_actor, round_, proposal=propose_tables(round_, seed=7)))
    rounds.start(director_actor, found.get(pk=round_.pk))
    return rounds.collect(director_actor, found.get(pk=round_.pk))


def finish_divisions(director_actor: Actor, scorekeepers: tuple[Actor, Actor], divisions: Iterable[Division]) -> None:
    """Play the second round, and close both."""
    for division in divisions:
        rounds.close(
            director_actor, Round.objects.select_related("tournament", "division").get(division=division, number=1)
        )
        second = play(director_actor, division, 2)
        verify_all(second, *scorekeepers)
        rounds.close(director_actor, second)


def page(tournament: Tournament, **query: Any) -> Any:
    return Stranger().get(reverse("public_standings", args=[tournament.slug]), query)


def points(tournament: Tournament, **query: Any) -> dict[Key, str]:
    return {row.ranked.score.key: row.points for row in page(tournament, **query).context["rows"]}


def offered_lists(tournament: Tournament) -> list[str]:
    return [each.choice.words for each in page(tournament).context["released"]]


def event_key(division: Division) -> str:
    return str(division.event_id)


def test_event_and_tournament_are_released_with_all_their_divisions(
    tournament: Tournament, divisions: list[Division], director_actor: Actor
) -> None:
    elementary, middle, onsets = divisions
    actions.release(director_actor, tournament, division=elementary, rounds=1)
    assert offered_lists(tournament) == ["Elementary"]
    assert page(tournament, event=event_key(elementary)).context["list"].division == elementary, "not all of Equations"
    actions.release(director_actor, tournament, division=middle, rounds=1)
    assert offered_lists(tournament) == ["Elementary", "Middle", "Equations, all divisions"]
    actions.release(director_actor, tournament, division=onsets, rounds=1)
    assert offered_lists(tournament) == [
        "Elementary",
        "Middle",
        "Elementary",
        "Equations, all divisions",
        "Sweepstakes",
    ]
    assert [each.choice.game for each in page(tournament).context["released"]] == ["Equations", "", "On-Sets", "", ""]
    assert len(points(tournament, event=event_key(elementary))) == 30
    assert list(page(tournament, event="all").context["kinds"]) == ["players", "teams"]
    assert [column.title for column in page(tournament, event="all").context["list"].standings.columns] == [
        "Equations",
        "On-Sets",
    ]


def test_combined_list_stops_at_the_round_that_all_have_released(
    tournament: Tournament, divisions: list[Division], director_actor: Actor, scorekeepers: tuple[Actor, Actor]
) -> None:
    elementary, middle, onsets = divisions
    after_one = {
        row.ranked.score.key: row.points for row in Standings(Scope((elementary, middle), through=1), "teams").rows()
    }
    finish_divisions(director_actor, scorekeepers, [elementary, onsets])
    actions.release(director_actor, tournament, division=elementary, is_final=True)
    actions.release(director_actor, tournament, division=middle, rounds=1)
    actions.release(director_actor, tournament, division=onsets, is_final=True)
    assert points(tournament, event=event_key(elementary), list="teams") == after_one
    found = page(tournament, event=event_key(elementary)).context["list"]
    assert (found.state, found.released.after) == ("provisional", "after Round 1")
    assert page(tournament, event="all").context["list"].released.after == "Equations after Round 1 · On-Sets final"


def test_combined_list_is_final_once_all_are_final(
    tournament: Tournament, divisions: list[Division], director_actor: Actor, scorekeepers: tuple[Actor, Actor]
) -> None:
    finish_divisions(director_actor, scorekeepers, divisions)
    for each in divisions:
        assert offered_lists(tournament)[-1:] != ["Sweepstakes"]
        actions.release(director_actor, tournament, division=each, is_final=True)
    found = page(tournament, event="all").context["list"]
    assert (found.state, found.released.after) == ("final", "")
    actions.freeze(director_actor, tournament, division=divisions[0])
    last = Round.objects.select_related("tournament", "division").get(division=divisions[0], number=2)
    rounds.reopen(director_actor, last)
    assert page(tournament, event="all").context["list"].state == "final", "a frozen division shows nothing newer"
    other = Round.objects.select_related("tournament", "division").get(division=divisions[1], number=2)
    rounds.reopen(director_actor, other)
    assert page(tournament, event="all").context["list"].state == "provisional"


def test_each_division_is_frozen_at_its_own_moment(
    tournament: Tournament, divisions: list[Division], director_actor: Actor, scorekeepers: tuple[Actor, Actor]
) -> None:
    elementary, middle, onsets = divisions
    for each in divisions:
        actions.release(director_actor, tournament, division=each, rounds=1)
    actions.freeze(director_actor, tournament, division=elementary)
    before = points(tournament, event=event_key(elementary))
    for division in (elementary, middle):
        sheet = live_sheets(Round.objects.get(division=division, number=1))[0]
        sheets.enter(
            scorekeepers[0],
            sheet,
            paper=paper("2", "4", "6"),
            base=1,
            note=EntryNote(correction="keyed", reason="wrong way"),
        )
        sheets.check(scorekeepers[1], sheet, base=2)
    after = points(tournament, event=event_key(elementary))
    corrected = Result.objects.filter(sheet__current__number=2, round__division=middle)
    assert {key for key in before if before[key] != after[key]} == {("player", each.player_id) for each in corrected}
    as_of = page(tournament, event=event_key(elementary)).context["list"].as_of
    assert as_of == Release.objects.get(division=elementary).frozen_at
    actions.freeze(director_actor, tournament)
    bodies = {event: page(tournament, event=event).content for event in (event_key(elementary), "all")}
    sheet = live_sheets(Round.objects.get(division=onsets, number=1))[0]
    sheets.enter(
        scorekeepers[0],
        sheet,
        paper=paper("2", "4", "6"),
        base=1,
        note=EntryNote(correction="keyed", reason="wrong way"),
    )
    sheets.check(scorekeepers[1], sheet, base=2)
    assert {event: page(tournament, event=event).content for event in bodies} == bodies


@pytest.mark.parametrize("policy", ["initial", "number"])
def test_no_combined_list_names_a_student(
    tournament: Tournament, divisions: list[Division], director_actor: Actor, policy: str
) -> None:
    for number, player in enumerate(Player.objects.order_by("id"), 1):
        Player.objects.filter(pk=player.pk).update(first_name=f"Kidfirst{number}q", last_name=f"Xkidlast{number}q")
    Tournament.objects.update(public_names=policy)
    for each in divisions:
        actions.release(director_actor, tournament, division=each, rounds=1)
    seen = 0
    for name in ("public_standings", "standings_wall"):
        for event in (event_key(divisions[0]), "all"):
            answer = Stranger().get(reverse(name, args=[tournament.slug]), {"event": event})
            sent = answer.content.decode() + str(answer.headers)
            assert ("kidlast" in sent, "/t/" in sent) == (False, False)
            assert policy == "initial" or "Kidfirst" not in sent
            seen += len(re.findall(r"Kidfirst\d+q X\.", sent))
    assert (seen > 0) is (policy == "initial")


def test_projector_cycles_through_combined_lists(
    tournament: Tournament, divisions: list[Division], director_actor: Actor
) -> None:
    for each in divisions:
        actions.release(director_actor, tournament, division=each, rounds=1)

    def panels(**query: Any) -> list[tuple[str, str]]:
        found = Stranger().get(reverse("standings_wall", args=[tournament.slug]), query).context["panels"]
        return [(each.released.choice.words, each.kind) for each, _ in found]

    assert [words for words, _ in panels(list="teams")] == ["Elementary", "Middle", "Elementary"]
    assert panels(event=["all", event_key(divisions[0])], list=["teams", "top"]) == [
        ("Equations, all divisions", "teams"),
        ("Equations, all divisions", "top"),
        ("Sweepstakes", "teams"),
    ]


def test_unchanged_combined_list_is_304_after_one_query(
    tournament: Tournament, divisions: list[Division], director_actor: Actor
) -> None:
    for each in divisions:
        actions.release(director_actor, tournament, division=each, rounds=1)
    path = f"{reverse('public_standings', args=[tournament.slug])}?event=all"
    with CaptureQueriesContext(connection) as first:
        tag = Stranger().get(path)["ETag"]
    with CaptureQueriesContext(connection) as again:
        assert Stranger().get(path, headers={"If-None-Match": tag}).status_code == 304
    assert (len(first), len(again)) == (16, 1)


def test_sections_can_be_selected_where_a_division_has_them(
    tournament: Tournament, divisions: list[Division], director_actor: Actor
) -> None:
    elementary, *_ = divisions
    first, *others = TeamEntry.objects.filter(division=elementary).select_related("team").order_by("team__name")
    TeamEntry.objects.filter(pk=first.pk).update(section="B")
    TeamEntry.objects.filter(pk__in=[each.pk for each in others]).update(section="A")
    actions.release(director_actor, tournament, division=elementary, rounds=1)
    query = {"division": elementary.pk, "list": "teams", "section": "B"}
    assert (page(tournament, **query).context["selection"].sections, len(points(tournament, **query))) == ([], 3)
    Event.objects.filter(pk=elementary.event_id).update(seating="sections")
    assert page(tournament, **query).context["selection"].sections == ["A", "B"]
    assert list(points(tournament, **query)) == [("team", first.team_id)]
    assert len(points(tournament, **query | {"section": "C"})) == 3, "there is no C"
    assert page(tournament, **query).context["selection"].query == f"?division={elementary.pk}&list=teams&section=B"
    assert len(points(tournament, division=elementary.pk, section="B")) == 5
