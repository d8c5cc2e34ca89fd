"""Calls: tables that wait, visits, rulings, and blind second and third opinions."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from foundation.activity.models import LogLine
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from judging.actions import declare_conflict
from judging.calls import actions
from judging.calls.actions import NewRuling
from judging.calls.added_time import VisitTimes, propose_time
from judging.calls.queries import open_calls, visit_of
from judging.models import Call
from judging.visits import rulings_seen_by
from rulebooks import get
from scoring.entry import actions as sheets
from scoring.entry.entries import EntryNote
from scoring.models import Result, Sheet
from tests.helpers import SignIn, require
from tests.scoring.conftest import PLAIN, sheet_of
from tournament.rounds.models import ExtraTime, Round

COLUMNS = list(enumerate(PLAIN["columns"]))


def begin_and_rule(judge: Actor, sheet: Sheet, decision: str = "The Solution is right.") -> Call:
    call = actions.begin(judge, sheet)
    actions.rule(judge, call, ruling=NewRuling(decision=decision, effect="none"))
    return call


def make_two_differing_rulings(judges: list[Actor], sheet: Sheet) -> tuple[Call, Call]:
    """A first ruling, and a second opinion that differs."""
    first = begin_and_rule(judges[0], sheet)
    second = actions.ask_for_another(judges[0], first)
    actions.end(judges[0], first)
    second = actions.begin(judges[1], sheet)
    actions.rule(judges[1], second, ruling=NewRuling(decision="The Solution is wrong."))
    return first, actions.compare(judges[1], second, agrees=False)


def test_table_waits_until_a_judge_comes_and_leaves(sheet: Sheet, judge: Actor, scorekeeper: Actor) -> None:
    waiting = actions.ask(scorekeeper, sheet)
    assert [(call.pk, call.state) for call in open_calls(sheet.tournament)] == [(waiting.pk, "waiting")]
    call = actions.begin(judge, sheet)
    assert (call.pk, call.state) == (waiting.pk, "there")
    ended = actions.end(judge, call, about="time")
    assert (ended.state, ended.about, open_calls(sheet.tournament)) == ("over", "time", [])


def test_board_lists_the_longest_wait_first_and_visits_last(
    round_: Round, sheet: Sheet, judge: Actor, scorekeeper: Actor
) -> None:
    actions.begin(judge, sheet)
    for number in (3, 2):
        actions.ask(scorekeeper, sheet_of(round_, number))
    assert [call.sheet.table.number for call in open_calls(round_.tournament)] == [3, 2, 1]


def test_judge_is_at_one_table_at_a_time(round_: Round, sheet: Sheet, judge: Actor) -> None:
    actions.begin(judge, sheet)
    with pytest.raises(Refused, match=r"You’re still at another table\."):
        actions.begin(judge, sheet_of(round_, 2))
    with pytest.raises(Refused, match=r"You’re at Table 1\."):
        actions.begin(judge, sheet)


def test_call_can_be_canceled_until_a_judge_comes(sheet: Sheet, judge: Actor, scorekeeper: Actor) -> None:
    call = actions.ask(scorekeeper, sheet)
    with pytest.raises(Refused, match="A judge was called to Table 1"):
        actions.ask(scorekeeper, sheet)
    actions.cancel(judge, call)
    assert open_calls(sheet.tournament) == []
    call = actions.begin(judge, sheet)
    with pytest.raises(Refused, match="A judge is at the table"):
        actions.cancel(judge, call)


def test_only_the_judge_at_the_table_rules(sheet: Sheet, judges: list[Actor]) -> None:
    call = actions.begin(judges[0], sheet)
    with pytest.raises(NotAllowed):
        actions.rule(judges[1], call, ruling=NewRuling(decision="Wrong."))
    with pytest.raises(Refused, match=r"Enter what you decided\."):
        actions.rule(judges[0], call, ruling=NewRuling(decision=" "))
    actions.rule(
        judges[0], call, ruling=NewRuling(decision="Right.", situation="A Now challenge.", rule="EQ VI-A", shake=3)
    )
    ruling = actions.rule(judges[0], call, ruling=NewRuling(decision="Wrong after all."))
    assert (ruling.number, call.rulings.count()) == (2, 2)


def test_second_judge_sees_nothing_of_the_first_opinion(sheet: Sheet, judges: list[Actor], head_judge: Actor) -> None:
    first = begin_and_rule(judges[0], sheet)
    second = actions.ask_for_another(judges[0], first)
    assert (second.opinion, second.matter) == (2, first.matter)
    actions.end(judges[0], first)
    with pytest.raises(NotAllowed, match="You ruled on this earlier"):
        actions.begin(judges[0], sheet)
    second = actions.begin(judges[1], sheet)
    assert rulings_seen_by(judges[1], second) == []
    assert [ruling.decision for ruling in rulings_seen_by(head_judge, second)] == ["The Solution is right."]
    actions.rule(judges[1], second, ruling=NewRuling(decision="The Solution is wrong."))
    seen = [ruling.decision for ruling in rulings_seen_by(judges[1], second)]
    assert seen == ["The Solution is right.", "The Solution is wrong."]
    assert rulings_seen_by(judges[2], second) == []
    assert [ruling.decision for ruling in rulings_seen_by(judges[0], second)] == ["The Solution is right."]


def test_judge_named_in_a_ruling_gives_no_second_opinion(sheet: Sheet, judge: Actor, head_judge: Actor) -> None:
    assert head_judge.user
    first = actions.begin(judge, sheet)
    actions.rule(
        judge, first, ruling=NewRuling(decision="Wrong.", with_others=f"Igor Other and {head_judge.user.name.upper()}")
    )
    actions.ask_for_another(judge, first)
    actions.end(judge, first)
    with pytest.raises(NotAllowed, match="You ruled on this earlier"):
        actions.begin(head_judge, sheet)


def test_head_judge_who_gives_the_next_opinion_is_blind_too(sheet: Sheet, judge: Actor, head_judge: Actor) -> None:
    first = begin_and_rule(judge, sheet)
    actions.ask_for_another(judge, first)
    actions.end(judge, first)
    second = actions.begin(head_judge, sheet)
    assert (rulings_seen_by(head_judge, second), rulings_seen_by(head_judge, first)) == ([], [])


def test_third_opinion_only_if_two_disagree(sheet: Sheet, judges: list[Actor]) -> None:
    _, second = make_two_differing_rulings(judges, sheet)
    actions.end(judges[1], second)
    third = actions.ask_for_another(judges[1], second)
    assert third.opinion == 3
    third = actions.begin(judges[2], sheet)
    assert rulings_seen_by(judges[2], third) == []
    actions.rule(judges[2], third, ruling=NewRuling(decision="Right."))
    with pytest.raises(Refused, match=r"Three judges have ruled\. The player can file a protest\."):
        actions.ask_for_another(judges[2], third)


def test_no_third_opinion_if_two_agree(sheet: Sheet, judges: list[Actor]) -> None:
    first = begin_and_rule(judges[0], sheet)
    actions.ask_for_another(judges[0], first)
    actions.end(judges[0], first)
    second = begin_and_rule(judges[1], sheet)
    with pytest.raises(Refused, match="Ask the players whether your ruling is the same"):
        actions.end(judges[1], second)
    with pytest.raises(Refused, match="First ask the players whether the two rulings are the same"):
        actions.ask_for_another(judges[1], second)
    actions.compare(judges[1], second, agrees=True)
    with pytest.raises(Refused, match="Two judges agree, so there’s no third opinion"):
        actions.ask_for_another(judges[1], second)
    actions.end(judges[1], second)


def test_further_opinion_requires_a_ruling(sheet: Sheet, judge: Actor) -> None:
    call = actions.begin(judge, sheet)
    with pytest.raises(Refused, match="There’s no ruling yet"):
        actions.ask_for_another(judge, call)
    with pytest.raises(Refused, match="You’re the first judge"):
        actions.compare(judge, call, agrees=True)


def test_judge_is_warned_of_a_conflict(sheet: Sheet, judge: Actor, director_actor: Actor) -> None:
    school = require(require(sheet.table.seats.first()).place.entry).team.school
    call = actions.begin(judge, sheet)
    assert visit_of(judge, call).conflicts == []
    declare_conflict(director_actor, sheet.tournament, judge=require(judge.user), school=school)
    assert visit_of(judge, call).conflicts == [school.name]


def test_judge_is_warned_of_a_conflict_on_the_card(
    client_of: SignIn, sheet: Sheet, judge: Actor, director_actor: Actor
) -> None:
    school = require(require(sheet.table.seats.first()).place.entry).team.school
    client = client_of(judge.user)
    address = reverse("at_table", args=[sheet.tournament.slug, sheet.round_id, sheet.table.number])
    assert client.get(address).context["conflicts"] == []
    declare_conflict(director_actor, sheet.tournament, judge=require(judge.user), school=school)
    page = client.get(address)
    assert page.context["conflicts"] == [school.name]
    assert page.content.decode().count(f"You have a conflict with {school.name}.") == 1


def test_log_does_not_say_what_was_decided(sheet: Sheet, judge: Actor) -> None:
    begin_and_rule(judge, sheet, "A secret decision.")
    assert [line.text for line in LogLine.objects.filter(action="ruling.make")] == ["made a ruling at Table 1"]
    assert not any("secret" in str(line.data) for line in LogLine.objects.all())


AGLOA = get("agloa-equations-2019")


@pytest.mark.parametrize(
    ("began", "ended", "seconds"),
    [(600, 900, 0), (1400, 1560, 60), (1500, 1590, 90), (1700, 1900, 200), (1490, 1500, 0)],
)
def test_time_is_added_in_the_last_five_minutes(began: int, ended: int, seconds: int) -> None:
    """In a round of thirty minutes, time counts from 25:00 on (EQ XI-B-3)."""
    found = propose_time(AGLOA, VisitTimes(1800, began, ended))
    assert (require(found).seconds, require(found).rule) == (seconds, "EQ XI-B-3; JM General 2")


# -- the pages --------------------------------------------------------------------------------------------------------


def test_visit_through_the_pages(client_of: SignIn, sheet: Sheet, judge: Actor) -> None:
    slug, client = sheet.tournament.slug, client_of(judge.user)
    answer = client.post(reverse("call_begin", args=[slug]), {"table": "1"})
    call = Call.objects.get()
    assert answer.headers["Location"] == reverse("call", args=[slug, call.pk])
    page = client.post(answer.headers["Location"], {"decision": "", "effect": "none"})
    assert page.status_code == 422
    client.post(answer.headers["Location"], {"decision": "The Goal is legal.", "effect": "none"})
    assert call.rulings.get().decision == "The Goal is legal."
    client.post(reverse("call_end", args=[slug, call.pk]), {"about": "move"})
    client.post(reverse("call_time", args=[slug, call.pk]), {"seconds": "45"})
    call.refresh_from_db()
    assert (call.state, call.about) == ("over", "move")


def test_added_time_is_on_the_clock(client_of: SignIn, sheet: Sheet, judge: Actor, round_: Round) -> None:
    Round.objects.filter(pk=round_.pk).update(state="running")
    call = begin_and_rule(judge, sheet)
    actions.end(judge, call)
    client_of(judge.user).post(reverse("call_time", args=[round_.tournament.slug, call.pk]), {"seconds": "45"})
    assert [(each.table, each.seconds) for each in ExtraTime.objects.all()] == [("1", 45)]


def test_second_judge_gets_no_text_of_the_first_ruling(client_of: SignIn, sheet: Sheet, judges: list[Actor]) -> None:
    """No page that the second judge can open contains a word of it."""
    slug = sheet.tournament.slug
    first = actions.begin(judges[0], sheet)
    actions.rule(
        judges[0],
        first,
        ruling=NewRuling(decision="Xylophone decision", situation="Xylophone situation", rule="Xylophone IX"),
    )
    actions.ask_for_another(judges[0], first)
    actions.end(judges[0], first)
    second = actions.begin(judges[1], sheet)
    client = client_of(judges[1].user)
    addresses = [
        reverse("calls", args=[slug]),
        reverse("call", args=[slug, first.pk]),
        reverse("call", args=[slug, second.pk]),
        reverse("log"),
        reverse("tournament", args=[slug]),
        reverse("sheet", args=[slug, sheet.pk]),
        reverse("sheet_history", args=[slug, sheet.pk]),
    ]
    for address in addresses:
        answer = client.get(address)
        assert (answer.status_code, b"Xylophone" in answer.content) == (200, False), address
    actions.rule(judges[1], second, ruling=NewRuling(decision="Mine"))
    assert b"Xylophone decision" in client.get(addresses[2]).content


@pytest.mark.parametrize("who", ["judge", "head judge", "director"])
def test_second_judge_does_not_see_the_first_decision_on_the_sheet(
    client_of: SignIn,
    sheet: Sheet,
    judges: list[Actor],
    head_judge: Actor,
    director_actor: Actor,
    scorekeeper: Actor,
    who: str,
) -> None:
    """A ruling about an entered sheet adds an entry, and no page, file or API method shows it to the second judge."""
    slug, further = (
        sheet.tournament.slug,
        {"judge": judges[1], "head judge": head_judge, "director": director_actor}[who],
    )
    rows = [{"initials": "refused", "refusal": "Xylophone"}, *PLAIN["rows"][1:]]
    sheets.enter(scorekeeper, sheet, paper=PLAIN | {"rows": rows}, base=0, note=EntryNote(reason="Xylophone"))
    first = actions.begin(judges[0], sheet)
    actions.rule(judges[0], first, ruling=NewRuling(decision="Void.", effect="void", shake=2))
    actions.ask_for_another(judges[0], first)
    actions.end(judges[0], first)
    second = actions.begin(further, sheet)
    client = client_of(further.user)
    page, history = (reverse(name, args=[slug, sheet.pk]) for name in ("sheet", "sheet_history"))
    item, entries = (reverse(f"api-sheets-{name}", args=[slug, sheet.pk]) for name in ("detail", "entries"))
    files = [reverse(name, args=[slug, sheet.round_id]) for name in ("sheet_export", "sheet_bulk")]

    def what_the_judge_sees() -> list[bool]:
        pages = [client.get(page), client.get(history, follow=True), client.post(f"{page}enter/", {"base": "7"})]
        texts = [b"Xylophone" in each.content for each in pages]
        typed = [row for row in client.get(files[1]).context["grid"].rows if row.sheet.pk == sheet.pk]
        exported = b"".join(client.get(files[0], {"format": "csv"})).decode().splitlines()
        figures = exported[1].split(",")[4:]
        read = client.get(item).json()["reading"]["paper"]
        return [
            *texts,
            any(figures),
            read is not None,
            client.get(entries).status_code == 200,
            *(not row.is_hidden for row in typed),
        ]

    assert what_the_judge_sees() == [False] * 7
    assert client.get(page).context["decisions"] == []
    actions.rule(further, second, ruling=NewRuling(decision="Mine"))
    assert any(what_the_judge_sees())


def test_board_takes_a_constant_number_of_queries(
    client_of: SignIn,
    round_: Round,
    judge: Actor,
    scorekeeper: Actor,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client = client_of(judge.user)
    client.get(reverse("calls", args=[round_.tournament.slug]))
    for numbers in ((1,), (2, 3, 4, 5)):
        for number in numbers:
            actions.ask(scorekeeper, sheet_of(round_, number))
        with django_assert_num_queries(3):
            assert client.get(reverse("calls", args=[round_.tournament.slug])).status_code == 200


class TestVoidedShakes:
    def test_ruling_says_which_shake(self, sheet: Sheet, judge: Actor) -> None:
        call = actions.begin(judge, sheet)
        with pytest.raises(Refused, match=r"Enter the shake to void or replay\."):
            actions.rule(judge, call, ruling=NewRuling(decision="It is void.", effect="void"))

    def test_entry_that_contradicts_the_ruling_is_refused(self, sheet: Sheet, judge: Actor, scorekeeper: Actor) -> None:
        call = actions.begin(judge, sheet)
        actions.rule(
            judge, call, ruling=NewRuling(decision="I helped by mistake: play it again.", effect="replay", shake=2)
        )
        with pytest.raises(Refused, match="A judge had shake 2 replayed, but the scoresheet doesn’t show it"):
            sheets.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        again = PLAIN | {"columns": [each | {"status": "replayed"} if at == 1 else each for at, each in COLUMNS]}
        assert sheets.enter(scorekeeper, sheet, paper=again, base=0).doubts == []

    def test_sheet_that_was_entered_is_changed_and_changed_back_by_another_ruling(
        self, sheet: Sheet, judge: Actor, scorekeeper: Actor, other_scorekeeper: Actor
    ) -> None:
        sheets.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        sheets.check(other_scorekeeper, sheet, base=1)
        call = actions.begin(judge, sheet)
        actions.rule(judge, call, ruling=NewRuling(decision="The shake is void.", effect="void", shake=1))
        assert list(Result.objects.filter(sheet=sheet).values_list("total", flat=True)) == [6, 10, 4]
        actions.rule(judge, call, ruling=NewRuling(decision="It counts after all.", effect="none"))
        assert list(Result.objects.filter(sheet=sheet).values_list("total", flat=True)) == [12, 12, 6]
        assert (Sheet.objects.get(pk=sheet.pk).given, sheet.entries.count()) == ([], 3)
