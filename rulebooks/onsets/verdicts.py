"""The checker's answer: a verdict, why, and how the Solution can be read."""

from __future__ import annotations

from dataclasses import dataclass

from rulebooks.onsets.formatting import format_drawn, format_typed
from rulebooks.onsets.restrictions import GroupedRestriction
from rulebooks.onsets.set_trees import GroupedSet

CORRECT, INCORRECT, AMBIGUOUS, UNDECIDED, NO_GOAL = "correct", "incorrect", "ambiguous", "undecided", "no_goal"
NOT_EQUAL = "not_equal"


@dataclass(frozen=True)
class SolutionViolation:
    """What is wrong, by which rule. `part`: `set_name` or `restriction 1`; `position`: the index of the character."""

    code: str
    sentence: str
    rule: str
    part: str = ""
    position: int | None = None


@dataclass(frozen=True)
class SolutionReading:
    """One way to group a Solution: its cards, what they count, and what is wrong with it in this reading."""

    name: GroupedSet
    restrictions: tuple[GroupedRestriction, ...]
    cards: tuple[str, ...]
    removed: tuple[str, ...]
    count: int
    faults: tuple[SolutionViolation, ...] = ()

    @property
    def is_correct(self) -> bool:
        return not self.faults

    @property
    def equals_goal(self) -> bool:
        return all(fault.code != NOT_EQUAL for fault in self.faults)

    @property
    def typed(self) -> str:
        return format_typed(self.name)

    @property
    def drawn(self) -> str:
        return format_drawn(self.name)

    @property
    def typed_restrictions(self) -> tuple[str, ...]:
        return tuple(format_typed(each) for each in self.restrictions)

    @property
    def drawn_restrictions(self) -> tuple[str, ...]:
        return tuple(format_drawn(each) for each in self.restrictions)


@dataclass(frozen=True)
class SolutionVerdict:
    """Whether a Solution is correct (OS VII-B), and everything that a judge may want to see.

    `ambiguous`: correct in one legal reading and wrong in another, so it is incorrect once a checker shows `breaking`
    (OS VII-B-6). `equal_if_not_raised`: whether one reading equals the Goal, which is what counts if no one claims
    ambiguity (JM E19); `violations` count regardless. `count`, `cards` and `removed` belong to the first of the
    `readings`. `solutions`: each of the two, with Two Solutions. `set_aside`: variations without effect here, and why.
    """

    verdict: str
    code: str
    reason: str
    rule: str
    goal_values: tuple[int, ...] = ()
    count: int | None = None
    cards: tuple[str, ...] | None = None
    removed: tuple[str, ...] = ()
    breaking: tuple[SolutionReading, ...] = ()
    violations: tuple[SolutionViolation, ...] = ()
    readings: tuple[SolutionReading, ...] = ()
    equal_if_not_raised: bool | None = None
    solutions: tuple[SolutionVerdict, ...] = ()
    set_aside: tuple[SolutionViolation, ...] = ()
