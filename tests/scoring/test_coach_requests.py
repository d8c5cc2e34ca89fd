"""Coach requests: asking by link, the staff's answers, and removal of names."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.accounts.invitations import path_of
from foundation.activity.models import LogLine
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Invitation, Role
from foundation.tournaments import Tournament
from scoring.coach import actions
from scoring.coach.actions import RequestedChange
from scoring.coach.models import Request
from scoring.hook_providers import open_requests_by_division
from tests import factories
from tests.foundation.test_verbs import at_once
from tests.helpers import SignIn
from tests.reused_fixtures import reused
from tournament import actions as tournament_actions
from tournament.models import Event, Team
from tournament.privacy.actions import purge
from tournament.rosters.models import Place
from tournament.setup.actions import set_up


@pytest.fixture
@reused
def event(tournament: Tournament, director_actor: Actor) -> Event:
    factories.roster(tournament, teams=2, alternates=1)
    return set_up(director_actor, tournament.events.get(), version=1, rounds=3, divisions=("E",))


@pytest.fixture
def team(event: Event) -> Team:
    return Team.objects.select_related("school", "tournament").get(name="Team 1")


@pytest.fixture
@reused
def coach(team: Team) -> Actor:
    return Actor(coach_link=factories.coach_link(team))


def place(team: Team, number: int = 1) -> Place:
    return Place.objects.select_related("player", "entry__team").get(entry__team=team, number=number)


def make_request(coach: Actor, team: Team, words: str = "Ada Abbacus", **more: Any) -> Request:
    """Ask for a change. Roster spots in `more` may be given as objects."""
    values = {"kind": "name", "place": place(team), "words": words} | more
    keys: dict[str, Any] = {name: value.pk if isinstance(value, Place) else value for name, value in values.items()}
    return actions.make_request(coach, team.tournament, team=team, change=RequestedChange(**keys))


def test_coach_asks_for_a_name(coach: Actor, team: Team) -> None:
    made = make_request(coach, team)
    assert (made.sentence, made.words, made.state) == (
        "Name correction for One1 Player Letter A",
        "Ada Abbacus",
        "open",
    )
    line = LogLine.objects.latest("id")
    assert (line.who, line.text) == ("Coach of Team 1", "requested a name correction for Team 1")


@pytest.mark.parametrize(
    ("alternate", "from_round", "sentence"),
    [
        (6, 2, "One1 Player Letter F plays for One1 Player Letter A starting in Round 2"),
        (6, None, "One1 Player Letter F plays for One1 Player Letter A"),
        (None, None, "A substitute for One1 Player Letter A"),
    ],
)
def test_coach_asks_for_a_substitution(
    coach: Actor, team: Team, alternate: int | None, from_round: int | None, sentence: str
) -> None:
    substitute = place(team, alternate) if alternate else None
    made = make_request(coach, team, kind="substitution", alternate=substitute, from_round=from_round)
    assert made.sentence == sentence


def test_invalid_request_is_refused_at_its_field(coach: Actor, team: Team) -> None:
    other = place(Team.objects.get(name="Team 2"))
    for given, field in (
        ({"words": " "}, "words"),
        ({"place": other}, "place"),
        ({"kind": "substitution", "words": ""}, "alternate"),
        ({"kind": "substitution", "alternate": place(team, 2)}, "alternate"),
        ({"kind": "substitution", "alternate": other}, "alternate"),
    ):
        with pytest.raises(Refused) as refusal:
            make_request(coach, team, **given)
        assert refusal.value.field == field
    assert not Request.objects.exists()


def test_no_one_asks_for_another_team(coach: Actor, director_actor: Actor, team: Team) -> None:
    other = Team.objects.select_related("tournament").get(name="Team 2")
    for actor in (coach, director_actor, Actor()):
        with pytest.raises(NotAllowed):
            make_request(actor, other)


def test_school_asks_for_its_teams(team: Team, director_actor: Actor) -> None:
    link = Invitation(tournament=team.tournament, role=Role.COACH, label="Coach of School 1", school=team.school)
    assert make_request(Actor(coach_link=link), team).team == team
    with pytest.raises(NotAllowed):
        make_request(Actor(coach_link=link), Team.objects.select_related("tournament").get(name="Team 2"))


def test_open_requests_are_limited(coach: Actor, team: Team, director_actor: Actor) -> None:
    made = [make_request(coach, team, f"Name {number}") for number in range(actions.MOST_OPEN)]
    with pytest.raises(Refused, match="6 requests from your team are still open"):
        make_request(coach, team)
    actions.answer_request(director_actor, made[0], state="done")
    make_request(coach, team)


@pytest.mark.django_db(transaction=True)
def test_limit_holds_for_two_requests_at_once(coach: Actor, team: Team) -> None:
    for number in range(actions.MOST_OPEN - 1):
        make_request(coach, team, f"Name {number}")
    at_once(
        *(
            lambda words=words: make_request(Actor(coach_link=coach.coach_link), team, words)
            for words in ("One more", "And another")
        )
    )
    assert Request.objects.count() == actions.MOST_OPEN


def test_request_is_answered_once(coach: Actor, team: Team, director_actor: Actor) -> None:
    made = make_request(coach, team)
    with pytest.raises(Refused, match="Enter a reason"):
        actions.answer_request(director_actor, made, state="declined")
    with pytest.raises(Refused, match="Mark the request as done"):
        actions.answer_request(director_actor, made, state="open")
    actions.answer_request(director_actor, made, state="declined", reply="It is right on the entry form.")
    with pytest.raises(Refused, match="Someone else answered this request"):
        actions.answer_request(director_actor, made, state="done")
    again = Request.objects.get()
    assert (again.state, again.reply, again.settled_by) == (
        "declined",
        "It is right on the entry form.",
        director_actor.user,
    )
    line = LogLine.objects.latest("id")
    assert line.text == "declined a name correction for Team 1"


def test_name_removal_covers_requests(coach: Actor, team: Team, director_actor: Actor) -> None:
    made = make_request(coach, team, "Zenobia Zahlen")
    actions.answer_request(director_actor, made, state="done", reply="Zenobia it is.")
    make_request(coach, team, "Zenobia Zahlen", kind="substitution")
    tournament_actions.finish(director_actor, tournament_actions.start(director_actor, team.tournament))
    purge(director_actor, Tournament.objects.get(pk=team.tournament_id))
    assert list(Request.objects.order_by("id").values_list("words", "reply")) == [("…", "…"), ("…", "")]
    assert [str(each) for each in Request.objects.order_by("id")] == [
        "Name correction for No. 1",
        "A substitute for No. 1",
    ]
    assert not LogLine.objects.filter(text__contains="Zenobia").exists()
    tournament_actions.reopen(director_actor, Tournament.objects.get(pk=team.tournament_id))
    change = RequestedChange("name", place(team).pk, words="Z")
    with pytest.raises(Refused, match="Student names were removed from this tournament, so you can’t add new ones"):
        actions.make_request(coach, Tournament.objects.get(pk=team.tournament_id), team=team, change=change)


def test_request_outlives_its_roster_spot(coach: Actor, team: Team) -> None:
    make_request(coach, team)
    place(team).delete()
    assert Request.objects.get().sentence == "Name correction for a player no longer on the roster"


# -- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def path(coach: Actor) -> str:
    assert coach.coach_link is not None
    return path_of(coach.coach_link)


def post_request(client: Client, path: str, team: Team, **given: Any) -> Any:
    return client.post(f"{path}{team.pk}/ask/", {"kind": "name", "place": place(team).pk} | given)


def test_coach_asks_on_the_page_and_sees_the_answer(
    path: str, team: Team, director_actor: Actor, client: Client
) -> None:
    answer = post_request(client, path, team, words="Ada Abbacus", key="once")
    assert (answer.status_code, answer.url) == (302, path)
    post_request(client, path, team, words="Ada Abbacus", key="once")
    page: Any = client.get(path)
    (shown,) = page.context["page"].requests
    assert (shown.words, shown.state) == ("Ada Abbacus", "open")
    actions.answer_request(
        director_actor, Request.objects.select_related("team", "tournament").get(), state="done", reply="Thank you."
    )
    live: Any = client.get(f"{path}live/")
    (shown,) = live.context["page"].requests
    assert (shown.state, shown.reply) == ("done", "Thank you.")


def test_refused_request_stays_in_its_form(path: str, team: Team, client: Client) -> None:
    answer = post_request(client, path, team, kind="substitution", from_round="2")
    name, substitution = answer.context["forms"]
    assert (answer.status_code, name.is_bound, list(substitution.errors)) == (422, False, ["alternate"])
    assert substitution["from_round"].value() == "2"
    assert post_request(client, path, team, kind="money").status_code == 404


def test_coach_cannot_ask_after_the_tournament(path: str, team: Team, director_actor: Actor, client: Client) -> None:
    tournament_actions.finish(director_actor, tournament_actions.start(director_actor, team.tournament))
    page: Any = client.get(path)
    assert (page.status_code, page.context["forms"]) == (200, [])
    assert post_request(client, path, team, words="Late").status_code == 403


def test_other_teams_do_not_see_requests(path: str, coach: Actor, team: Team, client: Client) -> None:
    make_request(coach, team, "Ada Abbacus")
    other = path_of(factories.coach_link(Team.objects.select_related("tournament").get(name="Team 2")))
    assert "Abbacus" not in client.get(other).content.decode()


def test_dashboard_counts_open_requests(coach: Actor, team: Team, director_actor: Actor) -> None:
    made = make_request(coach, team)
    make_request(coach, team, "Another")
    (division,) = open_requests_by_division(team.tournament)
    assert division == place(team).division_id
    (shown,) = open_requests_by_division(team.tournament)[division]
    assert (shown.count, shown.words, shown.url) == (
        2,
        "coach requests",
        reverse("requests", args=[team.tournament.slug]),
    )
    actions.answer_request(director_actor, made, state="done")
    (shown,) = open_requests_by_division(team.tournament)[division]
    assert (shown.count, shown.words) == (1, "coach request")


def test_staff_answers_on_the_page(coach: Actor, team: Team, client_of: SignIn, director_actor: Actor) -> None:
    name, other = make_request(coach, team), make_request(coach, team, kind="substitution", alternate=place(team, 6))
    client = client_of(factories.helper(team.tournament, Role.SCOREKEEPER))
    path = reverse("requests", args=[team.tournament.slug])
    page: Any = client.get(path)
    assert [each.sentence for each, _ in page.context["waiting"]] == [name.sentence, other.sentence]
    where = reverse("request_settle", args=[team.tournament.slug, name.pk])
    refused = client.post(where, {"state": "declined"})
    assert (refused.status_code, refused.context["waiting"][0][1].errors) == (
        422,
        {"reply": ["Enter a reason for the coach."]},
    )
    assert client.post(where, {"state": "done", "reply": "Corrected."}).headers["Location"] == path
    page = client.get(path)
    assert [each.sentence for each, _ in page.context["waiting"]] == [other.sentence]
    assert [each.reply for each in page.context["settled"]] == ["Corrected."]


@pytest.mark.parametrize("role", [Role.JUDGE, Role.APPEALS_PANEL])
def test_other_staff_can_only_look(coach: Actor, team: Team, client_of: SignIn, role: str) -> None:
    made = make_request(coach, team)
    client = client_of(factories.helper(team.tournament, role))
    page = client.get(reverse("requests", args=[team.tournament.slug])).content.decode()
    assert ("Ada Abbacus" in page, "Answer to the coach" in page) == (True, False)
    where = reverse("request_settle", args=[team.tournament.slug, made.pk])
    assert client.post(where, {"state": "done"}).status_code == 403
