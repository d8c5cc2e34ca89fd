"""Importing rosters into the database: repeated, corrected, for two games; the pages and the export."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.errors import Refused
from foundation.jobs.execution import run
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tournament.models import Event, School, Team
from tournament.rosters import actions, sample_file
from tournament.rosters.file_import.apply import apply_plan
from tournament.rosters.file_import.columns import field_for_heading
from tournament.rosters.models import Place, Player, TeamEntry, Upload
from tournament.rosters.queries import export_rows, import_plan_of, roster_of
from tournament.spreadsheets import read_file, read_pasted

ROSTERS = Path(__file__).parents[2] / "data" / "rosters"
HEADINGS = "School\tTeam\tDivision\tFirst name\tLast name\tGrade\tPosition\tSeed\tOwn school\n"
UNION = "Euler Academy / Gauss School"


def upload_file(director_actor: Actor, event: Event, name: str) -> Upload:
    sheets = read_file(name, (ROSTERS / name).read_bytes())
    return actions.upload(director_actor, event.tournament, event=event, name=name, sheets=sheets)


def upload_pasted_lines(director_actor: Actor, event: Event, *lines: str) -> Upload:
    sheet = read_pasted(HEADINGS + "\n".join(lines))
    return actions.upload(director_actor, event.tournament, event=event, name="Pasted", sheets=[sheet])


def import_now(director_actor: Actor, upload: Upload, **options: Any) -> None:
    job = actions.import_upload(director_actor, upload, **options)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.problem) == (Job.State.DONE, "")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return tournament.events.get()


def roster(event: Event) -> list[tuple[str, str, int | None]]:
    return [(place.entry.team.name if place.entry else "", place.name, place.number) for place in roster_of(event)]


def test_clean_file_is_imported_whole(director_actor: Actor, event: Event) -> None:
    import_now(director_actor, upload_file(director_actor, event, "clean-120.csv"))
    assert (Place.objects.count(), Player.objects.count(), TeamEntry.objects.count()) == (120, 120, 24)
    assert LogLine.objects.latest("id").text == "imported clean-120.csv: 120 new"
    chloe = Player.objects.get(first_name="Chloé", last_name="D'Angle")
    assert (chloe.grade, require(chloe.school).name) == (6, "Abel Elementary")


def test_same_file_again_changes_nothing(director_actor: Actor, event: Event) -> None:
    import_now(director_actor, upload_file(director_actor, event, "clean-120.csv"))
    before = list(Place.objects.order_by("id").values())
    import_now(director_actor, upload_file(director_actor, event, "clean-120.csv"))
    assert list(Place.objects.order_by("id").values()) == before


def test_corrected_file_updates_without_duplicates(director_actor: Actor, event: Event) -> None:
    import_now(director_actor, upload_file(director_actor, event, "clean-120.csv"))
    ids = dict(Player.objects.values_list("first_name", "id").filter(last_name="D'Angle"))
    import_now(director_actor, upload_file(director_actor, event, "clean-120-corrected.csv"))
    assert Place.objects.count() == 121
    assert Player.objects.get(pk=ids["Chloé"]).grade == 5
    assert (
        require(Place.objects.get(player__last_name="Hexagon", player__first_name="Ines").entry).team.name
        == "Wild Zeros"
    )
    assert Place.objects.filter(player__first_name="Cleo", player__last_name="Root").exists()


def test_missing_players_are_removed_on_request(director_actor: Actor, event: Event) -> None:
    import_now(director_actor, upload_file(director_actor, event, "clean-120.csv"))
    import_now(director_actor, upload_file(director_actor, event, "clean-120-corrected.csv"), remove_missing=True)
    assert Place.objects.count() == 120
    assert not Player.objects.filter(first_name="Cleo", last_name="Root").exists()
    assert LogLine.objects.latest("id").text.endswith(", 1 removed")


@pytest.mark.parametrize(("name", "players"), [("semicolon-cp1252.csv", 56), ("schools-workbook.xlsx", 80)])
def test_messy_files_are_imported(director_actor: Actor, event: Event, name: str, players: int) -> None:
    import_now(director_actor, upload_file(director_actor, event, name))
    assert Place.objects.count() == players


def test_file_with_problems_is_not_imported_at_all(director_actor: Actor, event: Event) -> None:
    upload = upload_file(director_actor, event, "problems.csv")
    with pytest.raises(Refused, match="This file has 9 problems"):
        actions.import_upload(director_actor, upload)
    assert not Place.objects.exists()


def test_five_thousand_rows_are_imported(director_actor: Actor, event: Event) -> None:
    import_now(director_actor, upload_file(director_actor, event, "large-5000.csv"))
    assert (Place.objects.count(), Team.objects.count()) == (5000, 1000)
    assert import_plan_of(upload_file(director_actor, event, "large-5000.csv")).changes_nothing


def test_log_has_the_request_and_the_import(director_actor: Actor, event: Event) -> None:
    run(actions.import_upload(director_actor, upload_file(director_actor, event, "clean-120.csv")).pk)
    lines = LogLine.objects.filter(action__in=["roster.import", "roster.write"]).order_by("id")
    assert list(lines.values_list("action", "origin")) == [("roster.import", "web"), ("roster.write", "worker")]


def test_swapped_positions_and_moved_players_are_written(director_actor: Actor, event: Event) -> None:
    one, two, three = (
        "Abel\tCubes\tE\tAda\tOne\t5\t{}\t",
        "Abel\tCubes\tE\tBo\tTwo\t5\t{}\t",
        "Abel\t{}\tE\tCy\tTri\t5\t{}\t",
    )
    import_now(
        director_actor,
        upload_pasted_lines(director_actor, event, one.format(1), two.format(2), three.format("Cubes", 3)),
    )
    import_now(
        director_actor,
        upload_pasted_lines(director_actor, event, one.format(2), two.format(1), three.format("Roots", 1)),
    )
    assert roster(event) == [("Cubes", "Bo Two", 1), ("Cubes", "Ada One", 2), ("Roots", "Cy Tri", 1)]


def test_missing_player_makes_room_for_one_in_the_file(director_actor: Actor, event: Event) -> None:
    """Ada stays, because no one asked to remove her, but the file gives her position to Bo."""
    import_now(director_actor, upload_pasted_lines(director_actor, event, "Abel\tCubes\tE\tAda\tOne\t5\t1\t"))
    import_now(director_actor, upload_pasted_lines(director_actor, event, "Abel\tCubes\tE\tBo\tTwo\t5\t1\t"))
    assert ("Cubes", "Bo Two", 1) in roster(event)
    ada = Place.objects.get(player__first_name="Ada")
    assert (require(ada.number) > 5, ada.is_alternate) == (True, True)


def test_missing_and_moving_players_do_not_collide(director_actor: Actor, event: Event) -> None:
    line = "Abel\tCubes\tE\t{}\tOne\t5\t{}\t"
    import_now(
        director_actor,
        upload_pasted_lines(director_actor, event, *(line.format(name, n) for n, name in enumerate("ABCDEF", 1))),
    )
    moved = [line.format(name, n) for n, name in ((1, "F"), (2, "B"), (3, "C"), (4, "D"), (5, "E"))]
    import_now(director_actor, upload_pasted_lines(director_actor, event, *moved))
    assert [name for _, name, _ in roster(event)] == ["F One", "B One", "C One", "D One", "E One", "A One"]


def test_whole_team_moves_to_another_division(director_actor: Actor, event: Event) -> None:
    import_now(
        director_actor,
        upload_pasted_lines(
            director_actor, event, "Abel\tCubes\tE\tAda\tOne\t5\t1\t", "Abel\tCubes\tE\tBo\tTwo\t5\t2\t"
        ),
    )
    import_now(director_actor, upload_pasted_lines(director_actor, event, "Abel\tCubes\tM\tAda\tOne\t5\t1\t"))
    assert set(Place.objects.values_list("division__letter", flat=True)) == {"M"}


def test_unnamed_spots_individuals_alternates_and_seeds(director_actor: Actor, event: Event) -> None:
    lines = [f"Abel\tCubes\tE\t\tPlayer {number} of the Cubes\t\t{number}\t3" for number in range(1, 7)]
    import_now(
        director_actor, upload_pasted_lines(director_actor, event, *lines, "Gauss\t\tE\tSolo\tPlayer One\t4\t\t")
    )
    assert TeamEntry.objects.get().seed == 3
    assert list(Place.objects.filter(is_alternate=True).values_list("number", flat=True)) == [6]
    assert roster(event)[0] == ("Cubes", "Player 1 of the Cubes", 1)
    solo = Place.objects.get(entry__isnull=True)
    assert (solo.name, require(require(solo.player).school).name) == ("Solo Player One", "Gauss")


def test_student_in_two_games_is_one_player(director_actor: Actor, director: User) -> None:
    tournament = factories.tournament(director, "Two Games", ("agloa-equations-2019", "agloa-onsets-2014"))
    for event in tournament.events.all():
        import_now(director_actor, upload_pasted_lines(director_actor, event, "Abel\tCubes\tE\tAda\tOne\t5\t1\t"))
    assert (Player.objects.count(), Place.objects.count(), School.objects.count()) == (1, 2, 1)


def test_teams_of_two_schools_may_have_the_same_name(director_actor: Actor, event: Event) -> None:
    import_now(
        director_actor,
        upload_pasted_lines(
            director_actor, event, "Abel\tCubes\tE\tAda\tOne\t5\t1\t", "Gauss\tCubes\tE\tBo\tTwo\t5\t1\t"
        ),
    )
    assert Team.objects.filter(name="Cubes").count() == 2


def test_export_can_be_imported_again(director_actor: Actor, event: Event) -> None:
    import_now(director_actor, upload_file(director_actor, event, "clean-120-corrected.csv"))
    text = "\n".join("\t".join(row) for row in export_rows(event))
    upload = actions.upload(director_actor, event.tournament, event=event, name="Export", sheets=[read_pasted(text)])
    assert import_plan_of(upload).changes_nothing


# -- lines without a division -----------------------------------------------------------------------------------------


def upload_undivided_sheets(director_actor: Actor, event: Event) -> Upload:
    """Upload two worksheets, the second without headings. Only one line names a division."""
    first = read_pasted("School\tTeam\tDivision\tName\nAbel\tCubes\t\tAda One\nAbel\tRoots\tM\tBo Two")
    second = read_pasted("Gauss\tSums\tCy Tri")
    return actions.upload(director_actor, event.tournament, event=event, name="Undivided", sheets=[first, second])


def test_director_chooses_the_division_for_lines_without_one(director_actor: Actor, event: Event) -> None:
    upload = upload_undivided_sheets(director_actor, event)
    actions.set_columns(director_actor, upload, sheet=1, header=0, fields={0: "school", 1: "team", 2: "name"})
    actions.set_default_division(director_actor, upload, division="E")
    assert LogLine.objects.latest("id").text == "set the division to Elementary for lines without one in Undivided"
    import_now(director_actor, Upload.objects.get())
    assert [(place.name, place.division.letter) for place in roster_of(event)] == [
        ("Ada One", "E"),
        ("Cy Tri", "E"),
        ("Bo Two", "M"),
    ]


def test_division_and_columns_set_at_once_are_both_kept(director_actor: Actor, event: Event) -> None:
    """Two windows showed the same file before either of them saved something."""
    one = upload_undivided_sheets(director_actor, event)
    two = Upload.objects.get()
    actions.set_default_division(director_actor, one, division="E")
    actions.set_columns(director_actor, two, sheet=1, header=0, fields={0: "school", 1: "team", 2: "name"})
    assert Upload.objects.get().division == "E"
    actions.set_default_division(director_actor, one, division="M")
    kept = Upload.objects.get()
    assert (kept.division, kept.layouts[1]["fields"]) == ("M", {"0": "school", "1": "team", "2": "name"})


def test_unknown_division_is_refused_at_its_field(director_actor: Actor, event: Event) -> None:
    for letter in ("", "Q"):
        with pytest.raises(Refused) as refusal:
            actions.set_default_division(
                director_actor, upload_undivided_sheets(director_actor, event), division=letter
            )
        assert (refusal.value.field, refusal.value.sentence) == ("division", "Choose a division of this game.")


def test_division_of_an_imported_file_cannot_change(director_actor: Actor, event: Event) -> None:
    upload = upload_file(director_actor, event, "clean-120.csv")
    import_now(director_actor, upload)
    upload.refresh_from_db()
    with pytest.raises(Refused, match="was imported"):
        actions.set_default_division(director_actor, upload, division="E")


# -- teams of several schools -----------------------------------------------------------------------------------------


def union_lines(*own: str, school: str = UNION) -> list[str]:
    """Return the lines of one team, each with the player's home school."""
    return [f"{school}\tCubes\tE\tP{number}\tOne\t5\t{number}\t\t{each}" for number, each in enumerate(own, 1)]


