"""Rosters planned without a database, for the tests of planning."""

from __future__ import annotations

from pathlib import Path

from tournament.rosters.columns import recognize
from tournament.rosters.files import read_file, read_pasted
from tournament.rosters.known import Known
from tournament.rosters.planning import Plan, plan
from tournament.rosters.reading import Grades, Said, read_rows

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
    return plan_of(list(read_file(name, (ROSTERS / name).read_bytes())), known)


def pasted(*lines: str, known: list[Known] | None = None, headings: str = HEADINGS, otherwise: str = "") -> Plan:
    return plan_of([read_pasted(headings + "\n".join(lines))], known, otherwise)


def plan_of(sheets: list, known: list[Known] | None, otherwise: str = "") -> Plan:
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


def warnings_about_schools(found: Plan) -> list[tuple[int, str]]:
    return [
        (line, sentence) for line, field, is_error, sentence in problems(found) if field == "school" and not is_error
    ]
