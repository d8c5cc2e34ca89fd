"""From what a judge typed to what the page says: the pure checkers of both games behind one question and one answer.

A question is plain data, as it is kept with its answer: variations with their blanks, what stands on the mat, what was
written. An answer is plain data too; only formulas are drawn anew each time, from what was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rulebooks import Edition, equations, onsets
from rulebooks.equations.mathml import as_mathml
from rulebooks.set_names import BLANK_CARD
from rulebooks.variation_selection import VariationPick

ON_SETS = "On-Sets"
SECTIONS = ("required", "permitted", "forbidden", "resources")
MOST_READINGS = 12
SIDES = {"goal": "Goal", "solution": "Solution"}


class Unclear(ValueError):
    """What was typed cannot be read. `field`: where; `place`: which character, counted from 0."""

    def __init__(self, sentence: str, field: str = "", place: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.field, self.place = sentence, field, place


@dataclass(frozen=True)
class Shown:
    """One way to read something. `side`: `goal` or `solution`; `written`: in the notation, with every grouping."""

    side: str
    written: str
    value: str
    drawn: str = ""


@dataclass(frozen=True)
class Broken:
    """A rule that is broken, or a variation that has no effect."""

    sentence: str
    rule: str


@dataclass(frozen=True)
class Card:
    """One of the Universe. `state`: `in` the set, `out` of it, or `removed` by a Restriction."""

    name: str
    state: str

    @property
    def dots(self) -> str:
        return "" if self.name == BLANK_CARD else self.name


@dataclass(frozen=True)
class Answer:
    """`unless_raised`: what counts as long as nobody shows a grouping that breaks it: `equal` or `not equal`."""

    verdict: str
    sentence: str
    rule: str
    unless_raised: str = ""
    breaking: tuple[Shown, ...] = ()
    broken: tuple[Broken, ...] = ()
    readings: tuple[Shown, ...] = ()
    cards: tuple[Card, ...] = ()
    count: int | None = None
    goal_values: tuple[int, ...] = ()
    set_aside: tuple[Broken, ...] = ()

    @property
    def further(self) -> tuple[Broken, ...]:
        """Rules that are broken beside the one that the verdict names."""
        return tuple(each for each in self.broken if each.sentence != self.sentence)

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Answer:
        kinds = {"breaking": Shown, "readings": Shown, "broken": Broken, "cards": Card, "set_aside": Broken}
        rows = {name: tuple(kind(**each) for each in data[name]) for name, kind in kinds.items()}
        return cls(**dict(data) | rows | {"goal_values": tuple(data["goal_values"])})


@dataclass(frozen=True)
class Look:
    """What stands in a field so far: its readings, or what is wrong and where."""

    name: str
    readings: tuple[Shown, ...] = ()
    sentence: str = ""
    place: int | None = None
    text: str = field(default="", compare=False)

    @property
    def before(self) -> str:
        return self.text[: self.place]

    @property
    def after(self) -> str:
        return self.text[self.place :] if self.place is not None else ""


def is_on_sets(edition: Edition) -> bool:
    return edition.game == ON_SETS


def ask(edition: Edition, letter: str, asked: Mapping[str, Any]) -> Answer:
    """What the checker says. Raises `Unclear` for what it cannot read."""
    return _ask_on_sets(edition, letter, asked) if is_on_sets(edition) else _ask_equations(edition, letter, asked)


def look(edition: Edition, letter: str, asked: Mapping[str, Any]) -> list[Look]:
    """Each field as it will be read; nothing about whether it is right."""
    return _look_on_sets(asked) if is_on_sets(edition) else _look_equations(edition, letter, asked)


# -- Equations --------------------------------------------------------------------------------------------------------


def _ask_equations(edition: Edition, letter: str, asked: Mapping[str, Any]) -> Answer:
    _must_read(edition, letter, asked)
    cubes = asked["cubes"]
    try:
        question = equations.EquationQuestion(
            letter,
            tuple(_variations(asked)),
            asked["goal_mat"],
            asked["solution"],
            asked["goal_written"],
            equations.CubesOnMat(**{name: tuple(cubes[name]) for name in SECTIONS}) if cubes else None,
            asked["challenge"],
        )
        found = equations.judge(edition, question)
    except (equations.NotationError, equations.EquationsError) as problem:
        raise Unclear(str(problem)) from None
    return Answer(
        found.verdict,
        found.reason,
        found.rule,
        found.if_ambiguity_not_raised,
        _shown(found.breaking),
        tuple(Broken(each.reason, each.rule) for each in found.violations),
        _shown(found.readings),
    )


def _must_read(edition: Edition, letter: str, asked: Mapping[str, Any]) -> None:
    """Points at the first field that is not in the notation."""
    for name, side, form in EQUATION_FIELDS:
        if asked[name]:
            try:
                equations.evaluate(edition, letter, _variations(asked), side, form, asked[name])
            except equations.NotationError as problem:
                raise Unclear(str(problem), name, problem.position) from None
            except equations.EquationsError as problem:
                raise Unclear(str(problem)) from None


EQUATION_FIELDS = (
    ("goal_mat", "goal", "mat"),
    ("goal_written", "goal", "written"),
    ("solution", "solution", "written"),
)


def _look_equations(edition: Edition, letter: str, asked: Mapping[str, Any]) -> list[Look]:
    looks = []
    for name, side, form in EQUATION_FIELDS:
        if asked[name]:
            try:
                found = equations.preview(edition, letter, _variations(asked), side, form, asked[name])
            except equations.EquationsError as problem:
                return [Look("", sentence=str(problem))]
            looks.append(Look(name, _shown(found.readings), found.sentence, found.position, asked[name]))
    return looks


def formula(edition: Edition, letter: str, asked: Mapping[str, Any], shown: Shown) -> str:
    """MathML of a reading, drawn from what is written: nothing that was kept is taken for markup."""
    if is_on_sets(edition):
        return ""
    try:
        found = equations.preview(edition, letter, _variations(asked), shown.side, "written", shown.written)
    except equations.EquationsError:
        return ""
    return as_mathml(found.readings[0].tree) if len(found.readings) == 1 else ""


def _variations(asked: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(slug, True if value is None else value) for slug, value in asked["variations"]]


def _shown(readings: tuple[equations.SideReading, ...]) -> tuple[Shown, ...]:
    return tuple(Shown(each.side, each.written, each.value) for each in readings[:MOST_READINGS])


# -- On-Sets ----------------------------------------------------------------------------------------------------------


def _ask_on_sets(edition: Edition, letter: str, asked: Mapping[str, Any]) -> Answer:
    for each in _look_on_sets(asked):
        if each.sentence:
            raise Unclear(each.sentence, each.name, each.place)
    cubes = asked["cubes"]
    sections = {name: tuple(cubes[name]) for name in SECTIONS} if cubes else {}
    case = onsets.SolutionQuestion(
        division=letter,
        universe=tuple(asked["universe"]),
        solutions=tuple(
            onsets.WrittenSolution(each["set_name"], tuple(each["restrictions"]), each["blank_as"] or None)
            for each in asked["solutions"]
        ),
        goal=_goal(asked["goal"]),
        picks=tuple(VariationPick(slug, value) for slug, value in asked["variations"]),
        sections=onsets.MatSections(**sections, after_now=asked["challenge"] == "now") if cubes else None,
    )
    try:
        return _on_sets_answer(onsets.judge(edition, case), case)
    except onsets.OnSetsError as problem:
        raise Unclear(str(problem)) from None


def _goal(goal: Mapping[str, Any] | None) -> onsets.Goal | None:
    if goal is None:
        return None
    return onsets.Goal(goal["config"], tuple(onsets.GoalCube(cube["d"], cube["ud"]) for cube in goal["cubes"]))


def _on_sets_answer(found: onsets.SolutionVerdict, case: onsets.SolutionQuestion) -> Answer:
    raised = {True: "equal", False: "not equal", None: ""}[found.equal_if_not_raised]
    return Answer(
        found.verdict,
        found.reason,
        found.rule,
        raised,
        _read_sets(found.breaking),
        tuple(Broken(each.sentence, each.rule) for each in found.violations),
        _read_sets(found.readings),
        tuple(Card(name, _state(name, found)) for name in case.universe) if found.cards is not None else (),
        found.count,
        found.goal_values,
        tuple(Broken(each.sentence, each.rule) for each in found.set_aside),
    )


def _state(name: str, found: onsets.SolutionVerdict) -> str:
    if name in found.removed:
        return "removed"
    return "in" if name in (found.cards or ()) else "out"


def _read_sets(readings: tuple[onsets.SolutionReading, ...]) -> tuple[Shown, ...]:
    return tuple(
        Shown(
            "solution",
            "; ".join([*each.typed_restrictions, each.typed]),
            str(each.count),
            "; ".join([*each.drawn_restrictions, each.drawn]),
        )
        for each in readings[:MOST_READINGS]
    )


def _look_on_sets(asked: Mapping[str, Any]) -> list[Look]:
    symmetric = any(slug == "symmetric-difference" for slug, _ in asked["variations"])
    looks = []
    for number, solution in enumerate(asked["solutions"], 1):
        lines = [(f"restrictions_{number}", text) for text in solution["restrictions"]]
        for name, text in [*lines, (f"set_name_{number}", solution["set_name"])]:
            if text:
                found = onsets.preview(text, is_restriction=name.startswith("restrictions"), symmetric=symmetric)
                shown = tuple(Shown("solution", each.typed, "", each.drawn) for each in found.readings)
                looks.append(Look(name, shown, found.problem, found.position, text))
    return looks