def schools_of(event: Event) -> list[str]:
    return [require(place.player.school).name for place in roster_of(event) if place.player]


def test_team_of_several_schools_is_imported(director_actor: Actor, event: Event) -> None:
    import_now(
        director_actor, upload_pasted_lines(director_actor, event, *union_lines("gauss school", "Euler Academy", ""))
    )
    assert Team.objects.get().school.name == UNION
    assert list(School.objects.get(name=UNION).members.values_list("name", flat=True)) == [
        "Euler Academy",
        "Gauss School",
    ]
    assert schools_of(event) == ["Gauss School", "Euler Academy", UNION]


def test_union_in_another_order_changes_nothing(director_actor: Actor, event: Event) -> None:
    import_now(director_actor, upload_pasted_lines(director_actor, event, *union_lines("Gauss School", "")))
    again = upload_pasted_lines(
        director_actor, event, *union_lines("GAUSS SCHOOL", "", school="gauss school + Éuler Academy")
    )
    assert import_plan_of(again).changes_nothing


def test_existing_union_in_another_spelling_changes_nothing(director_actor: Actor, event: Event) -> None:
    School.objects.create(tournament=event.tournament, name=UNION.upper())
    import_now(director_actor, upload_pasted_lines(director_actor, event, *union_lines("Gauss School")))
    assert import_plan_of(upload_pasted_lines(director_actor, event, *union_lines("Gauss School"))).changes_nothing


