"""The roster spots that exist before an import, and the substitutions that a file doesn't undo. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.rosters.file_import.parser import RosterRow
from tournament.rosters.names import TeamKey, team_key


@dataclass(frozen=True)
class ExistingSpot:
    """A spot on the roster before the import.

    `listed_number`: the position that its player has in the coach's file, if a substitution moved the player.
    `substitution`: that substitution in words.
    """

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
    home_school: str = ""
    listed_number: int | None = None
    substitution: str = ""

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip() or f"Player {self.number} of the {self.team}"


def listed_number_of(item: RosterRow | ExistingSpot) -> int | None:
    """Return the position in the coach's file."""
    return item.listed_number or item.number if isinstance(item, ExistingSpot) else item.number


def keep_substitutes(
    rows: Sequence[RosterRow],
    matched: Sequence[ExistingSpot | None],
    existing: Sequence[ExistingSpot],
    team_size: int,
) -> list[RosterRow]:
    """Return the rows with substitutes where they play now, since the coach's file doesn't know about substitutions.

    A row that gives such a spot to a third player contradicts the substitution, which is an error. An additional
    alternate goes after the alternates that are there.
    """
    pairs = [(row, spot if spot and spot.listed_number else None) for row, spot in zip(rows, matched, strict=True)]
    rows = [_keep_substitute(row, spot, team_size) if spot else row for row, spot in pairs]
    substituted = {_position(spot): spot for spot in existing if spot.listed_number}
    taken = {_position(row) for row in rows} | set(substituted)
    kept = []
    for row, (_, own_spot) in zip(rows, pairs, strict=True):
        team, _ = _position(row)
        holder = substituted.get(_position(row)) if own_spot is None else None
        if holder and row.is_alternate:
            row = replace(row, number=next(n for n in itertools.count(team_size + 1) if (team, n) not in taken))
            taken.add(_position(row))
        elif holder:
            row = row.with_problem("position", _contradiction(holder))
        kept.append(row)
    return kept


def _keep_substitute(row: RosterRow, spot: ExistingSpot, team_size: int) -> RosterRow:
    """Move the row to where its player plays now. The file may list alternates in any order."""
    same_team = team_key(row.school, row.team) == team_key(spot.school, spot.team)
    is_as_listed = row.number == spot.listed_number or (row.is_alternate and (spot.listed_number or 0) > team_size)
    if not same_team or not (is_as_listed or row.number == spot.number):
        return row.with_problem("position", _contradiction(spot))
    if is_as_listed and spot.substitution:
        sentence = f"{spot.substitution}. The import keeps this substitution. You can undo it at check-in."
        row = row.with_problem("position", sentence, is_error=False)
    return replace(row, number=spot.number, is_alternate=spot.is_alternate)


def _contradiction(spot: ExistingSpot) -> str:
    substitution = spot.substitution or f"{spot.name} is part of a substitution"
    return f"{substitution}. Undo that at check-in first, or correct the position."


def _position(item: RosterRow | ExistingSpot) -> tuple[TeamKey, int | None]:
    return team_key(item.school, item.team), item.number
