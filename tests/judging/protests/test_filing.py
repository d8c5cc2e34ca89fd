"""Filing a protest: the rule book answers at once, from what is on record and what staff type."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from foundation.activity.models import LogLine
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from judging.calls import actions as calls
from judging.calls.actions import NewRuling
from judging.models import Call
from judging.protests import actions
from judging.protests.actions import NewProtest
from judging.protests.eligibility import has_initialed
from judging.protests.models import Protest, ProtestStep
from scoring.entry import actions as scoring
from scoring.entry.entries import EntryNote
from scoring.models import Dispute, Sheet
from tests.helpers import require
from tests.judging.protests.conftest import CELLS, file_protest, make_two_rulings, refused_paper, set_collected_ago
from tests.scoring.conftest import paper, sheet_of
from tournament.models import Event
from tournament.rounds.models import Round

SAID = NewProtest(seat=1, ruling="The Solution is wrong.", complaint="It equals the Goal.")


def refusal(actor: Actor, sheet: Sheet, call: Call | None = None, **more: Any) -> str:
    """The sentence that refuses a protest."""
    with pytest.raises(Refused) as raised:
        actions.file(actor, sheet, form=replace(SAID, **more), call=call)
    assert not Protest.objects.exists()
    return raised.value.sentence


def test_protest_takes_the_judges_from_their_visits(
    verified_sheet: Sheet, judge: Actor, judges: list[Actor], ruled_call: Call
) -> None:
    protest = file_protest(judge, verified_sheet, ruled_call, shake=1)
    assert (protest.state, protest.second_judge, protest.third_judge, protest.agreed) == ("filed", True, False, True)
    assert protest.named == [require(each.user).name for each in judges[:2]]


def test_log_names_the_table_and_nothing_else(protest: Protest) -> None:
    line = LogLine.objects.get(action="protest.file")
    assert (line.text, line.data) == ("filed a protest at Table 1", {"table": "Table 1"})


def test_third_judge_must_be_named_too(verified_sheet: Sheet, judge: Actor) -> None:
    returned = file_protest(judge, verified_sheet, None, opinions="three", judges="One\nTwo")
    assert returned.state == "returned"
    done = actions.complete(judge, returned, judges="One, Two\nThree")
    assert (done.state, done.named) == ("filed", ["One", "Two", "Three"])
    assert [step.kind for step in ProtestStep.objects.filter(protest=done)] == ["filed", "returned", "completed"]


def test_protest_with_missing_names_is_returned(verified_sheet: Sheet, judge: Actor) -> None:
    returned = file_protest(judge, verified_sheet, None, opinions="agreed", judges="One")
    with pytest.raises(Refused, match="The form must name every judge who ruled") as raised:
        actions.complete(judge, returned, judges="One")
    assert (raised.value.field, Protest.objects.get().state) == ("judges", "returned")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"opinions": "one", "judges": "One, Two"}, "No second judge was called. (EQ VII-C-6; JM General 8)"),
        (
            {"opinions": "one"},
            "No second judge was called. (EQ VII-C-6; JM General 8) "
            "The form must name every judge who ruled. (JM General 8)",
        ),
        (
            {"opinions": "agreed", "judges": "One, Two", "about": "accepted"},
            "The shake is over once all players agree on the last Equation checked. (JM General 5)",
        ),
        (
            {"opinions": "agreed", "judges": "One, Two", "about": "scoring"},
            "Until the sheet is initialed, a judge can correct the score of any shake. (JM General 6)",
        ),
        (
            {"opinions": "agreed", "judges": "One, Two", "seat": 2},
            "The player has initialed the scoresheet. (EQ VII-C-6; JM General 8)",
        ),
        ({}, "Choose which judges ruled."),
        ({"opinions": "agreed", "seat": 4}, "Choose the player who is protesting."),
        ({"opinions": "agreed", "ruling": " "}, "Enter the ruling and why it’s wrong."),
    ],
)
def test_impossible_protest_is_refused_with_its_rule(
    verified_sheet: Sheet, judge: Actor, more: dict[str, Any], sentence: str
) -> None:
    assert refusal(judge, verified_sheet, **more) == sentence


def test_only_people_in_charge_accept_a_late_protest(
    verified_sheet: Sheet, judge: Actor, head_judge: Actor, ruled_call: Call, round_: Round
) -> None:
    set_collected_ago(round_, 16)
    late = (
        "The form wasn’t turned in on time after the match. (JM General 8; HT protest deadline) "
        "A director or the head judge can accept it late with a reason."
    )
    assert refusal(judge, verified_sheet, call=ruled_call) == late
    assert refusal(judge, verified_sheet, call=ruled_call, late_because="The fire alarm rang.") == late
    assert refusal(head_judge, verified_sheet, call=ruled_call) == late
    let_in = file_protest(head_judge, verified_sheet, ruled_call, late_because="The fire alarm rang.")
    assert (let_in.state, let_in.late_because) == ("filed", "The fire alarm rang.")


def test_deadline_follows_the_event_setting(
    verified_sheet: Sheet, judge: Actor, ruled_call: Call, round_: Round
) -> None:
    set_collected_ago(round_, 16)
    Event.objects.update(protest_minutes=20)
    assert file_protest(judge, verified_sheet, ruled_call).state == "filed"


def test_form_asks_for_initials_if_the_sheet_is_not_entered(sheet: Sheet, judge: Actor, ruled_call: Call) -> None:
    sheet = Sheet.objects.select_related("tournament", "current").get(pk=sheet.pk)
    assert has_initialed(sheet, 1) is None
    assert refusal(judge, sheet, call=ruled_call).startswith("Choose whether the player initialed")
    sentence = "The player has initialed the scoresheet. (EQ VII-C-6; JM General 8)"
    assert refusal(judge, sheet, call=ruled_call, has_initialed=True) == sentence
    assert file_protest(judge, sheet, ruled_call, has_initialed=False).state == "filed"


def test_entered_initials_count_more_than_typed_ones(verified_sheet: Sheet, judge: Actor, ruled_call: Call) -> None:
    sentence = "The player has initialed the scoresheet. (EQ VII-C-6; JM General 8)"
    assert refusal(judge, verified_sheet, call=ruled_call, seat=2, has_initialed=False) == sentence


def test_ruling_by_one_judge_cannot_be_protested(sheet: Sheet, judge: Actor, scorekeeper: Actor) -> None:
    first = calls.begin(judge, sheet)
    calls.rule(judge, first, ruling=NewRuling(decision="Wrong."))
    calls.end(judge, first)
    scoring.enter(scorekeeper, sheet, paper=refused_paper(*CELLS[0]), base=0, note=EntryNote(reason="protests"))
    sheet = Sheet.objects.select_related("tournament").get(pk=sheet.pk)
    sentence = refusal(judge, sheet, call=first, judges="Two")
    assert sentence == "No second judge was called. (EQ VII-C-6; JM General 8)"


def test_group_of_judges_counts_as_several_judges(sheet: Sheet, judge: Actor, scorekeeper: Actor) -> None:
    """JM General 7: judges may hear a tricky matter together."""
    first = calls.begin(judge, sheet)
    calls.rule(judge, first, ruling=NewRuling(decision="Wrong.", with_others="Hana Helper and Igor Helper"))
    calls.end(judge, first)
    scoring.enter(scorekeeper, sheet, paper=refused_paper(*CELLS[0]), base=0, note=EntryNote(reason="protests"))
    protest = file_protest(judge, Sheet.objects.select_related("tournament").get(pk=sheet.pk), first)
    assert (protest.state, protest.second_judge, protest.third_judge, protest.agreed) == ("filed", True, False, True)
    assert protest.named == [require(judge.user).name, "Hana Helper", "Igor Helper"]


def test_ruling_at_another_table_is_refused(round_: Round, verified_sheet: Sheet, judges: list[Actor]) -> None:
    other = make_two_rulings(judges[2:], sheet_of(round_, 2))
    assert refusal(judges[0], verified_sheet, call=other) == "Choose a ruling made at this table."


def test_player_has_one_open_protest_per_sheet(protest: Protest, judge: Actor, ruled_call: Call) -> None:
    with pytest.raises(Refused, match="This player has an open protest"):
        file_protest(judge, protest.sheet, ruled_call)
    actions.withdraw(judge, protest)
    assert file_protest(judge, protest.sheet, ruled_call).pk != protest.pk


def test_cup_hears_no_protests_and_mlag_only_if_switched_on(
    verified_sheet: Sheet, judge: Actor, ruled_call: Call
) -> None:
    from tournament.books import save_copy

    Event.objects.update(edition="acc-2026", book=save_copy("acc-2026"))
    sentence = refusal(judge, verified_sheet, call=ruled_call)
    assert sentence == "The judge’s decision is final. (ACC Additional Rules)"
    Event.objects.update(edition="mlag-basic-2018", book=save_copy("mlag-basic-2018"))
    sentence = refusal(judge, verified_sheet, call=ruled_call)
    assert sentence == "The rule book has no protests. The head judge has the final say. (HT appeals)"
    Event.objects.update(appeals=True)
    assert file_protest(judge, verified_sheet, ruled_call).state == "filed"


def test_withdrawn_or_dismissed_protest_lets_the_ruling_stand(
    protest: Protest, judge: Actor, head_judge: Actor
) -> None:
    assert Dispute.objects.filter(until__isnull=True).count() == 1
    with pytest.raises(Refused, match=re.escape("Enter why the protest is dismissed.")):
        actions.dismiss(head_judge, protest, reason=" ")
    assert actions.dismiss(head_judge, protest, reason="It is about taste.").state == "dismissed"
    assert Dispute.objects.filter(until__isnull=True).count() == 0
    with pytest.raises(Refused, match=r"This protest is now dismissed\."):
        actions.withdraw(judge, protest)


def test_only_people_who_may_read_a_protest_can_act_on_it(
    protest: Protest, judges: list[Actor], scorekeeper: Actor
) -> None:
    for stranger in (judges[3], scorekeeper):
        with pytest.raises(NotAllowed):
            actions.withdraw(stranger, protest)


def test_protest_is_sent_back_completed_and_accepted(protest: Protest, head_judge: Actor, judge: Actor) -> None:
    actions.send_back(head_judge, protest, reason="Which shake?")
    with pytest.raises(Refused, match="now incomplete"):
        actions.accept(head_judge, protest)
    actions.complete(judge, protest, judges="One\nTwo", complaint="In shake one it equals the Goal.")
    accepted = actions.accept(head_judge, protest)
    assert (accepted.state, accepted.complaint) == ("accepted", "In shake one it equals the Goal.")


def test_missing_protest_is_confirmed_only_after_the_deadline(
    round_: Round, verified_sheet: Sheet, head_judge: Actor, judge: Actor, ruled_call: Call
) -> None:
    with pytest.raises(Refused, match="can still be filed"):
        actions.confirm_no_protest(head_judge, verified_sheet)
    set_collected_ago(round_, 16)
    protest = file_protest(head_judge, verified_sheet, ruled_call, late_because="The fire alarm rang.")
    with pytest.raises(Refused, match="This table has an open protest"):
        actions.confirm_no_protest(head_judge, verified_sheet)
    actions.withdraw(judge if judge == head_judge else head_judge, protest)
    with pytest.raises(Refused, match="No initials are in dispute"):
        actions.confirm_no_protest(head_judge, verified_sheet)


def test_confirming_no_protest_closes_the_dispute(round_: Round, verified_sheet: Sheet, head_judge: Actor) -> None:
    set_collected_ago(round_, 16)
    actions.confirm_no_protest(head_judge, verified_sheet)
    assert Dispute.objects.filter(until__isnull=True).count() == 0


def test_closed_protest_settles_later_disputes_on_the_sheet(
    protest: Protest, head_judge: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    actions.dismiss(head_judge, protest, reason="It is about taste.")
    again = refused_paper("6 4 4", "2 4 6", "2 2 2")
    scoring.enter(
        scorekeeper, protest.sheet, paper=again, base=1, note=EntryNote(correction="keyed", reason="typed wrong")
    )
    scoring.check(other_scorekeeper, protest.sheet, base=2)
    assert Dispute.objects.filter(until__isnull=True).count() == 0


@pytest.mark.parametrize(
    "change",
    [{"judges": ""}, {"ruling": ""}, {"complaint": ""}, {"state": "lost"}, {"seat": 0}, {"second_judge": False}],
)
def test_database_refuses_an_incomplete_protest(verified_sheet: Sheet, judge: Actor, change: dict[str, Any]) -> None:
    protest = file_protest(judge, verified_sheet, None, opinions="three", judges="One\nTwo\nThree")
    with pytest.raises(IntegrityError), transaction.atomic():
        Protest.objects.filter(pk=protest.pk).update(**change)


def test_unrelated_tables_have_nothing_pending(verified_sheet: Sheet, round_: Round) -> None:
    assert list(Dispute.objects.values_list("sheet__table__number", flat=True)) == [1]
    assert paper("6", "2", "2")["rows"][0] == {"initials": "yes"}
