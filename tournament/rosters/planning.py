"""What an import will do: every row new, changed or the same, and what is wrong across rows.

A row is the same player as a place that is there already by name within the team, then by name within the player's own
school or the team's (moved to another team), then by position in the team if one half of the name is the same (a
corrected name) or the place had no player yet. So a corrected file updates, and the same file again changes nothing.
Substitutions of the day stay.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournament.rosters.known import Known, keep_substitutes, listed
from tournament.rosters.people import (
    SchoolKey,
    TeamKey,
    key,
    own_school,
    school_key,
    schools_in,
    spell_school,
    team_key,
)
from tournament.rosters.reading import WHICH_DIVISION, Grades, Reading, Row

NEAR = 0.88
MOST_TO_COMPARE = 400


@dataclass(frozen=True)
class Planned:
    """A row and what will happen with it. `changes`: `grade 6 → 5`."""

    row: Row
    place: Known | None = None
    changes: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        if any(problem.is_error for problem in self.row.problems):
            return "problem"
        if self.place is None:
            return "new"
        return "changed" if self.changes else "same"

    @property
    def has_note(self) -> bool:
        """Nothing is wrong, but somebody should look at it."""
        return any(not problem.is_error for problem in self.row.problems)


@dataclass(frozen=True)
class Plan:
    """`missing`: on the roster in a team of this file, but not in the file, and in no substitution."""

    rows: tuple[Planned, ...]
    missing: tuple[Known, ...]
    left_out: tuple[str, ...]

    @property
    def counts(self) -> Counter[str]:
        return Counter(planned.state for planned in self.rows)

    @property
    def errors(self) -> int:
        return sum(problem.is_error for planned in self.rows for problem in planned.row.problems)

    @property
    def warnings(self) -> int:
        return sum(not problem.is_error for planned in self.rows for problem in planned.row.problems)

    @property
    def undivided(self) -> int:
        """Lines for which the file says no division."""
        return sum(not planned.row.cells.get("division") for planned in self.rows)

    @property
    def lacks_only_divisions(self) -> bool:
        """One choice of a division solves every problem."""
        problems = [problem for planned in self.rows for problem in planned.row.problems if problem.is_error]
        return {problem.sentence for problem in problems} == {WHICH_DIVISION}

    @property
    def changes_nothing(self) -> bool:
        return not self.errors and set(self.counts) <= {"same"}


def plan(reading: Reading, known: Sequence[Known], divisions: Sequence[Grades], team_size: int) -> Plan:
    rows = _one_spelling(reading.rows, known)
    rows = _one_division(rows, divisions)
    rows = _positions(rows, team_size)
    rows = _across(rows, team_size)
    matched = _match(rows, known)
    rows = keep_substitutes(rows, matched, known, team_size)
    planned = tuple(
        Planned(row, place, _changes(row, place, divisions)) for row, place in zip(rows, matched, strict=True)
    )
    taken = {place.id for place in matched if place}
    teams = {_team(row) for row in rows}
    missing = tuple(
        place
        for place in known
        if place.id not in taken and not place.home and team_key(place.school, place.team) in teams
    )
    return Plan(planned, missing, reading.left_out)


def _team(row: Row) -> TeamKey:
    return team_key(row.school, row.team)


# -- rows beside each other -------------------------------------------------------------------------------------------


def _one_spelling(rows: Iterable[Row], known: Sequence[Known]) -> list[Row]:
    """`  jacobi middle` is Jacobi Middle: the spelling that is there, else the first one in the file."""
    schools = {school_key(name): name for place in known for name in schools_in(place.school)}
    schools |= {school_key(name): name for place in known for name in (place.school, place.own)}
    teams = {team_key(place.school, place.team): place.team for place in known}
    found = []
    for row in rows:
        school = spell_school(row.school, schools)
        team = teams.setdefault(_team(row), row.team)
        found.append(replace(row, school=school, team=team, own=spell_school(row.own, schools)))
    return found


def _one_division(rows: Sequence[Row], divisions: Sequence[Grades]) -> list[Row]:
    """A school that gives one name to teams of two divisions has two teams: the later one gets its division's name.

    One line alone that differs is a slip, and stays with its team to be seen.
    """
    names = {each.letter: each.name for each in divisions}
    sizes = Counter((team_key(row.school, row.team), row.division) for row in rows if row.team and row.division)
    first: dict[TeamKey, str] = {}
    told: set[tuple[TeamKey, str]] = set()
    found = []
    for row in rows:
        team = team_key(row.school, row.team)
        if row.team and row.division:
            mine = first.setdefault(team, row.division)
            if mine != row.division and sizes[team, mine] > 1 and sizes[team, row.division] > 1:
                renamed = f"{row.team} ({names[row.division]})"
                if (team, row.division) not in told:
                    told.add((team, row.division))
                    sentence = f"{row.school} has {row.team} in two divisions. This one is called {renamed}."
                    row = row.found("team", sentence, is_error=False)
                row = replace(row, team=renamed)
        found.append(row)
    return found


def _positions(rows: Sequence[Row], team_size: int) -> list[Row]:
    """Places 1 to five, in the file's order where it says none; who comes after a full team is an alternate."""
    taken: dict[TeamKey, dict[int, int]] = {}
    for at, row in enumerate(rows):
        if row.team and row.number:
            taken.setdefault(_team(row), {}).setdefault(row.number, at)
    found = []
    for at, row in enumerate(rows):
        if not row.team:
            found.append(replace(row, number=None))
            continue
        places = taken.setdefault(_team(row), {})
        number = row.number
        if number is None:
            number = next(free for free in range(1, len(places) + 2) if free not in places)
            places[number] = at
        elif number == 0 or (number > team_size and not set(range(1, team_size + 1)) <= set(places)):
            row = row.found("position", f"A team has the positions 1 to {team_size}, then alternates.")
        elif places[number] != at:
            row = row.found("position", f"Position {number} is taken on line {rows[places[number]].line}.")
        found.append(replace(row, number=number, is_alternate=row.is_alternate or number > team_size))
    return found


