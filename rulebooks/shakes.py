"""The points of one shake (a game in the Cup), from what happened at the table: EQ X, MLAG X, OS X, ACC Scoring Games.

What each role earns in each situation is data of the edition: an ordered list of cases, of which the first that fits
gives the points. This module knows the words that a case may be made of, and nothing of any edition's figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulebooks.citations import Because, Ruled

AFTER_LAST_CUBE = ("impossible", "simultaneous_impossible", "last_cube")


class ShakeError(ValueError):
    """A shake that the rules do not know: who sat where or did what cannot be."""


@dataclass(frozen=True)
class ShakeSeat:
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
class ScoringCase:
    """These conditions together (also in words) give these points, by their name on the scale."""

    conditions: tuple[Condition, ...]
    points: int
    because: Because
    words: tuple[str, ...] = ()
    worth: str = ""


@dataclass(frozen=True)
class ShakePenalty:
    """Points that are taken from one player, apart from what the shake is worth."""

    points: int
    because: Because


@dataclass(frozen=True)
class NoGoalFines:
    """The older No Goal procedure (OS III-D-2): an opponent who disagrees sets a Goal.

    `declared`: who said No Goal though there was one pays, unless that Goal is at once challenged Never, and rightly.
    `withdrawn`: who disagreed and then found no Goal either pays, and the shake is void.
    """

    procedure: str
    declared: ShakePenalty
    withdrawn: ShakePenalty


@dataclass(frozen=True)
class Situation:
    """Who takes part (at least, at most), who may present, what each part earns. A void shake earns nobody anything."""

    name: str
    title: str
    roles: Mapping[str, tuple[int, int]]
    may_present: frozenset[str]
    cases: Mapping[str, tuple[ScoringCase, ...]]
    void: bool = False
    void_rule: str = ""


@dataclass(frozen=True)
class Procedures:
    """A situation that may be handled in several ways: the cases of each stand under `<situation> <procedure>`."""

    default: str
    names: Mapping[str, str]
    rule: str


@dataclass(frozen=True)
class ShakeRules:
    """What an edition says of shakes. `absent` is None where an absent player has no row."""

    situations: Mapping[str, Situation]
    sizes: tuple[int, int]
    scale: Ruled[Mapping[str, int]]
    absent: ScoringCase | None
    self_challenge: ShakePenalty | None = None
    procedures: Mapping[str, Procedures] = field(default_factory=dict)
    no_goal_fines: NoGoalFines | None = None

    def default_procedure(self, situation: str) -> str:
        """The way in which a situation is handled unless somebody chose another; empty where there is only one."""
        return self.procedures[situation].default if situation in self.procedures else ""

    def procedures_for(self, situation: str) -> Mapping[str, str]:
        """The ways in which this book lets a situation be handled, by name in words; none where there is only one."""
        return self.procedures[situation].names if situation in self.procedures else {}


@dataclass(frozen=True)
class ShakeScore:
    """Points and penalties by name, and the rule behind each; a player may have several penalties."""

    points: Mapping[str, int | None]
    penalties: Mapping[str, int]
    because: Mapping[str, Because]
    penalties_because: Mapping[str, tuple[Because, ...]]


def score_shake(rules: ShakeRules, shake: Shake) -> ShakeScore:
    """Base points and penalties, apart, each with the rule that gives it."""
    situation = _situation(rules, shake)
    _check_seats(rules, situation, shake)
    points: dict[str, int | None] = dict.fromkeys(seat.name for seat in shake.seats)
    because: dict[str, Because] = {}
    if situation.void:
        because = dict.fromkeys(points, Because(situation.void_rule, "Void: nobody gets points."))
    for seat in () if situation.void else shake.seats:
        case = rules.absent if seat.role == "absent" else _first(situation.cases[seat.part], shake, seat)
        if case is not None:
            points[seat.name], because[seat.name] = case.points, case.because
    penalties: dict[str, int] = {}
    why: dict[str, tuple[Because, ...]] = {}
    for name, penalty in _penalties(rules, situation, shake):
        penalties[name] = penalties.get(name, 0) + penalty.points
        why[name] = (*why.get(name, ()), penalty.because)
    return ShakeScore(points, penalties, because, why)


def _first(cases: Sequence[ScoringCase], shake: Shake, seat: ShakeSeat) -> ScoringCase:
    """The last case has no condition, so there always is one."""
    for case in cases[:-1]:
        if all(holds(shake, seat) for holds in case.conditions):
            return case
    return cases[-1]


def _penalties(rules: ShakeRules, situation: Situation, shake: Shake) -> list[tuple[str, ShakePenalty]]:
    found = []
    if shake.mover_also_challenged and rules.self_challenge:
        found += [(seat.name, rules.self_challenge) for seat in shake.seats if seat.role == "mover"]
    fines = rules.no_goal_fines
    if fines is None or _procedure(rules, shake) != fines.procedure:
        return found
    if situation.void:
        return found + [(seat.name, fines.withdrawn) for seat in shake.seats if seat.role == "challenger"]
    rightly = shake.situation == "no_goal" and not any(seat.is_right for seat in shake.seats)
    if shake.declared_no_goal and not rightly:
        found.append((shake.declared_no_goal, fines.declared))
    return found


def _procedure(rules: ShakeRules, shake: Shake) -> str:
    """How No Goal is handled in this shake; nothing in a book that knows one way only."""
    return shake.procedure or rules.default_procedure("no_goal")


def _situation(rules: ShakeRules, shake: Shake) -> Situation:
    """By name; an edition may know it by its procedure, or differ when several called together."""
    known = rules.procedures_for("no_goal")
    if shake.procedure and shake.procedure not in known:
        ways = f"the procedures {' and '.join(known)}" if known else "one procedure only"
        raise ShakeError(f"This rule book knows {ways}, not {shake.procedure!r}.")
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
            raise ShakeError(f"There is no {_words(role)} in {situation.name}.")
    for role, (least, most) in situation.roles.items():
        count = roles.count(role)
        if not least <= count <= most:
            wanted = str(least) if least == most else f"at most {most}" if count > most else f"at least {least}"
            raise ShakeError(f"{situation.name} has {wanted} {_words(role)}, not {count}.")
    for seat in shake.seats:
        _check_seat(situation, shake, seat)
    _check_circumstances(rules, situation, shake)


def _check_circumstances(rules: ShakeRules, situation: Situation, shake: Shake) -> None:
    """What is said of the shake as a whole fits what happened in it."""
    if shake.mover_also_challenged and "mover" not in situation.roles:
        raise ShakeError(f"There is no Mover in {situation.name} who could have challenged.")
    if shake.after_last_cube and shake.situation not in AFTER_LAST_CUBE:
        raise ShakeError("Against the last cube only Impossible (Never) can be challenged.")
    fines = rules.no_goal_fines
    by_setting = fines is not None and _procedure(rules, shake) == fines.procedure
    if by_setting and shake.situation == "no_goal" and not shake.declared_no_goal:
        raise ShakeError("Say who declared No Goal.")
    if not shake.declared_no_goal:
        return
    role = next((seat.role for seat in shake.present if seat.name == shake.declared_no_goal), None)
    if role is None:
        raise ShakeError(f"{shake.declared_no_goal} declared No Goal, but does not sit here.")
    setter_is_mover = shake.situation == "void_no_goal" or (shake.situation == "no_goal" and not by_setting)
    if setter_is_mover and role != "mover":
        raise ShakeError(f"Who declared No Goal is the mover in {situation.name}.")
    if shake.situation == "no_goal" and by_setting and role == "mover":
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


def _words(role: str) -> str:
    return role.replace("_", " ")
