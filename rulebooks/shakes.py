"""Points for one shake (a game in the Cup) from what happened at the table: EQ X, MLAG X, OS X, ACC Scoring Games.

What each role earns in each situation is edition data: an ordered list of cases, and the first match gives the points.
This module knows the conditions that a case may use, and no edition's numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rulebooks.citations import Because, Ruled

PointsRow = tuple[int, ...]
PossibleRows = Mapping[PointsRow, frozenset[str]]

AFTER_LAST_CUBE = ("impossible", "simultaneous_impossible", "last_cube")


class ShakeError(ValueError):
    """A shake that is impossible under the rules."""


@dataclass(frozen=True)
class ShakeSeat:
    """One player in one shake. `accepted`: agreed to an Equation that was later proved wrong.

    `bound`: said they would present, and then produced nothing. `side`: in the Cup, whom the player sides with.
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
        """Return the role under which the edition's cases list this seat."""
        if self.side and self.role in ("other", "caller"):
            return f"with_{self.side}"
        return f"{self.challenge}_{self.role}" if self.challenge else self.role


@dataclass(frozen=True)
class Shake:
    """What happened in one shake. `together`: several players called at once.

    `procedure`: how No Goal was handled, where the book has a choice. `declared_no_goal`: the player who declared it.
    """

    situation: str
    seats: tuple[ShakeSeat, ...]
    together: bool = False
    procedure: str = ""
    mover_also_challenged: bool = False
    declared_no_goal: str = ""
    after_last_cube: bool = False

    @property
    def present(self) -> tuple[ShakeSeat, ...]:
        return tuple(seat for seat in self.seats if seat.role != "absent")

    def is_right(self, part: str) -> bool:
        return any(seat.is_right for seat in self.seats if seat.part == part)

    def side_is_right(self, side: str) -> bool:
        return any(seat.is_right for seat in self.seats if side in (seat.side, seat.role))


Condition = Callable[[Shake, ShakeSeat], bool]

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

CONDITION_LABELS = {
    "right": "presented a correct {solution}",
    "wrong": "had to present and had no correct {solution}",
    "accepted": "accepted another's {solution} that proved wrong",
    "nobody right": "nobody was correct",
    "challenger right": "the Challenger was correct",
    "now_challenger right": "who challenged Now was correct",
    "challenger side right": "somebody on the challenger's side was correct",
    "mover side right": "somebody on the mover's side was correct",
}


def parse_condition(words: str) -> Condition:
    """Return a condition from its words; `not` negates it."""
    plain = words.removeprefix("not ")
    if plain not in CONDITIONS:
        raise KeyError(words)
    predicate = CONDITIONS[plain]
    return predicate if plain == words else lambda shake, seat: not predicate(shake, seat)


def describe_condition(words: str, solution: str) -> str:
    plain = words.removeprefix("not ")
    return ("not: " if plain != words else "") + CONDITION_LABELS[plain].format(solution=solution)


@dataclass(frozen=True)
class ScoringCase:
    """These conditions together (also in words) give these points, by their name on the scale."""

    conditions: tuple[Condition, ...]
    points: int
    because: Because
    words: tuple[str, ...] = ()
    worth: str = ""


@dataclass(frozen=True)
class ShakePenalty:
    """Points taken from one player, separate from what the shake is worth."""

    points: int
    because: Because


@dataclass(frozen=True)
class NoGoalPenalties:
    """Penalties of the older No Goal procedure (OS III-D-2): an opponent who disagrees sets a Goal.

    `declared`: for the player who said No Goal although there was one, unless that Goal is at once correctly challenged
    Never. `withdrawn`: for the player who disagreed and then found no Goal either; the shake is void.
    """

    procedure: str
    declared: ShakePenalty
    withdrawn: ShakePenalty


@dataclass(frozen=True)
class Situation:
    """Which roles take part (at least, at most), who may present, what each part earns. A void shake earns nothing."""

    name: str
    title: str
    roles: Mapping[str, tuple[int, int]]
    may_present: frozenset[str]
    cases: Mapping[str, tuple[ScoringCase, ...]]
    void: bool = False
    void_rule: str = ""


@dataclass(frozen=True)
class Procedures:
    """A situation with several procedures. The cases of each are listed under `<situation> <procedure>`."""

    default: str
    names: Mapping[str, str]
    rule: str


