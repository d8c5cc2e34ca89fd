"""The points of one shake (a game in the Cup), from what happened at the table: EQ X, MLAG X, OS X, ACC Scoring Games.

What each role earns in each situation is data of the edition: an ordered list of cases, of which the first that fits
gives the points. This module knows the words that a case may be made of, and nothing of any edition's figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulebooks.because import Because


class ShakeError(ValueError):
    """A shake that the rules do not know: who sat where or did what cannot be."""


@dataclass(frozen=True)
class Seat:
    """One player in one shake. `accepted`: agreed to an Equation that was afterwards proved wrong.

    `bound`: said that they would present, and then produced nothing. `side`: in the Cup, whom the player sides with.
    """

    name: str
    role: str
    presented: bool = False
    correct: bool | None = None
    accepted: bool = False
    bound: bool = False
    challenge: str = ""
    side: str = ""

    @property
    def is_right(self) -> bool:
        return self.presented and self.correct is True

    @property
    def part(self) -> str:
        """The role by which the cases of an edition speak of this seat."""
        if self.side and self.role in ("other", "caller"):
            return f"with_{self.side}"
        return f"{self.challenge}_{self.role}" if self.challenge else self.role


@dataclass(frozen=True)
class Shake:
    situation: str
    seats: tuple[Seat, ...]
    together: bool = False
    procedure: str = ""
    mover_also_challenged: bool = False
    declared_no_goal: str = ""

    @property
    def present(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.role != "absent")

    def is_right(self, part: str) -> bool:
        return any(seat.is_right for seat in self.seats if seat.part == part)

    def side_is_right(self, side: str) -> bool:
        return any(seat.is_right for seat in self.seats if seat.side == side)


Condition = Callable[[Shake, Seat], bool]

CONDITIONS: Mapping[str, Condition] = {
    "right": lambda shake, seat: seat.is_right,
    "wrong": lambda shake, seat: seat.bound or (seat.presented and not seat.is_right),
    "accepted": lambda shake, seat: seat.accepted and len(shake.present) > 2,
    "nobody right": lambda shake, seat: not any(other.is_right for other in shake.seats),
    "challenger right": lambda shake, seat: shake.is_right("challenger"),
    "now_challenger right": lambda shake, seat: shake.is_right("now_challenger"),
    "challenger side right": lambda shake, seat: shake.side_is_right("challenger"),
    "mover side right": lambda shake, seat: shake.side_is_right("mover"),
}

WORDS = {
    "right": "presented a correct {solution}",
    "wrong": "had to present and had no correct {solution}",
    "accepted": "accepted another's {solution} that proved wrong",
    "nobody right": "nobody was correct",
    "challenger right": "the Challenger was correct",
    "now_challenger right": "who challenged Now was correct",
    "challenger side right": "somebody on the challenger's side was correct",
    "mover side right": "somebody on the mover's side was correct",
}


def condition(words: str) -> Condition:
    """A condition from its words; `not` turns it around."""
    plain = words.removeprefix("not ")
    if plain not in CONDITIONS:
        raise KeyError(words)
    found = CONDITIONS[plain]
    return found if plain == words else lambda shake, seat: not found(shake, seat)


def in_words(words: str, solution: str) -> str:
    plain = words.removeprefix("not ")
    return ("not: " if plain != words else "") + WORDS[plain].format(solution=solution)


@dataclass(frozen=True)
class Case:
    """These conditions together give these points."""

    conditions: tuple[Condition, ...]
    points: int
    because: Because


@dataclass(frozen=True)
class Penalty:
    """Points that a situation takes from one player unless a condition holds."""

    points: int
    because: Because
    unless: Condition | None = None


@dataclass(frozen=True)
class Situation:
    """Who takes part, who may present, and what each part earns. A void shake earns nobody anything."""

    name: str
    roles: Mapping[str, int | None]
    may_present: frozenset[str]
    cases: Mapping[str, tuple[Case, ...]]
    void: bool = False
    no_goal_penalty: Penalty | None = None


@dataclass(frozen=True)
class ShakeRules:
    """What an edition says of shakes. `absent` is None where an absent player has no row."""

    situations: Mapping[str, Situation]
    sizes: tuple[int, int]
    absent: Case | None
    self_challenge: Penalty | None = None
    procedures: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ShakeScore:
    points: Mapping[str, int | None]
    penalties: Mapping[str, int]
    because: Mapping[str, Because]


def score_shake(rules: ShakeRules, shake: Shake) -> ShakeScore:
    """Base points and penalties, apart, each with the rule that gives it."""
    situation = _situation(rules, shake)
    _check_seats(rules, situation, shake)
    points: dict[str, int | None] = dict.fromkeys(seat.name for seat in shake.seats)
    because: dict[str, Because] = {}
    for seat in () if situation.void else shake.seats:
        case = rules.absent if seat.role == "absent" else _first(situation.cases[seat.part], shake, seat)
        if case is not None:
            points[seat.name], because[seat.name] = case.points, case.because
    penalties: dict[str, int] = {}
    for name, penalty in _penalties(rules, situation, shake):
        penalties[name] = penalties.get(name, 0) + penalty.points
    return ShakeScore(points, penalties, because)


def _first(cases: Sequence[Case], shake: Shake, seat: Seat) -> Case:
    return next(case for case in cases if all(holds(shake, seat) for holds in case.conditions))


def _penalties(rules: ShakeRules, situation: Situation, shake: Shake) -> list[tuple[str, Penalty]]:
    found = []
    if shake.mover_also_challenged and rules.self_challenge:
        found += [(seat.name, rules.self_challenge) for seat in shake.seats if seat.role == "mover"]
    penalty = situation.no_goal_penalty
    if penalty:
        setter = next((seat for seat in shake.seats if seat.name == shake.declared_no_goal), None)
        if setter is None:
            raise ShakeError("Say who declared No Goal.")
        if penalty.unless is None or not penalty.unless(shake, setter):
            found.append((setter.name, penalty))
    return found


def _situation(rules: ShakeRules, shake: Shake) -> Situation:
    """By name; an edition may know it by its procedure, or differ when several called together."""
    name = shake.situation
    if name in rules.procedures:
        name = f"{name} {shake.procedure or rules.procedures[name]}"
    elif shake.procedure:
        raise ShakeError(f"There is one procedure for {shake.situation} in this rule book.")
    if shake.together:
        name = f"{name} together"
    if name not in rules.situations:
        raise ShakeError(f"This rule book knows no situation {name!r}.")
    return rules.situations[name]


def _check_seats(rules: ShakeRules, situation: Situation, shake: Shake) -> None:
    low, high = rules.sizes
    if not low <= len(shake.seats) <= high:
        raise ShakeError(f"A match has {low} to {high} players, not {len(shake.seats)}.")
    if len({seat.name for seat in shake.seats}) != len(shake.seats):
        raise ShakeError("A seat is named twice.")
    if len(shake.present) < 2:
        raise ShakeError("With fewer than two players present there is no shake to score.")
    for role in {seat.role for seat in shake.present} - set(situation.roles):
        raise ShakeError(f"There is no {role.replace('_', ' ')} in {situation.name}.")
    for role, wanted in situation.roles.items():
        count = sum(seat.role == role for seat in shake.present)
        if wanted is not None and count != wanted:
            raise ShakeError(f"{situation.name} has {wanted} {role.replace('_', ' ')}, not {count}.")
    for seat in shake.present:
        _check_seat(situation, seat)


def _check_seat(situation: Situation, seat: Seat) -> None:
    if not situation.void and seat.part not in situation.cases:
        raise ShakeError(f"{seat.name}: what did this player do in {situation.name}?")
    if seat.presented and seat.part not in situation.may_present:
        raise ShakeError(f"{seat.name} may not present in {situation.name}.")
    if seat.correct is not None and not seat.presented:
        raise ShakeError(f"{seat.name} presented nothing that could be correct or not.")
