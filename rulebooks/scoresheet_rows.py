"""Which rows of base points are possible on a scoresheet, and which situations lead to each (R-33, R-41).

Every situation of an edition is simulated with everything that players can do in it. A row that never comes up is a
typo or a slip of the pen.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from rulebooks.shakes import PointsRow, PossibleRows, Shake, ShakeError, ShakeRules, ShakeSeat, Situation, score_shake


def possible_rows(rules: ShakeRules, players: int) -> PossibleRows:
    """Return sorted rows of points with no one absent → the situations that produce them. Cached with the rules."""
    if players not in rules.cached_rows:
        rules.cached_rows[players] = _enumerate_rows(rules, players)
    return rules.cached_rows[players]


def _enumerate_rows(rules: ShakeRules, players: int) -> PossibleRows:
    rows: dict[PointsRow, set[str]] = {}
    for shake in _every_shake(rules, players):
        try:
            points = score_shake(rules, shake).points.values()
        except ShakeError:  # impossible under the rules
            continue
        row = tuple(sorted(point for point in points if point is not None))
        rows.setdefault(row, set()).add(shake.situation)
    return {row: frozenset(situations) for row, situations in sorted(rows.items())}


def _every_shake(rules: ShakeRules, players: int) -> Iterator[Shake]:
    for name, situation in rules.situations.items():
        if situation.void:
            continue
        together = name.endswith(" together")
        plain, _, procedure = name.removesuffix(" together").partition(" ")
        for parts in _role_combinations(situation, players):
            for seats in itertools.product(
                *(_possible_seats(situation, number, part) for number, part in enumerate(parts))
            ):
                setter = next(seat.name for seat in seats if seat.role != "mover") if procedure else ""
                yield Shake(plain, seats, together, procedure, declared_no_goal=setter)


def _role_combinations(situation: Situation, players: int) -> Iterator[tuple[str, ...]]:
    """Yield every way to give the players roles, ignoring their order."""
    for parts in itertools.combinations_with_replacement(sorted(situation.cases), players):
        roles = [part if part in situation.roles else _role(situation, part) for part in parts]
        if all(least <= roles.count(role) <= most for role, (least, most) in situation.roles.items()):
            yield parts


def _role(situation: Situation, part: str) -> str:
    if part.startswith("with_"):
        return "caller" if "caller" in situation.roles else "other"
    return "challenger" if part.endswith("_challenger") else part


def _possible_seats(situation: Situation, number: int, part: str) -> Iterator[ShakeSeat]:
    side = part.removeprefix("with_") if part.startswith("with_") else part if "with_mover" in situation.cases else ""
    challenge = part.removesuffix("_challenger") if part.endswith("_challenger") and not side else ""
    seat = ShakeSeat(f"P{number}", _role(situation, part), challenge=challenge, side=side)
    yield seat
    yield replace(seat, accepted=True)
    if part in situation.may_present:
        yield replace(seat, presented=True, correct=True)
        yield replace(seat, presented=True, correct=False)
