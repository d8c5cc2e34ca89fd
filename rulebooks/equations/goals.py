"""The Goal on the mat: every legal interpretation, or why there is none (EQ IV-B, VII-C-5-a; JM B)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rulebooks.equations.cube_meanings import is_wild_cube, meanings_of, wild_symbols
from rulebooks.equations.elements import parse_line
from rulebooks.equations.gaps import find_gaps, group_by_gaps, grouping_constraints
from rulebooks.equations.grouping import group_freely, group_in_order
from rulebooks.equations.legality import check_tokens
from rulebooks.equations.numbers.comparison import compare, is_real, is_whole, sign
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.readings import ReadingContext, Readings
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import Token, Tokens
from rulebooks.equations.violations import Illegal

MAX_CHOICES = 4000
CHOICE_STEPS = 20_000
"""Budget for one choice of meanings for all cubes."""
GOAL_FACTORIALS = 2


@dataclass(frozen=True)
class GoalReadings:
    """The interpretations of a Goal. `more`: there are others, infinitely many or too many to list."""

    readings: Readings
    more: bool = False


def read_goal(tokens: Tokens, rules: EquationRules, budget: Budget) -> GoalReadings:
    """Return every value that a player may give to the Goal. Raises `Illegal` if there is none."""
    if len(tokens) > rules.goal_cubes:
        reason = f"A Goal can have at most {rules.goal_cubes} cubes."
        raise Illegal("too_many_cubes", reason, tokens[-1].start, tokens[-1].end)
    problems = check_tokens(tokens, rules, "goal", on_mat=True)
    if problems:
        raise problems[0]
    readings, refused, more = _every_reading(tokens, rules, budget)
    legal = _within_limits(readings, rules)
    if not legal.values:
        raise _explain_no_reading(tokens, rules, legal, refused)
    return GoalReadings(legal, more or _has_infinite_readings(tokens, rules))


def _every_reading(tokens: Tokens, rules: EquationRules, budget: Budget) -> tuple[Readings, list[Illegal], bool]:
    """Return readings, why others are illegal, and whether there are more. Each choice has its own budget."""
    context = ReadingContext(rules, "goal", budget, on_mat=True)
    readings = Readings()
    refused: list[Illegal] = []
    unknown: Undecided | None = None
    gaps = find_gaps(tokens)
    for count, choice in enumerate(_meaning_choices(tokens, rules)):
        share = Budget(min(budget.left, CHOICE_STEPS))
        before = share.left
        try:
            _read_choice(choice, gaps, replace(context, budget=share), readings)
        except Illegal as problem:
            refused.append(problem)
        except Undecided as problem:
            unknown = problem
        budget.left -= before - max(share.left, 0)
        if count >= MAX_CHOICES or budget.left <= 0:
            unknown = unknown or Undecided("There are too many interpretations to check.")
            break
    if unknown and not readings.values:
        raise unknown
    return readings, refused, unknown is not None


def _read_choice(choice: Tokens, gaps: frozenset[int], context: ReadingContext, readings: Readings) -> None:
    def read_group(token: Token) -> Readings:
        inside = parse_line(token.inside[0], context, read_group)
        return group_in_order(inside, context) if context.rules.ordinary_order else group_freely(inside, context)

    if context.rules.ordinary_order:
        line = parse_line(group_by_gaps(choice, gaps, context.rules), context, read_group)
        readings.merge(group_in_order(line, context))
        return
    line = parse_line(choice, context, read_group)
    factorials = GOAL_FACTORIALS if context.rules.factorial and context.rules.factorial_in_goal else 0
    for fits in grouping_constraints(choice, gaps):
        readings.merge(group_freely(line, replace(context, fits=fits), factorials))


def read_by_gaps(tokens: Tokens, context: ReadingContext) -> Readings:
    """Read cubes with one meaning each, by the ordinary order of operations and the gaps between them."""
    readings = Readings()
    _read_choice(tokens, find_gaps(tokens), context, readings)
    return readings


# -- meanings of the cubes --------------------------------------------------------------------------------------------


def _meaning_choices(tokens: Tokens, rules: EquationRules) -> Iterator[Tokens]:
    """Yield the cubes with each meaning that a writer may give them; all wild cubes are the same symbol."""
    symbols = wild_symbols(rules) if any(is_wild_cube(token, rules) for token in tokens) else [""]
    for symbol in symbols:
        options = [_cube_options(token, symbol, rules) for token in tokens]
        for choice in itertools.product(*options):
            if rules.decimal_in_goal:
                yield from _with_points(choice)
            else:
                yield choice


def _cube_options(token: Token, symbol: str, rules: EquationRules) -> list[Token]:
    meanings = meanings_of(token, symbol, rules)
    exponents = [
        Token("sup", inside=((each,),), start=token.start, end=token.end, cube_index=token.cube_index)
        for each in meanings
        if rules.exponent and token.color == rules.exponent and each.is_numeral
    ]
    return meanings + exponents


def _with_points(tokens: Tokens) -> Iterator[Tokens]:
    """Yield the cubes with a decimal point added to any numeral (EQ XIII-D-12).

    It goes before, between or (with three digits) after the digits.
    """
    runs: list[list[Tokens]] = []
    index = 0
    while index < len(tokens):
        run = [tokens[index]]
        if _can_have_point(tokens[index]):
            while index + len(run) < len(tokens) and _joins_numeral(tokens[index + len(run)]):
                run.append(tokens[index + len(run)])
            runs.append(_point_positions(tuple(run)))
        elif tokens[index].kind == "sup" and _can_have_point(tokens[index].inside[0][0]):
            runs.append([(each,) for each in _exponent_point_positions(tokens[index])])
        else:
            runs.append([(tokens[index],)])
        index += len(run)
    for choice in itertools.product(*runs):
        yield tuple(itertools.chain.from_iterable(choice))


def _can_have_point(token: Token) -> bool:
    return token.kind == "digit" and not token.turn


def _joins_numeral(token: Token) -> bool:
    return _can_have_point(token) and not token.gap


def _point_positions(run: Tokens) -> list[Tokens]:
    positions = range(len(run) + (len(run) == 3))
    return [run] + [
        (*run[:index], _make_point(run[min(index, len(run) - 1)], index == 0), *run[index:]) for index in positions
    ]


def _make_point(neighbor: Token, leads: bool) -> Token:
    return Token(
        "point", start=neighbor.start, end=neighbor.start, cube_index=neighbor.cube_index, gap=leads and neighbor.gap
    )


def _exponent_point_positions(token: Token) -> list[Token]:
    inside = token.inside[0]
    return [token, replace(token, inside=((_make_point(inside[0], False), *inside),))]


# -- limits -----------------------------------------------------------------------------------------------------------


def _within_limits(readings: Readings, rules: EquationRules) -> Readings:
    """Keep values that a Goal of this game may have."""
    legal = Readings(failures=readings.failures, causes=readings.causes)
    for name, (value, tree) in readings.values.items():
        problem = check_goal_value(value, rules)
        if problem is None:
            legal.values[name] = (value, tree)
        else:
            legal.add_failure(tree, problem)
    return legal


def check_goal_value(value: Number, rules: EquationRules) -> Illegal | None:
    """Return what is wrong with a value, if anything.

    ACC Goal: whole, in third grade not negative. EQ XIII-B-7: not beyond 1000 with Multiple of k in Middle.
    """
    if rules.whole_goal and not _is_integer(value):
        return Illegal("goal_not_integer", "The Goal must be a whole number.")
    if not rules.negative_goal and sign(value) < 0:
        return Illegal("goal_negative", "The Goal can’t be negative in this division.")
    if rules.goal_size and is_real(value) and _exceeds(value, rules.goal_size):
        return Illegal("goal_out_of_range", "With Multiple of k, the Goal must be from −1000 to 1000.")
    return None


def _is_integer(value: Number) -> bool:
    try:
        return is_real(value) and is_whole(value)
    except Undecided:
        return False


def _exceeds(value: Number, most: int) -> bool:
    return compare(value, Fraction(most)) > 0 or compare(value, Fraction(-most)) < 0


def _explain_no_reading(tokens: Tokens, rules: EquationRules, legal: Readings, refused: list[Illegal]) -> Illegal:
    known = [failure.problem for failure in legal.failures if failure.problem.code != "violates_physical_grouping"]
    if known:
        return known[0]
    if any(is_wild_cube(token, rules) for token in tokens):
        long = [problem for problem in refused if problem.code == "numeral_too_long"]
        if sum(is_wild_cube(token, rules) for token in tokens) == 1 and long:
            return long[0]
        return Illegal("no_reading", "The Goal isn’t a legal expression, whatever the wild cubes stand for.")
    if any(problem.code == "decimal_digits_exceeded" for problem in refused):
        return Illegal(
            "numeral_too_long", "A numeral in the Goal can have at most 2 digits, or 3 with a decimal point."
        )
    if refused:
        order = [problem for problem in refused if problem.code != "decimal_misuse"]
        return (order or refused)[0]
    return Illegal("no_reading", "The Goal has no legal interpretation.")


def _has_infinite_readings(tokens: Tokens, rules: EquationRules) -> bool:
    """Whether a single 1 may be any power of the base (EQ XIII-B-13)."""
    if not rules.powers_of_base:
        return False
    for index, token in enumerate(tokens):
        if token.kind == "digit" and (token.symbol == "1" or is_wild_cube(token, rules)):
            adjacent_digits = [
                each
                for each in (*tokens[max(index - 1, 0) : index], *tokens[index + 1 : index + 2])
                if each.kind == "digit"
            ]
            if not adjacent_digits or token.turn:
                return True
    return any(is_wild_cube(token, rules) for token in tokens)
