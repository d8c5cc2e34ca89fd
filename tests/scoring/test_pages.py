"""Scoresheet pages: open by number, enter, keep what was typed after a refusal, verify, compare."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.models import Draw
from pairings.proposals import propose_tables
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.entry.presence import record_presence
from scoring.models import Entry, Result, Sheet, SheetState
from scoring.queries import sheets_by_number
from scoring.round_results import live_sheets
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, paper, play, sheet_of, verify_all
from tests.scoring.test_sheets import OTHER, reload_sheet, set_verification
from tournament import actions as tournament_actions
from tournament.models import Event
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up
from tournament.todo_list import todo_steps_of

JSON = {"Accept": "application/json"}


def form_data(*players: str, base: int = 0, **more: str) -> dict[str, str]:
    """Return the form data of a sheet from each player's cells, initialed by all."""
    fields = {"base": str(base), "source": "paper"}
    for seat, cells in enumerate(players, 1):
        fields[f"row-{seat}-initials"] = "yes"
        for number, cell in enumerate(cells.split(), 1):
            fields[f"shake-{number}-{seat}"] = cell.replace(".", "")
    return fields | more


SIX = form_data("6 4 2", "2 4 6", "2 2 2")


def sheet_url(sheet: Sheet, name: str = "sheet", **more: Any) -> str:
    return reverse(name, args=[sheet.tournament.slug, sheet.pk, *more.values()])


@pytest.fixture
def client(client_of: SignIn, scorekeeper: Actor) -> Client:
    return client_of(scorekeeper.user)


@pytest.fixture
def other(client_of: SignIn, other_scorekeeper: Actor) -> Client:
    return client_of(other_scorekeeper.user)


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


# -- the board --------------------------------------------------------------------------------------------------------


def test_table_number_opens_its_sheet(client: Client, sheet: Sheet) -> None:
    board = reverse("sheets", args=[sheet.tournament.slug])
    assert client.get(board, {"table": "1"}).headers["Location"] == sheet_url(sheet)
    assert client.get(board, {"table": "e1"}).headers["Location"] == sheet_url(sheet)
    unknown = client.get(board, {"table": "77"})
    assert (unknown.status_code, "No table “77” in a round in progress" in text_of(unknown)) == (404, True)


def test_table_number_in_two_rounds_offers_both(
    client: Client, event: Event, director_actor: Actor, scorekeeper: Actor
) -> None:
    play(director_actor, event, 1)
    play(director_actor, event, 2)
    page = client.get(reverse("sheets", args=[event.tournament.slug]), {"table": "1"})
    assert len(page.context["found"]) == 2
    one, other = page.context["found"]
    actions.enter(director_actor, one, paper=PLAIN, base=0)
    again = client.get(reverse("sheets", args=[event.tournament.slug]), {"table": "1"})
    assert len(again.context["found"]) == 2  # it may be brought back for a review
    actions.check(scorekeeper, one, base=1)
    assert client.get(reverse("sheets", args=[event.tournament.slug]), {"table": "1"}).headers["Location"] == sheet_url(
        other
    )


def test_late_sheet_belongs_to_the_finished_round(client: Client, event: Event, director_actor: Actor) -> None:
    late = play(director_actor, event, 1)
    following = play(director_actor, event, 2)
    Round.objects.filter(pk=following.pk).update(state="running")
    for sheet in (sheet_of(late), sheet_of(following)):
        client.post(reverse("sheets_receive", args=[event.tournament.slug]), {"tables": "1"})
        assert Sheet.objects.filter(received_at__isnull=False).latest("received_at") == sheet