@dataclass(frozen=True)
class ShakeRules:
    """What an edition says about shakes. `absent` is None where an absent player has no row."""

    situations: Mapping[str, Situation]
    sizes: tuple[int, int]
    scale: Ruled[Mapping[str, int]]
    absent: ScoringCase | None
    self_challenge: ShakePenalty | None = None
    procedures: Mapping[str, Procedures] = field(default_factory=dict)
    no_goal_fines: NoGoalPenalties | None = None

    @cached_property
    def cached_rows(self) -> dict[int, PossibleRows]:
        """The cache of `scoresheet_rows.possible_rows`, by number of players."""
        return {}

    def default_procedure(self, situation: str) -> str:
        """Return the procedure used unless another was chosen; empty if the book has only one."""
        return self.procedures[situation].default if situation in self.procedures else ""

    def procedures_for(self, situation: str) -> Mapping[str, str]:
        """Return the procedures that this book has for a situation, with their names; empty if only one."""
        return self.procedures[situation].names if situation in self.procedures else {}


@dataclass(frozen=True)
class ShakeScore:
    """Points and penalties by name, and the rule for each. A player may have several penalties."""

    points: Mapping[str, int | None]
    penalties: Mapping[str, int]
    because: Mapping[str, Because]
    penalties_because: Mapping[str, tuple[Because, ...]]


def score_shake(rules: ShakeRules, shake: Shake) -> ShakeScore:
    """Return base points and penalties, separately, each with its rule."""
    situation = _situation(rules, shake)
    _check_seats(rules, situation, shake)
    points: dict[str, int | None] = dict.fromkeys(seat.name for seat in shake.seats)
    because: dict[str, Because] = {}
    if situation.void:
        because = dict.fromkeys(points, Because(situation.void_rule, "Void: nobody gets points."))
    for seat in () if situation.void else shake.seats:
        case = rules.absent if seat.role == "absent" else _first_case(situation.cases[seat.part], shake, seat)
        if case is not None:
            points[seat.name], because[seat.name] = case.points, case.because
    penalties: dict[str, int] = {}
    penalty_reasons: dict[str, tuple[Because, ...]] = {}
    for name, penalty in _penalties(rules, situation, shake):
        penalties[name] = penalties.get(name, 0) + penalty.points
        penalty_reasons[name] = (*penalty_reasons.get(name, ()), penalty.because)
    return ShakeScore(points, penalties, because, penalty_reasons)


def _first_case(cases: Sequence[ScoringCase], shake: Shake, seat: ShakeSeat) -> ScoringCase:
    """Return the first case that applies. The last one has no condition, so there always is one."""
    for case in cases[:-1]:
        if all(holds(shake, seat) for holds in case.conditions):
            return case
    return cases[-1]


def _penalties(rules: ShakeRules, situation: Situation, shake: Shake) -> list[tuple[str, ShakePenalty]]:
    penalties = []
    if shake.mover_also_challenged and rules.self_challenge:
        penalties += [(seat.name, rules.self_challenge) for seat in shake.seats if seat.role == "mover"]
    no_goal = rules.no_goal_fines
    if no_goal is None or _procedure(rules, shake) != no_goal.procedure:
        return penalties
    if situation.void:
        return penalties + [(seat.name, no_goal.withdrawn) for seat in shake.seats if seat.role == "challenger"]
    is_goal_disproved = shake.situation == "no_goal" and not any(seat.is_right for seat in shake.seats)
    if shake.declared_no_goal and not is_goal_disproved:
        penalties.append((shake.declared_no_goal, no_goal.declared))
    return penalties


def _procedure(rules: ShakeRules, shake: Shake) -> str:
    """Return how No Goal is handled in this shake; empty if the book has only one procedure."""
    return shake.procedure or rules.default_procedure("no_goal")


def _situation(rules: ShakeRules, shake: Shake) -> Situation:
    """Find a situation by name. An edition may list it by procedure, or separately when several called together."""
    known = rules.procedures_for("no_goal")
    if shake.procedure and shake.procedure not in known:
        allowed = f"the procedures {' and '.join(known)}" if known else "one procedure only"
        raise ShakeError(f"This rule book knows {allowed}, not {shake.procedure!r}.")
    name = shake.situation
    if name in rules.procedures:
        name = f"{name} {_procedure(rules, shake)}"
    if shake.together:
        name = f"{name} together"
    if name not in rules.situations:
        raise ShakeError(f"This rule book knows no situation {shake.situation!r}{' together' * shake.together}.")
    return rules.situations[name]


