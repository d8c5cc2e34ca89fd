"""A written Solution: its parts as trees, and what is wrong with it before any card is looked at.

Wild cubes stand for the same symbol everywhere (OS XIII-A-2). Labeling one is enough: the others stand for the same
symbol (JM OS-E15). A cube that is U and ∩ (or V and Λ) by an interchangeable variation needs no label, and may be both
(OS XIII-A-3, comments a to d).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rulebooks.onsets.cube_use import MatSections, check_cube_use, cubes_used
from rulebooks.onsets.cubes_and_cards import DIGITS, OPERATIONS, RELATIONS, printed_symbol
from rulebooks.onsets.restrictions import WrittenRestriction, parse_restriction
from rulebooks.onsets.rules import OnSetsRules
from rulebooks.onsets.set_trees import WrittenSet, parse_set
from rulebooks.onsets.tokens import SetSyntaxError, SetToken, tokenize, with_missing_parentheses
from rulebooks.onsets.verdicts import SolutionViolation
from rulebooks.wording import join_words

MIN_OPERATIONS = 2
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

Parsed = TypeVar("Parsed")
Parts = Mapping[str, tuple[SetToken, ...]]


@dataclass(frozen=True)
class WrittenSolution:
    """What a player presents. `blank_as`: the colors put on the blank card; None if nothing is said about it."""

    set_name: str
    restrictions: tuple[str, ...] = ()
    blank_as: str | None = None


@dataclass(frozen=True)
class ParsedSolution:
    """A Solution as trees, with a variant for each way to insert missing parentheses, and what is wrong.

    `is_whole`: every part makes sense, so the cards can be computed.
    """

    names: tuple[WrittenSet, ...]
    restrictions: tuple[tuple[WrittenRestriction, ...], ...]
    violations: tuple[SolutionViolation, ...]
    undecided: tuple[SolutionViolation, ...] = ()
    is_whole: bool = True


def parse_solution(written: WrittenSolution, rules: OnSetsRules, sections: MatSections | None) -> ParsedSolution:
    """Return everything that can be said about the Solution before any card is looked at."""
    problems: list[SolutionViolation] = []
    texts = {SET_NAME: written.set_name} | {
        f"restriction {number}": text for number, text in enumerate(written.restrictions, 1)
    }
    tokenized = {part: _tokenize(text, part, problems) for part, text in texts.items()}
    tokens, wild = apply_wild_meanings(
        {part: part_tokens for part, part_tokens in tokenized.items() if part_tokens is not None}, rules
    )
    names: list[WrittenSet] = []
    restrictions: list[tuple[WrittenRestriction, ...]] = []
    for part, part_tokens in tokens.items():
        end = len(texts[part])
        if part == SET_NAME:
            names = _parse_part(parse_set, part_tokens, end, part, problems)
        else:
            restrictions.append(tuple(_parse_part(parse_restriction, part_tokens, end, part, problems)))
    if written.restrictions and not rules.uses_restrictions:
        sentence = f"= and ⊂ aren’t used in {rules.division.name}."
        problems.insert(0, SolutionViolation("restriction_not_used_in_elementary", sentence, "OS I-B-2-d"))
    undecided = tuple(each for each in problems if each.code == "parentheses_missing")
    violations = [each for each in problems if each not in undecided]
    violations += [*wild, *_check_operations(tokens, rules)]
    if not problems:
        cubes = cubes_used(tokens[SET_NAME], [part_tokens for part, part_tokens in tokens.items() if part != SET_NAME])
        violations += check_cube_use(cubes, sections, rules)
    is_whole = bool(names) and len(restrictions) == len(written.restrictions) and all(restrictions)
    return ParsedSolution(tuple(names), tuple(restrictions), tuple(violations), undecided, is_whole)


def _tokenize(text: str, part: str, problems: list[SolutionViolation]) -> tuple[SetToken, ...] | None:
    if part == SET_NAME and not text.strip():
        sentence = "A Solution needs a Set-Name. A Restriction alone isn’t enough."
        problems.append(SolutionViolation("no_set_name", sentence, "OS VII-B-1; JM OS-E8", part, 0))
        return None
    try:
        return tokenize(text)
    except SetSyntaxError as problem:
        problems.append(_violation(problem, part))
        return None


def _parse_part(
    build: Callable[[Sequence[SetToken], int], Parsed],
    tokens: tuple[SetToken, ...],
    end: int,
    part: str,
    problems: list[SolutionViolation],
) -> list[Parsed]:
    """Return every variant of the part once missing parentheses are inserted; empty if it makes no sense."""
    parsed: list[Parsed] = []
    first: SetSyntaxError | None = None
    try:
        if part == SET_NAME:
            _check_set_name(tokens)
        for balanced in with_missing_parentheses(tokens):
            try:
                parsed.append(build(balanced, end))
            except SetSyntaxError as problem:
                first = first or problem
        if not parsed:
            first = first or SetSyntaxError(tokens[0].position if tokens else 0, "A parenthesis here has no match.")
    except SetSyntaxError as problem:
        first = _error_without_parentheses(build, tokens, end) if problem.code == "parentheses_missing" else None
        first = first or problem
    if first and not parsed:
        problems.append(_violation(first, part))
    return parsed


def _error_without_parentheses(
    build: Callable[[Sequence[SetToken], int], Parsed], tokens: Sequence[SetToken], end: int
) -> SetSyntaxError | None:
    """Return what makes no sense however it is grouped."""
    try:
        build([token for token in tokens if token.cube], end)
    except SetSyntaxError as problem:
        return problem
    return None


def _check_set_name(tokens: tuple[SetToken, ...]) -> None:
    for token, following in itertools.pairwise((*tokens, SetToken("", "", 0))):
        if token.means == "=" and following.means and following.means in DIGITS:
            sentence = "The Goal can’t be written after the Set-Name."
            raise SetSyntaxError(token.position, sentence, code="goal_written_after_set_name")
        if token.means in RELATIONS:
            sentence = f"{printed_symbol(token.means)} can’t be used in a Set-Name."
            raise SetSyntaxError(token.position, sentence, code="restriction_symbol_in_set_name")


def _violation(problem: SetSyntaxError, part: str) -> SolutionViolation:
    return SolutionViolation(
        problem.code, problem.sentence, RULES.get(problem.code, "OS VII-C-5-d"), part, problem.position
    )


def _check_operations(tokens: Parts, rules: OnSetsRules) -> list[SolutionViolation]:
    name = tokens.get(SET_NAME)
    if name is None or not rules.has("two-operations"):
        return []
    operations = sum(token.means in OPERATIONS for token in name)
    if operations >= MIN_OPERATIONS:
        return []
    sentence = f"The Set-Name needs at least 2 operation signs. It has {operations}."
    return [SolutionViolation("too_few_operations", sentence, f"{rules.rule('two-operations')}; JM OS-E16")]


def apply_wild_meanings(parts: Parts, rules: OnSetsRules) -> tuple[Parts, tuple[SolutionViolation, ...]]:
    """Return the parts of a Solution with every wild cube resolved, and what is wrong with the wild cubes."""
    violations: list[SolutionViolation] = []
    meanings: list[str] = []
    for part, tokens in parts.items():
        for token in tokens:
            if not token.is_labeled:
                continue
            if token.cube == rules.wild:
                meanings.append(token.means)
            elif token.means not in rules.pair_of(token.cube):
                cube, means = printed_symbol(token.cube), printed_symbol(token.means)
                sentence = f"{cube} isn’t wild, so it can’t stand for {means}."
                violations.append(
                    SolutionViolation("cube_not_wild", sentence, "OS VII-C-5-e; JM OS-E4", part, token.position)
                )
    if not meanings:
        return parts, tuple(violations)
    if any(means not in rules.pair_of(meanings[0]) for means in meanings):
        ways = join_words(map(printed_symbol, dict.fromkeys(meanings)))
        sentence = f"The wild {printed_symbol(rules.wild)} must stand for the same symbol everywhere, not {ways}."
        violations.append(
            SolutionViolation("wild_used_in_two_ways", sentence, f"{rules.rule('wild-cube')}; OS VII-C-5-e")
        )
    if meanings[0] in rules.pair_of(rules.wild):
        return parts, tuple(violations)
    return {part: _label_all(tokens, rules.wild, meanings[0]) for part, tokens in parts.items()}, tuple(violations)


def _label_all(tokens: tuple[SetToken, ...], wild: str, means: str) -> tuple[SetToken, ...]:
    return tuple(
        replace(token, means=means) if token.cube == wild and not token.is_labeled else token for token in tokens
    )
