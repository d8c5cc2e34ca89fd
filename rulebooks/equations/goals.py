"""The Goal on the mat: every legal interpretation, or why there is none (EQ IV-B, VII-C-5-a; JM B)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rulebooks.equations.codes import Illegal
from rulebooks.equations.elements import elements
from rulebooks.equations.gaps import gaps_of, in_groups, ways_to_fit
from rulebooks.equations.grouping import free, in_order
from rulebooks.equations.laws import Laws
from rulebooks.equations.legality import check_marks
from rulebooks.equations.marks import DIGITS, SIGNS, Mark, Marks
from rulebooks.equations.numbers.bounds import Budget, Undecided
from rulebooks.equations.numbers.comparing import compare, is_real, is_whole, sign
from rulebooks.equations.numbers.kinds import Number
from rulebooks.equations.readings import Context, Readings

MOST_TRIALS = 4000
TRIAL_STEPS = 20_000
"""For one meaning of all the cubes."""
GOAL_FACTORIALS = 2


@dataclass(frozen=True)
class GoalReadings:
    """The interpretations of a Goal. `more`: there are others, without end or too many to list."""

    readings: Readings
    more: bool = False


def read_goal(marks: Marks, laws: Laws, budget: Budget) -> GoalReadings:
    """Every value that a player may give to the Goal. Raises `Illegal` when there is none."""
    if len(marks) > laws.goal_cubes:
        most = {5: "five", 6: "six"}[laws.goal_cubes]
        raise Illegal("too_many_cubes", f"A Goal has at most {most} cubes.", marks[-1].start, marks[-1].end)
    problems = check_marks(marks, laws, "goal", on_mat=True)
    if problems:
        raise problems[0]
    found, refused, more = _every_reading(marks, laws, budget)
    legal = _within_limits(found, laws)
    if not legal.values:
        raise _why_not(marks, laws, legal, refused)
    return GoalReadings(legal, more or _is_endless(marks, laws))


def _every_reading(marks: Marks, laws: Laws, budget: Budget) -> tuple[Readings, list[Illegal], bool]:
    """Readings, why others are not legal, and whether there are more. Each meaning has its share of the work."""
    context = Context(laws, "goal", budget, on_mat=True)
    found = Readings()
    refused: list[Illegal] = []
    unknown: Undecided | None = None
    gaps = gaps_of(marks)
    for count, trial in enumerate(_trials(marks, laws)):
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


def _read_trial(trial: Marks, gaps: frozenset[int], context: Context, found: Readings) -> None:
    def read(mark: Mark) -> Readings:
        inside = elements(mark.inside[0], context, read)
        return in_order(inside, context) if context.laws.ordinary_order else free(inside, context)

    if context.laws.ordinary_order:
        line = elements(in_groups(trial, gaps, context.laws), context, read)
        found.take(in_order(line, context))
        return
    line = elements(trial, context, read)
    factorials = GOAL_FACTORIALS if context.laws.factorial and context.laws.factorial_in_goal else 0
    for fits in ways_to_fit(trial, gaps):
        found.take(free(line, replace(context, fits=fits), factorials))


def read_as_it_lies(marks: Marks, context: Context) -> Readings:
    """Cubes with one meaning each, by the ordinary order of operations and the gaps between them."""
    found = Readings()
    _read_trial(marks, gaps_of(marks), context, found)
    return found


# -- what the cubes may be --------------------------------------------------------------------------------------------


def _trials(marks: Marks, laws: Laws) -> Iterator[Marks]:
    """The cubes with each meaning that a writer may give them; all wild cubes are the same symbol."""
    symbols = wild_symbols(laws) if any(is_wild_cube(mark, laws) for mark in marks) else [""]
    for symbol in symbols:
        options = [_options(mark, symbol, laws) for mark in marks]
        for choice in itertools.product(*options):
            if laws.decimal_in_goal:
                yield from _with_points(choice)
            else:
                yield choice


def is_wild_cube(mark: Mark, laws: Laws) -> bool:
    if mark.wild or not laws.wild:
        return False
    return mark.symbol == laws.wild and mark.kind == ("digit" if laws.wild == "0" else "sign")


def wild_symbols(laws: Laws) -> list[str]:
    """What a wild cube may stand for: a digit of the base, or any sign (in Elementary digits only)."""
    return [*DIGITS[: min(laws.base, 10)], *(SIGNS if laws.wild_for_signs else ())]


def _options(mark: Mark, symbol: str, laws: Laws) -> list[Mark]:
    meanings = meanings_of(mark, symbol, laws)
    exponents = [
        Mark("sup", inside=((each,),), start=mark.start, end=mark.end, place=mark.place)
        for each in meanings
        if laws.exponent and mark.color == laws.exponent and each.is_numeral
    ]
    return meanings + exponents


def meanings_of(mark: Mark, symbol: str, laws: Laws) -> list[Mark]:
    """What one cube on the mat may mean, a wild one as the symbol for which the wild cubes stand."""
    return _wild_meanings(mark, symbol, laws) if is_wild_cube(mark, laws) else _meanings(mark, laws)


def _meanings(mark: Mark, laws: Laws) -> list[Mark]:
    if mark.kind != "sign":
        return [mark]
    upright = [] if mark.turn and mark.symbol == "r" and not laws.percent else [mark]
    if mark.symbol == "^":
        upright += [replace(mark, kind="digit", symbol="T")] if laws.ten else []
        upright += [replace(mark, kind="point", symbol="")] if laws.decimal_point else []
        upright += [replace(mark, symbol="gcf")] if laws.gcf else []
    if mark.symbol == "r":
        upright += [replace(mark, kind="digit", symbol="E")] if laws.eleven else []
        upright += [replace(mark, symbol="lcm")] if laws.lcm and not mark.turn else []
    return upright


def _wild_meanings(mark: Mark, symbol: str, laws: Laws) -> list[Mark]:
    """A wild cube as this symbol. 0 must lie on its side for log; x may be lying either way (JM B86)."""
    cube = laws.wild
    if (cube == "0" and mark.turn == "ud") or cube == "x":
        mark = replace(mark, turn="")
    if symbol in DIGITS:
        if symbol == "0" and mark.turn == "sw":
            return []
        if mark.turn == "swud":
            return []
        return [replace(mark, kind="digit", symbol=symbol, wild=cube)]
    plain = replace(mark, kind="sign", symbol=symbol, wild=cube, turn="")
    on_side = mark.turn == "sw" or cube == "x"
    found = [] if mark.turn else _meanings(plain, laws)
    if symbol == "^" and mark.turn and laws.ten:
        found.append(replace(plain, kind="digit", symbol="T", turn=mark.turn))
    if symbol == "-" and laws.imaginary:
        found.append(replace(plain, kind="i", symbol=""))
    if symbol == "/" and on_side and (laws.log or laws.remainder):
        found.append(replace(plain, symbol="rem" if laws.remainder else "log"))
    if symbol == "r" and laws.percent and not mark.turn and (cube == "x" or laws.upside_down):
        found.append(replace(plain, symbol="%"))
    return found


def _with_points(marks: Marks) -> Iterator[Marks]:
    """EQ XIII-D-12: a decimal point before, between or (with three digits) behind the digits of any numeral."""
    runs: list[list[Marks]] = []
    at = 0
    while at < len(marks):
        run = [marks[at]]
        if _may_have_point(marks[at]):
            while at + len(run) < len(marks) and _joins_numeral(marks[at + len(run)]):
                run.append(marks[at + len(run)])
            runs.append(_pointed(tuple(run)))
        elif marks[at].kind == "sup" and _may_have_point(marks[at].inside[0][0]):
            runs.append([(each,) for each in _pointed_exponent(marks[at])])
        else:
            runs.append([(marks[at],)])
        at += len(run)
    for choice in itertools.product(*runs):
        yield tuple(itertools.chain.from_iterable(choice))


def _may_have_point(mark: Mark) -> bool:
    return mark.kind == "digit" and not mark.turn


def _joins_numeral(mark: Mark) -> bool:
    return _may_have_point(mark) and not mark.gap


def _pointed(run: Marks) -> list[Marks]:
    places = range(len(run) + (len(run) == 3))
    return [run] + [(*run[:at], _point(run[min(at, len(run) - 1)], at == 0), *run[at:]) for at in places]


def _point(beside: Mark, leads: bool) -> Mark:
    return Mark("point", start=beside.start, end=beside.start, place=beside.place, gap=leads and beside.gap)


def _pointed_exponent(mark: Mark) -> list[Mark]:
    inside = mark.inside[0]
    return [mark, replace(mark, inside=((_point(inside[0], False), *inside),))]


# -- limits -----------------------------------------------------------------------------------------------------------


def _within_limits(found: Readings, laws: Laws) -> Readings:
    """Values that a Goal of this game may have."""
    legal = Readings(failures=found.failures, causes=found.causes)
    for name, (value, tree) in found.values.items():
        problem = goal_problem(value, laws)
        if problem is None:
            legal.values[name] = (value, tree)
        else:
            legal.fail(tree, problem)
    return legal


def goal_problem(value: Number, laws: Laws) -> Illegal | None:
    """ACC Goal: whole, in third grade not negative. EQ XIII-B-7: not beyond 1000 with Multiple of k in Middle."""
    if laws.whole_goal and not _is_integer(value):
        return Illegal("goal_not_integer", "The Goal must be a whole number.")
    if not laws.negative_goal and sign(value) < 0:
        return Illegal("goal_negative", "The Goal may not be negative in this division.")
    if laws.goal_size and is_real(value) and _is_beyond(value, laws.goal_size):
        return Illegal("goal_out_of_range", "With Multiple of k the Goal lies between -1000 and 1000.")
    return None


def _is_integer(value: Number) -> bool:
    try:
        return is_real(value) and is_whole(value)
    except Undecided:
        return False


def _is_beyond(value: Number, most: int) -> bool:
    return compare(value, Fraction(most)) > 0 or compare(value, Fraction(-most)) < 0


def _why_not(marks: Marks, laws: Laws, legal: Readings, refused: list[Illegal]) -> Illegal:
    known = [failure.problem for failure in legal.failures if failure.problem.code != "violates_physical_grouping"]
    if known:
        return known[0]
    if any(is_wild_cube(mark, laws) for mark in marks):
        long = [problem for problem in refused if problem.code == "numeral_too_long"]
        if sum(is_wild_cube(mark, laws) for mark in marks) == 1 and long:
            return long[0]
        return Illegal("no_reading", "Whatever the wild cubes stand for, the Goal is not an expression.")
    if any(problem.code == "decimal_digits_exceeded" for problem in refused):
        return Illegal("numeral_too_long", "A numeral of the goal has at most two digits, with a decimal point three.")
    if refused:
        order = [problem for problem in refused if problem.code != "decimal_misuse"]
        return (order or refused)[0]
    return Illegal("no_reading", "The Goal has no legal interpretation.")


def _is_endless(marks: Marks, laws: Laws) -> bool:
    """A 1 by itself may be any power of the base (EQ XIII-B-13)."""
    if not laws.powers_of_base:
        return False
    for at, mark in enumerate(marks):
        if mark.kind == "digit" and (mark.symbol == "1" or is_wild_cube(mark, laws)):
            beside = [each for each in (*marks[max(at - 1, 0) : at], *marks[at + 1 : at + 2]) if each.kind == "digit"]
            if not beside or mark.turn:
                return True
    return any(is_wild_cube(mark, laws) for mark in marks)
