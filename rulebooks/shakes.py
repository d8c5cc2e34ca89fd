"""Points for one shake (a game in the Cup) from what happened at the table: EQ X, MLAG X, OS X, ACC Scoring Games.

What each role earns in each situation is edition data: an ordered list of cases, and the first match gives the points.
This module knows the conditions that a case may use, and no edition's numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rulebooks.citations import Because, Ruled
from rulebooks.wording import join_words, plural

PointsRow = tuple[int, ...]
PossibleRows = Mapping[PointsRow, frozenset[str]]

AFTER_LAST_CUBE = ("impossible", "simultaneous_impossible", "last_cube")


class ShakeError(ValueError):
    """A shake that is impossible under the rules.

    The sentence may contain `{player}` and `{situation}`; `worded` fills in the words that people know them by.
    """

    def __init__(self, sentence: str, *, player: str = "", situation: str = "") -> None:
        self.sentence, self.player, self.situation = sentence, player, situation
        super().__init__(self.worded(player, situation))

    def worded(self, player: str, situation: str) -> str:
        return self.sentence.replace("{situation}", situation).replace("{player}", player)


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
    "wrong": "had to present but had no correct {solution}",
    "accepted": "accepted another player’s incorrect {solution}",
    "nobody right": "no one was correct",
    "challenger right": "the Challenger was correct",
    "now_challenger right": "the player who challenged Now was correct",
    "challenger side right": "someone on the Challenger’s side was correct",
    "mover side right": "someone on the Mover’s side was correct",
}


NEGATED_CONDITION_LABELS = {
    "right": "presented no correct {solution}",
    "wrong": "didn’t have to present, or had a correct {solution}",
    "accepted": "didn’t accept another player’s incorrect {solution}",
    "nobody right": "someone was correct",
    "challenger right": "the Challenger wasn’t correct",
    "now_challenger right": "the player who challenged Now wasn’t correct",
    "challenger side right": "no one on the Challenger’s side was correct",
    "mover side right": "no one on the Mover’s side was correct",
}

ROLE_LABELS = {
    "third_party": "Third Party",
    "now_challenger": "Challenger of Now",
    "impossible_challenger": "Challenger of {impossible}",
    "with_challenger": "Player siding with the Challenger",
    "with_mover": "Player siding with the Mover",
    "other": "Other player",
}


def describe_role(role: str, impossible: str = "Impossible") -> str:
    label = ROLE_LABELS.get(role) or role.replace("_", " ").capitalize()
    return label.format(impossible=impossible)


def parse_condition(words: str) -> Condition:
    """Return a condition from its words; `not` negates it."""
    plain = words.removeprefix("not ")
    if plain not in CONDITIONS:
        raise KeyError(words)
    predicate = CONDITIONS[plain]
    return predicate if plain == words else lambda shake, seat: not predicate(shake, seat)


def describe_condition(words: str, solution: str) -> str:
    plain = words.removeprefix("not ")
    labels = CONDITION_LABELS if plain == words else NEGATED_CONDITION_LABELS
    return labels[plain].format(solution=solution)


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
        because = dict.fromkeys(points, Because(situation.void_rule, "The shake is voided, so no one gets points."))
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
        raise ShakeError(
            f"The procedure must be {join_words(known, 'or')}, not “{shake.procedure}”."
            if known
            else f"This rule book has only one procedure, so it can’t be “{shake.procedure}”."
        )
    name = shake.situation
    if name in rules.procedures:
        name = f"{name} {_procedure(rules, shake)}"
    if shake.together:
        name = f"{name} together"
    if name not in rules.situations:
        raise ShakeError(
            f"This rule book has no situation “{shake.situation}” with a shared challenge."
            if shake.together
            else f"This rule book has no situation “{shake.situation}”."
        )
    return rules.situations[name]


def _check_seats(rules: ShakeRules, situation: Situation, shake: Shake) -> None:
    low, high = rules.sizes
    if not low <= len(shake.seats) <= high:
        raise ShakeError(f"A match needs {low} to {high} players, not {len(shake.seats)}.")
    names = [seat.name for seat in shake.seats]
    if len(set(names)) != len(names):
        raise ShakeError("Each seat can be listed only once.")
    roles = [seat.role if seat.role in situation.roles else seat.part for seat in shake.present]
    if len(roles) < 2:
        raise ShakeError("A shake needs at least 2 players.")
    for role in roles:
        if role not in situation.roles:
            raise ShakeError(f"“{{situation}}” has no role “{describe_role(role)}”.", situation=situation.name)
    for role, (least, most) in situation.roles.items():
        count = roles.count(role)
        if not least <= count <= most:
            raise ShakeError(_explain_count(describe_role(role), count, least, most), situation=situation.name)
    for seat in shake.seats:
        _check_seat(situation, shake, seat)
    _check_circumstances(rules, situation, shake)


def _explain_count(role: str, count: int, least: int, most: int) -> str:
    """Return that there are too many or too few players with a role. `{situation}` is filled in later."""
    if least == most:
        return plural(
            most,
            f"“{{situation}}” needs 1 player as {role}, not {count}.",
            f"“{{situation}}” needs {most} players as {role}, not {count}.",
        )
    if count > most:
        return plural(
            most,
            f"“{{situation}}” can have at most 1 player as {role}, not {count}.",
            f"“{{situation}}” can have at most {most} players as {role}, not {count}.",
        )
    return plural(
        least,
        f"“{{situation}}” needs at least 1 player as {role}.",
        f"“{{situation}}” needs at least {least} players as {role}, not {count}.",
    )


def _check_circumstances(rules: ShakeRules, situation: Situation, shake: Shake) -> None:
    """Check that facts about the whole shake fit what happened in it."""
    if shake.mover_also_challenged and "mover" not in situation.roles:
        raise ShakeError("“{situation}” has no Mover who could have challenged.", situation=situation.name)
    if shake.after_last_cube and shake.situation not in AFTER_LAST_CUBE:
        raise ShakeError("After the last cube, only Impossible (Never) can be challenged.")
    no_goal = rules.no_goal_fines
    opponent_sets_goal = no_goal is not None and _procedure(rules, shake) == no_goal.procedure
    if opponent_sets_goal and shake.situation == "no_goal" and not shake.declared_no_goal:
        raise ShakeError("Choose who declared No Goal.")
    if not shake.declared_no_goal:
        return
    role = next((seat.role for seat in shake.present if seat.name == shake.declared_no_goal), None)
    if role is None:
        raise ShakeError("{player} declared No Goal but isn’t at this table.", player=shake.declared_no_goal)
    setter_is_mover = shake.situation == "void_no_goal" or (shake.situation == "no_goal" and not opponent_sets_goal)
    if setter_is_mover and role != "mover":
        raise ShakeError(
            "In “{situation}”, the player who declared No Goal must be the Mover.", situation=situation.name
        )
    if shake.situation == "no_goal" and opponent_sets_goal and role == "mover":
        raise ShakeError("The Mover set a Goal to dispute No Goal, so someone else must have declared it.")


def _check_seat(situation: Situation, shake: Shake, seat: ShakeSeat) -> None:
    if seat.role == "absent":
        if seat != ShakeSeat(seat.name, "absent"):
            raise ShakeError("{player} is absent, so leave everything else empty.", player=seat.name)
        return
    if not situation.void and seat.part not in situation.cases:
        raise ShakeError("Choose what {player} did in “{situation}”.", player=seat.name, situation=situation.name)
    if seat.role in ("mover", "challenger") and seat.side not in ("", seat.role):
        role, side = describe_role(seat.role), describe_role(seat.side)
        raise ShakeError(f"{{player}} is the {role} and can’t side with the {side}.", player=seat.name)
    if (seat.presented or seat.bound) and seat.part not in situation.may_present:
        raise ShakeError("{player} can’t present in “{situation}”.", player=seat.name, situation=situation.name)
    if seat.correct is not None and not seat.presented:
        raise ShakeError("{player} presented nothing, so it can’t be correct or incorrect.", player=seat.name)
    if seat.side and "with_mover" not in situation.cases:
        raise ShakeError("Players don’t take sides in “{situation}”.", situation=situation.name)
    if seat.presented and seat.correct is None and not (seat.role == "mover" and shake.is_right("now_challenger")):
        raise ShakeError("Choose whether what {player} presented was correct.", player=seat.name)
    if seat.presented and seat.bound:
        raise ShakeError("{player} either presented something or produced nothing. Choose one.", player=seat.name)
    if seat.accepted and not any(other.presented and not other.is_right for other in shake.seats if other is not seat):
        raise ShakeError(
            "{player} accepted something incorrect, but no one else presented anything incorrect.", player=seat.name
        )
