"""Answers a judge's question: does this Solution equal the Goal, and is it legal (OS VII-B, VII-C-5)?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulebooks.edition import Edition
from rulebooks.onsets.cube_use import MatSections
from rulebooks.onsets.cubes_and_cards import Universe
from rulebooks.onsets.evaluation import CountingRules, evaluate_solution
from rulebooks.onsets.goal import Goal, GoalValues, goal_values
from rulebooks.onsets.groupings import TooManyReadings
from rulebooks.onsets.rules import OnSetsError, OnSetsRules, onsets_rules
from rulebooks.onsets.solution import WrittenSolution, parse_solution
from rulebooks.onsets.verdicts import (
    AMBIGUOUS,
    CORRECT,
    INCORRECT,
    NO_GOAL,
    UNDECIDED,
    SolutionReading,
    SolutionVerdict,
    SolutionViolation,
)
from rulebooks.set_names import BLANK_CARD
from rulebooks.variation_selection import VariationPick

SOLUTIONS_NEEDED = 2
AMBIGUOUS_RULE = "OS VII-B-6; OS VII-C-5-c"


@dataclass(frozen=True)
class SolutionQuestion:
    """What a judge asks. Without a Goal only the cards are computed; without `sections` no cubes are counted."""

    division: str
    universe: tuple[str, ...]
    solutions: tuple[WrittenSolution, ...]
    goal: Goal | None = None
    picks: tuple[VariationPick, ...] = ()
    sections: MatSections | None = None


@dataclass(frozen=True)
class _JudgingContext:
    """What all Solutions of a question have in common."""

    question: SolutionQuestion
    rules: OnSetsRules
    goal: GoalValues | None


def judge(edition: Edition, question: SolutionQuestion) -> SolutionVerdict:
    """Return the verdict on one Solution, or on both with Two Solutions."""
    rolled = question.sections.rolled if question.sections else ()
    rules = onsets_rules(edition, question.division, question.picks, question.universe, rolled)
    goal = legal_goal_values(edition, rules, question.goal) if question.goal else None
    context = _JudgingContext(question, rules, goal)
    verdicts = tuple(_judge_one(context, written) for written in question.solutions)
    if rules.has("two-solutions") and verdicts:
        return _judge_two(context, verdicts) if goal else replace(verdicts[0], solutions=verdicts)
    if len(verdicts) != 1:
        raise OnSetsError("Enter exactly 1 Solution. Only Two Solutions needs 2.")
    return verdicts[0]


def legal_goal_values(edition: Edition, rules: OnSetsRules, goal: Goal) -> GoalValues:
    return goal_values(goal, digits=edition.cubes.digits, absolute=rules.has("absolute-value"))


def _judge_one(context: _JudgingContext, written: WrittenSolution) -> SolutionVerdict:
    question, rules, goal = context.question, context.rules, context.goal
    parsed = parse_solution(written, rules, question.sections)
    is_wild = rules.has("blank-card-wild")
    universe = Universe(question.universe, (written.blank_as or "") if is_wild else "")
    violations = [*([goal.violation] if goal and goal.violation else []), *parsed.violations]
    if written.blank_as and not is_wild and BLANK_CARD in question.universe:
        sentence = "The blank card isn’t wild, so it has no colors."
        violations.append(SolutionViolation("blank_card_not_wild", sentence, "OS VII-C-5-e; OS XIII-C-12"))
    draft = SolutionVerdict("", "", "", "", goal.values if goal else (), set_aside=rules.set_aside)
    if not parsed.is_whole:
        if not violations and parsed.undecided:
            return _undecided(draft, parsed.undecided[0])
        return _incorrect(draft, (*violations, *parsed.undecided))
    try:
        readings = evaluate_solution(
            parsed, CountingRules(universe, rules, goal.values if goal and goal.values else None)
        )
    except TooManyReadings as problem:
        if violations and goal:
            return _incorrect(draft, tuple(violations))
        return _undecided(draft, SolutionViolation("too_many_readings", str(problem), AMBIGUOUS_RULE))
    return _decide_verdict(draft, tuple(violations), readings, has_goal=goal is not None)


def _decide_verdict(
    draft: SolutionVerdict,
    violations: tuple[SolutionViolation, ...],
    readings: tuple[SolutionReading, ...],
    *,
    has_goal: bool,
) -> SolutionVerdict:
    first = readings[0]
    draft = replace(
        draft,
        count=first.count,
        cards=first.cards,
        removed=first.removed,
        readings=readings,
        violations=violations,
    )
    if not has_goal:
        return replace(
            draft,
            verdict=NO_GOAL,
            code=NO_GOAL,
            reason="The Goal wasn’t entered, so only the cards are counted.",
            rule="OS VII-B-3",
        )
    correct = [reading for reading in readings if reading.is_correct]
    wrong = [reading for reading in readings if not reading.is_correct]
    equal = bool(draft.goal_values) and any(reading.equals_goal for reading in readings)
    draft = replace(draft, equal_if_not_raised=equal, breaking=tuple(wrong if correct else ()))
    if violations or not correct:
        return _incorrect(draft, violations + (() if correct else _shared_faults_first(readings)))
    if not wrong:
        reason = "In every legal interpretation, the Solution equals the Goal."
        return replace(draft, verdict=CORRECT, code=CORRECT, reason=reason, rule="OS VII-B")
    reason = f"It can be grouped in a way that’s incorrect. {wrong[0].faults[0].sentence}"
    return replace(draft, verdict=AMBIGUOUS, code="ambiguous_grouping", reason=reason, rule=AMBIGUOUS_RULE)


def _shared_faults_first(readings: tuple[SolutionReading, ...]) -> tuple[SolutionViolation, ...]:
    """Return the faults of the first reading; those of every reading come first."""
    first = readings[0].faults
    codes = set.intersection(*({fault.code for fault in reading.faults} for reading in readings))
    return tuple(sorted(first, key=lambda fault: fault.code not in codes))


def _incorrect(draft: SolutionVerdict, violations: tuple[SolutionViolation, ...]) -> SolutionVerdict:
    first = violations[0]
    return replace(
        draft,
        verdict=INCORRECT,
        code=first.code,
        reason=_with_position(first),
        rule=first.rule,
        violations=violations,
    )


def _undecided(draft: SolutionVerdict, why: SolutionViolation) -> SolutionVerdict:
    return replace(
        draft, verdict=UNDECIDED, code=why.code, reason=_with_position(why), rule=why.rule, violations=(why,)
    )


def _with_position(violation: SolutionViolation) -> str:
    """Return the sentence with the position it points at."""
    if violation.position is None:
        return violation.sentence
    part = violation.part.replace("set_name", "Set-Name").replace("restriction", "Restriction")
    return f"{part}, character {violation.position + 1}: {violation.sentence}"


# -- Two Solutions ----------------------------------------------------------------------------------------------------


def _judge_two(context: _JudgingContext, verdicts: tuple[SolutionVerdict, ...]) -> SolutionVerdict:
    """Judge each Solution separately; the second set must have a card that is not in the first (OS XIII-D-14)."""
    rule = context.rules.rule("two-solutions")
    draft = replace(verdicts[0], solutions=verdicts, breaking=())
    if len(verdicts) != SOLUTIONS_NEEDED:
        sentence = f"With Two Solutions, each writer must present 2 Solutions, not {len(verdicts)}."
        return _incorrect(draft, (SolutionViolation("two_solutions_needed", sentence, rule), *draft.violations))
    for verdict in (INCORRECT, UNDECIDED):
        worst = next((each for each in verdicts if each.verdict == verdict), None)
        if worst:
            number = verdicts.index(worst) + 1
            reason = f"Solution {number}: {worst.reason}"
            return replace(worst, solutions=verdicts, reason=reason, breaking=())
    added = [
        bool(set(second.cards) - set(first.cards))
        for first in verdicts[0].readings
        for second in verdicts[1].readings
        if first.is_correct and second.is_correct
    ]
    nothing = SolutionViolation(
        "second_set_adds_no_card", "The second set must have a card that isn’t in the first.", rule
    )
    if not any(added):
        return _incorrect(draft, (nothing,))
    ambiguous = next((each for each in verdicts if each.verdict == AMBIGUOUS), None)
    if ambiguous:
        number = verdicts.index(ambiguous) + 1
        return replace(ambiguous, solutions=verdicts, reason=f"Solution {number}: {ambiguous.reason}")
    if not all(added):
        reason = f"They can be grouped in a way that’s incorrect. {nothing.sentence}"
        return replace(draft, verdict=AMBIGUOUS, code="ambiguous_grouping", reason=reason, rule=AMBIGUOUS_RULE)
    return replace(draft, verdict=CORRECT, code=CORRECT, reason="Both Solutions are correct.", rule=rule)