def test_home_school_stays_if_the_file_has_none(director_actor: Actor, event: Event) -> None:
    import_now(
        director_actor, upload_pasted_lines(director_actor, event, *union_lines("Gauss School", "Euler Academy"))
    )
    corrected = [line.replace("\t5\t", "\t4\t") for line in union_lines("", "Gauss School")]
    import_now(director_actor, upload_pasted_lines(director_actor, event, *corrected))
    assert schools_of(event) == ["Gauss School", "Gauss School"]


def test_export_of_several_schools_can_be_imported_again(director_actor: Actor, event: Event) -> None:
    solo = "Abel\t\tE\tSolo\tOne\t5\t\t\t"
    unnamed = f"{UNION}\tCubes\tE\t\tPlayer 3 of the Cubes\t\t3\t\t"
    import_now(
        director_actor, upload_pasted_lines(director_actor, event, *union_lines("Gauss School", ""), unnamed, solo)
    )
    rows = list(export_rows(event))
    assert [row[-1] for row in rows] == ["Home school", "Gauss School", "", "", ""]
    sheet = read_pasted("\n".join("\t".join(row) for row in rows))
    upload = actions.upload(director_actor, event.tournament, event=event, name="Export", sheets=[sheet])
    assert import_plan_of(upload).changes_nothing


