"""Recognizes the columns of a roster file by the headings that coaches write. The director can correct the result.

Fields: school, team, division, first, last, name (both in one), grade, position, seed, alternate, own (the player's
home school, if several schools send the team together).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tournament.spreadsheets import Worksheet

FIELDS = {
    "school": "School",
    "team": "Team",
    "division": "Division",
    "first": "First name",
    "last": "Last name",
    "name": "Full name",
    "grade": "Grade",
    "position": "Position on the team",
    "seed": "Team seed",
    "alternate": "Alternate",
    "own": "Home school",
}
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "school": ("School", "School name", "School district", "District", "Organization", "Club"),
    "team": ("Team", "Team name"),
    "division": ("Division", "Div", "Level", "Division EJMS"),
    "first": ("First", "First name", "Given name", "Given", "Forename"),
    "last": ("Last", "Last name", "Surname", "Family name"),
    "name": ("Name", "Student", "Student name", "Player", "Player name", "Full name", "Participant"),
    "grade": ("Grade", "Gr", "Grade level", "Year", "Class"),
    "position": ("Position", "Pos", "#", "Player #", "No", "No #", "Number", "Order", "Rank", "Strength", "Spot",
                 "Seat"),
    "seed": ("Seed", "Team seed", "League seed"),
    "alternate": ("Alternate", "Alt", "Substitute", "Sub", "Reserve"),
    "own": ("Home school", "Own school", "Player school", "Players school", "School of player", "Student school",
            "School of student"),
}  # fmt: skip


def _plain(heading: str) -> str:
    return re.sub(r"[^a-z#]", "", heading.casefold())


FIELD_BY_HEADING = {_plain(heading): field for field, headings in HEADINGS.items() for heading in headings}
HEADER_WITHIN = 15


@dataclass(frozen=True)
class ColumnLayout:
    """The line with the headings (counted from 1; 0 if there is none), and the field in each column."""

    header: int
    fields: Mapping[int, str]

    @property
    def has_names(self) -> bool:
        return bool({"name", "last", "first"} & set(self.fields.values()))


def recognize_columns(sheet: Worksheet) -> ColumnLayout:
    """Find the headings: the first line near the top with at least two known ones, including a name."""
    for number, row in enumerate(sheet.rows[:HEADER_WITHIN], 1):
        fields = _fields_in(row)
        layout = ColumnLayout(number, fields)
        if len(fields) >= 2 and layout.has_names:
            return layout
    return ColumnLayout(0, {})


def _fields_in(row: tuple[str, ...]) -> dict[int, str]:
    """Return the field of each column, each field once. First and last name beat the whole name."""
    fields: dict[int, str] = {}
    for column, cell in enumerate(row):
        field = field_for_heading(cell)
        if field and field not in fields.values():
            fields[column] = field
    if "first" in fields.values() and "last" in fields.values():
        fields = {column: field for column, field in fields.items() if field != "name"}
    return fields


def field_for_heading(heading: str) -> str | None:
    """Return the field for headings like `Gr.`, `School/District`, `Division (E/M/J/S)`, or `Player #`."""
    return FIELD_BY_HEADING.get(_plain(heading)) or FIELD_BY_HEADING.get(_plain(heading.partition("(")[0]))
