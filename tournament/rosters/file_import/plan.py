"""Plans an import: says for every row whether it is new, changed, or the same, and finds problems across rows. Pure.

A row matches an existing spot by name within the team; then by name within the player's home school or the team's
school (the player moved to another team); then by position in the team, if half of the name is the same (a corrected
name) or one side has no name. So a corrected file updates the roster, and the same file again changes nothing.
Substitutions stay.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rulebooks.wording import plural
from tournament.rosters.file_import.existing_spots import ExistingSpot, keep_substitutes, listed_number_of
from tournament.rosters.file_import.parser import NO_DIVISION, DivisionInfo, ParsedRoster, RosterRow
from tournament.rosters.names import (
    SchoolKey,
    TeamKey,
    home_school,
    name_key,
    school_key,
    spell_school,
    split_schools,
    team_key,
)

SIMILARITY = 0.88
MOST_TO_COMPARE = 400


@dataclass(frozen=True)
class PlannedRow:
    """A row and what will happen to it. `spot`: the one that it matches. `changes`: in words, `grade 6 → 5`."""

    row: RosterRow
    spot: ExistingSpot | None = None
    changes: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        if any(problem.is_error for problem in self.row.problems):
            return "problem"
        if self.spot is None:
            return "new"
        return "changed" if self.changes else "same"

    @property
    def has_note(self) -> bool:
        """Whether the row has a warning that someone should look at."""
        return any(not problem.is_error for problem in self.row.problems)


@dataclass(frozen=True)
class ImportPlan:
    """`missing`: spots of teams in this file that the file doesn't have. Spots in a substitution don't count."""

    rows: tuple[PlannedRow, ...]
    missing: tuple[ExistingSpot, ...]
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
        """How many lines of the file name no division."""
        return sum(not planned.row.cells.get("division") for planned in self.rows)

    @property
    def lacks_only_divisions(self) -> bool:
        """Whether choosing one division solves every problem."""
        problems = [problem for planned in self.rows for problem in planned.row.problems if problem.is_error]
        return {problem.sentence for problem in problems} == {NO_DIVISION}

    @property
    def changes_nothing(self) -> bool:
        return not self.errors and set(self.counts) <= {"same"}


def plan_import(
    parsed: ParsedRoster, existing: Sequence[ExistingSpot], divisions: Sequence[DivisionInfo], team_size: int
) -> ImportPlan:
    """Return what importing these rows would do to the roster. Writes nothing."""
    rows = _unify_spelling(parsed.rows, existing)
    rows = _split_teams_by_division(rows, divisions)
    rows = _assign_positions(rows, team_size)
    rows = _check_across_rows(rows, team_size)
    matched = _match_spots(rows, existing)
    rows = keep_substitutes(rows, matched, existing, team_size)
    planned = tuple(
        PlannedRow(row, spot, _changes(row, spot, divisions)) for row, spot in zip(rows, matched, strict=True)
    )
    matched_ids = {spot.id for spot in matched if spot}
    teams = {_team_key(row) for row in rows}
    missing = tuple(
        spot
        for spot in existing
        if spot.id not in matched_ids and not spot.listed_number and team_key(spot.school, spot.team) in teams
    )
    return ImportPlan(planned, missing, parsed.left_out)


def _team_key(row: RosterRow) -> TeamKey:
    return team_key(row.school, row.team)


# -- rows compared with each other ------------------------------------------------------------------------------------


def _unify_spelling(rows: Iterable[RosterRow], existing: Sequence[ExistingSpot]) -> list[RosterRow]:
    """Spell each school and team as the roster does, or else as the file does first.

    `  jacobi middle` becomes Jacobi Middle.
    """
    schools = {school_key(name): name for spot in existing for name in split_schools(spot.school)}
    schools |= {school_key(name): name for spot in existing for name in (spot.school, spot.home_school)}
    teams = {team_key(spot.school, spot.team): spot.team for spot in existing}
    spelled = []
    for row in rows:
        school = spell_school(row.school, schools)
        team = teams.setdefault(_team_key(row), row.team)
        spelled.append(replace(row, school=school, team=team, home_school=spell_school(row.home_school, schools)))
    return spelled


def _split_teams_by_division(rows: Sequence[RosterRow], divisions: Sequence[DivisionInfo]) -> list[RosterRow]:
    """Treat a team name that a school uses in two divisions as two teams, and add the division to the later one.

    A single row in another division is a slip: it stays with its team and is reported later.
    """
    names = {each.letter: each.name for each in divisions}
    sizes = Counter((_team_key(row), row.division) for row in rows if row.team and row.division)
    first_division: dict[TeamKey, str] = {}
    noted: set[tuple[TeamKey, str]] = set()
    result = []
    for row in rows:
        team = _team_key(row)
        if row.team and row.division:
            first = first_division.setdefault(team, row.division)
            if first != row.division and sizes[team, first] > 1 and sizes[team, row.division] > 1:
                renamed = f"{row.team} ({names[row.division]})"
                if (team, row.division) not in noted:
                    noted.add((team, row.division))
                    sentence = f"{row.school} has a team named {row.team} in 2 divisions. This one becomes {renamed}."
                    row = row.with_problem("team", sentence, is_error=False)
                row = replace(row, team=renamed)
        result.append(row)
    return result


def _assign_positions(rows: Sequence[RosterRow], team_size: int) -> list[RosterRow]:
    """Number the spots of each team, in the file's order where it gives no position. Those beyond are alternates."""
    taken: dict[TeamKey, dict[int, int]] = {}
    for index, row in enumerate(rows):
        if row.team and row.number:
            taken.setdefault(_team_key(row), {}).setdefault(row.number, index)
    result = []
    for index, row in enumerate(rows):
        if not row.team:
            result.append(replace(row, number=None))
            continue
        positions = taken.setdefault(_team_key(row), {})
        number = row.number
        if number is None:
            number = next(free for free in range(1, len(positions) + 2) if free not in positions)
            positions[number] = index
        elif number == 0 or (number > team_size and not set(range(1, team_size + 1)) <= set(positions)):
            row = row.with_problem(
                "position",
                plural(
                    team_size,
                    "Use position 1 first. Higher positions are for alternates.",
                    "Use positions 1 to {count} first. Higher positions are for alternates.",
                ),
            )
        elif positions[number] != index:
            line = rows[positions[number]].line
            row = row.with_problem("position", f"Line {line} has position {number} too. Change one of the two.")
        result.append(replace(row, number=number, is_alternate=row.is_alternate or number > team_size))
    return result


