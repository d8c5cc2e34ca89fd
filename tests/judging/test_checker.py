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
from tournament.books import save_copy

RIGHT = {"goal_mat": "37", "solution": "(6x6)+1"}


def equation(**typed: Any) -> dict[str, Any]:
    """Return a question in the format that the form makes."""
    goal = typed.get("goal_mat", "37")
    start = {"variations": [], "cubes": None, "challenge": "", "goal_mat": goal, "goal_written": goal}
    return start | {"solution": "(6x6)+1"} | typed


@pytest.fixture
def call(sheet: Sheet, judge: Actor) -> Call:
    return calls.begin(judge, sheet)


@pytest.fixture
def opened(call: Call, judge: Actor) -> Call:
    return actions.open_checker(judge, call)


def page(name: str, tournament: Tournament, *about: Any) -> str:
    return reverse(name, args=[tournament.slug, *about])


def test_checker_is_closed_until_every_player_has_taken_a_stand(client_of: SignIn, call: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    where = page("check", call.tournament, call.pk)
    assert client.get(where).templates[0].name == "judging/checker/closed.html"
    assert client.post(where, RIGHT).templates[0].name == "judging/checker/closed.html"
    assert client.post(page("check_look", call.tournament, call.pk), RIGHT).status_code == 404
    with pytest.raises(Refused) as refused:
        actions.check(judge, call, question=equation())
    assert refused.value.sentence == "Say first that every player has taken a stand."
    assert client.post(page("check_open", call.tournament, call.pk)).status_code == 302
    assert client.get(where).templates[0].name == "judging/checker/check.html"
    assert LogLine.objects.get(action="check.open").text == "said that everybody at table 1 has taken a stand"


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [
        ({}, "correct"),
        ({"solution": "6x6+1"}, "ambiguous"),
        ({"solution": "(6x6)+2"}, "incorrect"),
    ],
)
def test_every_use_is_stored_with_the_visit(opened: Call, judge: Actor, typed: dict[str, str], verdict: str) -> None:
    made = actions.check(judge, opened, question=equation(**typed))
    assert (made.verdict, made.call, made.asked_by) == (verdict, opened, judge.user)
    line = LogLine.objects.get(action="check.ask")
    assert line.text == f"asked the checker about table 1: {verdict}"


