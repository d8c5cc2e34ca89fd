"""What a roster file looks like: its columns in words, and a sample file for a game, with made-up players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, product

from foundation.file_exports import Column
from tournament.models import Division, Event
from tournament.rosters.file_import.columns import FIELDS, HEADINGS

SCHOOLS = ("Abel School", "Cantor School")  # each has one team in each division
TEAM_NAMES = ("Calculators", "Operators", "Fractals", "Radicals", "Digits", "Solvers", "Graphs", "Quarters", "Cubes")
FIRST_NAMES = ("Ada", "Bo", "Cleo", "Dag", "Edda", "Finn", "Gus", "Hedda", "Ivo", "Jun", "Kato", "Lena")
LAST_NAMES = (
    *("Addend", "Binomial", "Cosine", "Divisor", "Ellipse", "Factor", "Googol", "Hexagon", "Integer", "Jacobian"),
    *("Kite", "Lemma", "Matrix", "Numeral", "Octagon", "Parabola", "Quotient", "Radius", "Subset", "Tangent"),
    *("Union", "Vector", "Wedge", "Yard", "Zero"),
)
REQUIRED, OPTIONAL = "required", "optional"


@dataclass(frozen=True)
class SampleRow:
    """One player of the sample file."""

    school: str
    team: str
    division: str
    first: str
    last: str
    grade: int
    position: int


COLUMNS = (
    Column[SampleRow]("School", lambda row: row.school),
    Column[SampleRow]("Team", lambda row: row.team),
    Column[SampleRow]("Division", lambda row: row.division),
    Column[SampleRow]("First name", lambda row: row.first),
    Column[SampleRow]("Last name", lambda row: row.last),
    Column[SampleRow]("Grade", lambda row: row.grade),
    Column[SampleRow]("Position", lambda row: row.position),
)


def sample_rows(event: Event) -> Iterator[SampleRow]:
    """Yield two full teams for each division of the game. No two players or teams of a school have the same name."""
    players = zip(cycle(FIRST_NAMES), cycle(LAST_NAMES), strict=False)  # 12 and 25 names make 300 different ones
    for number, (division, school) in enumerate(product(event.divisions.all(), SCHOOLS)):
        team = TEAM_NAMES[number % len(TEAM_NAMES)]
        for position in range(1, event.team_size + 1):
            first, last = next(players)
            yield SampleRow(school, team, division.name, first, last, _grade(division), position)


def _grade(division: Division) -> int:
    return max(division.max_grade - 1, 0)


# -- the columns in words ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ColumnHelp:
    """A column as the import page explains it. `other_headings`: what else its heading may be."""

    title: str
    need: str
    meaning: str
    example: str
    other_headings: tuple[str, ...]


MEANINGS = {
    "school": (
        REQUIRED,
        "The school that sends the team. For two schools together, enter both with a slash between them.",
        "Abel School",
    ),
    "team": (OPTIONAL, "Leave it blank for a player without a team.", "Calculators"),
    "division": (
        REQUIRED,
        "Its name or letter. If the file has no such column, choose one division after uploading.",
        "Elementary",
    ),
    "first": (REQUIRED, "Or one column with the full name.", "Ada"),
    "last": (REQUIRED, "Or one column with the full name.", "Addend"),
    "name": ("instead of first and last name", "Both Ada Addend and Addend, Ada work.", "Ada Addend"),
    "grade": (OPTIONAL, "A number, or K for kindergarten.", "5"),
    "position": (OPTIONAL, "The player’s spot on the team, counted from 1.", "1"),
    "alternate": (OPTIONAL, "Write yes for a player beyond the team size.", "yes"),
    "seed": (OPTIONAL, "The team’s seed, if your league gives one.", "3"),
    "own": (OPTIONAL, "The player’s own school, if several schools send the team together.", "Cantor School"),
}


def columns_in_words() -> list[ColumnHelp]:
    """Return the columns of a roster file as the import page lists them."""
    return [ColumnHelp(FIELDS[field], *words, _others(field)) for field, words in MEANINGS.items()]


def _others(field: str) -> tuple[str, ...]:
    return tuple(each for each in HEADINGS[field] if each != FIELDS[field])