def _check_across_rows(rows: Sequence[RosterRow], team_size: int) -> list[RosterRow]:
    """Report a player listed twice, a team in two divisions, small teams, and school names that are nearly equal."""
    divisions: dict[TeamKey, str] = {}
    by_school: dict[tuple[SchoolKey, str], RosterRow] = {}
    by_name: dict[str, RosterRow] = {}
    sizes = Counter(_team_key(row) for row in rows if row.team and not row.is_alternate)
    similar = similar_names({name for row in rows for name in split_schools(row.school)})
    seen_teams: set[TeamKey] = set()
    result = []
    for row in rows:
        if row.team and row.division:
            division = divisions.setdefault(_team_key(row), row.division)
            if division != row.division:
                row = row.with_problem(
                    "division", f"{row.team} is in division {division} on an earlier line. Use the same division."
                )
        if not row.is_unnamed:
            row = _check_not_twice(row, by_school, by_name)
        if row.team and _team_key(row) not in seen_teams:
            seen_teams.add(_team_key(row))
            size = sizes[_team_key(row)]
            if size < team_size:
                row = row.with_problem("team", f"This team has {size} of {team_size} players.", is_error=False)
        for name in [each for each in split_schools(row.school) if each in similar]:
            sentence = f"{name} looks almost the same as {similar.pop(name)}. If that’s one school, use one spelling."
            row = row.with_problem("school", sentence, is_error=False)
        result.append(row)
    return result