def _check_seats(rules: ShakeRules, situation: Situation, shake: Shake) -> None:
    low, high = rules.sizes
    if not low <= len(shake.seats) <= high:
        raise ShakeError(f"A match has {low} to {high} players, not {len(shake.seats)}.")
    names = [seat.name for seat in shake.seats]
    if len(set(names)) != len(names):
        raise ShakeError("A seat is named twice.")
    roles = [seat.role if seat.role in situation.roles else seat.part for seat in shake.present]
    if len(roles) < 2:
        raise ShakeError("With fewer than two players present there is no shake to score.")
    for role in roles:
        if role not in situation.roles:
            raise ShakeError(f"There is no {_in_prose(role)} in {situation.name}.")
    for role, (least, most) in situation.roles.items():
        count = roles.count(role)
        if not least <= count <= most:
            expected = str(least) if least == most else f"at most {most}" if count > most else f"at least {least}"
            raise ShakeError(f"{situation.name} has {expected} {_in_prose(role)}, not {count}.")
    for seat in shake.seats:
        _check_seat(situation, shake, seat)
    _check_circumstances(rules, situation, shake)


def _check_circumstances(rules: ShakeRules, situation: Situation, shake: Shake) -> None:
    """Check that facts about the whole shake fit what happened in it."""
    if shake.mover_also_challenged and "mover" not in situation.roles:
        raise ShakeError(f"There is no Mover in {situation.name} who could have challenged.")
    if shake.after_last_cube and shake.situation not in AFTER_LAST_CUBE:
        raise ShakeError("Against the last cube only Impossible (Never) can be challenged.")
    no_goal = rules.no_goal_fines
    opponent_sets_goal = no_goal is not None and _procedure(rules, shake) == no_goal.procedure
    if opponent_sets_goal and shake.situation == "no_goal" and not shake.declared_no_goal:
        raise ShakeError("Say who declared No Goal.")
    if not shake.declared_no_goal:
        return
    role = next((seat.role for seat in shake.present if seat.name == shake.declared_no_goal), None)
    if role is None:
        raise ShakeError(f"{shake.declared_no_goal} declared No Goal, but does not sit here.")
    setter_is_mover = shake.situation == "void_no_goal" or (shake.situation == "no_goal" and not opponent_sets_goal)
    if setter_is_mover and role != "mover":
        raise ShakeError(f"Who declared No Goal is the mover in {situation.name}.")
    if shake.situation == "no_goal" and opponent_sets_goal and role == "mover":
        raise ShakeError("The mover set a Goal against No Goal, so somebody else declared it.")


def _check_seat(situation: Situation, shake: Shake, seat: ShakeSeat) -> None:
    if seat.role == "absent":
        if seat != ShakeSeat(seat.name, "absent"):
            raise ShakeError(f"{seat.name} is absent and can have done nothing.")
        return
    if not situation.void and seat.part not in situation.cases:
        raise ShakeError(f"{seat.name}: what did this player do in {situation.name}?")
    if seat.role in ("mover", "challenger") and seat.side not in ("", seat.role):
        raise ShakeError(f"{seat.name} is the {seat.role} and cannot side with the {seat.side}.")
    if (seat.presented or seat.bound) and seat.part not in situation.may_present:
        raise ShakeError(f"{seat.name} may not present in {situation.name}.")
    if seat.correct is not None and not seat.presented:
        raise ShakeError(f"{seat.name} presented nothing that could be correct or not.")
    if seat.side and "with_mover" not in situation.cases:
        raise ShakeError(f"There are no sides in {situation.name}.")
    if seat.presented and seat.correct is None and not (seat.role == "mover" and shake.is_right("now_challenger")):
        raise ShakeError(f"{seat.name} presented something: was it correct?")
    if seat.presented and seat.bound:
        raise ShakeError(f"{seat.name} either presented or produced nothing, not both.")
    if seat.accepted and not any(other.presented and not other.is_right for other in shake.seats if other is not seat):
        raise ShakeError(f"{seat.name} accepted what proved wrong, but nobody else presented anything wrong.")


def _in_prose(role: str) -> str:
    return role.replace("_", " ")
