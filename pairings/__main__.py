"""Makes draws from the command line, without a database or server.

`python -m pairings assign < instance.json > draw.json` makes a draw. `python -m pairings warm` compiles the inner loops
and caches them, so that the first draw doesn't have to wait.
"""

from __future__ import annotations

import sys

from pairings.engine.json_format import format_solution, parse_problem
from pairings.engine.problem import Problem, ProblemError

USAGE = "usage: python -m pairings assign < instance.json > draw.json"


def main(arguments: list[str]) -> int:
    if arguments == ["warm"]:
        return compile_kernels()
    if arguments != ["assign"]:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        problem = parse_problem(sys.stdin.read())
        from pairings.engine.search import solve  # imported late, because it loads compiled code

        print(format_solution(solve(problem)))
    except (ProblemError, UnicodeDecodeError, RecursionError) as reason:
        print(reason, file=sys.stderr)
        return 2
    return 0


def compile_kernels() -> int:
    """Compile every kernel by making one small draw of each kind."""
    from pairings.engine.search import solve

    nine = tuple(range(9))
    solve(Problem(team=nine, rounds=1, sizes=(3, 3, 3), scores=nine, seconds=0))
    solve(Problem(team=nine, rounds=5, sizes=(3, 3, 3), seconds=0))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