def test_export_can_be_imported_again_if_another_game_has_another_school(director_actor: Actor, director: User) -> None:
    """A student who plays one game for Euler alone and another for Gauss has one school: the latest one."""
    tournament = factories.tournament(director, "Two Games", ("agloa-equations-2019", "agloa-onsets-2014"))
    alone, both = tournament.events.all()
    import_now(director_actor, upload_pasted_lines(director_actor, alone, *union_lines("", school="Euler Academy")))
    import_now(director_actor, upload_pasted_lines(director_actor, both, *union_lines("Euler Academy")))
    import_now(director_actor, upload_pasted_lines(director_actor, both, *union_lines("Gauss School")))
    assert schools_of(alone) == ["Gauss School"]
    sheet = read_pasted("\n".join("\t".join(row) for row in export_rows(alone)))
    upload = actions.upload(director_actor, tournament, event=alone, name="Export", sheets=[sheet])
    assert import_plan_of(upload).changes_nothing


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (union_lines("Gauss School"), union_lines("", school="Gauss School")),
        (union_lines("", school="Gauss School"), union_lines("Gauss School")),
        (union_lines("Gauss School"), union_lines("")),
        (union_lines(""), union_lines("Gauss School")),
    ],
    ids=["for the home school alone", "with others too", "home school not repeated", "home school added later"],
)
def test_student_of_a_union_in_two_games_is_one_player(
    director_actor: Actor, director: User, first: list[str], second: list[str]
) -> None:
    tournament = factories.tournament(director, "Two Games", ("agloa-equations-2019", "agloa-onsets-2014"))
    for event, lines in zip(tournament.events.all(), (first, second), strict=True):
        import_now(director_actor, upload_pasted_lines(director_actor, event, *lines))
    assert (Player.objects.count(), require(Player.objects.get().school).name) == (1, "Gauss School")


