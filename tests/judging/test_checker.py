"""The checker at a table: closed until every player has taken a stand, for judges only, and every use is stored."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from foundation.activity.models import LogLine
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.people.tokens import token_for
from foundation.tournaments import Tournament
from judging.calls import actions as calls
from judging.calls.actions import NewRuling
from judging.checker import actions
from judging.checker.models import Check
from judging.models import Call
from scoring.models import Sheet
from tests import factories
from tests.helpers import SignIn, require
from tests.judging.conftest import person
from tests.reused_fixtures import reused
from tournament.books import save_copy

RIGHT = {"goal_mat": "37", "solution": "(6x6)+1"}


def equation(**typed: Any) -> dict[str, Any]:
    """Return a question in the format that the form makes."""
    goal = typed.get("goal_mat", "37")
    start = {"variations": [], "cubes": None, "challenge": "", "goal_mat": goal, "goal_written": goal}
    return start | {"solution": "(6x6)+1"} | typed


@pytest.fixture
@reused
def call(sheet: Sheet, judge: Actor) -> Call:
    return calls.begin(judge, sheet)


@pytest.fixture
@reused
def opened_call(call: Call, judge: Actor) -> Call:
    return actions.open_checker(judge, call)


def url_of(name: str, tournament: Tournament, *about: Any) -> str:
    return reverse(name, args=[tournament.slug, *about])


def test_checker_is_closed_until_every_player_has_taken_a_stand(client_of: SignIn, call: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    url = url_of("check", call.tournament, call.pk)
    assert client.get(url).templates[0].name == "judging/checker/closed.html"
    assert client.post(url, RIGHT).templates[0].name == "judging/checker/closed.html"
    assert client.post(url_of("check_look", call.tournament, call.pk), RIGHT).status_code == 404
    with pytest.raises(Refused) as refused:
        actions.check(judge, call, question=equation())
    assert refused.value.sentence == "Confirm first that every player has taken a stand."
    assert client.post(url_of("check_open", call.tournament, call.pk)).status_code == 302
    assert client.get(url).templates[0].name == "judging/checker/check.html"
    assert LogLine.objects.get(action="check.open").text == "opened the checker at Table 1"


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [
        ({}, "correct"),
        ({"solution": "6x6+1"}, "ambiguous"),
        ({"solution": "(6x6)+2"}, "incorrect"),
    ],
)
def test_every_use_is_stored_with_the_visit(
    opened_call: Call, judge: Actor, typed: dict[str, str], verdict: str
) -> None:
    check = actions.check(judge, opened_call, question=equation(**typed))
    assert (check.verdict, check.call, check.asked_by) == (verdict, opened_call, judge.user)
    line = LogLine.objects.get(action="check.ask")
    assert line.text == f"checked a Solution at Table 1, and it was {verdict}"


def test_judge_asks_and_rules_with_the_answer(client_of: SignIn, opened_call: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    answer = client.post(
        url_of("check", opened_call.tournament, opened_call.pk), RIGHT | {"solution": "6x6+1"}, follow=True
    )
    check = Check.objects.get()
    assert answer.redirect_chain == [(url_of("check_answer", opened_call.tournament, check.pk), 302)]
    words = answer.content.decode()
    assert (words.count("Ambiguous"), words.count("Interpretations that break it</h2>"), words.count("<math ")) == (
        2,
        1,
        4,
    )
    ruling = client.get(url_of("call", opened_call.tournament, opened_call.pk), {"check": check.pk}).context["form"]
    assert (ruling["checked"].value(), ruling["decision"].value()) == (check.pk, str(check))
    typed = {"decision": "It is wrong once it is shown.", "effect": "none", "checked": check.pk}
    assert client.post(url_of("call", opened_call.tournament, opened_call.pk), typed).status_code == 302
    assert opened_call.rulings.get().checked == check
    assert "Checker’s answer" in client.get(url_of("call", opened_call.tournament, opened_call.pk)).content.decode()


def test_preview_shows_how_the_input_will_be_read(client_of: SignIn, opened_call: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    typed = {"goal_mat": "37", "solution": "2+3x4"}
    previews = client.post(url_of("check_look", opened_call.tournament, opened_call.pk), typed).context["previews"]
    assert [(label, [each.written for each in preview.readings]) for label, preview in previews] == [
        ("Goal on the mat", ["37"]),
        ("Solution", ["2+(3x4)", "(2+3)x4"]),
    ]
    assert not Check.objects.exists()


def test_invalid_input_is_pointed_out_and_kept(client_of: SignIn, opened_call: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    typed = RIGHT | {"solution": "(6?6)+1", "required": "6 6"}
    answer = client.post(url_of("check", opened_call.tournament, opened_call.pk), typed)
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors)) == (422, ["solution"])
    assert (form["solution"].value(), form["required"].value()) == ("(6?6)+1", "6 6")
    preview = client.post(url_of("check_look", opened_call.tournament, opened_call.pk), typed).context["previews"][-1][
        1
    ]
    assert (preview.before, preview.after) == ("(6", "?6)+1")
    assert not Check.objects.exists()


def test_variations_come_from_the_event(client_of: SignIn, opened_call: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    url = url_of("check", opened_call.tournament, opened_call.pk)
    offered = [each.slug for each in client.get(url).context["form"].variations]
    assert ("0-wild" in offered, "log" in offered) == (True, False)  # Elementary
    wild = {"goal_mat": "37", "solution": "(6xw0(6))+1", "v-0-wild": "on"}
    assert client.post(url, wild, follow=True).context["answer"].verdict == "correct"
    assert Check.objects.get().asked["variations"] == [["0-wild", None]]
    assert client.post(url, wild | {"v-0-wild": ""}, follow=True).context["answer"].verdict == "incorrect"


def test_only_judges_open_the_checker(
    client_of: SignIn, opened_call: Call, judge: Actor, director: User, head_judge: Actor
) -> None:
    check = actions.check(judge, opened_call, question=equation())
    pages = [
        url_of("check", opened_call.tournament, opened_call.pk),
        url_of("check_answer", opened_call.tournament, check.pk),
    ]
    other, keeper = (person(opened_call.tournament, role) for role in (Role.JUDGE, Role.SCOREKEEPER))

    def status_codes(user: User | None) -> list[int]:
        return [client_of(user).get(each).status_code for each in pages]

    assert status_codes(judge.user) == [200, 200]
    assert status_codes(head_judge.user) == [404, 200]
    assert status_codes(other.user) == [404, 404]
    assert (status_codes(director), status_codes(keeper.user)) == ([403, 403], [403, 403])
    assert status_codes(None) == [302, 302]


def test_judge_about_to_give_the_next_opinion_sees_no_answer(
    client_of: SignIn, opened_call: Call, judge: Actor, head_judge: Actor
) -> None:
    check = actions.check(judge, opened_call, question=equation())
    calls.rule(judge, opened_call, ruling=NewRuling(decision="It is right."), checked=check)
    calls.ask_for_another(judge, opened_call)
    calls.end(judge, opened_call)
    calls.begin(head_judge, opened_call.sheet)
    client: Client = client_of(head_judge.user)
    assert client.get(url_of("check_answer", opened_call.tournament, check.pk)).status_code == 404


def test_check_of_another_visit_is_refused(opened_call: Call, judge: Actor, head_judge: Actor) -> None:
    check = actions.check(judge, opened_call, question=equation())
    calls.rule(judge, opened_call, ruling=NewRuling(decision="It is right."))
    calls.ask_for_another(judge, opened_call)
    calls.end(judge, opened_call)
    second = calls.begin(head_judge, opened_call.sheet)
    with pytest.raises(Refused):
        calls.rule(head_judge, second, ruling=NewRuling(decision="It is right."), checked=check)
    with pytest.raises(NotAllowed):
        actions.check(judge, second, question=equation())


def test_pages_take_a_constant_number_of_queries(
    client_of: SignIn, opened_call: Call, judge: Actor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client: Client = client_of(judge.user)
    for _ in range(2):
        check = actions.check(judge, opened_call, question=equation())
        with django_assert_num_queries(4):
            client.get(url_of("check", opened_call.tournament, opened_call.pk))
        with django_assert_num_queries(2):
            client.get(url_of("check_answer", opened_call.tournament, check.pk))


# -- On-Sets ----------------------------------------------------------------------------------------------------------


def test_cards_in_the_set_are_counted_and_marked(client_of: SignIn, opened_call: Call, judge: Actor) -> None:
    opened_call.tournament.events.update(
        book=save_copy("agloa-onsets-2014"), edition="agloa-onsets-2014", game="On-Sets"
    )
    client: Client = client_of(judge.user)
    url = url_of("check", opened_call.tournament, opened_call.pk)
    cards = ["B", "BR", "R", "G", "blank"]
    typed = {"universe": cards, "goal": "single", "goal_cubes": "2", "set_name_1": "B"}
    answer = client.post(url, typed, follow=True).context["answer"]
    assert (answer.verdict, answer.count, answer.goal_values) == ("incorrect", 2, (2,))  # one cube is too few
    answer = client.post(url, typed | {"set_name_1": "BUR-R"}, follow=True).context["answer"]
    assert (answer.verdict, [each.value for each in answer.breaking]) == ("ambiguous", ["1"])
    answer = client.post(url, typed | {"set_name_1": "(BUR)nB"}, follow=True).context["answer"]
    assert (answer.verdict, {card.name for card in answer.cards if card.state == "in"}) == ("correct", {"B", "BR"})


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"universe": []}, "universe"),
        ({"goal_cubes": "2 3"}, "goal_cubes"),
        ({"goal_cubes": "two"}, "goal_cubes"),
        ({"set_name_1": "B?R"}, "set_name_1"),
        ({"set_name_1": ""}, "set_name_1"),
        ({"restrictions_1": "B c c"}, "restrictions_1"),
    ],
)
def test_invalid_on_sets_input_is_reported_at_its_field(
    client_of: SignIn, opened_call: Call, judge: Actor, typed: dict[str, Any], wrong: str
) -> None:
    opened_call.tournament.events.update(
        book=save_copy("agloa-onsets-2014"), edition="agloa-onsets-2014", game="On-Sets"
    )
    client: Client = client_of(judge.user)
    good = {"universe": ["B", "R"], "goal": "single", "goal_cubes": "1", "set_name_1": "BnV"}
    answer = client.post(url_of("check", opened_call.tournament, opened_call.pk), good | typed)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [wrong])


# -- practice ---------------------------------------------------------------------------------------------------------


def link_of(tournament: Tournament) -> str:
    return token_for(factories.coach_link(require(tournament.teams.first())).nonce)


def test_coaches_practice_only_if_allowed_and_while_no_round_is_in_progress(
    client_of: SignIn, sheet: Sheet, director: User, director_actor: Actor
) -> None:
    tournament = sheet.tournament
    token = link_of(tournament)
    practice, inside = reverse("practice", args=[token]), reverse("practice_in", args=[token, sheet.round.division_id])
    board: Client = client_of(director)

    def status_codes() -> tuple[int, int, int]:
        coach = Client()
        offered = coach.get(reverse("team_page", args=[token])).content.decode().count("Practice with")
        return coach.get(practice).status_code, coach.post(inside, RIGHT).status_code, offered

    assert status_codes() == (404, 404, 0)
    board.post(url_of("practice_allow", tournament), {"allowed": "yes"})
    assert status_codes() == (404, 404, 0)  # the round is played
    close_round(director_actor, sheet)
    assert status_codes() == (200, 200, 1)
    assert Client().post(inside, RIGHT).context["answer"].verdict == "correct"
    board.post(url_of("practice_allow", tournament), {"allowed": "no"})
    assert status_codes() == (404, 404, 0)
    assert not Check.objects.exists()


def close_round(director_actor: Actor, sheet: Sheet) -> None:
    sheet.round.state = "complete"
    sheet.round.save()
