"""The Goal on the mat: every legal interpretation, or why there is none (EQ IV-B, VII-C-5-a; JM B)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rulebooks.equations.elements import parse_line
from rulebooks.equations.gaps import find_gaps, group_by_gaps, grouping_constraints
from rulebooks.equations.grouping import group_freely, group_in_order
from rulebooks.equations.legality import check_tokens
from rulebooks.equations.numbers.comparison import compare, is_real, is_whole, sign
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.numbers.limits import Budget, Undecided
from rulebooks.equations.readings import ReadingContext, Readings
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import DIGITS, SIGNS, Token, Tokens
from rulebooks.equations.violations import Illegal

MOST_TRIALS = 4000
TRIAL_STEPS = 20_000
"""For one meaning of all the cubes."""
GOAL_FACTORIALS = 2


@dataclass(frozen=True)
class GoalReadings:
    """The interpretations of a Goal. `more`: there are others, without end or too many to list."""

    readings: Readings
    more: bool = False


def read_goal(tokens: Tokens, rules: EquationRules, budget: Budget) -> GoalReadings:
    """Every value that a player may give to the Goal. Raises `Illegal` when there is none."""
    if len(tokens) > rules.goal_cubes:
        most = {5: "five", 6: "six"}[rules.goal_cubes]
        raise Illegal("too_many_cubes", f"A Goal has at most {most} cubes.", tokens[-1].start, tokens[-1].end)
    problems = check_tokens(tokens, rules, "goal", on_mat=True)
    if problems:
        raise problems[0]
    found, refused, more = _every_reading(tokens, rules, budget)
    legal = _within_limits(found, rules)
    if not legal.values:
        raise _why_not(tokens, rules, legal, refused)
    return GoalReadings(legal, more or _is_endless(tokens, rules))


def _every_reading(tokens: Tokens, rules: EquationRules, budget: Budget) -> tuple[Readings, list[Illegal], bool]:
    """Readings, why others are not legal, and whether there are more. Each meaning has its share of the work."""
    context = ReadingContext(rules, "goal", budget, on_mat=True)
    found = Readings()
    refused: list[Illegal] = []
    unknown: Undecided | None = None
    gaps = find_gaps(tokens)
    for count, trial in enumerate(_meaning_choices(tokens, rules)):
        share = Budget(min(budget.left, TRIAL_STEPS))
        before = share.left
        try:
            _read_trial(trial, gaps, replace(context, budget=share), found)
        except Illegal as problem:
            refused.append(problem)
        except Undecided as problem:
            unknown = problem
        budget.left -= before - max(share.left, 0)
        if count >= MOST_TRIALS or budget.left <= 0:
            unknown = unknown or Undecided("There are too many readings to try them all.")
            break
    if unknown and not found.values:
        raise unknown
    return found, refused, unknown is not None


def _read_trial(trial: Tokens, gaps: frozenset[int], context: ReadingContext, found: Readings) -> None:
    def read(token: Token) -> Readings:
        inside = parse_line(token.inside[0], context, read)
        return group_in_order(inside, context) if context.rules.ordinary_order else group_freely(inside, context)

    if context.rules.ordinary_order:
        line = parse_line(group_by_gaps(trial, gaps, context.rules), context, read)
        found.merge(group_in_order(line, context))
        return
    line = parse_line(trial, context, read)
    factorials = GOAL_FACTORIALS if context.rules.factorial and context.rules.factorial_in_goal else 0
    for fits in grouping_constraints(trial, gaps):
        found.merge(group_freely(line, replace(context, fits=fits), factorials))


def read_by_gaps(tokens: Tokens, context: ReadingContext) -> Readings:
    """Cubes with one meaning each, by the ordinary order of operations and the gaps between them."""
    found = Readings()
    _read_trial(tokens, find_gaps(tokens), context, found)
    return found


# -- what the cubes may be --------------------------------------------------------------------------------------------


def _meaning_choices(tokens: Tokens, rules: EquationRules) -> Iterator[Tokens]:
    """The cubes with each meaning that a writer may give them; all wild cubes are the same symbol."""
    symbols = wild_symbols(rules) if any(is_wild_cube(token, rules) for token in tokens) else [""]
    for symbol in symbols:
        options = [_options(token, symbol, rules) for token in tokens]
        for choice in itertools.product(*options):
            if rules.decimal_in_goal:
                yield from _with_points(choice)
            else:
                yield choice


def is_wild_cube(token: Token, rules: EquationRules) -> bool:
    if token.wild or not rules.wild:
        return False
    return token.symbol == rules.wild and token.kind == ("digit" if rules.wild == "0" else "sign")


def wild_symbols(rules: EquationRules) -> list[str]:
    """What a wild cube may stand for: a digit of the base, or any sign (in Elementary digits only)."""
    return [*DIGITS[: min(rules.base, 10)], *(SIGNS if rules.wild_for_signs else ())]


def _options(token: Token, symbol: str, rules: EquationRules) -> list[Token]:
    meanings = meanings_of(token, symbol, rules)
    exponents = [
        Token("sup", inside=((each,),), start=token.start, end=token.end, place=token.place)
        for each in meanings
        if rules.exponent and token.color == rules.exponent and each.is_numeral
    ]
    return meanings + exponents


def meanings_of(token: Token, symbol: str, rules: EquationRules) -> list[Token]:
    """What one cube on the mat may mean, a wild one as the symbol for which the wild cubes stand."""
    return _wild_meanings(token, symbol, rules) if is_wild_cube(token, rules) else _meanings(token, rules)


def _meanings(token: Token, rules: EquationRules) -> list[Token]:
    if token.kind != "sign":
        return [token]
    upright = [] if token.turn and token.symbol == "r" and not rules.percent else [token]
    if token.symbol == "^":
        upright += [replace(token, kind="digit", symbol="T")] if rules.ten else []
        upright += [replace(token, kind="point", symbol="")] if rules.decimal_point else []
        upright += [replace(token, symbol="gcf")] if rules.gcf else []
    if token.symbol == "r":
        upright += [replace(token, kind="digit", symbol="E")] if rules.eleven else []
        upright += [replace(token, symbol="lcm")] if rules.lcm and not token.turn else []
    return upright


def _wild_meanings(token: Token, symbol: str, rules: EquationRules) -> list[Token]:
    """A wild cube as this symbol. 0 must lie on its side for log; x may be lying either way (JM B86)."""
    cube = rules.wild
    if (cube == "0" and token.turn == "ud") or cube == "x":
        token = replace(token, turn="")
    if symbol in DIGITS:
        if symbol == "0" and token.turn == "sw":
            return []
        if token.turn == "swud":
            return []
        return [replace(token, kind="digit", symbol=symbol, wild=cube)]
    plain = replace(token, kind="sign", symbol=symbol, wild=cube, turn="")
    on_side = token.turn == "sw" or cube == "x"
    found = [] if token.turn else _meanings(plain, rules)
    if symbol == "^" and token.turn and rules.ten:
        found.append(replace(plain, kind="digit", symbol="T", turn=token.turn))
    if symbol == "-" and rules.imaginary:
        found.append(replace(plain, kind="i", symbol=""))
    if symbol == "/" and on_side and (rules.log or rules.remainder):
        found.append(replace(plain, symbol="rem" if rules.remainder else "log"))
    if symbol == "r" and rules.percent and not token.turn and (cube == "x" or rules.upside_down):
        found.append(replace(plain, symbol="%"))
    return found


def _with_points(tokens: Tokens) -> Iterator[Tokens]:
    """EQ XIII-D-12: a decimal point before, between or (with three digits) behind the digits of any numeral."""
    runs: list[list[Tokens]] = []
    at = 0
    while at < len(tokens):
        run = [tokens[at]]
        if _may_have_point(tokens[at]):
            while at + len(run) < len(tokens) and _joins_numeral(tokens[at + len(run)]):
                run.append(tokens[at + len(run)])
            runs.append(_pointed(tuple(run)))
        elif tokens[at].kind == "sup" and _may_have_point(tokens[at].inside[0][0]):
            runs.append([(each,) for each in _pointed_exponent(tokens[at])])
        else:
            runs.append([(tokens[at],)])
        at += len(run)
    for choice in itertools.product(*runs):
        yield tuple(itertools.chain.from_iterable(choice))


def _may_have_point(token: Token) -> bool:
    return token.kind == "digit" and not token.turn


def _joins_numeral(token: Token) -> bool:
    return _may_have_point(token) and not token.gap


def _pointed(run: Tokens) -> list[Tokens]:
    places = range(len(run) + (len(run) == 3))
    return [run] + [(*run[:at], _point(run[min(at, len(run) - 1)], at == 0), *run[at:]) for at in places]


def _point(beside: Token, leads: bool) -> Token:
    return Token("point", start=beside.start, end=beside.start, place=beside.place, gap=leads and beside.gap)


def _pointed_exponent(token: Token) -> list[Token]:
    inside = token.inside[0]
    return [token, replace(token, inside=((_point(inside[0], False), *inside),))]


# -- limits -----------------------------------------------------------------------------------------------------------


def _within_limits(found: Readings, rules: EquationRules) -> Readings:
    """Values that a Goal of this game may have."""
    legal = Readings(failures=found.failures, causes=found.causes)
    for name, (value, tree) in found.values.items():
        problem = check_goal_value(value, rules)
        if problem is None:
            legal.values[name] = (value, tree)
        else:
            legal.add_failure(tree, problem)
    return legal


def check_goal_value(value: Number, rules: EquationRules) -> Illegal | None:
    """ACC Goal: whole, in third grade not negative. EQ XIII-B-7: not beyond 1000 with Multiple of k in Middle."""
    if rules.whole_goal and not _is_integer(value):
        return Illegal("goal_not_integer", "The Goal must be a whole number.")
    if not rules.negative_goal and sign(value) < 0:
        return Illegal("goal_negative", "The Goal may not be negative in this division.")
    if rules.goal_size and is_real(value) and _is_beyond(value, rules.goal_size):
        return Illegal("goal_out_of_range", "With Multiple of k the Goal lies between -1000 and 1000.")
    return None


def _is_integer(value: Number) -> bool:
    try:
        return is_real(value) and is_whole(value)
    except Undecided:
        return False


def _is_beyond(value: Number, most: int) -> bool:
    return compare(value, Fraction(most)) > 0 or compare(value, Fraction(-most)) < 0


def _why_not(tokens: Tokens, rules: EquationRules, legal: Readings, refused: list[Illegal]) -> Illegal:
    known = [failure.problem for failure in legal.failures if failure.problem.code != "violates_physical_grouping"]
    if known:
        return known[0]
    if any(is_wild_cube(token, rules) for token in tokens):
        long = [problem for problem in refused if problem.code == "numeral_too_long"]
        if sum(is_wild_cube(token, rules) for token in tokens) == 1 and long:
            return long[0]
        return Illegal("no_reading", "Whatever the wild cubes stand for, the Goal is not an expression.")
    if any(problem.code == "decimal_digits_exceeded" for problem in refused):
        return Illegal("numeral_too_long", "A numeral of the goal has at most two digits, with a decimal point three.")
    if refused:
        order = [problem for problem in refused if problem.code != "decimal_misuse"]
        return (order or refused)[0]
    return Illegal("no_reading", "The Goal has no legal interpretation.")


def _is_endless(tokens: Tokens, rules: EquationRules) -> bool:
    """A 1 by itself may be any power of the base (EQ XIII-B-13)."""
    if not rules.powers_of_base:
        return False
    for at, token in enumerate(tokens):
        if token.kind == "digit" and (token.symbol == "1" or is_wild_cube(token, rules)):
            beside = [each for each in (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2]) if each.kind == "digit"]
            if not beside or token.turn:
                return True
    return any(is_wild_cube(token, rules) for token in tokens)
