"""Added time: by the reasons of the edition, with absences, shown on the clock and on the scoresheet."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from judging.calls import actions
from judging.calls.added_time import ABSENCE, ANYTHING, VISIT, VisitTimes, propose_time, reasons_of
from judging.calls.queries import added_time_for
from judging.models import Absence, Call
from rulebooks import get
from scoring.models import Sheet
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tests.scoring.conftest import sheet_of
from tournament.rounds.models import ExtraTime, Round

AGLOA = get("agloa-equations-2019")
ALL = (VISIT, ABSENCE, "shake_begun_again", "third_opinion_argued", "slow_charge", ANYTHING)


@pytest.mark.parametrize(
    ("edition", "known"),
    [
        ("agloa-equations-2019", ALL),
        ("agloa-onsets-2014", ALL),
        ("mlag-basic-2018", (ANYTHING,)),
        ("acc-2026", (ANYTHING,)),
    ],
)
def test_reasons_are_those_of_the_edition(edition: str, known: tuple[str, ...]) -> None:
    assert tuple(reason.id for reason in reasons_of(get(edition))) == known


@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        (VISIT, "EQ XI-B-3; JM General 2"),
        (ABSENCE, "JM C24"),
        ("shake_begun_again", "JM A16"),
        ("third_opinion_argued", "JM A19"),
        ("slow_charge", "JM C29"),
    ],
)
def test_each_reason_has_its_rule(reason: str, rule: str) -> None:
    found = propose_time(AGLOA, VisitTimes(1800, 100, 200), reason)
    assert found is not None
    assert found.rule == rule


@pytest.mark.parametrize(
    ("reason", "began", "ended", "absences", "seconds"),
    [
        (ABSENCE, 100, 400, [(120, 300)], 180),
        (ABSENCE, 100, 400, [(120, 300), (200, 350)], 230),
        (ABSENCE, 100, 400, [(120, 150), (200, 250)], 80),
        (ABSENCE, 100, 400, [], 0),
        (VISIT, 1500, 1700, [(1520, 1620)], 100),
        (VISIT, 1400, 1700, [(1450, 1550)], 150),
        (VISIT, 1400, 1450, [(1400, 1450)], 0),
        ("shake_begun_again", 100, 190, [], 90),
        ("third_opinion_argued", 100, 190, [(100, 130)], 60),
        ("slow_charge", 1400, 1560, [], 60),
        ("slow_charge", 100, 190, [], 0),
    ],
)
def test_time_by_reason(reason: str, began: int, ended: int, absences: list, seconds: int) -> None:
    """In a round of thirty minutes, absences count at any time; visits and slow charges from 25:00 on."""
    found = propose_time(AGLOA, VisitTimes(1800, began, ended, absences), reason)
    assert found is not None
    assert found.seconds == seconds


def test_time_already_given_is_not_proposed_again() -> None:
    found = propose_time(AGLOA, VisitTimes(1800, 100, 400, [(100, 280)], already_given=120), ABSENCE)
    assert found is not None
    assert (found.seconds, found.minutes, found.rest) == (60, 1, 0)
    assert found.sentence == "Away for 3:00. All of this time is added. 2:00 was added earlier."


def test_edition_without_the_reason_proposes_nothing() -> None:
    assert propose_time(get("mlag-basic-2018"), VisitTimes(1800, 1600, 1700)) is None


# -- at the table -----------------------------------------------------------------------------------------------------


@pytest.fixture
@reused
def running_round(round_: Round) -> Round:
    """A round whose clock shows five minutes."""
    Round.objects.filter(pk=round_.pk).update(state="running", started_at=timezone.now() - timedelta(minutes=5))
    return Round.objects.select_related("tournament", "division__event__book").get(pk=round_.pk)


@pytest.fixture
@reused
def call(running_round: Round, judge: Actor) -> Call:
    return actions.begin(judge, sheet_of(running_round))


def shift_visit_back(call: Call, minutes: int) -> None:
    """Pretend that everything so far happened some minutes earlier."""
    earlier = timedelta(minutes=minutes)
    Call.objects.filter(pk=call.pk).update(began_at=timezone.now() - earlier)
    for absence in call.absences.all():
        Absence.objects.filter(pk=absence.pk).update(left_at=absence.left_at - earlier)


def test_visit_times_stay_in_order_if_the_clock_is_set_back(
    call: Call, judge: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The computer's clock goes back an hour while the judge is there and a player is away."""
    seat, now = call.sheet.table.seats.first(), timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() - timedelta(hours=1))
    actions.player_left(judge, call, seat=require(seat))
    actions.player_back(judge, call, seat=require(seat))
    actions.end(judge, call)
    call.refresh_from_db()
    away = call.absences.get()
    times = [require(at) for at in (call.asked_at, call.began_at, away.left_at, away.back_at, call.ended_at)]
    assert times == sorted(times)
    assert require(call.ended_at) - require(call.began_at) < timedelta(minutes=5)


