"""Short calls to the Equations checker: `values("M", "factorial", "4+7!")`."""

from __future__ import annotations

from typing import Any

from rulebooks import get
from rulebooks.equations import CubesOnMat, EquationQuestion, EquationVerdict, Evaluation, evaluate, judge

BOOKS = {"EQ": "agloa-equations-2019", "MLAG": "mlag-basic-2018", "ACC": "acc-2026"}
DIVISIONS = {"E": "elementary", "M": "middle", "J": "junior", "S": "senior"}


def variations(text: str) -> list[tuple[str, Any]]:
    """Parse `base-m=8 factorial` into slugs and blanks."""
    found: list[tuple[str, Any]] = []
    for part in text.split():
        slug, _, blank = part.partition("=")
        number = blank.isdigit() and slug != "0-or-x-wild"
        found.append((slug, (int(blank) if number else blank) if blank else True))
    return found


def evaluate_expression(
    division: str, picks: str, expression: str, *, side: str = "solution", book: str = "EQ"
) -> Evaluation:
    """Evaluate an expression. `side`: solution, goal (as written) or mat."""
    form = "mat" if side == "mat" else "written"
    return evaluate(
        get(BOOKS[book]),
        DIVISIONS.get(division, division),
        variations(picks),
        "goal" if side == "mat" else side,
        form,
        expression,
    )


def values(division: str, picks: str, expression: str, **how: str) -> list[str] | str:
    """Return the sorted values, or the code of the problem."""
    found = evaluate_expression(division, picks, expression, **how)
    return found.problem.code if found.problem else sorted(reading.value for reading in found.readings)


def verdict(
    division: str,
    picks: str,
    mat: str,
    equation: str,
    *,
    book: str = "EQ",
    cubes: tuple[str, ...] = (),
) -> EquationVerdict:
    """Judge an Equation, written as Solution = Goal.

    `cubes`: required, permitted, forbidden, resources, and then the challenge if there was one.
    """
    solution, _, goal = equation.partition("=")
    on_mat = CubesOnMat(*(tuple(section.split()) for section in cubes[:4])) if cubes else None
    written = goal.strip() or None
    question = EquationQuestion(
        DIVISIONS.get(division, division),
        tuple(variations(picks)),
        mat,
        solution.strip(),
        written,
        on_mat,
        "".join(cubes[4:]),
    )
    return judge(get(BOOKS[book]), question)