def _across(rows: Sequence[Row], team_size: int) -> list[Row]:
    """The same child twice, one team in two divisions, teams too large or too small, names that nearly agree."""
    divisions: dict[TeamKey, str] = {}
    by_school: dict[tuple[SchoolKey, str], Row] = {}
    by_name: dict[str, Row] = {}
    sizes = Counter(_team(row) for row in rows if row.team and not row.is_alternate)
    nearly = lookalikes({name for row in rows for name in schools_in(row.school)})
    seen_teams: set[TeamKey] = set()
    found = []
    for row in rows:
        if row.team and row.division:
            division = divisions.setdefault(_team(row), row.division)
            if division != row.division:
                row = row.found("division", f"{row.team} is in division {division} on an earlier line.")
        if not row.is_unnamed:
            row = _not_twice(row, by_school, by_name)
        if row.team and _team(row) not in seen_teams:
            seen_teams.add(_team(row))
            size = sizes[_team(row)]
            if size < team_size:
                row = row.found("team", f"{row.team} has {size} of {team_size} players.", is_error=False)
        for name in [each for each in schools_in(row.school) if each in nearly]:
            sentence = f"{name} is nearly the same as {nearly.pop(name)}. Is it the same school?"
            row = row.found("school", sentence, is_error=False)
        found.append(row)
    return found


def _not_twice(row: Row, by_school: dict[tuple[SchoolKey, str], Row], by_name: dict[str, Row]) -> Row:
    field = "name" if "name" in row.cells else "last"
    who = key(row.first, row.last)
    of_team = by_school.setdefault((school_key(row.school), who), row)
    of_own = by_school.setdefault((school_key(row.own or row.school), who), row)
    here = of_own if of_team is row else of_team
    elsewhere = by_name.setdefault(who, row)
    if here is not row:
        same_team = _team(here) == _team(row)
        where = f"in this team on line {here.line} already" if same_team else f"in {here.team} on line {here.line} too"
        return row.found(field, f"{row.name} is {where}.")
    if elsewhere is not row:
        sentence = f"{row.name} is also on line {elsewhere.line}, of {elsewhere.school}. Two children?"
        return row.found(field, sentence, is_error=False)
    return row


def lookalikes(names: set[str]) -> dict[str, str]:
    """Names that differ by a slip of the pen. Only for as many as can be compared in no time."""
    ordered = sorted(filter(None, names))
    if len(ordered) > MOST_TO_COMPARE:
        return {}
    found = {}
    for number, name in enumerate(ordered):
        near = difflib.get_close_matches(name.casefold(), [other.casefold() for other in ordered[:number]], 1, NEAR)
        if near:
            found[name] = next(other for other in ordered if other.casefold() == near[0])
    return found


# -- rows beside what is there ----------------------------------------------------------------------------------------


def _match(rows: Sequence[Row], known: Sequence[Known]) -> list[Known | None]:
    """Each row's place, each place once: surest first."""
    free = {place.id: place for place in known}
    found: list[Known | None] = [None] * len(rows)
    ways = (
        lambda row: (team_key(row.school, row.team), key(row.first, row.last)) if row.first or row.last else None,
        lambda row: (school_key(row.own or row.school), key(row.first, row.last)) if row.first or row.last else None,
        lambda row: (school_key(row.school), key(row.first, row.last)) if row.first or row.last else None,
        lambda row: (team_key(row.school, row.team), listed(row)) if row.team else None,
    )
    for way in ways:
        index = {way(place): place for place in free.values() if way(place) is not None}
        for at, row in enumerate(rows):
            place = index.get(way(row)) if found[at] is None else None
            if place is None or place.id not in free or (way is ways[-1] and not _may_be_renamed(row, place)):
                continue
            found[at] = free.pop(place.id)
    return found


def _may_be_renamed(row: Row, place: Known) -> bool:
    """The same position with half of the name the same, or one of the two without a name."""
    if row.is_unnamed or not (place.first or place.last):
        return True
    return key(row.first) == key(place.first) or key(row.last) == key(place.last)


def _changes(row: Row, place: Known | None, divisions: Sequence[Grades]) -> tuple[str, ...]:
    if place is None:
        return ()
    names = {each.letter: each.name for each in divisions}
    own = row.own or own_school(row.school, place.own) or row.school
    facts = [
        ("name", place.name, row.name or place.name),
        ("grade", place.grade, row.grade if row.grade is not None else place.grade),
        ("school", place.school, row.school),
        ("team", place.team, row.team),
        ("division", names.get(place.division, place.division), names.get(row.division, row.division)),
        ("position", place.number, row.number),
        ("seed", place.seed, row.seed if row.seed is not None else place.seed),
        ("alternate", "yes" if place.is_alternate else "no", "yes" if row.is_alternate else "no"),
        ("own school", place.own or place.school, own),
    ]
    return tuple(
        f"{what} {_shown(before)} → {_shown(after)}" for what, before, after in facts if _shown(before) != _shown(after)
    )


def _shown(value: object) -> str:
    return "none" if value in (None, "") else str(value)
