"""Which rows of base points can stand on a scoresheet at all, and what must have happened for each (R-33, R-41).

Every situation of an edition is played through with everything that players can do in it. A row that never comes up is
a slip of the pen or of the keyboard.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulebooks.shakes import Shake, ShakeError, ShakeRules, ShakeSeat, Situation, score_shake

Row = tuple[int, ...]
Rows = Mapping[Row, frozenset[str]]
_played_through: dict[tuple[int, int], tuple[ShakeRules, Rows]] = {}


def possible_rows(rules: ShakeRules, players: int) -> Rows:
    """Sorted rows of points with nobody absent → the situations that produce them; played through once."""
    known = _played_through.get((id(rules), players))
    if known is None:  # keeping the rules beside the answer keeps their id from being given to others
        known = _played_through[id(rules), players] = (rules, _play_through(rules, players))
    return known[1]


def _play_through(rules: ShakeRules, players: int) -> Rows:
    found: dict[Row, set[str]] = {}
    for shake in _everything(rules, players):
        try:
            points = score_shake(rules, shake).points.values()
        except ShakeError:  # what the rules refuse cannot have happened
            continue
        row = tuple(sorted(point for point in points if point is not None))
        found.setdefault(row, set()).add(shake.situation)
    return {row: frozenset(situations) for row, situations in sorted(found.items())}


def _everything(rules: ShakeRules, players: int) -> Iterator[Shake]:
    for name, situation in rules.situations.items():
        if situation.void:
            continue
        together = name.endswith(" together")
        plain, _, procedure = name.removesuffix(" together").partition(" ")
        for parts in _line_ups(situation, players):
            for seats in itertools.product(*(_deeds(situation, number, part) for number, part in enumerate(parts))):
                setter = next(seat.name for seat in seats if seat.role != "mover") if procedure else ""
                yield Shake(plain, seats, together, procedure, declared_no_goal=setter)


def _line_ups(situation: Situation, players: int) -> Iterator[tuple[str, ...]]:
    """Every way to fill the chairs, without regard to their order."""
    for parts in itertools.combinations_with_replacement(sorted(situation.cases), players):
        roles = [part if part in situation.roles else _role(situation, part) for part in parts]
        if all(least <= roles.count(role) <= most for role, (least, most) in situation.roles.items()):
            yield parts


def _role(situation: Situation, part: str) -> str:
    if part.startswith("with_"):
        return "caller" if "caller" in situation.roles else "other"
    return "challenger" if part.endswith("_challenger") else part


def _deeds(situation: Situation, number: int, part: str) -> Iterator[ShakeSeat]:
    side = part.removeprefix("with_") if part.startswith("with_") else part if "with_mover" in situation.cases else ""
    challenge = part.removesuffix("_challenger") if part.endswith("_challenger") and not side else ""
    seat = ShakeSeat(f"P{number}", _role(situation, part), challenge=challenge, side=side)
    yield seat
    yield replace(seat, accepted=True)
    if part in situation.may_present:
        yield replace(seat, presented=True, correct=True)
        yield replace(seat, presented=True, correct=False)