def test_received_sheets_are_my_pile_in_order(client: Client, round_: Round, scorekeeper: Actor) -> None:
    slug = round_.tournament.slug
    client.post(reverse("sheets_receive", args=[slug]), {"tables": "4, 2 77"})
    page = client.get(reverse("sheets", args=[slug]))
    assert [sheet.table.number for sheet in page.context["pile"]] == [4, 2]
    assert client.get(reverse("sheet_next", args=[slug])).headers["Location"] == sheet_url(sheet_of(round_, 4))
    client.post(sheet_url(sheet_of(round_, 4), "sheet_enter"), SIX)
    assert client.get(reverse("sheet_next", args=[slug])).headers["Location"] == sheet_url(sheet_of(round_, 2))


def test_board_counts_and_filters(client: Client, round_: Round, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet_of(round_, 1), paper=PLAIN, base=0)
    actions.flag(other_scorekeeper, sheet_of(round_, 2), problem="Torn.")
    page = client.get(reverse("sheets", args=[round_.tournament.slug]), {"state": "entered"})
    assert page.context["boards"][0].counts == {"entered": 1, "out": 4}
    assert re.findall(r'class="tile"[^>]*data-state="(\w+)"', page.content.decode()) == ["entered"]


def test_board_shows_a_blind_reader_nothing_of_the_paper(
    client: Client,
    other: Client,
    sheet: Sheet,
    event: Event,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
) -> None:
    """Neither the badge nor the filter nor the download, until they have entered the sheet."""
    set_verification(director_actor, event, "rekey")
    refused = PLAIN | {"rows": [{"initials": "refused", "refusal": "Shake 2."}, *PLAIN["rows"][1:]]}
    actions.enter(scorekeeper, sheet, paper=refused, base=0, note=EntryNote(reason="So it stands on the paper."))

    def dispute_marks(browser: Client) -> list[Any]:
        board = reverse("sheets", args=[sheet.tournament.slug])
        pages = [browser.get(board, {"state": state}).content.decode() for state in ("", "disputed")]
        files = [browser.get(board, {"state": state, "format": "json"}) for state in ("", "disputed")]
        rows = [json.loads(file.getvalue()) for file in files]
        return [
            *(page.count("⚖") for page in pages),
            pages[1].count('class="tile"'),
            sum(row["refused_to_initial"] for row in rows[0]),
            len(rows[1]),
        ]

    assert (dispute_marks(client), dispute_marks(other)) == ([1] * 5, [0] * 5)
    actions.add_double_entry(other_scorekeeper, sheet, paper=refused, base=1)
    assert (dispute_marks(client), dispute_marks(other)) == ([1] * 5, [1] * 5)


def test_next_to_verify_is_never_my_own(client: Client, other: Client, round_: Round) -> None:
    slug = round_.tournament.slug
    client.post(sheet_url(sheet_of(round_, 3), "sheet_enter"), SIX)
    verify = reverse("sheet_next", args=[slug]) + "?verify"
    assert client.get(verify).headers["Location"] == reverse("sheets", args=[slug])
    assert other.get(verify).headers["Location"] == sheet_url(sheet_of(round_, 3))


def test_two_verifiers_get_different_sheets(
    client: Client, other: Client, round_: Round, director: User, client_of: SignIn
) -> None:
    """Each gets a sheet that no one has open, or the first one if all are open."""
    sheets, third = [sheet_of(round_, number) for number in (1, 2)], client_of(director)
    for sheet in sheets:
        client.post(sheet_url(sheet, "sheet_enter"), SIX)
    verify = reverse("sheet_next", args=[round_.tournament.slug]) + "?verify"
    assert [each.get(verify).headers["Location"] for each in (other, third, other)] == [
        sheet_url(sheets[0]),
        sheet_url(sheets[1]),
        sheet_url(sheets[0]),
    ]
    record_presence(sheets[0], director)
    assert other.get(verify).headers["Location"] == sheet_url(sheets[0])


def test_piles_are_listed_by_scorekeeper(client: Client, round_: Round) -> None:
    for number in (3, 1):
        client.post(sheet_url(sheet_of(round_, number), "sheet_enter"), SIX)
    piles = client.get(reverse("sheet_piles", args=[round_.tournament.slug, round_.pk])).context["piles"]
    assert [[entry.sheet.table.number for entry in pile.entries] for pile in piles] == [[1, 3]]