def test_two_students_with_one_name_stay_two(director_actor: Actor, director: User) -> None:
    tournament = factories.tournament(director, "Two Games", ("agloa-equations-2019", "agloa-onsets-2014"))
    one, two = tournament.events.all()
    import_now(director_actor, upload_pasted_lines(director_actor, one, *union_lines("Gauss School")))
    import_now(
        director_actor,
        upload_pasted_lines(director_actor, two, *union_lines("", school="Gauss School"), *union_lines("")),
    )
    assert Player.objects.count() == 2


def test_import_of_many_unions_takes_as_many_queries_as_one(director_actor: Actor, event: Event) -> None:
    counts = []
    for teams in (1, 30):
        lines = [
            f"North {teams}-{n} / South\tTeam {n}\tE\tP{n}\tOne{teams}\t5\t1\t\tNorth {teams}-{n}" for n in range(teams)
        ]
        for correction in (lines, [line.replace("\t5\t", "\t4\t") for line in lines]):
            plan = import_plan_of(upload_pasted_lines(director_actor, event, *correction))
            with CaptureQueriesContext(connection) as questions:
                apply_plan(event, plan, remove_missing=False)
            counts.append(len(questions))
    assert counts[:2] == counts[2:]


# -- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


def url_of(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.tournament.slug, *more])


def submit_upload(client: Client, event: Event, name: str) -> Any:
    file = SimpleUploadedFile(name, (ROSTERS / name).read_bytes())
    return client.post(url_of("roster_upload", event), {"event": event.pk, "file": file}, follow=True)


def test_file_goes_from_preview_to_roster(client: Client, event: Event) -> None:
    page = submit_upload(client, event, "clean-120.csv")
    upload = page.context["upload"]
    assert [(tab["label"], tab["count"]) for tab in page.context["tabs"]] == [("all", 120), ("new", 120)]
    job = client.post(url_of("roster_import", event, upload.pk))
    run(Job.objects.get().pk)
    assert client.get(job.headers["Location"]).context["leads_to"] == url_of("roster", event)
    assert client.get(url_of("roster", event)).context["count"] == 120


