"""Teams that several schools send together, and the own school of each child."""

from __future__ import annotations

import pytest

from tests.tournament.rosters.planned import (
    UNION,
    WITH_OWN,
    on_the_roster,
    pasted,
    problems,
    warnings_about_schools,
)
from tournament.rosters.file_import.existing_spots import ExistingSpot
from tournament.rosters.file_import.plan import ImportPlan
from tournament.rosters.names import home_school, school_key, spell_school, split_schools


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
    assert split_schools(name) == schools


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
    assert home_school(school, of_player) == own


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


def union_team(*own: str, known: list[ExistingSpot] | None = None) -> ImportPlan:
    lines = [f"{UNION}\tCubes\tM\tP{number}\tOne\t7\t{number}\t{each}" for number, each in enumerate(own, 1)]
    return pasted(*lines, known=known, headings=WITH_OWN)


def test_own_school_is_read_in_the_spelling_of_the_team() -> None:
    found = union_team("GAUSS SCHOOL", "Euler Academy", "", UNION)
    assert [each.row.home_school for each in found.rows] == ["Gauss School", "Euler Academy", "", ""]
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
    assert (found.errors, found.rows[0].row.home_school) == (0, "")


def test_who_plays_without_a_team_plays_for_their_own_school() -> None:
    found = pasted(f"{UNION}\t\tM\tAda\tOne\t7\t\tgauss school", headings=WITH_OWN)
    assert (found.errors, found.rows[0].row.school, found.rows[0].row.home_school) == (0, "gauss school", "")


def test_place_without_a_player_has_no_own_school() -> None:
    line = f"{UNION}\tCubes\tM\t\tPlayer 1 of the Cubes\t\t1\tGauss School"
    found = pasted(line, headings=WITH_OWN)
    assert (found.errors, found.rows[0].row.home_school) == (0, "")


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