def test_absence_is_timed_without_leaving_the_visit(call: Call, judge: Actor) -> None:
    seat = call.sheet.table.seats.first()
    assert added_time_for(call).reason.id == VISIT
    actions.player_left(judge, call, seat=require(seat))
    with pytest.raises(Refused, match="is marked as away"):
        actions.player_left(judge, call, seat=require(seat))
    with pytest.raises(Refused, match=r"still away from the table, and a judge must stay \(JM C24\)"):
        actions.end(judge, call)
    shift_visit_back(call, 3)
    actions.player_back(judge, call, seat=require(seat))
    with pytest.raises(Refused, match="isn’t marked as away"):
        actions.player_back(judge, call, seat=require(seat))
    time = added_time_for(call)
    assert (time.reason.id, require(time.proposed).seconds) == (ABSENCE, 180)
    assert actions.end(judge, call).state == "over"


def test_only_the_judge_at_the_table_notes_an_absence(call: Call, judges: list[Actor], running_round: Round) -> None:
    with pytest.raises(NotAllowed):
        actions.player_left(judges[1], call, seat=require(call.sheet.table.seats.first()))
    with pytest.raises(Refused, match="a player at this table"):
        actions.player_left(judges[0], call, seat=require(sheet_of(running_round, 2).table.seats.first()))


def test_added_time_is_on_the_clock_and_on_scorekeeper_pages(
    client_of: SignIn, call: Call, judge: Actor, scorekeeper: Actor, running_round: Round
) -> None:
    slug, sheet = running_round.tournament.slug, call.sheet
    actions.player_left(judge, call, seat=require(sheet.table.seats.first()))
    shift_visit_back(call, 3)
    client = client_of(judge.user)
    address = reverse("call_time", args=[slug, call.pk])
    client.post(address, {"reason": ABSENCE, "minutes": "3", "seconds": "10"})
    given = ExtraTime.objects.get()
    fields = (given.table, given.seconds, given.reason, given.given_by)
    assert fields == ("1", 190, "player away", judge.user)
    assert require(added_time_for(call, ABSENCE).proposed).seconds == 0
    browser = client_of(scorekeeper.user)
    clock = browser.get(reverse("clock", args=[slug])).content.decode()
    assert clock.count("Table 1: until 38:10") == 1
    page = browser.get(reverse("sheet", args=[slug, sheet.pk])).content.decode()
    assert page.count(f"3:10 added: player away ({require(judge.user).name})") == 1
    assert browser.get(reverse("sheets", args=[slug])).content.decode().count("3:10 added") == 1
    round_page = browser.get(reverse("round", args=[slug, running_round.pk])).context["clock"]
    assert [(each.reason, each.given_by) for each in round_page.round.extra_times.all()] == [fields[2:]]


def test_judge_can_type_another_reason(client_of: SignIn, call: Call, judge: Actor, running_round: Round) -> None:
    address = reverse("call_time", args=[running_round.tournament.slug, call.pk])
    client_of(judge.user).post(address, {"reason": ANYTHING, "minutes": "1", "seconds": "x", "why": "The lamp fell."})
    assert [(each.seconds, each.reason) for each in ExtraTime.objects.all()] == [(60, "The lamp fell.")]


def test_reason_is_chosen_without_leaving_the_page(
    client_of: SignIn, call: Call, judge: Actor, running_round: Round
) -> None:
    address = reverse("call_time", args=[running_round.tournament.slug, call.pk])
    answer = client_of(judge.user).get(address, {"reason": "slow_charge"}, headers={"HX-Request": "true"})
    assert answer.context["time"].reason.id == "slow_charge"
    assert client_of(judge.user).get(address).headers["Location"] == reverse(
        "call", args=[running_round.tournament.slug, call.pk]
    )


def test_absence_buttons_return_the_list_of_players(
    client_of: SignIn, call: Call, judge: Actor, running_round: Round
) -> None:
    client, seat = client_of(judge.user), call.sheet.table.seats.first()
    for name, away in (("call_away", 1), ("call_back", 0)):
        address = reverse(name, args=[running_round.tournament.slug, call.pk])
        answer = client.post(address, {"seat": require(seat).pk}, headers={"HX-Request": "true"})
        assert (len(answer.context["away"]), answer.headers["HX-Trigger"]) == (away, '{"times": {}}')
    assert client.post(address, {"seat": require(seat).pk}).headers["Location"] == reverse(
        "call", args=[running_round.tournament.slug, call.pk]
    )


def test_seat_that_does_not_exist_is_not_found(client_of: SignIn, call: Call, judge: Actor, sheet: Sheet) -> None:
    address = reverse("call_away", args=[sheet.tournament.slug, call.pk])
    assert client_of(judge.user).post(address, {"seat": "0"}).status_code == 404