# -- one sheet --------------------------------------------------------------------------------------------------------


def test_form_is_saved_without_javascript(client: Client, sheet: Sheet) -> None:
    answer = client.post(sheet_url(sheet, "sheet_enter"), SIX | {"key": "once"})
    assert answer.headers["Location"] == reverse("sheet_next", args=[sheet.tournament.slug])
    client.post(sheet_url(sheet, "sheet_enter"), SIX | {"key": "once"})
    assert sheet.entries.count() == 1


def test_script_gets_json(client: Client, sheet: Sheet) -> None:
    answer = client.post(sheet_url(sheet, "sheet_enter"), SIX, headers=JSON)
    assert answer.json() == {
        "entry": 1,
        "next": reverse("sheet_next", args=[sheet.tournament.slug]),
        "said": "Round 1 Elementary, Table 1 saved as entry 1.",
    }


def test_refused_save_keeps_everything_typed(client: Client, sheet: Sheet) -> None:
    page = client.post(sheet_url(sheet, "sheet_enter"), SIX | {"shake-1-2": "x", "row-3-who": "Nova Newcomer"})
    content = page.content.decode()
    assert page.status_code == 422
    assert 'value="x"' in content
    assert 'value="Nova Newcomer"' in content
    assert page.context["grid"].messages == {
        "shake-1-2": "“x” isn’t a score. Enter points like 6, a penalty like 2-1, or a for absent.",
        "row-3-who": "Nova Newcomer isn’t on the roster yet.",
    }
    assert Entry.objects.count() == 0


def test_warnings_are_shown_at_their_cells_and_overridden_with_a_reason(client: Client, sheet: Sheet) -> None:
    form = form_data("6", "6", "6")
    answer = client.post(sheet_url(sheet, "sheet_enter"), form, headers=JSON)
    assert (answer.status_code, answer.json()["doubtful"]) == (422, True)
    assert answer.json()["messages"] == {"shake-1": "6 6 6 can’t be the scores from one shake."}
    client.post(sheet_url(sheet, "sheet_enter"), form | {"reason": "So it stands on the paper."})
    assert sheet.entries.get().reason == "So it stands on the paper."


def test_preview_matches_what_is_saved(client: Client, sheet: Sheet) -> None:
    answer = client.post(sheet_url(sheet, "sheet_preview"), SIX).json()
    assert [(line["sum"], line["place"], line["points"]) for line in answer["results"]] == [
        (12, 1, "5"),
        (12, 1, "5"),
        (6, 3, "2"),
    ]
    assert [totals[:4] for totals in answer["running"]] == [[6, 10, 12, ""], [2, 6, 12, ""], [2, 4, 6, ""]]
    assert Entry.objects.count() == 0


def test_preview_names_others_at_the_sheet(client: Client, other: Client, sheet: Sheet) -> None:
    assert client.post(sheet_url(sheet, "sheet_preview"), {}).json()["others"] == []
    assert other.post(sheet_url(sheet, "sheet_preview"), {}).json()["others"] == ["Scorekeeper Helper"]
    client.post(sheet_url(sheet, "sheet_enter"), SIX)
    assert other.post(sheet_url(sheet, "sheet_preview"), {}).json()["current"] == 1


