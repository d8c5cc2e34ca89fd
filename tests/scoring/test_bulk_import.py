"""Importing results: the preview by table, all-or-nothing import, and exports that import as the same sheets."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from foundation.activity.models import LogLine
from foundation.errors import Refused
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.proposals import propose_tables
from scoring.bulk.actions import import_results
from scoring.bulk.forms import cells_as_json
from scoring.bulk.import_plan import ResultsImportPlan, plan_import
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.entry.queries import seated_players
from scoring.models import Entry, Sheet
from scoring.round_results import live_sheets
from tests import factories
from tests.foundation.test_verbs import at_once
from tests.helpers import SignIn, require
from tests.scoring.conftest import PLAIN, paper, play, sheet_of
from tournament.models import Event
from tournament.rosters.models import Player
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up
from tournament.spreadsheets import Worksheet, read_file, read_pasted

PHOTO = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 9
HEAD = "Table\tPlayer\tTotal\tInitials"


def listing(*sheets: Sheet, totals: tuple[object, ...] = (22, 17, 14), head: str = HEAD) -> str:
    """Return a file with the totals of these tables."""
    rows = [head]
    for sheet in sheets:
        for each, total in zip(seated_players(sheet), totals, strict=True):
            rows.append(f"{sheet.table.number}\t{each.name}\t{total}\tyes")
    return "\n".join(rows)


def cells(text: str) -> list[Worksheet]:
    return [read_pasted(text)]


def plan_text(event: Event, text: str) -> ResultsImportPlan:
    return plan_import(event, cells(text))


def problems_of(plan: ResultsImportPlan) -> list[tuple[str, str]]:
    found = [*plan.problems, *(each for table in plan.tables for each in table.problems)]
    return [(each.where, each.sentence) for each in found]


def import_text(actor: Actor, event: Event, text: str, reason: str = "") -> Event:
    return import_results(actor, event, name="results.csv", sheets=cells(text), reason=reason)


@pytest.fixture
def browser(client_of: SignIn, scorekeeper: Actor) -> Client:
    return client_of(scorekeeper.user)


@pytest.fixture
def page(tournament: Tournament) -> str:
    return reverse("results_import", args=[tournament.slug])


# -- planning ---------------------------------------------------------------------------------------------------------


def test_plan_says_what_happens_with_each_table(event: Event, round_: Round, scorekeeper: Actor) -> None:
    one, two, three, four = (sheet_of(round_, number) for number in (1, 2, 3, 4))
    totals = {"rows": [{"total": total, "initials": "yes"} for total in (22, 17, 14)]}
    actions.enter(scorekeeper, two, paper=totals, base=0)
    actions.enter(scorekeeper, three, paper=PLAIN, base=0)
    text = listing(one, two, three) + "\n" + "\n".join(f"4\t{each.name}\t\t" for each in seated_players(four))
    found = plan_text(event, text)
    assert [(table.sheet, table.state) for table in found.tables] == [
        (one, "new"), (two, "same"), (three, "differs"), (four, "empty"),
    ]  # fmt: skip
    assert [(total, points) for _, total, points in found.tables[0].figures] == [("22", "6"), ("17", "4"), ("14", "2")]
    name = seated_players(three)[0].name
    assert found.tables[2].differences[0] == f"{name}, total: the file says “22”, but the entry is blank."


def test_players_are_found_by_name_in_any_spelling_and_by_number(event: Event, round_: Round) -> None:
    ada, bo, cleo = (each.player for each in seated_players(sheet_of(round_)))
    rows = [
        f"1\t{require(cleo).number}\t14\tyes",
        f"1\t{require(ada).name.upper()}\t22\tyes",
        f"1\t{require(bo).last_name}, {require(bo).first_name}\t17\tyes",
    ]
    found = plan_text(event, "\n".join([HEAD, *rows]))
    assert [total for _, total, _ in found.tables[0].figures] == ["22", "17", "14"]


def test_substitute_from_the_tournament_is_recognized(
    event: Event, round_: Round, director_actor: Actor, other_scorekeeper: Actor
) -> None:
    sheet = sheet_of(round_)
    spare = Player.objects.create(tournament=event.tournament, first_name="Spare", last_name="Sum", number=900)
    text = listing(sheet).replace(seated_players(sheet)[1].name, "Spare Sum")
    import_text(director_actor, event, text)
    assert Entry.objects.get(sheet=sheet).paper["rows"][1]["player"] == spare.pk
    assert [table.state for table in plan_text(event, text).tables] == ["same"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("99\t{0}\t22\tyes", "Round 1 Elementary has no table “99”. Check the number."),
        ("\t{0}\t22\tyes", "Enter the table number."),
        ("1\t{0}\tmany\tyes", "Enter the total as a whole number."),
        ("1\t{0}\t22\tmaybe", "Enter yes or refused for initials, or leave them blank."),
        ("1\t{1}\t22\tyes", "{1} has 2 lines. Keep one."),
        (
            "1\t=1+1\t22\tyes",
            "“=1+1” isn’t at this table ({0}, {1}, and {2}). Enter new players on the scoresheet’s page.",
        ),
    ],
)
def test_problem_is_reported_at_its_line(event: Event, round_: Round, line: str, sentence: str) -> None:
    names = [each.name for each in seated_players(sheet_of(round_))]
    rows = [f"1\t{names[1]}\t17\tyes", f"1\t{names[2]}\t14\tyes", line.format(*names)]
    assert problems_of(plan_text(event, "\n".join([HEAD, *rows])))[0] == ("Line 4", sentence.format(*names))


def test_player_without_a_line_is_a_problem(event: Event, round_: Round) -> None:
    names = [each.name for each in seated_players(sheet_of(round_))]
    text = "\n".join([HEAD, f"1\t{names[0]}\t22\tyes", f"1\t{names[1]}\t17\tyes"])
    assert problems_of(plan_text(event, text)) == [
        ("Line 2", f"{names[2]} has no line. Add one, with the status absent for a no-show.")
    ]


@pytest.mark.parametrize(
    ("division", "number", "sentence"),
    [
        ("Senior", "1", "This game has no division “Senior”."),
        ("e", "7", "Elementary has no round “7”."),
        ("Elementary", "2", "Round 2 Elementary hasn’t started yet. Enter its scoresheets once it starts."),
    ],
)
def test_wrong_division_or_round_is_a_problem(
    event: Event, round_: Round, director_actor: Actor, division: str, number: str, sentence: str
) -> None:
    later = Round.objects.select_related("division__event__book").get(division__event=event, number=2)
    draws.publish(director_actor, draws.make(director_actor, later, proposal=propose_tables(later, seed=7)))
    sheet = sheet_of(later)
    rows = [f"{division}\t{number}\t1\t{each.name}\t22\tyes" for each in seated_players(sheet)]
    found = problems_of(plan_text(event, "\n".join([f"Division\tRound\t{HEAD}", *rows])))
    assert found[0] == ("Line 2", sentence)


def test_preview_makes_a_constant_number_of_queries(
    event: Event, round_: Round, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = live_sheets(round_)
    for many in (1, 5):
        text = listing(*found[:many])
        with django_assert_num_queries(5):
            assert len(plan_text(event, text).new) == many


# -- importing --------------------------------------------------------------------------------------------------------


def test_import_is_one_entry_for_each_table_and_one_line_of_the_log(
    event: Event, round_: Round, scorekeeper: Actor
) -> None:
    sheets = live_sheets(round_)
    import_text(scorekeeper, event, listing(*sheets))
    assert list(Entry.objects.values_list("sheet__table__number", "number", "source", "entered_by")) == [
        (number, 1, "import", require(scorekeeper.user).pk) for number in range(1, 6)
    ]
    line = LogLine.objects.get(action="results.import")
    assert line.text == "imported results for 5 tables from results.csv"
    assert not LogLine.objects.filter(action="sheet.enter").exists()
    assert Job.objects.filter(title="Backup: Equations results imported").count() == 1
    assert [sheet.state for sheet in live_sheets(round_)] == ["entered"] * 5


def test_import_follows_the_policy_of_verification(
    event: Event, round_: Round, director_actor: Actor, scorekeeper: Actor
) -> None:
    event.refresh_from_db()
    set_up(director_actor, event, version=event.version, verification="none")
    import_text(scorekeeper, event, listing(sheet_of(round_)))
    assert list(sheet_of(round_).results.values_list("total", "points")) == [(22, 6), (17, 4), (14, 2)]


def test_importing_again_changes_nothing_and_says_so(event: Event, round_: Round, scorekeeper: Actor) -> None:
    text = listing(*live_sheets(round_))
    import_text(scorekeeper, event, text)
    with pytest.raises(Refused, match=r"Everything in this file has been entered\. Nothing changed\."):
        import_text(scorekeeper, event, text)
    assert Entry.objects.count() == 5


def test_import_is_all_or_nothing(event: Event, round_: Round, scorekeeper: Actor) -> None:
    one, two = sheet_of(round_, 1), sheet_of(round_, 2)
    wrong = listing(one, two) + "\n9\tNobody\t1\tyes"
    with pytest.raises(Refused, match=r"The file has 1 problem\. Fix it and upload the file again\."):
        import_text(scorekeeper, event, wrong)
    actions.enter(scorekeeper, two, paper=PLAIN, base=0)
    with pytest.raises(Refused, match=r"Table 2 has a different entry\."):
        import_text(scorekeeper, event, listing(one, two))
    assert not Entry.objects.filter(sheet=one).exists()


def test_warnings_of_a_file_need_one_reason(event: Event, round_: Round, scorekeeper: Actor) -> None:
    one, two = sheet_of(round_, 1), sheet_of(round_, 2)
    text = listing(one) + listing(two).replace("yes", "").removeprefix(HEAD)
    assert [len(table.warnings) for table in plan_text(event, text).tables] == [0, 3]
    with pytest.raises(Refused, match="3 things look wrong") as refused:
        import_text(scorekeeper, event, text)
    assert refused.value.field == "reason"
    import_text(scorekeeper, event, text, reason="The papers are initialed.")
    assert list(Entry.objects.order_by("sheet__table__number").values_list("is_doubtful", "reason")) == [
        (False, ""),
        (True, "The papers are initialed."),
    ]


def test_file_without_results_is_refused(event: Event, scorekeeper: Actor) -> None:
    with pytest.raises(Refused, match="needs the headings Table and Player"):
        import_text(scorekeeper, event, "Name\tTotal\nAda\t22")


@pytest.mark.django_db(transaction=True)
def test_two_imports_at_once_make_one_entry(
    event: Event, round_: Round, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    text = listing(sheet_of(round_))
    outcomes = at_once(
        lambda: import_text(scorekeeper, event, text), lambda: import_text(other_scorekeeper, event, text)
    )
    assert sorted(isinstance(each, Refused) for each in outcomes) == [False, True]
    assert Entry.objects.count() == 1


# -- pages ------------------------------------------------------------------------------------------------------------


def test_file_is_previewed_and_then_imported(browser: Client, event: Event, round_: Round, page: str) -> None:
    text = listing(*live_sheets(round_))
    looked = browser.post(page, {"event": event.pk, "file": SimpleUploadedFile("r.csv", text.encode())})
    assert (looked.status_code, looked.context["plan"].counts, Entry.objects.count()) == (200, {"new": 5}, 0)
    form = looked.context["form"]
    sent = {name: form[name].value() for name in ("event", "name", "cells", "key")} | {"event": event.pk}
    for _ in range(2):
        done = browser.post(page, sent, follow=True)
        assert [str(message) for message in done.context["messages"]] == ["r.csv imported."]
    assert Entry.objects.count() == 5


def test_refused_import_shows_the_preview_with_the_refusal(
    browser: Client, event: Event, round_: Round, page: str
) -> None:
    carried = cells_as_json(cells(listing(sheet_of(round_)).replace("yes", "")))
    response = browser.post(page, {"event": event.pk, "name": "r.csv", "cells": carried, "reason": ""})
    assert (response.status_code, response.context["form"].errors) == (
        422,
        {"reason": ["3 things look wrong. Fix them, or say why they’re correct."]},
    )
    assert response.context["form"]["cells"].value() == carried


@pytest.mark.parametrize("wrong", ["", "[1]", "nonsense", '[{"name": "x"}]'])
def test_tampered_cells_are_refused(browser: Client, event: Event, page: str, wrong: str) -> None:
    response = browser.post(page, {"event": event.pk, "name": "r.csv", "cells": wrong}, follow=True)
    assert [str(message) for message in response.context["messages"]] == ["Upload the file again."]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("film.csv", b"x" * 11_000_000, "film.csv is 11 MB. The limit is 10 MB."),
        (
            "photo.xlsx",
            b"\xff\xd8\xff\xe0" + bytes(range(256)) * 9,
            "photo.xlsx isn’t a spreadsheet or CSV.",
        ),
        ("empty.csv", b" ", "empty.csv is empty."),
    ],
)
def test_unreadable_file_is_refused_with_a_reason(
    browser: Client, event: Event, page: str, name: str, content: bytes, sentence: str
) -> None:
    response = browser.post(page, {"event": event.pk, "file": SimpleUploadedFile(name, content)})
    assert (response.status_code, response.context["form"].errors) == (422, {"file": [sentence]})


def test_blind_reader_learns_only_that_the_file_differs(
    browser: Client, event: Event, round_: Round, director_actor: Actor, other_scorekeeper: Actor, page: str
) -> None:
    event.refresh_from_db()
    set_up(director_actor, event, version=event.version, verification="rekey")
    actions.enter(other_scorekeeper, sheet_of(round_), paper=PLAIN, base=0)
    response = browser.post(page, {"event": event.pk, "pasted": listing(sheet_of(round_))})
    table = response.context["plan"].tables[0]
    assert (table.state, table.differences) == ("differs", [])


# -- export -----------------------------------------------------------------------------------------------------------


def export_csv(client: Client, round_: Round, query: str = "") -> bytes:
    return client.get(reverse("sheet_export", args=[round_.tournament.slug, round_.pk]) + query).getvalue()


def test_export_of_a_new_round_is_an_empty_list(browser: Client, event: Event, round_: Round) -> None:
    sheets = read_file("round.csv", export_csv(browser, round_))
    assert sheets[0].rows[0][:9] == (
        "Division", "Round", "Table", "Player", "Total", "Points", "Initials", "1", "2",
    )  # fmt: skip
    assert sheets[0].rows[1] == ("Elementary", "1", "1", seated_players(sheet_of(round_))[0].name)
    assert plan_import(event, sheets).counts == {"empty": 5}


DEEP = [
    PLAIN,
    {"rows": [{"total": 22, "initials": "yes"}, {"total": -3, "initials": "yes"}, {"status": "absent"}]},
    paper("6-1j 4 -1", "2 4 6", "2 a 2", turned_in_by=1),
    paper("6 4", "2 4", "2 2") | {"columns": [{"cells": ["6", "2", "2"]}, {"cells": ["", "", ""], "status": "void"}]},
]


def test_round_trip_is_the_identity(browser: Client, event: Event, round_: Round, scorekeeper: Actor) -> None:
    for number, each in enumerate(DEEP, 1):
        actions.enter(
            scorekeeper,
            sheet_of(round_, number),
            paper=each,
            base=0,
            note=EntryNote(reason="So it is."),
            names={1: f"Nova {number}"},
        )
    content = export_csv(browser, round_)
    found = plan_import(event, read_file("round.csv", content))
    assert (found.counts, problems_of(found)) == ({"same": 4, "empty": 1}, [])


def test_exported_sheets_import_elsewhere_as_the_same_papers(
    browser: Client, event: Event, round_: Round, scorekeeper: Actor
) -> None:
    with transaction.atomic():
        for number, each in enumerate(DEEP, 1):
            actions.enter(scorekeeper, sheet_of(round_, number), paper=each, base=0, note=EntryNote(reason="So it is."))
        content = export_csv(browser, round_)
        before = list(Entry.objects.order_by("sheet").values_list("paper", flat=True))
        transaction.set_rollback(True)
    import_results(scorekeeper, event, name="round.csv", sheets=read_file("round.csv", content), reason="So it is.")
    assert list(Entry.objects.order_by("sheet").values_list("paper", flat=True)) == before
    assert export_csv(browser, round_) == content


def test_export_shows_nothing_to_a_blind_reader(
    browser: Client, event: Event, round_: Round, director_actor: Actor, other_scorekeeper: Actor
) -> None:
    event.refresh_from_db()
    set_up(director_actor, event, version=event.version, verification="rekey")
    actions.enter(other_scorekeeper, sheet_of(round_), paper=PLAIN, base=0)
    for query in ("", "?edit"):
        assert plan_import(event, read_file("round.csv", export_csv(browser, round_, query))).counts == {"empty": 5}


def test_closed_round_can_be_exported_but_not_imported(
    browser: Client, event: Event, round_: Round, director_actor: Actor, scorekeeper: Actor
) -> None:
    import_text(scorekeeper, event, listing(sheet_of(round_)))
    for sheet in live_sheets(round_)[1:]:
        actions.waive(director_actor, sheet, reason="Nobody came.")
    actions.check(director_actor, sheet_of(round_), base=1)
    rounds.close(director_actor, round_)
    assert plan_import(event, read_file("round.csv", export_csv(browser, round_))).counts == {"same": 1, "empty": 4}
    rows = [f"1\t2\t{each.name}\t22\tyes" for each in seated_players(sheet_of(round_, 2))]
    found = plan_text(event, "\n".join([f"Round\t{HEAD}", *rows]))
    assert problems_of(found) == [("Line 2", "Round 1 Elementary is closed. A director can reopen it.")]


def test_coach_cannot_export(client_of: SignIn, tournament: Tournament, round_: Round) -> None:
    address = reverse("sheet_export", args=[tournament.slug, round_.pk])
    assert client_of(factories.user("Nora Norole")).get(address).status_code == 404
    assert client_of(factories.helper(tournament, Role.JUDGE)).get(address).status_code == 200


def test_file_says_which_round_it_is_for(
    event: Event, round_: Round, director_actor: Actor, scorekeeper: Actor
) -> None:
    later = play(director_actor, event, 2)
    rows = [f"2\t1\t{each.name}\t22\tyes" for each in seated_players(sheet_of(later))]
    text = listing(sheet_of(round_))
    assert problems_of(plan_text(event, text))[0] == ("Line 2", "Enter the round number.")
    import_text(scorekeeper, event, "\n".join([f"Round\t{HEAD}", *rows]))
    assert [sheet.state for sheet in live_sheets(later)][:2] == ["entered", "out"]
