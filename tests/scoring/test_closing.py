"""Closing a round: when it is possible, what changed after reopening, what the next table assignments know; piles."""

from __future__ import annotations

from functools import partial

import pytest

from foundation.errors import Refused
from foundation.people.actor import Actor
from pairings import actions as draws
from pairings.hooks import earlier_results
from pairings.proposals import ResultsMissing, propose_tables
from pairings.seating_board import SeatingBoard
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.models import Closing, Sheet, SheetState
from scoring.round_results import changes_since_closing, live_sheets
from tests.foundation.test_verbs import at_once
from tests.helpers import require
from tests.scoring.conftest import PLAIN, play, sheet_of, verify_all
from tests.scoring.test_sheets import OTHER, reload_sheet
from tournament.models import Event
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round


def test_round_is_closed_when_every_sheet_is_done(
    round_: Round, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    with pytest.raises(
        Refused, match=r"^Tables 1, 2, 3, 4, and 5 aren’t verified yet\. Verify them, or waive their scoresheets\.$"
    ):
        rounds.close(director_actor, round_)
    for sheet in live_sheets(round_)[:4]:
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        actions.check(other_scorekeeper, sheet, base=1)
    actions.waive(director_actor, sheet_of(round_, 5), reason="The fire alarm.")
    closed = rounds.close(director_actor, round_)
    assert (closed.state, len(Closing.objects.get().results)) == ("complete", 12)
    with pytest.raises(Refused, match=r"^Round 1 Elementary is closed\. A director can reopen it\.$"):
        actions.enter(scorekeeper, sheet_of(round_), paper=OTHER, base=1, note=EntryNote(correction="keyed"))


def test_table_with_verified_results_is_not_waived(
    round_: Round, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    sheet = sheet_of(round_)
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.check(other_scorekeeper, sheet, base=1)
    actions.enter(scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="keyed"))
    with pytest.raises(Refused, match="This table has verified results"):
        actions.waive(director_actor, sheet, reason="Nobody came")


@pytest.mark.django_db(transaction=True)
def test_round_is_not_closed_while_a_sheet_is_entered(
    round_: Round, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    """No matter which comes first, a round is never closed with an unverified sheet."""
    verify_all(round_, scorekeeper, other_scorekeeper)
    for turn in range(1, 6):
        paper_now, base = OTHER if turn % 2 else PLAIN, require(reload_sheet(sheet_of(round_)).current).number
        fresh = Round.objects.select_related("tournament", "division").get(pk=round_.pk)
        at_once(
            partial(rounds.close, director_actor, fresh),
            partial(
                actions.enter,
                scorekeeper,
                sheet_of(round_),
                paper=paper_now,
                base=base,
                note=EntryNote(correction="keyed"),
            ),
        )
        now = Round.objects.select_related("tournament", "division").get(pk=round_.pk)
        assert now.state == "collecting" or reload_sheet(sheet_of(round_)).is_verified
        if now.state == "complete":
            rounds.reopen(director_actor, now)
        else:
            actions.check(
                other_scorekeeper, sheet_of(round_), base=require(reload_sheet(sheet_of(round_)).current).number
            )


def test_waived_sheet_can_still_be_entered(round_: Round, director_actor: Actor, scorekeeper: Actor) -> None:
    sheet = sheet_of(round_)
    actions.waive(director_actor, sheet, reason="Lost.")
    assert reload_sheet(sheet).state == SheetState.EXCUSED
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    assert reload_sheet(sheet).state == SheetState.ENTERED


def test_reopening_shows_what_changed(
    round_: Round, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    verify_all(round_, scorekeeper, other_scorekeeper)
    rounds.reopen(director_actor, rounds.close(director_actor, round_))
    assert changes_since_closing(round_) == []
    sheet = sheet_of(round_)
    actions.enter(scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="keyed"))
    actions.check(other_scorekeeper, sheet, base=2)
    seats = [seat.place_id for seat in sheet.table.seats.order_by("number")]
    assert sorted(changes_since_closing(round_)) == sorted([(seats[0], 5, 6), (seats[1], 5, 4)])


def test_sheets_of_a_round_that_has_not_started_are_refused(
    event: Event, director_actor: Actor, scorekeeper: Actor
) -> None:
    play(director_actor, event, 1)
    later = Round.objects.get(division__event=event, number=2)
    draws.publish(director_actor, later.draws.get(state="draft"))
    with pytest.raises(Refused, match="Round 2 Elementary hasn’t started yet"):
        actions.enter(scorekeeper, sheet_of(later), paper=PLAIN, base=0)


def test_only_verified_sheets_count_for_the_next_tables(
    event: Event, round_: Round, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    Event.objects.filter(pk=event.pk).update(seating="score_groups")
    later = Round.objects.select_related("division__event__book").get(division__event=event, number=2)
    actions.enter(scorekeeper, sheet_of(round_), paper=PLAIN, base=0)
    with pytest.raises(ResultsMissing, match="Round 1, Table 1; Round 1, Table 2"):
        propose_tables(later, seed=1)
    actions.check(other_scorekeeper, sheet_of(round_), base=1)
    for sheet in live_sheets(round_)[1:]:
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        actions.check(other_scorekeeper, sheet, base=1)
    found = earlier_results.only(later)
    assert (found.missing, sorted(found.points.values())) == ((), [2.0] * 5 + [5.0] * 10)
    draft = draws.make(director_actor, later, proposal=propose_tables(later, seed=1))
    chips = [chip.points for table in SeatingBoard(draft).tables for chip in table.chips]
    assert (draft.without_results, sorted(map(require, chips))) == (False, [2.0] * 5 + [5.0] * 10)


def test_receiving_puts_a_sheet_into_a_pile(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    actions.receive(scorekeeper, sheet)
    assert (reload_sheet(sheet).state, reload_sheet(sheet).received_by) == (SheetState.IN, scorekeeper.user)
    actions.receive(other_scorekeeper, sheet)
    assert reload_sheet(sheet).received_by == other_scorekeeper.user


def test_problem_is_flagged_and_cleared(sheet: Sheet, scorekeeper: Actor, director_actor: Actor) -> None:
    actions.flag(scorekeeper, sheet, problem="Who won shake 3?")
    assert reload_sheet(sheet).problem == "Who won shake 3?"
    actions.clear_problem(director_actor, sheet)
    assert reload_sheet(sheet).problem == ""