def test_stale_save_shows_both_versions_and_keeps_what_was_typed(client: Client, other: Client, sheet: Sheet) -> None:
    client.post(sheet_url(sheet, "sheet_enter"), SIX)
    page = other.post(sheet_url(sheet, "sheet_enter"), form_data("6 4 4", "2 4 6", "2 2 2"))
    assert page.status_code == 409
    assert [(each.field, each.one, each.other) for each in page.context["comparison"]["differences"]] == [
        ("shake-3-1", "2", "4"),
        ("", "5", "6"),
        ("", "5", "4"),
    ]
    assert 'name="shake-3-1"' in page.content.decode()
    assert page.context["base"] == 1
    saved = other.post(
        sheet_url(sheet, "sheet_enter"), form_data("6 4 4", "2 4 6", "2 2 2", base=1, correction="keyed"), follow=False
    )
    assert (saved.status_code, require(reload_sheet(sheet).current).number) == (302, 2)


def test_accepting_the_other_version_adds_no_entry(client: Client, other: Client, sheet: Sheet) -> None:
    client.post(sheet_url(sheet, "sheet_enter"), SIX)
    answer = other.post(sheet_url(sheet, "sheet_enter"), SIX | {"base": "1", "correction": "keyed"})
    assert (answer.headers["Location"], sheet.entries.count()) == (sheet_url(sheet), 1)


def test_verifier_sees_substitutes(client: Client, other: Client, sheet: Sheet) -> None:
    client.post(sheet_url(sheet, "sheet_enter"), SIX | {"row-1-who": "Nova Newcomer", "reason": "A judge said so."})
    page = other.get(sheet_url(sheet))
    assert "Nova Newcomer for" in text_of(page)
    assert '<details class="card tight" open>' in page.content.decode()


def test_check_by_another_verifies(client: Client, other: Client, sheet: Sheet) -> None:
    client.post(sheet_url(sheet, "sheet_enter"), SIX)
    assert client.get(sheet_url(sheet)).context["mode"] == "show"
    assert other.get(sheet_url(sheet)).context["mode"] == "check"
    other.post(sheet_url(sheet, "sheet_check"), {"base": "1"})
    assert reload_sheet(sheet).state == SheetState.VERIFIED


def test_blind_reader_sees_nothing_of_the_entry(
    client: Client, other: Client, sheet: Sheet, event: Event, director_actor: Actor
) -> None:
    set_verification(director_actor, event, "rekey")
    client.post(sheet_url(sheet, "sheet_enter"), form_data("6 4", "2 4", "4 2", base=0, **{"row-1-total": "10"}))
    page = other.get(sheet_url(sheet))
    values = re.findall(r'class="cell[^"]*"\s+name="[^"]+"\s+value="([^"]*)"', page.content.decode())
    assert (page.context["mode"], set(values)) == ("rekey", {""})
    assert other.get(sheet_url(sheet, "sheet_history")).headers["Location"] == sheet_url(sheet)
    assert other.get(sheet_url(sheet, "sheet_history") + "?edit&one=1&other=1").headers["Location"] == sheet_url(sheet)
    assert other.get(sheet_url(sheet) + "?edit").context["mode"] == "rekey"


@pytest.mark.parametrize(("address", "base"), [("sheet_rekey", 1), ("sheet_enter", 0)])
def test_stale_save_of_a_blind_reader_shows_nothing_and_becomes_the_double_entry(
    client: Client, other: Client, sheet: Sheet, event: Event, director_actor: Actor, address: str, base: int
) -> None:
    set_verification(director_actor, event, "rekey")
    client.post(sheet_url(sheet, "sheet_enter"), SIX)
    client.post(sheet_url(sheet, "sheet_enter"), form_data("6 4 4", "2 4 6", "2 2 2", base=1, correction="keyed"))
    page = other.post(sheet_url(sheet, address), form_data("6 2", "2 2", "2 2", base=base))
    assert (page.status_code, page.context["mode"], page.context["base"]) == (409, "rekey", 2)
    assert "both" not in page.context
    values = re.findall(r'name="shake-[^"]+"\s+value="([^"]+)"', page.content.decode())
    assert values == ["6", "2", "2", "2", "2", "2"]