def test_page_shows_the_problems_first_and_each_at_its_cell(client: Client, event: Event) -> None:
    page = submit_upload(client, event, "problems.csv")
    assert page.context["show"] == "problem"
    first = page.context["rows"][0]
    cell = next(cell for cell in first["cells"] if cell["field"] == "grade")
    assert (first["line"], [p.sentence for p in cell["problems"]]) == (
        5,
        ["Elementary goes up to grade 6. Correct the grade or the division."],
    )


def test_page_shows_the_home_school_and_its_problem_at_the_name(
    client: Client, event: Event, director_actor: Actor
) -> None:
    upload = upload_pasted_lines(director_actor, event, *union_lines("Gauss School", "Abel"))
    page = client.get(url_of("roster_preview", event, upload.pk) + "?show=")
    cells = [cell for row in page.context["rows"] for cell in row["cells"] if cell["field"] == "name"]
    assert [(cell["value"], [p.sentence for p in cell["problems"] if p.is_error]) for cell in cells] == [
        ("P1 One, Gauss School", []),
        ("P2 One", ["“Abel” isn’t one of this team’s schools. Enter Euler Academy or Gauss School."]),
    ]


def test_page_explains_an_unreadable_file_and_keeps_pasted_text(client: Client, event: Event) -> None:
    page = submit_upload(client, event, "photo.xlsx")
    assert (page.status_code, page.context["form"].errors["file"]) == (
        422,
        ["photo.xlsx isn’t a spreadsheet or CSV."],
    )
    nothing = client.post(url_of("roster_upload", event), {"event": event.pk, "pasted": "  "})
    assert nothing.context["form"].errors["file"] == ["Choose a file or paste cells."]


def test_large_file_is_refused_before_it_is_read(client: Client, event: Event) -> None:
    file = SimpleUploadedFile("film.csv", b"x" * 10_000_001)
    page = client.post(url_of("roster_upload", event), {"event": event.pk, "file": file})
    assert page.context["form"].errors["file"] == ["film.csv is 10 MB. The limit is 10 MB."]


def test_columns_can_be_set_by_hand(client: Client, event: Event, director_actor: Actor) -> None:
    sheet = read_pasted("Abel\tCubes\tE\tAda One\nAbel\tCubes\tE\tBo Two\n")
    upload = actions.upload(director_actor, event.tournament, event=event, name="Bare", sheets=[sheet])
    assert client.get(url_of("roster_preview", event, upload.pk)).context["plan"].rows == ()
    fields: dict[str, object] = {"sheet": 0, "sheet0-header": 0}
    fields |= {f"sheet0-column{n}": name for n, name in enumerate(["school", "team", "division", "name"])}
    page = client.post(url_of("roster_columns", event, upload.pk), fields, follow=True)
    assert dict(page.context["plan"].counts) == {"new": 2}
    twice = client.post(url_of("roster_columns", event, upload.pk), fields | {"sheet0-column2": "name"})
    assert twice.context["layouts"][0].non_field_errors() == ["Choose only one column for Full name."]


def cards(page: Any) -> list[str]:
    """Return what the page asks for, in order."""
    return re.findall(r'<section class="card stack"[^>]*>\s*<h2[^>]*>(.*?)</h2>', page.content.decode())


