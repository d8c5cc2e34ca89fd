"""Teams that several schools send together, and the home school of each player."""

from __future__ import annotations

import pytest

from tests.tournament.rosters.import_plans import (
    UNION,
    WITH_OWN,
    as_existing_spots,
    plan_pasted,
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
def test_schools_that_send_a_team_together_are_split(name: str, schools: tuple[str, ...]) -> None:
    assert split_schools(name) == schools


def test_order_case_and_accents_make_no_difference() -> None:
    assert school_key("GAUSS SCHOOL + Éuler  Academy") == school_key(UNION)
    assert school_key("Gauss School") != school_key(UNION)
    assert school_key("Euler Academy Gauss School") != school_key(UNION)


def test_union_is_spelled_as_its_schools_are_known() -> None:
    existing = {school_key("Gauss School"): "Gauss School"}
    assert spell_school("gauss school + Euler", existing) == "Gauss School / Euler"
    assert spell_school("EULER / Gauß School", existing) == "Gauss School / Euler"
    assert spell_school("euler", existing) == "Euler"


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
def test_home_school_is_one_of_the_union(school: str, of_player: str, own: str) -> None:
    assert home_school(school, of_player) == own


def test_union_in_another_order_is_the_same_team_in_the_first_spelling() -> None:
    found = plan_pasted(
        f"{UNION}\tCubes\tM\tAda\tOne\t7\t1",
        "GAUSS school + euler academy\tCubes\tM\tBo\tTwo\t7\t1",
    )
    assert [each.row.school for each in found.rows] == [UNION, UNION]
    assert [sentence for _, _, is_error, sentence in problems(found) if is_error] == [
        "Line 2 has position 1 too. Change one of the two."
    ]


def test_union_is_not_similar_to_its_member() -> None:
    found = plan_pasted(
        "Gauss School of the Arts\tA\tM\tAda\tOne\t7\t1", "Gauss School of the Arts / X\tB\tM\tBo\tTwo\t7\t1"
    )
    assert warnings_about_schools(found) == []


def test_member_in_another_case_is_not_a_similar_school() -> None:
    found = plan_pasted("St. Gauss School\tA\tM\tAda\tOne\t7\t1", "Euler / ST GAUSS SCHOOL\tB\tM\tBo\tTwo\t7\t1")
    assert (warnings_about_schools(found), found.rows[1].row.school) == ([], "Euler / St. Gauss School")


def test_member_of_a_known_union_keeps_its_spelling() -> None:
    existing = as_existing_spots(plan_pasted(f"{UNION}\tCubes\tM\tAda\tOne\t7\t1"))
    found = plan_pasted("GAUSS SCHOOL\tA\tM\tBo\tTwo\t7\t1", f"{UNION}\tCubes\tM\tAda\tOne\t7\t1", existing=existing)
    assert (warnings_about_schools(found), found.rows[0].row.school) == ([], "Gauss School")


def test_misspelt_member_of_a_union_is_a_warning() -> None:
    found = plan_pasted("Gauss School\tA\tM\tAda\tOne\t7\t1", "Euler Academy / Gauss Schoool\tB\tM\tBo\tTwo\t7\t1")
    assert warnings_about_schools(found) == [
        (3, "Gauss Schoool looks almost the same as Gauss School. If that’s one school, use one spelling.")
    ]


def union_team(*own: str, existing: list[ExistingSpot] | None = None) -> ImportPlan:
    lines = [f"{UNION}\tCubes\tM\tP{number}\tOne\t7\t{number}\t{each}" for number, each in enumerate(own, 1)]
    return plan_pasted(*lines, existing=existing, headings=WITH_OWN)


def test_home_school_takes_the_spelling_of_the_team() -> None:
    found = union_team("GAUSS SCHOOL", "Euler Academy", "", UNION)
    assert [each.row.home_school for each in found.rows] == ["Gauss School", "Euler Academy", "", ""]
    assert union_team("GAUSS SCHOOL", "Euler Academy", "", UNION, existing=as_existing_spots(found)).changes_nothing


def test_file_without_home_schools_leaves_them_alone() -> None:
    existing = as_existing_spots(union_team("Gauss School", "Euler Academy"))
    assert union_team("", "", existing=existing).changes_nothing
    assert [each.changes for each in union_team("Euler Academy", "", existing=existing).rows] == [
        ("home school Gauss School → Euler Academy",),
        (),
    ]


def test_home_school_is_added_later() -> None:
    found = union_team("Gauss School", existing=as_existing_spots(union_team("")))
    assert found.rows[0].changes == (f"home school {UNION} → Gauss School",)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            f"{UNION}\tCubes\tM\tAda\tOne\t7\t1\tAbel",
            "“Abel” isn’t one of this team’s schools. Enter Euler Academy or Gauss School.",
        ),
        (
            "Abel\tCubes\tM\tAda\tOne\t7\t1\tGauss",
            "Ada One plays for Abel. If both schools send the team, enter “Abel / Gauss” as its school.",
        ),
        (
            "Abel\tCubes\tM\t\tPlayer 1 of the Cubes\t\t1\tGauss",
            "Cubes plays for Abel. If both schools send the team, enter “Abel / Gauss” as its school.",
        ),
    ],
)
def test_home_school_outside_the_union_is_a_problem_at_its_cell(line: str, sentence: str) -> None:
    found = plan_pasted(line, headings=WITH_OWN)
    assert [problem for problem in problems(found) if problem[2]] == [(2, "own", True, sentence)]


