"""Which column is what: headings as coaches write them, found by themselves and changed by hand where they are not.

Fields: school, team, division, first, last, name (both in one), grade, position, seed, alternate, own (the player's own
school, if several send the team together).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tournament.rosters.files import Sheet

FIELDS = {
    "school": "School",
    "team": "Team",
    "division": "Division",
    "first": "First name",
    "last": "Last name",
    "name": "Whole name",
    "grade": "Grade",
    "position": "Position in the team",
    "seed": "Seed of the team",
    "alternate": "Alternate",
    "own": "Own school",
}
HEADINGS = {
    "school": "school schoolname schooldistrict district organization club",
    "team": "team teamname",
    "division": "division div level divisionejms",
    "first": "first firstname givenname given forename",
    "last": "last lastname surname familyname",
    "name": "name student studentname player playername fullname participant",
    "grade": "grade gr gradelevel year class",
    "position": "position pos # player# no no# number order rank strength spot seat",
    "seed": "seed teamseed leagueseed",
    "alternate": "alternate alt substitute sub reserve",
    "own": "ownschool homeschool playerschool playersschool schoolofplayer studentschool schoolofstudent",
}
KNOWN = {word: field for field, words in HEADINGS.items() for word in words.split()}
HEADER_WITHIN = 15


@dataclass(frozen=True)
class Layout:
    """The row of headings (1 is the first line; 0 if there is none), and which field stands in which column."""

    header: int
    fields: Mapping[int, str]

    @property
    def has_names(self) -> bool:
        return bool({"name", "last", "first"} & set(self.fields.values()))


def recognize(sheet: Sheet) -> Layout:
    """The first line near the top with two headings or more, one of them a name."""
    for number, row in enumerate(sheet.rows[:HEADER_WITHIN], 1):
        fields = _fields(row)
        layout = Layout(number, fields)
        if len(fields) >= 2 and layout.has_names:
            return layout
    return Layout(0, {})


def _fields(row: tuple[str, ...]) -> dict[int, str]:
    found: dict[int, str] = {}
    for column, cell in enumerate(row):
        field = field_of(cell)
        if field and field not in found.values():
            found[column] = field
    if "first" in found.values() and "last" in found.values():
        found = {column: field for column, field in found.items() if field != "name"}
    return found


def field_of(heading: str) -> str | None:
    """`Gr.`, `School/District`, `Division (E/M/J/S)`, `Player #`."""
    plain = re.sub(r"[^a-z#]", "", heading.casefold())
    without_note = re.sub(r"[^a-z#]", "", heading.casefold().partition("(")[0])
    return KNOWN.get(plain) or KNOWN.get(without_note)
