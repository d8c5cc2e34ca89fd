"""The grid of a round: one entry per row, refusals at their rows, a constant number of queries."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from foundation.activity.models import LogLine
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from scoring.bulk.forms import TypedRow
from scoring.bulk.grid import build_grid
from scoring.entry import actions
from scoring.entry.access import SheetViewer
from scoring.models import Entry, Sheet, SheetState
from scoring.round_results import live_sheets
from tests import factories
from tests.helpers import ClientResponse, SignIn
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, play, sheet_of
from tournament.books import save_copy
from tournament.models import Event
from tournament.rounds.models import Round
from tournament.setup.actions import set_up


class Inputs(HTMLParser):
    """Collects the inputs of a page with their values."""

    def __init__(self, response: ClientResponse) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "input" and named.get("name") and (named.get("type") != "checkbox" or "checked" in named):
            self.values[str(named["name"])] = named.get("value") or ""


@pytest.fixture
def browser(client_of: SignIn, scorekeeper: Actor) -> Client:
    return client_of(scorekeeper.user)


def address(round_: Round) -> str:
    return reverse("sheet_bulk", args=[round_.tournament.slug, round_.pk])


def row_inputs(sheet: Sheet, *totals: object, key: str = "", **more: str) -> dict[str, str]:
    values = {f"{sheet.pk}-total-{seat}": str(total) for seat, total in enumerate(totals, 1)}
    values |= {f"{sheet.pk}-initialed": "yes", f"{sheet.pk}-base": "0", f"{sheet.pk}-key": key or f"key {sheet.pk}"}
    return values | {f"{sheet.pk}-{name}": value for name, value in more.items()}


def states(round_: Round) -> list[str]:
    return [sheet.state for sheet in live_sheets(round_)]


def test_row_is_totals_and_one_tick_for_all_initials() -> None:
    row = TypedRow.parse({"7-total-1": " 22", "7-total-2": "17", "7-total-3": "A", "7-initialed": "yes"}, 7, 3)
    assert row.paper()["rows"] == [
        {"total": "22", "initials": "yes"},
        {"total": "17", "initials": "yes"},
        {"status": "absent"},
    ]
    assert (row.is_filled, TypedRow.empty(3).is_filled) == (True, False)


def test_save_all_saves_every_row_that_is_filled(browser: Client, round_: Round, scorekeeper: Actor) -> None:
    one, two = sheet_of(round_, 1), sheet_of(round_, 2)
    response = browser.post(address(round_), row_inputs(one, 22, 17, 14) | row_inputs(two, 10, 10, "a"), follow=True)
    assert [str(message) for message in response.context["messages"]] == ["Tables 1 and 2 saved."]
    assert states(round_) == ["entered", "entered", "out", "out", "out"]
    entry = Entry.objects.get(sheet=one)
    assert (entry.source, entry.depth, entry.entered_by) == ("paper", "totals", scorekeeper.user)
    assert LogLine.objects.filter(action="sheet.enter").count() == 2


def test_refused_row_comes_back_and_the_others_are_saved(browser: Client, round_: Round) -> None:
    one, two, three = (sheet_of(round_, number) for number in (1, 2, 3))
    sent = row_inputs(one, 22, 17, 14) | row_inputs(two, 30, 20, "", reason="") | row_inputs(three, "x", 1, 2)
    response = browser.post(address(round_), sent)
    assert (response.status_code, states(round_)) == (422, ["entered", "out", "out", "out", "out"])
    rows = {row.sheet: row for row in response.context["grid"].rows}
    assert rows[two].refused.sentence == f"{rows[two].cells[2].name} has no total. Fix it, or say why it’s correct."
    assert rows[three].refused.sentence == "Enter the total as a whole number."
    assert [(cell.total, cell.is_unreadable) for cell in rows[three].cells] == [("x", True), ("1", False), ("2", False)]
    inputs = Inputs(response).values
    assert {name: inputs[name] for name in row_inputs(two)} | {f"{two.pk}-total-1": inputs[f"{two.pk}-total-1"]} == {
        f"{two.pk}-initialed": "yes",
        f"{two.pk}-base": "0",
        f"{two.pk}-key": f"key {two.pk}",
        f"{two.pk}-total-1": "30",
    }
    assert f"{one.pk}-total-1" not in inputs


def test_warning_is_overridden_with_a_reason(browser: Client, round_: Round) -> None:
    sheet = sheet_of(round_)
    browser.post(address(round_), row_inputs(sheet, 30, 20, "", reason="So it stands on the paper."))
    entry = Entry.objects.get(sheet=sheet)
    assert (entry.is_doubtful, entry.reason) == (True, "So it stands on the paper.")


def test_button_of_a_row_saves_that_row_and_keeps_what_is_typed_in_others(browser: Client, round_: Round) -> None:
    one, two = sheet_of(round_, 1), sheet_of(round_, 2)
    sent = row_inputs(one, 22, 17, 14) | row_inputs(two, 9, 8, 7) | {"only": str(one.pk)}
    response = browser.post(address(round_), sent)
    assert (response.status_code, states(round_)[:2]) == (200, ["entered", "out"])
    assert Inputs(response).values[f"{two.pk}-total-3"] == "7"


def test_row_that_was_sent_twice_is_saved_once(browser: Client, round_: Round) -> None:
    sheet = sheet_of(round_)
    for _ in range(2):
        assert browser.post(address(round_), row_inputs(sheet, 22, 17, 14)).status_code == 302
    assert Entry.objects.filter(sheet=sheet).count() == 1


def test_row_that_someone_else_entered_is_refused_with_what_was_typed(
    browser: Client, round_: Round, other_scorekeeper: Actor
) -> None:
    sheet = sheet_of(round_)
    actions.enter(other_scorekeeper, sheet, paper=PLAIN, base=0)
    response = browser.post(address(round_), row_inputs(sheet, 22, 17, 14))
    row = response.context["grid"].rows[0]
    assert (response.status_code, row.is_stale, row.cells[0].total) == (409, True, "22")
    assert row.refused.sentence == (
        f"{other_scorekeeper.name} entered this scoresheet while you were working. "
        "Compare the two and save the correct one."
    )
    assert Entry.objects.filter(sheet=sheet).count() == 1


def test_nothing_typed_changes_nothing(browser: Client, round_: Round) -> None:
    response = browser.post(address(round_), {}, follow=True)
    assert [str(message) for message in response.context["messages"]] == ["Nothing to save."]
    assert states(round_) == ["out"] * 5


def test_entered_row_shows_its_totals_and_results(browser: Client, round_: Round, other_scorekeeper: Actor) -> None:
    actions.enter(other_scorekeeper, sheet_of(round_), paper=PLAIN, base=0, names={2: "Nova Newcomer"})
    row = browser.get(address(round_)).context["grid"].rows[0]
    assert (row.typed, row.sheet.state) == (None, SheetState.ENTERED)
    assert [(cell.total, cell.place, cell.points) for cell in row.cells] == [
        ("12", 1, "5"), ("12", 1, "5"), ("6", 3, "2"),
    ]  # fmt: skip
    assert row.cells[1].name == "Nova Newcomer"


@pytest.mark.parametrize(("reader", "hidden"), [("scorekeeper", True), ("other_scorekeeper", False)])
def test_blind_reader_does_not_see_entered_rows(
    client_of: SignIn,
    round_: Round,
    event: Event,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    reader: str,
    hidden: bool,
) -> None:
    event.refresh_from_db()
    set_up(director_actor, event, version=event.version, verification="rekey")
    actions.enter(other_scorekeeper, sheet_of(round_), paper=PLAIN, base=0)
    who = {"scorekeeper": scorekeeper, "other_scorekeeper": other_scorekeeper}[reader]
    row = client_of(who.user).get(address(round_)).context["grid"].rows[0]
    assert (row.is_hidden, row.cells[0].total) == (hidden, "" if hidden else "12")


def test_viewer_without_permission_sees_no_inputs_and_saves_nothing(
    client_of: SignIn, tournament: Tournament, round_: Round
) -> None:
    judge = client_of(factories.helper(tournament, Role.JUDGE))
    assert not [name for name in Inputs(judge.get(address(round_))).values if "-total-" in name]
    assert judge.post(address(round_), row_inputs(sheet_of(round_), 22, 17, 14)).status_code == 403
    assert states(round_) == ["out"] * 5


def test_round_without_tables_has_no_rows(browser: Client, event: Event, round_: Round) -> None:
    later = Round.objects.get(division__event=event, number=3)
    response = browser.get(address(later))
    assert (response.status_code, response.context["grid"].rows) == (200, [])


@pytest.fixture
@reused
def cup(director_actor: Actor, event: Event) -> Round:
    """A round of the Cup in the same tournament, with the same players."""
    event.refresh_from_db()
    Event.objects.filter(pk=event.pk).update(edition="acc-2026", book=save_copy("acc-2026"))
    return play(director_actor, Event.objects.get(pk=event.pk), 1)


def test_rows_of_the_cup_have_totals_and_games(cup: Round, browser: Client, scorekeeper: Actor) -> None:
    sheet = sheet_of(cup)
    seats = sheet.table.seats.count()
    browser.post(address(cup), row_inputs(sheet, *[6] * seats, games="4"))
    row = build_grid(cup, SheetViewer(scorekeeper, cup.tournament)).rows[0]
    assert (row.games, [cell.points for cell in row.cells]) == ("4", ["1.50"] * seats)


@pytest.mark.parametrize(("entered", "queries"), [(0, 6), (1, 7), (5, 7)])
def test_grid_makes_a_constant_number_of_queries(
    browser: Client,
    round_: Round,
    other_scorekeeper: Actor,
    django_assert_num_queries: DjangoAssertNumQueries,
    entered: int,
    queries: int,
) -> None:
    """Substitutes cost one more query, no matter how many there are."""
    for sheet in live_sheets(round_)[:entered]:
        actions.enter(other_scorekeeper, sheet, paper=PLAIN, base=0, names={1: f"Nova Newcomer {sheet.pk}"})
    with django_assert_num_queries(queries):
        assert browser.get(address(round_)).status_code == 200