def test_resolving_too_late_becomes_a_correction(
    client: Client, other: Client, sheet: Sheet, event: Event, director_actor: Actor
) -> None:
    set_verification(director_actor, event, "rekey")
    client.post(sheet_url(sheet, "sheet_enter"), SIX)
    other.post(sheet_url(sheet, "sheet_rekey"), form_data("6 4 4", "2 4 6", "2 2 2", base=1))
    actions.enter(director_actor, sheet, paper=paper("6 2", "2 6", "2 2"), base=1, note=EntryNote(correction="keyed"))
    page = client.post(sheet_url(sheet, "sheet_settle"), form_data("6 4 4", "2 4 6", "2 2 2", base=1))
    assert (page.status_code, page.context["mode"], page.context["base"]) == (409, "rekey", 3)


def test_differing_entries_lead_to_resolving(
    client: Client, other: Client, sheet: Sheet, event: Event, director_actor: Actor
) -> None:
    set_verification(director_actor, event, "rekey")
    client.post(sheet_url(sheet, "sheet_enter"), SIX)
    answer = other.post(sheet_url(sheet, "sheet_rekey"), form_data("6 4 4", "2 4 6", "2 2 2", base=1))
    assert answer.headers["Location"] == sheet_url(sheet)
    page = other.get(sheet_url(sheet))
    assert page.context["mode"] == "settle"
    assert next((each.what, each.one, each.other) for each in page.context["comparison"]["differences"]) == (
        f"Shake 3 for {page.context['grid'].seated[0].name}", "2", "4",
    )  # fmt: skip
    other.post(sheet_url(sheet, "sheet_settle"), form_data("6 4 4", "2 4 6", "2 2 2", base=1))
    assert (reload_sheet(sheet).state, Result.objects.filter(sheet=sheet).count()) == (SheetState.VERIFIED, 3)


def test_history_shows_the_difference_between_any_two(client: Client, sheet: Sheet, scorekeeper: Actor) -> None:
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.enter(scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="keyed", reason="Slipped."))
    page = client.get(sheet_url(sheet, "sheet_history"), {"one": "1", "other": "2"})
    assert [(each.one, each.other) for each in page.context["differences"]] == [("2", "4"), ("5", "6"), ("5", "4")]
    assert "Data entry mistake (the paper is right)" in text_of(page)


def test_paper_of_replaced_tables_leads_to_the_live_sheet_with_a_warning(
    client: Client, event: Event, director_actor: Actor
) -> None:
    round_ = Round.objects.select_related("division__event__book", "tournament").get(division__event=event, number=1)
    first = draws.publish(director_actor, draws.make(director_actor, round_, proposal=propose_tables(round_, seed=1)))
    old = Sheet.objects.get(table__draw=first, table__number=2)
    draws.publish(director_actor, draws.revise(director_actor, Draw.objects.get(pk=first.pk)))
    rounds.start(director_actor, Round.objects.get(pk=round_.pk))
    answer = client.get(sheet_url(old))
    live = sheet_of(round_, 2)
    assert answer.headers["Location"] == f"{sheet_url(live)}?printed={old.pk}"
    page = client.get(answer.headers["Location"])
    assert page.context["grid"].messages["table"] == (
        "This scoresheet was printed for version 1 of the tables. Check the names."
    )
    refused = client.post(sheet_url(live, "sheet_enter"), SIX | {"printed": str(old.pk)}, headers=JSON)
    assert refused.json()["refused"].startswith("This scoresheet was printed for version 1 of the tables.")


def test_judge_may_look_and_flag_but_not_enter(client_of: SignIn, people: dict[str, User], sheet: Sheet) -> None:
    judge = client_of(people["judge"])
    assert judge.get(sheet_url(sheet)).context["mode"] == "show"
    assert judge.post(sheet_url(sheet, "sheet_enter"), SIX).status_code == 403
    judge.post(sheet_url(sheet, "sheet_flag"), {"problem": "Who won?"})
    assert reload_sheet(sheet).problem == "Who won?"


