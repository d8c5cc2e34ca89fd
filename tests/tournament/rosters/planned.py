"""Rosters planned without a database, for the tests of planning."""

from __future__ import annotations

from pathlib import Path

from tournament.rosters.file_import.columns import recognize_columns
from tournament.rosters.file_import.existing_spots import ExistingSpot
from tournament.rosters.file_import.parser import DivisionInfo, FileAnswers, parse_rows
from tournament.rosters.file_import.plan import ImportPlan, plan_import
from tournament.spreadsheets import read_file, read_pasted

ROSTERS = Path(__file__).parents[2] / "data" / "rosters"
DIVISIONS = [
    DivisionInfo("E", "Elementary", 6),
    DivisionInfo("M", "Middle", 8),
    DivisionInfo("J", "Junior", 10),
    DivisionInfo("S", "Senior", 12),
]
ADA = "Abel\tCubes\tE\tAda\tOne\t5\t1"
HEADINGS = "School\tTeam\tDivision\tFirst name\tLast name\tGrade\tPosition\n"
WITH_OWN = HEADINGS.replace("\n", "\tOwn school\n")
UNION = "Euler Academy / Gauss School"


def planned(name: str, known: list[ExistingSpot] | None = None) -> ImportPlan:
    return plan_of(list(read_file(name, (ROSTERS / name).read_bytes())), known)


def pasted(
    *lines: str, known: list[ExistingSpot] | None = None, headings: str = HEADINGS, otherwise: str = ""
) -> ImportPlan:
    return plan_of([read_pasted(headings + "\n".join(lines))], known, otherwise)


def plan_of(sheets: list, known: list[ExistingSpot] | None, otherwise: str = "") -> ImportPlan:
    parsed = parse_rows(
        [(sheet, recognize_columns(sheet)) for sheet in sheets], DIVISIONS, FileAnswers(default_division=otherwise)
    )
    return plan_import(parsed, known or [], DIVISIONS, 5)


def on_the_roster(done: ImportPlan) -> list[ExistingSpot]:
    """As if this plan had been carried out."""
    rows = [each.row for each in done.rows]
    return [
        ExistingSpot(
            n, r.school, r.team, r.division, r.number, r.first, r.last, r.grade, r.is_alternate, r.seed, r.home_school
        )
        for n, r in enumerate(rows, 1)
    ]


def problems(found: ImportPlan) -> list[tuple[int, str, bool, str]]:
    return [(each.row.line, p.field, p.is_error, p.sentence) for each in found.rows for p in each.row.problems]


def warnings_about_schools(found: ImportPlan) -> list[tuple[int, str]]:
    return [
        (line, sentence) for line, field, is_error, sentence in problems(found) if field == "school" and not is_error
    ]