def test_home_school_alone_is_not_the_teams_school() -> None:
    found = plan_pasted("\tCubes\tM\tAda\tOne\t7\t1\tGauss", headings=WITH_OWN)
    assert [problem[3] for problem in problems(found) if problem[2]] == ["Enter the school for this team."]


def test_home_school_may_repeat_the_teams_school() -> None:
    found = plan_pasted("Abel\tCubes\tM\tAda\tOne\t7\t1\tABEL", headings=WITH_OWN)
    assert (found.errors, found.rows[0].row.home_school) == (0, "")


def test_player_without_a_team_plays_for_the_home_school() -> None:
    found = plan_pasted(f"{UNION}\t\tM\tAda\tOne\t7\t\tgauss school", headings=WITH_OWN)
    assert (found.errors, found.rows[0].row.school, found.rows[0].row.home_school) == (0, "gauss school", "")


def test_unnamed_spot_has_no_home_school() -> None:
    line = f"{UNION}\tCubes\tM\t\tPlayer 1 of the Cubes\t\t1\tGauss School"
    found = plan_pasted(line, headings=WITH_OWN)
    assert (found.errors, found.rows[0].row.home_school) == (0, "")


def test_player_joins_the_team_of_a_union_by_home_school() -> None:
    existing = as_existing_spots(plan_pasted("Gauss School\tRoots\tM\tP1\tOne\t7\t1"))
    found = union_team("Gauss School", existing=existing)
    assert found.rows[0].changes == (f"school Gauss School → {UNION}", "team Roots → Cubes")
    back = plan_pasted("Gauss School\tRoots\tM\tP1\tOne\t7\t1", existing=as_existing_spots(found))
    assert back.rows[0].changes == (f"school {UNION} → Gauss School", "team Cubes → Roots")


def test_player_moves_between_two_teams_of_a_union() -> None:
    existing = as_existing_spots(union_team("Gauss School"))
    found = plan_pasted(f"{UNION}\tRoots\tM\tP1\tOne\t7\t1", existing=existing)
    assert found.rows[0].changes == ("team Cubes → Roots",)


def test_player_is_not_in_two_teams_of_one_school() -> None:
    both = f"{UNION}\tCubes\tM\tAda\tOne\t7\t1\tGauss School"
    alone, another = (f"{school}\tRoots\tM\tAda\tOne\t7\t1\t" for school in ("Gauss School", "Euler Academy"))

    def sentences(*lines: str) -> list[str]:
        found = plan_pasted(*lines, headings=WITH_OWN)
        return [sentence for _, field, _, sentence in problems(found) if field == "last"]

    assert sentences(both, alone) == ["Ada One is also on line 2, for Cubes. Keep only one."]
    assert sentences(alone, both) == ["Ada One is also on line 2, for Roots. Keep only one."]
    assert sentences(both, another) == [f"Ada One is also on line 2, for {UNION}. Check that these are two students."]


def test_two_players_with_one_name_in_a_team_are_a_problem() -> None:
    lines = [f"{UNION}\tCubes\tM\tAda\tOne\t7\t{n}\t{own}" for n, own in ((1, "Euler Academy"), (2, "Gauss School"))]
    found = plan_pasted(*lines, headings=WITH_OWN)
    assert [problem[3] for problem in problems(found) if problem[2]] == ["Ada One is also on line 2. Keep only one."]