def test_judge_asks_and_rules_with_the_answer(client_of: SignIn, opened: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    answer = client.post(page("check", opened.tournament, opened.pk), RIGHT | {"solution": "6x6+1"}, follow=True)
    made = Check.objects.get()
    assert answer.redirect_chain == [(page("check_answer", opened.tournament, made.pk), 302)]
    words = answer.content.decode()
    assert (words.count("Ambiguous"), words.count("What breaks it</h2>"), words.count("<math ")) == (2, 1, 4)
    ruling = client.get(page("call", opened.tournament, opened.pk), {"check": made.pk}).context["form"]
    assert (ruling["checked"].value(), ruling["decision"].value()) == (made.pk, str(made))
    sent = {"decision": "It is wrong once it is shown.", "effect": "none", "checked": made.pk}
    assert client.post(page("call", opened.tournament, opened.pk), sent).status_code == 302
    assert opened.rulings.get().checked == made
    assert "What the checker said" in client.get(page("call", opened.tournament, opened.pk)).content.decode()


def test_preview_shows_how_the_input_will_be_read(client_of: SignIn, opened: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    typed = {"goal_mat": "37", "solution": "2+3x4"}
    looks = client.post(page("check_look", opened.tournament, opened.pk), typed).context["looks"]
    assert [(label, [each.written for each in look.readings]) for label, look in looks] == [
        ("Goal on the mat", ["37"]),
        ("Solution", ["2+(3x4)", "(2+3)x4"]),
    ]
    assert not Check.objects.exists()


def test_bad_input_is_pointed_out_and_stays_typed(client_of: SignIn, opened: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    typed = RIGHT | {"solution": "(6?6)+1", "required": "6 6"}
    answer = client.post(page("check", opened.tournament, opened.pk), typed)
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors)) == (422, ["solution"])
    assert (form["solution"].value(), form["required"].value()) == ("(6?6)+1", "6 6")
    look = client.post(page("check_look", opened.tournament, opened.pk), typed).context["looks"][-1][1]
    assert (look.before, look.after) == ("(6", "?6)+1")
    assert not Check.objects.exists()


def test_variations_come_from_the_event(client_of: SignIn, opened: Call, judge: Actor) -> None:
    client: Client = client_of(judge.user)
    where = page("check", opened.tournament, opened.pk)
    offered = [each.slug for each in client.get(where).context["form"].variations]
    assert ("0-wild" in offered, "log" in offered) == (True, False)  # Elementary
    wild = {"goal_mat": "37", "solution": "(6xw0(6))+1", "v-0-wild": "on"}
    assert client.post(where, wild, follow=True).context["answer"].verdict == "correct"
    assert Check.objects.get().asked["variations"] == [["0-wild", None]]
    assert client.post(where, wild | {"v-0-wild": ""}, follow=True).context["answer"].verdict == "incorrect"


def test_only_judges_reach_it(client_of: SignIn, opened: Call, judge: Actor, director: User, head: Actor) -> None:
    made = actions.check(judge, opened, question=equation())
    pages = [page("check", opened.tournament, opened.pk), page("check_answer", opened.tournament, made.pk)]
    other, keeper = (person(opened.tournament, role) for role in (Role.JUDGE, Role.SCOREKEEPER))

    def seen(user: User | None) -> list[int]:
        return [client_of(user).get(each).status_code for each in pages]

    assert seen(judge.user) == [200, 200]
    assert seen(head.user) == [404, 200]
    assert seen(other.user) == [404, 404]
    assert (seen(director), seen(keeper.user)) == ([403, 403], [403, 403])
    assert seen(None) == [302, 302]


def test_judge_about_to_give_the_next_opinion_sees_no_answer(
    client_of: SignIn, opened: Call, judge: Actor, head: Actor
) -> None:
    made = actions.check(judge, opened, question=equation())
    calls.rule(judge, opened, ruling=NewRuling(decision="It is right."), checked=made)
    calls.ask_for_another(judge, opened)
    calls.end(judge, opened)
    calls.begin(head, opened.sheet)
    client: Client = client_of(head.user)
    assert client.get(page("check_answer", opened.tournament, made.pk)).status_code == 404


def test_check_of_another_visit_is_not_taken(opened: Call, judge: Actor, head: Actor) -> None:
    made = actions.check(judge, opened, question=equation())
    calls.rule(judge, opened, ruling=NewRuling(decision="It is right."))
    calls.ask_for_another(judge, opened)
    calls.end(judge, opened)
    second = calls.begin(head, opened.sheet)
    with pytest.raises(Refused):
        calls.rule(head, second, ruling=NewRuling(decision="It is right."), checked=made)
    with pytest.raises(NotAllowed):
        actions.check(judge, second, question=equation())


def test_pages_ask_a_constant_number_of_questions(
    client_of: SignIn, opened: Call, judge: Actor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client: Client = client_of(judge.user)
    for _ in range(2):
        made = actions.check(judge, opened, question=equation())
        with django_assert_num_queries(4):
            client.get(page("check", opened.tournament, opened.pk))
        with django_assert_num_queries(2):
            client.get(page("check_answer", opened.tournament, made.pk))


# -- On-Sets ----------------------------------------------------------------------------------------------------------


def test_cards_of_a_set_are_counted_and_turned_over(client_of: SignIn, opened: Call, judge: Actor) -> None:
    opened.tournament.events.update(book=save_copy("agloa-onsets-2014"), edition="agloa-onsets-2014", game="On-Sets")
    client: Client = client_of(judge.user)
    where = page("check", opened.tournament, opened.pk)
    cards = ["B", "BR", "R", "G", "blank"]
    typed = {"universe": cards, "goal": "single", "goal_cubes": "2", "set_name_1": "B"}
    answer = client.post(where, typed, follow=True).context["answer"]
    assert (answer.verdict, answer.count, answer.goal_values) == ("incorrect", 2, (2,))  # one cube is too few
    answer = client.post(where, typed | {"set_name_1": "BUR-R"}, follow=True).context["answer"]
    assert (answer.verdict, [each.value for each in answer.breaking]) == ("ambiguous", ["1"])
    answer = client.post(where, typed | {"set_name_1": "(BUR)nB"}, follow=True).context["answer"]
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
def test_bad_on_sets_input_is_reported_at_its_field(
    client_of: SignIn, opened: Call, judge: Actor, typed: dict[str, Any], wrong: str
) -> None:
    opened.tournament.events.update(book=save_copy("agloa-onsets-2014"), edition="agloa-onsets-2014", game="On-Sets")
    client: Client = client_of(judge.user)
    good = {"universe": ["B", "R"], "goal": "single", "goal_cubes": "1", "set_name_1": "BnV"}
    answer = client.post(page("check", opened.tournament, opened.pk), good | typed)
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

    def seen() -> tuple[int, int, int]:
        coach = Client()
        offered = coach.get(reverse("team_page", args=[token])).content.decode().count("Practice with")
        return coach.get(practice).status_code, coach.post(inside, RIGHT).status_code, offered

    assert seen() == (404, 404, 0)
    board.post(page("practice_allow", tournament), {"allowed": "yes"})
    assert seen() == (404, 404, 0)  # the round is played
    finish(director_actor, sheet)
    assert seen() == (200, 200, 1)
    assert Client().post(inside, RIGHT).context["answer"].verdict == "correct"
    board.post(page("practice_allow", tournament), {"allowed": "no"})
    assert seen() == (404, 404, 0)
    assert not Check.objects.exists()


def finish(director_actor: Actor, sheet: Sheet) -> None:
    sheet.round.state = "complete"
    sheet.round.save()
