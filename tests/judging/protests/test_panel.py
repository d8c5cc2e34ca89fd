"""The appeals panel: its members, votes, decisions that become entries of the scoresheet, and their preview."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from foundation.activity.models import LogLine
from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.people.actor import Actor
from judging.actions import declare_conflict
from judging.models import Call
from judging.protests import actions
from judging.protests.decision_preview import could_change_ranks, preview_decision
from judging.protests.models import Decision, Protest, ProtestStep, Vote
from judging.protests.queries import count_votes, panel_of
from judging.protests.sheet_edits import PanelEdits
from rulebooks import get
from scoring.entry import actions as scoring
from scoring.entry.entries import EntryNote
from scoring.models import Dispute, Entry, Result, Sheet
from scoring.paper import ComputedSheet, SheetContext, read_paper
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope
from tests.helpers import require
from tests.judging.protests.conftest import cast_votes, file_protest, hear_with_panel, refused_paper, rescoring_edits
from tournament.models import Event
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round

RULE = "EQ VII-C-6"
REASON = "The Solution equals the Goal."


def points_of(sheet: Sheet) -> list[str]:
    return [f"{require(each.points).normalize():f}" for each in Result.objects.filter(sheet=sheet).order_by("seat")]


def ranks_of(sheet: Sheet, kind: str = "players") -> dict[str, int]:
    rows = Standings(Scope((sheet.round.division,)), kind).rows()
    return {row.label.name: row.ranked.rank for row in rows}


def decide_protest(panel: list[Actor], protest: Protest, outcome: str, typed: PanelEdits | None = None) -> Decision:
    cast_votes(panel[:2], protest, outcome)
    return actions.decide(panel[0], protest, outcome=outcome, edits=typed, rule=RULE, reason=REASON)


# -- who sits on it ---------------------------------------------------------------------------------------------------


def test_judge_who_ruled_cannot_be_on_the_panel(protest: Protest, head_judge: Actor, judges: list[Actor]) -> None:
    actions.accept(head_judge, protest)
    for judge in judges[:2]:
        with pytest.raises(Refused, match=r"Judge Helper ruled on this and can’t be on the panel\."):
            actions.name_member(head_judge, protest, member=require(judge.user))
    actions.name_member(head_judge, protest, member=require(judges[2].user))
    assert panel_of(protest) == [judges[2].user]


def test_judge_with_a_conflict_at_the_table_cannot_be_on_the_panel(
    protest: Protest, head_judge: Actor, panel: list[Actor]
) -> None:
    actions.accept(head_judge, protest)
    school = require(require(protest.sheet.table.seats.first()).place.entry).team.school
    declare_conflict(head_judge, protest.tournament, judge=require(panel[0].user), school=school)
    with pytest.raises(Refused, match=f"has a conflict with {school.name}, which has a player at the table"):
        actions.name_member(head_judge, protest, member=require(panel[0].user))


def test_conflict_declared_later_ends_the_right_to_vote(
    heard_protest: Protest, head_judge: Actor, panel: list[Actor]
) -> None:
    school = require(require(heard_protest.sheet.table.seats.first()).place.entry).team.school
    declare_conflict(head_judge, heard_protest.tournament, judge=require(panel[0].user), school=school)
    with pytest.raises(NotAllowed, match="Ask the head judge to name someone else"):
        actions.vote(panel[0], heard_protest, outcome="upheld", reason="So it is.")


def test_judge_who_is_named_on_the_form_is_not_on_the_panel(
    verified_sheet: Sheet, judge: Actor, head_judge: Actor, panel: list[Actor]
) -> None:
    protest = file_protest(
        judge, verified_sheet, None, opinions="agreed", judges=f"Somebody\n{require(panel[0].user).name.upper()}"
    )
    actions.accept(head_judge, protest)
    with pytest.raises(Refused, match="ruled on this"):
        actions.name_member(head_judge, protest, member=require(panel[0].user))


def test_only_a_complete_panel_hears_a_protest(
    protest: Protest, head_judge: Actor, panel: list[Actor], scorekeeper: Actor
) -> None:
    with pytest.raises(Refused, match="Accept the protest first"):
        actions.name_member(head_judge, protest, member=require(panel[0].user))
    actions.accept(head_judge, protest)
    for each in panel[:2]:
        actions.name_member(head_judge, protest, member=require(each.user))
    with pytest.raises(Refused, match="The panel has 2 of 3 members"):
        actions.hear(panel[0], protest)
    with pytest.raises(Refused, match="is on the panel"):
        actions.name_member(head_judge, protest, member=require(panel[0].user))
    with pytest.raises(Refused, match="Choose a judge from this tournament"):
        actions.name_member(head_judge, protest, member=require(scorekeeper.user))
    actions.name_member(head_judge, protest, member=require(panel[2].user))
    with pytest.raises(Refused, match="The panel is full"):
        actions.name_member(head_judge, protest, member=require(head_judge.user))
    actions.release_member(head_judge, protest, member=require(panel[2].user))
    actions.name_member(head_judge, protest, member=require(head_judge.user))
    assert actions.hear(head_judge, protest).state == "heard"


# -- votes ------------------------------------------------------------------------------------------------------------


def test_last_vote_of_a_member_counts_and_all_are_kept(heard_protest: Protest, panel: list[Actor]) -> None:
    cast_votes(panel[:2], heard_protest, "upheld")
    assert count_votes(heard_protest).outcome == "upheld"
    cast_votes(panel[:1], heard_protest, "rescored")
    assert (count_votes(heard_protest).outcome, Vote.objects.count()) == ("", 3)


def test_majority_of_the_panel_decides(heard_protest: Protest, panel: list[Actor], head_judge: Actor) -> None:
    cast_votes(panel[:1], heard_protest, "upheld")
    with pytest.raises(Refused, match=r"There’s no majority yet\. 2 of 3 members must vote the same way\."):
        actions.decide(panel[0], heard_protest, outcome="upheld", rule=RULE, reason=REASON)
    cast_votes(panel[1:2], heard_protest, "upheld")
    with pytest.raises(Refused, match="The panel voted for another outcome: the ruling stands"):
        actions.decide(panel[0], heard_protest, outcome="rescored", rule=RULE, reason=REASON)
    with pytest.raises(NotAllowed, match="Only members of this panel can do this"):
        actions.decide(head_judge, heard_protest, outcome="upheld", rule=RULE, reason=REASON)
    with pytest.raises(Refused, match="Enter the rule or case"):
        actions.decide(panel[0], heard_protest, outcome="upheld", rule="", reason="So it is.")


def test_votes_of_a_released_member_do_not_count(heard_protest: Protest, panel: list[Actor], head_judge: Actor) -> None:
    cast_votes(panel[:2], heard_protest, "upheld")
    actions.release_member(head_judge, heard_protest, member=require(panel[0].user))
    assert count_votes(heard_protest).outcome == ""
    with pytest.raises(Refused, match="The panel has 2 of 3 members"):
        actions.decide(panel[1], heard_protest, outcome="upheld", rule=RULE, reason=REASON)


def test_panel_size_follows_the_event_setting(protest: Protest, head_judge: Actor, panel: list[Actor]) -> None:
    Event.objects.update(panel_size=1)
    hear_with_panel(head_judge, protest, panel[:1])
    cast_votes(panel[:1], protest, "upheld")
    assert actions.decide(panel[0], protest, outcome="upheld", rule=RULE, reason=REASON).votes == 1


# -- decisions --------------------------------------------------------------------------------------------------------


def test_upheld_ruling_changes_nothing_and_settles_the_dispute(heard_protest: Protest, panel: list[Actor]) -> None:
    before = points_of(heard_protest.sheet)
    decision = decide_protest(panel, heard_protest, "upheld")
    assert (decision.entry, decision.votes, decision.panel) == (None, 2, 3)
    assert (points_of(heard_protest.sheet), Entry.objects.filter(sheet=heard_protest.sheet).count()) == (before, 1)
    assert Dispute.objects.filter(until__isnull=True).count() == 0
    assert Protest.objects.get().state == "decided"


def test_rescoring_adds_an_entry_that_counts_at_once(heard_protest: Protest, panel: list[Actor]) -> None:
    assert points_of(heard_protest.sheet) == ["5", "5", "2"]
    decision = decide_protest(panel, heard_protest, "rescored", rescoring_edits(1, "2", "6", "2"))
    sheet = Sheet.objects.get(pk=heard_protest.sheet_id)
    assert (points_of(sheet), decision.shakes) == (["4", "6", "2"], [1])
    entry = Entry.objects.get(pk=require(sheet.verified_id))
    assert (entry.number, entry.source, entry.correction, entry.pk) == (2, "appeal", "appeal", decision.entry_id)
    assert entry.reason == "EQ VII-C-6: The Solution equals the Goal."
    assert (Dispute.objects.filter(until__isnull=True).count(), sheet.is_verified) == (0, True)
    assert LogLine.objects.get(action="protest.decide").text == "decided the protest at Table 1"


def test_panel_can_decide_about_a_closed_round(
    heard_protest: Protest, panel: list[Actor], director_actor: Actor
) -> None:
    rounds.close(
        director_actor, Round.objects.select_related("tournament", "division").get(pk=heard_protest.sheet.round_id)
    )
    decide_protest(panel, heard_protest, "rescored", rescoring_edits(1, "2", "6", "2"))
    assert points_of(heard_protest.sheet) == ["4", "6", "2"]


def test_replayed_shake_counts_once_its_points_are_entered(
    heard_protest: Protest, panel: list[Actor], head_judge: Actor
) -> None:
    decide_protest(panel, heard_protest, "replayed", PanelEdits(base=1, replayed_shakes=[1]))
    assert points_of(heard_protest.sheet) == ["4", "6", "2"]
    with pytest.raises(Refused, match="Enter the points of the replayed shake"):
        actions.replay(head_judge, heard_protest, cells=["", "", ""], base=2)
    actions.replay(head_judge, heard_protest, cells=["6", "2", "2"], base=2)
    sheet = Sheet.objects.select_related("current").get(pk=heard_protest.sheet_id)
    assert (points_of(sheet), require(sheet.current).number, require(sheet.current).source) == (
        ["5", "5", "2"],
        3,
        "appeal",
    )
    assert [column.get("status", "") for column in require(sheet.current).paper["columns"]] == ["replayed", "", "", ""]
    with pytest.raises(Refused, match="No shake at this table is waiting to be replayed"):
        actions.replay(head_judge, heard_protest, cells=["6", "2", "2"], base=3)


def test_only_another_decision_replaces_a_decision(heard_protest: Protest, panel: list[Actor]) -> None:
    decide_protest(panel, heard_protest, "rescored", rescoring_edits(1, "2", "6", "2"))
    with pytest.raises(Refused, match="There’s no majority yet"):
        actions.decide(panel[0], heard_protest, outcome="upheld", rule=RULE, reason=REASON)
    second = decide_protest(panel[1:], heard_protest, "upheld")
    sheet = Sheet.objects.select_related("current").get(pk=heard_protest.sheet_id)
    assert (points_of(sheet), second.number, require(sheet.current).number) == (["5", "5", "2"], 2, 3)
    assert require(sheet.current).paper == Entry.objects.get(sheet=sheet, number=1).paper
    kinds = [step.kind for step in ProtestStep.objects.filter(protest=heard_protest)]
    assert kinds == ["filed", "accepted", "named", "named", "named", "heard", "decided", "decided"]


def test_sheet_changed_after_a_decision_is_not_restored(
    heard_protest: Protest, panel: list[Actor], scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    decide_protest(panel, heard_protest, "rescored", rescoring_edits(1, "2", "6", "2"))
    again = refused_paper("2 4 4", "6 4 6", "2 2 2")
    scoring.enter(
        scorekeeper, heard_protest.sheet, paper=again, base=2, note=EntryNote(correction="keyed", reason="typed wrong")
    )
    scoring.check(other_scorekeeper, heard_protest.sheet, base=3)
    cast_votes(panel[:2], heard_protest, "upheld")
    with pytest.raises(Refused, match="The scoresheet changed after the decision"):
        actions.decide(panel[0], heard_protest, outcome="upheld", rule=RULE, reason=REASON)


def test_decision_must_be_based_on_the_entry_that_the_panel_saw(
    heard_protest: Protest, panel: list[Actor], scorekeeper: Actor
) -> None:
    scoring.enter(
        scorekeeper,
        heard_protest.sheet,
        paper=refused_paper("6 4 4", "2 4 6", "2 2 2"),
        base=1,
        note=EntryNote(correction="keyed", reason="x"),
    )
    cast_votes(panel[:2], heard_protest, "rescored")
    with pytest.raises(EditConflict):
        actions.decide(
            panel[0],
            heard_protest,
            outcome="rescored",
            edits=rescoring_edits(1, "2", "6", "2"),
            rule=RULE,
            reason=REASON,
        )
    assert not Decision.objects.exists()


@pytest.mark.parametrize(
    ("outcome", "typed", "sentence"),
    [
        ("rescored", rescoring_edits(1, "6", "2", "2"), "No points have changed. Enter the correct points."),
        ("rescored", rescoring_edits(1, "six", "2", "2"), "“six” isn’t a score."),
        ("rescored", rescoring_edits(1, "6", "2"), "The table changed."),
        ("replayed", PanelEdits(base=1), "Choose the shake to replay."),
        ("replayed", PanelEdits(base=1, replayed_shakes=[9]), "Choose the shake to replay."),
    ],
)
def test_invalid_edits_are_refused(
    heard_protest: Protest, panel: list[Actor], outcome: str, typed: PanelEdits, sentence: str
) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        decide_protest(panel, heard_protest, outcome, typed)
    assert Entry.objects.filter(sheet=heard_protest.sheet).count() == 1


def test_panel_edits_totals_on_a_sheet_without_shakes(
    sheet: Sheet,
    judge: Actor,
    head_judge: Actor,
    panel: list[Actor],
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    ruled_call: Call,
) -> None:
    rows = [{"initials": "yes", "total": total} for total in (12, 12, 6)]
    rows[0]["initials"] = "refused"
    scoring.enter(scorekeeper, sheet, paper={"rows": rows}, base=0, note=EntryNote(reason="protests"))
    scoring.check(other_scorekeeper, sheet, base=1)
    protest = hear_with_panel(head_judge, file_protest(judge, Sheet.objects.get(pk=sheet.pk), ruled_call), panel)
    decide_protest(panel, protest, "rescored", PanelEdits(base=1, totals=["8", "16", "6"]))
    assert points_of(sheet) == ["4", "6", "2"]


def test_panel_can_decide_about_an_unverified_sheet(
    sheet: Sheet,
    judge: Actor,
    head_judge: Actor,
    panel: list[Actor],
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    ruled_call: Call,
) -> None:
    scoring.enter(
        scorekeeper, sheet, paper=refused_paper("6 4 2", "2 4 6", "2 2 2"), base=0, note=EntryNote(reason="protests")
    )
    protest = hear_with_panel(head_judge, file_protest(judge, Sheet.objects.get(pk=sheet.pk), ruled_call), panel)
    assert could_change_ranks(protest) is None
    effects = preview_decision(panel[0], protest, "rescored", rescoring_edits(1, "2", "6", "2"))
    assert (effects.counts, [line.points.after for line in effects.table]) == (False, ["4", "6", "2"])
    decide_protest(panel, protest, "rescored", rescoring_edits(1, "2", "6", "2"))
    assert points_of(sheet) == []
    scoring.check(other_scorekeeper, sheet, base=2)
    assert (points_of(sheet), Dispute.objects.count()) == (["4", "6", "2"], 0)


# -- what it would do -------------------------------------------------------------------------------------------------


def test_preview_matches_what_the_decision_does(heard_protest: Protest, panel: list[Actor]) -> None:
    sheet = heard_protest.sheet
    before = {kind: ranks_of(sheet, kind) for kind in ("players", "teams")}
    typed = rescoring_edits(1, "2", "6", "2")
    effects = preview_decision(panel[0], heard_protest, "rescored", typed)
    assert (points_of(sheet), Entry.objects.filter(sheet=sheet).count(), Dispute.objects.get().until) == (
        ["5", "5", "2"],
        1,
        None,
    )
    assert [(line.points.before, line.points.after) for line in effects.table] == [("5", "4"), ("5", "6"), ("2", "2")]
    decide_protest(panel, heard_protest, "rescored", typed)
    after = {kind: ranks_of(sheet, kind) for kind in ("players", "teams")}
    for kind, preview in zip(("players", "teams"), effects.standings, strict=True):
        ranks_by_name = {moved.name: (moved.rank.before, moved.rank.after) for moved in preview.moved}
        was = before[kind]
        happened = {name: (str(was[name]), str(rank)) for name, rank in after[kind].items() if was[name] != rank}
        assert {name: pair for name, pair in ranks_by_name.items() if pair[0] != pair[1]} == happened
        passes = {
            f"{one} passes {other}"
            for one in after[kind]
            for other in after[kind]
            if before[kind][one] > before[kind][other] and after[kind][one] < after[kind][other]
        }
        assert set(preview.passes) == passes
    assert effects.changes_a_rank


def test_preview_of_an_upheld_ruling_is_empty(heard_protest: Protest, panel: list[Actor]) -> None:
    effects = preview_decision(panel[0], heard_protest, "upheld", PanelEdits())
    assert [(each.moved, each.passes) for each in effects.standings] == [((), ()), ((), ())]
    assert not effects.changes_a_rank


def test_protest_could_change_ranks_as_long_as_someone_can_be_passed(heard_protest: Protest) -> None:
    assert could_change_ranks(heard_protest) is True
    others = Result.objects.exclude(sheet=heard_protest.sheet)
    others.update(points=90)
    Result.objects.filter(sheet=heard_protest.sheet, seat=1).update(points=6)
    alone = Result.objects.filter(sheet=heard_protest.sheet).exclude(seat=1)
    alone.update(until=heard_protest.filed_at)
    assert could_change_ranks(heard_protest) is False


# -- what the database keeps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change", [{"votes": 1}, {"votes": 4}, {"rule": ""}, {"reason": ""}, {"outcome": "rescored"}, {"outcome": "lost"}]
)
def test_database_refuses_an_incomplete_decision(
    heard_protest: Protest, panel: list[Actor], change: dict[str, Any]
) -> None:
    decision = decide_protest(panel, heard_protest, "upheld")
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.filter(pk=decision.pk).redact(**change)


def test_votes_steps_and_decisions_are_append_only(heard_protest: Protest, panel: list[Actor]) -> None:
    decide_protest(panel, heard_protest, "upheld")
    for model in (Vote, ProtestStep, Decision):
        with pytest.raises(TypeError, match="append-only"):
            model.objects.all().update(made_at=None)
        with pytest.raises(TypeError, match="append-only"):
            require(model.objects.first()).delete()


# -- pure -------------------------------------------------------------------------------------------------------------


def test_entered_story_of_a_shake_is_kept_unless_its_points_change() -> None:
    from judging.protests.sheet_edits import marks_of, with_points

    data = {"rows": [{}, {}, {}], "columns": [{"cells": ["6", "2", "2"]}, {"cells": ["4", "4", "2-1j"]}]}
    reading = ComputedSheet(SheetContext(get("agloa-equations-2019"), "E", ("A", "B", "C")), read_paper(data, 3))
    assert [[str(mark) for mark in column] for column in marks_of(reading)] == [["6", "2", "2"], ["4", "4", "2-1j"]]
    typed = PanelEdits(cells={1: ["6", "2", "2"], 2: ["4", "4", "2"]})
    paper, shakes = with_points(reading, typed)
    assert (shakes, [str(mark) for mark in paper.columns[1].marks]) == ([2], ["4", "4", "2"])
    assert paper.columns[0] == reading.paper.columns[0]
