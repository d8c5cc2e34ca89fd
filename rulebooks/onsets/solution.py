"""One Solution as it is written: its parts in their structure, and what is wrong with it before a card is looked at."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rulebooks.onsets.in_force import InForce
from rulebooks.onsets.mat import Sections, used, wrong_use
from rulebooks.onsets.parentheses import completed
from rulebooks.onsets.reader import Mark, Unreadable, read_marks
from rulebooks.onsets.restrictions import Statement, state
from rulebooks.onsets.symbols import DIGITS, OPERATIONS, RELATIONS
from rulebooks.onsets.trees import Written, grow
from rulebooks.onsets.verdict import Violation
from rulebooks.onsets.wilds import Parts, settle_wilds

LEAST_OPERATIONS = 2
SET_NAME = "set_name"
RULES = {
    "restriction_symbol_in_set_name": "OS VI-A",
    "goal_written_after_set_name": "OS VI-A; JM OS-E2",
    "parentheses_around_restriction_symbol": "OS VI-B-3",
    "restriction_without_symbol": "OS VI-B-2",
    "more_cubes_than_there_are": "OS I-B-2",
    "wild_stands_for_digit": "OS XIII-A-2",
    "parentheses_missing": "JM E4",
}

Form = TypeVar("Form")


@dataclass(frozen=True)
class WrittenSolution:
    """What a player presents. `blank_as`: the colors put on the blank card; None if nothing is said about it."""

    set_name: str
    restrictions: tuple[str, ...] = ()
    blank_as: str | None = None


@dataclass(frozen=True)
class Parsed:
    """A Solution in its structure, each part in every form that missing parentheses allow, and what is wrong.

    `is_whole`: every part means something, so that the cards can be worked out.
    """

    names: tuple[Written, ...]
    statements: tuple[tuple[Statement, ...], ...]
    violations: tuple[Violation, ...]
    undecided: tuple[Violation, ...] = ()
    is_whole: bool = True


def parse(written: WrittenSolution, rules: InForce, sections: Sections | None) -> Parsed:
    """Everything that can be said about the Solution before a card is looked at."""
    problems: list[Violation] = []
    texts = {SET_NAME: written.set_name} | {
        f"restriction {number}": text for number, text in enumerate(written.restrictions, 1)
    }
    read = {part: _marks(text, part, problems) for part, text in texts.items()}
    marks, wild = settle_wilds({part: found for part, found in read.items() if found is not None}, rules)
    names: list[Written] = []
    statements: list[tuple[Statement, ...]] = []
    for part, found in marks.items():
        end = len(texts[part])
        if part == SET_NAME:
            names = _forms(grow, found, end, part, problems)
        else:
            statements.append(tuple(_forms(state, found, end, part, problems)))
    if written.restrictions and not rules.uses_restrictions:
        sentence = f"= and ⊂ are not used in {rules.division.name}."
        problems.insert(0, Violation("restriction_not_used_in_elementary", sentence, "OS I-B-2-d"))
    undecided = tuple(each for each in problems if each.code == "parentheses_missing")
    violations = [each for each in problems if each not in undecided]
    violations += [*wild, *_variations(marks, rules)]
    if not problems:
        cubes = used(marks[SET_NAME], [found for part, found in marks.items() if part != SET_NAME])
        violations += wrong_use(cubes, sections, rules)
    is_whole = bool(names) and len(statements) == len(written.restrictions) and all(statements)
    return Parsed(tuple(names), tuple(statements), tuple(violations), undecided, is_whole)


def _marks(text: str, part: str, problems: list[Violation]) -> tuple[Mark, ...] | None:
    if part == SET_NAME and not text.strip():
        sentence = "A Solution has a Set-Name; a Restriction alone is not enough."
        problems.append(Violation("no_set_name", sentence, "OS VII-B-1; JM OS-E8", part, 0))
        return None
    try:
        return read_marks(text)
    except Unreadable as problem:
        problems.append(_violation(problem, part))
        return None


def _forms(
    build: Callable[[Sequence[Mark], int], Form],
    marks: tuple[Mark, ...],
    end: int,
    part: str,
    problems: list[Violation],
) -> list[Form]:
    """The part in every form that it can have, once missing parentheses are put in; none if it means nothing."""
    found: list[Form] = []
    first: Unreadable | None = None
    try:
        if part == SET_NAME:
            _check_set_name(marks)
        for whole in completed(marks):
            try:
                found.append(build(whole, end))
            except Unreadable as problem:
                first = first or problem
        if not found:
            first = first or Unreadable(marks[0].place if marks else 0, "A parenthesis here has no partner.")
    except Unreadable as problem:
        first = _without_parentheses(build, marks, end) if problem.code == "parentheses_missing" else None
        first = first or problem
    if first and not found:
        problems.append(_violation(first, part))
    return found


def _without_parentheses(
    build: Callable[[Sequence[Mark], int], Form], marks: Sequence[Mark], end: int
) -> Unreadable | None:
    """What makes no sense whatever is grouped."""
    try:
        build([mark for mark in marks if mark.cube], end)
    except Unreadable as problem:
        return problem
    return None


def _check_set_name(marks: tuple[Mark, ...]) -> None:
    for mark, following in itertools.pairwise((*marks, Mark("", "", 0))):
        if mark.means == "=" and following.means and following.means in DIGITS:
            sentence = "The Goal may not be written after the Set-Name."
            raise Unreadable(mark.place, sentence, code="goal_written_after_set_name")
        if mark.means in RELATIONS:
            sentence = f"{mark.means} has no place in a Set-Name."
            raise Unreadable(mark.place, sentence, code="restriction_symbol_in_set_name")


def _violation(problem: Unreadable, part: str) -> Violation:
    return Violation(problem.code, problem.sentence, RULES.get(problem.code, "OS VII-C-5-d"), part, problem.place)


def _variations(marks: Parts, rules: InForce) -> list[Violation]:
    name = marks.get(SET_NAME)
    if name is None or not rules.has("two-operations"):
        return []
    operations = sum(mark.means in OPERATIONS for mark in name)
    if operations >= LEAST_OPERATIONS:
        return []
    sentence = f"The Set-Name must have at least two operation signs; it has {operations or 'none'}."
    return [Violation("too_few_operations", sentence, f"{rules.rule('two-operations')}; JM OS-E16")]
