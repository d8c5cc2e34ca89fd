"""Answers a judge's question: the pure checkers of both games behind one question format and one answer format.

A question is plain data, stored with its answer: variations with their blanks, the mat, and what a player wrote. An
answer is plain data too. Formulas are not stored; they are drawn from the notation each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rulebooks import Edition, equations, onsets
from rulebooks.equations.mathml import as_mathml
from rulebooks.json_fields import MAT_SECTIONS
from rulebooks.set_names import BLANK_CARD
from rulebooks.variation_selection import VariationPick
from rulebooks.wording import gettext

ON_SETS = "On-Sets"
MOST_INTERPRETATIONS = 12
SIDES = {"goal": "Goal", "solution": "Solution"}


class UnreadableInput(ValueError):
    """The typed text is not in the notation. `field`: where; `place`: which character, counted from 0."""

    def __init__(self, sentence: str, field: str = "", place: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.field, self.place = sentence, field, place


@dataclass(frozen=True)
class Interpretation:
    """One legal way to read a Goal or Solution. `side`: `goal` or `solution`; `written`: fully grouped notation."""

    side: str
    written: str
    value: str
    drawn: str = ""

    @property
    def side_words(self) -> str:
        return gettext("Goal") if self.side == "goal" else gettext("Solution")

    @property
    def cards(self) -> int:
        """In On-Sets, how many cards it names."""
        return int(self.value)


@dataclass(frozen=True)
class RuleNote:
    """A rule that the Solution breaks, or a variation that has no effect, in a sentence."""

    sentence: str
    rule: str


@dataclass(frozen=True)
class UniverseCard:
    """A card of the Universe. `state`: `in` the set, `out` of it, or `removed` by a Restriction."""

    name: str
    state: str

    @property
    def dots(self) -> str:
        return "" if self.name == BLANK_CARD else self.name


@dataclass(frozen=True)
class CheckerAnswer:
    """`unless_raised`: the verdict unless a player shows a grouping that breaks it: `equal` or `not equal`."""

    verdict: str
    sentence: str
    rule: str
    unless_raised: str = ""
    breaking: tuple[Interpretation, ...] = ()
    broken: tuple[RuleNote, ...] = ()
    readings: tuple[Interpretation, ...] = ()
    cards: tuple[UniverseCard, ...] = ()
    count: int | None = None
    goal_values: tuple[int, ...] = ()
    set_aside: tuple[RuleNote, ...] = ()

    @property
    def further(self) -> tuple[RuleNote, ...]:
        """The broken rules, without the one that the verdict names."""
        return tuple(each for each in self.broken if each.sentence != self.sentence)

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> CheckerAnswer:
        classes = {
            "breaking": Interpretation,
            "readings": Interpretation,
            "broken": RuleNote,
            "cards": UniverseCard,
            "set_aside": RuleNote,
        }
        items = {name: tuple(item(**each) for each in data[name]) for name, item in classes.items()}
        return cls(**dict(data) | items | {"goal_values": tuple(data["goal_values"])})


@dataclass(frozen=True)
class FieldPreview:
    """How the checker reads a field so far: its interpretations, or what is wrong and where."""

    name: str
    readings: tuple[Interpretation, ...] = ()
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


def answer_question(edition: Edition, letter: str, question: Mapping[str, Any]) -> CheckerAnswer:
    """Return the checker's answer. Raise `UnreadableInput` if something isn't in the notation."""
    answer = _answer_on_sets if is_on_sets(edition) else _answer_equations
    return answer(edition, letter, question)


def preview_fields(edition: Edition, letter: str, question: Mapping[str, Any]) -> list[FieldPreview]:
    """Return how each field will be read, and nothing about whether it is correct."""
    return _preview_on_sets(question) if is_on_sets(edition) else _preview_equations(edition, letter, question)


# -- Equations --------------------------------------------------------------------------------------------------------


EQUATION_FIELDS = (
    ("goal_mat", "goal", "mat"),
    ("goal_written", "goal", "written"),
    ("solution", "solution", "written"),
)


def _answer_equations(edition: Edition, letter: str, question: Mapping[str, Any]) -> CheckerAnswer:
    _must_be_readable(edition, letter, question)
    cubes = question["cubes"]
    try:
        equation = equations.EquationQuestion(
            letter,
            tuple(_variations(question)),
            question["goal_mat"],
            question["solution"],
            question["goal_written"],
            equations.CubesOnMat(**{name: tuple(cubes[name]) for name in MAT_SECTIONS}) if cubes else None,
            question["challenge"],
        )
        verdict = equations.judge(edition, equation)
    except (equations.NotationError, equations.EquationsError) as problem:
        raise UnreadableInput(str(problem)) from None
    return CheckerAnswer(
        verdict.verdict,
        verdict.reason,
        verdict.rule,
        verdict.if_ambiguity_not_raised,
        _interpretations(verdict.breaking),
        tuple(RuleNote(each.reason, each.rule) for each in verdict.violations),
        _interpretations(verdict.readings),
    )


def _must_be_readable(edition: Edition, letter: str, question: Mapping[str, Any]) -> None:
    """Raise `UnreadableInput` for the first field that isn't in the notation."""
    for name, side, form in EQUATION_FIELDS:
        if question[name]:
            try:
                equations.evaluate(edition, letter, _variations(question), side, form, question[name])
            except equations.NotationError as problem:
                raise UnreadableInput(str(problem), name, problem.position) from None
            except equations.EquationsError as problem:
                raise UnreadableInput(str(problem)) from None


