"""What an import will do, worked out without a database: the files that coaches send, each problem at its cell."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rosters.columns import recognize
from tournament.rosters.files import read_file, read_pasted
from tournament.rosters.known import Known
from tournament.rosters.people import (
    gentle,
    key,
    own_school,
    read_grade,
    read_name,
    school_key,
    schools_in,
    spell_school,
    unnamed_place,
)
from tournament.rosters.planning import Plan, plan
from tournament.rosters.reading import Grades, Said, find_division, read_rows

ROSTERS = Path(__file__).parents[2] / "data" / "rosters"
DIVISIONS = [
    Grades("E", "Elementary", 6),
    Grades("M", "Middle", 8),
    Grades("J", "Junior", 10),
    Grades("S", "Senior", 12),
]
ADA = "Abel\tCubes\tE\tAda\tOne\t5\t1"
HEADINGS = "School\tTeam\tDivision\tFirst name\tLast name\tGrade\tPosition\n"
WITH_OWN = HEADINGS.replace("\n", "\tOwn school\n")
UNION = "Euler Academy / Gauss School"


def planned(name: str, known: list[Known] | None = None) -> Plan:
    return _plan(list(read_file(name, (ROSTERS / name).read_bytes())), known)


def pasted(*lines: str, known: list[Known] | None = None, headings: str = HEADINGS, otherwise: str = "") -> Plan:
    return _plan([read_pasted(headings + "\n".join(lines))], known, otherwise)


def _plan(sheets: list, known: list[Known] | None, otherwise: str = "") -> Plan:
    reading = read_rows([(sheet, recognize(sheet)) for sheet in sheets], DIVISIONS, Said(otherwise=otherwise))
    return plan(reading, known or [], DIVISIONS, 5)


def on_the_roster(done: Plan) -> list[Known]:
    """As if this plan had been carried out."""
    rows = [each.row for each in done.rows]
    return [
        Known(n, r.school, r.team, r.division, r.number, r.first, r.last, r.grade, r.is_alternate, r.seed, r.own)
        for n, r in enumerate(rows, 1)
    ]


def problems(found: Plan) -> list[tuple[int, str, bool, str]]:
    return [(each.row.line, p.field, p.is_error, p.sentence) for each in found.rows for p in each.row.problems]


def test_clean_file_is_all_new_and_then_all_the_same() -> None:
    first = planned("clean-120.csv")
    assert (dict(first.counts), first.errors, first.warnings) == ({"new": 120}, 0, 0)
    again = planned("clean-120.csv", on_the_roster(first))
    assert again.changes_nothing


def test_corrected_file_updates_and_never_doubles() -> None:
    found = planned("clean-120-corrected.csv", on_the_roster(planned("clean-120.csv")))
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
    found = planned("semicolon-cp1252.csv")
    assert (dict(found.counts), found.errors) == ({"new": 56}, 0)
    row = found.rows[0].row
    assert (row.first, row.last, row.division, row.grade, row.number) == ("Quinn", "Factor", "E", 6, 1)


def test_workbook_with_gaps_titles_and_totals_is_read() -> None:
    found = planned("schools-workbook.xlsx")
    assert (dict(found.counts), found.errors) == ({"new": 80}, 0)
    second = found.rows[1].row
    assert (second.school, second.team, second.first, second.last) == ("Abel Elementary", "Calculators", "Una", "Root")
    assert found.left_out == (
        "Elem & Middle, line 53: TOTAL",
        "Elem & Middle, line 54: * alternates to be announced",
    )
    assert "Mc-Set" in {each.row.last for each in found.rows}


def test_every_problem_is_named_at_its_cell() -> None:
    found = planned("problems.csv")
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
    assert sentences[(10, "division")] == "There is no division “Elementry”. Is it Elementary?"
    assert sentences[(5, "grade")] == "Grade 9 is above Elementary, which ends with grade 6."
    assert sentences[(32, "last")] == "Femi Radius is in this team on line 7 already."
    unnamed = next(each.row for each in found.rows if each.row.line == 24)
    assert (unnamed.is_unnamed, unnamed.number) == (True, 3)


def test_five_thousand_rows_are_planned() -> None:
    first = planned("large-5000.csv")
    assert dict(first.counts) == {"new": 5000}
    assert planned("large-5000.csv", on_the_roster(first)).changes_nothing


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (
            ["Abel\tCubes\tE\tAda\tOne\t5\t1", "Abel\tCubes\tE\tada\tONE\t5\t2"],
            "ada ONE is in this team on line 2 already.",
        ),
        ([ADA, "Abel\tRoots\tE\tAda\tOne\t5\t1"], "Ada One is in Cubes on line 2 too."),
        (
            ["Abel\tCubes\tE\tAda\tOne\t5\t1", "Abel\tCubes\tM\tBo\tTwo\t5\t2"],
            "Cubes is in division E on an earlier line.",
        ),
        ([ADA, "Abel\tCubes\tE\tBo\tTwo\t5\t1"], "Position 1 is taken on line 2."),
        (["\tCubes\tE\tAda\tOne\t5\t1"], "Which school sends this team?"),
        (["Abel\tCubes\t\tAda\tOne\t5\t1"], "Which division?"),
        (["Abel\tCubes\tE\tAda\tOne\tsix\t1"], "“six” is not a grade."),
        (["Abel\tCubes\tE\tAda\tOne\t5\tlast"], "“last” is not a position."),
        (["Abel\tCubes\tE\tAda\tOne\t5\t0"], "A team has the positions 1 to 5, then alternates."),
        (["Abel\tCubes\tE\t@cmd\tOne\t5\t1"], "This is a formula. Put in what it shows."),
        ([f"Abel\t{'C' * 101}\tE\tAda\tOne\t5\t1"], "This has 101 letters. At most 100 fit."),
        (["Abel\tCubes\tX\tAda\tOne\t5\t1"], "There is no division “X”. There are Elementary, Middle, Junior, Senior."),
    ],
)
def test_errors_stop_an_import(lines: list[str], wanted: str) -> None:
    found = pasted(*lines)
    assert wanted in [sentence for _, _, is_error, sentence in problems(found) if is_error]
    assert found.errors == 1


def test_near_names_of_schools_are_a_warning() -> None:
    found = pasted("Pascal Middle School\tA\tM\tAda\tOne\t7\t1", "Pascal Middle Schol\tB\tM\tBo\tTwo\t7\t1")
    assert warnings_about_schools(found) == [
        (2, "Pascal Middle School is nearly the same as Pascal Middle Schol. Is it the same school?")
    ]
    assert found.errors == 0


def warnings_about_schools(found: Plan) -> list[tuple[int, str]]:
    return [
        (line, sentence) for line, field, is_error, sentence in problems(found) if field == "school" and not is_error
    ]


def test_players_without_a_team_are_individuals() -> None:
    found = pasted("Abel\t\tE\tAda\tOne\t5\t")
    assert (dict(found.counts), found.errors) == ({"new": 1}, 0)
    assert found.rows[0].row.number is None


def test_positions_are_given_in_the_order_of_the_file() -> None:
    found = pasted(*(f"Abel\tCubes\tE\tP{letter}\tOne\t5\t" for letter in "abcdef"))
    assert [(each.row.number, each.row.is_alternate) for each in found.rows] == [
        (1, False), (2, False), (3, False), (4, False), (5, False), (6, True),
    ]  # fmt: skip


def test_unnamed_place_gets_its_player_later() -> None:
    before = pasted("Abel\tCubes\tE\t\tPlayer 1 of the Cubes\t\t1")
    found = pasted("Abel\tCubes\tE\tAda\tOne\t5\t1", known=on_the_roster(before))
    assert found.rows[0].changes == ("name Player 1 of the Cubes → Ada One", "grade none → 5")


def test_players_who_swap_positions_are_both_changed() -> None:
    one, two = "Abel\tCubes\tE\tAda\tOne\t5\t{}", "Abel\tCubes\tE\tBo\tTwo\t5\t{}"
    known = on_the_roster(pasted(one.format(1), two.format(2)))
    found = pasted(one.format(2), two.format(1), known=known)
    assert [each.changes for each in found.rows] == [("position 1 → 2",), ("position 2 → 1",)]


def test_other_child_on_the_same_position_is_new() -> None:
    known = on_the_roster(pasted("Abel\tCubes\tE\tAda\tOne\t5\t1"))
    found = pasted("Abel\tCubes\tE\tBo\tTwo\t5\t1", known=known)
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


def test_small_readings() -> None:
    assert (unnamed_place("Player 5 of the Calculators"), unnamed_place("Player Five")) == (5, None)
    assert gentle("McSet") == "McSet"
    assert key("Łucja  Ø'Zero") == key("lucja ozero")


# -- lines without a division -----------------------------------------------------------------------------------------

WITHOUT = HEADINGS.replace("Division\t", "")


def divisions(found: Plan) -> list[str]:
    return [each.row.division for each in found.rows]


def test_file_without_divisions_plays_where_the_director_says() -> None:
    lines = ["Abel\tCubes\tAda\tOne\t5\t1", "Abel\tCubes\tBo\tTwo\t5\t2"]
    before, after = (pasted(*lines, headings=WITHOUT, otherwise=letter) for letter in ("", "E"))
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
    found = pasted(*lines, otherwise="E")
    assert (divisions(found), found.undivided, found.errors) == (["M", "M", "E", ""], 1, 1)


def test_grade_is_held_against_the_division_that_the_director_says() -> None:
    found = pasted("Abel\tCubes\t\tAda\tOne\t9\t1", otherwise="E")
    assert [problem[3] for problem in problems(found) if problem[2]] == [
        "Grade 9 is above Elementary, which ends with grade 6."
    ]


def test_other_problems_are_not_solved_by_a_division() -> None:
    found = pasted("Abel\tCubes\t\tAda\tOne\tsix\t1", "Abel\tCubes\t\tBo\tTwo\t5\t2")
    assert (found.undivided, found.errors, found.lacks_only_divisions) == (2, 3, False)


# -- teams of several schools -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "schools"),
    [
        ("Euler Academy / Gauss School", ("Euler Academy", "Gauss School")),
        ("Euler Academy + Gauss School", ("Euler Academy", "Gauss School")),
        ("Euler / Gauss + Abel", ("Euler", "Gauss", "Abel")),
        ("Euler / / Gauss", ("Euler", "Gauss")),
        ("Gauss / GAUSS", ("Gauss",)),
        ("Pascal K/8", ("Pascal K/8",)),
        ("Pascal /", ("Pascal /",)),
        ("-", ("-",)),
        ("", ()),
    ],
)
def test_schools_that_send_a_team_together_are_read(name: str, schools: tuple[str, ...]) -> None:
    assert schools_in(name) == schools


def test_order_capitals_and_accents_make_no_other_union() -> None:
    assert school_key("GAUSS SCHOOL + Éuler  Academy") == school_key(UNION)
    assert school_key("Gauss School") != school_key(UNION)
    assert school_key("Euler Academy Gauss School") != school_key(UNION)


def test_union_is_spelled_as_its_schools_are_known() -> None:
    known = {school_key("Gauss School"): "Gauss School"}
    assert spell_school("gauss school + Euler", known) == "Gauss School / Euler"
    assert spell_school("EULER / Gauß School", known) == "Gauss School / Euler"
    assert spell_school("euler", known) == "Euler"


@pytest.mark.parametrize(
    ("school", "of_player", "own"),
    [
        (UNION, "gauss school", "gauss school"),
        (UNION, UNION, ""),
        (UNION, "Abel", ""),
        (UNION, "", ""),
        ("Abel / Euler / Gauss", "Abel / Euler", ""),
        ("Gauss School", "Gauss School", ""),
        ("Gauss School", "Abel", ""),
    ],
)
def test_own_school_is_one_of_those_together(school: str, of_player: str, own: str) -> None:
    assert own_school(school, of_player) == own


def test_union_in_another_order_is_the_same_team_in_the_first_spelling() -> None:
    found = pasted(
        f"{UNION}\tCubes\tM\tAda\tOne\t7\t1",
        "GAUSS school + euler academy\tCubes\tM\tBo\tTwo\t7\t1",
    )
    assert [each.row.school for each in found.rows] == [UNION, UNION]
    assert [sentence for _, _, is_error, sentence in problems(found) if is_error] == ["Position 1 is taken on line 2."]


def test_union_is_not_nearly_its_own_member() -> None:
    found = pasted(
        "Gauss School of the Arts\tA\tM\tAda\tOne\t7\t1", "Gauss School of the Arts / X\tB\tM\tBo\tTwo\t7\t1"
    )
    assert warnings_about_schools(found) == []


def test_member_in_other_letters_is_not_nearly_the_school() -> None:
    found = pasted("St. Gauss School\tA\tM\tAda\tOne\t7\t1", "Euler / ST GAUSS SCHOOL\tB\tM\tBo\tTwo\t7\t1")
    assert (warnings_about_schools(found), found.rows[1].row.school) == ([], "Euler / St. Gauss School")


def test_member_of_a_known_union_is_spelled_as_there() -> None:
    known = on_the_roster(pasted(f"{UNION}\tCubes\tM\tAda\tOne\t7\t1"))
    found = pasted("GAUSS SCHOOL\tA\tM\tBo\tTwo\t7\t1", f"{UNION}\tCubes\tM\tAda\tOne\t7\t1", known=known)
    assert (warnings_about_schools(found), found.rows[0].row.school) == ([], "Gauss School")


def test_misspelt_member_of_a_union_is_a_warning() -> None:
    found = pasted("Gauss School\tA\tM\tAda\tOne\t7\t1", "Euler Academy / Gauss Schoool\tB\tM\tBo\tTwo\t7\t1")
    assert warnings_about_schools(found) == [
        (3, "Gauss Schoool is nearly the same as Gauss School. Is it the same school?")
    ]


def union_team(*own: str, known: list[Known] | None = None) -> Plan:
    lines = [f"{UNION}\tCubes\tM\tP{number}\tOne\t7\t{number}\t{each}" for number, each in enumerate(own, 1)]
    return pasted(*lines, known=known, headings=WITH_OWN)


def test_own_school_is_read_in_the_spelling_of_the_team() -> None:
    found = union_team("GAUSS SCHOOL", "Euler Academy", "", UNION)
    assert [each.row.own for each in found.rows] == ["Gauss School", "Euler Academy", "", ""]
    assert union_team("GAUSS SCHOOL", "Euler Academy", "", UNION, known=on_the_roster(found)).changes_nothing


def test_file_without_own_schools_leaves_them_as_they_are() -> None:
    known = on_the_roster(union_team("Gauss School", "Euler Academy"))
    assert union_team("", "", known=known).changes_nothing
    assert [each.changes for each in union_team("Euler Academy", "", known=known).rows] == [
        ("own school Gauss School → Euler Academy",),
        (),
    ]


def test_own_school_is_added_later() -> None:
    found = union_team("Gauss School", known=on_the_roster(union_team("")))
    assert found.rows[0].changes == (f"own school {UNION} → Gauss School",)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            f"{UNION}\tCubes\tM\tAda\tOne\t7\t1\tAbel",
            "“Abel” does not send this team. Is it Euler Academy or Gauss School?",
        ),
        (
            "Abel\tCubes\tM\tAda\tOne\t7\t1\tGauss",
            "Ada One plays for Abel. If both send the team, its school is “Abel / Gauss”.",
        ),
        (
            "Abel\tCubes\tM\t\tPlayer 1 of the Cubes\t\t1\tGauss",
            "Cubes plays for Abel. If both send the team, its school is “Abel / Gauss”.",
        ),
    ],
)
def test_own_school_that_does_not_send_the_team_is_a_problem_at_its_cell(line: str, sentence: str) -> None:
    found = pasted(line, headings=WITH_OWN)
    assert [problem for problem in problems(found) if problem[2]] == [(2, "own", True, sentence)]


def test_own_school_alone_does_not_say_who_sends_the_team() -> None:
    found = pasted("\tCubes\tM\tAda\tOne\t7\t1\tGauss", headings=WITH_OWN)
    assert [problem[3] for problem in problems(found) if problem[2]] == ["Which school sends this team?"]


def test_own_school_of_an_ordinary_team_may_be_told_again() -> None:
    found = pasted("Abel\tCubes\tM\tAda\tOne\t7\t1\tABEL", headings=WITH_OWN)
    assert (found.errors, found.rows[0].row.own) == (0, "")


def test_who_plays_without_a_team_plays_for_their_own_school() -> None:
    found = pasted(f"{UNION}\t\tM\tAda\tOne\t7\t\tgauss school", headings=WITH_OWN)
    assert (found.errors, found.rows[0].row.school, found.rows[0].row.own) == (0, "gauss school", "")


def test_place_without_a_player_has_no_own_school() -> None:
    line = f"{UNION}\tCubes\tM\t\tPlayer 1 of the Cubes\t\t1\tGauss School"
    found = pasted(line, headings=WITH_OWN)
    assert (found.errors, found.rows[0].row.own) == (0, "")


def test_child_joins_the_team_of_several_schools_by_its_own() -> None:
    known = on_the_roster(pasted("Gauss School\tRoots\tM\tP1\tOne\t7\t1"))
    found = union_team("Gauss School", known=known)
    assert found.rows[0].changes == (f"school Gauss School → {UNION}", "team Roots → Cubes")
    back = pasted("Gauss School\tRoots\tM\tP1\tOne\t7\t1", known=on_the_roster(found))
    assert back.rows[0].changes == (f"school {UNION} → Gauss School", "team Cubes → Roots")


def test_child_moves_between_two_teams_of_the_same_schools() -> None:
    known = on_the_roster(union_team("Gauss School"))
    found = pasted(f"{UNION}\tRoots\tM\tP1\tOne\t7\t1", known=known)
    assert found.rows[0].changes == ("team Cubes → Roots",)


def test_child_of_one_school_is_not_in_two_teams() -> None:
    both = f"{UNION}\tCubes\tM\tAda\tOne\t7\t1\tGauss School"
    alone, another = (f"{school}\tRoots\tM\tAda\tOne\t7\t1\t" for school in ("Gauss School", "Euler Academy"))

    def sentences(*lines: str) -> list[str]:
        found = pasted(*lines, headings=WITH_OWN)
        return [sentence for _, field, _, sentence in problems(found) if field == "last"]

    assert sentences(both, alone) == ["Ada One is in Cubes on line 2 too."]
    assert sentences(alone, both) == ["Ada One is in Roots on line 2 too."]
    assert sentences(both, another) == [f"Ada One is also on line 2, of {UNION}. Two children?"]


def test_two_children_of_one_name_do_not_fit_in_one_team() -> None:
    lines = [f"{UNION}\tCubes\tM\tAda\tOne\t7\t{n}\t{own}" for n, own in ((1, "Euler Academy"), (2, "Gauss School"))]
    found = pasted(*lines, headings=WITH_OWN)
    assert [problem[3] for problem in problems(found) if problem[2]] == ["Ada One is in this team on line 2 already."]


@given(st.lists(st.lists(st.text(max_size=12), max_size=8), max_size=12))
def test_no_cells_break_the_planning(rows: list[list[str]]) -> None:
    text = HEADINGS + "\n".join("\t".join(cell.replace("\t", " ") for cell in row) for row in rows)
    _plan([read_pasted(text)], None)


def test_one_name_in_two_divisions_of_a_school_is_two_teams() -> None:
    lines = [f"Abel\tCubes\t{letter}\tAda{letter}\tNo{n}\t5\t{n}" for letter in "EM" for n in (1, 2)]
    done = pasted(*lines)
    assert [(each.row.team, each.row.division, each.row.number) for each in done.rows] == [
        ("Cubes", "E", 1),
        ("Cubes", "E", 2),
        ("Cubes (Middle)", "M", 1),
        ("Cubes (Middle)", "M", 2),
    ]
    assert done.errors == 0
    told = [problem.sentence for problem in done.rows[2].row.problems]
    assert told[0] == "Abel has Cubes in two divisions. This one is called Cubes (Middle)."
    assert pasted(*lines, known=on_the_roster(done)).changes_nothing
