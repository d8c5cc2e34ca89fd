"""A judge's phone: a table's card, the keypad, the subject, similar cases; and judges on the dashboard."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from foundation.activity.models import LogLine
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Role
from judging.calls import actions
from judging.calls.actions import NewRuling
from judging.models import Call
from scoring.models import Sheet
from tests import factories
from tests.helpers import SignIn, require
from tests.judging.test_calls import begin_and_rule
from tests.scoring.conftest import sheet_of
from tournament.dashboard import counts_by_division
from tournament.hooks import DashboardCount
from tournament.rounds.actions import give_extra_time
from tournament.rounds.models import Round


def card_url(sheet: Sheet) -> str:
    return reverse("at_table", args=[sheet.tournament.slug, sheet.round_id, sheet.table.number])


def test_table_card_lets_judges_begin_and_others_call(client_of: SignIn, sheet: Sheet, judge: Actor) -> None:
    assert card_url(sheet) == f"/t/{sheet.tournament.slug}/at/{sheet.round_id}/1/"
    page = client_of(judge.user).get(card_url(sheet)).content.decode()
    assert (page.count("Start visit"), page.count("Call a judge")) == (1, 1)
    scorekeeper = client_of(factories.helper(sheet.tournament, Role.SCOREKEEPER))
    page = scorekeeper.get(card_url(sheet)).content.decode()
    assert (page.count("Start visit"), page.count("Call a judge")) == (0, 1)
    answer = scorekeeper.post(reverse("call_ask", args=[sheet.tournament.slug]), {"sheet": sheet.pk})
    assert answer.headers["Location"] == reverse("tournament", args=[sheet.tournament.slug])
    assert Call.objects.get().state == "waiting"
    answer = client_of(judge.user).post(reverse("call_begin", args=[sheet.tournament.slug]), {"sheet": sheet.pk})
    assert answer.headers["Location"] == reverse("call", args=[sheet.tournament.slug, Call.objects.get().pk])


def test_table_card_shows_the_table_where_the_judge_is(
    client_of: SignIn, round_: Round, sheet: Sheet, judge: Actor
) -> None:
    actions.begin(judge, sheet)
    client = client_of(judge.user)
    assert client.get(card_url(sheet)).content.decode().count("Open your visit") == 1
    assert client.get(card_url(sheet_of(round_, 2))).content.decode().count("You’re still at Table 1.") == 1


def test_table_card_of_an_unknown_table_or_a_closed_round(client_of: SignIn, sheet: Sheet, judge: Actor) -> None:
    client = client_of(judge.user)
    assert client.get(card_url(sheet).replace("/1/", "/999/")).status_code == 404
    Round.objects.filter(pk=sheet.round_id).update(state="complete")
    page = client.get(card_url(sheet)).content.decode()
    assert (page.count("Round 1 isn’t in progress."), page.count("Start visit")) == (1, 0)


def create_sheet_in_another_division(sheet: Sheet) -> Sheet:
    """Create a table with the same number in another division."""
    division = sheet.round.division.event.divisions.create(letter="M", name="Middle", max_grade=8, color="gold")
    tournament, now = sheet.tournament, timezone.now()
    round_ = tournament.rounds.create(division=division, number=1, state="running", started_at=now)
    draw = round_.draws.create(
        tournament=tournament,
        version=1,
        state="published",
        published_at=now,
        method="preset",
        seed=1,
        bound={},
        as_drawn=[],
    )
    return Sheet.objects.create(tournament=tournament, round=round_, table=draw.tables.create(number=1))


def test_keypad_asks_for_the_division_if_two_use_the_same_number(client_of: SignIn, sheet: Sheet, judge: Actor) -> None:
    slug, client = sheet.tournament.slug, client_of(judge.user)
    pick, begin = reverse("call_pick", args=[slug]), reverse("call_begin", args=[slug])
    assert client.get(pick).content.decode().count("data-digit") == 11
    assert [each.pk for each in client.get(pick, {"table": "1"}).context["found"]] == [sheet.pk]
    other = create_sheet_in_another_division(sheet)
    assert client.post(begin, {"table": "1"}).headers["Location"] == f"{pick}?table=1"
    page = client.get(pick, {"table": "1"})
    assert [each.pk for each in page.context["found"]] == [sheet.pk, other.pk]
    assert page.content.decode().count(card_url(other)) == 1
    assert client.post(begin, {"table": "99"}).headers["Location"] == reverse("calls", args=[slug])
    assert client.post(begin, {"table": "x"}).headers["Location"] == reverse("calls", args=[slug])
    assert not Call.objects.exists()


def test_judge_sets_the_subject_during_the_visit(client_of: SignIn, sheet: Sheet, judges: list[Actor]) -> None:
    call = actions.begin(judges[0], sheet)
    client, address = client_of(judges[0].user), reverse("call_about", args=[sheet.tournament.slug, call.pk])
    for tapped, about in (("time", "time"), ("move", "move"), ("move", "")):
        answer = client.post(address, {"about": tapped}, headers={"HX-Request": "true"})
        assert answer.content.decode().count('aria-pressed="true"') == bool(about)
        assert Call.objects.get().about == about
    answer = client.post(address, {"about": "nonsense"}, headers={"HX-Request": "true"})
    assert answer.context["refused"] == "Choose what the call is about."
    with pytest.raises(NotAllowed):
        actions.note_about(judges[1], call, about="time")
    actions.note_about(judges[0], call, about="scoring")
    assert actions.end(judges[0], call).about == "scoring"
    with pytest.raises(Refused, match="This visit has ended"):
        actions.note_about(judges[0], call, about="time")
    texts = {line.text for line in LogLine.objects.filter(action="call.about")}
    assert texts == {"set the topic of the call at Table 1"}


def test_similar_cases_while_typing_and_after_the_ruling(client_of: SignIn, sheet: Sheet, judge: Actor) -> None:
    call = actions.begin(judge, sheet)
    client, slug = client_of(judge.user), sheet.tournament.slug
    like = reverse("call_like", args=[slug, call.pk])
    typed = {"situation": "The boy went to the bathroom", "decision": "the others waited while he was away"}
    cases = client.post(like, typed).context["cases"]
    assert (cases[0].id, len(cases) <= 3) == ("JM C24", True)
    assert client.post(like, {"situation": " "}).context["cases"] == ()
    assert {case.game for case in client.post(like, {"situation": "The dealer dealt 14 cards."}).context["cases"]} <= {
        "both",
        "equations",
    }
    actions.rule(judge, call, ruling=NewRuling(typed["decision"], situation=typed["situation"]))
    page = client.get(reverse("call", args=[slug, call.pk]))
    assert [cases[0].id for _, cases in page.context["visit"].rulings] == ["JM C24"]


def test_only_people_in_charge_see_the_link_to_the_casebook(
    client_of: SignIn, sheet: Sheet, judge: Actor, head_judge: Actor
) -> None:
    call = begin_and_rule(judge, sheet, "Right & fair?")
    address = reverse("call", args=[sheet.tournament.slug, call.pk])
    assert client_of(judge.user).get(address).content.decode().count("Add to the casebook") == 0
    page = client_of(head_judge.user).get(address).content.decode()
    assert page.count("?situation=&amp;ruling=Right%20%26%20fair%3F&amp;citation=") == 1


# -- blind opinions ---------------------------------------------------------------------------------------------------


def test_next_judge_sees_nothing_of_the_first_visit(client_of: SignIn, sheet: Sheet, judges: list[Actor]) -> None:
    """No HTTP response to the second judge contains a word of the first visit."""
    slug = sheet.tournament.slug
    Round.objects.filter(pk=sheet.round_id).update(state="running")
    sheet = sheet_of(sheet.round)
    first = actions.begin(judges[0], sheet)
    actions.note_about(judges[0], first, about="behavior")
    actions.rule(
        judges[0],
        first,
        ruling=NewRuling(decision="Xylophone decision", situation="Xylophone in the bathroom", rule="Xyl IX"),
    )
    give_extra_time(judges[0], sheet.round, table="1", seconds=90, reason="Xylophone noise")
    waiting = actions.ask_for_another(judges[0], first)
    page = client_of(judges[0].user).get(reverse("call", args=[slug, first.pk]))
    assert page.context["table_url"].endswith(card_url(sheet))
    assert page.content.decode().count('class="qr"') == 1
    actions.end(judges[0], first)
    second = client_of(judges[1].user)
    assert waiting.about == ""
    assert second.get(card_url(sheet)).content.decode().count("A player asked for a second opinion here.") == 1
    mine = actions.begin(judges[1], sheet)
    requests = {
        "get": [
            card_url(sheet),
            reverse("calls", args=[slug]),
            reverse("call_pick", args=[slug]),
            reverse("call", args=[slug, first.pk]),
            reverse("call", args=[slug, mine.pk]),
            reverse("tournament", args=[slug]),
            reverse("round", args=[slug, sheet.round_id]),
            reverse("clock", args=[slug]),
            reverse("sheet", args=[slug, sheet.pk]),
            reverse("sheets", args=[slug]),
        ],
        "post": [reverse("call_like", args=[slug, first.pk]), reverse("call_like", args=[slug, mine.pk])],
    }
    for method, addresses in requests.items():
        for address in addresses:
            answer = getattr(second, method)(address)
            assert (answer.status_code, b"Xyl" in answer.content) == (200, False), address
            assert b'aria-pressed="true"' not in answer.content, address
            assert b"JM C24" not in answer.content, address
    for name in ("call_time", "call_about", "call_away"):
        answer = second.get(reverse(name, args=[slug, mine.pk]), headers={"HX-Request": "true"})
        assert b"Xyl" not in answer.content, name


def test_qr_code_is_shown_until_the_next_judge_comes(client_of: SignIn, sheet: Sheet, judges: list[Actor]) -> None:
    first = begin_and_rule(judges[0], sheet)
    address = reverse("call", args=[sheet.tournament.slug, first.pk])
    assert client_of(judges[0].user).get(address).context["table_url"] == ""
    actions.ask_for_another(judges[0], first)
    assert client_of(judges[2].user).get(address).context["table_url"] == ""
    assert client_of(judges[0].user).get(address).context["table_url"] != ""
    actions.begin(judges[1], sheet)
    assert client_of(judges[0].user).get(address).context["table_url"] == ""


# -- the dashboard ----------------------------------------------------------------------------------------------------


def test_dashboard_shows_which_tables_wait_and_where_judges_are(
    client_of: SignIn, round_: Round, judge: Actor, scorekeeper: Actor, director_actor: Actor
) -> None:
    tournament = round_.tournament
    there = actions.begin(judge, sheet_of(round_, 1))
    waits = actions.ask(scorekeeper, sheet_of(round_, 2))
    Call.objects.filter(pk=there.pk).update(began_at=timezone.now() - timedelta(minutes=6, seconds=5))
    address = reverse("calls", args=[tournament.slug])
    expected = [
        DashboardCount(
            None,
            "Table 2 is waiting for a judge (just now)",
            f"{address}#call-{waits.pk}",
            "warn",
            "scales",
            "call.view",
        ),
        DashboardCount(
            None,
            f"{require(judge.user).name} is at Table 1 (6 min)",
            f"{address}#call-{there.pk}",
            "",
            "scales",
            "call.view",
        ),
    ]
    found = counts_by_division(director_actor, tournament)[round_.division_id]
    assert [figure for figure in found if figure.icon == "scales"] == expected
    for user, links in ((director_actor.user, 2), (scorekeeper.user, 0)):
        page = client_of(user).get(tournament.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
        assert (page.count("Table 2 is waiting for a judge (just now)"), page.count(f"{address}#call-")) == (1, links)
    actions.end(judge, there)
    actions.cancel(director_actor, waits)
    assert [
        figure
        for figure in counts_by_division(director_actor, tournament)[round_.division_id]
        if figure.icon == "scales"
    ] == []