# -- rounds -----------------------------------------------------------------------------------------------------------


def test_to_do_list_leads_to_the_sheets_and_then_to_closing(
    tournament: Tournament, round_: Round, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    def of_round() -> tuple[str, str]:
        step = next(step for step in todo_steps_of(tournament) if "Round 1" in step.label)
        return step.label, step.url

    slug = tournament.slug
    assert of_round() == ("Verify Round 1 scoresheets", reverse("sheets", args=[slug]))
    verify_all(round_, scorekeeper, other_scorekeeper)
    assert of_round() == ("Close Round 1", reverse("round", args=[slug, round_.pk]))


def test_to_do_list_says_what_holds_up_a_round(tournament: Tournament, round_: Round) -> None:
    told = {step.label: step.held_up for step in todo_steps_of(tournament)}
    assert told["Verify Round 1 scoresheets"] == ""
    assert told["Round 2"] == "Waiting for scorekeepers to verify Round 1 Elementary."


def test_round_page_says_what_is_open_and_then_closes(
    client_of: SignIn, director: User, round_: Round, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    client, slug = client_of(director), round_.tournament.slug
    address = reverse("round", args=[slug, round_.pk])
    assert "Tables 1, 2, 3, 4, and 5 aren’t verified yet." in text_of(client.get(address))
    verify_all(round_, scorekeeper, other_scorekeeper)
    assert "Close the round" in text_of(client.get(address))
    client.post(reverse("round_complete", args=[slug, round_.pk]))
    assert Round.objects.get(pk=round_.pk).state == "complete"


def test_sheet_of_a_closed_round_says_that_a_director_can_reopen_it(
    client: Client, round_: Round, director_actor: Actor, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    """It does not offer a correction that would be refused."""
    verify_all(round_, scorekeeper, other_scorekeeper)
    said = "Round 1 is closed. A director can reopen it."
    page = client.get(sheet_url(sheet_of(round_)))
    assert ("Correct entry" in text_of(page), said in text_of(page)) == (True, False)
    closed = rounds.close(director_actor, round_)
    page = client.get(sheet_url(sheet_of(round_)))
    assert ("Correct entry" in text_of(page), said in text_of(page)) == (False, True)
    rounds.reopen(director_actor, closed)
    assert "Correct entry" in text_of(client.get(sheet_url(sheet_of(round_))))


def test_results_link_to_their_sheets_and_give_reasons(
    client: Client, director_actor: Actor, round_: Round, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    verify_all(round_, scorekeeper, other_scorekeeper)
    rounds.reopen(director_actor, rounds.close(director_actor, round_))
    sheet = sheet_of(round_)
    actions.enter(scorekeeper, sheet, paper=OTHER, base=1, note=EntryNote(correction="keyed"))
    actions.check(other_scorekeeper, sheet, base=2)
    page = client.get(reverse("round_results", args=[round_.tournament.slug, round_.pk]))
    assert sorted((change.before, change.now) for change in page.context["changes"]) == [("5", "4"), ("5", "6")]
    assert len(page.context["tables"]) == 5
    assert "Third place in a 3-player match is worth 2 points." in text_of(page)


def test_dashboard_counts_sheets_and_links_to_them(
    client_of: SignIn, director: User, round_: Round, scorekeeper: Actor
) -> None:
    actions.enter(scorekeeper, sheet_of(round_), paper=PLAIN, base=0)
    page = client_of(director).get(reverse("tournament", args=[round_.tournament.slug]))
    figures = page.context["figures"][round_.division_id]
    assert [(each.count, each.words) for each in figures] == [(4, "not received"), (1, "to verify")]
    assert figures[1].url.endswith(f"/sheets/?state=entered#round-{round_.pk}")


@pytest.mark.parametrize("name", ["sheet", "sheets", "sheet_history", "sheet_piles", "round_results"])
def test_pages_make_a_constant_number_of_queries(
    client: Client,
    round_: Round,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    django_assert_num_queries: DjangoAssertNumQueries,
    name: str,
) -> None:
    sheet = sheet_of(round_)
    about = {"sheets": [], "sheet_piles": [round_.pk], "round_results": [round_.pk]}.get(name, [sheet.pk])
    address = reverse(name, args=[round_.tournament.slug, *about])
    asked = {"sheet": 9, "sheets": 9, "sheet_history": 4, "sheet_piles": 4, "round_results": 6}[name]
    actions.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    actions.check(other_scorekeeper, sheet, base=1)
    with django_assert_num_queries(asked):
        assert client.get(address).status_code == 200
    for number in range(1, 8):
        actions.enter(
            scorekeeper, sheet, paper=OTHER if number % 2 else PLAIN, base=number, note=EntryNote(correction="keyed")
        )
    for each in live_sheets(round_)[1:]:
        actions.enter(scorekeeper, each, paper=PLAIN, base=0)
        actions.check(other_scorekeeper, each, base=1)
    with django_assert_num_queries(asked):
        assert client.get(address).status_code == 200


@pytest.mark.parametrize(("verification", "sent"), [("check", 6), ("none", 8)])
def test_save_makes_few_queries(
    client: Client,
    event: Event,
    round_: Round,
    director_actor: Actor,
    django_assert_num_queries: DjangoAssertNumQueries,
    verification: str,
    sent: int,
) -> None:
    """Session with user and roles; sheet lock, seats; entry, pointer, log line.

    Where one person is enough, also the verification and the results.
    """
    set_verification(director_actor, event, verification)
    first, second = (sheet_url(sheet, "sheet_enter") for sheet in live_sheets(round_)[:2])
    assert client.post(first, SIX, headers=JSON).json()["entry"] == 1  # the edition is read once
    with django_assert_num_queries(sent + 2):  # the verb's transaction is a savepoint here
        assert client.post(second, SIX, headers=JSON).json()["entry"] == 1


@pytest.fixture
@reused
def cup(director: User, director_actor: Actor) -> Sheet:
    tournament = factories.tournament(director, "Cup Day", ("acc-2026",))
    factories.roster(tournament, teams=5, division="Grade 5")
    event = set_up(director_actor, tournament.events.get(), version=1, rounds=2, divisions=("5",), verification="none")
    tournament_actions.start(director_actor, tournament)
    return sheet_of(play(director_actor, event, 1))


def test_table_of_the_cup_is_found_by_grade_and_number(cup: Sheet) -> None:
    found = {
        typed: list(sheets_by_number(cup.tournament, typed)) for typed in ("1", "5-1", " 5 - 1", "51", "4-1", "5-")
    }
    assert found == {"1": [cup], "5-1": [cup], " 5 - 1": [cup], "51": [], "4-1": [], "5-": []}


def test_cup_is_entered_from_games_or_from_totals_and_games(client_of: SignIn, director: User, cup: Sheet) -> None:
    client = client_of(director)
    page = client.get(sheet_url(cup))
    assert (page.context["grid"].seats, len(page.context["grid"].heads)) == (5, 5)
    client.post(sheet_url(cup, "sheet_enter"), form_data("2 1 1 1", "0 2 1 0", "0 1 1 2", "1 0 0 1", "1 1 2 0"))
    scores = ["1.25", "0.75", "1.00", "0.50", "1.00"]
    assert [str(result.points) for result in cup.results.all()] == scores
    totals = {f"row-{seat}-total": total for seat, total in enumerate("53424", 1)}
    same = form_data("", "", "", "", "", base=1, games="4", correction="keyed") | totals
    client.post(sheet_url(cup, "sheet_enter"), same)
    assert [str(result.points) for result in cup.results.all()] == scores
    assert list(cup.entries.values_list("depth", flat=True)) == ["shakes", "totals"]
