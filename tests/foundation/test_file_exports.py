"""Downloads: plain text, numbers as numbers, never a formula, and nothing that the page does not show."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import openpyxl
import pytest
from django.http import Http404
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from python_calamine import CalamineWorkbook

from foundation.file_exports import Cell, Column, as_file, columns_of, csv_lines, json_lines
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from foundation.workbook_files import write_workbook
from pairings import actions as draws
from pairings.proposals import propose_tables
from tests import factories
from tests.helpers import SignIn
from tests.reused_fixtures import reused
from tournament.rounds.models import Round

EVIL = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t1",
    "\r1",
    "\n1",
    "＝1",
    '=HYPERLINK("http://example.org")',
    "=cmd|' /C x'!A0",
]
ROWS: list[list[Cell]] = [[text, 1] for text in EVIL]


def cells_of(file: Any) -> list[list[Any]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(file.read())).get_sheet_by_index(0).to_python()


# -- the three formats ------------------------------------------------------------------------------------------------


def test_text_that_begins_like_a_formula_is_text_in_csv() -> None:
    text = "".join(csv_lines(["=Title", "Number"], ROWS))
    lines = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert lines == [["'=Title", "Number"], *([f"'{each}", "1"] for each in EVIL)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    "text", ["Abaci;=1+1", 'Abaci;"=1+1"', "Abaci;;-1", "Abaci\n=1+1", "Abaci\n;@x", "\t=1", "\r=1", "\n=1", "a\t+1"]
)
def test_other_separators_reveal_no_formula(separator: str, text: str) -> None:
    """A program that splits at semicolons ignores quotes in a file with commas."""
    written = "".join(csv_lines(["Team", "School"], [[text, text], ["Team", text]])).removeprefix("\ufeff")
    cells = [cell for row in csv.reader(io.StringIO(written, newline=""), delimiter=separator) for cell in row]
    assert [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@"))] == []


def test_text_that_begins_like_a_formula_is_text_in_a_workbook() -> None:
    file = write_workbook("List", ["=Title", "Number"], ROWS)
    sheet = openpyxl.load_workbook(file).active
    assert {cell.data_type for row in sheet.iter_rows(max_col=1) for cell in row} == {"s"}
    assert [row[0].value.strip() for row in sheet.iter_rows(min_row=2)] == [each.strip() for each in EVIL]
    file.close()


def test_numbers_dates_and_times_keep_their_types() -> None:
    moment = datetime(2026, 11, 14, 9, 30, tzinfo=ZoneInfo("America/New_York"))
    row: list[Cell] = [-3, Decimal("4.50"), Decimal("6.00"), 1.5, True, False, None, date(2026, 11, 14), moment]
    titles = [f"c{number}" for number in range(len(row))]
    line = "".join(csv_lines(titles, [row])).splitlines()[1]
    assert line == "-3,4.5,6,1.5,yes,,,2026-11-14,2026-11-14 09:30:00"
    (told,) = json.loads("".join(json_lines(titles, [row])))
    assert list(told.values()) == [-3, 4.5, 6, 1.5, True, False, None, "2026-11-14", "2026-11-14T09:30:00-05:00"]
    assert isinstance(told["c2"], int)
    with write_workbook("List", titles, [row]) as file:
        cells = [cell.value for cell in openpyxl.load_workbook(file).active[2]]
    there = datetime(2026, 11, 14, 9, 30)
    assert cells == [-3, 4.5, 6, 1.5, "yes", None, None, datetime(2026, 11, 14), there]


def test_letters_that_a_workbook_cannot_hold_are_left_out() -> None:
    with write_workbook(
        "A/B: [every]thing* that is far too long for a title", ["x\x07"], [["a\x00b\x1fc\ud800"]]
    ) as file:
        assert cells_of(file) == [["x"], ["abc"]]


def test_empty_list_is_a_file() -> None:
    assert "".join(csv_lines(["A"], [])) == "\ufeffA\r\n"
    assert json.loads("".join(json_lines(["a"], []))) == []
    with write_workbook("", ["A"], []) as file:
        assert cells_of(file) == [["A"]]


def test_text_that_looks_like_a_number_is_one_except_in_words() -> None:
    columns = columns_of(["Name", "Points"], words=["Name"])
    rows = [["12", "12"], ["007", "007"], ["-3", "-3"], ["2-1", "2-1"], ["", ""], ["1.50", "1.50"]]
    read = [[column.value(row) for column in columns] for row in rows]
    points = [Decimal(12), "007", Decimal(-3), "2-1", "", Decimal("1.50")]
    assert read == [[row[0], each] for row, each in zip(rows, points, strict=True)]


@pytest.mark.parametrize("asked", ["csv", "json"])
def test_many_rows_need_no_more_memory_than_few(asked: str) -> None:
    """A hundred thousand lines, of which only a few hundred are in memory at once."""
    columns = [Column("Number", lambda row: row), Column("Words", lambda row: f"line {row} " + "x" * 50)]
    answer = as_file(RequestFactory().get("/", {"format": asked}), "list", columns, iter(range(100_000)))
    tracemalloc.start()
    size = sum(len(part) for part in answer)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size > 6_000_000
    assert peak < 500_000


def test_times_in_a_streamed_file_are_in_the_tournament_zone() -> None:
    noon = datetime(2026, 11, 14, 17, 0, tzinfo=UTC)
    with timezone.override(ZoneInfo("America/New_York")):
        answer = as_file(RequestFactory().get("/"), "list", [Column("At", lambda row: row)], [noon])
    assert answer.getvalue().decode() == "\ufeffAt\r\n2026-11-14 12:00:00\r\n"


def test_columns_of_the_same_title_are_both_in_json() -> None:
    columns = [Column("Fall Meet", lambda row: row), Column("Fall Meet", lambda row: -row)]
    answer = as_file(RequestFactory().get("/", {"format": "json"}), "list", columns, [4])
    assert json.loads(answer.getvalue()) == [{"fall_meet": 4, "fall_meet_2": -4}]


def test_unknown_format_is_not_found() -> None:
    with pytest.raises(Http404):
        as_file(RequestFactory().get("/", {"format": "exe"}), "list", [], [])


# -- the pages --------------------------------------------------------------------------------------------------------


@pytest.fixture
@reused
def full(tournament: Tournament, director_actor: Actor) -> Tournament:
    """A published round, a judge, and a team whose name looks like a formula."""
    factories.roster(tournament, teams=3)
    factories.team(tournament, "=1+1", "@School")
    factories.helper(tournament, Role.JUDGE)
    round_ = Round.objects.select_related("tournament", "division__event__book").get(
        tournament=tournament, number=1, division__letter="E"
    )
    draws.publish(director_actor, draws.make(director_actor, round_, proposal=propose_tables(round_, seed=1)))
    return tournament


def first_round(tournament: Tournament) -> Round:
    return Round.objects.get(tournament=tournament, number=1, division__letter="E")


def address_of(name: str, tournament: Tournament) -> str:
    about: dict[str, Callable[[], list[Any]]] = {
        "log": list,
        "roster_export": lambda: [tournament.slug, tournament.events.get().pk],
        "checkin_missing": lambda: [tournament.slug, tournament.events.get().pk],
        "draw": lambda: [tournament.slug, first_round(tournament).pk],
        "round_results": lambda: [tournament.slug, first_round(tournament).pk],
        "sheet_export": lambda: [tournament.slug, first_round(tournament).pk],
    }
    return reverse(name, args=about.get(name, lambda: [tournament.slug])())


PAGES = {
    "roster_export": (15, "School,Team,Division,First name,Last name,Grade,Position,Seed,Alternate,Home school"),
    "checkin": (15, "Division,School,Team,Position,Player,Alternate,Status,Game set"),
    "checkin_missing": (15, "Division,School,Team,Position,Player"),
    "rounds": (16, "Game,Division,Round,State,Started"),
    "seating": (15, "Division,Round,Table,Room,Seat,Number,Player,Team,School"),
    "draw": (15, "Table,Room,Seat,Player,Team,School,Locked"),
    "sheets": (
        0,
        "Division,Round,Table,Room,State,Received at,Received by,Entered by,Refused to initial,Problem,Waived",
    ),
    "round_results": (0, "Table,Player,Team,Status,Total,Penalties,Place,Points,Why,Rule"),
    "teams": (4, "School,Team"),
    "staff": (2, "Name,Role,Since"),
    "conflicts": (1, "Judge,School"),
    "log": (None, "When,Who,What,Tournament,From,Device,Address"),
}


@pytest.mark.parametrize("name", PAGES)
def test_page_is_a_file_in_three_formats(client_of: SignIn, director: User, full: Tournament, name: str) -> None:
    client: Client = client_of(director)
    count, titles = PAGES[name]
    read = {form: client.get(address_of(name, full), {"format": form}) for form in ("csv", "xlsx", "json")}
    assert {form: answer.headers["Content-Disposition"].endswith(f'.{form}"') for form, answer in read.items()} == {
        "csv": True,
        "xlsx": True,
        "json": True,
    }
    lines = read["csv"].getvalue().decode("utf-8-sig").splitlines()
    told = json.loads(read["json"].getvalue())
    cells = cells_of(io.BytesIO(read["xlsx"].getvalue()))
    assert (lines[0], cells[0]) == (titles, titles.split(","))
    assert len(lines) == len(told) + 1 == len(cells)
    assert count is None or len(told) == count
    assert [line for line in lines if line.startswith(("=", "@"))] == []


@pytest.mark.parametrize("name", PAGES)
def test_file_needs_the_role_of_its_page(client_of: SignIn, full: Tournament, name: str) -> None:
    stranger: Client = client_of(factories.user("Nora Norole"))
    nobody: Client = client_of(None)
    address = address_of(name, full)
    assert nobody.get(address, {"format": "csv"}).status_code == 302
    answer = stranger.get(address, {"format": "csv"})
    assert answer.status_code == (200 if name == "log" else 404)
    assert name != "log" or full.name not in answer.getvalue().decode()


@pytest.mark.parametrize("name", sorted({*PAGES} - {"roster_export"}))
def test_page_offers_its_files(client_of: SignIn, director: User, full: Tournament, name: str) -> None:
    page = client_of(director).get(address_of(name, full)).getvalue().decode()
    offered = name not in ("sheets", "round_results", "sheet_export")  # nothing to show yet
    assert ("format=xlsx" in page) == offered


def test_file_uses_the_filters_of_the_page(client_of: SignIn, director: User, full: Tournament) -> None:
    client: Client = client_of(director)

    def told(name: str, **asked: str) -> list[dict[str, Any]]:
        return json.loads(client.get(address_of(name, full), {"format": "json"} | asked).getvalue())

    found = told("seating", q="Letter A", by="school")
    assert [(row["school"], row["player"]) for row in found] == [
        ("School 1", "One1 Player Letter A"),
        ("School 2", "One2 Player Letter A"),
        ("School 3", "One3 Player Letter A"),
    ]
    assert {row["team"] for row in told("checkin", q="Team 2")} == {"Team 2"}
    assert {row["what"].partition(" ")[0] for row in told("log", action="team.")} == {"added"}
    assert len(told("log", before="1")) == len(told("log"))


def test_public_page_of_tables_is_no_file(full: Tournament) -> None:
    Tournament.objects.update(is_public=True)
    answer = Client().get(reverse("find_table", args=[full.slug]), {"format": "csv"})
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


QUESTIONS = {"roster_export": 5, "checkin": 6, "seating": 3, "draw": 6, "sheets": 2, "teams": 4, "log": 2}


@pytest.mark.parametrize("name", QUESTIONS)
def test_file_makes_a_constant_number_of_queries(
    client_of: SignIn, director: User, full: Tournament, django_assert_num_queries: DjangoAssertNumQueries, name: str
) -> None:
    client: Client = client_of(director)
    for teams in (3, 9):
        factories.roster(full, teams=teams)
        with django_assert_num_queries(QUESTIONS[name]):
            client.get(address_of(name, full), {"format": "csv"}).getvalue()