def _check_not_twice(
    row: RosterRow, by_school: dict[tuple[SchoolKey, str], RosterRow], by_name: dict[str, RosterRow]
) -> RosterRow:
    """Report a player of the same school as an error, and the same name at another school as a warning."""
    field = "name" if "name" in row.cells else "last"
    name = name_key(row.first, row.last)
    same_team_school = by_school.setdefault((school_key(row.school), name), row)
    same_home_school = by_school.setdefault((school_key(row.home_school or row.school), name), row)
    double = same_home_school if same_team_school is row else same_team_school
    namesake = by_name.setdefault(name, row)
    if double is not row:
        if double.team and _team_key(double) != _team_key(row):
            return row.with_problem(
                field, f"{row.name} is also on line {double.line}, for {double.team}. Keep only one."
            )
        return row.with_problem(field, f"{row.name} is also on line {double.line}. Keep only one.")
    if namesake is not row:
        sentence = (
            f"{row.name} is also on line {namesake.line}, for {namesake.school}. Check that these are two students."
        )
        return row.with_problem(field, sentence, is_error=False)
    return row


def similar_names(names: set[str]) -> dict[str, str]:
    """Return names that differ from another one by a typo, each with that one. Too many names aren't compared."""
    ordered = sorted(filter(None, names))
    if len(ordered) > MOST_TO_COMPARE:
        return {}
    similar = {}
    for index, name in enumerate(ordered):
        earlier = [other.casefold() for other in ordered[:index]]
        close = difflib.get_close_matches(name.casefold(), earlier, 1, SIMILARITY)
        if close:
            similar[name] = next(other for other in ordered if other.casefold() == close[0])
    return similar


# -- rows compared with the roster ------------------------------------------------------------------------------------


def _match_spots(rows: Sequence[RosterRow], existing: Sequence[ExistingSpot]) -> list[ExistingSpot | None]:
    """Return the spot of each row, each spot once. The surest kind of match goes first."""
    free = {spot.id: spot for spot in existing}
    matched: list[ExistingSpot | None] = [None] * len(rows)
    for key_of in MATCH_KEYS:
        index = {key_of(spot): spot for spot in free.values() if key_of(spot) is not None}
        for number, row in enumerate(rows):
            spot = index.get(key_of(row)) if matched[number] is None else None
            if spot is None or spot.id not in free or (key_of is _position_key and not _may_be_renamed(row, spot)):
                continue
            matched[number] = free.pop(spot.id)
    return matched


def _team_and_name_key(item: RosterRow | ExistingSpot) -> object:
    return (team_key(item.school, item.team), name_key(item.first, item.last)) if item.first or item.last else None


def _home_school_and_name_key(item: RosterRow | ExistingSpot) -> object:
    school = item.home_school or item.school
    return (school_key(school), name_key(item.first, item.last)) if item.first or item.last else None


def _school_and_name_key(item: RosterRow | ExistingSpot) -> object:
    return (school_key(item.school), name_key(item.first, item.last)) if item.first or item.last else None


def _position_key(item: RosterRow | ExistingSpot) -> object:
    return (team_key(item.school, item.team), listed_number_of(item)) if item.team else None


MATCH_KEYS = (_team_and_name_key, _home_school_and_name_key, _school_and_name_key, _position_key)


def _may_be_renamed(row: RosterRow, spot: ExistingSpot) -> bool:
    """Whether half of the name is the same, or one of the two has no name."""
    if row.is_unnamed or not (spot.first or spot.last):
        return True
    return name_key(row.first) == name_key(spot.first) or name_key(row.last) == name_key(spot.last)


def _changes(row: RosterRow, spot: ExistingSpot | None, divisions: Sequence[DivisionInfo]) -> tuple[str, ...]:
    if spot is None:
        return ()
    names = {each.letter: each.name for each in divisions}
    new_home_school = row.home_school or home_school(row.school, spot.home_school) or row.school
    facts = [
        ("name", spot.name, row.name or spot.name),
        ("grade", spot.grade, row.grade if row.grade is not None else spot.grade),
        ("school", spot.school, row.school),
        ("team", spot.team, row.team),
        ("division", names.get(spot.division, spot.division), names.get(row.division, row.division)),
        ("position", spot.number, row.number),
        ("seed", spot.seed, row.seed if row.seed is not None else spot.seed),
        ("alternate", "yes" if spot.is_alternate else "no", "yes" if row.is_alternate else "no"),
        ("home school", spot.home_school or spot.school, new_home_school),
    ]
    return tuple(
        f"{what} {_in_words(before)} → {_in_words(after)}"
        for what, before, after in facts
        if _in_words(before) != _in_words(after)
    )


def _in_words(value: object) -> str:
    return "none" if value in (None, "") else str(value)