def test_page_asks_for_the_division_first_if_only_that_is_missing(
    client: Client, event: Event, director_actor: Actor
) -> None:
    sheet = read_pasted("School\tTeam\tName\nAbel\tCubes\tAda One\nAbel\tCubes\tBo Two")
    upload = actions.upload(director_actor, event.tournament, event=event, name="Undivided", sheets=[sheet])
    page = client.get(url_of("roster_preview", event, upload.pk))
    assert cards(page) == ["Division", "Import"]
    nothing = client.post(url_of("roster_division", event, upload.pk), {"division": ""})
    assert (nothing.status_code, nothing.context["division_form"].errors["division"]) == (
        422,
        ["Choose a division."],
    )
    page = client.post(url_of("roster_division", event, upload.pk), {"division": "M"}, follow=True)
    assert (dict(page.context["plan"].counts), cards(page)) == ({"new": 2}, ["Import", "Division"])
    assert page.context["division_form"]["division"].value() == "M"


def test_page_asks_for_no_division_if_every_line_has_one(client: Client, event: Event) -> None:
    assert cards(submit_upload(client, event, "problems.csv")) == ["Questions about this file", "Import"]


def test_export_is_plain_text_for_spreadsheets(client: Client, event: Event, director_actor: Actor) -> None:
    import_now(director_actor, upload_pasted_lines(director_actor, event, "Abel\tCubes\tE\tAda\t-\t5\t1\t"))
    Player.objects.update(last_name="=1+1")
    text = client.get(url_of("roster_export", event, event.pk)).getvalue().decode("utf-8")
    assert text.splitlines()[:2] == [
        "\ufeffSchool,Team,Division,First name,Last name,Grade,Position,Seed,Alternate,Home school",
        "Abel,Cubes,Elementary,Ada,'=1+1,5,1,,,",
    ]


def test_upload_of_another_tournament_is_not_found(
    client: Client, event: Event, director_actor: Actor, director: User
) -> None:
    upload = upload_file(director_actor, event, "clean-120.csv")
    other = factories.tournament(director, "Other Day")
    assert client.get(reverse("roster_preview", args=[other.slug, upload.pk])).status_code == 404


def test_name_with_markup_in_the_file_name_is_shown_as_text(client: Client, event: Event) -> None:
    file = io.BytesIO(b"Name,Team\nAda One,Cubes\n")
    file.name = "<script>.csv"
    page = client.post(url_of("roster_upload", event), {"event": event.pk, "file": file}, follow=True)
    assert b"<script>.csv" not in page.content


# -- the sample file --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file_format", ["csv", "xlsx"])
@pytest.mark.parametrize("edition", ["agloa-equations-2019", "agloa-onsets-2014", "mlag-basic-2018", "acc-2026"])
def test_sample_file_is_imported_without_a_question(
    client_of: SignIn, director: User, director_actor: Actor, edition: str, file_format: str
) -> None:
    tournament = factories.tournament(director, "Sample Meet", editions=(edition,))
    event = tournament.events.get()
    client = client_of(director)
    page = client.get(reverse("roster_upload", args=[tournament.slug])).content.decode()
    where = f"{reverse('roster_sample', args=[tournament.slug, event.pk])}?format={file_format}"
    assert f'href="{where}"' in page
    content = b"".join(client.get(where).streaming_content)  # type: ignore[attr-defined]
    file = SimpleUploadedFile(f"sample.{file_format}", content)
    client.post(reverse("roster_upload", args=[tournament.slug]), {"file": file, "event": event.pk})
    upload = Upload.objects.get()
    plan = import_plan_of(upload)
    assert [(row.row.problems, row.state) for row in plan.rows] == [((), "new")] * len(plan.rows)
    assert (plan.errors, plan.left_out) == (0, ())
    import_now(director_actor, upload)
    players = event.divisions.count() * 2 * event.team_size
    assert (Place.objects.count(), Player.objects.count()) == (players, players)


def test_import_page_explains_headings_that_are_recognized(client_of: SignIn, director: User, event: Event) -> None:
    page = client_of(director).get(reverse("roster_upload", args=[event.tournament.slug])).content.decode()
    explained = re.findall(r'data-label="Other headings">([^<]*)<', page)
    fields = [{field_for_heading(heading) for heading in headings.split(", ")} for headings in explained]
    assert fields == [{field} for field in sample_file.MEANINGS]
