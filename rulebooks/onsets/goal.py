"""The Goal: one to three digit cubes in one of seven configurations, and the values it may have (OS III-B)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulebooks.onsets.verdicts import SolutionViolation


@dataclass(frozen=True)
class GoalCube:
    digit: int
    upside_down: bool = False

    def values(self, absolute: bool) -> tuple[int, ...]:
        """Upside-down is negative; with Absolute Value it may also be read the right way up (OS XIII-B-9)."""
        if not self.upside_down:
            return (self.digit,)
        return (-self.digit, self.digit) if absolute else (-self.digit,)


@dataclass(frozen=True)
class Goal:
    """`cubes` from the top, then from the left: `inverted_T` is A over B C, `L` is A over B with C right of B."""

    configuration: str
    cubes: tuple[GoalCube, ...]


CONFIGURATIONS: Mapping[tuple[str, int], Callable[..., int]] = {
    ("single", 1): lambda a: a,
    ("row2", 2): lambda a, b: a + b,
    ("row3", 3): lambda a, b, c: a + b + c,
    ("column2", 2): lambda a, b: a * b,
    ("column3", 3): lambda a, b, c: a * b * c,
    ("inverted_T", 3): lambda a, b, c: a * (b + c),
    ("L", 3): lambda a, b, c: a * b + c,
}


@dataclass(frozen=True)
class GoalValues:
    """The legal values in ascending order, or why there is none."""

    values: tuple[int, ...]
    violation: SolutionViolation | None = None


def goal_values(goal: Goal, *, digits: tuple[str, ...], absolute: bool = False) -> GoalValues:
    """Return every value that a Solution may equal. A negative value is not legal (OS III-B-1, OS VII-C-5-a)."""
    compute = CONFIGURATIONS.get((goal.configuration, len(goal.cubes)))
    if compute is None:
        sentence = "The Goal isn’t a legal configuration."
        return GoalValues((), SolutionViolation("illegal_goal_configuration", sentence, "OS III-B-1; OS VII-C-5-a"))
    for cube in goal.cubes:
        if str(cube.digit) not in digits:
            sentence = f"No cube has the digit {cube.digit}."
            return GoalValues((), SolutionViolation("goal_digit_not_on_cubes", sentence, "OS I-B-2-a"))
    readings = itertools.product(*(cube.values(absolute) for cube in goal.cubes))
    values = {compute(*reading) for reading in readings}
    legal = tuple(sorted(value for value in values if value >= 0))
    if not legal:
        sentence = "The Goal is negative, so no Solution can equal it."
        return GoalValues((), SolutionViolation("goal_negative", sentence, "OS V-A-1; OS VII-C-5-a; JM OS-B4"))
    return GoalValues(legal)