def _preview_equations(edition: Edition, letter: str, question: Mapping[str, Any]) -> list[FieldPreview]:
    previews = []
    for name, side, form in EQUATION_FIELDS:
        if question[name]:
            try:
                preview = equations.preview(edition, letter, _variations(question), side, form, question[name])
            except equations.EquationsError as problem:
                return [FieldPreview("", sentence=str(problem))]
            interpretations = _interpretations(preview.readings)
            previews.append(FieldPreview(name, interpretations, preview.sentence, preview.position, question[name]))
    return previews


def draw_formula(edition: Edition, letter: str, question: Mapping[str, Any], interpretation: Interpretation) -> str:
    """Return an interpretation as MathML, drawn from its notation, so no stored text is trusted as markup."""
    if is_on_sets(edition):
        return ""
    try:
        preview = equations.preview(
            edition, letter, _variations(question), interpretation.side, "written", interpretation.written
        )
    except equations.EquationsError:
        return ""
    return as_mathml(preview.readings[0].tree) if len(preview.readings) == 1 else ""


def _variations(question: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(slug, True if value is None else value) for slug, value in question["variations"]]


def _interpretations(readings: tuple[equations.SideReading, ...]) -> tuple[Interpretation, ...]:
    return tuple(Interpretation(each.side, each.written, each.value) for each in readings[:MOST_INTERPRETATIONS])


# -- On-Sets ----------------------------------------------------------------------------------------------------------


def _answer_on_sets(edition: Edition, letter: str, question: Mapping[str, Any]) -> CheckerAnswer:
    for each in _preview_on_sets(question):
        if each.sentence:
            raise UnreadableInput(each.sentence, each.name, each.place)
    cubes = question["cubes"]
    sections = {name: tuple(cubes[name]) for name in MAT_SECTIONS} if cubes else {}
    case = onsets.SolutionQuestion(
        division=letter,
        universe=tuple(question["universe"]),
        solutions=tuple(
            onsets.WrittenSolution(each["set_name"], tuple(each["restrictions"]), each["blank_as"] or None)
            for each in question["solutions"]
        ),
        goal=_goal(question["goal"]),
        picks=tuple(VariationPick(slug, value) for slug, value in question["variations"]),
        sections=onsets.MatSections(**sections, after_now=question["challenge"] == "now") if cubes else None,
    )
    try:
        return _on_sets_answer(onsets.judge(edition, case), case)
    except onsets.OnSetsError as problem:
        raise UnreadableInput(str(problem)) from None


def _goal(goal: Mapping[str, Any] | None) -> onsets.Goal | None:
    if goal is None:
        return None
    return onsets.Goal(goal["config"], tuple(onsets.GoalCube(cube["d"], cube["ud"]) for cube in goal["cubes"]))


def _on_sets_answer(verdict: onsets.SolutionVerdict, case: onsets.SolutionQuestion) -> CheckerAnswer:
    unless_raised = {True: "equal", False: "not equal", None: ""}[verdict.equal_if_not_raised]
    return CheckerAnswer(
        verdict.verdict,
        verdict.reason,
        verdict.rule,
        unless_raised,
        _on_sets_interpretations(verdict.breaking),
        tuple(RuleNote(each.sentence, each.rule) for each in verdict.violations),
        _on_sets_interpretations(verdict.readings),
        tuple(UniverseCard(name, _card_state(name, verdict)) for name in case.universe)
        if verdict.cards is not None
        else (),
        verdict.count,
        verdict.goal_values,
        tuple(RuleNote(each.sentence, each.rule) for each in verdict.set_aside),
    )


def _card_state(name: str, verdict: onsets.SolutionVerdict) -> str:
    if name in verdict.removed:
        return "removed"
    return "in" if name in (verdict.cards or ()) else "out"


def _on_sets_interpretations(readings: tuple[onsets.SolutionReading, ...]) -> tuple[Interpretation, ...]:
    return tuple(
        Interpretation(
            "solution",
            "; ".join([*each.typed_restrictions, each.typed]),
            str(each.count),
            "; ".join([*each.drawn_restrictions, each.drawn]),
        )
        for each in readings[:MOST_INTERPRETATIONS]
    )


def _preview_on_sets(question: Mapping[str, Any]) -> list[FieldPreview]:
    symmetric = any(slug == "symmetric-difference" for slug, _ in question["variations"])
    previews = []
    for number, solution in enumerate(question["solutions"], 1):
        lines = [(f"restrictions_{number}", text) for text in solution["restrictions"]]
        for name, text in [*lines, (f"set_name_{number}", solution["set_name"])]:
            if text:
                read = onsets.preview(text, is_restriction=name.startswith("restrictions"), symmetric=symmetric)
                readings = tuple(Interpretation("solution", each.typed, "", each.drawn) for each in read.readings)
                previews.append(FieldPreview(name, readings, read.problem, read.position, text))
    return previews
