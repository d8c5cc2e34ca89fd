"""Scoresheets in the database: append-only entries, verification by a second person, results."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.errors import EditConflict, NotAllowed, Refused
from foundation.people.actor import Actor
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.entry.errors import Stale, Unchanged, UnexplainedWarnings, UnreadablePaper
from scoring.models import Entry, Result, Sheet, SheetState, Verification
from scoring.paper import write_paper
from scoring.queries import sheets_to_verify
from scoring.round_results import live_sheets
from tests.foundation.test_verbs import at_once
from tests.helpers import SignIn, require
from tests.scoring.conftest import PLAIN, paper, sheet_of
from tests.scoring.test_computed_sheet import WARNINGS
from tournament.models import Event
from tournament.rosters.models import Place, Player
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

OTHER = paper("6 4 4", "2 4 6", "2 2 2")


def reload_sheet(sheet: Sheet) -> Sheet:
    return Sheet.objects.select_related("current", "verified", "round", "table").get(pk=sheet.pk)


def points(sheet: Sheet) -> list[Decimal | None]:
    return list(Result.objects.filter(sheet=sheet).order_by("seat").values_list("points", flat=True))


def set_verification(director_actor: Actor, event: Event, verification: str) -> None:
    event.refresh_from_db()
    set_up(director_actor, event, version=event.version, verification=verification)


def last_log_line(action: str) -> tuple[str, str] | None:
    """Return the last log line of this action, and the points in it."""
    return LogLine.objects.filter(action=action).values_list("text", "data__points").first()


# -- entries ----------------------------------------------------------------------------------------------------------


def test_publishing_makes_a_sheet_for_each_table(round_: Round) -> None:
    assert [(sheet.table.number, sheet.state) for sheet in live_sheets(round_)] == [(n, "out") for n in range(1, 6)]


def test_entry_waits_for_a_second_person(sheet: Sheet, scorekeeper: Actor) -> None:
    entry = actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    assert (entry.number, entry.source, entry.depth, entry.entered_by) == (1, "paper", "shakes", scorekeeper.user)
    assert (reload_sheet(sheet).state, reload_sheet(sheet).current, points(sheet)) == (SheetState.ENTERED, entry, [])
    assert (
        require(LogLine.objects.first()).text
        == "entered the scoresheet for Round 1 Elementary, Table 1 (entry 1): 5, 5, 2"
    )


def test_check_by_a_second_person_makes_the_results(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.check(other_scorekeeper, sheet, base=1)
    assert (reload_sheet(sheet).state, points(sheet)) == (SheetState.VERIFIED, [5, 5, 2])
    result = Result.objects.get(sheet=sheet, seat=3)
    assert (result.total, result.rank, result.rule, result.sentence) == (
        6, 3, "EQ XII-A", "Third place in a 3-player match is worth 2 points.",
    )  # fmt: skip
    assert result.player == result.place.player


def test_no_one_verifies_their_own_entry(sheet: Sheet, scorekeeper: Actor) -> None:
    entry = actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    with pytest.raises(NotAllowed, match="You entered this scoresheet, so someone else has to verify it"):
        actions.check(scorekeeper, sheet, base=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Verification.objects.create(entry=entry, how="check", entered_by=scorekeeper.user, verified_by=scorekeeper.user)


def test_entries_are_never_changed_or_removed(sheet: Sheet, scorekeeper: Actor) -> None:
    entry = actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    for change in (
        lambda: entry.save(),
        lambda: entry.delete(),
        lambda: Entry.objects.update(reason="x"),
        lambda: Entry.objects.all().delete(),
    ):
        with pytest.raises(TypeError, match="append-only"):
            change()


def test_change_is_a_new_entry_that_says_why(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    with pytest.raises(Refused, match="Choose the reason for the change"):
        actions.enter(scorekeeper, sheet, paper=OTHER, base=1)
    with pytest.raises(Unchanged, match="No changes to save"):
        actions.enter(scorekeeper, sheet, paper=PLAIN, base=1, note=EntryNote(correction="keyed"))
    actions.enter(scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="keyed"))
    assert list(sheet.entries.values_list("number", "based_on", "correction")) == [(1, 0, ""), (2, 1, "keyed")]
    actions.check(other_scorekeeper, sheet, base=2)
    assert points(sheet) == [6, 4, 2]


def test_initialed_paper_changes_only_as_the_book_allows(sheet: Sheet, scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    with pytest.raises(Refused, match=r"so a judge can’t change the scoring \(JM General 6\)\.") as refused:
        actions.enter(scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="judge"))
    assert refused.value.field == "correction"
    assert actions.enter(scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="agreed")).number == 2


def test_verified_results_stay_until_the_correction_is_verified(
    sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.check(other_scorekeeper, sheet, base=1)
    actions.enter(other_scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="keyed"))
    assert (reload_sheet(sheet).state, points(sheet)) == (SheetState.ENTERED, [5, 5, 2])
    actions.check(scorekeeper, sheet, base=2)
    assert (reload_sheet(sheet).state, points(sheet)) == (SheetState.VERIFIED, [6, 4, 2])


def test_stale_entry_is_refused(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    with pytest.raises(Stale, match="Scorekeeper Helper entered this scoresheet while you were working"):
        actions.enter(other_scorekeeper, sheet, paper=OTHER, base=0)
    assert sheet.entries.count() == 1


def test_repeated_request_makes_one_entry(sheet: Sheet, scorekeeper: Actor) -> None:
    scorekeeper.key = "typed once"
    first = actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    assert actions.enter(scorekeeper, sheet, paper=PLAIN, base=0) == first
    assert sheet.entries.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_of_two_simultaneous_entries_wins(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    outcomes = at_once(
        lambda: actions.enter(scorekeeper, sheet, paper=PLAIN, base=0),
        lambda: actions.enter(other_scorekeeper, sheet, paper=OTHER, base=0),
    )
    kinds = sorted(type(each).__name__ for each in outcomes)
    assert kinds == ["Entry", "Stale"]
    assert sheet.entries.count() == 1


def test_warnings_need_a_reason_which_is_stored(sheet: Sheet, scorekeeper: Actor) -> None:
    doubtful = paper("6", "6", "6")
    with pytest.raises(UnexplainedWarnings, match=r"6 6 6 can’t be the scores from one shake\. Fix it, or say why"):
        actions.enter(scorekeeper, sheet, paper=doubtful, base=0)
    entry = actions.enter(scorekeeper, sheet, paper=doubtful, base=0, note=EntryNote(reason="A judge decided it so."))
    assert (entry.reason, [doubt["key"] for doubt in entry.doubts]) == ("A judge decided it so.", ["row shake-1"])
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(
            sheet=sheet, number=9, based_on=1, paper={}, source="paper", correction="keyed", is_doubtful=True
        )


@pytest.mark.parametrize("name", WARNINGS)
def test_every_warning_is_overridden_with_a_reason(sheet: Sheet, scorekeeper: Actor, name: str) -> None:
    doubtful, (kind, field) = WARNINGS[name]
    rows = tuple(replace(row, player=None) for row in doubtful.rows)
    elsewhere = require(
        require(Place.objects.exclude(seats__table=sheet.table).exclude(player=None).first()).player
    ).name
    names = {1: elsewhere} if kind == "elsewhere" else {}
    data = write_paper(replace(doubtful, rows=rows))
    with pytest.raises(UnexplainedWarnings):
        actions.enter(scorekeeper, sheet, paper=data, base=0, names=names)
    entry = actions.enter(
        scorekeeper, sheet, paper=data, base=0, names=names, note=EntryNote(reason="So it stands on the paper.")
    )
    assert f"{kind} {field}" in [doubt["key"] for doubt in entry.doubts]


def test_unreadable_cell_is_refused_with_its_field(sheet: Sheet, scorekeeper: Actor) -> None:
    with pytest.raises(UnreadablePaper, match="“x” isn’t a score") as refused:
        actions.enter(scorekeeper, sheet, paper=paper("6", "x", "2"), base=0)
    assert [problem.field for problem in refused.value.problems] == ["shake-1-2"]


def test_restoring_an_entry_adds_a_new_one(sheet: Sheet, scorekeeper: Actor, director_actor: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.enter(scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="keyed"))
    entry = actions.restore_entry(director_actor, sheet, number=1, base=2, reason="The first was right.")
    assert (entry.number, entry.correction, entry.paper) == (3, "back", sheet.entries.get(number=1).paper)
    assert reload_sheet(sheet).state == SheetState.ENTERED


def test_sheet_has_one_current_entry(round_: Round, scorekeeper: Actor) -> None:
    """The current entry is a column, so there is only one; a constraint keeps two sheets from sharing it."""
    one, other = sheet_of(round_, 1), sheet_of(round_, 2)
    entry = actions.enter(scorekeeper, one, paper=PLAIN, base=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Sheet.objects.filter(pk=other.pk).update(current=entry, received_at="2026-11-14T12:00Z")
    with pytest.raises(IntegrityError), transaction.atomic():
        Sheet.objects.filter(pk=other.pk).update(verified=entry)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(sheet=one, number=2, based_on=0, paper={}, source="paper")


# -- verification -----------------------------------------------------------------------------------------------------


def test_one_person_is_enough_where_the_director_says_so(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor
) -> None:
    set_verification(director_actor, event, "none")
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    assert (reload_sheet(sheet).state, points(sheet)) == (SheetState.VERIFIED, [5, 5, 2])


def test_matching_double_entry_verifies(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    set_verification(director_actor, event, "rekey")
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    assert last_log_line("sheet.enter") == (
        "entered the scoresheet for Round 1 Elementary, Table 1 (entry 1)",
        "",
    )  # a director who reads it may do the double entry
    with pytest.raises(Refused, match="This game uses double entry"):
        actions.check(other_scorekeeper, sheet, base=1)
    with pytest.raises(NotAllowed, match="You entered this scoresheet, so someone else has to verify it"):
        actions.add_double_entry(scorekeeper, sheet, paper=PLAIN, base=1)
    actions.add_double_entry(other_scorekeeper, sheet, paper=PLAIN, base=1)
    assert (reload_sheet(sheet).state, require(reload_sheet(sheet).current).number, points(sheet)) == (
        SheetState.VERIFIED,
        1,
        [5, 5, 2],
    )


def test_double_entry_is_refused_where_entries_are_reviewed(
    sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    with pytest.raises(Refused, match=r"This game doesn’t use double entry\. Review the entry instead\."):
        actions.add_double_entry(other_scorekeeper, sheet, paper=PLAIN, base=1)


def test_double_entry_of_totals_only(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    set_verification(director_actor, event, "rekey_totals")
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    totals = {"rows": [{"total": 12}, {"total": 12}, {"total": 6}]}
    actions.add_double_entry(other_scorekeeper, sheet, paper=totals, base=1)
    assert reload_sheet(sheet).state == SheetState.VERIFIED


@pytest.mark.parametrize("who", ["scorekeeper", "other_scorekeeper", "director_actor"])
def test_differing_entries_are_resolved_by_either_author_or_a_third_person(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor, who: str
) -> None:
    set_verification(director_actor, event, "rekey")
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.add_double_entry(other_scorekeeper, sheet, paper=OTHER, base=1)
    assert (reload_sheet(sheet).state, points(sheet)) == (SheetState.DIFFERS, [])
    with pytest.raises(Refused, match="entered twice and the entries don’t match"):
        actions.add_double_entry(director_actor, sheet, paper=OTHER, base=1)
    settler = {"scorekeeper": scorekeeper, "other_scorekeeper": other_scorekeeper, "director_actor": director_actor}[
        who
    ]
    entry = actions.resolve_double_entry(settler, sheet, paper=OTHER, base=1)
    assert (entry.number, entry.correction, reload_sheet(sheet).state) == (3, "settled", SheetState.VERIFIED)
    assert points(sheet) == [6, 4, 2]
    assert last_log_line("sheet.settle") == (
        "resolved the two entries for Round 1 Elementary, Table 1 as entry 3: 6, 4, 2",
        "6, 4, 2",
    )


@pytest.mark.parametrize("verification", ["check", "none"])
def test_differing_entries_are_resolved_after_double_entry_was_turned_off(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor, verification: str
) -> None:
    set_verification(director_actor, event, "rekey_totals")
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.add_double_entry(other_scorekeeper, sheet, paper=OTHER, base=1)
    set_verification(director_actor, event, verification)
    actions.resolve_double_entry(scorekeeper, sheet, paper=OTHER, base=1)
    assert (reload_sheet(sheet).state, points(sheet)) == (SheetState.VERIFIED, [6, 4, 2])


@pytest.mark.parametrize("who", ["scorekeeper", "other_scorekeeper"])
def test_older_entry_is_verified_by_anyone_once_one_person_is_enough(
    sheet: Sheet,
    event: Event,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    who: str,
    client_of: SignIn,
) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    set_verification(director_actor, event, "none")
    actor = {"scorekeeper": scorekeeper, "other_scorekeeper": other_scorekeeper}[who]
    assert list(sheets_to_verify(sheet.tournament, require(actor.user))) == [sheet]
    page = client_of(actor.user).get(reverse("sheet", args=[sheet.tournament.slug, sheet.pk]))
    assert page.context["mode"] == "check"
    entry = actions.check(actor, sheet, base=1)
    assert (reload_sheet(sheet).state, entry.verification.how) == (
        SheetState.VERIFIED,
        {"scorekeeper": "none", "other_scorekeeper": "check"}[who],
    )


def test_resolving_more_than_the_differences_is_a_correction(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    set_verification(director_actor, event, "rekey")
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.add_double_entry(other_scorekeeper, sheet, paper=OTHER, base=1)
    actions.resolve_double_entry(scorekeeper, sheet, paper=paper("6 6 6", "2 2 2", "2 2 2"), base=1)
    assert (reload_sheet(sheet).state, points(sheet)) == (SheetState.ENTERED, [])
    assert last_log_line("sheet.settle") == (
        "resolved the two entries for Round 1 Elementary, Table 1 as entry 3",
        "",
    )  # someone enters it next


def test_restored_entry_still_belongs_to_its_author(
    sheet: Sheet, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.enter(other_scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="keyed"))
    actions.restore_entry(director_actor, sheet, number=1, base=2, reason="The first was right.")
    with pytest.raises(NotAllowed, match="You entered this scoresheet, so someone else has to verify it"):
        actions.check(scorekeeper, sheet, base=3)
    assert [
        list(sheets_to_verify(sheet.tournament, require(who.user))) for who in (scorekeeper, other_scorekeeper)
    ] == [
        [],
        [sheet],
    ]
    assert actions.check(other_scorekeeper, sheet, base=3).number == 3


def test_retyping_an_entry_makes_one_its_author(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.enter(other_scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="keyed"))
    actions.enter(other_scorekeeper, sheet, paper=PLAIN, base=2, note=EntryNote(correction="keyed"))
    assert [
        list(sheets_to_verify(sheet.tournament, require(who.user))) for who in (scorekeeper, other_scorekeeper)
    ] == [
        [sheet],
        [],
    ]
    assert actions.check(scorekeeper, sheet, base=3).number == 3


def test_author_of_a_double_entry_does_not_verify_it(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    set_verification(director_actor, event, "rekey")
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.add_double_entry(other_scorekeeper, sheet, paper=OTHER, base=1)
    actions.restore_entry(director_actor, sheet, number=2, base=1, reason="The second was right.")
    with pytest.raises(NotAllowed, match="You entered this scoresheet, so someone else has to verify it"):
        actions.add_double_entry(other_scorekeeper, sheet, paper=OTHER, base=3)
    assert [
        list(sheets_to_verify(sheet.tournament, require(who.user))) for who in (scorekeeper, other_scorekeeper)
    ] == [
        [sheet],
        [],
    ]


def test_waived_sheet_needs_no_verification(
    sheet: Sheet, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    assert list(sheets_to_verify(sheet.tournament, require(other_scorekeeper.user))) == [sheet]
    actions.waive(director_actor, sheet, reason="They play it again.")
    assert list(sheets_to_verify(sheet.tournament, require(other_scorekeeper.user))) == []


def test_double_entry_with_other_results_differs(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    """The same cells but a story with other points; the same totals but someone is disqualified."""
    set_verification(director_actor, event, "rekey")
    seats = [{"seat": "1", "role": "challenger", "presented": True, "correct": True}]
    seats += [{"seat": "2", "role": "mover"}, {"seat": "3", "role": "third_party"}]
    told = paper("2", "2", "2")
    told["columns"][0]["story"] = {"situation": "now", "seats": seats}
    actions.enter(scorekeeper, sheet, paper=told, base=0, note=EntryNote(reason="A judge told us."))
    actions.add_double_entry(other_scorekeeper, sheet, paper=paper("2", "2", "2"), base=1)
    assert reload_sheet(sheet).state == SheetState.DIFFERS
    set_verification(director_actor, event, "rekey_totals")
    other = sheet_of(sheet.round, 2)
    actions.enter(scorekeeper, other, paper=PLAIN, base=0)
    rows = [{"total": 12, "status": "disqualified"}, {"total": 12}, {"total": 6}]
    actions.add_double_entry(other_scorekeeper, other, paper={"rows": rows}, base=1)
    assert reload_sheet(other).state == SheetState.DIFFERS


def test_double_entry_creates_no_players(
    sheet: Sheet, event: Event, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    set_verification(director_actor, event, "rekey")
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0, names={1: "Nova Newcomer"})
    before = Player.objects.count()
    actions.add_double_entry(other_scorekeeper, sheet, paper=PLAIN, base=1, names={1: "Nova Newkomer"})
    assert (Player.objects.count(), reload_sheet(sheet).state) == (before, SheetState.DIFFERS)


def test_form_cannot_choose_ruling_as_correction(sheet: Sheet, scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    with pytest.raises(Refused, match="Choose the reason for the change"):
        actions.enter(scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="ruling"))


def test_matching_entries_cannot_be_resolved(sheet: Sheet, scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    with pytest.raises(EditConflict, match="These two entries no longer need resolving"):
        actions.resolve_double_entry(scorekeeper, sheet, paper=OTHER, base=1)
