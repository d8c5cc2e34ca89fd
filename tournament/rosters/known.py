"""What is on the roster already, and what of it a file does not change: the substitutions of the day. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.rosters.people import TeamKey, team_key
from tournament.rosters.reading import Row


@dataclass(frozen=True)
class Known:
    """A place that is on the roster already. `home`: the position that its player has without substitutions."""

    id: int
    school: str
    team: str
    division: str
    number: int | None
    first: str
    last: str
    grade: int | None
    is_alternate: bool
    seed: int | None = None
    own: str = ""
    home: int | None = None
    substitution: str = ""

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip() or f"Player {self.number} of the {self.team}"


def listed(each: Row | Known) -> int | None:
    """The position that the coach's file has."""
    return each.home or each.number if isinstance(each, Known) else each.number


def keep_substitutes(
    rows: Sequence[Row], matched: Sequence[Known | None], known: Sequence[Known], team_size: int
) -> list[Row]:
    """A file that does not know of a substitution does not undo it: who plays for another stays, and the line says so.

    A file that gives such a place to a third child contradicts it, which is a problem of that line. An alternate more
    comes after those who are there.
    """
    pairs = [(row, place if place and place.home else None) for row, place in zip(rows, matched, strict=True)]
    rows = [_kept(row, place, team_size) if place else row for row, place in pairs]
    held = {_spot(place): place for place in known if place.home}
    taken = {_spot(row) for row in rows} | set(held)
    found = []
    for row, (_, mine) in zip(rows, pairs, strict=True):
        team, _ = _spot(row)
        holder = held.get(_spot(row)) if mine is None else None
        if holder and row.is_alternate:
            row = replace(row, number=next(n for n in itertools.count(team_size + 1) if (team, n) not in taken))
            taken.add(_spot(row))
        elif holder:
            row = row.found("position", _contradicted(holder))
        found.append(row)
    return found


def _kept(row: Row, place: Known, team_size: int) -> Row:
    """Among alternates the order says nothing: the file may list them in another one."""
    same_team = team_key(row.school, row.team) == team_key(place.school, place.team)
    is_home = row.number == place.home or (row.is_alternate and (place.home or 0) > team_size)
    if not same_team or not (is_home or row.number == place.number):
        return row.found("position", _contradicted(place))
    if is_home and place.substitution:
        sentence = f"{place.substitution}. That stays so; the check-in is where it can be changed."
        row = row.found("position", sentence, is_error=False)
    return replace(row, number=place.number, is_alternate=place.is_alternate)


def _contradicted(place: Known) -> str:
    said = place.substitution or f"{place.name} was in a substitution"
    return f"{said}. Change that back at the check-in first, or correct the position."


def _spot(each: Row | Known) -> tuple[TeamKey, int | None]:
    return team_key(each.school, each.team), each.number
