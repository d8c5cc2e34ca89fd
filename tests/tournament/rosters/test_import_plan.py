"""Planning an import without a database: files that coaches send, and each problem at its cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.rosters.import_plans import (
    ADA,
    DIVISIONS,
    HEADINGS,
    as_existing_spots,
    plan_file,
    plan_pasted,
    plan_sheets,
    problems,
    warnings_about_schools,
)
from tournament.rosters.file_import.parser import find_division
from tournament.rosters.file_import.plan import ImportPlan
from tournament.rosters.names import fix_capitals, name_key, read_grade, read_name, unnamed_spot_number
from tournament.spreadsheets import read_pasted


def test_clean_file_has_only_new_rows_and_later_only_same_rows() -> None:
    first = plan_file("clean-120.csv")
    assert (dict(first.counts), first.errors, first.warnings) == ({"new": 120}, 0, 0)
    again = plan_file("clean-120.csv", as_existing_spots(first))
    assert again.changes_nothing


def test_corrected_file_updates_without_duplicates() -> None:
    found = plan_file("clean-120-corrected.csv", as_existing_spots(plan_file("clean-120.csv")))
    assert dict(found.counts) == {"changed": 3, "same": 116, "new": 1}
    assert [(each.row.name, each.changes) for each in found.rows if each.state == "changed"] == [
        ("Chloé D'Angle", ("grade 6 → 5",)),
        ("Siân Corrected", ("name Siân Abacus → Siân Corrected",)),
        ("Ines Hexagon", ("team Forceouts → Wild Zeros",)),
    ]
    assert [place.name for place in found.missing] == ["Cleo Root"]
    late = next(each.row for each in found.rows if each.state == "new")
    assert (late.number, late.is_alternate) == (6, True)


def test_european_file_is_read() -> None:
    found = plan_file("semicolon-cp1252.csv")
    assert (dict(found.counts), found.errors) == ({"new": 56}, 0)
    row = found.rows[0].row
    assert (row.first, row.last, row.division, row.grade, row.number) == ("Quinn", "Factor", "E", 6, 1)


def test_workbook_with_gaps_titles_and_totals_is_read() -> None:
    found = plan_file("schools-workbook.xlsx")
    assert (dict(found.counts), found.errors) == ({"new": 80}, 0)
    second = found.rows[1].row
    assert (second.school, second.team, second.first, second.last) == ("Abel Elementary", "Calculators", "Una", "Root")
    assert found.left_out == (
        "Elem & Middle, line 53: TOTAL",
        "Elem & Middle, line 54: * alternates to be announced",
    )
    assert "Mc-Set" in {each.row.last for each in found.rows}


def test_every_problem_is_reported_at_its_cell() -> None:
    found = plan_file("problems.csv")
    assert [problem[:3] for problem in problems(found)] == [
        (5, "grade", True),
        (9, "last", True),
        (10, "division", True),
        (12, "team", False),
        (14, "last", False),
        (16, "team", False),
        (19, "grade", True),
        (22, "first", True),
        (27, "first", True),
        (27, "team", False),
        (28, "position", True),
        (32, "position", True),
        (32, "last", True),
    ]
    sentences = {(line, field): sentence for line, field, _, sentence in problems(found)}
    assert sentences[(10, "division")] == "There’s no division “Elementry”. Try Elementary."
    assert sentences[(5, "grade")] == "Elementary goes up to grade 6. Correct the grade or the division."
    assert sentences[(32, "last")] == "Femi Radius is also on line 7. Keep only one."
    unnamed = next(each.row for each in found.rows if each.row.line == 24)
    assert (unnamed.is_unnamed, unnamed.number) == (True, 3)


def test_five_thousand_rows_are_planned() -> None:
    first = plan_file("large-5000.csv")
    assert dict(first.counts) == {"new": 5000}
    assert plan_file("large-5000.csv", as_existing_spots(first)).changes_nothing


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (
            ["Abel\tCubes\tE\tAda\tOne\t5\t1", "Abel\tCubes\tE\tada\tONE\t5\t2"],
            "ada ONE is also on line 2. Keep only one.",
        ),
        ([ADA, "Abel\tRoots\tE\tAda\tOne\t5\t1"], "Ada One is also on line 2, for Cubes. Keep only one."),
        (
            ["Abel\tCubes\tE\tAda\tOne\t5\t1", "Abel\tCubes\tM\tBo\tTwo\t5\t2"],
            "Cubes is in division E on an earlier line. Use the same division.",
        ),
        ([ADA, "Abel\tCubes\tE\tBo\tTwo\t5\t1"], "Line 2 has position 1 too. Change one of the two."),
        (["\tCubes\tE\tAda\tOne\t5\t1"], "Enter the school for this team."),
        (["Abel\tCubes\t\tAda\tOne\t5\t1"], "Enter a division."),
        (["Abel\tCubes\tE\tAda\tOne\tsix\t1"], "“six” isn’t a grade. Enter a number, or K for kindergarten."),
        (["Abel\tCubes\tE\tAda\tOne\t5\tlast"], "“last” isn’t a position. Enter a number."),
        (["Abel\tCubes\tE\tAda\tOne\t5\t0"], "Use positions 1 to 5 first. Higher positions are for alternates."),
        (["Abel\tCubes\tE\t@cmd\tOne\t5\t1"], "This is a formula. Replace it with its value."),
        ([f"Abel\t{'C' * 101}\tE\tAda\tOne\t5\t1"], "Too long: 101 characters. The limit is 100."),
        (["Abel\tCubes\tX\tAda\tOne\t5\t1"], "There’s no division “X”. Try Elementary, Middle, Junior, or Senior."),
    ],
)
def test_errors_stop_an_import(lines: list[str], wanted: str) -> None:
    found = plan_pasted(*lines)
    assert wanted in [sentence for _, _, is_error, sentence in problems(found) if is_error]
    assert found.errors == 1


def test_similar_school_names_are_a_warning() -> None:
    found = plan_pasted("Pascal Middle School\tA\tM\tAda\tOne\t7\t1", "Pascal Middle Schol\tB\tM\tBo\tTwo\t7\t1")
    assert warnings_about_schools(found) == [
        (
            2,
            "Pascal Middle School looks almost the same as Pascal Middle Schol. "
            "If that’s one school, use one spelling.",
        )
    ]
    assert found.errors == 0


def test_players_without_a_team_are_individuals() -> None:
    found = plan_pasted("Abel\t\tE\tAda\tOne\t5\t")
    assert (dict(found.counts), found.errors) == ({"new": 1}, 0)
    assert found.rows[0].row.number is None


def test_positions_follow_the_order_of_the_file() -> None:
    found = plan_pasted(*(f"Abel\tCubes\tE\tP{letter}\tOne\t5\t" for letter in "abcdef"))
    assert [(each.row.number, each.row.is_alternate) for each in found.rows] == [
        (1, False), (2, False), (3, False), (4, False), (5, False), (6, True),
    ]  # fmt: skip


def test_unnamed_spot_gets_its_player_later() -> None:
    before = plan_pasted("Abel\tCubes\tE\t\tPlayer 1 of the Cubes\t\t1")
    found = plan_pasted("Abel\tCubes\tE\tAda\tOne\t5\t1", existing=as_existing_spots(before))
    assert found.rows[0].changes == ("name Player 1 of the Cubes → Ada One", "grade none → 5")


def test_players_who_swap_positions_are_both_changed() -> None:
    one, two = "Abel\tCubes\tE\tAda\tOne\t5\t{}", "Abel\tCubes\tE\tBo\tTwo\t5\t{}"
    existing = as_existing_spots(plan_pasted(one.format(1), two.format(2)))
    found = plan_pasted(one.format(2), two.format(1), existing=existing)
    assert [each.changes for each in found.rows] == [("position 1 → 2",), ("position 2 → 1",)]


def test_other_player_in_the_same_position_is_new() -> None:
    existing = as_existing_spots(plan_pasted("Abel\tCubes\tE\tAda\tOne\t5\t1"))
    found = plan_pasted("Abel\tCubes\tE\tBo\tTwo\t5\t1", existing=existing)
    assert (found.rows[0].state, [place.name for place in found.missing]) == ("new", ["Ada One"])


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Ada Abacus", "Ada", "Abacus"),
        ("Abacus, Ada", "Ada", "Abacus"),
        ("ABACUS, ADA", "Ada", "Abacus"),
        ("O'CUBE, Bo", "Bo", "O'Cube"),
        ("VAN DER SUM, Cy", "Cy", "van der Sum"),
        ("Ada van der Sum", "Ada", "van der Sum"),
        ("Prince", "Prince", ""),
    ],
)
def test_names_are_read_as_they_are_written(text: str, first: str, last: str) -> None:
    assert (read_name(text).first, read_name(text).last) == (first, last)


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("6", 6),
        ("6th", 6),
        ("Gr. 6", 6),
        ("Grade 11", 11),
        ("6.0", 6),
        ("K", 0),
        ("six", None),
        ("6.5", None),
        ("99", None),
    ],
)
def test_grades_are_read_as_they_are_written(text: str, grade: int | None) -> None:
    assert read_grade(text) == grade


@pytest.mark.parametrize(
    ("text", "letter"),
    [("E", "E"), ("elem.", "E"), ("JR", "J"), ("Senior", "S"), ("Mid", "M"), ("x", None), ("", None)],
)
def test_divisions_are_found_by_letter_name_or_beginning(text: str, letter: str | None) -> None:
    found = find_division(text, DIVISIONS)
    assert (found.letter if found else None) == letter


def test_small_parsers() -> None:
    assert (unnamed_spot_number("Player 5 of the Calculators"), unnamed_spot_number("Player Five")) == (5, None)
    assert fix_capitals("McSet") == "McSet"
    assert name_key("Łucja  Ø'Zero") == name_key("lucja ozero")


# -- lines without a division -----------------------------------------------------------------------------------------

WITHOUT = HEADINGS.replace("Division\t", "")


def divisions(found: ImportPlan) -> list[str]:
    return [each.row.division for each in found.rows]


def test_director_chooses_the_division_of_a_file_without_any() -> None:
    lines = ["Abel\tCubes\tAda\tOne\t5\t1", "Abel\tCubes\tBo\tTwo\t5\t2"]
    before, after = (plan_pasted(*lines, headings=WITHOUT, default_division=letter) for letter in ("", "E"))
    assert (before.undivided, before.errors, before.lacks_only_divisions) == (2, 2, True)
    assert (after.undivided, after.errors, after.lacks_only_divisions) == (2, 0, False)
    assert divisions(after) == ["E", "E"]


def test_division_of_the_line_or_of_the_line_above_comes_first() -> None:
    lines = [
        "Abel\tCubes\tM\tAda\tOne\t5\t1",
        "\t\t\tBo\tTwo\t5\t2",
        "Abel\tRoots\t\tCy\tTri\t5\t1",
        "Abel\tSums\tQ\tDee\tFour\t5\t1",
    ]
    found = plan_pasted(*lines, default_division="E")
    assert (divisions(found), found.undivided, found.errors) == (["M", "M", "E", ""], 1, 1)


def test_grade_is_checked_against_the_chosen_division() -> None:
    found = plan_pasted("Abel\tCubes\t\tAda\tOne\t9\t1", default_division="E")
    assert [problem[3] for problem in problems(found) if problem[2]] == [
        "Elementary goes up to grade 6. Correct the grade or the division."
    ]


def test_other_problems_are_not_solved_by_a_division() -> None:
    found = plan_pasted("Abel\tCubes\t\tAda\tOne\tsix\t1", "Abel\tCubes\t\tBo\tTwo\t5\t2")
    assert (found.undivided, found.errors, found.lacks_only_divisions) == (2, 3, False)


@given(st.lists(st.lists(st.text(max_size=12), max_size=8), max_size=12))
def test_any_cells_can_be_planned(rows: list[list[str]]) -> None:
    text = HEADINGS + "\n".join("\t".join(cell.replace("\t", " ") for cell in row) for row in rows)
    plan_sheets([read_pasted(text)], None)


def test_one_team_name_in_two_divisions_is_two_teams() -> None:
    lines = [f"Abel\tCubes\t{letter}\tAda{letter}\tNo{n}\t5\t{n}" for letter in "EM" for n in (1, 2)]
    done = plan_pasted(*lines)
    assert [(each.row.team, each.row.division, each.row.number) for each in done.rows] == [
        ("Cubes", "E", 1),
        ("Cubes", "E", 2),
        ("Cubes (Middle)", "M", 1),
        ("Cubes (Middle)", "M", 2),
    ]
    assert done.errors == 0
    sentences = [problem.sentence for problem in done.rows[2].row.problems]
    assert sentences[0] == "Abel has a team named Cubes in 2 divisions. This one becomes Cubes (Middle)."
    assert plan_pasted(*lines, existing=as_existing_spots(done)).changes_nothing
