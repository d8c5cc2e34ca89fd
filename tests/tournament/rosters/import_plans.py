"""Helpers that plan an import without a database."""

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


def plan_file(name: str, existing: list[ExistingSpot] | None = None) -> ImportPlan:
    return plan_sheets(list(read_file(name, (ROSTERS / name).read_bytes())), existing)


def plan_pasted(
    *lines: str, existing: list[ExistingSpot] | None = None, headings: str = HEADINGS, default_division: str = ""
) -> ImportPlan:
    return plan_sheets([read_pasted(headings + "\n".join(lines))], existing, default_division)


def plan_sheets(sheets: list, existing: list[ExistingSpot] | None, default_division: str = "") -> ImportPlan:
    parsed = parse_rows(
        [(sheet, recognize_columns(sheet)) for sheet in sheets],
        DIVISIONS,
        FileAnswers(default_division=default_division),
    )
    return plan_import(parsed, existing or [], DIVISIONS, 5)


def as_existing_spots(done: ImportPlan) -> list[ExistingSpot]:
    """Return the roster spots that exist after applying this plan."""
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
